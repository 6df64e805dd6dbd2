"""Small typed results that the C side hands to Python."""

from typing import NamedTuple


class Return(NamedTuple):
    """One seat's result of a finished game."""

    win: float
    """Share of the win after the printed tie-breaks; all seats' shares sum to 1."""
    rank: float
    """1 + better seats + other tied seats / 2."""
    score: float
    """The game's own points."""


class Perft(NamedTuple):
    """How many states of each kind a walk of the game tree met."""

    chance: int
    decision: int
    terminal: int
