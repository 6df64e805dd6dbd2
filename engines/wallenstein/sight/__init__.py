"""What a network sees of Wallenstein: numbers of a position, and what moves have in common."""
