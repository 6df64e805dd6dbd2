"""Stacks: face-down stacks, bluffs, peeks, reorders and foils; our own five-minute game.

The hardest knowledge rules of the big games in their smallest form: a card picked up openly
stays known in that hand, a card placed face down is known to some, a peek tells one seat, a
reorder makes everybody else forget the order but not the cards, and every foil is asked of
everybody alike. RULES.md has the clauses and what each seat remembers.
"""

from __future__ import annotations

from typing import Any

from eminence.cython_ext.fields import SEATS, Field
from eminence.engines.kit.options import Option, Parts
from eminence.engines.kit.wording import spoken
from eminence.engines.stacks.names import CARD_NAMES, CLAIM_NAMES, KIND_NAMES
from eminence.engines.stacks.rules import table
from eminence.engines.stacks.state import FACE_UP, HEIGHT, ONLOOKER, Phase, Use
from eminence.engines.stacks.words import StacksWords

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

#: what a search plays for, beside the win: points, of which so many make a lead clear; and worlds
#: are drawn by how the others have played (docs/strength.md)
SEARCH = {"scale": 4.0, "belief": "yes"}


def load(players: int, copies: int, rounds: int) -> Parts:
    """Build the game; see `engines.load`."""
    each = copies * players
    cards = dict(enumerate(CARD_NAMES))
    claims = dict(enumerate(("-", *CLAIM_NAMES)))

    def kinds(about: str) -> Field:
        return Field((SEATS, KIND_NAMES), high=each, about=about)

    fields = {
        "turn": Field(high=rounds * players, about="turns finished"),
        "phase": Field(names=dict(enumerate(spoken(Phase))), about="what is pending"),
        "use": Field(names=dict(enumerate(spoken(Use))), about="what the turn is spent on"),
        "target": Field(high=players - 1, about="peek, reorder: whose stack"),
        "slot": Field(high=HEIGHT - 1, about="peek: which card; reorder: how many put back"),
        "claim": Field(names=claims, about="place: what the card is said to be"),
        "limbo": Field(names=cards, about="place: the card, while others are asked"),
        "hand_size": Field((SEATS,), high=NUMBERS["hand_limit"], about="cards in each hand"),
        "hand": kinds("what the viewer sees of each hand"),
        "openly": kinds("what everybody knows each hand to hold, at least"),
        "row": Field((KIND_NAMES,), high=each, about="open cards"),
        "discard": Field((KIND_NAMES,), high=each, about="open cards out of the game"),
        "challenges": Field((SEATS,), low=-48, high=48, about="points by challenges"),
        "height": Field((SEATS,), high=HEIGHT, about="cards in each stack"),
        "card": Field((SEATS, None), names=cards, about="each stack, from the bottom up"),
        "claims": Field((SEATS, None), names=claims, about="what they are said to be"),
        "knows": Field(
            (SEATS, None),
            high=FACE_UP | 1 << ONLOOKER | (1 << players) - 1,
            about=f"who knows them: 1 seat 0, 2 seat 1, 4 seat 2, 8 seat 3, {1 << ONLOOKER} "
            f"everybody, {FACE_UP} face up, added up",
        ),
        "mixed": Field((SEATS,), high=HEIGHT, about="lower cards that were put in order"),
        "common": kinds("what everybody knows to be among these, at least"),
        "secret": Field(
            (SEATS, SEATS, KIND_NAMES),
            high=each,
            about="what each seat knows to be among these, stack by stack, at least",
        ),
    }
    return Parts(
        table(players, each, rounds * players, NUMBERS),
        StacksWords(NUMBERS, each, rounds),
        fields,
        search=SEARCH,
    )
