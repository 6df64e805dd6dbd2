"""The picture of Blood of Kings: the map, the turn, kingdoms, cards, tiles and seats."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from eminence.cython_ext.game import View
from eminence.cython_ext.pictures.scene import Panel, Scene
from eminence.engines.blood_of_kings.board_text import BoardText
from eminence.engines.blood_of_kings.explanations import Agreed
from eminence.engines.blood_of_kings.picture.card_panels import hand_panel, sets_panel
from eminence.engines.blood_of_kings.picture.deal_panel import card_panel, deal_panel
from eminence.engines.blood_of_kings.picture.desk import Desk
from eminence.engines.blood_of_kings.picture.fight_panel import fight_panel
from eminence.engines.blood_of_kings.picture.kingdom_panel import kingdom_panel
from eminence.engines.blood_of_kings.picture.land import Land
from eminence.engines.blood_of_kings.picture.map_panel import map_panel
from eminence.engines.blood_of_kings.picture.moves import moves_of
from eminence.engines.blood_of_kings.picture.seat_panel import seat_panel
from eminence.engines.blood_of_kings.picture.throne_panel import throne_panel
from eminence.engines.blood_of_kings.picture.tile_panel import tiles_panel
from eminence.engines.blood_of_kings.picture.turn_panel import turn_panel
from eminence.engines.kit.wording import Blocks


class Pictures:
    """Makes scenes of the views of one loaded game."""

    def __init__(self, words: BoardText, agreed: Agreed, blocks: Blocks) -> None:
        self.words = words
        self.agreed = agreed
        self.blocks = blocks

    @cached_property
    def land(self) -> Land:
        return Land(self.words.on)

    @cached_property
    def told(self) -> dict[str, str]:
        """What is said of everything that has a name."""
        return {entry.name: entry.text for entry in self.words.entries}

    def of(self, view: View) -> Scene:
        desk = Desk(self.words, self.agreed, view, self.told)
        scene = Scene(title(desk), tuple(self._panels(desk)))
        ids = {shape.id for shape in scene.shapes()}
        return Scene(scene.title, scene.panels, moves_of(desk, self.blocks, ids))

    def _panels(self, desk: Desk) -> Iterator[Panel]:
        """The map first, then what is to be decided about, then the tables of all."""
        yield map_panel(desk, self.land)
        yield turn_panel(desk)
        yield from under_way(desk)
        if desk.viewer >= 0:
            yield hand_panel(desk)
        for kingdom in range(len(desk.on.kingdoms)):
            yield kingdom_panel(desk, kingdom)
        yield sets_panel(desk)
        yield tiles_panel(desk)
        for seat in range(desk.now.seats):
            yield seat_panel(desk, seat)


def under_way(desk: Desk) -> Iterator[Panel]:
    """What has begun and is not over."""
    if desk.data["battle"]:
        yield fight_panel(desk)
    if desk.data["challenge"]:
        yield throne_panel(desk)
    if desk.data["use"]:
        yield card_panel(desk)
    if deal := deal_panel(desk):
        yield deal


def title(desk: Desk) -> str:
    """What a person should know who cannot see the picture."""
    glory = ", ".join(f"seat {seat} {desk.now.total_glory(seat)}" for seat in range(desk.now.seats))
    return f"Blood of Kings. {desk.time}. {desk.question}. Glory: {glory}."
