"""The round: whose turn it is, the dice, and the reputation track."""

from __future__ import annotations

from collections.abc import Iterator

from eminence.cython_ext.pictures.scene import Box, Group, Panel, Shape, token
from eminence.engines.bruges.effects.effect_text import guilders, points
from eminence.engines.bruges.explanations import entries
from eminence.engines.bruges.picture import ids, pieces
from eminence.engines.bruges.picture.sheet import SMALL, WIDTH, Sheet, centred, column_middles
from eminence.engines.bruges.picture.sight import Colour, Sight

TRACK = 46.0
#: neighbouring steps have different grounds
STONES = ("land", "land 4")


def round_panel(sight: Sight) -> Panel:
    """What changes from round to round."""
    sheet = Sheet()
    _turn(sight, sheet)
    _dice(sight, sheet)
    _track(sight, sheet)
    return sheet.panel("round", "Round, dice and reputation")


def sentence(parts: list[str]) -> str:
    """Such as `Round 3, phase 3: play cards, card 2 of 4, turn of seat 1`."""
    said = ", ".join(parts)
    return said[0].upper() + said[1:]


def _turn(sight: Sight, sheet: Sheet) -> None:
    """Round and phase, and who is to decide what."""
    sheet.say(sentence(sight.words.round_parts(sight.view)), bold=True)
    for asked in sight.words.asked(sight.view):
        sheet.put(token(10, sheet.y + 12, sight.view.player, radius=9), height=0)
        sheet.y += 4
        sheet.say(asked, x=26)
        sheet.y += 4
    sheet.y += 5


def _dice(sight: Sight, sheet: Sheet) -> None:
    y = sheet.y
    for colour, x in zip(sight.colours, column_middles(len(sight.colours)), strict=True):
        face = int(sight.data["dice"][colour.number])
        tip = f"{_face_words(sight, colour, face)} {sight.explained(entries.DICE)}"
        sheet.put(
            pieces.die(x - pieces.DIE / 2, y, colour, face, ids.die(colour.name), tip),
            centred(x, y + pieces.DIE + 12, colour.name),
            height=0,
        )
        word, tone = _use(sight, colour)
        if word:
            sheet.put(centred(x, y + pieces.DIE + 25, word, bold=True, tone=tone), height=0)
    sheet.y += pieces.DIE + 31
    if not sight.view.over:
        sheet.say(_price(sight), size=11)


def _face_words(sight: Sight, colour: Colour, face: int) -> str:
    name = f"The {colour.name} die"
    if not face:
        return f"{name} is not rolled yet."
    return f"{name} shows {face}: a {colour.name} card brings {guilders(face)}."


def _use(sight: Sight, colour: Colour) -> tuple[str, str]:
    """What a die does beside its guilders, in a word, and the tone of that."""
    anybody = sight.everybody[0]
    if anybody.shows_high(colour.number):
        return "threat", "bad"
    if anybody.shows_low(colour.number):
        return "step", "accent"
    return "", ""


def _price(sight: Sight) -> str:
    if not sight.data["dice"].all():
        return "The dice are not rolled yet."
    price = sight.everybody[0].dice_price()
    if not price:
        return "No step of reputation can be bought in this round."
    return f"A step of reputation costs {guilders(price)} in this round."


# --- reputation ---


def _track(sight: Sight, sheet: Sheet) -> None:
    sheet.y += 2
    sheet.label("reputation: steps, and their points below")
    steps = sight.on.step_points
    width = WIDTH / len(steps)
    for step, x in enumerate(column_middles(len(steps))):
        sheet.put(_step(sight, step, x, sheet.y, width), height=0)
    sheet.y += TRACK + 14


def _step(sight: Sight, step: int, x: float, y: float, width: float) -> Group:
    here = [each.seat for each in sight.everybody if each.reputation == step]
    worth = sight.on.step_points[step]
    shapes: list[Shape] = [
        Box(x - width / 2 + 1, y, width - 2, TRACK, tone=STONES[step % 2]),
        *_tokens(here, x, y, width),
        centred(x, y + TRACK + SMALL, str(worth), tone="quiet"),
    ]
    if not here:
        shapes.append(centred(x, y + TRACK / 2 + 4, str(step), size=12, tone="quiet"))
    name = f"Step {step}" if step else "The town hall"
    who = f" Here: {', '.join(f'seat {seat}' for seat in here)}." if here else ""
    tip = f"{name}: {points(worth)} at the end.{who} {sight.explained(entries.REPUTATION)}"
    return Group(tuple(shapes), id=ids.step(step), tip=tip, tone="land")


def _tokens(seats: list[int], x: float, y: float, width: float) -> Iterator[Shape]:
    """At most two beside each other, in as many rows as they need."""
    radius = min(7.5, width / 4 - 0.5)
    for place, seat in enumerate(seats):
        row, column = divmod(place, 2)
        alone = place % 2 == 0 and place == len(seats) - 1
        dx = 0.0 if alone else (2 * column - 1) * (radius + 0.2)
        dy = TRACK / 2 if len(seats) <= 2 else TRACK * (1 + 2 * row) / 4
        yield token(x + dx, y + dy, seat, radius=radius)
