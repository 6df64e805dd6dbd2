"""`solve`: the exact value of a position, and the move to play, where that can be found out.

A state is solved as if everybody could see it. A view is solved only if that is right for its
seat: when the game says (`Ops.essence`) that every seat that may still decide can see all that
still matters. Then the view and all its worlds have one essence, and solving one of the worlds
solves them all.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from eminence.cython_ext.errors import Unsolved
from eminence.cython_ext.game import Position, State, View
from eminence.cython_ext.results import Return
from eminence.cython_ext.whole_numbers import whole
from eminence.search.api import refuse_unless_mover
from eminence.solver.exact import exact_words
from eminence.solver.exact.outlooks import EQUAL, essence_of, outlooks
from eminence.solver.recommendation import Recommendation
from eminence.solver.text_layout import headed, laid_out, wrapped

#: states that are looked at before giving up: a few seconds of Royals
NODES = 3_000_000
#: for a person who waits and can use an estimate instead: a fraction of a second
QUICK_NODES = 200_000
#: decimal places in which equal figures agree, whatever rounding made of them
PLACES = 8
HEADS = ["", "win share", "rank", "score", "wins by seat", "scores by seat"]


@dataclass(frozen=True)
class Line:
    """A way to the end of a game, in one world that fits what was solved."""

    world: State
    steps: tuple[tuple[int, bool], ...]
    """Ids, and whether they are worth telling."""

    @property
    def texts(self) -> tuple[str, ...]:
        """Every choice, and of events that matter the likeliest outcome, in words."""
        return tuple(text for _, text in self.told)

    @property
    def is_certain(self) -> bool:
        """Whether no event on it matters."""
        return all(player >= 0 for player, _ in self.told)

    @cached_property
    def told(self) -> list[tuple[int, str]]:
        """Who makes each step that is worth telling, and the step in words."""
        state, told = self.world.copy(), []
        for step, worth_telling in self.steps:
            if worth_telling:
                told.append((state.player, _step_text(state, step)))
            state.apply(step)
        return told


@dataclass(frozen=True)
class SolvedMove:
    """What one move leads to, if all play as well as they can from there."""

    action: int
    text: str
    ends: tuple[Return, ...]
    """The win share, rank and score of each seat; averaged where chance decides."""
    line: Line = field(repr=False, compare=False)
    """The move and all that follows, to the end of the game."""

    @property
    def values(self) -> tuple[float, ...]:
        """The win share of each seat."""
        return tuple(end.win for end in self.ends)


@dataclass(frozen=True)
class Solved:
    """The truth about a position."""

    position: Position = field(repr=False)
    ends: tuple[Return, ...]
    """The win share, rank and score of each seat, if all play as well as they can."""
    best: int | None
    """The first of the moves that nothing beats; None where nobody is to move."""
    moves: tuple[SolvedMove, ...]
    """One per legal action, in ascending order of their ids."""
    nodes: int
    """States that were looked at for the win shares."""
    told_apart: bool
    """Whether rank and score decide among moves that win as much; else the first counts."""

    @property
    def values(self) -> tuple[float, ...]:
        """The win share of each seat, if all play as well as they can."""
        return tuple(end.win for end in self.ends)

    @property
    def equals(self) -> tuple[int, ...]:
        """All moves that win as much as the best, for the seat to move."""
        if self.best is None:
            return ()
        seat = self.position.player
        least = self.ends[seat].win - EQUAL
        return tuple(move.action for move in self.moves if move.ends[seat].win >= least)

    @property
    def alike(self) -> tuple[int, ...]:
        """Those of `equals` whose rank and score are as good, too."""
        if self.best is None:
            return ()
        seat = self.position.player
        wanted = rounded(self.ends[seat])
        return tuple(m.action for m in self.moves if rounded(m.ends[seat]) == wanted)

    @property
    def text(self) -> str:
        """One sentence."""
        if self.best is None:
            return f"solved: win shares {_shares(self.values)}"
        tied, like = len(self.equals), len(self.alike)
        parts = [f"solved: {self.ranked[0].text}"]
        if like > 1:
            parts.append(f"as good as {like - 1} other{'s' * (like > 2)}")
        if tied > like and self.told_apart:
            parts.append(f"by rank and score the best of {tied} that win as much")
        return ", ".join([*parts, f"win shares {_shares(self.values)}"])

    @cached_property
    def ranked(self) -> list[SolvedMove]:
        """The moves, the best first: by win share, rank and score of the mover."""
        seat = self.position.player

        def rank(move: SolvedMove) -> tuple:
            win, place, score = rounded(move.ends[seat])
            return move.action != self.best, -win, place, -score, move.action

        return sorted(self.moves, key=rank)

    @cached_property
    def recommendation(self) -> Recommendation:
        """What to play, and why in plain sentences; somebody must be to move."""
        return exact_words.recommend(self)

    def in_words(self) -> str:
        """The recommendation and the rest of the turn, without the numbers."""
        return "\n".join([self.recommendation.text, *exact_words.rest_of_turn(self)])

    def summary(self, rows: int = 10) -> str:
        """The sentence and a table of the first moves, 100 columns wide at most."""
        seat, shown = self.position.player, self.ranked[:rows]
        figures = [
            [
                f"{place}",
                f"{100 * move.ends[seat].win:.1f} %",
                _number(move.ends[seat].rank),
                _number(move.ends[seat].score),
                _shares(move.values),
                " ".join(_number(end.score) for end in move.ends),
            ]
            for place, move in enumerate(shown, 1)
        ]
        table = laid_out([move.text for move in shown], [HEADS, *figures])
        return headed(self.text, table, len(self.moves) - rows)

    def why(self) -> str:
        """The line to the end, what each seat has there, and what the answer rests on."""
        parts = []
        if self.best is not None:
            line = self.ranked[0].line
            head = "At its end" if line.is_certain else "To expect, whatever chance brings"
            parts = [*wrapped("Line: " + "; ".join(line.texts)), "", f"{head}:"]
            parts += [f"  {_end(seat, end)}" for seat, end in enumerate(self.ends)] + [""]
        words = (
            f"Every line was played to its end, {self.nodes} states, each seat choosing what "
            "is best for itself: its win share, then its rank, then its score, whatever reward "
            "an agent plays for. Nothing that is hidden can matter any more."
        )
        if not self.told_apart:
            words += " Moves that win as much were too many to compare their ranks and scores."
        return "\n".join([*parts, *wrapped(words)])

    def to_text(self, rows: int = 10) -> str:
        """All there is: `in_words`, the `summary` and the `why`."""
        parts = [self.summary(rows), self.why()]
        return "\n\n".join(parts if self.best is None else [self.in_words(), *parts])

    def to_png(self, rows: int = 10) -> bytes:
        """The win shares of the first moves as a bar chart."""
        # Imported here, because the drawing library takes longer to load than most hints take.
        from eminence.solver.bar_chart import MoveBar, draw

        seat = self.position.player
        bars = [MoveBar(move.text, move.ends[seat].win) for move in self.ranked[:rows]]
        title = self.recommendation.sentences[0]
        return draw(title, seat, bars, filled="every line played to its end")

    def to_json(self) -> str:
        """Everything, as one line of JSON."""
        return json.dumps(self.to_dict())

    def to_dict(self) -> dict[str, Any]:
        """Everything, as plain JSON values."""
        return {
            "game": self.position.game.name,
            "options": self.position.game.options,
            "seat": self.position.player,
            "verdict": {
                "kind": "solved",
                "text": self.text,
                "moves": [move.text for move in self.ranked if move.action in self.equals],
                "confidence": 1.0,
            },
            "recommendation": None if self.best is None else self.recommendation.to_dict(),
            "values": list(self.values),
            "ends": [end._asdict() for end in self.ends],
            "told_apart": self.told_apart,
            "moves": [
                {
                    "action": move.action,
                    "text": move.text,
                    "values": list(move.values),
                    "ends": [end._asdict() for end in move.ends],
                    "line": list(move.line.texts),
                }
                for move in self.ranked
            ],
            "nodes": self.nodes,
        }


def _step_text(state: State, step: int) -> str:
    if state.player >= 0:
        return f"seat {state.player}: {state.text(step)}"
    chance = dict(state.outcomes())[step]
    return f"chance: {state.text(step)} ({100 * chance:.0f} %)"


def rounded(end: Return) -> Return:
    """Figures that differ by no more than rounding, made equal."""
    return Return(*(round(figure, PLACES) + 0.0 for figure in end))


def _shares(values: tuple[float, ...]) -> str:
    return " ".join(f"{100 * value:.1f} %" for value in values)


def _number(value: float) -> str:
    """Whole where it is, else with two places."""
    return f"{round(value, 2) + 0.0:g}" if abs(value) < 1e6 else f"{value:.0f}"


def _end(seat: int, end: Return) -> str:
    rank, score = _number(end.rank), _number(end.score)
    return f"seat {seat}: win share {100 * end.win:.1f} %, rank {rank}, score {score}"


def solve(position: State | View, nodes: int = NODES) -> Solved:
    """Play every line to its end: each seat for its own win share, chance averaged. Of moves that
    win equally for their seat the one with the better rank counts, then the one with the higher
    score, then the first, which with three or more seats may matter to the others. A state is
    solved as if all saw it. A view is solved if nothing hidden can matter any more, and refused
    otherwise; so is what takes more than `nodes` states.
    """
    whole("nodes", nodes, 1)
    world = position if isinstance(position, State) else _world(position)
    rows, lines, looked, told_apart = outlooks(world, nodes)
    ends = [tuple(Return(*map(float, seat)) for seat in row) for row in rows]
    if position.player < 0:
        return Solved(position, ends[0], None, (), looked, told_apart)
    world, seat = world.copy(), position.player
    moves = tuple(
        SolvedMove(action, position.text(action), end, Line(world, tuple(steps)))
        for action, end, steps in zip(position.actions(), ends, lines, strict=True)
    )
    best = min(moves, key=lambda move: _wish(move.ends[seat], told_apart))
    return Solved(position, best.ends, best.action, moves, looked, told_apart)


def _wish(end: Return, told_apart: bool) -> tuple[float, ...]:
    """A sort key: what a seat likes best comes first."""
    win, rank, score = rounded(end)
    return (-win, rank, -score) if told_apart else (-win,)


def solved(view: View, nodes: int = NODES) -> Solved | None:
    """Like `solve`; None where there is no exact answer."""
    try:
        return solve(view, nodes)
    except Unsolved:
        return None


def quick_solution(view: View) -> Solved | None:
    """The truth, where nothing hidden matters any more and the end is near.

    None: an estimate has to do, or there is only one move.
    """
    refuse_unless_mover(view)
    return solved(view, QUICK_NODES) if len(view.actions()) > 1 else None


def _world(view: View) -> State:
    """Any world of a view in which nothing hidden can matter."""
    refuse_unless_mover(view)
    world = view.sample(seed=0)
    known, in_sight = essence_of(view)
    # The second never happens if the game's `essence` is right.
    if not in_sight or essence_of(world) != (known, True):
        raise Unsolved(
            f"{view.game.name}: what is hidden from a seat may still matter here; "
            "solver.analyse estimates, solver.solve(state) solves with open cards"
        )
    return world
