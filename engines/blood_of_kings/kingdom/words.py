"""The kingdom phase and what lies on the table in words: steps, moves, problems."""

from __future__ import annotations

from eminence.cython_ext.words import refusals
from eminence.engines.blood_of_kings.state import Action, Step, Wrong
from eminence.engines.kit.wording import step_words

STEP_WORDS = """
PICK_KINGDOM: claim a kingdom | KINGDOM claim {}
PLAY_CARD: play a Kingdom card
CATHEDRAL_FLAG: raise a flag in a cathedral | NO raise no flag | PLACE raise the flag in {}
TAKE_BACK: take a card back | NO take no card back | CARD_TYPE take back {}
DEVELOP: develop | NO develop nothing
ADMINISTER: administer | YES lower unrest | SEAT turn up the top card of seat {}
CLAIM_TILE: claim a tile | TILE claim {}
TROUPE: pay the Famous Troupe | NO pay nothing | KINGDOM pay from {}
GIVE_TILE: give up a tile | TILE give up {}
"""
STEPS, MOVES = step_words(Step, Action, STEP_WORDS)
SENTENCES = """
BAD_TILES display: {0} tiles in all, or one of them twice; the game has {1}, and shows no more than
    its display has room for
BAD_ORDER order: must name each kingdom once
BAD_RULER ruler[{0}]: {0:kingdom} cannot have this ruler, or such crowns, unrest or levels
BAD_ALLIANCE alliance[{0}]: {0:kingdom} cannot have its token there; both kingdoms of an alliance
    have a ruler
BAD_CROWNS crowns[{0}]: {0:kingdom} has none before the first turn while nobody rules it
BAD_TOKEN_SIDE flipped: the token of {0:kingdom} shows its back only in another treasury
BAD_KINGDOM_CARDS on_mat[{0}]: {0:kingdom} has {2} {1:card} cards in all, in_hand and on_mat
BAD_PLAYED played[{0}]: {0:kingdom} has played a card only if it has acted in this turn, and its
    Succession card lies on the stack only in the turn of a succession
BAD_FLAGS flags[{0}]: {0:kingdom} has {1} flags with those in sea_flags and flags_left, but its
    Legal institution gives {2}; those of its first regions are there, and none in another's capitol
BAD_HOLDER holds: {0:region} must be controlled by one kingdom with a flag there
BAD_SIEGE sieges[{0}]: {0:kingdom} has too many, or one where there can be none
BAD_ARMIES armies[{0}]: {0:kingdom} has {1} there or in all, but tokens for {2}
BAD_FLEETS fleets[{0}]: {0:kingdom} has {1}, but tokens for {2}
BAD_SEA sea_owner: the owner of {0:sea} must have a flag there
BAD_STACK played[{0}]: the card that {0:kingdom} has played lies on its stack
BAD_SHIELD shielded: only kingdoms that have played Council in this turn can be
BAD_KINGDOM_STAGE step: {0:kingdom} cannot be the one to {1:step}; it must have a ruler, and have
    played the card that this belongs to, or none yet if it is to play one
BAD_REDUCTIONS reductions: there are some only while Administration is under way
"""
PROBLEMS = refusals(Wrong, SENTENCES)
