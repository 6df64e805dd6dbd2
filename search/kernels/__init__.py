"""The compiled loops of the agents: no GIL, no allocation, any game by its table."""
