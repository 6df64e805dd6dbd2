"""The steps of a game of Wallenstein by name, in the order of the enums in rules.pxd."""

from engines.wallenstein.data import ACTIONS

PLANNING = "planning"
THROW = "tower"
MOVING = "move"
AMOUNT = "amount"
TURN_UP = "turn up action card"
ROUND_EVENT = "event of the round"
ENDED = "over"
PHASES = (
    "draw county card",
    "pick county card",
    "place armies",
    THROW,
    "turn up event card",
    "lay action card",
    "lay bonus tile",
    PLANNING,
    ROUND_EVENT,
    "draw tied bidder",
    "choose position",
    MOVING,
    AMOUNT,
    TURN_UP,
    "draw revolt",
    "order of revolts",
    ENDED,
)
#: steps of the draft
DRAFTING = PHASES[:3]

BATTLES = ("none", "filling", "attack", "revolt", "winter revolt")

NOTHING = "nothing"
FACE_DOWN_CARD = 51
FIRST_MONEY = 46
MONEY_CARD = "money card"
FACE_DOWN = "face down"
#: the places of a plan in the order in which they are decided
PLACES = ("bid", *ACTIONS)
