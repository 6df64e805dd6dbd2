"""What phases, steps and other numbers of the state are called."""

from __future__ import annotations

from eminence.engines.bruges import state
from eminence.engines.bruges.state import EventKind, Phase, Step, Task, Use

PHASES: dict[int, str] = {
    Phase.SETTING_UP: "set-up",
    Phase.DRAWING: "1: draw cards",
    Phase.ROLLING: "2: roll the dice",
    Phase.THREATS: "2: threats",
    Phase.REPUTATION: "2: reputation",
    Phase.PLAYING: "3: play cards",
    Phase.ENDED: "over",
}
STEPS: dict[int, str] = {
    Step.NOTHING: "nothing",
    Step.TURN_UP: "turn up a back",
    Step.LOOK: "look at a card",
    Step.ROLL: "roll a die",
    Step.CHOOSE_PILE: "choose a pile",
    Step.ADVANCE: "advance",
    Step.TURN: "turn",
    Step.PICK_CARD: "pick a card",
    Step.PICK_HOUSE: "pick a house",
    Step.PICK_BELOW: "pick the card below",
    Step.PAY_WORKER: "pay a worker",
    Step.ORDER: "order the penalties",
    Step.LOSE_PERSON: "lose a person",
    Step.LOSE_BUILDING: "lose a building",
    Step.LOSE_HOUSE: "lose a house",
    Step.LOSE_CANAL: "lose a canal token",
    Step.PICK_DOWN: "say which card the house was",
    Step.TAKE_WORKER: "take a worker",
    Step.GIVE_WORKER: "give a worker",
    Step.DISCARD: "discard",
    Step.UNTHREAT: "return a threat marker",
    Step.TRADE: "trade",
    Step.CHOOSE_VICTIM: "choose a victim",
    Step.EXTRA_PLAY: "extra play",
    Step.PLAY_DRAWN: "play the drawn card",
    Step.EXTRA_CANAL: "extra canal token",
    Step.EXTRA_HOUSE: "extra house",
    Step.EXTRA_RECRUIT: "extra recruit",
    Step.EXTRA_STEP: "extra step",
}
TASKS: dict[int, str] = {
    Task.NO_TASK: "",
    Task.DO_CLAUSES: "effect",
    Task.DO_DRAW: "draw",
    Task.DO_SUFFER: "penalties",
    Task.DO_EVENT: "event",
}
#: the numbers of a frame on the stack of effects
FRAME: dict[int, str] = {
    state.TASK: "task",
    state.SEAT: "seat",
    state.AT: "at",
    state.LEFT: "left",
    state.LOW: "low",
    state.WHO: "who",
    state.STAGE: "stage",
    state.SOURCE: "source",
}
USES: dict[int, str] = {
    Use.WORKERS: "workers",
    Use.GUILDERS: "guilders",
    Use.RETURN_THREAT: "threat",
    Use.CANAL_LEFT: "left canal",
    Use.CANAL_RIGHT: "right canal",
    Use.HOUSE: "house",
}
MAJORITIES: dict[int, str] = {
    state.MOST_REPUTATION: "reputation",
    state.MOST_PEOPLE: "people",
    state.MOST_CANALS: "canals",
}
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
