"""What phases, steps and other numbers of the state are called."""

from __future__ import annotations

from eminence.engines.bruges import state
from eminence.engines.bruges.state import Action, EventKind, Phase, Step, Task, Use
from eminence.engines.kit.wording import constants, spoken, step_words

PHASES: dict[int, str] = {
    Phase.SETTING_UP: "set-up",
    Phase.DRAWING: "1: draw cards",
    Phase.ROLLING: "2: roll the dice",
    Phase.THREATS: "2: threats",
    Phase.REPUTATION: "2: reputation",
    Phase.PLAYING: "3: play cards",
    Phase.ENDED: "over",
}
#: what the steps are called, and what the actions mean in each
STEP_WORDS = """
NOTHING: nothing
TURN_UP: turn up a back
LOOK: look at a card
ROLL: roll a die
CHOOSE_PILE: choose a pile | NO draw no more
ADVANCE: advance | NO stay
TURN: turn | NO end the turn
PICK_CARD: pick a card | CARD play {}
PICK_HOUSE: pick a house | COLOUR move into the {} house
PICK_BELOW: pick the card below | CARD move onto {}
PAY_WORKER: pay a worker | COLOUR pay a {} worker
ORDER: order the penalties | COLOUR suffer {} first
LOSE_PERSON: lose a person | CARD lose {}
LOSE_BUILDING: lose a building | COLOUR lose the empty {} house | CARD lose the house of {}
LOSE_HOUSE: lose a house | COLOUR lose the empty {} house | CARD lose the house of {}
LOSE_CANAL: lose a canal token
PICK_DOWN: say which card the house was | CARD the house was {}
TAKE_WORKER: take a worker | COLOUR take a {} worker
GIVE_WORKER: give a worker | COLOUR give a {} worker
DISCARD: discard | CARD discard {}
UNTHREAT: return a threat marker | COLOUR return a {} threat marker
TRADE: trade | YES trade | COLOUR trade a {} worker
CHOOSE_VICTIM: choose a victim
EXTRA_PLAY: extra play
PLAY_DRAWN: play the drawn card
EXTRA_CANAL: extra canal token | SECTION build the {} canal
EXTRA_HOUSE: extra house
EXTRA_RECRUIT: extra recruit
EXTRA_STEP: extra step | NO stay
"""
STEPS, MOVES = step_words(Step, Action, STEP_WORDS)
TASKS = dict(enumerate(spoken(Task, "DO_", NO_TASK="", CLAUSES="effect", SUFFER="penalties")))
#: the numbers of a frame on the stack of effects
FRAME: dict[int, str] = dict(enumerate(constants(state, "TASK SEAT AT LEFT LOW WHO STAGE SOURCE")))
USES = dict(enumerate(spoken(Use, RETURN_THREAT="threat"))) | {
    Use.CANAL_LEFT: "left canal",
    Use.CANAL_RIGHT: "right canal",
}
MAJORITIES = dict(enumerate(constants(state, "REPUTATION PEOPLE CANALS", "MOST_")))
SOURCES: dict[int, str] = {
    state.IN_PLAY: "Scored in play",
    state.FROM_PEOPLE: "People",
    state.FROM_HOUSES: "Houses",
    state.FROM_LAURELS: "Laurels",
    state.FROM_MAJORITIES: "Majorities",
    state.FROM_CANALS: "Canals",
    state.FROM_REPUTATION: "Reputation",
}
EVENT_KINDS: dict[int, str] = {
    EventKind.EVENT_TOP: "top of a pile",
    EventKind.EVENT_CARD: "card drawn",
    EventKind.EVENT_DIE: "die",
}
PILES: dict[int, str] = {state.FIRST: "first", state.SECOND: "second", state.EXTRA: "extra"}
