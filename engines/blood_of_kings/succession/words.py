"""Successions in words: steps, moves, problems."""

from __future__ import annotations

from eminence.cython_ext.words import refusals
from eminence.engines.blood_of_kings.state import Action, Step, Wrong

STEPS = {
    Step.CALL: "call a challenger",
    Step.REVEAL: "turn up influence",
    Step.COMMIT: "commit influence",
    Step.COMMIT_COUNT: "commit influence at once",
}
MOVES = {
    Step.CALL: {Action.NO: "end the challenge", Action.SEAT: "call on seat {}"},
    Step.REVEAL: {Action.YES: "turn up the next card"},
    Step.COMMIT: {Action.YES: "commit the next card", Action.SEAT: "commit a card before seat {}"},
    Step.COMMIT_COUNT: {Action.NO: "commit no card", Action.COUNT: "commit {}"},
}
#: what is counted in a step, and the field that says of which kingdom
COUNTED = {Step.COMMIT_COUNT: ("card", "cards", "")}
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
