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
from engines.wallenstein.data import ACTIONS, TILES, Board
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
from engines.wallenstein.position_names import BUILDING_KEYS, COLOURS, sources_of
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
        "counties of seat {0}: one is not in play, or another seat has it as well",
        "armies in {county}: a county that somebody owns has one at least, others have none",
        "revolt markers in {county}: nobody owns that county",
        "buildings in {county}: it has fewer sites, or nobody owns it",
        "{building}: {1} on the board, the game has {2}",
        "cubes of {colour}: {1} in counties, tower, tray, hand and supply, the game has {2}",
        "event cards: {0} open and {1} in the deck do not fit the season",
        "action cards: {0} that lie open, each once, do not fit this step of the round",
        "bonus tiles: each once, all of them from the planning to the end of a round",
        "player order: each seat takes one position, in the auction and not before",
        "time: year, season, step, actions done, position and points do not fit together",
        "plan of seat {0}: does not fit the step and who looks at it",
        "order of seat {0}, {box}: no card that may lie there, or one that lies elsewhere",
        "bid of seat {0}: no card that may be bid, or one that lies elsewhere",
        "face-down cards of seat {0}: counties that it does not own, or it has no plan",
        "throw: battle, cubes in hand, cubes thrown and the next colour do not fit the step",
        "revolts of winter: counties and cards to draw do not fit the step and their owner",
        "draft: deck, cards under it, open cards and army groups do not add up",
        "move: the county to move to or to fight for does not fit the step, the card in the "
        "box and the armies there",
        "player: somebody else, or nobody, is to move in this step",
        "courtiers of seat {0}: do not fit the step",
        "favor cards: {0} on display and {1} in the deck do not fit the step",
        "kept favors of seat {0}: a card that cannot be kept now, or that is elsewhere",
        "region cards of seat {0}: a deck moves on once a round, and back in winter",
        "leader of seat {0}: he stands in a county of his seat, once he has been placed",
        "step: nobody has to choose a benefit, to send a leader or to parry a revolt marker",
        "statues and trophies: more than leaders have left, statues of two seats in one "
        "county, or in that of another seat's leader",
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
        """The contradiction, in the words of position files."""
        text, first = self.problems[code - 1], numbers[0]
        names = {
            "county": lambda: self.on.names[first],
            "building": lambda: BUILDING_KEYS[first].replace("_", " "),
            "colour": lambda: COLOURS[first],
            "box": lambda: self.places[1 + numbers[1]],
        }
        named = {key: name() for key, name in names.items() if f"{{{key}}}" in text}
        return text.format(*numbers, **named)
