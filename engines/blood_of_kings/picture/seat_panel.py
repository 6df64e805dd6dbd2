"""A seat: its Glory, kingdoms, tiles and cards, as far as the viewer may see them."""

from __future__ import annotations

from eminence.cython_ext.pictures.scene import (
    Anchor,
    Box,
    Group,
    Panel,
    Shape,
    Text,
    seat_tone,
    token,
)
from eminence.engines.blood_of_kings.explanations import term_entries as terms
from eminence.engines.blood_of_kings.picture.desk import Desk
from eminence.engines.blood_of_kings.picture.pieces import (
    GAP,
    SMALL,
    WIDTH,
    Chip,
    Column,
    counted_minis,
    kingdom_chip,
)
from eminence.engines.blood_of_kings.picture.tile_panel import add_tile
from eminence.engines.kit.drawing import counter
from eminence.engines.kit.wording import among, plural

BANNER = 24.0
BACK_WIDTH, BACK_HIGH = 16.0, 22.0
#: so many backs are drawn; the number beside them tells the rest
MOST_BACKS = 10


def seat_panel(desk: Desk, seat: int) -> Panel:
    column = Column()
    _banner(desk, column, seat)
    _glory(desk, column, seat)
    _kingdoms(desk, column, seat)
    _hand(desk, column, seat)
    _piles(desk, column, seat)
    for tile in among(range(len(desk.on.tile_names)), int(desk.data["tiles"][seat])):
        add_tile(desk, column, tile)
    return column.panel(desk.ids.seat(seat), desk.seat_word(seat), seat)


def _banner(desk: Desk, column: Column, seat: int) -> None:
    """The seat in its colour, with all its Glory."""
    ink = f"on {seat_tone(seat)}"
    total = f"{desk.now.total_glory(seat)} glory"
    told = desk.seat_word(seat)
    if seat == desk.now.mover:
        told += ", to move"
    shapes = (
        Box(0, 0, WIDTH, BANNER, tone=seat_tone(seat)),
        token(14, BANNER / 2, seat, radius=9),
        Text(28, 16.5, told, bold=True, tone=ink),
        Text(WIDTH - 8, 16.5, total, anchor=Anchor.END, bold=True, tone=ink),
    )
    tip = desk.tip(terms.GLORY)
    group = Group(shapes, id=desk.ids.seat(seat), tip=tip, tone=seat_tone(seat))
    column.add(group, height=BANNER + GAP)


def _glory(desk: Desk, column: Column, seat: int) -> None:
    """Its single Glory tokens, how many tiles, and whether it is First Player."""
    tokens, tiles = int(desk.data["glory"][seat]), int(desk.data["tiles"][seat]).bit_count()
    step = min(18.0, (WIDTH / 2) / max(tokens, 1))
    for place in range(tokens):
        column.add(
            counter(8 + step * place, column.y + 9, "1", tone="gold", ink="on gold", radius=7)
        )
    told = f"{plural(tokens, 'Glory token')}, {plural(tiles, 'tile')}"
    if seat == desk.data["first"]:
        told = f"First Player; {told}"
    told_at = Text(WIDTH, column.y + 13, told, size=SMALL, anchor=Anchor.END)
    column.add(Group((told_at,), tip=desk.told[terms.GLORY]), height=22)


def _kingdoms(desk: Desk, column: Column, seat: int) -> None:
    """What it rules, with the Crowns there."""
    chips = [
        kingdom_chip(desk, k, f"{name}, {plural(int(desk.data['crowns'][k]), 'Crown')}")
        for k, name in enumerate(desk.on.kingdoms)
        if desk.now.ruler(k) == seat
    ]
    column.chips(chips or [Chip("rules nothing", tone="page", ink="quiet")])


def _hand(desk: Desk, column: Column, seat: int) -> None:
    """Backs with their number, and of other seats the cards that are known to be there."""
    count, top = int(desk.data["hand_count"][seat]), column.y
    shapes: list[Shape] = [
        Box(9.0 * place, top, BACK_WIDTH, BACK_HIGH, tone="back")
        for place in range(min(count, MOST_BACKS))
    ]
    left = 9.0 * min(count, MOST_BACKS) + BACK_WIDTH
    told = f"{plural(count, 'card')} in hand"
    shapes.append(Text(left, top + 15, told, size=SMALL))
    tip = f"{desk.seat_word(seat)}: {told}."
    column.add(Group(tuple(shapes), id=f"hand of seat {seat}", tip=tip), height=BACK_HIGH + GAP)
    if seat != desk.viewer and desk.data["hand"][seat].any():
        column.text("Known to be there or face down:", tone="quiet")
        known, height = counted_minis(desk, desk.data["hand"][seat], 0, column.y, WIDTH)
        column.add(*known, height=height)


def _piles(desk: Desk, column: Column, seat: int) -> None:
    """How many cards it has face down on which kingdoms."""
    heights = desk.data["height"][seat]
    chips = [
        kingdom_chip(
            desk, k, f"{name} {heights[k]}", desk.ids.stack(seat, k)[1], desk.told[terms.INFLUENCE]
        )
        for k, name in enumerate(desk.on.kingdoms)
        if heights[k]
    ]
    if chips:
        column.heading("Face down on")
        column.chips(chips)
