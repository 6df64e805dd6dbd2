"""The errors users meet. Each message names what is wrong and what would be right."""


def one_line(text: str) -> str:
    return " ".join(text.splitlines())


class EminenceError(ValueError):
    """Base of every error that bad input can cause; one line, whatever it quotes."""

    def __str__(self) -> str:
        return one_line(super().__str__())


class IllegalAction(EminenceError):
    """An action that the position does not offer, or text that names none."""


class BadOption(EminenceError):
    """An unknown game or option, or a value outside its choices."""


class BadPosition(EminenceError):
    """Bytes, a pickle or JSON that is no position of this game."""


class BadEntry(BadPosition):
    """One entry of a file or query; programs may ask where it stands and what is wrong."""

    def __init__(self, place: str, message: str):
        super().__init__(place, message)
        self.place = place
        self.message = message

    def __str__(self) -> str:
        return one_line(f"{self.place}: {self.message}")


class BadData(EminenceError):
    """A data file with a missing, unknown or impossible entry."""


class Unsolved(EminenceError):
    """A question without an exact answer here: too large, or what is hidden still matters."""
