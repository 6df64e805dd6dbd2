"""Emperor's Court, an expansion: courtiers and favor cards."""
