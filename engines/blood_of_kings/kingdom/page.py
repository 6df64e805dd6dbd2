"""The kingdoms of a position file: treasuries, cards, flags and units."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from eminence.cython_ext.fields import Field
from eminence.cython_ext.pages import Entries
from eminence.engines.blood_of_kings.kingdom.numbers import NO_CARD
from eminence.engines.blood_of_kings.names import CARDS, INSTITUTIONS
from eminence.engines.blood_of_kings.numbers import MAX_UNITS, Board
from eminence.engines.blood_of_kings.tables import FIRST_SEA, LEGAL, LEVELS, MOST, MOST_UNREST
from eminence.engines.kit.entry_kinds import Counts, Flag, Names, Whole, Word, or_nothing
from eminence.engines.kit.page import Answers, Entry, Section

MOST_KINGDOM_CARDS = 9
NOBODY = "nobody"


def seat_names(players: int) -> dict[int, str]:
    """Seats, and the lack of one, by number."""
    return or_nothing([f"seat {seat}" for seat in range(players)], NOBODY)


@dataclass(frozen=True)
class Levels(Counts):
    """Levels of institutions: people count from 1, and name only what is above it."""

    def read(self, entries: Entries, key: str) -> list[int]:
        levels = [max(1, n) - 1 for n in entries.counts(key, self.kinds)]
        for institution, level in zip(self.kinds, levels, strict=True):
            if level >= LEVELS:
                raise entries.fail(key, f"level {level + 1} of {institution}, choose 1 to {LEVELS}")
        return levels

    def write(self, value: Any) -> str | list[str]:
        return super().write([n + 1 if n else 0 for n in value])

    def layout(self) -> Field:
        return Field((self.kinds,), high=LEVELS - 1)


class KingdomPage:
    """The entries of a kingdom, and what follows from them."""

    def __init__(self, board: Board, players: int) -> None:
        self.on = board
        self.seats = seat_names(players)

    def section(self) -> Section:
        on = self.on
        regions, seas = on.region_names, on.sea_names
        return Section("kingdoms", self._standing() + self._map(regions, seas), rows=on.kingdoms)

    def _standing(self) -> list[Entry]:
        """Who rules it, and what it owns."""
        kingdoms = self.on.kingdoms
        return [
            Entry("kingdom", Word(dict(enumerate(kingdoms))), value=lambda data, k: k),
            Entry("ruler", Word(self.seats), "ruler", 'a seat, or "nobody"', needed=True),
            Entry("crowns", Whole(0, MOST), "crowns", needed=True),
            Entry("unrest", Whole(0, MOST_UNREST), "unrest"),
            Entry(
                "institutions",
                Levels(INSTITUTIONS),
                "level",
                "their levels where above 1, such as 2 legal, 4 artistic",
                quiet=True,
            ),
            Entry(
                "stack",
                Counts(CARDS, MOST_KINGDOM_CARDS),
                "on_mat",
                "Kingdom cards on the Kingdom mat; the others are in its hand",
                quiet=True,
                also=("in_hand",),
            ),
            Entry(
                "played",
                Word(or_nothing(CARDS)),
                "played",
                "the card of this turn, which tells what may target the kingdom",
            ),
            Entry(
                "token_with",
                Word(or_nothing(kingdoms)),
                "alliance",
                "in whose treasury its Alliance token is",
            ),
            Entry(
                "token_back",
                Flag(),
                about="whether it shows its back",
                value=_bit("flipped"),
                also=("flipped",),
            ),
            Entry(
                "shielded",
                Flag(),
                about="whether Royal Patronage keeps Dynasty cards away in this turn",
                value=_bit("shielded"),
                also=("shielded",),
            ),
        ]

    def _map(self, regions: Sequence[str], seas: Sequence[str]) -> list[Entry]:
        """Its flags and units."""
        return [
            Entry(
                "regions",
                Names(regions),
                "holds",
                "where its flag is on top; left out: where it began",
                follows="where it began",
                also=("flags", "flags_left"),
            ),
            Entry(
                "flags_beneath",
                Names(regions),
                about="where else its flag lies; where the kingdom began it always does",
                value=self._flags_beneath,
            ),
            Entry(
                "seas",
                Names(seas),
                about="where its flag is on top",
                value=self._seas,
                also=("sea_owner", "sea_flags"),
            ),
            Entry(
                "sea_flags_beneath",
                Names(seas),
                about="where it lies below another one",
                value=self._sea_flags_beneath,
            ),
            Entry(
                "armies",
                Counts((*regions, *seas), MAX_UNITS),
                about="by region or sea",
                value=self._armies,
                also=("armies",),
            ),
            Entry("fleets", Counts(seas, MAX_UNITS), "fleets", quiet=True),
            Entry(
                "sieges",
                Names(regions),
                "sieges",
                "regions with a siege token of this kingdom",
                quiet=True,
            ),
        ]

    # --- what is written ---

    def _flags_beneath(self, data: np.void, k: int) -> int | None:
        left = int(data["flags"][k]) & ~int(data["holds"][k]) & ~self._first(k)
        return left or None

    def _seas(self, data: np.void, k: int) -> int | None:
        return _mask(owner == k + 1 for owner in data["sea_owner"]) or None

    def _sea_flags_beneath(self, data: np.void, k: int) -> int | None:
        flags = _mask(int(mask) >> k & 1 for mask in data["sea_flags"])
        return flags & ~(self._seas(data, k) or 0) or None

    def _armies(self, data: np.void, k: int) -> Any:
        armies = data["armies"][k]
        return [*armies[: len(self.on.regions)], *armies[FIRST_SEA:]] if armies.any() else None

    # --- what follows ---

    def follow(self, answers: Answers) -> None:
        """Fill what the entries of the kingdoms imply."""
        for k in range(len(self.on.kingdoms)):
            self._follow_kingdom(answers, k, f"kingdoms[{k}]")

    def _follow_kingdom(self, answers: Answers, k: int, spot: str) -> None:
        record = answers.record
        if answers.said(f"{spot}.kingdom") not in (None, k):
            answers.refuse(
                f"{spot}.kingdom", f"expected {self.on.kingdoms[k]}: the kingdoms in their order"
            )
        for key, field in (("token_back", "flipped"), ("shielded", "shielded")):
            record[field] |= (answers.said(f"{spot}.{key}") or 0) << k
        armies = answers.said(f"{spot}.armies")
        if armies is not None:
            record["armies"][k][: len(self.on.regions)] = armies[: len(self.on.regions)]
            record["armies"][k][FIRST_SEA : FIRST_SEA + len(self.on.sea_names)] = armies[
                len(self.on.regions) :
            ]
        self._follow_flags(answers, k, spot)
        self._follow_seas(answers, k, spot)
        self._follow_cards(answers, k, spot)
        self._count_flags(answers, k, spot)

    def _follow_flags(self, answers: Answers, k: int, spot: str) -> None:
        """Regions with the kingdom's flag on top, and all with its flag, which never leaves."""
        record, first = answers.record, self._first(k)
        if answers.said(f"{spot}.regions") is None:
            record["holds"][k] = first
        holds = int(record["holds"][k])
        beneath = answers.said(f"{spot}.flags_beneath") or 0
        if holds & beneath:
            both = Names(self.on.region_names).write(holds & beneath)
            answers.refuse(f"{spot}.flags_beneath", f"{both} has it on top")
        record["flags"][k] = first | holds | beneath

    def _follow_seas(self, answers: Answers, k: int, spot: str) -> None:
        record, names = answers.record, self.on.sea_names
        seas = answers.said(f"{spot}.seas") or 0
        flags = seas | (answers.said(f"{spot}.sea_flags_beneath") or 0)
        for i, name in enumerate(names):
            if seas >> i & 1:
                if record["sea_owner"][i]:
                    other = self.on.kingdoms[record["sea_owner"][i] - 1]
                    answers.refuse(f"{spot}.seas", f"{name} is controlled by {other} already")
                record["sea_owner"][i] = k + 1
            if flags >> i & 1:
                record["sea_flags"][i] |= 1 << k

    def _follow_cards(self, answers: Answers, k: int, spot: str) -> None:
        """What is not on the stack is in the hand."""
        record = answers.record
        for i, most in enumerate(self._cards(k, record["level"][k])):
            stacked = int(record["on_mat"][k][i])
            if stacked > most:
                answers.refuse(
                    f"{spot}.stack", f"{stacked} {CARDS[i]}, the kingdom has {most} in play"
                )
            else:
                record["in_hand"][k][i] = most - stacked

    def _cards(self, k: int, levels: Sequence[int]) -> list[int]:
        """All cards of a kingdom in play: those of the start and of its levels (from 0)."""
        cards = list(self.on.starting_cards[k])
        for granted, level in zip(self.on.mats[k].grants, levels, strict=True):
            for card in granted[1 : level + 1]:
                if card != NO_CARD:
                    cards[card] += 1
        return cards

    def _count_flags(self, answers: Answers, k: int, spot: str) -> None:
        """The flags that are left in the treasury, at a level of the Legal institution."""
        record = answers.record
        on_map = int(record["flags"][k]).bit_count()
        on_map += sum(int(mask) >> k & 1 for mask in record["sea_flags"])
        legal = int(record["level"][k][LEGAL])
        flags = self.on.flags + sum(self.on.mats[k].flags[1 : legal + 1])
        if on_map > flags:
            answers.refuse(f"{spot}.regions", f"{on_map} flags are named, the kingdom has {flags}")
        else:
            record["flags_left"][k] = flags - on_map

    def _first(self, k: int) -> int:
        """The regions that a kingdom began with."""
        return _mask(region.kingdom == k for region in self.on.regions)

    def derived(self) -> dict[str, Field]:
        """The fields that follow, or that several entries fill."""
        on = self.on
        places = on.place_names
        return {
            "flags": Field((on.kingdoms,), bits=on.region_names),
            "in_hand": Field((on.kingdoms, CARDS), high=MOST_KINGDOM_CARDS),
            "flags_left": Field((on.kingdoms,), high=on.flag_tokens),
            "sea_owner": Field((on.sea_names,), names=or_nothing(on.kingdoms)),
            "sea_flags": Field((on.sea_names,), bits=on.kingdoms),
            "armies": Field((on.kingdoms, places), high=MAX_UNITS),
            "shielded": Field(bits=on.kingdoms),
            "flipped": Field(bits=on.kingdoms),
        }


def _bit(field: str) -> Any:
    """Whether a kingdom's bit of a field is set; None where it is not."""
    return lambda data, k: int(data[field]) >> k & 1 or None


def _mask(bits: Any) -> int:
    return sum(1 << i for i, bit in enumerate(bits) if bit)
