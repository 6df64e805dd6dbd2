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
from eminence.engines.kit.entry_kinds import FLAG, Counts, Names, Whole, Word, or_nothing
from eminence.engines.kit.masks import bits, mask_where
from eminence.engines.kit.page import Answers, Entry, Section, needed, quiet

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
        return Section("kingdoms", self._standing() + self._map(), rows=self.on.kingdoms)

    def _standing(self) -> list[Entry]:
        """Who rules it, and what it owns."""
        kingdoms = self.on.kingdoms
        some_kingdom, some_card = Word(or_nothing(kingdoms)), Word(or_nothing(CARDS))
        levels = "their levels where above 1, such as 2 legal, 4 artistic"
        stack = "Kingdom cards on the Kingdom mat; the others are in its hand"
        cards = Counts(CARDS, MOST_KINGDOM_CARDS)
        played = "the card of this turn, which tells what may target the kingdom"
        token = "in whose treasury its Alliance token is"
        patron = "whether Royal Patronage keeps Dynasty cards away in this turn"
        return [
            Entry("kingdom", Word(dict(enumerate(kingdoms))), value=lambda data, k: k),
            needed("ruler", Word(self.seats), 'a seat, or "nobody"'),
            needed("crowns", Whole(0, MOST)),
            Entry("unrest", Whole(0, MOST_UNREST)),
            quiet("institutions", Levels(INSTITUTIONS), levels, "level"),
            quiet("stack", cards, stack, "on_mat", also=["in_hand"]),
            Entry("played", some_card, played),
            Entry("token_with", some_kingdom, token, "alliance"),
            self._flag("token_back", "flipped", "whether it shows its back"),
            self._flag("shielded", "shielded", patron),
        ]

    def _flag(self, key: str, mask: str, about: str) -> Entry:
        """A bit of a mask of kingdoms, written where it is set."""
        return quiet(key, FLAG, about, value=lambda data, k: data[mask] >> k & 1, also=[mask])

    def _map(self) -> list[Entry]:
        """Its flags and units."""
        regions, seas = Names(self.on.region_names), Names(self.on.sea_names)
        armies = Counts((*self.on.region_names, *self.on.sea_names), MAX_UNITS)
        fleets = Counts(self.on.sea_names, MAX_UNITS)
        holds = "where its flag is on top; left out: where it began"
        flags, sea_flags = ["flags", "flags_left"], ["sea_owner", "sea_flags"]
        beneath = "where else its flag lies; where the kingdom began it always does"
        sea_beneath = "where it lies below another one"
        return [
            Entry("regions", regions, holds, "holds", follows="where it began", also=flags),
            quiet("flags_beneath", regions, beneath, value=self._flags_beneath),
            quiet("seas", seas, "where its flag is on top", value=_seas, also=sea_flags),
            quiet("sea_flags_beneath", seas, sea_beneath, value=_sea_flags_beneath),
            quiet("armies", armies, "by region or sea", value=self._armies, also=["armies"]),
            quiet("fleets", fleets),
            quiet("sieges", regions, "regions with a siege token of this kingdom"),
        ]

    # --- what is written ---

    def _flags_beneath(self, data: np.void, k: int) -> int:
        return int(data["flags"][k]) & ~int(data["holds"][k]) & ~self._first(k)

    def _armies(self, data: np.void, k: int) -> Any:
        armies = data["armies"][k]
        return [*armies[: len(self.on.regions)], *armies[FIRST_SEA:]]

    # --- what follows ---

    def follow(self, answers: Answers) -> None:
        """Fill what the entries of the kingdoms imply."""
        for k in range(len(self.on.kingdoms)):
            self._follow_kingdom(answers, k, f"kingdoms[{k}]")

    def _follow_kingdom(self, answers: Answers, k: int, spot: str) -> None:
        record = answers.record
        if answers.said(f"{spot}.kingdom") not in (None, k):
            message = f"expected {self.on.kingdoms[k]}: the kingdoms in their order"
            answers.refuse(f"{spot}.kingdom", message)
        for key, field in (("token_back", "flipped"), ("shielded", "shielded")):
            record[field] |= answers.said(f"{spot}.{key}", 0) << k
        armies, regions = answers.said(f"{spot}.armies", []), len(self.on.regions)
        record["armies"][k][: len(armies[:regions])] = armies[:regions]
        record["armies"][k][FIRST_SEA : FIRST_SEA + len(armies[regions:])] = armies[regions:]
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
        beneath = answers.said(f"{spot}.flags_beneath", 0)
        if holds & beneath:
            both = Names(self.on.region_names).write(holds & beneath)
            answers.refuse(f"{spot}.flags_beneath", f"{both} has it on top")
        record["flags"][k] = first | holds | beneath

    def _follow_seas(self, answers: Answers, k: int, spot: str) -> None:
        record, seas = answers.record, answers.said(f"{spot}.seas", 0)
        for i in bits(seas):
            if record["sea_owner"][i]:
                name, other = self.on.sea_names[i], self.on.kingdoms[record["sea_owner"][i] - 1]
                answers.refuse(f"{spot}.seas", f"{name} is controlled by {other} already")
            record["sea_owner"][i] = k + 1
        for i in bits(seas | answers.said(f"{spot}.sea_flags_beneath", 0)):
            record["sea_flags"][i] |= 1 << k

    def _follow_cards(self, answers: Answers, k: int, spot: str) -> None:
        """What is not on the stack is in the hand."""
        record = answers.record
        for i, most in enumerate(self._cards(k, record["level"][k])):
            stacked = int(record["on_mat"][k][i])
            if stacked > most:
                message = f"{stacked} {CARDS[i]}, the kingdom has {most} in play"
                answers.refuse(f"{spot}.stack", message)
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
        return mask_where(region.kingdom == k for region in self.on.regions)

    def derived(self) -> dict[str, Field]:
        """The fields that follow, or that several entries fill."""
        on = self.on
        return {
            "flags": Field((on.kingdoms,), bits=on.region_names),
            "in_hand": Field((on.kingdoms, CARDS), high=MOST_KINGDOM_CARDS),
            "flags_left": Field((on.kingdoms,), high=on.flag_tokens),
            "sea_owner": Field((on.sea_names,), names=or_nothing(on.kingdoms)),
            "sea_flags": Field((on.sea_names,), bits=on.kingdoms),
            "armies": Field((on.kingdoms, on.place_names), high=MAX_UNITS),
            **dict.fromkeys(("shielded", "flipped"), Field(bits=on.kingdoms)),
        }


def _seas(data: np.void, k: int) -> int:
    return mask_where(data["sea_owner"] == k + 1)


def _sea_flags_beneath(data: np.void, k: int) -> int:
    return mask_where(data["sea_flags"] >> k & 1) & ~_seas(data, k)
