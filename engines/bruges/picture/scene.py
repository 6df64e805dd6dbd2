"""The picture as a whole: its panels in their order, and what somebody reads who cannot see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eminence.cython_ext.game import View
from eminence.cython_ext.pictures.scene import Panel, Scene
from eminence.engines.bruges.picture.hand import hand_panel
from eminence.engines.bruges.picture.moves import lit_by_moves
from eminence.engines.bruges.picture.round import round_panel, sentence
from eminence.engines.bruges.picture.seat import seat_panel
from eminence.engines.bruges.picture.sight import Sight
from eminence.engines.bruges.picture.stock import points_panel, stock_panel
from eminence.engines.bruges.picture.turn import turn_panel
from eminence.engines.kit.wording import plural

if TYPE_CHECKING:
    from eminence.engines.bruges.words import BrugesWords


def scene(words: BrugesWords, view: View) -> Scene:
    """What a seat, or an onlooker, sees of the game."""
    sight = Sight(words, view)
    return Scene(_title(sight), tuple(_panels(sight)), lit_by_moves(sight))


def _title(sight: Sight) -> str:
    scores = ", ".join(
        f"seat {seat} {plural(sight.score(seat), 'point')}" for seat in range(sight.players)
    )
    words, view = sight.words, sight.view
    now = sentence([*words.round_parts(view), *words.asked(view)])
    return f"Bruges. {now}. {'Points' if view.over else 'If the game ended now'}: {scores}."


def _panels(sight: Sight) -> list[Panel]:
    """What all share, the viewer's decision and hand, the seats from the viewer on, the points."""
    seats = range(sight.players)
    first = max(sight.view.seat, 0)
    hand = [hand_panel(sight)] if sight.view.seat in seats else []
    tables = [seat_panel(sight, seat) for seat in (*seats[first:], *seats[:first])]
    turns, scores, stock = round_panel(sight), points_panel(sight), stock_panel(sight)
    if sight.view.over:
        return [turns, scores, stock, *hand, *tables]
    return [turns, turn_panel(sight), *hand, stock, *tables, scores]
