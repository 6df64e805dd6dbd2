"""The entries of people and their groups, and what of them is reconstructed."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from eminence.cython_ext.words import Entry
from eminence.engines.bruges.effects.effect_text import EffectText, guilders, points
from eminence.engines.bruges.numbers import CANAL_SPACES, CANALS, CARDS, REPUTATION, Board, Card
from eminence.engines.bruges.state import Activation, Per
from eminence.engines.kit.options import listed
from eminence.engines.kit.wording import plural

#: what the columns of a card are called
COLUMNS = {
    "colour": "colour",
    "price": "price",
    "activation": "icon",
    "activation_colour": "worker",
    "effect": "effect",
    "group": "group",
}


def people_entries(board: Board) -> list[Entry]:
    effects = EffectText(board)
    return [Entry(card.name, "person", person_text(board, effects, card)) for card in board.cards]


def person_text(board: Board, effects: EffectText, card: Card) -> str:
    """Price, points, group and effect, and what of them nobody could look up."""
    said = (
        f"Group {board.groups[card.group]}, a {board.colours[card.colour]} card. Price "
        f"{guilders(card.price)}, worth {points(card.points)} at the end of the game. "
        f"{effects.sentences(card)}"
    )
    return " ".join([said, *_unknown(board, card)])


def _unknown(board: Board, card: Card) -> list[str]:
    if is_reconstructed(board, card):
        return ["(Reconstructed: the printed card of this name, if there is one, may differ.)"]
    pays_worker = card.activation == Activation.WORKER
    columns = [
        word
        for column, word in COLUMNS.items()
        if (CARDS.file, f"{card.name} {column}") in board.reconstructed
        and (column != "activation_colour" or pays_worker)
    ]
    return [f"(Reconstructed: {listed(columns, 'and')}.)"] if columns else []


def is_reconstructed(board: Board, card: Card) -> bool:
    """Whether the person as a whole was made up."""
    return (CARDS.file, card.name) in board.reconstructed


def reconstructed_text(board: Board) -> str:
    """How much of the game nobody could look up; "" for nothing."""
    people = sum(is_reconstructed(board, card) for card in board.cards)
    canals = _unknown_in(board, CANALS.file, "colour")
    steps = _unknown_in(board, REPUTATION.file, "points")
    found = [
        _share("", people, len(board.cards), "people"),
        _share("the colours of ", canals, prod(CANAL_SPACES), "canal spaces"),
        _share("the points of ", steps, len(board.step_points) - 1, "steps of reputation"),
    ]
    named = [each for each in found if each]
    return f"Reconstructed, not printed: {listed(named, 'and')}." if named else ""


def _share(what: str, count: int, of: int, things: str) -> str:
    """Such as `140 of the 165 people`; "" for none."""
    return f"{what}{count} of the {of} {things}" if count else ""


def _unknown_in(board: Board, file: str, column: str) -> int:
    """The values of a column that were made up."""
    return sum(
        entry.endswith(f" {column}") for found, entry in board.reconstructed if found == file
    )


def group_entries(board: Board) -> list[Entry]:
    return [Entry(name, "group", _group_text(board, i)) for i, name in enumerate(board.groups)]


def _group_text(board: Board, group: int) -> str:
    """Who belongs to it, and who counts it."""
    members = [card.name for card in board.cards if card.group == group]
    counting = [
        card.name
        for card in board.cards
        if any(c.per == Per.PER_PERSON and c.per_index == group for c in card.clauses)
    ]
    counted = f"{_all(counting)} {'counts' if len(counting) == 1 else 'count'} them."
    return (
        f"A group of people with {plural(len(members), 'member')}: {_all(members)}. "
        f"{counted if counting else 'No person counts them.'}"
    )


def _all(names: Sequence[str]) -> str:
    return listed(names, "and") if names else "nobody"
