"""The majorities, the piles of cards, statues, discards, and what everybody's points are."""

from __future__ import annotations

from eminence.cython_ext.pictures.lettering import shortened
from eminence.cython_ext.pictures.scene import Box, Group, Panel, Shape, Text, seat_tone, token
from eminence.engines.bruges.board_text import card_ids
from eminence.engines.bruges.effects.effect_text import points
from eminence.engines.bruges.explanations import entries
from eminence.engines.bruges.explanations.entries import majority_name
from eminence.engines.bruges.explanations.holdings import leader
from eminence.engines.bruges.names import MAJORITIES, PILES, SOURCES
from eminence.engines.bruges.picture import ids, pieces
from eminence.engines.bruges.picture.sheet import SMALL, WIDTH, Sheet, centred, column_middles
from eminence.engines.bruges.picture.sight import Colour, Sight
from eminence.engines.bruges.state import EXTRA, PER_COLOUR
from eminence.engines.kit.drawing import counter, winners
from eminence.engines.kit.options import listed

LABELS = 92.0
ROW = 22.0
PILE_WIDTH, PILE_HEIGHT = 46.0, 60.0
STATUE = 22.5


def stock_panel(sight: Sight) -> Panel:
    """What all share, besides the dice and the track."""
    sheet = Sheet()
    _majorities(sight, sheet)
    _piles(sight, sheet)
    _discards(sight, sheet)
    return sheet.panel("stock", "Majorities and cards")


# --- majorities ---


def _seat_tokens(sight: Sight, sheet: Sheet) -> list[float]:
    """The head of a table with a column for each seat; returns their middles."""
    middles = column_middles(sight.players, LABELS)
    tokens = [token(x, sheet.y + 9, seat, radius=8) for seat, x in enumerate(middles)]
    sheet.put(*tokens, height=ROW)
    return middles


def _majorities(sight: Sight, sheet: Sheet) -> None:
    middles = _seat_tokens(sight, sheet)
    for majority, name in MAJORITIES.items():
        y = sheet.y
        ahead = leader(sight.everybody, majority)
        label = Text(0, y + 14, shortened(name, LABELS - 4))
        cells = [_standing(sight, majority, seat, x, y, ahead) for seat, x in enumerate(middles)]
        tip = sight.explained(majority_name(majority))
        sheet.put(Group((label,), id=f"majority {name}", tip=tip), *cells, height=ROW)
    worth = points(sight.on.majority_points)
    sheet.say(
        f"On a plate: won for good, {worth}. In bold: ahead of all others.",
        size=SMALL,
        tone="quiet",
    )
    sheet.y += 6


def _standing(
    sight: Sight, majority: int, seat: int, x: float, y: float, ahead: int | None
) -> Group:
    me = sight.everybody[seat]
    is_won = bool(me.majorities >> majority & 1)
    tone = f"on {seat_tone(seat)}" if is_won else "ink"
    count = str(me.standing_in(majority))
    shapes: list[Shape] = [Box(x - 15, y, 30, ROW - 4, tone=seat_tone(seat))] if is_won else []
    shapes.append(centred(x, y + 14, count, size=12, bold=is_won or ahead == seat, tone=tone))
    name = MAJORITIES[majority]
    tip = f"Seat {seat}, {name}: {count}{', won' * is_won}."
    return Group(tuple(shapes), id=ids.majority(seat, name), tip=tip)


# --- cards and statues ---


def _piles(sight: Sight, sheet: Sheet) -> None:
    """Two piles to draw from, the extra pile behind them, and the statues that are left."""
    y = sheet.y
    for pile, name in PILES.items():
        x = (PILE_WIDTH + 8) * pile
        label = f"pile {pile + 1}" if pile < EXTRA else name
        sheet.put(
            _pile(sight, pile, name, x, y),
            centred(x + PILE_WIDTH / 2, y + PILE_HEIGHT + 12, label, tone="quiet"),
            height=0,
        )
    _statues(sight, sheet, (PILE_WIDTH + 8) * len(PILES) + 4)
    sheet.y += PILE_HEIGHT + 20


