"""Wallenstein in words: moves, events, and what is wrong with a position."""

from __future__ import annotations

from functools import cached_property

import eminence.engines.wallenstein.sight.features as sight
import eminence.engines.wallenstein.sight.traits as kinds
from eminence.cython_ext.game import Position, Table, View
from eminence.cython_ext.pictures.scene import Scene
from eminence.cython_ext.words import refusals
from eminence.engines.kit.features import block_names, features_by_side
from eminence.engines.kit.page import Form
from eminence.engines.kit.wording import Blocks, plural
from eminence.engines.wallenstein.board_text import BoardText
from eminence.engines.wallenstein.court.words import COURT_PROBLEMS, CourtText
from eminence.engines.wallenstein.explanations.agreed import Agreed
from eminence.engines.wallenstein.explanations.chapters import chapters
from eminence.engines.wallenstein.explanations.events import Events, part_of
from eminence.engines.wallenstein.explanations.everything import everything
from eminence.engines.wallenstein.explanations.legend import legend
from eminence.engines.wallenstein.explanations.map_text import MapText
from eminence.engines.wallenstein.explanations.notes import Notes
from eminence.engines.wallenstein.leaders.words import LEADER_PROBLEMS, LeadersText
from eminence.engines.wallenstein.names import (
    ACTIONS,
    BUILDINGS,
    COLOURS,
    EVENT_KINDS,
    TILES,
    bid_names,
    card_names,
    places_of,
    sources_of,
)
from eminence.engines.wallenstein.numbers import Board
from eminence.engines.wallenstein.page import form
from eminence.engines.wallenstein.picture.painter import Painter
from eminence.engines.wallenstein.state import MAX_PLAYERS, Move, Phase, Wrong

SENTENCES = """
BAD_COUNTIES owned[{0}]: one of its counties is not in play, or another seat has it as well
NO_ARMIES owned[{0}]: {1:county} has no armies, and is not fought for
STRAY_ARMIES armies: there are some in {0:county}, which nobody owns, or which is fought for
BAD_MARKERS markers: some lie in {0:county}, which nobody owns
BAD_BUILDINGS built[{0}]: {1:county} has fewer sites, or nobody owns it
BAD_TILES built[{0}]: {1} on the board, the game has {2}
BAD_CUBES supply: {1} cubes of {0:colour} in counties, tower, tray, hand and supply, the game has
    {2}
BAD_EVENTS open_events: {0} cards open and {1} in the deck do not fit the season
BAD_ROW row: {0} cards, each once: that does not fit this step of the round
BAD_BONUS tile: each once, all of them from the planning to the end of a round
BAD_ORDER leader: each seat takes one position, in the auction and not before
BAD_TIME phase: year, season, step, actions done, position and points do not fit together
BAD_PLAN planned[{0}]: the plan does not fit the step and who looks at it
BAD_BOX box[{0}]: {1:box}: no card that may lie there, or one that lies elsewhere
BAD_BID bid[{0}]: no card that may be bid, or one that lies elsewhere
BAD_CLOSED closed[{0}]: face-down cards: counties that the seat does not own, or it has no plan
BAD_BATTLE battle: battle, cubes in hand, cubes thrown and the next colour do not fit the step
BAD_REVOLTS revolting: counties and cards to draw do not fit the step and their owner
BAD_DRAFT deck: deck, cards under it, open cards and army groups do not add up
BAD_MOVE target: the county to move to or to fight for does not fit the step, the card in the box
    and the armies there
BAD_PLAYER: player: somebody else, or nobody, is to move in this step
"""
PROBLEMS = {**refusals(Wrong, SENTENCES), **COURT_PROBLEMS, **LEADER_PROBLEMS}


