"""The kingdoms of a Blood of Kings position file: treasuries, cards, flags, units."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cython_ext.pages import Entries
from engines.blood_of_kings import position_deriving as deriving
from engines.blood_of_kings.data import MAX_UNITS, Board
from engines.blood_of_kings.estimates import LEGAL
from engines.blood_of_kings.fields import MOST_CROWNS, MOST_UNREST
from engines.blood_of_kings.names import CARDS, INSTITUTIONS, LEVELS
from engines.blood_of_kings.position_names import NOBODY
from engines.wording import labelled


class KingdomsReader:
    """Reads the kingdoms of one loaded game."""

    def __init__(self, board: Board, players: int) -> None:
        self.on = board
        self.seats = (NOBODY, *(f"seat {seat}" for seat in range(players)))

    def read(self, tables: Sequence[Entries]) -> dict[str, Any]:
        """The fields of all kingdoms."""
        seas = self.on.sea_names
        position: dict[str, Any] = {
            "shielded": [],
            "flipped": [],
            "sea_owner": {},
            "sea_flags": {sea: [] for sea in seas},
        }
        for k, kingdom in enumerate(self.on.kingdoms):
            entries = tables[k]
            named = entries.choice("kingdom", self.on.kingdoms, default=k)
            if named != k:
                raise entries.fail(
                    "kingdom", f"expected {kingdom}: the kingdoms in their order"
                )
            for name, value in self._kingdom(entries, k).items():
                position.setdefault(name, {})[kingdom] = value
            self._kingdom_lists(entries, kingdom, position)
            entries.close()
        return position

    def _kingdom(self, entries: Entries, k: int) -> dict[str, Any]:
        """The fields that have one value for each kingdom."""
        on, regions = self.on, self.on.region_names
        places = (*regions, *on.sea_names)
        levels = self._levels(entries)
        holds, flags = self._flags(entries, k)
        seas = entries.names("seas", on.sea_names)
        sea_flags = {*seas, *entries.names("sea_flags_beneath", on.sea_names)}
        played = entries.choice("played", ("", *CARDS), default=0)
        token = entries.choice("token_with", ("none", *on.kingdoms), default=0)
        on_map = len(flags) + len(sea_flags)
        left = deriving.flags_left(on, k, levels[LEGAL], on_map)
        if left < 0:
            raise entries.fail(
                "regions", f"{on_map} flags are named, the kingdom has {on_map + left}"
            )
        return {
            "ruler": self.seats[entries.choice("ruler", self.seats)],
            "crowns": entries.number("crowns", 0, MOST_CROWNS),
            "unrest": entries.number("unrest", 0, MOST_UNREST, default=0),
            "level": labelled(INSTITUTIONS, levels),
            **self._kingdom_cards(entries, k, levels),
            "played": ("", *CARDS)[played],
            "holds": [regions[i] for i in holds],
            "flags": [regions[i] for i in flags],
            "sieges": [regions[i] for i in entries.names("sieges", regions)],
            "flags_left": left,
            "armies": self._units(entries, "armies", places),
            "fleets": self._units(entries, "fleets", on.sea_names),
            "alliance": ("", *on.kingdoms)[token],
        }

    def _flags(self, entries: Entries, k: int) -> tuple[list[int], list[int]]:
        """Regions with the kingdom's flag on top, and all with its flag, which never leaves."""
        regions = self.on.region_names
        first = deriving.starting_regions(self.on, k)
        holds = entries.names("regions", regions) if entries.has("regions") else first
        beneath = entries.names("flags_beneath", regions)
        for region in {*holds} & {*beneath}:
            raise entries.fail("flags_beneath", f"{regions[region]} has it on top")
        return holds, sorted({*first, *holds, *beneath})

    def _kingdom_cards(
        self, entries: Entries, k: int, levels: Sequence[int]
    ) -> dict[str, dict[str, int]]:
        """What is not on the stack is in the hand."""
        stack = entries.counts("stack", CARDS)
        every = deriving.kingdom_cards(self.on, k, levels)
        for card, n, most in zip(CARDS, stack, every, strict=True):
            if n > most:
                raise entries.fail("stack", f"{n} {card}, the kingdom has {most} in play")
        hand = [most - n for n, most in zip(stack, every, strict=True)]
        return {"in_hand": labelled(CARDS, hand), "on_mat": labelled(CARDS, stack)}

    def _levels(self, entries: Entries) -> list[int]:
        """From 0; a level that is not named is the first."""
        levels = [max(1, n) - 1 for n in entries.counts("institutions", INSTITUTIONS)]
        for institution, level in zip(INSTITUTIONS, levels, strict=True):
            if level >= LEVELS:
                raise entries.fail(
                    "institutions", f"level {level + 1} of {institution}, choose 1 to {LEVELS}"
                )
        return levels

    def _units(self, entries: Entries, key: str, places: Sequence[str]) -> dict[str, int]:
        units = labelled(places, entries.counts(key, places))
        for place, n in units.items():
            if n > MAX_UNITS:
                raise entries.fail(key, f"{n} in {place}, choose at most {MAX_UNITS}")
        return units

    def _kingdom_lists(self, entries: Entries, kingdom: str, position: dict[str, Any]) -> None:
        """The fields that list kingdoms."""
        seas = self.on.sea_names
        for flag, field in (("shielded", "shielded"), ("token_back", "flipped")):
            if entries.flag(flag):
                position[field].append(kingdom)
        controlled = entries.names("seas", seas)
        for sea in controlled:
            if seas[sea] in position["sea_owner"]:
                other = position["sea_owner"][seas[sea]]
                raise entries.fail("seas", f"{seas[sea]} is controlled by {other} already")
            position["sea_owner"][seas[sea]] = kingdom
        for sea in {*controlled, *entries.names("sea_flags_beneath", seas)}:
            position["sea_flags"][seas[sea]].append(kingdom)
