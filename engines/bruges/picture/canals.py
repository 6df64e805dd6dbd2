"""The two canals of a seat, left and right of its guard house."""

from __future__ import annotations

from collections.abc import Iterator

from eminence.cython_ext.pictures.scene import Anchor, Area, Box, Group, Shape, Text, token
from eminence.engines.bruges.effects.effect_text import guilders
from eminence.engines.bruges.explanations.entries import CANAL
from eminence.engines.bruges.numbers import SECTIONS, Space
from eminence.engines.bruges.picture import ids
from eminence.engines.bruges.picture.pieces import waves
from eminence.engines.bruges.picture.sheet import SMALL, WIDTH, Sheet, centred
from eminence.engines.bruges.picture.sight import Sight
from eminence.engines.bruges.state import SPACES

GUARD_HOUSE = 44.0
SPACE = (WIDTH - GUARD_HOUSE) / (2 * SPACES)
HEIGHT = 38.0
BELOW = 22.0


def put_canals(sight: Sight, sheet: Sheet, seat: int) -> None:
    """Both canals; below them what their third space and their end bring."""
    sheet.label("canals")
    y, middle = sheet.y, WIDTH / 2
    tip = f"The guard house of seat {seat}. {sight.explained(CANAL)}"
    house = Group(
        (
            Box(middle - GUARD_HOUSE / 2 + 3, y, GUARD_HOUSE - 6, HEIGHT, tone="land"),
            token(middle, y + HEIGHT / 2, seat, radius=10),
        ),
        id=f"guard house {seat}",
        tip=tip,
        tone="land",
    )
    sheet.put(
        house,
        *_spaces(sight, seat, y),
        *_rewards(sight, seat, y + HEIGHT + SMALL + 1),
        height=HEIGHT + BELOW,
    )


def middle_of(side: int, space: int) -> float:
    """Where a space lies from left to right."""
    away = GUARD_HOUSE / 2 + SPACE * (space + 0.5)
    return WIDTH / 2 + (away if side else -away)


def _spaces(sight: Sight, seat: int, y: float) -> Iterator[Shape]:
    for side, section in enumerate(SECTIONS):
        built = sight.everybody[seat].canals[side]
        for number, space in enumerate(sight.on.canals[seat][side]):
            yield _space(
                sight,
                space,
                built - number,
                middle_of(side, number),
                y,
                _place(seat, section, number),
            )


def _place(seat: int, section: str, number: int) -> tuple[str, str]:
    """The id of a space, and what to call it."""
    return ids.canal(seat, section, number), f"Space {number + 1} of the {section} canal"


def _space(
    sight: Sight, space: Space, ahead: int, x: float, y: float, place: tuple[str, str]
) -> Group:
    """A space with its colour and price; ahead: above 0 it has a token, at 0 it is the next."""
    colour, left, width = sight.colours[space.colour], x - SPACE / 2 + 1, SPACE - 2
    id, name = place
    shapes: list[Shape] = [
        Box(left, y, width, HEIGHT, tone=colour.tone),
        centred(x, y + 11, colour.sign, size=SMALL, tone=colour.ink),
    ]
    if ahead > 0:
        shapes += [Box(left, y + 15, width, HEIGHT - 18, tone="water")]
        shapes += [waves(left + 4, y + 15 + dy, width - 8, "blue") for dy in (7, 13)]
    else:
        shapes.append(centred(x, y + 30, str(space.cost), size=14, bold=True, tone=colour.ink))
    if ahead == 0:
        shapes.append(_pointer(x, y))
    how = "built" if ahead > 0 else f"{colour.name}, {guilders(space.cost)}"
    next_one = " It is the next one here." if ahead == 0 else ""
    return Group(
        tuple(shapes), id=id, tip=f"{name}: {how}.{next_one}", tone=colour.tone, faint=ahead < 0
    )


def _pointer(x: float, y: float) -> Area:
    """Points at the next space from below."""
    foot = y + HEIGHT
    return Area((((x, foot - 1), (x - 6, foot + 6), (x + 6, foot + 6)),), tone="accent")


def _rewards(sight: Sight, seat: int, y: float) -> Iterator[Shape]:
    """The points of a long canal, and the statue at its end."""
    on, owner = sight.on, sight.everybody[seat]
    for side in range(len(SECTIONS)):
        x = middle_of(side, on.canal_space - 1)
        is_long = owner.canals[side] >= on.canal_space
        tone = "good" if is_long else "quiet"
        yield centred(x, y + 5, f"+{on.canal_points}", bold=is_long, tone=tone)
        statue = owner.statues[side]
        yield Text(
            WIDTH if side else 0.0,
            y + 5,
            f"statue +{statue}" if statue else "statue",
            size=SMALL,
            anchor=Anchor.END if side else Anchor.START,
            bold=statue > 0,
            tone="good" if statue else "quiet",
        )
