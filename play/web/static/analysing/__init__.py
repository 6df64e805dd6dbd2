"""The analysis page."""
