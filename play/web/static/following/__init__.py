"""The page of the companion."""
