"""Bruges by Stefan Feld: each card is a worker, money, a canal, a house or one of 165 people.

For 2 to 4 players. The list of people was not published with the rulebook: most of them are
reconstructed, RULES.md says which, and `data` may name a folder with your own
(docs/own_cards.md).
"""

from __future__ import annotations

from pathlib import Path

from cython_ext.fields import SEATS, Field
from engines.bruges import data as numbers
from engines.bruges.data import DATA, PLAYERS, SECTIONS, Board, sources
from engines.bruges.guidance import WEIGHTS
from engines.bruges.phases import FRAME, MAJORITIES, PHASES, PILES, STEPS, USES
from engines.bruges.rules import table
from engines.bruges.text import BrugesWords
from engines.guidance_file import levels, search_defaults, weights
from engines.options import Option, Parts

__all__ = ["DATA", "OPTIONS", "VERSION", "load", "sources"]

VERSION = 2
OPTIONS = {"players": Option(3, PLAYERS, "how many play")}


def load(players: int, data: Path | None = None) -> Parts:
    """Build the game; see `engines.load`."""
    folder = DATA if data is None else data
    board = numbers.read(folder, players)
    return Parts(
        table(board, players),
        BrugesWords(board, players),
        _fields(board, players),
        weights(folder, WEIGHTS),
        numbers.data_hash(folder),
        search_defaults(folder),
        levels(folder),
    )


def _fields(board: Board, players: int) -> dict[str, Field]:
    """How the struct's fields are written, and the ranges that C code relies on."""
    colours = board.colours
    or_none = dict(enumerate(("", *colours)))
    rows = tuple(card.name for card in board.cards)
    below = {
        **dict(enumerate(("", *rows))),
        **{numbers.MAX_CARDS + 1 + c: numbers.back(name) for c, name in enumerate(colours)},
    }
    cards = {0: "", **{card.id + 1: card.name for card in board.cards}}
    sets = Field((SEATS, colours), bit_rows=board.card_names)
    most = numbers.MOST
    flag = Field(high=1)
    return {
        "phase": Field(names=dict(enumerate(PHASES))),
        "step": Field(names=dict(enumerate(STEPS))),
        "seat": Field(high=players - 1),
        "start_seat": Field(high=players - 1),
        "round": Field(high=numbers.MAX_ROUND),
        "cycle": Field(high=board.cards_per_round),
        "begun": flag,
        "rolled": Field(high=len(colours)),
        "extra_in": flag,
        "last_round": flag,
        "use": Field(names=dict(enumerate(USES))),
        "use_colour": Field(names=dict(enumerate(colours))),
        "aside_colour": Field(names=or_none),
        "depth": Field(high=board.deepest),
        "use_card": Field(names=cards),
        "frame": Field((None, FRAME)),
        "dice": Field((colours,), high=6),
        "pile_size": Field((PILES,), high=numbers.MAX_CARDS),
        "top": Field((PILES,), names=or_none),
        "statues_taken": Field(high=len(board.statues)),
        "blind": Field((colours,), high=numbers.PER_COLOUR),
        "hand_count": Field((SEATS, colours), high=numbers.PER_COLOUR),
        "houses": Field((SEATS, colours), high=numbers.PER_COLOUR),
        "empty": Field((SEATS, colours), high=numbers.PER_COLOUR),
        "threat": Field((SEATS, colours), high=board.circle),
        "canal": Field((SEATS, SECTIONS), high=numbers.SPACES),
        "statue": Field((SEATS, SECTIONS)),
        "reputation": Field((SEATS,), high=len(board.step_points) - 1),
        "majority": Field((SEATS,), bits=MAJORITIES),
        "home": Field((rows,), names=below),
        "workers": Field((SEATS, colours), high=numbers.MOST_WORKERS),
        "guilders": Field((SEATS,), high=most),
        "points": Field((SEATS,), high=most),
        "people": sets,
        "used": Field((colours,), bit_rows=board.card_names),
        "discards": Field((colours,), bit_rows=board.card_names),
        "hand": sets,
        "down": sets,
        "pool": Field((colours,), bit_rows=board.card_names),
        "aside": Field(names=cards),
        "shown": Field((colours,), bit_rows=board.card_names),
    }
