"""Bruges in words: moves, events, and what is wrong with a position."""

from __future__ import annotations

from functools import cached_property

import eminence.engines.bruges.features as sight
from eminence.cython_ext.game import Position, View
from eminence.cython_ext.pictures.scene import Scene
from eminence.cython_ext.words import Chapter, Entry, refusals
from eminence.engines.bruges.board_text import BoardText
from eminence.engines.bruges.explanations.chapters import chapters
from eminence.engines.bruges.explanations.entries import entries, legend
from eminence.engines.bruges.explanations.events import Events
from eminence.engines.bruges.explanations.map_text import map_text
from eminence.engines.bruges.explanations.moment import Table
from eminence.engines.bruges.explanations.notes import Notes
from eminence.engines.bruges.explanations.stands import Stands
from eminence.engines.bruges.names import EVENT_KINDS, MAJORITIES, MOVES, SOURCES
from eminence.engines.bruges.numbers import SECTIONS, Board
from eminence.engines.bruges.page import form
from eminence.engines.bruges.picture.scene import scene
from eminence.engines.bruges.state import MAX_PLAYERS, Action, Step, Use, Wrong
from eminence.engines.kit.features import block_names, features_by_side
from eminence.engines.kit.page import Form
from eminence.engines.kit.wording import Blocks, card_facts

OF_USE = {
    Use.WORKERS: "{}: take workers",
    Use.GUILDERS: "{}: take guilders",
    Use.RETURN_THREAT: "{}: return a threat marker",
    Use.CANAL_LEFT: "{}: build the left canal",
    Use.CANAL_RIGHT: "{}: build the right canal",
    Use.HOUSE: "{}: build a house",
}
SENTENCES = """
UNKNOWN_CARD: a {0:colour} card is named that this game does not have
CARD_TWICE: {0:card} lies in two places
CARD_NOWHERE: {0:card} lies nowhere
BAD_HAND hand[{0}]: {2} {1:colour} cards are named, the seat holds {3}
BAD_KNOWN hand[{0}]: names a {1:colour} card that nobody saw go into that hand
BAD_DOWN down[{0}]: {2} {1:colour} cards are named, expected {3}
BAD_ASIDE aside_colour: a card lies aside only while it is to be played
NO_HOME: {0:card} is in play and lives in no house
BAD_BELOW: {0:card} does not live above a face-down card of its owner that lies below nobody else
    and that this viewer can know
BAD_HOUSES houses[{0}]: {2} {1:colour} ones are lived in or empty, expected {3}
STRAY_HOME: {0:card} lives in a house and is not in play
BAD_POOL: {1} {0:colour} cards are not named, hidden places and piles need at least {2}
BAD_PILES pile_size: the piles, their tops, the extra pile and the last round do not fit each other
BAD_PILE_SIZES pile_size: {0} cards in piles, all others leave {1}
BAD_LAST last_round: the extra pile has entered play, so this round is the last
BAD_USED: {0:card} cannot have been activated: not in play, without an effect, or before phase 3
BAD_SHOWN: everybody saw {0:card} return to a hand, and it is in none
BAD_MARKERS: {1} {0:colour} threat markers are out, there are {2}
BAD_THREATS threat[{0}]: {2} {1:colour} markers, at most {3} can stay
BAD_STATUES: statues: the topmost are taken first, each once
MISSED_STATUE statue[{0}]: a section is complete without one, and statues are left
BAD_MAJORITIES: {1} seats have won {0:majority}, after {2} rounds
UNEARNED_MAJORITY majority[{0}]: reputation is won without a step of reputation
BAD_DICE dice: five lie there once they are rolled in phase 2, and none before it
BAD_ROUND round: {0} rounds are over, the cards that are out allow {1}
BAD_START start_seat: seat {1} starts round {0}
BAD_SEAT seat: in this phase it is seat {0}, the start player
BAD_CYCLE cycle: does not fit the phase
BAD_SETUP phase: at the set-up of the game all cards lie in the piles
BAD_PLAYER: player: does not fit the step
BAD_STEP step: cannot be asked in this position
BAD_FRAMES frame[{0}]: does not fit the position or what lies beside it
"""


class BrugesWords(BoardText):
    events = tuple(EVENT_KINDS.values())
    sources = tuple(SOURCES.values())
    features = features_by_side(sight, seats=MAX_PLAYERS)
    traits = block_names(sight, "TRAIT_")
    problems = refusals(Wrong, SENTENCES)

    def __init__(self, board: Board, players: int) -> None:
        self.on = board
        self.form: Form = form(board, players)
        self.facts = card_facts(players, board.groups)
        self.kinds = {
            "colour": board.colours,
            "card": board.names_by_id,
            "majority": [*MAJORITIES.values()],
        }
        self.players = players
        self.notes = Notes(Table(board, players))
        self.standing = Stands(board, players)
        self.moves = Blocks(
            {
                Action.PILE: self._pile,
                Action.NO: "stop",
                Action.YES: "advance",
                Action.COLOUR: ("{}", board.colours),
                Action.SECTION: ("lose a token of the {} canal", SECTIONS),
                Action.VICTIM: "take from seat {}",
                Action.USE: self._use,
                Action.CARD: ("{}", board.names_by_id),
                Action.RECRUIT: ("recruit {}", board.names_by_id),
                Action.ACTIVATE: ("activate {}", board.names_by_id),
            },
            MOVES,
        )

    def action(self, position: Position, action: int) -> str:
        return self.moves.text(position, action)

    @cached_property
    def chapters(self) -> list[Chapter]:  # type: ignore[override]
        return chapters(self.on, self.players)

    @cached_property
    def entries(self) -> list[Entry]:  # type: ignore[override]
        return entries(self.on, self.players)

    @cached_property
    def explained(self) -> dict[str, str]:
        """What each entry says, by its name in small letters: steps may be called like actions."""
        return {entry.name.lower(): entry.text for entry in self.entries}

    @cached_property
    def legend(self) -> dict[str, str]:  # type: ignore[override]
        return legend(self.on)

    def stands(self, position: Position, name: str) -> str:
        return self.standing.of(position, name)

    def map(self, position: Position) -> str:
        return map_text(self.on, position.data, self.players)

    def picture(self, view: View) -> Scene:
        return scene(self, view)

    def note(self, position: Position, action: int) -> str:
        return self.notes.of(position, action)

    def happened(self, before: Position, after: Position) -> list[str]:
        return Events(self.on, self.players, before, after).told()

    def _pile(self, position: Position, pile: int) -> str:
        return f"draw from pile {pile + 1} ({self.top_of(position.data, pile)})"

    def _use(self, _: Position, number: int) -> str:
        use, colour = divmod(number, 8)
        return OF_USE[use].format(self.on.colours[colour])

    def outcome(self, position: Position, outcome: int) -> str:
        step = position.data["step"]
        if step == Step.ROLL:
            return f"{self.on.colours[position.data['rolled']]} {outcome}"
        return (self.on.colours if step == Step.TURN_UP else self.on.names_by_id)[outcome]
