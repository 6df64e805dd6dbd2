"""Bruges in words: moves, events, and what is wrong with a position."""

from __future__ import annotations

from eminence.cython_ext.game import Position
from eminence.cython_ext.words import Refusal, Words
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

PROBLEMS = {
    Wrong.UNKNOWN_CARD: Refusal("a {0:colour} card is named that this game does not have"),
    Wrong.CARD_TWICE: Refusal("{0:card} lies in two places"),
    Wrong.CARD_NOWHERE: Refusal("{0:card} lies nowhere"),
    Wrong.BAD_HAND: Refusal("{2} {1:colour} cards are named, the seat holds {3}", "hand", 0),
    Wrong.BAD_KNOWN: Refusal(
        "names a {1:colour} card that nobody saw go into that hand", "hand", 0
    ),
    Wrong.BAD_DOWN: Refusal("{2} {1:colour} cards are named, expected {3}", "down", 0),
    Wrong.BAD_ASIDE: Refusal("a card lies aside only while it is to be played", "aside_colour"),
    Wrong.NO_HOME: Refusal("{0:card} is in play and lives in no house"),
    Wrong.BAD_BELOW: Refusal(
        "{0:card} does not live above a face-down card of its owner that lies below nobody "
        "else and that this viewer can know"
    ),
    Wrong.BAD_HOUSES: Refusal(
        "{2} {1:colour} ones are lived in or empty, expected {3}", "houses", 0
    ),
    Wrong.STRAY_HOME: Refusal("{0:card} lives in a house and is not in play"),
    Wrong.BAD_POOL: Refusal(
        "{1} {0:colour} cards are not named, hidden places and piles need at least {2}"
    ),
    Wrong.BAD_PILES: Refusal(
        "the piles, their tops, the extra pile and the last round do not fit each other",
        "pile_size",
    ),
    Wrong.BAD_PILE_SIZES: Refusal("{0} cards in piles, all others leave {1}", "pile_size"),
    Wrong.BAD_LAST: Refusal(
        "the extra pile has entered play, so this round is the last", "last_round"
    ),
    Wrong.BAD_USED: Refusal(
        "{0:card} cannot have been activated: not in play, without an effect, or before phase 3"
    ),
    Wrong.BAD_SHOWN: Refusal("everybody saw {0:card} return to a hand, and it is in none"),
    Wrong.BAD_MARKERS: Refusal("{1} {0:colour} threat markers are out, there are {2}"),
    Wrong.BAD_THREATS: Refusal("{2} {1:colour} markers, at most {3} can stay", "threat", 0),
    Wrong.BAD_STATUES: Refusal("statues: the topmost are taken first, each once"),
    Wrong.MISSED_STATUE: Refusal(
        "a section is complete without one, and statues are left", "statue", 0
    ),
    Wrong.BAD_MAJORITIES: Refusal("{1} seats have won {0:majority}, after {2} rounds"),
    Wrong.UNEARNED_MAJORITY: Refusal(
        "reputation is won without a step of reputation", "majority", 0
    ),
    Wrong.BAD_DICE: Refusal(
        "five lie there once they are rolled in phase 2, and none before it", "dice"
    ),
    Wrong.BAD_ROUND: Refusal("{0} rounds are over, the cards that are out allow {1}", "round"),
    Wrong.BAD_START: Refusal("seat {1} starts round {0}", "start_seat"),
    Wrong.BAD_SEAT: Refusal("in this phase it is seat {0}, the start player", "seat"),
    Wrong.BAD_CYCLE: Refusal("does not fit the phase", "cycle"),
    Wrong.BAD_SETUP: Refusal("at the set-up of the game all cards lie in the piles", "phase"),
    Wrong.BAD_PLAYER: Refusal("player: does not fit the step"),
    Wrong.BAD_STEP: Refusal("cannot be asked in this position", "step"),
    Wrong.BAD_FRAMES: Refusal("does not fit the position or what lies beside it", "frame", 0),
}


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
