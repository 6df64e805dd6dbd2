"""The errors users meet. Each message names what is wrong and what would be right."""


class EminenceError(ValueError):
    """Base of every error that bad input can cause."""


class IllegalAction(EminenceError):
    """An action that the position does not offer, or text that names none."""


class BadOption(EminenceError):
    """An unknown game or option, or a value outside its choices."""


class BadPosition(EminenceError):
    """Bytes, a pickle or JSON that is no position of this game."""


class BadData(EminenceError):
    """A data file with a missing, unknown or impossible entry."""


class Unsolved(EminenceError):
    """A question without an exact answer here: too large, or what is hidden still matters."""
