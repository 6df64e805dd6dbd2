"""The players: agents that choose among moves. They see the game table and views only."""
