"""All that can be looked up by name in Wallenstein, kind by kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from eminence.engines.wallenstein.explanations.agreed import Agreed
from eminence.engines.wallenstein.explanations.counties import Counties
from eminence.engines.wallenstein.explanations.expansion_pieces import ExpansionPieces
from eminence.engines.wallenstein.explanations.pieces import Pieces
from eminence.engines.wallenstein.explanations.terms import Terms
from eminence.engines.wallenstein.explanations.things import Thing, kind_by_kind
from eminence.engines.wallenstein.explanations.times import times
from eminence.engines.wallenstein.numbers import Board


def everything(
    board: Board, agreed: Agreed, places: Sequence[str], cards: Mapping[int, str]
) -> list[Thing]:
    """Things of one loaded game: `places` are those of a plan, `cards` those in its boxes."""
    return kind_by_kind(
        [
            *Counties(board, agreed.players, places).things(),
            *Pieces(board, agreed.players, cards).things(),
            *ExpansionPieces(board, agreed).things(),
            *times(board, agreed.parts),
            *Terms(board, agreed).things(),
        ]
    )
