"""How games are finished outside the trees, and what an end is worth."""
