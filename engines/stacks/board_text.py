"""Boards of Stacks as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from eminence.cython_ext.game import CHANCE_PLAYER, OVER_PLAYER, Position
from eminence.engines.kit.wording import OVER, row, wrapped
from eminence.engines.stacks import state
from eminence.engines.stacks.names import CARD_NAMES, KIND_NAMES
from eminence.engines.stacks.state import Phase, Use


def board_text(position: Position) -> str:
    """The position as text."""
    data, seats = position.data, position.game.seats
    lines = [
        row("", [f"turn {int(data['turn']) + 1}", situation(position, data)]),
        row(
            "row: ", [cards_in(data["row"]), f"discard: {cards_in(data['discard'])}"], between="; "
        ),
    ]
    for seat in range(seats):
        hand = _hand(data, seat)
        taken = cards_in(data["openly"][seat])
        note = "" if taken == "-" else f" (taken openly: {taken})"
        lines.append(wrapped(f"seat {seat}, {int(data['challenges'][seat]):+d}: ", f"{hand}{note}"))
        lines += [
            f"  {slot + 1}: {_slot(data, seat, slot, seats)}"
            for slot in range(data["height"][seat])
        ]
        lines += [
            wrapped(f"  {who} among the lower cards: ", kinds)
            for who, kinds in known_among(data, seat, seats)
        ]
    return "\n".join(lines)


def cards_in(counts: Iterable[int]) -> str:
    """`straw, wood, wood`, or a dash."""
    names = [KIND_NAMES[kind] for kind, n in enumerate(counts) for _ in range(n)]
    return ", ".join(names) or "-"


def _hand(data: np.void, seat: int) -> str:
    size = int(data["hand_size"][seat])
    if size and not data["hand"][seat].any():
        return " ".join("?" * size)
    return cards_in(data["hand"][seat])


def _slot(data: np.void, stack: int, slot: int, seats: int) -> str:
    """One card of a stack: what it is, what it is claimed to be, who knows it."""
    card, claim = (CARD_NAMES[data[field][stack][slot]] for field in ("card", "claims"))
    who = int(data["knows"][stack][slot])
    if who & state.FACE_UP:
        knowers = "face up"
    elif who >> state.ONLOOKER & 1:
        knowers = "known to all"
    else:
        knowers = "known to " + " ".join(str(s) for s in range(seats) if who >> s & 1)
    return f"{card}, claimed {claim}, {knowers}"


def known_among(data: np.void, stack: int, seats: int) -> Iterator[tuple[str, str]]:
    """Who knows which kinds to be in a stack that was put in order: "seat 1 knows", "straw"."""
    if data["common"][stack].any():
        yield "all know", cards_in(data["common"][stack])
    for seat in range(seats):
        if data["secret"][seat][stack].any():
            yield f"seat {seat} knows", cards_in(data["secret"][seat][stack])


def situation(position: Position, data: np.void) -> str:
    """Who does what."""
    if position.player == OVER_PLAYER:
        return OVER
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
