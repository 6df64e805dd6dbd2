"""What is thought out in worker processes: a bot's move, a hint."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from eminence import search, solver
from eminence.cython_ext.game import View
from eminence.experiments.games.driver import seated
from eminence.play.table.advice import ROWS, Advice
from eminence.search.beliefs.record import Record
from eminence.solver.analysis.suspicions import VIEWS

#: views that a hint is made from: as many as it looks at, and the one before them
HINT_VIEWS = VIEWS + 1
#: told on the way to an answer
Say = Callable[[Any], None]


class Job(Protocol):
    """Something that takes its time. It travels to a worker and is worked on there."""

    def work(self, say: Say) -> Any:
        """The answer; what is said on the way reaches who waits for it."""


@dataclass(frozen=True)
class BotMove:
    """A bot's decision: the id of its move."""

    view: View
    spec: str
    seed: int
    seat: int
    record: Record | None = None
    """What the seat has seen, for a bot that makes something of it."""

    def work(self, say: Say) -> int:
        bot = seated(search.make(self.spec), self.seed, self.seat)
        return bot.search(self.view, record=self.record).best


@dataclass(frozen=True)
class Hint:
    """Advice for a seat, from what it sees and has seen."""

    view: View
    limit: solver.Limit
    record: Record | None = None
    """Its views up to this one, or the last of them."""

    def work(self, say: Say) -> dict[str, Any]:
        solved = solver.quick_solution(self.view)
        if solved is not None:
            return hint_fields(solved)
        growing = solver.stream(self.view, self.limit, turn=True, record=self.record)
        for advice in growing:
            say(hint_fields(advice))
        return hint_fields(growing.finish())


def hint_fields(advice: Advice) -> dict[str, Any]:
    """A hint for a page: sentences, the rest of the turn, a bar for each leading move."""
    lines = advice.in_words().split("\n")
    sentences = list(advice.recommendation.sentences)
    turn = lines[len(advice.recommendation.text.split("\n")) :]
    return {
        "moves": list(advice.recommendation.moves),
        "sentences": sentences,
        "turn": [line for line in turn if line.strip()],
        "numbers": advice.summary(ROWS),
        "bars": _exact_bars(advice) if isinstance(advice, solver.Solved) else _bars(advice),
        "exact": isinstance(advice, solver.Solved),
    }


def _bars(advice: solver.Analysis) -> list[dict[str, Any]]:
    """Win shares of the first moves, each with two standard errors on both sides."""
    seat = advice.view.seat
    found = []
    for move in advice.moves[:ROWS]:
        win = move.values[seat].win
        spread = 2 * (move.error or 0.0)
        bar = {"move": move.text, "win": win, "low": win - spread, "high": win + spread}
        found.append({key: _share(value) for key, value in bar.items()})
    return found


def _exact_bars(advice: solver.Solved) -> list[dict[str, Any]]:
    seat = getattr(advice.position, "seat", 0)
    moves: Sequence[solver.SolvedMove] = advice.moves
    ordered = sorted(moves, key=lambda move: (move.action != advice.best, -move.values[seat]))
    return [
        {"move": move.text, "win": share, "low": share, "high": share}
        for move in ordered[:ROWS]
        for share in [_share(move.values[seat])]
    ]


def _share(value: Any) -> Any:
    """A share between 0 and 1, rounded; texts stay as they are."""
    return value if isinstance(value, str) else round(min(1.0, max(0.0, float(value))), 3)
