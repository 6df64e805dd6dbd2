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
from engines.blood_of_kings.data import Board
from engines.blood_of_kings.fields import MOST_GLORY
from engines.blood_of_kings.names import ACHIEVEMENTS
from engines.blood_of_kings.phases import (
    PHASE_WORDS,
    PHASES,
    STAGES,
    STEP_CARDS,
    STEP_IDS,
    STEP_PHASES,
    STEPS,
)
from engines.blood_of_kings.position_kingdoms import KingdomsReader
from engines.blood_of_kings.position_seats import SeatsReader
from engines.options import listed
from engines.wording import labelled

KINGDOM_PHASE = PHASE_WORDS["KINGDOM_PHASE"]


class PositionReader:
    """Reads the positions of one loaded game."""

    def __init__(self, board: Board, players: int) -> None:
        self.on = board
        self.players = players
        self.kingdoms = KingdomsReader(board, players)
        self.seats = SeatsReader(board, players)

    def read(self, written: dict[str, Any]) -> dict[str, Any]:
        """The fields of the state, from a file that names what lies on the table."""
        file = Entries(written)
        head = file.head()
        position = self._table(file.table("table"))
        position |= self._time(file.table("time"), position["order"])
        position |= self.kingdoms.read(file.tables("kingdoms", len(self.on.kingdoms)))
        self._refuse_other_card(position)
        seats, faces = self.seats.read(
            file.tables("seats", self.players), head.get("view_of"), position["turn"]
        )
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

    def _refuse_other_card(self, position: dict[str, Any]) -> None:
        """What a Kingdom card asks is asked only while that card is played."""
        step = STEP_IDS[STEPS.index(position["step"])]
        if position["phase"] != KINGDOM_PHASE or step not in STEP_CARDS:
            return
        if position["acting"] >= len(position["order"]):
            return
        kingdom = position["order"][position["acting"]]
        played, needed = position["played"][kingdom], STEP_CARDS[step]
        if played not in needed:
            raise BadPosition(
                f"time.step: {position['step']!r} belongs to {listed(needed)}, but {kingdom} "
                f"has played {played or 'no card'} in this turn"
            )

    def _time(self, time: Entries, order: Sequence[str]) -> dict[str, Any]:
        phase = PHASES[time.choice("phase", PHASES)]
        step = time.choice("step", STEPS)
        if phase not in STEP_PHASES[STEP_IDS[step]]:
            belongs = listed([f"the {known}" for known in STEP_PHASES[STEP_IDS[step]]])
            raise time.fail("step", f"{STEPS[step]!r} belongs to {belongs}")
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
