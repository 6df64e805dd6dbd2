"""Names and sentences of Stacks."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from eminence.cython_ext.game import CHANCE_PLAYER, OVER_PLAYER, Position
from eminence.cython_ext.words import Refusal, Words
from eminence.engines.kit.wording import spoken
from eminence.engines.stacks.state import (
    DO_CARD,
    DO_CHALLENGE,
    DO_DRAW,
    DO_FOIL,
    DO_PASS,
    DO_PEEK,
    DO_PLACE,
    DO_REORDER,
    DO_TAKE,
    FACE_UP,
    FOIL,
    HEIGHT,
    KINDS,
    ONLOOKER,
    SEATS,
    STONE,
    STRAW,
    WOOD,
    Event,
    Phase,
    Use,
    Wrong,
)

KIND_WORDS = {STRAW: "straw", WOOD: "wood", STONE: "stone", FOIL: "foil"}
KIND_NAMES = tuple(KIND_WORDS[kind] for kind in range(KINDS))
#: what a card may be said to be
CLAIM_NAMES = KIND_NAMES[:FOIL]
#: a place for one card holds 0 for "not known", or kind + 1
CARD_NAMES = ("?", *KIND_NAMES)

#: names for the numbers in the sentences below
NAMES = {"kind": KIND_NAMES, "holder": (*(f"seat {seat}" for seat in range(SEATS)), "everybody")}
PROBLEMS = {
    Wrong.BAD_TURN: Refusal("{0} does not fit a game that is over, running or capped", "turn"),
    Wrong.BAD_PLAYER: Refusal("player: does not fit the phase and the turn"),
    Wrong.BAD_AGENDA: Refusal(
        "the turn cannot be spent so in this phase, with this target, slot and claim", "use"
    ),
    Wrong.BAD_SETUP: Refusal(
        "the first cards are dealt seat by seat before anything else happens", "phase"
    ),
    Wrong.BAD_HAND_SIZE: Refusal("{1} cards, more than a hand may have", "hand_size", 0),
    Wrong.BAD_HAND: Refusal("does not have the {1} cards that hand_size says", "hand", 0),
    Wrong.BAD_OTHER_HAND: Refusal("given, though the viewer cannot see it", "hand", 0),
    Wrong.BAD_LIMBO: Refusal(
        "a card is there just while others are asked about placing it, and only the one who "
        "placed it sees it",
        "limbo",
    ),
    Wrong.BAD_HEIGHT: Refusal("{1} cards, not a stack that so many turns can build", "height", 0),
    Wrong.BAD_EMPTY_SLOT: Refusal(
        "place {1}: there is no such card, so its card, claims and knows must be empty", "card", 0
    ),
    Wrong.BAD_KNOWERS: Refusal("place {1}: not a set of seats that can know this card", "knows", 0),
    Wrong.BAD_CARD: Refusal(
        "place {1}: the viewer must see this card just when knows says so", "card", 0
    ),
    Wrong.BAD_CLAIM: Refusal("place {1}: the claim is missing", "claims", 0),
    Wrong.BAD_PILE: Refusal("cards: {0} more lie around than the game has"),
    Wrong.BAD_ROW: Refusal("{0} open cards do not fit the phase and the pile", "row"),
    Wrong.TOO_MANY: Refusal("cards: {1} too many of kind {0:kind}; there are {2}"),
    Wrong.BAD_CHALLENGES: Refusal(
        "do not add up to the stakes of the cards that lie face up", "challenges"
    ),
    Wrong.BAD_OPENLY: Refusal("says more than the hand can hold", "openly", 0),
    Wrong.BAD_MIXED: Refusal("not a part of the stack that was put in order", "mixed", 0),
    Wrong.BAD_SECRET: Refusal(
        "knowledge of stack {1} given, though the viewer cannot know it", "secret", 0
    ),
    Wrong.TOO_MANY_FACTS: Refusal(
        "facts: {1:holder} knows more cards of stack {0} than there are unknown places"
    ),
    Wrong.FALSE_FACT: Refusal("facts: stack {0} has less {1:kind} than {2:holder} knows of"),
    Wrong.BAD_COMMON: Refusal(
        "facts: {2:holder} knows of less {1:kind} in stack {0} than everybody does"
    ),
    Wrong.BAD_LOOSE: Refusal(
        "the stack being put in order must be sorted where it is still loose, mixed, and known "
        "to the mover alone",
        "card",
        0,
    ),
    Wrong.FORGOTTEN: Refusal(
        "the owner of a stack knows all that it holds: seat {0} does not", "secret", 0
    ),
    Wrong.BAD_CHALLENGER: Refusal(
        "no seats other than the owners can have challenged so, in their turns", "challenges"
    ),
    Wrong.BAD_DISCARD: Refusal(
        "{0} cards, but only {1} foils among them; each foil brings one other at most", "discard"
    ),
    Wrong.TOO_FEW_TURNS: Refusal(
        "{1} finished turns of seat {0} are too few for what it holds, placed and knows", "turn"
    ),
    Wrong.TOO_FEW_IN_ALL: Refusal(
        "{0} are too few for all that was drawn, taken, placed, seen and foiled", "turn"
    ),
}


class StacksWords(Words):
    events = spoken(Event, "EVENT_")
    sources = ("challenges", "stacks")
    facts = ("unseen bluffs", "foils in other hands")
    has_cap = True
    problems = PROBLEMS
    kinds = NAMES

    def action(self, position: Position, action: int) -> str:
        if action >= DO_CARD:
            verb = "put" if position.data["phase"] == Phase.ORDER else "play"
            return f"{verb} {KIND_NAMES[action - DO_CARD]}"
        if action == DO_FOIL:
            return "foil"
        if action >= DO_CHALLENGE:
            return f"challenge {_place(action - DO_CHALLENGE)}"
        if action >= DO_REORDER:
            return f"reorder stack {action - DO_REORDER}"
        if action >= DO_PEEK:
            return f"peek at {_place(action - DO_PEEK)}"
        if action >= DO_PLACE:
            return f"place as {CLAIM_NAMES[action - DO_PLACE]}"
        if action >= DO_TAKE:
            return f"take {KIND_NAMES[action - DO_TAKE]}"
        return {DO_DRAW: "draw", DO_PASS: "pass"}[action]

    def outcome(self, position: Position, outcome: int) -> str:
        return KIND_NAMES[outcome]

    def board(self, position: Position) -> str:
        data, seats = position.data, position.game.seats
        lines = [
            f"turn {int(data['turn']) + 1}, {_situation(position, data)}",
            f"row: {_cards(data['row'])}; discard: {_cards(data['discard'])}",
        ]
        for seat in range(seats):
            hand = _hand(data, seat)
            taken = _cards(data["openly"][seat])
            note = "" if taken == "-" else f" (taken openly: {taken})"
            lines.append(f"seat {seat}, {int(data['challenges'][seat]):+d}: {hand}{note}")
            lines += [
                f"  {slot + 1}: {_slot(data, seat, slot, seats)}"
                for slot in range(data["height"][seat])
            ]
            lines += _known_kinds(data, seat, position)
        return "\n".join(lines)


def _place(number: int) -> str:
    return f"card {number % HEIGHT + 1} of stack {number // HEIGHT}"


def _cards(counts: Iterable[int]) -> str:
    """`straw, wood, wood`, or a dash."""
    names = [KIND_NAMES[kind] for kind, n in enumerate(counts) for _ in range(n)]
    return ", ".join(names) or "-"


def _hand(data: np.void, seat: int) -> str:
    size = int(data["hand_size"][seat])
    if size and not data["hand"][seat].any():
        return " ".join("?" * size)
    return _cards(data["hand"][seat])


def _slot(data: np.void, stack: int, slot: int, seats: int) -> str:
    """One card of a stack: what it is, what it is said to be, who knows it."""
    card, claim = (CARD_NAMES[data[field][stack][slot]] for field in ("card", "claims"))
    who = int(data["knows"][stack][slot])
    if who & FACE_UP:
        knowers = "face up"
    elif who >> ONLOOKER & 1:
        knowers = "known to all"
    else:
        knowers = "known to " + " ".join(str(s) for s in range(seats) if who >> s & 1)
    return f"{card}, claimed {claim}, {knowers}"


def _known_kinds(data: np.void, stack: int, position: Position) -> list[str]:
    """What is known of a stack as a whole since it was put in order."""
    lines = []
    if data["common"][stack].any():
        lines.append(f"  all know among the lower cards: {_cards(data['common'][stack])}")
    for seat in range(position.game.seats):
        if data["secret"][seat][stack].any():
            kinds = _cards(data["secret"][seat][stack])
            lines.append(f"  seat {seat} knows among the lower cards: {kinds}")
    return lines


def _situation(position: Position, data: np.void) -> str:
    """Who does what."""
    if position.player == OVER_PLAYER:
        return "the game is over"
    phase, use = data["phase"], data["use"]
    mover = int(data["turn"]) % position.game.seats
    doing = (
        f"seat {mover} "
        + {
            Use.NOTHING: "to move",
            Use.DRAW: "draws a card",
            Use.TAKE: "took a card from the row",
            Use.PLACE: f"places a card as {CARD_NAMES[data['claim']]}",
            Use.PEEK: f"peeks at card {data['slot'] + 1} of stack {data['target']}",
            Use.REORDER: f"reorders stack {data['target']}",
        }[use]
    )
    if phase == Phase.POLL:
        if use == Use.PLACE:
            doing += f" ({CARD_NAMES[data['limbo']]})"
        return f"{doing}: seat {position.player} may foil it"
    if phase == Phase.ORDER:
        return f"{doing}: {data['slot']} put back"
    if position.player == CHANCE_PLAYER and use == Use.NOTHING:
        return "cards are dealt"
    return doing
