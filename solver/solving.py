"""`solve`: the exact value of a position, and the move to play, where that can be found out.

A state is solved as if everybody could see it. A view is solved only if that is right for its
seat: when the game says that nothing matters any more which a seat that may still decide
cannot see (`Ops.essence`). Then the view and all its worlds have one essence, and whoever
solves any of the worlds has solved them all.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from cython_ext.errors import BadOption, Unsolved
from cython_ext.game import Position, State, View
from search.api import refuse_unless_mover
from solver.exact import EQUAL, action_values, essence_of
from solver.text import headed, laid_out, wrapped

#: states that are looked at before giving up: a few seconds of Royals
NODES = 3_000_000


@dataclass(frozen=True)
class SolvedMove:
    """What one move leads to, if all play as well as they can from there."""

    action: int
    text: str
    values: tuple[float, ...]
    """The win share of each seat."""


@dataclass(frozen=True)
class Solved:
    """The truth about a position."""

    position: Position = field(repr=False)
    values: tuple[float, ...]
    """The win share of each seat, if all play as well as they can."""
    best: int | None
    """The first of the moves that nothing beats; None where nobody is to move."""
    moves: tuple[SolvedMove, ...]
    """One per legal action, in ascending order of their ids."""
    nodes: int
    """States that were looked at."""

    @property
    def equals(self) -> tuple[int, ...]:
        """All moves that are as good as the best, for the seat to move."""
        if self.best is None:
            return ()
        seat = self.position.player
        least = self.values[seat] - EQUAL
        return tuple(move.action for move in self.moves if move.values[seat] >= least)

    @property
    def text(self) -> str:
        """One sentence."""
        if self.best is None:
            return f"solved: win shares {_shares(self.values)}"
        names = {move.action: move.text for move in self.moves}
        others = len(self.equals) - 1
        more = f", as good as {others} other{'s' * (others > 1)}" if others else ""
        return f"solved: {names[self.best]}{more}, win shares {_shares(self.values)}"

    @property
    def ranked(self) -> list[SolvedMove]:
        """The moves, the best first."""
        seat = self.position.player
        return sorted(self.moves, key=lambda move: (-move.values[seat], move.action))

    def summary(self, rows: int = 10) -> str:
        """The sentence and a table of the first moves, 100 columns wide at most."""
        seat, shown = self.position.player, self.ranked[:rows]
        figures = [
            [f"{place}", f"{100 * move.values[seat]:.1f} %", _shares(move.values)]
            for place, move in enumerate(shown, 1)
        ]
        table = laid_out(
            [move.text for move in shown], [["", "win share", "wins by seat"], *figures]
        )
        return headed(self.text, table, len(self.moves) - rows)

    def why(self) -> str:
        """What the answer rests on."""
        words = (
            f"Every line was played to its end, {self.nodes} states, each seat choosing what "
            "is best for itself. Nothing that is hidden can matter any more."
        )
        return "\n".join(wrapped(words))

    def to_text(self, rows: int = 10) -> str:
        """All there is to say."""
        return f"{self.summary(rows)}\n\n{self.why()}"

    def to_png(self, rows: int = 10) -> bytes:
        """The win shares of the first moves as a bar chart."""
        # Here, because the library that draws takes longer to load than most hints take.
        from solver.picture import Bar, draw

        seat = self.position.player
        bars = [Bar(move.text, move.values[seat]) for move in self.ranked[:rows]]
        return draw(self.text, seat, bars)

    def to_dict(self) -> dict[str, Any]:
        """Everything, as JSON has it."""
        names = {move.action: move.text for move in self.moves}
        return {
            "game": self.position.game.name,
            "options": self.position.game.options,
            "seat": self.position.player,
            "verdict": {
                "kind": "solved",
                "text": self.text,
                "moves": [names[action] for action in self.equals],
                "confidence": 1.0,
            },
            "values": list(self.values),
            "moves": [
                {"action": move.action, "text": move.text, "values": list(move.values)}
                for move in self.moves
            ],
            "nodes": self.nodes,
        }


def _shares(values: tuple[float, ...]) -> str:
    return " ".join(f"{100 * value:.1f} %" for value in values)


def solve(position: State | View, nodes: int = NODES) -> Solved:
    """Play every line to its end: each seat for its own win share, chance averaged.

    Of moves that are equally good for their seat the first counts, which with three or more
    seats may matter to the others. A state is solved as if all saw it. A view is solved if
    nothing hidden can matter any more, and refused otherwise; so is what takes more than
    `nodes` states.
    """
    if isinstance(nodes, bool) or not isinstance(nodes, int) or nodes < 1:
        raise BadOption(f"nodes={nodes!r}: choose a whole number above 0")
    world = position if isinstance(position, State) else _world(position)
    rows, looked = action_values(world, nodes)
    values = [tuple(row.tolist()) for row in rows]
    if position.player < 0:
        return Solved(position, values[0], None, (), looked)
    actions, seat = position.actions(), position.player
    moves = tuple(
        SolvedMove(action, position.text(action), value)
        for action, value in zip(actions, values, strict=True)
    )
    most = max(value[seat] for value in values)
    best = next(move for move in moves if move.values[seat] >= most - EQUAL)
    return Solved(position, best.values, best.action, moves, looked)


def solved(view: View, nodes: int = NODES) -> Solved | None:
    """Like `solve`, for somebody who has another way if there is no exact answer."""
    try:
        return solve(view, nodes)
    except Unsolved:
        return None


def _world(view: View) -> State:
    """Any world of a view in which nothing hidden can matter."""
    refuse_unless_mover(view)
    world = view.sample(seed=0)
    known, in_sight = essence_of(view)
    # The second never happens to a game that keeps its word.
    if not in_sight or essence_of(world) != (known, True):
        raise Unsolved(
            f"{view.game.name}: what is hidden from a seat may still matter here; "
            "solver.analyse estimates, solver.solve(state) solves with open cards"
        )
    return world
