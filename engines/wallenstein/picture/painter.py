"""The whole picture of a view: which panels it has, and its title."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from eminence.cython_ext.game import View
from eminence.cython_ext.pictures.scene import Panel, Scene
from eminence.engines.kit.drawing import winners
from eminence.engines.kit.wording import Blocks
from eminence.engines.wallenstein.board_text import BoardText
from eminence.engines.wallenstein.explanations.looking import seats
from eminence.engines.wallenstein.numbers import Board
from eminence.engines.wallenstein.picture.county_map import CountyMap
from eminence.engines.wallenstein.picture.court_panel import court_panel
from eminence.engines.wallenstein.picture.cubes import tower_panel
from eminence.engines.wallenstein.picture.draft_panels import draft_panel
from eminence.engines.wallenstein.picture.glance import Glance, Names
from eminence.engines.wallenstein.picture.march import asks_how_many, march_panel
from eminence.engines.wallenstein.picture.moves import moves_of
from eminence.engines.wallenstein.picture.plans import hand_panel, plan_panel
from eminence.engines.wallenstein.picture.regions import regions_panel
from eminence.engines.wallenstein.picture.round_panels import (
    actions_panel,
    events_panel,
    order_panel,
    time_panel,
)
from eminence.engines.wallenstein.picture.seats import seat_panel


class Painter:
    """Draws the positions of one loaded game; `beginnings` are those of the county names."""

    def __init__(
        self, board: Board, words: BoardText, beginnings: Sequence[str], blocks: Blocks
    ) -> None:
        self.names = Names(board, words, beginnings)
        self.map = CountyMap(self.names)
        self.blocks = blocks

    def picture(self, view: View) -> Scene:
        glance = Glance(view, self.names)
        return Scene(_title(glance), tuple(self._panels(glance)), moves_of(glance, self.blocks))

    def _panels(self, glance: Glance) -> Iterator[Panel]:
        """The map, what is decided, then the round and the seats."""
        yield self.map.panel(glance)
        yield time_panel(glance)
        if asks_how_many(glance):
            yield march_panel(glance)
        if glance.drafting:
            yield draft_panel(glance)
        yield from _own_plan(glance)
        if glance.in_round:
            yield actions_panel(glance)
        if glance.data["tile"].any() or glance.data["leader"].any():
            yield order_panel(glance)
        if glance.has("court") and not glance.setting_up:
            yield court_panel(glance)
        if not glance.setting_up and not glance.view.over:
            yield events_panel(glance)
        for seat in glance.seats:
            yield seat_panel(glance, seat)
        yield tower_panel(glance)
        yield regions_panel(glance)


def _own_plan(glance: Glance) -> Iterator[Panel]:
    if glance.viewer < 0:
        return
    if glance.planning or glance.plans_lie:
        yield plan_panel(glance)
    if glance.planning:
        yield hand_panel(glance)


def _title(glance: Glance) -> str:
    """Where the game is, who is to move or has won, and the points of all."""
    points = [f"seat {seat} {int(glance.data['points'][seat].sum())}" for seat in glance.seats]
    won = winners(glance.view)
    end = f" Won by {seats(won)}." if won else ""
    return f"Wallenstein, {glance.words.time(glance.view)}.{end} Points: {', '.join(points)}."
