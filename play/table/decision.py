"""What a person may choose at a decision, and what happens to the choice.

Besides the moves that the rules ask for now there are those whose turn is over or has not come yet
(`free_order`). A user interface, such as a terminal, needs only an `Offer` and `decide`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from eminence.play.table.choices import Choice, Late, spoken
from eminence.play.table.live_game import LiveGame
from eminence.play.table.plan import Plan

#: the answer that plays the held move
GO_ON = Choice(-1, "go on")


@dataclass(frozen=True)
class Offer:
    """The moves of one decision; their numbers count from 1."""

    open: Sequence[Choice]
    """What the rules ask for now."""
    late: Sequence[Late] = ()
    """What else is possible."""
    unlisted: Sequence[Choice] = ()
    """What can be typed, though it has no number."""

    def __len__(self) -> int:
        return len(self.open) + len(self.late)

    @property
    def moves(self) -> list[Choice | Late]:
        """In the order of their numbers."""
        return [*self.open, *self.late]

    @property
    def all(self) -> list[Choice | Late]:
        return [*self.moves, *self.unlisted]

    def number(self, number: int) -> Choice | Late:
        return self.moves[number - 1]

    def beginning(self, text: str) -> list[Choice | Late]:
        """The moves whose text begins so, ignoring blanks, capitals and colons."""
        begin = spoken(text)
        return [move for move in self.all if spoken(text_of(move)).startswith(begin)]

    def named(self, text: str) -> Choice | Late | None:
        """The move with this text, ignoring blanks, capitals and colons."""
        return {spoken(text_of(move)): move for move in reversed(self.all)}.get(spoken(text))


def text_of(move: Choice | Late) -> str:
    """The words of a move."""
    return move.choice.text if isinstance(move, Late) else move.text


class Decision:
    """One decision of a person."""

    def __init__(self, live: LiveGame):
        self.live = live
        self.plan = live.plan()
        self.free = live.free_order()
        self.offer = self._offer() if self.plan is None else self._offer_of(self.plan)

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

    def _offer_of(self, plan: Plan) -> Offer:
        """The choices for the box that the rules ask for, and by text those for the others."""
        if plan.is_full:
            return Offer([GO_ON], unlisted=plan.choices)
        state = self.live.state
        asked = [Choice(action, state.text(action)) for action in state.actions()]
        listed = [choice for choice in asked if plan.fits(choice)]
        return Offer(listed, unlisted=[each for each in plan.choices if each not in listed])

    @property
    def is_forced(self) -> bool:
        """Is there only one move, and nothing else that is still possible or waits?"""
        if self.plan is not None:
            return False
        return len(self.offer) == 1 and self.live.held is None and not self.live.waiting

    def decide(self, wanted: Choice | Late) -> None:
        """Play the move where the rules ask for it, or keep it until they do."""
        if self.plan is not None and isinstance(wanted, Choice):
            self._decide_in(self.plan, wanted)
            return
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

    def _decide_in(self, plan: Plan, wanted: Choice) -> None:
        """Fill a box, or play the last one, which ends the plan."""
        if wanted is GO_ON:
            self.live.apply(self.live.waiting[0].action)
            self.live.waiting = ()
        else:
            filled = plan.with_choice(wanted)
            self.live.put_in(filled.order)
            self.live.waiting = filled.waiting

    def _play_or_hold(self, move: Choice) -> None:
        """Play a move, but hold it first if it gives up more than a person expects."""
        if self.free.given_up(move.action):
            self.live.held = move
        else:
            self._play(move)

    def _play(self, move: Choice) -> None:
        self.live.held = None
        self.live.apply(move.action)
