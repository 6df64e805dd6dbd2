"""Region cards and military leaders, two expansions."""
