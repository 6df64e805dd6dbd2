"""Phases, steps and blocks of action ids of Blood of Kings, by their names in rules.pxd.

A test reads that file: the names here are its names, in its order.
"""

from __future__ import annotations

PHASE_WORDS = {
    "SETTING_UP": "set-up",
    "CHOOSING": "choice of kingdoms",
    "KINGDOM_PHASE": "kingdom phase",
    "DYNASTY_PHASE": "dynasty phase",
    "NEGOTIATION_PHASE": "negotiation phase",
    "ENDED": "over",
}
STEP_WORDS = {
    "NOTHING": "nothing",
    "POOL_TILE": "put a tile into the bag",
    "SHOW_TILE": "draw a tile",
    "DEAL": "deal a card",
    "FIRST_PLAYER": "find the First Player",
    "DICE": "roll the dice",
    "LEADER_ROLL": "roll for the lead",
    "STEAL": "steal a card",
    "PICK_KINGDOM": "claim a kingdom",
    "PLAY_CARD": "play a Kingdom card",
    "CATHEDRAL_FLAG": "raise a flag in a cathedral",
    "TAKE_BACK": "take a card back",
    "DEVELOP": "develop",
    "ADMINISTER": "administer",
    "RAISE": "raise units",
    "SIEGE_ROLL": "roll for a siege",
    "MOVE_FROM": "choose units to move",
    "MOVE_TO": "choose where to",
    "MOVE_COUNT": "choose how many",
    "CARRY": "take armies aboard",
    "BATTLE_NEXT": "choose a battle",
    "BATTLE_AGAINST": "choose an enemy",
    "FIRST_FORCE": "choose who fights first",
    "LEADER_VOTE": "vote for a leader",
    "WITHDRAW": "withdraw",
    "CASUALTY": "choose a casualty",
    "RETREAT": "retreat",
    "RETREAT_TO": "choose where they retreat to",
    "RANSOM": "pay ransom",
    "RANSOM_TO": "choose who gets ransom",
    "ASSAULT": "assault",
    "PLACE_SIEGE": "lay siege",
    "SIEGE_SOURCE": "choose a siege token",
    "CLAIM_SEA": "claim a sea",
    "CLAIM_TILE": "claim a tile",
    "TROUPE": "pay the Famous Troupe",
    "GIVE_TILE": "give up a tile",
    "CALL": "call a challenger",
    "REVEAL": "turn up influence",
    "COMMIT": "commit influence",
    "COMMIT_COUNT": "commit influence at once",
    "DYNASTY": "play a Dynasty card",
    "DIPLOMACY_REGION": "choose a region for Diplomacy",
    "DIPLOMACY_FOR": "choose a beneficiary",
    "ORDER_TARGET": "take up an order token",
    "FOIL": "foil",
    "CONSENT": "consent to Diplomacy",
    "LOSE_UNIT": "lose a unit",
    "REORDER": "reorder a stack",
    "ORDER_PLACE": "put an order token down",
    "STEAL_FROM": "choose whom to steal from",
    "SECOND_TARGET": "choose a second target",
    "DISCARD": "discard",
    "PICK_SET": "pick a set",
    "EXCHANGE_PICK": "exchange a picked card",
    "FLIP_ALLIANCE": "turn an Alliance token",
    "HOLD_TALKS": "hold negotiations",
    "RETURN_TOKEN": "send an Alliance token back",
    "ALLY": "offer an Alliance",
    "ALLY_CONSENT": "answer an Alliance",
    "TRANSFER_FROM": "choose a treasury to give from",
    "TRANSFER_TO": "choose a treasury to give to",
    "TRANSFER_AMOUNT": "choose how much to give",
    "OFFER_TO": "offer an exchange of cards",
    "OFFER_CARD": "offer a card",
    "ANSWER_CARD": "answer with a card",
    "CONFIRM_TRADE": "confirm the exchange",
}
#: the first id of each block
ACTION_IDS = {
    "NO": 0,
    "YES": 1,
    "DECLARE": 2,
    "COUNT": 16,
    "SEAT": 80,
    "KINGDOM": 88,
    "INSTITUTION": 96,
    "CARD_TYPE": 104,
    "SET": 112,
    "POSITION": 128,
    "KIND": 136,
    "TILE": 168,
    "PLACE": 200,
    "FLEETS": 280,
    "LIFT": 288,
    "RAISE_ARMY": 352,
    "RAISE_FLEET": 416,
    "INFLUENCE": 480,
    "UNREST": 648,
    "ATTRITION": 656,
    "DIPLOMACY": 664,
    "LOOK": 672,
    "ORDER_TRACK": 708,
    "TOKEN": 712,
    "ALLIANCE": 720,
    "LAST_ACTION": 756,
}

PHASES = tuple(PHASE_WORDS.values())
STEPS = tuple(STEP_WORDS.values())
#: the enumerator of each step, by number
STEP_IDS = tuple(STEP_WORDS)
ENDED = PHASE_WORDS["ENDED"]

#: places are the regions, then the seas
REGIONS = 64
#: the ids of the places of a battle or move that is none
NOWHERE = 255
#: in a view: a card that the viewer cannot see
UNKNOWN = 255
FACE_DOWN = "?"
DIE = 6

