"""What to play, in words: one recommendation and a few sentences why."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from eminence.solver.text_layout import wrapped

#: sentences behind the recommendation
MOST_SENTENCES = 4
#: other moves that a sentence names
MOST_NAMED = 3


@dataclass(frozen=True)
class Recommendation:
    """What to play; everything that a person has to read of a hint."""

    kind: str
    """only, best, ahead, equal, won, lost or open: what the first sentence says of the move."""
    moves: tuple[str, ...]
    """The move to play, then those that it is compared with by name."""
    sentences: tuple[str, ...]
    """The recommendation, and why: at most four sentences."""

    @classmethod
    def of(
        cls, kind: str, moves: Iterable[str], claim: str, reasons: Iterable[str]
    ) -> Recommendation:
        """`claim` is what the first sentence adds to "Play X."; empty reasons are left out."""
        named = tuple(moves)
        why = [reason for reason in reasons if reason][:MOST_SENTENCES]
        return cls(kind, named, (f"{_play(named[0])}. {claim}", *why))

    @property
    def text(self) -> str:
        """A line for the recommendation and for each sentence, longer ones folded."""
        return "\n".join(line for words in self.sentences for line in wrapped(words))

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON values."""
        return {"kind": self.kind, "moves": list(self.moves), "sentences": list(self.sentences)}


def _play(move: str) -> str:
    """`Play end the turn`; a move that says so itself is not told to be played twice."""
    return f"P{move[1:]}" if move.startswith("play ") else f"Play {move}"


def quoted(move: str) -> str:
    """A move in the middle of a sentence: many have blanks and commas."""
    return f'"{move}"'


def named(moves: list[str]) -> list[str]:
    """Other moves as parts of a sentence: the first of them quoted, the rest counted."""
    shown = [quoted(move) for move in moves[:MOST_NAMED]]
    more = len(moves) - len(shown)
    return [*shown, f"{more} other{'s' * (more > 1)}"] if more else shown


def chance(share: float) -> str:
    """A win share; nothing that was only estimated becomes certain by rounding."""
    if share > 0.995:
        return "over 99 %"
    return "under 1 %" if share < 0.005 else f"{100 * share:.0f} %"


def amount(number: float) -> str:
    """A number of points as people say it."""
    places = 0 if abs(number) >= 10 else 1
    return f"{round(number, places) + 0.0:g}"


def points(number: float, word: str = "point") -> str:
    """`1 point`, `3.5 points`."""
    said = amount(number)
    return f"{said} {word}{'' if said == '1' else 's'}"
