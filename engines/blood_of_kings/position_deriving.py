"""What follows from what lies on the table: supplies, the deck, what is certain of others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engines.blood_of_kings.data import Board
from engines.blood_of_kings.data_mats import NO_CARD
from engines.blood_of_kings.phases import FACE_DOWN

Counts = dict[str, int]


def flags_left(board: Board, kingdom: int, legal: int, on_map: int) -> int:
    """In a kingdom's treasury, at a level of its Legal institution (from 0)."""
    return board.flags + sum(board.mats[kingdom].flags[1 : legal + 1]) - on_map


def kingdom_cards(board: Board, kingdom: int, levels: Sequence[int]) -> list[int]:
    """All cards of a kingdom in play: those of the start and of its levels (from 0)."""
    cards = list(board.starting_cards[kingdom])
    for granted, level in zip(board.mats[kingdom].grants, levels, strict=True):
        for card in granted[1 : level + 1]:
            if card != NO_CARD:
                cards[card] += 1
    return cards


def starting_regions(board: Board, kingdom: int) -> list[int]:
    return [i for i, region in enumerate(board.regions) if region.kingdom == kingdom]


def certain(seen: Mapping[str, int], told: Mapping[str, int], faces: Sequence[str]) -> Counts:
    """Cards known to be among a hand and face-down cards that the viewer has not seen.

    One that the viewer has seen face down may be one of those.
    """
    left: Counts = dict(seen)
    for kind, n in told.items():
        left[kind] = left.get(kind, 0) + n
    for face in faces:
        if left.get(face):
            left[face] -= 1
    return {kind: n for kind, n in left.items() if n}


def deck(board: Board, position: Mapping[str, Any], faces: Sequence[str]) -> Counts:
    """All cards that the viewer cannot place, by kind; negative where there are too many."""
    left = {card.name: card.copies for card in board.deck}
    piles = [*position["sets"], position["discards"], *position["hand"]]
    for pile in piles:
        for kind, n in pile.items():
            left[kind] -= n
    for face in faces:
        if face != FACE_DOWN:
            left[face] -= 1
    return left


def deck_size(board: Board, position: Mapping[str, Any]) -> int:
    """All cards but those in hands, on mats, in sets and among the discards."""
    total = sum(card.copies for card in board.deck)
    total -= sum(position["hand_count"]) + sum(sum(row.values()) for row in position["height"])
    total -= sum(sum(pile.values()) for pile in position["sets"])
    return total - sum(position["discards"].values())
