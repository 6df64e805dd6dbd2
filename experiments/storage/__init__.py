"""The file of finished blocks."""
