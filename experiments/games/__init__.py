"""Games between agents: one game, one block of games, and the job that names a block."""
