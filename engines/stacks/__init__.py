"""Stacks: face-down stacks, bluffs, peeks, reorders and foils; our own five-minute game.

The hardest knowledge rules of the big games in their smallest form: a card picked up openly
stays known in that hand, a card placed face down is known to some, a peek tells one seat, a
reorder makes everybody else forget the order but not the cards, and every foil is asked of
everybody alike. RULES.md has the clauses and what each seat remembers.
"""

from __future__ import annotations

from typing import Any

from cython_ext.fields import SEATS, Field
from engines.options import Option, Parts
from engines.stacks.rules import table
from engines.stacks.text import (
    CARDS,
    CLAIMS,
    FACE_UP,
    HEIGHT,
    KINDS,
    ONLOOKER,
    PHASES,
    USES,
    StacksWords,
)

VERSION = 1
OPTIONS = {
    "players": Option(2, (2, 3, 4)),
    "copies": Option(2, (1, 2, 3), "cards of each kind per player"),
    "rounds": Option(10, (1, 2, 3, 4, 6, 8, 10, 12), "turns per player at most"),
}

#: The numbers of the game, all ours: see RULES.md.
NUMBERS: dict[str, Any] = {
    "deal": 2,
    "hand_limit": 4,
    "row": 2,
    "height": HEIGHT,
    "bonus": 1,
    "values": (1, 2, 3, 0),
}


def load(players: int, copies: int, rounds: int) -> Parts:
    """Build the game; see `engines.load`."""
    each = copies * players
    kinds = Field((SEATS, KINDS), high=each)
    cards = dict(enumerate(CARDS))
    claims = dict(enumerate(("-", *CLAIMS)))
    fields = {
        "turn": Field(high=rounds * players),
        "phase": Field(names=dict(enumerate(PHASES))),
        "use": Field(names=dict(enumerate(USES))),
        "target": Field(high=players - 1),
        "slot": Field(high=HEIGHT - 1),
        "claim": Field(names=claims),
        "limbo": Field(names=cards),
        "hand_size": Field((SEATS,), high=NUMBERS["hand_limit"]),
        "hand": kinds,
        "openly": kinds,
        "row": Field((KINDS,), high=each),
        "discard": Field((KINDS,), high=each),
        "challenges": Field((SEATS,), low=-48, high=48),
        "height": Field((SEATS,), high=HEIGHT),
        "card": Field((SEATS, None), names=cards),
        "claims": Field((SEATS, None), names=claims),
        "knows": Field((SEATS, None), high=FACE_UP | ONLOOKER | (1 << players) - 1),
        "mixed": Field((SEATS,), high=HEIGHT),
        "common": kinds,
        "secret": Field((SEATS, SEATS, KINDS), high=each),
    }
    return Parts(table(players, each, rounds * players, NUMBERS), StacksWords(), fields)
