"""One seat's table: what it owns, what threatens it, its canals, houses and hand."""

from __future__ import annotations

from collections.abc import Iterator

from eminence.cython_ext.pictures.lettering import shortened
from eminence.cython_ext.pictures.scene import Box, Group, Panel, Shape, Text, seat_tone, token
from eminence.engines.bruges.explanations import entries
from eminence.engines.bruges.explanations.entries import majority_name
from eminence.engines.bruges.names import MAJORITIES
from eminence.engines.bruges.numbers import Card
from eminence.engines.bruges.picture import ids, persons, pieces
from eminence.engines.bruges.picture.canals import put_canals
from eminence.engines.bruges.picture.houses import put_houses
from eminence.engines.bruges.picture.sheet import GAP, SMALL, WIDTH, Sheet, centred, column_middles
from eminence.engines.bruges.picture.sight import Colour, Sight
from eminence.engines.kit.drawing import counter
from eminence.engines.kit.wording import plural

NAME_PLATE = 30.0
KNOWN_WIDTH = 92.0
COLUMN_ROOM, COLUMN_HEIGHT = 58.0, 84.0


def seat_panel(sight: Sight, seat: int) -> Panel:
    """All open things of a seat; of its hand what the viewer sees."""
    sheet = Sheet()
    _name_plate(sight, sheet, seat)
    _purse(sight, sheet, seat)
    _majorities(sight, sheet, seat)
    _by_colour(sight, sheet, seat)
    put_canals(sight, sheet, seat)
    put_houses(sight, sheet, seat)
    is_own = seat == sight.view.seat
    if not is_own:
        _hand(sight, sheet, seat)
    return sheet.panel(f"seat {seat}", f"Seat {seat}{' (you)' * is_own}", seat)


def _name_plate(sight: Sight, sheet: Sheet, seat: int) -> None:
    """Whose table it is, who starts the round, and who is to move."""
    y = sheet.y
    you = ", you" if seat == sight.view.seat else ""
    plate: list[Shape] = [
        Box(0, y, WIDTH, NAME_PLATE - 4, tone="land"),
        token(15, y + 13, seat, radius=10),
        Text(32, y + 18, f"seat {seat}{you}", size=14, bold=True),
    ]
    right = WIDTH - 5
    for word, tone in _tags(sight, seat):
        right -= pieces.tag_width(word) + 4
        plate.append(pieces.tag(right, y + 4.5, word, tone=tone, ink=f"on {tone}"))
    tip = f"Seat {seat}: {sight.words.stands(sight.view, entries.POINTS)}"
    sheet.put(
        Group(tuple(plate), id=ids.seat(seat), tip=tip, tone=seat_tone(seat)), height=NAME_PLATE
    )


def _tags(sight: Sight, seat: int) -> Iterator[tuple[str, str]]:
    if sight.view.player == seat:
        yield "to move", "gold"
    if sight.data["start_seat"] == seat:
        yield "starts", "silver"


def _purse(sight: Sight, sheet: Sheet, seat: int) -> None:
    """Guilders, points and reputation."""
    me, y = sight.everybody[seat], sheet.y + 12
    coin = (
        counter(12, y, str(me.guilders), tone="gold", ink="on gold", radius=11),
        Text(28, y + 4, "guilders" if me.guilders != 1 else "guilder"),
    )
    score = sight.score(seat)
    points = Text(104, y + 4, plural(score, "point"), bold=True)
    step = Text(188, y + 4, f"reputation {me.reputation}")
    sheet.put(
        Group(coin, id=ids.guilders(seat), tip=sight.explained(entries.GUILDER)),
        Group((points,), id=ids.points(seat), tip=_points_tip(sight, seat)),
        step,
        height=28,
    )


def _points_tip(sight: Sight, seat: int) -> str:
    parts = ", ".join(f"{name} {n:.0f}" for name, n in sight.scores[seat].items() if n)
    return f"If the game ended now: {parts or 'nothing'}."