class WallensteinWords(BoardText):
    events = EVENT_KINDS
    features = features_by_side(sight, seats=MAX_PLAYERS)
    traits = block_names(kinds, "TRAIT_")
    problems = PROBLEMS

    def __init__(self, board: Board, agreed: Agreed, table: Table) -> None:
        players, expansions = agreed.players, agreed.expansions
        self.on = board
        self.players = players
        self.expansions = expansions
        self.places = places_of(expansions)
        self.sources = sources_of(expansions)
        self.court = CourtText(board.court, board.names)
        self.leaders = LeadersText(board.names, board.region_cards.benefits)
        self.form: Form = form(board, players, expansions, table)
        self.bids = bid_names(board.names, expansions)
        self.cards = card_names(board.names, expansions)
        self.kinds = {
            "county": board.names,
            "building": BUILDINGS,
            "colour": COLOURS,
            "box": self.places[1:],
        }
        things = everything(board, agreed, self.places, self.cards)
        self.standing = {each.entry.name: each.stands for each in things}
        self.chapters = chapters(board, agreed)
        self.entries = [each.entry for each in things]
        self.legend = legend(board, agreed)
        self.drawing = MapText(board, self.leaders, [*self.standing])
        self.notes = Notes(board, self.leaders)
        self.facts = [
            f"seat {seat}: a county in {action}"
            for seat in range(players)
            for action in self.places[1:]
        ]
        self.moves = Blocks(
            {
                Move.TAKE_POSITION: self._position,
                Move.STAY: "stay",
                Move.MOVE_TO: ("move to {}", board.names),
                Move.ARMIES: self._armies,
                Move.FROM_DECK: "take the top card",
                Move.SWAP: "put the open cards under the deck",
                Move.TAKE_CARD: ("take {}", board.names),
                Move.GROUP: self._group,
                Move.REVOLT_FIRST: ("first the revolt in {}", board.names),
                **self.court.moves(),
                **self.leaders.moves(),
            }
        )

    # --- moves ---

    def action(self, position: Position, action: int) -> str:
        if position.data["phase"] != Phase.PLAN:
            return self.moves.text(position, action)
        place = int(position.data["planned"][position.player])
        return f"{self.places[place]}: {(self.cards if place else self.bids)[action]}"

    def _position(self, position: Position, place: int) -> str:
        return f"position {place + 1} with tile {TILES[position.data['tile'][place] - 1]}"

    def _armies(self, position: Position, n: int) -> str:
        return f"{plural(n, 'army', 'armies')} to {self.on.names[position.data['target'] - 1]}"

    def _group(self, position: Position, armies: int) -> str:
        return f"place {armies} armies in {self.on.names[position.data['picked'] - 1]}"

    def note(self, position: Position, action: int) -> str:
        return self.notes.of(position, action)

    def stands(self, position: Position, name: str) -> str:
        return self.standing[name](position.data) if name in self.standing else ""

    def happened(self, before: Position, after: Position) -> list[str]:
        return Events(self.on, self.sources, before, after).told()

    def part(self, position: Position) -> str:
        return part_of(position.data)

    def map(self, position: Position) -> str:
        return self.drawing.of(position.data)

    @cached_property
    def painter(self) -> Painter:
        """Made when the first picture is asked for: most games need none."""
        return Painter(self.on, self, self.drawing.beginnings, self.moves)

    def picture(self, view: View) -> Scene:
        return self.painter.picture(view)

    def outcome(self, position: Position, outcome: int) -> str:
        phase = position.data["phase"]
        if phase in (Phase.DRAW, Phase.REVOLT_CARD):
            return self.on.names[outcome]
        if phase == Phase.TOWER:
            return plural(outcome, "cube falls out", "cubes fall out")
        if phase == Phase.FAVOR_CARD:
            return self.court.favor(outcome + 1)
        if phase in (Phase.NEW_EVENT, Phase.ROUND_EVENT):
            return self.on.event_names[outcome]
        if phase in (Phase.ROW, Phase.REVEAL):
            return ACTIONS[outcome]
        return TILES[outcome] if phase == Phase.TILE else f"seat {outcome}"
