"""Pictures of Wallenstein: the map, the plan, the round and what each seat has."""
