"""The adviser: analysis, hints and exact answers."""
