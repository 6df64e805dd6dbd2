"""A Wallenstein position file becomes the fields of a state.

The file says what lies on the table; what follows from that is worked out here: the cubes
left in the supplies, the event cards left in the deck, which cards may lie face down.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cython_ext.errors import BadPosition
from cython_ext.pages import Entries
from engines.wallenstein.court_positions import opened_conversions, read_court
from engines.wallenstein.data import ACTIONS, BUILDINGS, MAX_COUNT, SEASONS, TILES, YEARS, Board
from engines.wallenstein.leaders_text import LeadersText
from engines.wallenstein.phases import (
    AMOUNT,
    BATTLES,
    DRAFTING,
    MOVING,
    NOTHING,
    PARRY,
    PHASES,
    PLANNING,
    ROUND_EVENT,
    THROW,
    places_of,
)
from engines.wallenstein.position_names import (
    BUILDING_KEYS,
    COLOURS,
    NO_EVENT,
    NOBODY,
    REMOVED_EVENT,
    bid_names,
    box_names,
    sources_of,
)
from engines.wording import labelled


class PositionReader:
    """Reads the positions of one loaded game."""

    def __init__(self, board: Board, players: int, expansions: Sequence[str]) -> None:
        self.on = board
        self.players = players
        self.expansions = expansions
        self.sources = sources_of(expansions)
        self.leaders = LeadersText(board.names, (), board.region_cards.benefits)

    def read(self, written: dict[str, Any]) -> dict[str, Any]:
        """The fields of the state, from a file that names what lies on the table."""
        file = Entries(written)
        head = file.head()
        step, position = self._time(file.table("time"))
        position |= self._round(file.table("round"))
        position |= self._board(file.table("board"))
        position |= self._tower(file.table("tower", optional=True))
        position |= self._winter(file.table("winter", optional=True))
        seats = file.tables("seats", self.players)
        position |= self._seats(seats, step)
        if "regions" in self.expansions:
            position |= self.leaders.read_cards(seats)
        if "leaders" in self.expansions:
            position |= self.leaders.read_leaders(seats)
        position["closed"] = [self._closed(seats[s], s, position) for s in range(self.players)]
        if "court" in self.expansions:
            position |= read_court(file.table("court", optional=True), seats, self.on.court)
        if step in DRAFTING:
            position |= self._draft(file.table("draft"), seats, position)
        for seat in seats:
            seat.close()
        file.close()
        position["supply"] = self._supplies(position)
        return {**head, "position": position}

    # --- the parts of a file ---

    def _time(self, time: Entries) -> tuple[str, dict[str, Any]]:
        step = PHASES[time.choice("step", PHASES)]
        fields = {
            "phase": step,
            "year": time.number("year", 1, YEARS) - 1,
            "season": SEASONS[time.choice("season", SEASONS)],
            "step": time.number("actions_done", 0, len(ACTIONS), default=0),
            "turn": time.number("position", 1, len(TILES), default=1) - 1,
        }
        time.close()
        return step, fields

    def _round(self, table: Entries) -> dict[str, Any]:
        events = self.on.event_names
        row = [ACTIONS[i] for i in table.names("actions", ACTIONS)]
        tiles = [TILES[i] for i in table.names("tiles", TILES)]
        people = (NOBODY, *(f"seat {seat}" for seat in range(self.players)))
        order = [people[i] for i in table.sequence("order", people)]
        if len(order) > len(TILES):
            raise table.fail("order", f"{len(order)} positions, there are {len(TILES)}")
        marks = (NO_EVENT, REMOVED_EVENT) if "court" in self.expansions else (NO_EVENT,)
        event = table.choice("event", (*events, *marks), default=len(events))
        up = table.names("open_events", events)
        gone = table.names("events_gone", events)
        for card in {*up, event} & {*gone}:
            raise table.fail("events_gone", f"{events[card]} is named elsewhere too")
        if event in up:
            raise table.fail("open_events", f"{events[event]} is the event of the round")
        table.close()
        seen = {*up, *gone, event}
        return {
            "row_size": len(row),
            "row": _padded(row, len(ACTIONS), ""),
            "tile": _padded(tiles, len(TILES), ""),
            "leader": _padded(order, len(TILES), NOBODY),
            "event": (*events, *marks)[event],
            "open_events": [events[i] for i in up],
            "event_deck": [name for i, name in enumerate(events) if i not in seen],
        }

    def _board(self, board: Entries) -> dict[str, Any]:
        names = self.on.names
        built = {
            kind: [names[i] for i in board.names(key, names)]
            for kind, key in zip(BUILDINGS, BUILDING_KEYS, strict=True)
        }
        counts = board.counts("revolt_markers", names)
        target = board.choice("target", names, default=-1)
        board.close()
        return {
            "built": built,
            "markers": labelled(names, counts),
            "target": names[target] if target >= 0 else NOTHING,
        }

    def _tower(self, tower: Entries) -> dict[str, Any]:
        fields = {
            "tower": labelled(COLOURS, tower.counts("inside", COLOURS)),
            "tray": labelled(COLOURS, tower.counts("tray", COLOURS)),
            "fresh": labelled(COLOURS, tower.counts("in_hand", COLOURS)),
            "battle": BATTLES[tower.choice("battle", BATTLES, default=0)],
            "colour": tower.choice("next_colour", COLOURS, default=0),
            "thrown": tower.number("thrown", 0, len(COLOURS) * self.on.cubes, default=0),
        }
        tower.close()
        return fields

    def _winter(self, winter: Entries) -> dict[str, Any]:
        names = self.on.names
        fields = {
            "revolting": [names[i] for i in winter.names("revolting", names)],
            "due": winter.number("cards_to_draw", 0, len(names), default=0),
            "extra": winter.number("peasants_more", 0, self.on.peasants, default=0),
        }
        winter.close()
        return fields

    # --- seats ---

    def _seats(self, seats: Sequence[Entries], step: str) -> dict[str, Any]:
        names = self.on.names
        keys = ("owned", "thalers", "grain", "points", "bid", "box", "planned")
        fields: dict[str, Any] = {"armies": {}, **{key: [] for key in keys}}
        for entries in seats:
            there = entries.counts("counties", names)
            bare = entries.names("fought_for", names)
            owned = [names[i] for i, n in enumerate(there) if n or i in bare]
            for name in owned:
                if any(name in others for others in fields["owned"]):
                    raise entries.fail("counties", f"{name} belongs to an earlier seat already")
            if sum(there) > self.on.cubes:
                message = f"{sum(there)} armies, a seat has {self.on.cubes}"
                raise entries.fail("counties", message)
            fields["owned"].append(owned)
            fields["armies"] |= labelled(names, there)
            fields["thalers"].append(entries.number("thalers", 0, MAX_COUNT))
            fields["grain"].append(entries.number("grain", 0, MAX_COUNT))
            fields["points"].append(
                labelled(self.sources, entries.counts("points", self.sources))
            )
            bid, boxes, decided = self._plan(entries)
            fields["bid"].append(bid)
            fields["box"].append(boxes)
            fields["planned"].append(decided if step == PLANNING else 0)
        return fields

    def _closed(self, entries: Entries, seat: int, position: dict[str, Any]) -> list[str]:
        """Counties whose cards may lie face down: neither won since, nor shown (R44)."""
        owned, names = position["owned"][seat], self.on.names
        gone = {names[i] for i in entries.names("won", names)}
        for name in gone - {*owned}:
            raise entries.fail("won", f"seat {seat} does not own {name}")
        if position["phase"] != ROUND_EVENT:
            if position["event"] == NO_EVENT:
                return []
            gone.add(position["bid"][seat])
        boxes = position["box"][seat]
        gone |= {boxes[action] for action in self._opened(seat, position) if action in boxes}
        return [name for name in owned if name not in gone]

    def _opened(self, seat: int, position: dict[str, Any]) -> list[str]:
        """The actions whose boxes the seat has turned up in this round (R19)."""
        step, turn = position["step"], position["turn"]
        opened = [*position["row"][:step], *opened_conversions(position)]
        if (
            position["phase"] in (MOVING, AMOUNT, PARRY, THROW)
            and f"seat {seat}" in (position["leader"][: turn + 1])
        ):
            opened += position["row"][step : step + 1]
        return opened

    def _plan(self, entries: Entries) -> tuple[str, dict[str, str], int]:
        """The bid, the cards in boxes, and how many places were decided."""
        bids = [*bid_names(self.on, self.expansions).values()]
        cards = [*box_names(self.on, self.expansions).values()]
        decided = 0
        bid = NOTHING
        if entries.has("bid"):
            bid = bids[entries.choice("bid", bids)]
            decided = 1
        orders = entries.table("orders", optional=True)
        boxes = {}
        for place, action in enumerate(places_of(self.expansions)[1:], 1):
            if orders.has(action):
                boxes[action] = cards[orders.choice(action, cards)]
                if decided == place:
                    decided += 1
        orders.close()
        return bid, boxes, decided

    # --- what follows ---

    def _supplies(self, position: dict[str, Any]) -> dict[str, int]:
        """All cubes that are named nowhere."""
        left = {}
        for seat, colour in enumerate(COLOURS):
            if colour == COLOURS[-1]:
                there = self.on.peasants
            elif seat < self.players:
                there = self.on.cubes - sum(
                    position["armies"].get(name, 0) for name in position["owned"][seat]
                )
            else:
                continue
            named = sum(position[key].get(colour, 0) for key in ("tower", "tray", "fresh"))
            if named > there:
                raise BadPosition(
                    f"tower: {named} cubes of {colour} are named, the counties leave {there}"
                    if seat < self.players
                    else f"tower: {named} peasants are named, the game has {there}"
                )
            left[colour] = there - named
        return left

    def _draft(
        self, draft: Entries, seats: Sequence[Entries], position: dict[str, Any]
    ) -> dict[str, Any]:
        names = (NOTHING, *self.on.names)
        display = [names[i] for i in draft.sequence("display", names)]
        bottom = [names[i] for i in draft.sequence("under_the_deck", names)]
        taken = draft.choice("taken", names, default=0)
        fields = {
            "display": _padded(display[:2], 2, NOTHING),
            "bottom": _padded(bottom[: len(names) - 1], len(names) - 1, NOTHING),
            "bottom_size": min(len(bottom), len(names) - 1),
            "picked": names[taken],
            "swapped": int(draft.flag("swapped")),
        }
        if len(display) > 2:
            raise draft.fail("display", f"{len(display)} cards, there are 2 places")
        draft.close()
        fields["groups"] = [self._groups(entries) for entries in seats]
        fields["before"] = [self._before(entries) for entries in seats]
        known = {*display, *bottom, names[taken]}.union(*position["owned"])
        fields["deck"] = [c.name for c in self.on.counties if c.in_play and c.name not in known]
        return fields

    def _groups(self, entries: Entries) -> int:
        """The mask of the groups that a seat has left, from their sizes."""
        sizes = entries.value("groups", "the sizes of the army groups left")
        if not isinstance(sizes, list):
            raise entries.fail("groups", "expected a list of sizes such as [5, 4, 4]")
        left, mask = list(sizes), 0
        # Of equal groups the first is placed first.
        for i in reversed(range(len(self.on.groups))):
            if self.on.groups[i] in left:
                left.remove(self.on.groups[i])
                mask |= 1 << i
        if left:
            raise entries.fail("groups", f"expected sizes out of {list(self.on.groups)}")
        return mask

    def _before(self, entries: Entries) -> list[str]:
        names = self.on.names
        saw = sorted(entries.names("saw_before", names))
        if len(saw) not in (0, 2):
            raise entries.fail("saw_before", f"{len(saw)} cards, expected two or none")
        return [names[i] for i in saw] or [NOTHING, NOTHING]


def _padded(values: Sequence[str], size: int, filler: str) -> list[str]:
    return [*values, *[filler] * (size - len(values))]
