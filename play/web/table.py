"""One table: the game, who sits there, and what each may do now.

Nothing here waits or sends: `Hall` calls it from one thread at a time.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from eminence import search
from eminence.cython_ext.game import Game, View
from eminence.engines import BadOption, EminenceError
from eminence.play.table.choices import Choice, Late
from eminence.play.table.decision import Decision, text_of
from eminence.play.table.levels import DEFAULT_LEVEL, bot_of
from eminence.play.table.live_game import LiveGame
from eminence.play.table.saved_game import PERSON, SavedGame, saved_from
from eminence.play.web.draft import Draft, restore, written
from eminence.play.web.history import History
from eminence.play.web.storage import Record
from eminence.play.web.tokens import new_seed
from eminence.search.beliefs.record import Record as Seen

#: in how far a seat may take back: at once, if all others agree, or not at all
FREE, ASK, NO = "free", "ask", ""


@dataclass(frozen=True)
class StandIn:
    """A bot in the seat of a person."""

    level: str
    away: bool
    """Because the person had left: it gets the seat back when it returns."""


@dataclass(frozen=True)
class BotTurn:
    """What a bot is to decide."""

    view: View
    spec: str
    seed: int
    seat: int


class Table:
    """A game that people and bots play."""

    def __init__(self, record: Record):
        saved = saved_from({**record.opening, "moves": list(record.moves)})
        pending = record.pending
        self.record = record
        self.line_up: list[str] = record.settings["line_up"]
        """Per seat `person` or the level of a bot."""
        self.has_hints: bool = record.settings["hints"]
        self.seats = saved.seats
        self.live = LiveGame(saved, ())
        restore(self.live, pending.get("live", {}))
        self.history = History(saved)
        self.stand_ins = {
            int(seat): StandIn(*kept) for seat, kept in pending.get("stand_ins", {}).items()
        }
        self.asking: int | None = None
        """The seat that wants to take back its decision."""
        self.agreed: set[int] = set()
        """Who has agreed to that."""
        self._decisions: dict[int, Decision | None] = {}
        self.drafts: dict[int, Draft] = {}
        for seat, kept in pending.get("drafts", {}).items():
            if self._is_ahead(int(seat)):
                self.drafts[int(seat)] = Draft.read(self.live.state.view(int(seat)), kept)

    @property
    def game(self) -> Game:
        return self.live.state.game

    @property
    def saved(self) -> SavedGame:
        return self.live.saved

    @property
    def moves(self) -> tuple[str, ...]:
        return self.saved.moves

    def pending(self) -> dict[str, Any]:
        """What is decided but not played, and who stands in for whom, for the file."""
        drafts = {str(s): d.written() for s, d in self.drafts.items() if not d.is_empty}
        stand_ins = {str(s): [bot.level, bot.away] for s, bot in self.stand_ins.items()}
        return {"live": written(self.live), "drafts": drafts, "stand_ins": stand_ins}

    # --- who sits where ---

    def is_persons(self, seat: int) -> bool:
        """Was the seat given to a person?"""
        return seat >= 0 and self.seats[seat] == PERSON

    def is_bot(self, seat: int) -> bool:
        """Does a bot play the seat now?"""
        return not self.is_persons(seat) or seat in self.stand_ins

    def people(self) -> list[int]:
        """The seats that people play now."""
        return [seat for seat in range(self.game.seats) if not self.is_bot(seat)]

    def bot_turn(self) -> BotTurn | None:
        """What the bot that is to move has to decide; None: no bot is to move."""
        state = self.live.state
        seat = state.player
        if state.over or not self.is_bot(seat):
            return None
        stand_in = self.stand_ins.get(seat)
        spec = self.seats[seat] if stand_in is None else bot_of(self.game, stand_in.level)
        return BotTurn(state.view(seat), spec, self.saved.seed, seat)

    def stand_in_for(self, seat: int, level: str = DEFAULT_LEVEL, away: bool = False) -> None:
        """Let a bot play the seat of a person."""
        if not self.is_persons(seat):
            raise BadOption(f"seat {seat} is no person's")
        if seat in self.stand_ins:
            raise BadOption(f"a bot plays seat {seat} already")
        bot_of(self.game, level)  # refuses what is no level
        if self.live.state.player == seat:
            self.live.waiting, self.live.held = (), None
        self.stand_ins[seat] = StandIn(level, away)
        self._changed()

    def give_back(self, seat: int) -> None:
        """Give the seat to its person again."""
        if self.stand_ins.pop(seat, None) is None:
            raise BadOption(f"no bot plays for seat {seat}")
        self._changed()

    # --- what a seat sees and may decide ---

    def _is_ahead(self, seat: int) -> bool:
        """May the seat decide though the rules ask another one now?"""
        state = self.live.state
        return state.player != seat and not state.over and state.view(seat).player == seat

    def _place(self, seat: int) -> LiveGame:
        """The game in which the seat decides: the true one, or that of its draft."""
        return self.drafts[seat].live if seat in self.drafts else self.live

    def view(self, viewer: int) -> View:
        """What a seat or PUBLIC sees, with what it has decided ahead of the rules."""
        return self._place(viewer).state.view(viewer)

    def seen(self, seat: int, most: int | None = None) -> Seen:
        """What a seat has seen up to its view, or only the last views: made of its views alone."""
        seen = self.history.seen(seat, most)
        if seat in self.drafts:
            for view in self.drafts[seat].live.saved.record(seat).views:
                seen = seen.seeing(view)
        return seen if most is None else seen.latest(most)

    def bot_seen(self, turn: BotTurn) -> Seen | None:
        """What a bot has seen, if it makes something of it."""
        return self.seen(turn.seat) if _remembers(turn.spec, self.game) else None

    def decision(self, seat: int) -> Decision | None:
        """What the seat's person may decide now; None: nothing."""
        if seat not in self._decisions:
            self._decisions[seat] = self._decision(seat)
        return self._decisions[seat]

    def _decision(self, seat: int) -> Decision | None:
        if self.is_bot(seat) or self.live.state.over:
            return None
        if self._is_ahead(seat) and seat not in self.drafts:
            self.drafts[seat] = Draft(self.live.state.view(seat))
        place = self._place(seat)
        return Decision(place) if place.state.player == seat else None

    def kept(self, seat: int) -> list[str]:
        """What the seat has chosen that is not played yet."""
        if self.is_bot(seat):
            return []
        if seat in self.drafts:
            live = self.drafts[seat].live
            return [*live.saved.moves, *(choice.text for choice in live.waiting)]
        is_next = self.live.state.player == seat
        return [choice.text for choice in self.live.waiting] if is_next else []

    def held(self, seat: int) -> str:
        """The move that the seat has chosen and that would lose it others; "" for none."""
        place = self._place(seat)
        mine = place.state.player == seat and not self.is_bot(seat)
        return place.held.text if mine and place.held is not None else ""

    # --- deciding ---

    def decide(self, seat: int, text: str) -> None:
        """Play or keep the choice with this text."""
        decision = self.decision(seat)
        if decision is None:
            raise BadOption(f"{text}: it is not your move")
        wanted = _found(text, decision.offer.all)
        if wanted is None:
            why = self._place(seat).why_not(text)
            raise BadOption(why or f"{text}: that is not among your moves")
        decision.decide(wanted)
        self._changed()

    def play_bot(self, turn: BotTurn, action: int) -> bool:
        """Play what a bot has decided; False: it was asked about another position."""
        if self.bot_turn() != turn:
            return False
        self.live.apply(action)
        self._changed()
        return True

    def _changed(self) -> None:
        self._decisions.clear()
        self.asking, self.agreed = None, set()
        self._play_drafts()
        self._renew_drafts()
        self.history.follow(self.moves)

    def _play_drafts(self) -> None:
        """Play what seats have decided before the rules asked them."""
        while (seat := self.live.state.player) in self.drafts:
            draft = self.drafts.pop(seat)
            if self.is_bot(seat) or draft.view != self.live.state.view(seat):
                return
            for move in draft.live.saved.moves:
                self.live.apply(self.live.state.parse(move))
            if self.live.state.player == seat:
                self.live.waiting, self.live.held = draft.live.waiting, draft.live.held

    def _renew_drafts(self) -> None:
        """Keep the drafts that still fit."""
        for seat, draft in [*self.drafts.items()]:
            view = self.live.state.view(seat)
            if self.is_bot(seat) or not self._is_ahead(seat):
                del self.drafts[seat]
            elif view != draft.view:
                self.drafts[seat] = Draft.read(view, draft.written())

    # --- taking back ---

    def undo_kind(self, seat: int) -> str:
        """May the seat take back its last decision?"""
        if not self.is_persons(seat):
            return NO
        place = self._place(seat)
        is_next = place.state.player == seat and not self.is_bot(seat)
        if is_next and place.held is not None:
            return FREE
        if seat in self.drafts and place.has_decided(seat):
            return FREE
        if not self.live.has_decided(seat):
            return NO
        if self.people() == [seat] or (is_next and self._has_shown_nothing(seat)):
            return FREE
        return ASK if seat in self.people() else NO

    def _has_shown_nothing(self, seat: int) -> bool:
        """Has nothing been shown to the seat, and nobody else acted, since its last decision?"""
        decision = self.decision(seat)
        if decision is None or self._place(seat) is not self.live:
            return False
        worlds = decision.free.worlds[:-1]
        return bool(self.live.waiting) or any(len(world.actions()) > 1 for world in worlds)

    def undo(self, seat: int) -> None:
        """Take back the seat's last decision, or ask the others whether it may."""
        kind = self.undo_kind(seat)
        if kind == NO:
            raise BadOption("undo: you have not decided anything yet")
        if kind == FREE:
            self._go_back(seat)
        elif self.asking is not None:
            raise BadOption(f"undo: seat {self.asking} has asked already, wait for the answers")
        else:
            self.asking, self.agreed = seat, {seat}

    def agree(self, seat: int, agrees: bool) -> None:
        """A person answers whether another may take back."""
        asking = self.asking
        if asking is None or seat not in self.people() or seat in self.agreed:
            raise BadOption("nobody waits for your answer")
        self.agreed.add(seat)
        if not agrees:
            self.asking, self.agreed = None, set()
        elif self.agreed >= {*self.people()}:
            self._go_back(asking)

    def _go_back(self, seat: int) -> None:
        place = self._place(seat)
        if place.state.player == seat and place.held is not None:
            place.held = None
        elif seat in self.drafts and place.has_decided(seat):
            earlier = place.before(seat)
            assert earlier is not None
            self.drafts[seat].live = earlier
        else:
            earlier = self.live.before(seat)
            assert earlier is not None
            self.live = earlier
        self._changed()


@lru_cache(maxsize=64)
def _remembers(spec: str, game: Game) -> bool:
    return search.make(spec).remembers(game)


def opening_of(game: Game, line_up: Iterable[str], seed: int) -> SavedGame:
    """A new game; the line-up names `person` or a level for each seat."""
    seats = [PERSON if who == "person" else bot_of(game, who) for who in line_up]
    return SavedGame(game, tuple(seats), seed)


def new_record(
    name: str,
    game: Game,
    line_up: Sequence[str],
    hints: bool,
    hashes: Mapping[int, bytes] | None = None,
) -> Record:
    """A new table as the file will have it, its cards not known to anybody."""
    saved = opening_of(game, line_up, new_seed())
    settings = {"line_up": list(line_up), "hints": hints}
    return Record(name, json.loads(saved.to_json()), settings, dict(hashes or {}))


def opened(record: Record) -> Table:
    """The table in a record, or why it cannot be played here."""
    try:
        return Table(record)
    except EminenceError as error:
        why = " ".join(str(error).split())
        raise BadOption(f"this table cannot be played with this version: {why}") from None


def _found(text: str, offered: Iterable[Choice | Late]) -> Choice | Late | None:
    return next((move for move in offered if text_of(move) == text), None)
