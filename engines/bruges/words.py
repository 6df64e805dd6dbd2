"""Bruges in words: moves, events, and what is wrong with a position."""

from __future__ import annotations

from eminence.cython_ext.game import Position
from eminence.cython_ext.words import Words, refusals
from eminence.engines.bruges.board_text import BoardText, top_of
from eminence.engines.bruges.names import EVENT_KINDS, MAJORITIES, SOURCES
from eminence.engines.bruges.numbers import SECTIONS, Board
from eminence.engines.bruges.page import form
from eminence.engines.bruges.state import Action, Step, Use, Wrong
from eminence.engines.kit.page import Form

#: what declining is called, by step
DECLINING = {
    Step.CHOOSE_PILE: "draw no more",
    Step.TURN: "end the turn",
    Step.ADVANCE: "stay",
    Step.EXTRA_STEP: "stay",
}
#: what a colour chosen means, by step
OF_COLOUR = {
    Step.PICK_HOUSE: "move into the {} house",
    Step.PAY_WORKER: "pay a {} worker",
    Step.ORDER: "suffer {} first",
    Step.LOSE_BUILDING: "lose the empty {} house",
    Step.LOSE_HOUSE: "lose the empty {} house",
    Step.TAKE_WORKER: "take a {} worker",
    Step.GIVE_WORKER: "give a {} worker",
    Step.UNTHREAT: "return a {} threat marker",
    Step.TRADE: "trade a {} worker",
}
#: what a card chosen means, by step
OF_CARD = {
    Step.PICK_CARD: "play {}",
    Step.PICK_BELOW: "move onto {}",
    Step.DISCARD: "discard {}",
    Step.LOSE_PERSON: "lose {}",
    Step.LOSE_BUILDING: "lose the house of {}",
    Step.LOSE_HOUSE: "lose the house of {}",
    Step.PICK_DOWN: "the house was {}",
}
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
PROBLEMS = refusals(Wrong, SENTENCES)


class BrugesWords(Words):
    events = tuple(EVENT_KINDS.values())
    sources = tuple(SOURCES.values())
    problems = PROBLEMS
    form: Form

    def __init__(self, board: Board, players: int) -> None:
        self.on = board
        self.form = form(board, players)
        self.board_text = BoardText(board)
        self.facts = [
            f"seat {seat}: {group} cards" for seat in range(players) for group in board.groups
        ]
        self.kinds = {
            "colour": board.colours,
            "card": board.names_by_id,
            "majority": [*MAJORITIES.values()],
        }

    def action(self, position: Position, action: int) -> str:
        step = position.data["step"]
        if action >= Action.ACTIVATE:
            return f"activate {self._card(action - Action.ACTIVATE)}"
        if action >= Action.RECRUIT:
            return f"recruit {self._card(action - Action.RECRUIT)}"
        if action >= Action.CARD:
            return OF_CARD[step].format(self._card(action - Action.CARD))
        if action >= Action.USE:
            use, colour = divmod(action - Action.USE, 8)
            return OF_USE[use].format(self.on.colours[colour])
        if action >= Action.VICTIM:
            return f"take from seat {action - Action.VICTIM}"
        if action >= Action.SECTION:
            verb = "build" if step == Step.EXTRA_CANAL else "lose a token of"
            return f"{verb} the {SECTIONS[action - Action.SECTION]} canal"
        if action >= Action.COLOUR:
            return OF_COLOUR[step].format(self.on.colours[action - Action.COLOUR])
        if action == Action.NO:
            return DECLINING.get(step, "stop")
        if action == Action.YES:
            return "trade" if step == Step.TRADE else "advance"
        return f"draw from pile {1 + action} ({top_of(self.on, position.data, action)})"

    def _card(self, card: int) -> str:
        return self.on.by_id[card].name

    def outcome(self, position: Position, outcome: int) -> str:
        step = position.data["step"]
        if step == Step.ROLL:
            return f"{self.on.colours[position.data['rolled']]} {outcome}"
        return self.on.colours[outcome] if step == Step.TURN_UP else self._card(outcome)

    def board(self, position: Position) -> str:
        return self.board_text.text(position)
