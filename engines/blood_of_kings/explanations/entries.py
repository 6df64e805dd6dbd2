"""All that has a name in Blood of Kings, kind by kind."""

from __future__ import annotations

from eminence.cython_ext.words import Entry
from eminence.engines.blood_of_kings.explanations import Agreed
from eminence.engines.blood_of_kings.explanations.card_entries import card_entries
from eminence.engines.blood_of_kings.explanations.place_entries import place_entries
from eminence.engines.blood_of_kings.explanations.term_entries import term_entries
from eminence.engines.blood_of_kings.explanations.tile_entries import tile_entries
from eminence.engines.blood_of_kings.numbers import Board


def entries(board: Board, agreed: Agreed) -> list[Entry]:
    return [
        *place_entries(board),
        *card_entries(board),
        *tile_entries(board, agreed.tiles),
        *term_entries(board, agreed),
    ]
