"""The picture of Goofspiel: the prizes, and the cards that each seat still has."""

from __future__ import annotations

from eminence.cython_ext.game import View
from eminence.cython_ext.pictures.scene import Group, Panel, Scene, Shape, Text
from eminence.engines.kit.drawing import (
    Plate,
    decides,
    face,
    frame,
    plate,
    plate_height,
    seat_label,
    winners,
)
from eminence.engines.kit.wording import plural

NAME = "Goofspiel"
CARD_WIDTH, CARD_HEIGHT, CARD_STEP = 28.0, 38.0, 32.0
#: of the numbers on these cards
SIZE = 15.0
PRIZE_WIDTH, PRIZE_HEIGHT = 62.0, 84.0
LEAST_WIDTH = 250.0
GAP = 8.0


def picture(view: View) -> Scene:
    """What a picture of a view shows: all hands are open, the others' bids are not."""
    first = max(view.seat, 0)
    seats = [(first + side) % view.game.seats for side in range(view.game.seats)]
    panels = (_prizes(view), *(_hand(view, seat) for seat in seats))
    moves = {}
    if decides(view):
        moves = {action: (_card_name(action + 1, view.seat),) for action in view.actions()}
    return Scene(_title(view), panels, moves)


def _title(view: View) -> str:
    points = ", ".join(f"seat {seat} has {n}" for seat, n in enumerate(_points(view)))
    prize = int(view.data["prize"])
    if view.over:
        now = f"seat {' and '.join(map(str, winners(view)))} won"
    else:
        now = f"all bid for the prize {prize}" if prize else "the next prize comes up"
    return f"{NAME}: {now}. Points: {points}."


def _points(view: View) -> list[int]:
    return [int(points) for points in view.data["points"][: view.game.seats]]


def _cards(view: View) -> int:
    cards: int = view.game.options["num_cards"]
    return cards


def _width(view: View) -> float:
    return max(LEAST_WIDTH, _cards(view) * CARD_STEP)


def _prizes(view: View) -> Panel:
    """The prize at stake, and below it those to come; prizes that are gone are faint."""
    prize, left = int(view.data["prize"]), int(view.data["prizes"])
    shapes: list[Shape] = []
    if prize:
        tip = f"The prize at stake, worth {plural(prize, 'point')}."
        size = PRIZE_WIDTH, PRIZE_HEIGHT
        shapes.append(
            face(2, 2, str(prize), *size, tone="gold", ink="on gold", id="prize", tip=tip)
        )
        shapes.append(Text(PRIZE_WIDTH + 14, PRIZE_HEIGHT / 2 + 2, "at stake", bold=True))
    below = PRIZE_HEIGHT + 3 * GAP if prize else 2 * GAP
    heading = "Prizes to come" if left else "No prizes to come"
    shapes.append(Text(0, below, heading, tone="quiet"))
    for rank in range(1, _cards(view) + 1):
        come = bool(left >> (rank - 1) & 1)
        state = "still to come" if come else "at stake" if rank == prize else "gone"
        shapes.append(
            _small(rank, below + GAP, come, f"prize {rank}", f"Prize {rank}: {state}.", "gold")
        )
    return Panel("prizes", "Prizes", _width(view), below + GAP + CARD_HEIGHT, tuple(shapes))


def _hand(view: View, seat: int) -> Panel:
    """A seat's points and cards; cards that are spent are faint."""
    held, bid = int(view.data["hand"][seat]), int(view.data["bid"][seat])
    points = [plural(_points(view)[seat], "point")]
    told = Plate(
        seat, points, _now(view, seat), framed=view.over or (seat == view.seat and decides(view))
    )
    width = _width(view)
    top = plate_height(told) + GAP
    shapes: list[Shape] = [plate(0, 0, told, view.seat, width=width)]
    for rank in range(1, _cards(view) + 1):
        has = bool(held >> (rank - 1) & 1)
        tip = f"Card {rank} of seat {seat}: {'still in hand' if has else 'spent'}."
        shapes.append(_small(rank, top + 3, has, _card_name(rank, seat), tip, "white"))
    if bid:
        x = CARD_STEP * (bid - 1)
        shapes.append(frame(x, top + 1, CARD_WIDTH + 4, CARD_HEIGHT + 4, stroke=2.5))
    title = seat_label(seat, view.seat).capitalize()
    return Panel(f"hand {seat}", title, width, top + CARD_HEIGHT + 6, tuple(shapes), seat)


def _small(rank: int, y: float, there: bool, id: str, tip: str, tone: str) -> Group:
    x = CARD_STEP * (rank - 1) + 2
    return face(
        x,
        y,
        str(rank),
        CARD_WIDTH,
        CARD_HEIGHT,
        size=SIZE,
        tone=tone,
        ink=f"on {tone}",
        id=id,
        tip=tip,
        faint=not there,
    )


def _card_name(rank: int, seat: int) -> str:
    return f"card {rank} of seat {seat}"


def _now(view: View, seat: int) -> str:
    """What a seat does; whether another seat has bid already is not to be seen."""
    if view.over:
        return "has won" if seat in winners(view) else ""
    bid = int(view.data["bid"][seat])
    if bid:
        return f"bids {bid}"
    if not view.data["prize"]:
        return ""
    return "to bid" if seat == view.seat else "bids in secret"
