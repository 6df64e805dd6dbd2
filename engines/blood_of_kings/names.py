"""What Blood of Kings calls its parts: in data files, and in words.

What only one chapter says is in the words of that chapter.
"""

from __future__ import annotations

from eminence.engines.blood_of_kings import tables
from eminence.engines.blood_of_kings.dynasty import words as dynasty
from eminence.engines.blood_of_kings.kingdom import words as kingdom
from eminence.engines.blood_of_kings.negotiation import words as negotiation
from eminence.engines.blood_of_kings.state import (
    Challenge,
    DiceFor,
    Event,
    Moving,
    Phase,
    Step,
    Use,
)
from eminence.engines.blood_of_kings.succession import words as succession
from eminence.engines.blood_of_kings.tables import Achievement, Permit
from eminence.engines.blood_of_kings.war import words as war
from eminence.engines.kit.wording import by_number, constants, spoken

# --- components, as data files name them ---

INSTITUTIONS = constants(tables, "LEGAL ECONOMIC MILITARY RELIGIOUS ARTISTIC")
CARDS = constants(
    tables, "SUCCESSION COUNCIL TAXATION DEVELOPMENT ADMINISTRATION PREPARATIONS EXPANSION"
)
REGION_TYPES: tuple[str, ...] = constants(tables, "CAPITOL CASTLE TOWN CATHEDRAL")
#: types of Dynasty cards
DYNASTY = tuple(permit.name.removeprefix("MAY_").lower() for permit in Permit)
ACHIEVEMENTS = tuple(tile.name.lower() for tile in Achievement)
EVIDENCE = ("full", "partial", "guess")
#: what a level of each institution grants, besides its cost and cards
BENEFITS = {
    "legal": ("influence", "flags"),
    "economic": ("capitol", "castle", "town", "sea"),
    "military": ("fortification", "siege"),
    "religious": ("stability", "cathedral"),
    "artistic": (),
}

# --- words for numbers of the state ---

PHASES = spoken(Phase, SETTING_UP="set-up", CHOOSING="choice of kingdoms", ENDED="over")
STEPS: tuple[str, ...] = by_number(
    {
        Step.NOTHING: "nothing",
        Step.POOL_TILE: "put a tile into the bag",
        Step.SHOW_TILE: "draw a tile",
        Step.DEAL: "deal a card",
        Step.FIRST_PLAYER: "find the First Player",
        Step.DICE: "roll the dice",
        Step.LEADER_ROLL: "roll for the lead",
        Step.STEAL: "steal a card",
        **kingdom.STEPS,
        **war.STEPS,
        **succession.STEPS,
        **dynasty.STEPS,
        **negotiation.STEPS,
    }
)
EVENT_KINDS: tuple[str, ...] = spoken(
    Event, "EVENT_", CARD="Dynasty card", FIRST="First Player", STEAL="stolen card"
)
DICE_FOR = spoken(DiceFor, "FOR_", SIEGE="a siege", CLASH="a clash", FOIL="a foil")
USES = spoken(Use, "USE_")
#: what is under way within a stage of Preparations or Expansion
MOVING = spoken(
    Moving,
    STANDING="nothing",
    SIEGE_ROLLED="a siege is rolled for",
    FIGHTING="battles",
    TOKEN_MOVES="a siege token moves",
)
CHALLENGES = spoken(Challenge, NO_CHALLENGE="none")
SOURCES: tuple[str, ...] = by_number(
    {
        tables.FROM_START: "At the start",
        tables.FROM_DEVELOPMENT: "Developments",
        tables.FROM_CONQUEST: "Castles and towns",
        tables.FROM_CATHEDRALS: "Cathedrals",
        tables.FROM_CAPITOLS: "Capitols",
        tables.FROM_TROUPE: "Famous Troupe",
        tables.TO_OTHERS: "Lost to others",
    }
)
#: a card that the viewer cannot see
FACE_DOWN = "?"
