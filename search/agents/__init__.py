"""The agents, one file each. `search.make` builds them by name."""
