"""The steps of a game of Wallenstein by name, in the order of the enums in rules.pxd."""

from collections.abc import Sequence

from engines.wallenstein.court_data import CONVERSIONS
from engines.wallenstein.data import ACTIONS

PLANNING = "planning"
THROW = "tower"
MOVING = "move"
AMOUNT = "amount"
PARRY = "parry a revolt marker"
TURN_UP = "turn up action card"
ROUND_EVENT = "event of the round"
FAVOR_CARD = "lay favor card"
FAVOR = "ask for a favor"
USE_FAVOR = "use a favor"
PLACE_LEADER = "place leader"
MOVE_LEADER = "move leader"
BENEFIT = "region card"
ENDED = "over"
PHASES = (
    "draw county card",
    "pick county card",
    "place armies",
    THROW,
    "turn up event card",
    "lay action card",
    "lay bonus tile",
    FAVOR_CARD,
    PLANNING,
    ROUND_EVENT,
    "draw tied bidder",
    "choose position",
    PLACE_LEADER,
    BENEFIT,
    FAVOR,
    USE_FAVOR,
    MOVING,
    AMOUNT,
    PARRY,
    TURN_UP,
    MOVE_LEADER,
    "draw revolt",
    "order of revolts",
    ENDED,
)
#: steps of the draft
DRAFTING = PHASES[:3]

BATTLES = ("none", "filling", "attack", "revolt", "winter revolt")

NOTHING = "nothing"
FACE_DOWN_CARD = 51
TOWER_CARD = 52
FIRST_MONEY = 46
MONEY_CARD = "money card"
DICE_TOWER_CARD = "dice tower card"
FACE_DOWN = "face down"
#: the places of a plan in the order in which they are decided
PLACES = ("bid", *ACTIONS)


def places_of(expansions: Sequence[str]) -> tuple[str, ...]:
    """The places of a plan, with the extra board where Emperor's Court is in use."""
    return (*PLACES, *CONVERSIONS) if "court" in expansions else PLACES
