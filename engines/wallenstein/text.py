"""Wallenstein in words: moves, events, and what is wrong with a position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cython_ext.game import Position, View
from cython_ext.pages import Page
from cython_ext.words import Words
from engines.wallenstein.board_text import BoardText, attack_odds
from engines.wallenstein.court_text import NO_FAVOR, CourtText
from engines.wallenstein.data import ACTIONS, BUILDINGS, TILES, Board
from engines.wallenstein.leaders_text import LEAD_TO
from engines.wallenstein.phases import (
    AMOUNT,
    DICE_TOWER_CARD,
    FAVOR_CARD,
    MOVE_LEADER,
    MOVING,
    PHASES,
    PLACE_LEADER,
    PLANNING,
    ROUND_EVENT,
    THROW,
    TOWER_CARD,
    TURN_UP,
    places_of,
)
from engines.wallenstein.position_names import sources_of
from engines.wallenstein.position_reading import PositionReader
from engines.wallenstein.position_writing import PositionWriter

# The blocks of action ids and the cards, as in rules.pxd.
MONEY = 46
TAKE_POSITION = 64
STAY = 72
MOVE_TO = 80
ARMIES = 128
FROM_DECK = 192
SWAP = 193
TAKE_CARD = 200
GROUP = 248
REVOLT_FIRST = 272


class WallensteinWords(Words):
    events = (
        *("county card", "tower", "event card", "action card", "bonus tile"),
        *("event of the round", "tied bidder", "revolt", "favor card"),
    )
    problems = (
        "owned[{0}]: a county that is not in play or that another seat has as well",
        "armies.{0}: armies stand in counties that somebody owns, at least one in each",
        "markers.{0}: revolt markers in a county that nobody owns",
        "built: {0} has more buildings than sites, or no owner",
        "built.{0}: {1} of them, the game has {2}",
        "supply, tower, tray, fresh, armies: {1} cubes of {0}, the game has {2}",
        "open_events, event_deck, event: {0} open and {1} in the deck do not fit the season",
        "row: {0} open action cards, each once, do not fit the step",
        "tile: the bonus tiles, each once, do not fit the phase",
        "leader: each seat takes one position, in the auction and not before",
        "year, season, step, turn, points: do not fit the phase",
        "planned, bid, box, closed: the plan of seat {0} does not fit the phase and the viewer",
        "box[{0}].{1}: no card that may lie there, or one that lies elsewhere",
        "bid[{0}]: no card that may be bid there, or one that lies elsewhere",
        "closed[{0}]: counties that the seat does not own, or no plan lies on its mat",
        "battle, fresh, colour, thrown: do not fit the phase and the cubes",
        "revolting, due, extra: do not fit the phase and the counties",
        "deck, bottom, display, picked, before, groups: the draft does not add up",
        "target: does not fit the phase, the card in the box and the armies there",
        "player: does not fit the phase",
        "entrance, audience: the courtiers of seat {0} do not fit the phase",
        "favors, favor_deck, used, event: {0} favor cards on display and {1} in the deck do "
        "not fit the phase",
        "kept[{0}]: a favor card that cannot be kept now, or that is elsewhere",
        "region_card[{0}]: a deck moves on once a round, with region cards, and back in winter",
        "general[{0}]: a leader stands in a county of his seat, once he has been placed",
        "phase: nobody has to choose a benefit or to send a leader",
        "statues, honoured, trophies: more than leaders have left, of two seats in one county, "
        "or in that of another seat's leader",
    )

    def __init__(self, board: Board, players: int, expansions: Sequence[str]) -> None:
        self.on = board
        self.players = players
        self.places = places_of(expansions)
        self.sources = sources_of(expansions)
        self.court = CourtText(board.court, board.names, players)
        self.table = BoardText(board, players, expansions)
        self.leaders = self.table.leaders
        self.reader = PositionReader(board, players, expansions)
        self.writer = PositionWriter(board, players, expansions)
        self.facts = [
            f"seat {seat}: a county in {action}"
            for seat in range(players)
            for action in self.places[1:]
        ]

    # --- moves ---

    def action(self, position: Position, action: int) -> str:
        data = position.data
        names = self.on.names
        if PHASES[data["phase"]] == PLANNING:
            return self._plan(int(data["planned"][position.player]), action)
        if action >= LEAD_TO:
            return self.leaders.action(data, position.player, action)
        if action >= NO_FAVOR:
            return self.court.action(data, action)
        if action >= REVOLT_FIRST:
            return f"first the revolt in {names[action - REVOLT_FIRST]}"
        if action >= GROUP:
            return f"place {action - GROUP} armies in {names[data['picked'] - 1]}"
        if action >= TAKE_CARD:
            return f"take {names[action - TAKE_CARD]}"
        if action >= ARMIES:
            return self._other_move(data, action)
        if action >= MOVE_TO:
            return f"move to {names[action - MOVE_TO]}"
        if action == STAY:
            return "stay"
        place = action - TAKE_POSITION
        return f"position {place + 1} with tile {TILES[data['tile'][place] - 1]}"

    def _plan(self, place: int, card: int) -> str:
        """Such as `palace: Altmark` or `bid: 3 Thalers`."""
        what = "nothing"
        if 0 < card < MONEY:
            what = self.on.names[card - 1]
        elif card == TOWER_CARD:
            what = DICE_TOWER_CARD
        elif card >= MONEY:
            what = "money card" if place else f"{card - MONEY} Thalers"
        return f"{self.places[place]}: {what}"

    def _other_move(self, data: np.void, action: int) -> str:
        if action == FROM_DECK:
            return "take the top card"
        if action == SWAP:
            return "put the open cards under the deck"
        armies = "1 army" if action == ARMIES + 1 else f"{action - ARMIES} armies"
        return f"{armies} to {self.on.names[data['target'] - 1]}"

    def note(self, position: Position, action: int) -> str:
        """The odds of the battle that armies move into, with all that may go or with these."""
        data, seat = position.data, position.player
        phase = PHASES[data["phase"]]
        if phase in (PLACE_LEADER, MOVE_LEADER):
            return self.leaders.note(data, seat, action)
        if phase == AMOUNT:
            county, armies = int(data["target"]) - 1, action - ARMIES
        elif phase == MOVING and action != STAY:
            box = data["box"][seat][data["row"][data["step"]] - 1]
            county, armies = action - MOVE_TO, int(data["armies"][box - 1]) - 1
        else:
            return ""
        if data["owned"][seat] >> county & 1:
            return ""
        return f"attack {attack_odds(position, county, armies)}"

    def outcome(self, position: Position, outcome: int) -> str:
        phase = PHASES[position.data["phase"]]
        if phase in ("draw county card", "draw revolt"):
            return self.on.names[outcome]
        if phase == THROW:
            return "1 cube falls out" if outcome == 1 else f"{outcome} cubes fall out"
        if phase == FAVOR_CARD:
            return self.court.favor(outcome + 1)
        if phase in ("turn up event card", ROUND_EVENT):
            return self.on.event_names[outcome]
        if phase in ("lay action card", TURN_UP):
            return ACTIONS[outcome]
        return TILES[outcome] if phase == "lay bonus tile" else f"seat {outcome}"

    def board(self, position: Position) -> str:
        return self.table.text(position)

    # --- position files ---

    def write_position(self, view: View) -> Page:
        return self.writer.write(view)

    def read_position(self, written: dict[str, Any]) -> dict[str, Any]:
        return self.reader.read(written)

    # --- what is wrong ---

    def problem(self, code: int, numbers: Sequence[int]) -> str:
        """The contradiction, with names for the indices among its numbers."""
        text = self.problems[code - 1]
        named: list[int | str] = list(numbers)
        field = text.partition(":")[0]
        if field in ("armies.{0}", "markers.{0}", "built"):
            named[0] = self.on.names[numbers[0]]
        elif field == "built.{0}":
            named[0] = BUILDINGS[numbers[0]]
        elif field.startswith("supply"):
            named[0] = "the peasants" if numbers[0] == 5 else f"seat {numbers[0]}"
        elif field.startswith("box"):
            named[1] = self.places[1 + numbers[1]]
        return text.format(*named)
