GUESSES: dict[str, int]
