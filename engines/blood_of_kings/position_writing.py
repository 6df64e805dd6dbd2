"""A view of Blood of Kings as somebody at the table would write it down."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cython_ext.game import View
from cython_ext.pages import NONE, Page, counted, joined
from engines.blood_of_kings import position_deriving as deriving
from engines.blood_of_kings.data import Board
from engines.blood_of_kings.names import CARDS, INSTITUTIONS
from engines.blood_of_kings.phases import (
    FACE_DOWN,
    PHASE_WORDS,
    PHASES,
    REGIONS,
    SOURCES,
    STEPS,
    UNKNOWN,
)
from engines.blood_of_kings.position_names import (
    COMMENTS,
    KINGDOM_COMMENTS,
    NOBODY,
    SEAT_COMMENTS,
)
from engines.blood_of_kings.position_reading import PositionReader

KINGDOM_PHASE = PHASE_WORDS["KINGDOM_PHASE"]


class PositionWriter:
    """Writes the positions of one loaded game."""

    def __init__(self, board: Board, players: int) -> None:
        self.on = board
        self.players = players
        self.reader = PositionReader(board, players)

    def write(self, view: View) -> Page:
        data = view.data
        values: dict[str, Any] = {
            **view.head(),
            "time": self._time(data),
            "table": self._table(data),
            "kingdoms": [self._kingdom(data, k) for k in range(len(self.on.kingdoms))],
            "seats": [self._seat(view, seat) for seat in range(self.players)],
        }
        under_way = self._under_way(view, values)
        if under_way:
            values["under_way"] = under_way
        comments = dict(COMMENTS)
        for name, known in (("kingdoms", KINGDOM_COMMENTS), ("seats", SEAT_COMMENTS)):
            comments |= first_comments(name, values[name], known)
        for seat in range(self.players):
            you = ": you" if seat == view.seat else ""
            comments[f"seats[{seat}]"] = f"seat {seat}{you}"
        return Page(values, comments)

    def _under_way(self, view: View, values: dict[str, Any]) -> dict[str, Any]:
        """The fields that are not what follows from the rest of the file."""
        layout = view.game.fields
        record = layout.decode(self.reader.read(values)["position"], "position")
        written = layout.encode(view.data, every=True)
        return {
            name: value
            for name, value in written.items()
            if not np.array_equal(record[name], view.data[name])
        }

    # --- the turn and the table ---

    def _time(self, data: np.void) -> dict[str, Any]:
        phase = PHASES[data["phase"]]
        acting = int(data["acting"])
        time: dict[str, Any] = {
            "turn": int(data["turn"]) + 1,
            "phase": phase,
            "step": STEPS[data["step"]],
            "first_player": int(data["first"]),
        }
        if phase == KINGDOM_PHASE and acting < len(self.on.kingdoms):
            time["kingdom"] = self.on.kingdoms[data["order"][acting]]
        elif acting:
            time["done"] = acting
        if data["tie"]:
            time["tied_at"] = int(data["tied_at"])
        return time

    def _table(self, data: np.void) -> dict[str, Any]:
        tiles = self.on.tile_names
        return {
            "order": joined([self.on.kingdoms[k] for k in data["order"]]),
            "display": joined(marked(tiles, data["display"])),
            "bag": joined(marked(tiles, data["bag"])),
            "sets": [self._set(cards) for cards in data["sets"]],
            "discards": counted(self.on.card_names, data["discards"]),
        }

    def _set(self, cards: Sequence[int]) -> str:
        """One text for each set, however long."""
        text = counted(self.on.card_names, cards)
        return text if isinstance(text, str) else ", ".join(text)

    # --- kingdoms ---

    def _kingdom(self, data: np.void, k: int) -> dict[str, Any]:
        on = self.on
        ruler, played = int(data["ruler"][k]), int(data["played"][k])
        levels = [int(level) + 1 if level else 0 for level in data["level"][k]]
        holds, flags = int(data["holds"][k]), int(data["flags"][k])
        first = sum(1 << i for i in deriving.starting_regions(on, k))
        seas = [i for i, owner in enumerate(data["sea_owner"]) if owner == k + 1]
        below = [i for i, mask in enumerate(data["sea_flags"]) if mask >> k & 1]
        armies = [*data["armies"][k][: len(on.regions)], *data["armies"][k][REGIONS:]]
        written: dict[str, Any] = {
            "kingdom": on.kingdoms[k],
            "ruler": f"seat {ruler - 1}" if ruler else NOBODY,
            "crowns": int(data["crowns"][k]),
            "unrest": int(data["unrest"][k]),
            "institutions": counted(INSTITUTIONS, levels),
            "stack": counted(CARDS, data["on_mat"][k]),
            "regions": joined(marked(on.region_names, holds)),
            "flags_beneath": joined(marked(on.region_names, flags & ~holds & ~first)),
            "seas": joined([on.sea_names[i] for i in seas]),
            "sea_flags_beneath": joined([on.sea_names[i] for i in below if i not in seas]),
            "armies": counted((*on.region_names, *on.sea_names), armies),
            "fleets": counted(on.sea_names, data["fleets"][k]),
            "sieges": joined(marked(on.region_names, data["sieges"][k])),
        }
        if played:
            written["played"] = CARDS[played - 1]
        if data["alliance"][k]:
            written["token_with"] = on.kingdoms[data["alliance"][k] - 1]
        for field, key in (("flipped", "token_back"), ("shielded", "shielded")):
            if int(data[field]) >> k & 1:
                written[key] = True
        return {key: value for key, value in written.items() if value != NONE}

    # --- players ---

    def _seat(self, view: View, seat: int) -> dict[str, Any]:
        data, on = view.data, self.on
        written: dict[str, Any] = {
            "glory": int(data["glory"][seat]),
            "earned": counted(SOURCES, data["earned"][seat]),
            "tiles": joined(marked(on.tile_names, data["tiles"][seat])),
        }
        if seat == view.seat:
            written["hand"] = counted(on.card_names, data["hand"][seat])
        else:
            written["cards"] = int(data["hand_count"][seat])
        stacks = self._stacks(data, seat)
        if stacks:
            written["influence"] = stacks
        written["seen"] = counted(on.card_names, data["owned"][seat])
        taken = {
            name: int(turn) + 1
            for name, turn in zip(on.card_names, data["since"][seat], strict=True)
            if turn
        }
        for key, value in (
            ("taken", taken),
            ("drawn", int(data["drawn"][seat])),
            ("looked", self._looked(view, seat)),
            ("laid", self._laid(data, seat)),
        ):
            if value:
                written[key] = value
        if view.seat >= 0:
            told = [0] * len(on.card_names)
            for entry in data["told"][view.seat]:
                owner, kind = divmod(int(entry) - 1, len(told))
                if entry and owner == seat:
                    told[kind] += 1
            written["told"] = counted(on.card_names, told)
        needed = ("tiles", "hand")
        return {k: v for k, v in written.items() if v != NONE or k in needed}

    def _stacks(self, data: np.void, seat: int) -> dict[str, Any]:
        stacks: dict[str, Any] = {}
        at = int(data["height"][:seat].sum())
        for k, kingdom in enumerate(self.on.kingdoms):
            height = int(data["height"][seat][k])
            kinds = [int(kind) for kind in data["mat"][at : at + height]]
            at += height
            if height:
                faces = [FACE_DOWN if i == UNKNOWN else self.on.card_names[i] for i in kinds]
                stacks[kingdom] = joined(faces)
        return stacks

    def _laid(self, data: np.void, seat: int) -> dict[str, list[int]]:
        """When the cards of each stack were laid down, where not all in this turn."""
        laid = {}
        at = int(data["height"][:seat].sum())
        for k, kingdom in enumerate(self.on.kingdoms):
            height = int(data["height"][seat][k])
            turns = [int(turn) + 1 for turn in data["laid"][at : at + height]]
            at += height
            if {*turns} - {int(data["turn"]) + 1}:
                laid[kingdom] = turns
        return laid

    def _looked(self, view: View, seat: int) -> dict[str, Any]:
        """How many cards, from the bottom up, others know of each stack."""
        data = view.data
        looked: dict[str, Any] = {}
        at = int(data["height"][:seat].sum())
        for k, kingdom in enumerate(self.on.kingdoms):
            height = int(data["height"][seat][k])
            masks = [int(mask) for mask in data["known"][at : at + height]]
            at += height
            counts = [
                0 if other == view.seat else sum(mask >> other & 1 for mask in masks)
                for other in range(self.players)
            ]
            if any(counts):
                looked[kingdom] = counted([f"seat {i}" for i in range(self.players)], counts)
        return looked


def first_comments(
    name: str, tables: Sequence[dict[str, Any]], known: dict[str, str]
) -> dict[str, str]:
    """Each comment where its entry comes up first."""
    places = {}
    for key, text in known.items():
        for i, table in enumerate(tables):
            if key in table:
                places[f"{name}[{i}].{key}"] = text
                break
    return places


def marked(names: Sequence[str], mask: int) -> list[str]:
    """The names of a mask's bits."""
    return [name for i, name in enumerate(names) if int(mask) >> i & 1]
