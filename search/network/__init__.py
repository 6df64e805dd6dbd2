"""Small networks that judge positions and moves: the arithmetic in C, and their files."""
