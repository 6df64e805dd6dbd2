"""Many games at once: matches, tournaments, ratings and sweeps."""
