"""War: raising units, moves, battles, assaults and sieges."""
