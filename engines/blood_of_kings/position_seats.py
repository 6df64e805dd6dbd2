"""The players of a Blood of Kings position file: glory, hands, influence, what is known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cython_ext.pages import Entries
from engines.blood_of_kings import position_deriving as deriving
from engines.blood_of_kings.data import Board
from engines.blood_of_kings.data_cards import MAX_DECK
from engines.blood_of_kings.fields import MOST_GLORY
from engines.blood_of_kings.names import ACHIEVEMENTS
from engines.blood_of_kings.phases import FACE_DOWN, SOURCES
from engines.wording import labelled

#: size of the array in rules.pxd
MAX_TOLD = 32


class SeatsReader:
    """Reads the players of one loaded game."""

    def __init__(self, board: Board, players: int) -> None:
        self.on = board
        self.players = players
        self.seats = [f"seat {seat}" for seat in range(players)]
        self.faces = (*board.card_names, FACE_DOWN)

    def read(
        self, tables: Sequence[Entries], viewer: Any, turn: int
    ) -> tuple[dict[str, Any], list[str]]:
        """The fields of all seats, and the faces of all cards on mats in their order."""
        names = self.on.card_names
        position: dict[str, Any] = {"known": [], "laid": []}
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
            fields["since"] = self._since(entries, turn)
            if mine:
                hand = labelled(names, entries.counts("hand", names))
                fields |= {"hand": hand, "hand_count": sum(hand.values())}
            else:
                fields["hand"] = deriving.certain(seen, labelled(names, told), shown)
                fields["hand_count"] = entries.number("cards", 0, MAX_DECK)
            for name, value in fields.items():
                position.setdefault(name, []).append(value)
            for kind, n in zip(names, told, strict=True):
                all_told += [f"seat {seat}: {kind}"] * n
            position["known"] += self._known(entries, stacks, None if mine else viewer)
            position["laid"] += self._laid(entries, stacks, turn)
            faces += shown
            entries.close()
        if len(faces) > MAX_DECK:
            raise tables[-1].fail("influence", f"{len(faces)} cards on all mats together")
        if len(all_told) > MAX_TOLD:
            raise tables[-1].fail("told", f"{len(all_told)} cards of all, at most {MAX_TOLD}")
        empty = MAX_DECK - len(faces)
        position["mat"] = [*faces, *[names[0]] * empty]
        position["known"] += [[]] * empty
        position["laid"] += [0] * empty
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
            looked = table.counts(kingdom, self.seats)
            for height, face in enumerate(faces):
                seats = {seat for seat, n in enumerate(looked) if n > height}
                if viewer is not None and face != FACE_DOWN:
                    seats.add(viewer)
                known.append([f"seat {seat}" for seat in sorted(seats)])
        table.close()
        return known

    def _laid(self, entries: Entries, stacks: dict[str, list[str]], turn: int) -> list[int]:
        """The turn of each face-down card, at the latest; left out: this one."""
        table = entries.table("laid", optional=True)
        laid: list[int] = []
        for kingdom, faces in stacks.items():
            turns = table.values[kingdom] if table.has(kingdom) else [turn + 1] * len(faces)
            whole = isinstance(turns, list) and all(type(n) is int for n in turns)
            if (
                not whole
                or len(turns) != len(faces)
                or not all(1 <= n <= turn + 1 for n in turns)
            ):
                raise table.fail(
                    kingdom, f"expected the turns of {len(faces)} cards, each 1 to {turn + 1}"
                )
            laid += [n - 1 for n in turns]
        table.close()
        return laid

    def _since(self, entries: Entries, turn: int) -> dict[str, int]:
        """The turn, at the earliest, in which cards that all saw were taken; else the first."""
        table = entries.table("taken", optional=True)
        names = self.on.card_names
        since = {k: table.number(k, 1, turn + 1) - 1 for k in names if table.has(k)}
        table.close()
        return {kind: n for kind, n in since.items() if n}

    def _seat(self, entries: Entries) -> dict[str, Any]:
        glory = entries.number("glory", 0, MOST_GLORY)
        tiles = entries.names("tiles", self.on.tile_names)
        earned = labelled(SOURCES, entries.counts("earned", SOURCES))
        return {
            "glory": glory,
            "tiles": [ACHIEVEMENTS[i] for i in sorted(tiles)],
            "drawn": entries.number("drawn", 0, MAX_DECK, default=0),
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
