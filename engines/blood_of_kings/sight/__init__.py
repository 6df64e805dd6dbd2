"""What a network sees of Blood of Kings: positions in numbers, moves in traits."""
