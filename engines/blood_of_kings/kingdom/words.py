"""The kingdom phase and what lies on the table in words: steps, moves, problems."""

from __future__ import annotations

from eminence.cython_ext.words import Refusal
from eminence.engines.blood_of_kings.state import Action, Step, Wrong

STEPS = {
    Step.PICK_KINGDOM: "claim a kingdom",
    Step.PLAY_CARD: "play a Kingdom card",
    Step.CATHEDRAL_FLAG: "raise a flag in a cathedral",
    Step.TAKE_BACK: "take a card back",
    Step.DEVELOP: "develop",
    Step.ADMINISTER: "administer",
    Step.CLAIM_TILE: "claim a tile",
    Step.TROUPE: "pay the Famous Troupe",
    Step.GIVE_TILE: "give up a tile",
}
MOVES = {
    Step.PICK_KINGDOM: {Action.KINGDOM: "claim {}"},
    Step.CATHEDRAL_FLAG: {Action.NO: "raise no flag", Action.PLACE: "raise the flag in {}"},
    Step.TAKE_BACK: {Action.NO: "take no card back", Action.CARD_TYPE: "take back {}"},
    Step.DEVELOP: {Action.NO: "develop nothing"},
    Step.ADMINISTER: {Action.YES: "lower unrest", Action.SEAT: "turn up the top card of seat {}"},
    Step.CLAIM_TILE: {Action.TILE: "claim {}"},
    Step.TROUPE: {Action.NO: "pay nothing", Action.KINGDOM: "pay from {}"},
    Step.GIVE_TILE: {Action.TILE: "give up {}"},
}
PROBLEMS = {
    Wrong.BAD_TILES: Refusal(
        "{0} tiles in all, or one of them twice; the game has {1}, and shows no more than its "
        "display has room for",
        "display",
    ),
    Wrong.BAD_ORDER: Refusal("must name each kingdom once", "order"),
    Wrong.BAD_RULER: Refusal(
        "{0:kingdom} cannot have this ruler, or such crowns, unrest or levels", "ruler", 0
    ),
    Wrong.BAD_ALLIANCE: Refusal(
        "{0:kingdom} cannot have its token there; both kingdoms of an alliance have a ruler",
        "alliance",
        0,
    ),
    Wrong.BAD_CROWNS: Refusal(
        "{0:kingdom} has none before the first turn while nobody rules it", "crowns", 0
    ),
    Wrong.BAD_TOKEN_SIDE: Refusal(
        "the token of {0:kingdom} shows its back only in another treasury", "flipped"
    ),
    Wrong.BAD_KINGDOM_CARDS: Refusal(
        "{0:kingdom} has {2} {1:card} cards in all, in_hand and on_mat", "on_mat", 0
    ),
    Wrong.BAD_PLAYED: Refusal(
        "{0:kingdom} has played a card only if it has acted in this turn, and its Succession "
        "card lies on the stack only in the turn of a succession",
        "played",
        0,
    ),
    Wrong.BAD_FLAGS: Refusal(
        "{0:kingdom} has {1} flags with those in sea_flags and flags_left, but its Legal "
        "institution gives {2}; those of its first regions are there, and none in another's "
        "capitol",
        "flags",
        0,
    ),
    Wrong.BAD_HOLDER: Refusal(
        "{0:region} must be controlled by one kingdom with a flag there", "holds"
    ),
    Wrong.BAD_SIEGE: Refusal(
        "{0:kingdom} has too many, or one where there can be none", "sieges", 0
    ),
    Wrong.BAD_ARMIES: Refusal(
        "{0:kingdom} has {1} there or in all, but tokens for {2}", "armies", 0
    ),
    Wrong.BAD_FLEETS: Refusal("{0:kingdom} has {1}, but tokens for {2}", "fleets", 0),
    Wrong.BAD_SEA: Refusal("the owner of {0:sea} must have a flag there", "sea_owner"),
    Wrong.BAD_STACK: Refusal("the card that {0:kingdom} has played lies on its stack", "played", 0),
    Wrong.BAD_SHIELD: Refusal(
        "only kingdoms that have played Council in this turn can be", "shielded"
    ),
    Wrong.BAD_KINGDOM_STAGE: Refusal(
        "{0:kingdom} cannot be the one to {1:step}; it must have a ruler, and have played the "
        "card that this belongs to, or none yet if it is to play one",
        "step",
    ),
    Wrong.BAD_REDUCTIONS: Refusal(
        "there are some only while Administration is under way", "reductions"
    ),
}
