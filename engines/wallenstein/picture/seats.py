"""What each seat has: points, Thalers, grain, armies, expansions' things, and its plan in small."""

from __future__ import annotations

from collections.abc import Iterator

from eminence.cython_ext.pictures.lettering import text_width
from eminence.cython_ext.pictures.scene import Group, Panel, Shape, Text, token
from eminence.engines.kit.drawing import to_move, winners
from eminence.engines.kit.masks import bits
from eminence.engines.kit.telling import capital
from eminence.engines.kit.wording import counted, plural
from eminence.engines.wallenstein.court.words import FAVOR_NAMES
from eminence.engines.wallenstein.explanations.looking import held_by, scored_now
from eminence.engines.wallenstein.leaders.words import WORDS
from eminence.engines.wallenstein.names import sources_of
from eminence.engines.wallenstein.picture.glance import Glance
from eminence.engines.wallenstein.picture.pieces import SIGN, SMALL, Sign, number
from eminence.engines.wallenstein.picture.plans import small_plan
from eminence.engines.wallenstein.state import Phase

WIDTH = 300.0
#: the line with the numbers of a seat
NUMBERS, NUMBER_STEP = 18.0, 51.0
#: how large the benefits of a region card are beside other signs: all four fit into a line
BENEFIT = 0.9


def benefit_id(seat: int, kind: int) -> str:
    return f"seat {seat} benefit {WORDS[kind][0]}"


def kept_id(number: int) -> str:
    """A favor card that a seat has kept; `number` is that of the card."""
    return f"kept {FAVOR_NAMES[number - 1]}"


def seat_panel(glance: Glance, seat: int) -> Panel:
    shapes: list[Shape] = [token(13, 20, seat, radius=12), *_numbers(glance, seat)]
    y = NUMBERS + 24
    for part in (_winter, _region_card, _leader, _kept):
        made = part(glance, seat, y)
        shapes += made
        y += (SIGN + 5) if made else 0
    if seat != glance.viewer and glance.plans_lie:
        plan, height = small_plan(glance, seat, y)
        shapes += plan
        y += height
    elif glance.planning and seat != glance.viewer:
        shapes.append(Text(0, y + 11, "plans in secret", SMALL, tone="quiet"))
        y += SIGN + 5
    return Panel(f"seat {seat}", _title(glance, seat), WIDTH, y, tuple(shapes), seat=seat)


def _title(glance: Glance, seat: int) -> str:
    """Who it is, and whether it is to move or has won."""
    won = seat in winners(glance.view)
    said = "wins" if won else to_move(glance.view, seat)
    return ", ".join(filter(None, (glance.called(seat), said)))


def _numbers(glance: Glance, seat: int) -> Iterator[Group]:
    data = glance.data
    points = [int(n) for n in data["points"][seat]]
    sources = sources_of(glance.words.expansions)
    won = counted(sources, points[: len(sources)])
    shown = {
        "points": (sum(points), ", ".join(won)),
        "Thalers": (int(data["thalers"][seat]), ""),
        "grain": (int(data["grain"][seat]), ""),
        "counties": (held_by(data, seat), ""),
        "supply": (int(data["supply"][seat]), ""),
    }
    for place, (label, (n, more)) in enumerate(shown.items()):
        said = f"Seat {seat}: {n} {label}{f' ({more})' if more else ''}."
        yield number(
            52 + NUMBER_STEP * place,
            NUMBERS,
            n,
            label,
            id=f"seat {seat} {label}",
            tip=glance.tip(_looked_up(label), said),
        )


def _looked_up(label: str) -> str:
    """Under which name a number is explained."""
    return {"grain": "units of grain", "counties": "county card"}.get(label, label)


# --- lines below the numbers; nothing where there is nothing to say ---


def _winter(glance: Glance, seat: int, y: float) -> list[Shape]:
    if glance.phase == Phase.ENDED or glance.drafting:
        return []
    coming = plural(scored_now(glance.board, glance.data, seat), "point")
    return [Text(0, y + 11, f"a winter now would bring {coming}", SMALL, tone="quiet")]


def _region_card(glance: Glance, seat: int, y: float) -> list[Shape]:
    """The top card of the deck with its benefits."""
    if not glance.has("regions"):
        return []
    card = int(glance.data["region_card"][seat])
    name = f"region card {card + 1}"
    shapes: list[Shape] = [Text(0, y + 11, name, SMALL)]
    x = text_width(f"{name} ", SMALL) + 2
    for kind, n in enumerate(glance.board.region_cards.benefits[card]):
        if n:
            short = plural(n, *(word.split()[0] for word in WORDS[kind]))
            sign = Sign(short)
            shapes.append(
                Group(sign.drawn(x, y, BENEFIT), id=benefit_id(seat, kind), tip=glance.tip(name))
            )
            x += sign.width(BENEFIT) + 3
    return [Group((shapes[0],), id=f"seat {seat} region card", tip=glance.tip(name)), *shapes[1:]]


def _leader(glance: Glance, seat: int, y: float) -> list[Shape]:
    if not glance.has("leaders"):
        return []
    line = Text(0, y + 11, glance.words.leaders.leader_line(glance.data, seat), SMALL)
    return [Group((line,), id=f"seat {seat} leader", tip=glance.tip("leader"))]


def _kept(glance: Glance, seat: int, y: float) -> list[Shape]:
    """Favor cards in use, and courtiers."""
    if not glance.has("court"):
        return []
    kept = [card + 1 for card in bits(glance.data["kept"][seat])]
    court = glance.board.court
    there = int(glance.data["entrance"][seat]) + int(glance.data["audience"][seat])
    said = f"{plural(there, 'courtier')} of {court.courtiers} at the Court"
    shapes: list[Shape] = [Text(0, y + 11, said, SMALL)]
    x = text_width(said, SMALL) + 8
    for number_ in kept:
        sign = Sign(capital(FAVOR_NAMES[number_ - 1]), "gold", "on gold")
        tip = glance.tip(FAVOR_NAMES[number_ - 1])
        shapes.append(Group(sign.drawn(x, y), id=kept_id(number_), tip=tip))
        x += sign.width() + 3
    return shapes
