"""Dynasty cards: hands, influence, and what is played in the dynasty phase."""
