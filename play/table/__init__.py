"""The table that people sit at: `eminence play` and the games it saves."""
