"""The players of a position file: glory, hands, influence, and what is known of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from eminence.cython_ext.fields import SEATS, Field
from eminence.cython_ext.pages import Entries
from eminence.engines.blood_of_kings.names import ACHIEVEMENTS, FACE_DOWN, SOURCES
from eminence.engines.blood_of_kings.numbers import Board
from eminence.engines.blood_of_kings.tables import FROM_START, MAX_CARDS, TOLD, UNKNOWN
from eminence.engines.kit.entry_kinds import Counts, Each, Kind, Line, Names, Whole
from eminence.engines.kit.page import Answers, Entry, Section, needed, others, own, quiet

MOST_GLORY = 250

#: cards by kingdom, from the bottom up
Stacks = list[list[int]]


@dataclass(frozen=True)
class Turns(Kind):
    """A list of turns, which people count from 1."""

    last: int
    about = "a list of turns"

    def read(self, entries: Entries, key: str) -> list[int]:
        turns = entries.values[key]
        whole = isinstance(turns, list) and all(type(n) is int for n in turns)
        if not whole or not all(1 <= n <= self.last for n in turns):
            raise entries.fail(key, f"expected a list of turns, each 1 to {self.last}")
        return [n - 1 for n in turns]

    def write(self, value: list[int]) -> list[int]:
        return [n + 1 for n in value]


class SeatPage:
    """The entries of a seat, and what follows from them."""

    def __init__(self, board: Board, players: int, turn_cap: int) -> None:
        self.on = board
        self.players = players
        self.turn_cap = turn_cap
        self.kinds = board.card_names
        self.cards = Counts(self.kinds, about="Dynasty cards")
        self.nothing: Stacks = [[] for _ in board.kingdoms]
        self.seats = [f"seat {seat}" for seat in range(players)]
        self.faces = {**dict(enumerate(self.kinds)), UNKNOWN: FACE_DOWN}
        self.many = Whole(0, MAX_CARDS)

    def section(self) -> Section:
        return Section("seats", self._standing() + self._known_cards(), rows=SEATS)

    def _standing(self) -> list[Entry]:
        sources = Counts(SOURCES, MOST_GLORY)
        earned = "glory by where it came from"
        count = "how many Dynasty cards this player holds"
        return [
            needed("glory", Whole(0, MOST_GLORY), "tokens"),
            quiet("earned", sources, earned, follows="all from the start"),
            Entry("tiles", Names(self.on.tile_names)),
            own("hand", self.cards, "your Dynasty cards"),
            others("cards", self.many, count, "hand_count", needed=True, also=["hand"]),
            Entry(
                "influence",
                self._stacks_of(Line(self.faces), '"?, influence 5"', []),
                'stacks by kingdom from the bottom up; "?" is a card you do not know',
                value=lambda data, seat: self._stacks(data, seat, "mat"),
                also=["mat", "known", "height"],
            ),
        ]

    def _known_cards(self) -> list[Entry]:
        """What is known of hidden cards, and since when."""
        turn = Whole(1, self.turn_cap + 1, first=1)
        turns = Each(self.kinds, turn, "turns by card")
        seen = "cards that everybody saw go into the hand, and that may still be hidden"
        taken = "in which turn, where not in the first: the earliest if there were several"
        drawn = "cards drawn from the deck since this player last laid one down"
        told = "further cards that only you know to be in the hand or face down"
        return [
            quiet("seen", self.cards, seen, "owned"),
            quiet("taken", turns, taken, "since"),
            quiet("drawn", self.many, drawn),
            Entry(
                "looked",
                self._stacks_of(Counts(self.seats), '"2 seat 1"', [0] * self.players),
                "how many cards of a stack others know, from the bottom up: 2 seat 1",
                value=self._looked,
            ),
            Entry(
                "laid",
                self._stacks_of(Turns(self.turn_cap + 1), "[1, 3]", []),
                "in which turns a stack's cards were laid down, where not in this one",
                value=self._laid,
                also=["laid"],
                follows="in this turn",
            ),
            quiet("told", self.cards, told, value=self._told, also=["told"]),
        ]

    def _stacks_of(self, kind: Kind, example: str, nothing: list[int]) -> Each:
        """What is told of the stacks of a seat, by kingdom."""
        about = f"a table such as {{ France = {example} }}"
        return Each(self.on.kingdoms, kind, about, nothing)

    # --- what is written ---

    def _stacks(self, data: np.void, seat: int, field: str) -> Stacks:
        """What a field says of each card on a seat's mats, by kingdom."""
        at, stacks = int(data["height"][:seat].sum()), []
        for height in data["height"][seat].tolist():
            stacks.append([int(n) for n in data[field][at : at + height]])
            at += height
        return stacks

    def _looked(self, data: np.void, seat: int) -> Stacks:
        viewer = int(data["head"]["view_of"])
        return [
            [
                0 if other == viewer else sum(mask >> other & 1 for mask in masks)
                for other in range(self.players)
            ]
            for masks in self._stacks(data, seat, "known")
        ]

    def _laid(self, data: np.void, seat: int) -> Stacks:
        now = int(data["turn"])
        return [turns if {*turns} - {now} else [] for turns in self._stacks(data, seat, "laid")]

    def _told(self, data: np.void, seat: int) -> list[int]:
        viewer, told = int(data["head"]["view_of"]), [0] * len(self.kinds)
        for entry in data["told"][viewer] if viewer >= 0 else ():
            owner, kind = divmod(int(entry) - 1, len(told))
            if entry and owner == seat:
                told[kind] += 1
        return told

    # --- what follows ---

    def follow(self, answers: Answers) -> None:
        """Fill what the entries of the seats imply."""
        at, all_told = 0, []
        for seat in range(self.players):
            spot = f"seats[{seat}]"
            stacks: Stacks = answers.said(f"{spot}.influence", self.nothing)
            self._refuse_unknown_in_own(answers, seat, stacks)
            told = self._told_of(answers, seat)
            all_told += [seat * len(self.kinds) + i + 1 for i in told]
            self._follow_hand(answers, seat, stacks, told)
            self._follow_glory(answers, seat)
            answers.record["height"][seat] = [len(stack) for stack in stacks]
            at = self._follow_stacks(answers, seat, stacks, at)
        if at > MAX_CARDS:
            answers.refuse("seats", f"influence: {at} cards on all mats together")
        if len(all_told) > TOLD:
            answers.refuse("seats", f"told: {len(all_told)} cards of all, at most {TOLD}")
        elif all_told:
            answers.record["told"][answers.viewer][: len(all_told)] = all_told

    def _refuse_unknown_in_own(self, answers: Answers, seat: int, stacks: Stacks) -> None:
        for kingdom, stack in zip(self.on.kingdoms, stacks, strict=True):
            if seat == answers.viewer and UNKNOWN in stack:
                message = f"{FACE_DOWN!r} in your own stack: name the card"
                answers.refuse(f"seats[{seat}].influence.{kingdom}", message)

    def _told_of(self, answers: Answers, seat: int) -> list[int]:
        """The cards that only the viewer knows of, by kind."""
        spot = f"seats[{seat}].told"
        counts = answers.said(spot, [])
        if any(counts) and (seat == answers.viewer or answers.viewer < 0):
            answers.refuse(spot, "only of other players, and only in a player's view")
        if sum(counts) > TOLD:
            answers.refuse(spot, f"{sum(counts)} cards, at most {TOLD}")
            return []
        return [kind for kind, n in enumerate(counts) for _ in range(n)]

    def _follow_hand(
        self, answers: Answers, seat: int, stacks: Stacks, told: Sequence[int]
    ) -> None:
        """The viewer's own hand is known; of another hand only what is certain.

        A card that the viewer has seen face down may be one of those seen or told.
        """
        record = answers.record
        if seat == answers.viewer:
            record["hand_count"][seat] = record["hand"][seat].sum()
            return
        left = [int(n) for n in record["owned"][seat]]
        for kind in told:
            left[kind] += 1
        for face in (face for stack in stacks for face in stack):
            if face != UNKNOWN and left[face]:
                left[face] -= 1
        record["hand"][seat] = left

    def _follow_glory(self, answers: Answers, seat: int) -> None:
        """If no source of glory is noted, all of it counts as glory from the start."""
        record = answers.record
        if not record["earned"][seat].any():
            tiles = int(record["tiles"][seat]).bit_count()
            whole = int(record["glory"][seat]) + self.on.glory_per_tile * tiles
            record["earned"][seat][FROM_START] = whole

    def _follow_stacks(self, answers: Answers, seat: int, stacks: Stacks, at: int) -> int:
        """The cards on the mats of a seat; returns where the next seat's begin."""
        record, spot = answers.record, f"seats[{seat}]"
        looked = answers.said(f"{spot}.looked", self.nothing)
        laid = answers.said(f"{spot}.laid", self.nothing)
        now, kingdoms = int(record["turn"]), self.on.kingdoms
        for kingdom, stack, counts, turns in zip(kingdoms, stacks, looked, laid, strict=True):
            if turns and (len(turns) != len(stack) or max(turns) > now):
                message = f"expected the turns of {len(stack)} cards, each 1 to {now + 1}"
                answers.refuse(f"{spot}.laid.{kingdom}", message)
                turns = []
            for height, face in enumerate(stack):
                if at >= MAX_CARDS:
                    return at + 1
                known = sum(1 << other for other, n in enumerate(counts) if n > height)
                if answers.viewer >= 0 and seat != answers.viewer and face != UNKNOWN:
                    known |= 1 << answers.viewer
                record["mat"][at], record["known"][at] = face, known
                record["laid"][at] = turns[height] if turns else now
                at += 1
        return at

    def derived(self) -> dict[str, Field]:
        """The fields that follow, or that several entries fill."""
        told = {0: ""}
        for owner in range(self.players):
            first = owner * len(self.kinds) + 1
            told |= {first + i: f"seat {owner}: {kind}" for i, kind in enumerate(self.kinds)}
        return {
            "tiles": Field((SEATS,), bits=ACHIEVEMENTS),
            "height": Field((SEATS, self.on.kingdoms)),
            "hand_count": Field((SEATS,)),
            "mat": Field((None,), names=self.faces),
            "known": Field((None,), bits=self.seats),
            "laid": Field(high=self.turn_cap),
            "drawn": Field((SEATS,)),
            "told": Field((SEATS, None), names=told),
        }