def _pile(sight: Sight, pile: int, name: str, x: float, y: float) -> Group:
    """A pile shows the back of its top card, and how many cards it has."""
    size, top = int(sight.data["pile_size"][pile]), int(sight.data["top"][pile])
    tip = sight.tip(entries.PILE if pile < EXTRA else entries.EXTRA_PILE)
    if not size:
        empty = (
            Box(x, y, PILE_WIDTH, PILE_HEIGHT, tone="paper"),
            centred(x + PILE_WIDTH / 2, y + PILE_HEIGHT / 2 + 4, "none", tone="quiet"),
        )
        return Group(empty, id=ids.pile(name), tip=tip, faint=True)
    if not top:
        count = centred(
            x + PILE_WIDTH / 2, y + PILE_HEIGHT / 2 + 4, str(size), size=12, bold=True, tone="white"
        )
        return Group(
            (Box(x, y, PILE_WIDTH, PILE_HEIGHT, tone="back"), count), id=ids.pile(name), tip=tip
        )
    return pieces.back(
        x,
        y,
        sight.colours[top - 1],
        width=PILE_WIDTH,
        height=PILE_HEIGHT,
        words=[str(size)],
        id=ids.pile(name),
        tip=tip,
    )


def _statues(sight: Sight, sheet: Sheet, x: float) -> None:
    left = sight.on.statues[int(sight.data["statues_taken"]) :]
    y = sheet.y
    shapes: list[Shape] = [Text(x, y + SMALL, "statues left", size=SMALL, tone="quiet")]
    in_row = int((WIDTH - x) // STATUE)
    for place, value in enumerate(left):
        row, column = divmod(place, in_row)
        shapes.append(
            counter(
                x + 11 + STATUE * column,
                y + 28 + STATUE * row,
                str(value),
                tone="gold",
                ink="on gold",
                radius=10,
            )
        )
    if not left:
        shapes.append(Text(x, y + 30, "none", size=SMALL, tone="quiet"))
    sheet.put(Group(tuple(shapes), id="statues", tip=sight.tip(entries.STATUE)), height=0)


def _discards(sight: Sight, sheet: Sheet) -> None:
    sheet.label("discards, open to all")
    for colour, x in zip(sight.colours, column_middles(len(sight.colours)), strict=True):
        sheet.put(_discarded(sight, colour, x, sheet.y), height=0)
    sheet.y += 22


def _discarded(sight: Sight, colour: Colour, x: float, y: float) -> Group:
    names = [
        sight.on.names_by_id[card]
        for card in card_ids(sight.data["discards"])
        if card // PER_COLOUR == colour.number
    ]
    said = f"Discarded {colour.name} cards: {', '.join(names) or 'none'}."
    box = Box(x - 25, y, 50, 19, tone=colour.tone)
    word = centred(x, y + 14, f"{colour.sign} {len(names)}", size=12, bold=True, tone=colour.ink)
    return Group(
        (box, word), id=ids.discards(colour.name), tip=said, tone=colour.tone, faint=not names
    )


# --- points ---


def points_panel(sight: Sight) -> Panel:
    """Where everybody's points come from, as they would count now."""
    sheet = Sheet()
    best = winners(sight.view)
    if best:
        names = listed([f"seat {seat}" for seat in best], "and")
        sheet.say(
            f"{names} {'wins' if len(best) == 1 else 'share the win'}.".capitalize(), bold=True
        )
        sheet.y += 6
    middles = _seat_tokens(sight, sheet)
    for name in SOURCES.values():
        _points_row(sheet, name, [f"{parts[name]:.0f}" for parts in sight.scores], middles)
    totals = [str(sight.score(seat)) for seat in range(sight.players)]
    _points_row(sheet, "together", totals, middles, bold=True)
    purses = [str(each.guilders) for each in sight.everybody]
    _points_row(sheet, "guilders", purses, middles, tone="quiet")
    now = "" if sight.view.over else "As if the game ended now. "
    rest = "Among seats with the same points the most guilders win."
    sheet.say(now + rest, size=SMALL, tone="quiet")
    return sheet.panel("points", "Points")


def _points_row(
    sheet: Sheet,
    name: str,
    numbers: list[str],
    middles: list[float],
    *,
    bold: bool = False,
    tone: str = "ink",
) -> None:
    y = sheet.y + 12
    said = shortened(name.lower(), LABELS + 8, 11, bold)
    cells = [
        centred(x, y, number, size=12, bold=bold, tone=tone)
        for x, number in zip(middles, numbers, strict=True)
    ]
    sheet.put(Text(0, y, said, size=11, bold=bold, tone=tone), *cells, height=17)
