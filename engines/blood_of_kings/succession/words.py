"""Successions in words: steps, moves, problems."""

from __future__ import annotations

from eminence.cython_ext.words import refusals
from eminence.engines.blood_of_kings.state import Action, Step, Wrong
from eminence.engines.kit.wording import step_words

STEP_WORDS = """
CALL: call a challenger | NO end the challenge | SEAT call on seat {}
REVEAL: turn up influence | YES turn up the next card
COMMIT: commit influence | YES commit the next card | SEAT commit a card before seat {}
COMMIT_COUNT: commit influence at once | NO commit no card | COUNT commit {}
"""
STEPS, MOVES = step_words(Step, Action, STEP_WORDS)
SENTENCES = """
BAD_IDLE_SUCCESSION challenge: without a succession all its fields must be 0
BAD_THRONE throne: no such succession of {0:kingdom} can be under way: peaceful and chaotic ones are
    the action of the kingdom that acts, violent ones come in the dynasty phase, and only chaotic
    ones have no ruler
BAD_CALLED called: only seats of the game can be called, and the caller, who is asked, was called
BAD_DECLARED declared: only challengers with Strategic Marriage, or with Loyal Barons in a violent
    succession, can be
BAD_FACE_UP influence[{0}]: seat {0} can have legal cards face up only after being called in a
    peaceful succession, and only if their total is above 0
BAD_COMMITTED committed[{0}]: seat {0} has too many cards face down; at most the height of its stack
BAD_PLEDGED pledged: card {0} of the mats does not fit; in a violent succession the committed cards
    lie before a seat, and no other card does
BAD_PROGRESS caller: the succession of {0:kingdom} cannot have got there, by this, called and added;
    its ruler answers last, and to challengers only if it is peaceful
"""
PROBLEMS = refusals(Wrong, SENTENCES)
