"""Names and sentences of Stacks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import eminence.engines.stacks.features as sight
from eminence.cython_ext.game import Position, View
from eminence.cython_ext.pictures.scene import Scene
from eminence.cython_ext.words import Entry, Words, refusals
from eminence.engines.kit.features import block_names, features_by_side
from eminence.engines.kit.wording import chapters_of, plural, seat_names, spoken
from eminence.engines.stacks.board_text import board_text
from eminence.engines.stacks.names import KIND_NAMES, MOVES
from eminence.engines.stacks.picture import picture
from eminence.engines.stacks.state import FOIL, SEATS, Event, Wrong

#: names for the numbers in the sentences below
NAMES = {"kind": KIND_NAMES, "holder": (*seat_names(SEATS), "everybody")}
SENTENCES = """
BAD_TURN turn: {0} does not fit a game that is over, running or capped
BAD_PLAYER: player: does not fit the phase and the turn
BAD_AGENDA use: the turn cannot be spent so in this phase, with this target, slot and claim
BAD_SETUP phase: the first cards are dealt seat by seat before anything else happens
BAD_HAND_SIZE hand_size[{0}]: {1} cards, more than a hand may have
BAD_HAND hand[{0}]: does not have the {1} cards that hand_size says
BAD_OTHER_HAND hand[{0}]: given, though the viewer cannot see it
BAD_LIMBO limbo: a card is there just while others are asked about placing it, and only the one who
    placed it sees it
BAD_HEIGHT height[{0}]: {1} cards, not a stack that so many turns can build
BAD_EMPTY_SLOT card[{0}]: place {1}: there is no such card, so its card, claims and knows must be
    empty
BAD_KNOWERS knows[{0}]: place {1}: not a set of seats that can know this card
BAD_CARD card[{0}]: place {1}: the viewer must see this card just when knows says so
BAD_CLAIM claims[{0}]: place {1}: the claim is missing
BAD_PILE: cards: {0} more lie around than the game has
BAD_ROW row: {0} open cards do not fit the phase and the pile
TOO_MANY: cards: {1} too many of kind {0:kind}; there are {2}
BAD_CHALLENGES challenges: do not add up to the stakes of the cards that lie face up
BAD_OPENLY openly[{0}]: says more than the hand can hold
BAD_MIXED mixed[{0}]: not a part of the stack that was put in order
BAD_SECRET secret[{0}]: knowledge of stack {1} given, though the viewer cannot know it
TOO_MANY_FACTS: facts: {1:holder} knows more cards of stack {0} than there are unknown places
FALSE_FACT: facts: stack {0} has less {1:kind} than {2:holder} knows of
BAD_COMMON: facts: {2:holder} knows of less {1:kind} in stack {0} than everybody does
BAD_LOOSE card[{0}]: the stack being put in order must be sorted where it is still loose, mixed, and
    known to the mover alone
FORGOTTEN secret[{0}]: the owner of a stack knows all that it holds: seat {0} does not
BAD_CHALLENGER challenges: no seats other than the owners can have challenged so, in their turns
BAD_DISCARD discard: {0} cards, but only {1} foils among them; each foil brings one other at most
TOO_FEW_TURNS turn: {1} finished turns of seat {0} are too few for what it holds, placed and knows
TOO_FEW_IN_ALL turn: {0} are too few for all that was drawn, taken, placed, seen and foiled
"""


#: For people at the table, with the numbers of the game.
CHAPTERS = """
# How to play
You build a stack of face-down cards before you, and say of each what it is; it may be a lie.
Straw is worth {straw}, wood {wood} and stone {stone}; a foil is worth nothing, but it stops what
others do. There are {each} cards of each kind. You begin with {deal} cards in hand.

A turn is one thing: draw a card, take an open one from the row, place a card with a claim, peek
at a face-down card, put another's stack in another order, challenge a card of another's stack, or
pass.

The game ends when somebody's stack has {height} cards at the end of its owner's turn, or after
{rounds} turns of each. The most points win; equal points share the win.
# Turns
Draw takes the top card of the pile, unseen by the others. Take picks up an open card from the
row, which has {row}; all see it. Both need fewer than {hand_limit} cards in hand.

Place: say straw, wood or stone, then lay any card of your hand face down on your stack. Peek:
look at one face-down card that you do not know, in any stack. Reorder: take up the face-down
cards of another's stack, look at them and put them back in any order; claims stay where they are.
# Foils
Before a card is placed, peeked at or a stack put in order, each other seat is asked in turn
whether it foils that. All are asked, with or without a foil in hand. The first foil ends the
question: the foil is discarded, and the turn is over without effect. A card that was to be placed
is discarded face up.
# Challenges
Name a face-down card of another's stack. It is turned up and stays so. If it is not what was
claimed, you win the value of the claim; if it is, you lose as much. Nobody can foil a challenge.
# Scoring
At the end all stacks are turned up. A card that is what its claim says brings its owner the value
of the claim and {bonus} more. A lie brings the value of the claim, but nothing if a challenge
turned it up. Points of challenges are added. Cards in hands count nothing.
"""


class StacksWords(Words):
    events = spoken(Event, "EVENT_")
    sources = ("challenges", "stacks")
    facts = ("unseen bluffs", "foils in other hands")
    play_tells = True
    features = features_by_side(sight, seats=SEATS)
    traits = block_names(sight, "TRAIT_")
    has_cap = True
    problems = refusals(Wrong, SENTENCES)
    kinds = NAMES

    def __init__(self, numbers: Mapping[str, Any], each: int, rounds: int) -> None:
        values: Sequence[int] = numbers["values"]
        worth = dict(zip(KIND_NAMES, values, strict=True))
        self.chapters = chapters_of(CHAPTERS.format(**numbers, **worth, each=each, rounds=rounds))
        self.entries = [
            Entry(name, "card", _card_text(name, value, each)) for name, value in worth.items()
        ]

    def action(self, position: Position, action: int) -> str:
        return MOVES.text(position, action)

    def outcome(self, position: Position, outcome: int) -> str:
        return KIND_NAMES[outcome]

    def board(self, position: Position) -> str:
        return board_text(position)

    def picture(self, view: View) -> Scene:
        return picture(view, self.entries)


def _card_text(name: str, value: int, each: int) -> str:
    number = f"There are {each} of it."
    if name == KIND_NAMES[FOIL]:
        return f"It stops a placement, a peek or a reordering of another seat. {number}"
    return f"It is worth {plural(value, 'point')} as a claim. {number}"
