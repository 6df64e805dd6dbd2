"""The regions with their majorities, and what the signs of the map mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from eminence.cython_ext.pictures.lettering import text_width
from eminence.cython_ext.pictures.scene import TEXT, Anchor, Box, Group, Panel, Shape, Text
from eminence.engines.kit.wording import plural
from eminence.engines.wallenstein.explanations.looking import (
    KINDS,
    counts_in,
    leaders_of,
    majority_points,
)
from eminence.engines.wallenstein.names import ACTIONS
from eminence.engines.wallenstein.picture.glance import Glance, tone_of_region
from eminence.engines.wallenstein.picture.pieces import (
    GAP,
    SIGN,
    SMALL,
    WIDE,
    Sign,
    of_seat,
    row_width,
    sign_row,
)
from eminence.engines.wallenstein.picture.signs import (
    OPEN_SITE,
    building_sign,
    leader_sign,
    revolt_sign,
    statue_sign,
)

NAME_WIDTH, COLUMN, ROW = 96.0, 108.0, 24.0


def regions_panel(glance: Glance) -> Panel:
    """A row for each region: who has how many buildings there, and what the most bring."""
    board = glance.board
    heads = [
        Text(NAME_WIDTH + 6 + COLUMN * kind, TEXT, f"{name} ({points})", SMALL, tone="quiet")
        for kind, (name, points) in enumerate(zip(KINDS, board.majority, strict=True))
    ]
    rows = [_row(glance, region) for region in range(len(board.regions))]
    legend, height = _legend(glance, 24 + ROW * len(rows) + 8)
    return Panel("regions", "Regions and majorities", WIDE, height, (*heads, *rows, *legend))


def _row(glance: Glance, region: int) -> Group:
    y = 20 + ROW * region
    name = glance.board.regions[region]
    tone = tone_of_region(region)
    shapes: list[Shape] = [Box(0, y, WIDE, ROW - 3, tone=tone), Text(6, y + 15, name, bold=True)]
    for kind in range(len(KINDS)):
        shapes += _majority(glance, kind, region, NAME_WIDTH + 6 + COLUMN * kind, y + 3.5)
    return Group(tuple(shapes), id=f"region {name}", tip=glance.tip(name), tone=tone)


def _majority(glance: Glance, kind: int, region: int, x: float, y: float) -> Iterator[Shape]:
    """Such as `A 2  B 1`, those with the most first, and the points they would get."""
    counts = counts_in(glance.board, glance.data, kind, region)
    first = leaders_of(counts)
    order = sorted((seat for seat, n in enumerate(counts) if n), key=lambda seat: -counts[seat])
    if not first:
        return
    signs = [of_seat(seat, str(counts[seat])) for seat in order]
    points = f"+{majority_points(glance.board, kind, counts, first[0])}"
    said = text_width(points, SMALL, bold=True) + 2 * GAP
    scale = min(1.0, (COLUMN - said - GAP * len(signs)) / sum(sign.width() for sign in signs))
    leading, rest = signs[: len(first)], signs[len(first) :]
    yield from sign_row(leading, x, y, scale)
    x += row_width(leading, scale) + GAP
    yield Text(x, y + 10.5, points, SMALL, bold=True)
    yield from sign_row(rest, x + said - GAP, y, scale)


def _legend(glance: Glance, y: float) -> tuple[list[Shape], float]:
    """What the signs of the map mean, in as many rows as they need, and where they end."""
    shapes: list[Shape] = []
    x = 0.0
    for sign, meaning in _signs(glance):
        width = sign.width() + text_width(meaning, SMALL) + 16
        if x + width > WIDE:
            x, y = 0.0, y + SIGN + 5
        shapes += sign.drawn(x, y)
        shapes.append(Text(x + sign.width() + 4, y + 10.5, meaning, SMALL, Anchor.START))
        x += width
    return shapes, y + SIGN + 2


def _signs(glance: Glance) -> Sequence[tuple[Sign, str]]:
    seat = max(glance.viewer, 0)
    signs = [(of_seat(seat, "4"), f"seat {seat} holds it with {plural(4, 'army', 'armies')}")]
    signs += [(building_sign(kind), ACTIONS[kind]) for kind in range(len(KINDS))]
    signs += [(OPEN_SITE, "open site"), (revolt_sign(1), "revolt marker")]
    if glance.has("leaders"):
        signs += [(leader_sign(seat), "leader"), (statue_sign(seat, 1), f"statue of seat {seat}")]
    return signs
