"""Estimates for a view: ranked moves, how sure the ranking is, and why."""
