"""Names and sentences of Stacks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from cython_ext.game import CHANCE_PLAYER, OVER_PLAYER, Position
from cython_ext.words import Words

KINDS = ("straw", "wood", "stone", "foil")
CLAIMS = KINDS[:3]
#: a place for one card holds 0 for "not known", or kind + 1
CARDS = ("?", *KINDS)
PHASES = ("deal", "fill", "turn", "play", "poll", "order")
USES = ("nothing", "draw", "take", "place", "peek", "reorder")

SEATS = 4
HEIGHT = 4
ONLOOKER = 1 << 4
FACE_UP = 1 << 7

# Action ids in their ranges, as in rules.pyx.
DRAW = 1
TAKE = 2
PLACE = TAKE + len(KINDS)
PEEK = PLACE + len(CLAIMS)
REORDER = PEEK + SEATS * HEIGHT
CHALLENGE = REORDER + SEATS
FOIL = CHALLENGE + SEATS * HEIGHT
CARD = FOIL + 1


class StacksWords(Words):
    events = ("deal", "row")
    sources = ("challenges", "stacks")
    facts = ("unseen bluffs", "foils in other hands")
    has_cap = True
    problems = (
        "turn: {0} does not fit a game that is over, running or capped",
        "player: does not fit the phase and the turn",
        "use: the turn cannot be spent so in this phase, with this target, slot and claim",
        "phase: the first cards are dealt seat by seat before anything else happens",
        "hand_size[{0}]: {1} cards, more than a hand may have",
        "hand[{0}]: does not have the {1} cards that hand_size says",
        "hand[{0}]: given, though the viewer cannot see it",
        "limbo: a card is there just while others are asked about placing it, and only the "
        "one who placed it sees it",
        "height[{0}]: {1} cards, not a stack that so many turns can build",
        "card[{0}][{1}]: there is no such card, so its card, claims and knows must be empty",
        "knows[{0}][{1}]: not a set of seats that can know this card",
        "card[{0}][{1}]: the viewer must see it just when knows says so",
        "claims[{0}][{1}]: missing",
        "cards: {0} more lie around than the game has",
        "row: {0} open cards do not fit the phase and the pile",
        "cards: {1} too many of kind {kind}; there are {2}",
        "challenges: do not add up to the stakes of the cards that lie face up",
        "openly[{0}]: says more than the hand can hold",
        "mixed[{0}]: not a part of the stack that was put in order",
        "secret[{0}][{1}]: given, though the viewer cannot know it",
        "facts: more cards known in stack {0} than there are unknown places, holder {1}",
        "facts: stack {0} has fewer of kind {1} than holder {2} knows",
        "secret: holder {2} knows less of kind {1} in stack {0} than everybody does",
        "card[{0}]: the stack being put in order must be sorted where it is still loose, "
        "mixed, and known to the mover alone",
        "secret[{0}][{0}]: the owner of a stack knows all that it holds",
        "challenges: no seats other than the owners can have challenged so, in their turns",
        "discard: {0} cards, but only {1} foils among them; each foil brings one other at most",
        "turn: {1} finished turns of seat {0} are too few for what it holds, placed and knows",
        "turn: {0} are too few for all that was drawn, taken, placed, seen and foiled",
    )

    def problem(self, code: int, numbers: Sequence[int]) -> str:
        kind = KINDS[numbers[0] % len(KINDS)]
        return self.problems[code - 1].format(*numbers, kind=kind)

    def action(self, position: Position, action: int) -> str:
        if action >= CARD:
            verb = "put" if position.data["phase"] == PHASES.index("order") else "play"
            return f"{verb} {KINDS[action - CARD]}"
        if action == FOIL:
            return "foil"
        if action >= CHALLENGE:
            return f"challenge {_place(action - CHALLENGE)}"
        if action >= REORDER:
            return f"reorder stack {action - REORDER}"
        if action >= PEEK:
            return f"peek at {_place(action - PEEK)}"
        if action >= PLACE:
            return f"place as {CLAIMS[action - PLACE]}"
        if action >= TAKE:
            return f"take {KINDS[action - TAKE]}"
        return "draw" if action == DRAW else "pass"

    def outcome(self, position: Position, outcome: int) -> str:
        return KINDS[outcome]

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
    names = [KINDS[kind] for kind, n in enumerate(counts) for _ in range(n)]
    return ", ".join(names) or "-"


def _hand(data: np.void, seat: int) -> str:
    size = int(data["hand_size"][seat])
    if size and not data["hand"][seat].any():
        return " ".join("?" * size)
    return _cards(data["hand"][seat])


def _slot(data: np.void, stack: int, slot: int, seats: int) -> str:
    """One card of a stack: what it is, what it is said to be, who knows it."""
    card, claim = (CARDS[data[field][stack][slot]] for field in ("card", "claims"))
    who = int(data["knows"][stack][slot])
    if who & FACE_UP:
        knowers = "face up"
    elif who & ONLOOKER:
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
    mover = int(data["turn"]) % position.game.seats
    use = USES[data["use"]]
    doing = {
        "nothing": f"seat {mover} to move",
        "draw": f"seat {mover} draws a card",
        "take": f"seat {mover} took a card from the row",
        "place": f"seat {mover} places a card as {CARDS[data['claim']]}",
        "peek": f"seat {mover} peeks at card {data['slot'] + 1} of stack {data['target']}",
        "reorder": f"seat {mover} reorders stack {data['target']}",
    }[use]
    phase = PHASES[data["phase"]]
    if phase == "poll":
        if use == "place":
            doing += f" ({CARDS[data['limbo']]})"
        return f"{doing}: seat {position.player} may foil it"
    if phase == "order":
        return f"{doing}: {data['slot']} put back"
    if position.player == CHANCE_PLAYER and use == "nothing":
        return "cards are dealt"
    return doing
