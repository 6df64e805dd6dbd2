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
from eminence.engines.kit.wording import by_number

# --- components, as data files name them ---

INSTITUTIONS: tuple[str, ...] = by_number(
    {
        tables.LEGAL: "legal",
        tables.ECONOMIC: "economic",
        tables.MILITARY: "military",
        tables.RELIGIOUS: "religious",
        tables.ARTISTIC: "artistic",
    }
)
CARDS: tuple[str, ...] = by_number(
    {
        tables.SUCCESSION: "succession",
        tables.COUNCIL: "council",
        tables.TAXATION: "taxation",
        tables.DEVELOPMENT: "development",
        tables.ADMINISTRATION: "administration",
        tables.PREPARATIONS: "preparations",
        tables.EXPANSION: "expansion",
    }
)
REGION_TYPES: tuple[str, ...] = by_number(
    {
        tables.CAPITOL: "capitol",
        tables.CASTLE: "castle",
        tables.TOWN: "town",
        tables.CATHEDRAL: "cathedral",
    }
)
#: types of Dynasty cards
DYNASTY: tuple[str, ...] = tuple(permit.name.removeprefix("MAY_").lower() for permit in Permit)
ACHIEVEMENTS: tuple[str, ...] = tuple(tile.name.lower() for tile in Achievement)
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

PHASES: tuple[str, ...] = by_number(
    {
        Phase.SETTING_UP: "set-up",
        Phase.CHOOSING: "choice of kingdoms",
        Phase.KINGDOM_PHASE: "kingdom phase",
        Phase.DYNASTY_PHASE: "dynasty phase",
        Phase.NEGOTIATION_PHASE: "negotiation phase",
        Phase.ENDED: "over",
    }
)
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
EVENT_KINDS: tuple[str, ...] = by_number(
    {
        Event.EVENT_TILE: "tile",
        Event.EVENT_CARD: "Dynasty card",
        Event.EVENT_FIRST: "First Player",
        Event.EVENT_DICE: "dice",
        Event.EVENT_LEADER: "leader",
        Event.EVENT_STEAL: "stolen card",
    }
)
DICE_FOR: tuple[str, ...] = by_number(
    {
        DiceFor.FOR_NOTHING: "nothing",
        DiceFor.FOR_SIEGE: "a siege",
        DiceFor.FOR_CLASH: "a clash",
        DiceFor.FOR_ATTRITION: "attrition",
        DiceFor.FOR_DIPLOMACY: "diplomacy",
        DiceFor.FOR_FOIL: "a foil",
    }
)
USES: tuple[str, ...] = by_number({use: use.name.removeprefix("USE_").lower() for use in Use})
#: what is under way within a stage of Preparations or Expansion
MOVING: tuple[str, ...] = by_number(
    {
        Moving.STANDING: "nothing",
        Moving.ARMIES_LEAVE: "armies leave",
        Moving.ARMIES_GO: "armies go",
        Moving.FLEETS_LEAVE: "fleets leave",
        Moving.FLEETS_GO: "fleets go",
        Moving.FLEETS_LOAD: "fleets load",
        Moving.SIEGE_ROLLED: "a siege is rolled for",
        Moving.FIGHTING: "battles",
        Moving.TWO_FORCES: "two forces",
        Moving.TOKEN_MOVES: "a siege token moves",
    }
)
CHALLENGES: tuple[str, ...] = by_number(
    {
        Challenge.NO_CHALLENGE: "none",
        Challenge.PEACEFUL: "peaceful",
        Challenge.VIOLENT: "violent",
        Challenge.CHAOTIC: "chaotic",
    }
)
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
