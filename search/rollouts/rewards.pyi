REWARDS: dict[str, int]
