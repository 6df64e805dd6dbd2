"""What a network sees of Royals: numbers of a position, and what moves have in common."""