def _majorities(sight: Sight, sheet: Sheet, seat: int) -> None:
    """The three majority markers: gold ones are won."""
    width = (WIDTH - 2 * GAP) / len(MAJORITIES)
    won = sight.everybody[seat].majorities
    for majority, name in MAJORITIES.items():
        is_won = bool(won >> majority & 1)
        tone, ink = ("gold", "on gold") if is_won else ("paper", "quiet")
        x = (width + GAP) * majority
        said = f"{name} +{sight.on.majority_points}" if is_won else name
        word = shortened(said, width - 6, SMALL, bold=is_won)
        plate = (
            Box(x, sheet.y, width, 17, tone=tone),
            centred(x + width / 2, sheet.y + 12, word, bold=is_won, tone=ink),
        )
        tip = f"{majority_name(majority)}: {'won' if is_won else 'not won'}. "
        tip += sight.explained(majority_name(majority))
        sheet.put(Group(plate, id=f"marker {seat} {name}", tip=tip, tone=tone), height=0)
    sheet.y += 17 + GAP


def _by_colour(sight: Sight, sheet: Sheet, seat: int) -> None:
    """A column for each colour: workers, threat markers, and the penalty that these bring."""
    sheet.label("workers, and threat markers below them")
    for colour, x in zip(sight.colours, column_middles(len(sight.colours)), strict=True):
        sheet.put(*_column(sight, seat, colour, x, sheet.y), height=0)
    sheet.y += COLUMN_HEIGHT


def _column(sight: Sight, seat: int, colour: Colour, x: float, y: float) -> list[Shape]:
    me, circle = sight.everybody[seat], sight.on.circle
    workers, threats = me.workers[colour.number], me.threats[colour.number]
    tip = f"{plural(workers, f'{colour.name} worker')} of seat {seat}."
    threat_tip = _threat_tip(sight, seat, colour.number)
    return [
        centred(x, y + SMALL, shortened(colour.name, COLUMN_ROOM, SMALL), tone="quiet"),
        pieces.worker(x, y + 15, colour, workers, ids.worker(seat, colour.name), tip),
        pieces.markers(
            x, y + 58, colour, threats, circle, ids.threat(seat, colour.name), threat_tip
        ),
        _danger(sight, seat, colour, x, y + 77),
    ]


def _danger(sight: Sight, seat: int, colour: Colour, x: float, y: float) -> Text:
    """The name of the penalty, in bold if one more marker brings it; or that it cannot come."""
    me = sight.everybody[seat]
    is_near = me.threats[colour.number] >= sight.on.circle - 1
    if me.is_immune(colour.number):
        return centred(x, y, "safe", bold=True, tone="good")
    word = shortened(sight.on.threats[colour.number], COLUMN_ROOM, SMALL, bold=True)
    return centred(x, y, word, bold=is_near, tone="bad" if is_near else "quiet")


def _threat_tip(sight: Sight, seat: int, colour: int) -> str:
    me, on = sight.everybody[seat], sight.on
    held = plural(me.threats[colour], f"{on.colours[colour]} threat marker")
    stake = me.at_stake(colour) or "nothing"
    return f"{held} of {on.circle}: {on.threats[colour]} would take {stake}. " + sight.explained(
        on.threats[colour]
    )


def _hand(sight: Sight, sheet: Sheet, seat: int) -> None:
    """Backs in their colours, and the cards that everybody has seen there."""
    backs, known = [*sight.backs_in_hand(seat)], sight.known_hand(seat)
    seen = f", {len(known)} of them seen by all" if known else ""
    sheet.label(f"hand: {plural(len(backs) + len(known), 'card')}{seen}")
    if backs:
        step = (pieces.BACK_WIDTH + 6, pieces.BACK_HEIGHT + 6)
        sheet.rows(
            backs,
            lambda each, x, y: pieces.back(
                x,
                y,
                each[0],
                id=ids.back(seat, each[0].name, each[1]),
                tip=f"A {each[0].name} card in the hand of seat {seat}.",
            ),
            step,
        )
    if known:
        sheet.rows(known, lambda card, x, y: _known(sight, card, x, y), (KNOWN_WIDTH + GAP, 48))


def _known(sight: Sight, card: Card, x: float, y: float) -> Group:
    shapes = persons.short_card(sight, card, x, y, KNOWN_WIDTH, 42)
    tip = f"{card.name}, in this hand for all to know. {sight.explained(card.name)}"
    return Group(tuple(shapes), id=ids.card(card.name), tip=tip)
