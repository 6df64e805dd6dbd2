"""The whole picture of a view of Royals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from eminence.cython_ext.game import View
from eminence.cython_ext.pictures.scene import Scene
from eminence.engines.kit.telling import capital
from eminence.engines.kit.wording import plural
from eminence.engines.royals.numbers import Board
from eminence.engines.royals.picture import hand, land, people, table, tracks
from eminence.engines.royals.picture.glimpse import Glimpse
from eminence.engines.royals.picture.ids import moves


def scene(view: View, board: Board, doing: Sequence[str], explained: Mapping[str, str]) -> Scene:
    """The map and the cards first, then the tracks and the seats.

    doing: the period, the round and the step, part by part.
    explained: what each name means.
    """
    glimpse = Glimpse(view, board, tuple(doing), explained)
    own = () if glimpse.looks_on else (hand.panel(glimpse),)
    panels = (
        land.panel(glimpse),
        table.panel(glimpse),
        *own,
        people.panel(glimpse),
        tracks.titles(glimpse),
        tracks.countries(glimpse),
    )
    return Scene(_title(glimpse), panels, moves(glimpse))


def _title(glimpse: Glimpse) -> str:
    """What a person hears who cannot see the picture: the turn and the points."""
    now = capital(", ".join(glimpse.doing))
    standing = [
        f"{glimpse.reader.does(seat, 'have')} {plural(round(sum(points.values())), 'point')}"
        for seat, points in enumerate(glimpse.points)
    ]
    return f"Royals. {now}. {'. '.join(standing)}."