DICE_FOR = ("nothing", "a siege", "a clash", "attrition", "diplomacy", "a foil")
USES = ("nothing", "influence", "unrest", "attrition", "diplomacy", "look", "order")
#: what is under way within a stage of Preparations or Expansion, as in war.pxd
MOVING = (
    *("nothing", "armies leave", "armies go", "fleets leave", "fleets go", "fleets load"),
    *("a siege is rolled for", "battles", "two forces", "a siege token moves"),
)
CHALLENGES = ("none", "peaceful", "violent", "chaotic")
EVENT_KINDS = ("tile", "Dynasty card", "First Player", "dice", "leader", "stolen card")
SOURCES = (
    *("At the start", "Developments", "Castles and towns", "Cathedrals", "Capitols"),
    *("Famous Troupe", "Lost to others"),
)
#: what the hidden facts count, for each seat
FACT_TYPES = ("Influence", "Unrest", "Attrition", "Diplomacy", "Intrigue")

#: the first step of each run of steps that belong to the same phases; events come in any
_KINGDOM, _DYNASTY = PHASE_WORDS["KINGDOM_PHASE"], PHASE_WORDS["DYNASTY_PHASE"]
_PHASES_FROM = {
    "PICK_KINGDOM": (PHASE_WORDS["CHOOSING"],),
    "PLAY_CARD": (_KINGDOM,),
    "CLAIM_TILE": (_KINGDOM, _DYNASTY),
    "REVEAL": (_KINGDOM,),
    "COMMIT": (_DYNASTY,),
    "COMMIT_COUNT": (_KINGDOM,),
    "DYNASTY": (_DYNASTY,),
    "FLIP_ALLIANCE": (PHASE_WORDS["NEGOTIATION_PHASE"],),
}


def _phases_of_steps() -> dict[str, tuple[str, ...]]:
    found, now = {}, PHASES
    for step in STEP_IDS:
        now = _PHASES_FROM.get(step, now)
        found[step] = now
    return found


STEP_PHASES = _phases_of_steps()
#: the Kingdom cards that a step of the kingdom phase belongs to, where it is not any
_EXPANSION, _WAR = ("expansion",), ("preparations", "expansion")
STEP_CARDS = {
    **{"TAKE_BACK": ("council",), "DEVELOP": ("development",)},
    **{"ADMINISTER": ("administration",), "RAISE": ("preparations",)},
    **dict.fromkeys(("SIEGE_ROLL", "MOVE_FROM", "MOVE_TO", "MOVE_COUNT", "CARRY"), _EXPANSION),
    **dict.fromkeys(("BATTLE_NEXT", "BATTLE_AGAINST", "FIRST_FORCE", "LEADER_VOTE"), _WAR),
    **dict.fromkeys(("WITHDRAW", "CASUALTY", "RETREAT", "RETREAT_TO", "RANSOM"), _WAR),
    **dict.fromkeys(("ASSAULT", "PLACE_SIEGE", "SIEGE_SOURCE"), _EXPANSION),
    **dict.fromkeys(("RANSOM_TO", "CLAIM_SEA"), _WAR),
    **dict.fromkeys(("CALL", "REVEAL", "COMMIT_COUNT"), ("succession",)),
}

#: how far the active kingdom or player has got when a step is asked, in its usual place
STAGES = {
    # The kingdom phase, as in kingdom.pxd and war.pxd.
    **{"PLAY_CARD": 1, "TAKE_BACK": 2, "DEVELOP": 2, "ADMINISTER": 2, "RAISE": 2},
    **{"SIEGE_ROLL": 3, "MOVE_FROM": 4, "MOVE_TO": 4, "MOVE_COUNT": 4, "CARRY": 4},
    **{"BATTLE_NEXT": 5, "BATTLE_AGAINST": 5, "FIRST_FORCE": 5, "LEADER_VOTE": 5},
    **{"WITHDRAW": 5, "CASUALTY": 5, "RETREAT": 5, "RETREAT_TO": 5, "RANSOM": 5},
    **{"RANSOM_TO": 5, "ASSAULT": 6, "PLACE_SIEGE": 7, "SIEGE_SOURCE": 7, "CLAIM_SEA": 8},
    # Peaceful and chaotic successions; a violent one comes from a Dynasty card.
    **{"CALL": 255, "REVEAL": 255, "COMMIT_COUNT": 255, "COMMIT": 7},
    # The dynasty phase, as in plays.pxd.
    **{"DIPLOMACY_REGION": 1, "ORDER_TARGET": 1, "DIPLOMACY_FOR": 2, "CONSENT": 3},
    **{"SECOND_TARGET": 4, "FOIL": 5, "LOSE_UNIT": 8, "REORDER": 9, "ORDER_PLACE": 10},
    **{"STEAL_FROM": 11, "DISCARD": 12, "PICK_SET": 13, "EXCHANGE_PICK": 14},
    # The negotiation phase, as in talks.pxd.
    **{"HOLD_TALKS": 3, "RETURN_TOKEN": 4, "ALLY": 5, "ALLY_CONSENT": 6},
    **{"TRANSFER_FROM": 7, "TRANSFER_TO": 8, "TRANSFER_AMOUNT": 9, "OFFER_TO": 10},
    **{"OFFER_CARD": 11, "ANSWER_CARD": 12, "CONFIRM_TRADE": 13},
}
