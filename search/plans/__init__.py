"""How `search.PlanSearch` finds plans: several decisions that a seat takes in secret."""
