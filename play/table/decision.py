"""What a person may choose at a decision, and what happens to the choice.

Besides the moves that the rules ask for now there are those whose turn is over or has not come yet
(`free_order`). A user interface, such as a terminal, needs only an `Offer` and `decide`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from eminence.play.table.choices import Choice, Late, plain
from eminence.play.table.live_game import LiveGame

#: the answer that plays the held move
GO_ON = Choice(-1, "go on")


@dataclass(frozen=True)
class Offer:
    """The moves of one decision; their numbers count from 1."""

    open: Sequence[Choice]
    """What the rules ask for now."""
    late: Sequence[Late] = ()
    """What else is possible."""

    def __len__(self) -> int:
        return len(self.open) + len(self.late)

    def number(self, number: int) -> Choice | Late:
        moves: list[Choice | Late] = [*self.open, *self.late]
        return moves[number - 1]

    def named(self, text: str) -> Choice | Late | None:
        """The move with this text, ignoring blanks and capitals."""
        moves: dict[str, Choice | Late] = {plain(move.choice.text): move for move in self.late}
        moves |= {plain(choice.text): choice for choice in self.open}
        return moves.get(plain(text))


class Decision:
    """One decision of a person."""

    def __init__(self, live: LiveGame):
        self.live = live
        self.free = live.free_order()
        self.offer = self._offer()

    def _offer(self) -> Offer:
        live, free = self.live, self.free
        if live.held is not None:
            return Offer([GO_ON], free.given_up(live.held.action))
        state, waiting = live.state, live.waiting
        asked = [Choice(action, state.text(action)) for action in state.actions()]
        if not waiting:
            return Offer(asked, free.late)
        return Offer(
            [choice for choice in asked if free.leaves_room(waiting, choice.action)],
            [
                late
                for late in free.late
                if late.waits and free.leaves_room((*waiting, late.choice))
            ],
        )

    def decide(self, wanted: Choice | Late) -> None:
        """Play the move where the rules ask for it, or keep it until they do."""
        held = self.live.held
        if wanted is GO_ON and held is not None:
            self._play(held)
        elif isinstance(wanted, Choice):
            self._play_or_hold(wanted)
        elif wanted.waits:
            self.live.wait_for(wanted.choice)
        elif held is None:
            self.live.put_in(wanted.order)
        else:
            # The held move comes last, and stays held until nothing is lost by playing it.
            self.live.put_in(wanted.order[:-1])
            self.free = self.live.free_order()
            self._play_or_hold(held)

    def _play_or_hold(self, move: Choice) -> None:
        """Play a move, but hold it first if it gives up more than a person expects."""
        if self.free.given_up(move.action):
            self.live.held = move
        else:
            self._play(move)

    def _play(self, move: Choice) -> None:
        self.live.held = None
        self.live.apply(move.action)
