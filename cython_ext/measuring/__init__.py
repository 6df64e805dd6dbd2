"""Counting and timing what the rules of a game do."""
