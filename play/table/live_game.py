"""A game that is being played: its saved form, its state, and what people are still to be told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from eminence import engines
from eminence.play.table.choices import Choice, plain, shows_nothing
from eminence.play.table.free_order import MOST_MADE, FreeOrder
from eminence.play.table.news import event_text
from eminence.play.table.plan import Plan
from eminence.play.table.saved_game import PERSON, SavedGame, resolve
from eminence.play.table.telling.log import log
from eminence.play.table.telling.story import Told, lines, news_of

TOO_LATE = "the order can no longer be changed"


@dataclass(frozen=True)
class _Own:
    """A decision of a seat after which neither another seat nor chance has acted."""

    state: engines.State
    """The state before it."""
    action: int
    at: int
    """How many moves had been made."""
    unheard: dict[int, int]
    """How much each person was still to be told."""

    @cached_property
    def showed_nothing(self) -> bool:
        return shows_nothing(self.state.view(self.state.player), self.action)


@dataclass(frozen=True)
class _Earlier:
    """The moves before a seat's decision: the first `kept` of the record, then these."""

    seat: int
    kept: int
    then: tuple[str, ...] = ()
    waiting: tuple[Choice, ...] = ()


class LiveGame:
    """Continues a saved game.

    persons: the seats that `news` tells what happens; None: all that have a person.
    """

    def __init__(self, saved: SavedGame, persons: Sequence[int] | None = None):
        self.saved = saved
        seated = [seat for seat, who in enumerate(saved.seats) if who == PERSON]
        self.persons = seated if persons is None else [*persons]
        self.movers: list[int] = []
        """Who made each move."""
        self.waiting: tuple[Choice, ...] = ()
        """Choices that the person to move has already made, though their turn comes later."""
        self.held: Choice | None = None
        """A move that would end the person's choices; it waits until the person confirms it."""
        self._earlier: list[_Earlier] = []
        self._own: list[_Own] = []
        self._lately: list[tuple[engines.State, int]] = []
        """All steps since the seat that decided last began its decisions."""
        self._news: dict[int, list[Told]] = {seat: [] for seat in self.persons}
        self.state, self._chance = saved.opened(watch=self._note if saved.moves else self._tell)

    # --- going on, and back ---

    def apply(self, action: int) -> None:
        """Play an action of the seat to move, and the chance events after it."""
        seat = self.state.player
        self._step(action)
        decided = len(self._earlier)
        while ready := [choice for choice in self.waiting if choice.is_open(self.state)]:
            self.waiting = tuple(choice for choice in self.waiting if choice is not ready[0])
            self._step(ready[0].action)
        # Undo goes back to before the action.
        del self._earlier[decided:]
        if self.state.player != seat:
            self.waiting = ()

    def _step(self, action: int) -> None:
        moves = (*self.saved.moves, self.state.text(action))
        self._tell(self.state, action)
        self.saved = replace(self.saved, moves=moves)
        self.state.apply(action)
        resolve(self.state, self._chance, self._tell)

    def before(self, seat: int) -> LiveGame | None:
        """The game at the seat's previous decision; None if there was none."""
        seats = [entry.seat for entry in self._earlier]
        if seat not in seats:
            return None
        at = len(seats) - 1 - seats[::-1].index(seat)
        entry = self._earlier[at]
        moves = (*self.saved.moves[: entry.kept], *entry.then)
        earlier = LiveGame(replace(self.saved, moves=moves), self.persons)
        earlier._earlier = self._earlier[:at]
        earlier.waiting = entry.waiting
        return earlier

    def has_decided(self, seat: int) -> bool:
        """Is there a decision that `before` goes back to?"""
        return any(entry.seat == seat for entry in self._earlier)

    # --- decisions in any order ---

    def free_order(self) -> FreeOrder:
        """The decisions that the seat to move may still put into another order."""
        view = self.state.view(self.state.player)
        own = self._open_decisions()
        if own:
            free = FreeOrder(own[0].state.view(view.seat), [step.action for step in own])
            if free.now.view(view.seat) == view:
                return free
        return FreeOrder(view)

    def plan(self) -> Plan | None:
        """The plan that the seat to move is making, if its decision belongs to one."""
        view = self.state.view(self.state.player)
        made = [step.action for step in self._open_decisions()] if view.rewound() else []
        return Plan.of(view, made, self.waiting)

    def _open_decisions(self) -> list[_Own]:
        """The decisions of the seat to move since anything was shown to it."""
        found: list[_Own] = []
        for step in reversed(self._own[-MOST_MADE:]):
            if step.state.player != self.state.player or not step.showed_nothing:
                break
            found.insert(0, step)
        return found

    def put_in(self, order: Sequence[int]) -> None:
        """Take back the seat's open decisions and play these instead."""
        own = self._open_decisions()
        same = [step.action == action for step, action in zip(own, order, strict=False)]
        first = (*same, False).index(False)
        taken_back, order = own[first:], order[first:]
        if not self._can_play(taken_back, order):
            raise engines.BadOption(f"{TOO_LATE}: undo goes back")
        seat, moves = self.state.player, self.saved.moves
        at = len(moves) - len(taken_back)
        earlier = [_anchored(entry, at, moves) for entry in self._earlier]
        if taken_back:
            self._take_back_to(taken_back[0])
        for action in order:
            self._step(action)
        self._earlier = [*earlier, _Earlier(seat, at, moves[at:], self.waiting)]

    def _can_play(self, taken_back: list[_Own], order: Sequence[int]) -> bool:
        state = (taken_back[0].state if taken_back else self.state).copy()
        seat, chance = state.player, self._chance.copy()
        for action in order:
            state.resolve(chance)
            if state.player != seat or action not in state.actions():
                return False
            state.apply(action)
        return True

    def _take_back_to(self, step: _Own) -> None:
        self.saved = replace(self.saved, moves=self.saved.moves[: step.at])
        self.state = step.state.copy()
        del self.movers[step.at :]
        taken_back = [own for own in self._own if own.at >= step.at]
        del self._own[-len(taken_back) :], self._lately[-len(taken_back) :]
        for seat, count in step.unheard.items():
            del self._news[seat][count:]

    def wait_for(self, choice: Choice) -> None:
        """Make the choice as soon as its turn comes."""
        seat = self.state.player
        self._earlier.append(_Earlier(seat, len(self.saved.moves), (), self.waiting))
        self.waiting += (choice,)

    def why_not(self, text: str) -> str:
        """Why a move that the seat has or had is not offered; "" for any other move."""
        if any(plain(choice.text) == plain(text) for choice in self.waiting):
            return f"{text}: chosen already, its turn comes after another choice"
        if _offers(self.state, text):
            if self.held is not None:
                return f"{text}: type go on before, or undo to take {self.held.text!r} back"
            kept = ", ".join(choice.text for choice in self.waiting)
            return f"{text}: it leaves no room for {kept}; undo takes that back"
        return self._why_no_more(text) if self.movers[-1:] == [self.state.player] else ""

    def _why_no_more(self, text: str) -> str:
        """Why a move that was possible is no longer possible."""
        shown, event = False, ""
        for state, step in reversed(self._lately):
            if state.player == engines.CHANCE:
                event = event_text(state)
                continue
            shown |= not shows_nothing(state.view(state.player), step)
            if _offers(state, text):
                return _reason(text, event, shown)
        return ""

    # --- what people are told ---

    def news(self, seat: int) -> list[str]:
        """What a person has not been told yet; from now on it counts as told."""
        heard, self._news[seat] = self._news[seat], []
        return lines(heard)

    def log(self, seat: int, rounds: int) -> list[str]:
        """What a person saw in its last rounds, its own moves included."""
        return log(self.saved, seat, rounds)

    def _note(self, state: engines.State, step: int) -> None:
        before = state.copy()
        if state.player == engines.CHANCE:
            self._own = []
            self._lately.append((before, step))
            return
        at = len(self.movers)
        if self.movers[-1:] != [state.player]:
            self._own = []
            self._lately = []
        unheard = {seat: len(news) for seat, news in self._news.items()}
        self._own.append(_Own(before, step, at, unheard))
        self._lately.append((before, step))
        if len(state.actions()) > 1:
            # A move without a choice is no decision to go back to.
            self._earlier.append(_Earlier(state.player, at, (), self.waiting))
        self.movers.append(state.player)

    def _tell(self, state: engines.State, step: int) -> None:
        self._note(state, step)
        for seat in self.persons:
            if news := news_of(state, step, seat):
                self._news[seat].append(news)


def _anchored(entry: _Earlier, at: int, moves: tuple[str, ...]) -> _Earlier:
    """The same entry, independent of what the record holds after that move."""
    if entry.kept <= at:
        return entry
    return replace(entry, kept=at, then=(*moves[at : entry.kept], *entry.then))


def _offers(state: engines.State, text: str) -> bool:
    return any(plain(state.text(action)) == plain(text) for action in state.actions())


def _reason(text: str, event: str, shown: bool) -> str:
    if event:
        why = f"something was drawn or rolled since ({event}): {TOO_LATE}"
    elif shown:
        why = f"you have been shown something since: {TOO_LATE}"
    else:
        why = "it does not go with what you have chosen since; undo takes that back"
    return f"{text}: {why}"
