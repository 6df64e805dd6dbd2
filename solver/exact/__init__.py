"""Exact values of positions: every line of play to its end."""
