"""A Blood of Kings position file becomes the fields of a state.

The file says what lies on the table; what follows from that is worked out here. Whatever is
not as it would follow, such as a battle half way through, is told field by field in the table
`under_way`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cython_ext.errors import BadPosition
from cython_ext.pages import Entries
from engines.blood_of_kings import position_deriving as deriving
from engines.blood_of_kings.data import MAX_UNITS, Board
from engines.blood_of_kings.data_cards import MAX_DECK
from engines.blood_of_kings.estimates import LEGAL
from engines.blood_of_kings.fields import MOST_CROWNS, MOST_GLORY, MOST_UNREST
from engines.blood_of_kings.names import ACHIEVEMENTS, CARDS, INSTITUTIONS, LEVELS
from engines.blood_of_kings.phases import (
    FACE_DOWN,
    PHASE_WORDS,
    PHASES,
    SOURCES,
    STAGES,
    STEP_IDS,
    STEPS,
)
from engines.blood_of_kings.position_names import NOBODY
from engines.wording import labelled

KINGDOM_PHASE = PHASE_WORDS["KINGDOM_PHASE"]
#: size of the array in rules.pxd
MAX_TOLD = 32


class PositionReader:
    """Reads the positions of one loaded game."""

    def __init__(self, board: Board, players: int) -> None:
        self.on = board
        self.players = players
        self.seats = (NOBODY, *(f"seat {seat}" for seat in range(players)))
        self.faces = (*board.card_names, FACE_DOWN)

    def read(self, written: dict[str, Any]) -> dict[str, Any]:
        """The fields of the state, from a file that names what lies on the table."""
        file = Entries(written)
        head = file.head()
        position = self._table(file.table("table"))
        position |= self._time(file.table("time"), position["order"])
        position |= self._kingdoms(file.tables("kingdoms", len(self.on.kingdoms)))
        seats, faces = self._seats(file.tables("seats", self.players), head.get("view_of"))
        position |= seats
        under_way = file.table("under_way", optional=True).values
        file.close()
        position["deck"] = self._deck(position, faces)
        position["deck_size"] = deriving.deck_size(self.on, position)
        return {**head, "position": {**position, **under_way}}

    def _deck(self, position: dict[str, Any], faces: Sequence[str]) -> dict[str, int]:
        left = deriving.deck(self.on, position, faces)
        for card in self.on.deck:
            if left[card.name] < 0:
                named = card.copies - left[card.name]
                raise BadPosition(
                    f"seats, table: {named} cards {card.name} named, there are {card.copies}"
                )
        return {kind: n for kind, n in left.items() if n}

    # --- the turn and the table ---

    def _time(self, time: Entries, order: Sequence[str]) -> dict[str, Any]:
        phase = PHASES[time.choice("phase", PHASES)]
        step = time.choice("step", STEPS)
        if phase == KINGDOM_PHASE and time.has("kingdom"):
            kingdom = self.on.kingdoms[time.choice("kingdom", self.on.kingdoms)]
            acting = order.index(kingdom)
        else:
            acting = time.number("done", 0, len(self.on.kingdoms), default=0)
        fields = {
            "phase": phase,
            "step": STEPS[step],
            "turn": time.number("turn", 1, 255) - 1,
            "first": time.number("first_player", 0, self.players - 1),
            "acting": acting,
            "stage": STAGES.get(STEP_IDS[step], 0),
            "tie": int(time.has("tied_at")),
            "tied_at": time.number("tied_at", 0, MOST_GLORY, default=0),
        }
        time.close()
        return fields

    def _table(self, table: Entries) -> dict[str, Any]:
        on = self.on
        order = table.names("order", on.kingdoms) or [*range(len(on.kingdoms))]
        if len(order) != len(on.kingdoms):
            raise table.fail("order", f"{len(order)} kingdoms, expected all {len(on.kingdoms)}")
        display = table.names("display", on.tile_names)
        bag = table.names("bag", on.tile_names)
        for tile in {*display} & {*bag}:
            raise table.fail("bag", f"{on.tile_names[tile]} is on the display")
        fields = {
            "order": [on.kingdoms[k] for k in order],
            "display": [ACHIEVEMENTS[i] for i in display],
            "bag": [ACHIEVEMENTS[i] for i in bag],
            "sets": self._sets(table),
            "discards": self._cards(table, "discards"),
        }
        table.close()
        return fields

    def _sets(self, table: Entries) -> list[dict[str, int]]:
        """A list of texts, each with the cards of one set."""
        sets = table.values.get("sets", []) if table.has("sets") else []
        if not isinstance(sets, list) or len(sets) > self.on.sets:
            raise table.fail("sets", f"expected a list of at most {self.on.sets} sets")
        texts = [*sets, *["none"] * (self.on.sets - len(sets))]
        return [
            self._cards(Entries({"sets": text}, f"table.sets[{i}]"), "sets")
            for i, text in enumerate(texts)
        ]

    def _cards(self, entries: Entries, key: str) -> dict[str, int]:
        return labelled(self.on.card_names, entries.counts(key, self.on.card_names))

    # --- kingdoms ---

    def _kingdoms(self, tables: Sequence[Entries]) -> dict[str, Any]:
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

    # --- players ---

    def _seats(
        self, tables: Sequence[Entries], viewer: Any
    ) -> tuple[dict[str, Any], list[str]]:
        """The fields of all seats, and the faces of all cards on mats in their order."""
        names = self.on.card_names
        position: dict[str, Any] = {"known": []}
        faces: list[str] = []
        all_told: list[str] = []
        for seat, entries in enumerate(tables):
            mine = seat == viewer
            stacks = self._stacks(entries, mine)
            shown = [face for stack in stacks.values() for face in stack]
            seen = labelled(names, entries.counts("seen", names))
            told = self._told(entries, viewer, mine)
            fields = self._seat(entries)
            fields |= {"owned": seen, "height": {k: len(s) for k, s in stacks.items() if s}}
            if mine:
                hand = self._cards(entries, "hand")
                fields |= {"hand": hand, "hand_count": sum(hand.values())}
            else:
                fields["hand"] = deriving.certain(seen, labelled(names, told), shown)
                fields["hand_count"] = entries.number("cards", 0, MAX_DECK)
            for name, value in fields.items():
                position.setdefault(name, []).append(value)
            for kind, n in zip(names, told, strict=True):
                all_told += [f"seat {seat}: {kind}"] * n
            position["known"] += self._known(entries, stacks, None if mine else viewer)
            faces += shown
            entries.close()
        if len(faces) > MAX_DECK:
            raise tables[-1].fail("influence", f"{len(faces)} cards on all mats together")
        if len(all_told) > MAX_TOLD:
            raise tables[-1].fail("told", f"{len(all_told)} cards of all, at most {MAX_TOLD}")
        empty = MAX_DECK - len(faces)
        position["mat"] = [*faces, *[names[0]] * empty]
        position["known"] += [[]] * empty
        all_told += [""] * (MAX_TOLD - len(all_told))
        position["told"] = [
            all_told if seat == viewer else [""] * MAX_TOLD for seat in range(self.players)
        ]
        return position, faces

    def _known(
        self, entries: Entries, stacks: dict[str, list[str]], viewer: Any
    ) -> list[list[str]]:
        """Who has looked at each card: so many from the bottom up, and the viewer at faces."""
        table = entries.table("looked", optional=True)
        known = []
        for kingdom, faces in stacks.items():
            looked = table.counts(kingdom, self.seats[1:])
            for height, face in enumerate(faces):
                seats = {seat for seat, n in enumerate(looked) if n > height}
                if viewer is not None and face != FACE_DOWN:
                    seats.add(viewer)
                known.append([f"seat {seat}" for seat in sorted(seats)])
        table.close()
        return known

    def _seat(self, entries: Entries) -> dict[str, Any]:
        glory = entries.number("glory", 0, MOST_GLORY)
        tiles = entries.names("tiles", self.on.tile_names)
        earned = labelled(SOURCES, entries.counts("earned", SOURCES))
        return {
            "glory": glory,
            "tiles": [ACHIEVEMENTS[i] for i in sorted(tiles)],
            # Who does not remember has it from the start.
            "earned": earned or {SOURCES[0]: glory + self.on.glory_per_tile * len(tiles)},
        }

    def _stacks(self, entries: Entries, mine: bool) -> dict[str, list[str]]:
        """By kingdom, from the bottom up."""
        table = entries.table("influence", optional=True)
        stacks = {}
        for kingdom in self.on.kingdoms:
            faces = [self.faces[i] for i in table.sequence(kingdom, self.faces)]
            if mine and FACE_DOWN in faces:
                raise table.fail(kingdom, f"{FACE_DOWN!r} in your own stack: name the card")
            stacks[kingdom] = faces
        table.close()
        return stacks

    def _told(self, entries: Entries, viewer: Any, mine: bool) -> list[int]:
        """How many cards of each kind."""
        told = entries.counts("told", self.on.card_names)
        if any(told) and (mine or not isinstance(viewer, int)):
            raise entries.fail("told", "only of other players, and only in a player's view")
        return told
