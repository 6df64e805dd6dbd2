"""What is asked, and what the viewer may do about it."""

from __future__ import annotations

from collections.abc import Mapping

from eminence.cython_ext.pictures.scene import Box, Group, Panel, Shape, Text
from eminence.engines.bruges import state
from eminence.engines.bruges.names import STEPS, USES
from eminence.engines.bruges.numbers import Card
from eminence.engines.bruges.picture import ids, persons, pieces
from eminence.engines.bruges.picture.hand import CARD_WIDTH, open_card
from eminence.engines.bruges.picture.sheet import GAP, SMALL, WIDTH, Sheet, centred, column_middles
from eminence.engines.bruges.picture.sight import Colour, Sight
from eminence.engines.bruges.state import PER_COLOUR, Action, Payment, Task, Use

LABELS = 74.0
ROW = 24.0
BUTTON = (WIDTH - GAP) / 2
#: what the columns of moves with a card mean
SIGNS = "+ gained, - paid: w workers, g guilders, p points"


def turn_panel(sight: Sight) -> Panel:
    """The question, cards on their way, and the moves."""
    sheet = Sheet()
    _question(sight, sheet)
    _on_their_way(sight, sheet)
    grid = uses_by_place(sight)
    if grid:
        _grid(sight, sheet, grid)
    _buttons(sight, sheet, [move for move in sight.moves if move not in grid.values()])
    return sheet.panel("turn", "Your decision" if sight.is_asked else "What is asked")


# --- the question ---


def _question(sight: Sight, sheet: Sheet) -> None:
    player, step = sight.view.player, STEPS[sight.step]
    who = f"Seat {player}" if player >= 0 else "Chance"
    sheet.say(f"{who}: {step}", bold=True)
    because = _because(sight)
    if because:
        sheet.say(because, size=11)
    if sight.is_asked:
        sheet.say(sight.explained(step), size=11, tone="quiet")
    sheet.y += 4


def _because(sight: Sight) -> str:
    """The effect or the penalty that asks; "" for none."""
    frame = _asking_frame(sight)
    if frame and frame[state.TASK] == Task.DO_CLAUSES:
        card = sight.on.by_id[frame[state.SOURCE] - 1]
        return f"{card.name}. {sight.effects.sentences(card)}"
    if frame and frame[state.TASK] == Task.DO_SUFFER and frame[state.STAGE]:
        return f"Because of {sight.on.threats[frame[state.STAGE] - 1]}."
    return ""


def _asking_frame(sight: Sight) -> list[int]:
    """The innermost work under way that is no draw: what draws lies below it; [] for none."""
    for depth in range(int(sight.data["depth"]), 0, -1):
        frame = [int(n) for n in sight.data["frame"][depth - 1]]
        if frame[state.TASK] != Task.DO_DRAW:
            return frame
    return []


# --- cards that lie neither in a hand nor on the table ---


def _on_their_way(sight: Sight, sheet: Sheet) -> None:
    _drawn(sight, sheet)
    colour, card = int(sight.data["aside_colour"]), int(sight.data["aside"])
    if card:
        sheet.label("drawn, to be played at once")
        _open(sight, sheet, sight.on.by_id[card - 1])
    elif colour:
        sheet.label("drawn, to be played at once")
        shape = pieces.back(0, sheet.y, sight.colours[colour - 1], tip="Its drawer alone sees it.")
        sheet.put(shape, height=pieces.BACK_HEIGHT + GAP)
    mover = int(sight.data["use_card"])
    if mover:
        sheet.label("moves in")
        _open(sight, sheet, sight.on.by_id[mover - 1])


def _open(sight: Sight, sheet: Sheet, card: Card) -> None:
    height = persons.full_height(sight, [card], CARD_WIDTH)
    sheet.put(open_card(sight, card, 0, sheet.y, height), height=height + GAP)


def _drawn(sight: Sight, sheet: Sheet) -> None:
    """Cards of a draw that goes on: nobody has seen more than their backs."""
    blind = [
        colour
        for colour, count in zip(sight.colours, sight.data["blind"], strict=True)
        for _ in range(int(count))
    ]
    if blind:
        sheet.label("drawn, not looked at yet")
        step = (pieces.BACK_WIDTH + 6, pieces.BACK_HEIGHT + 6)
        sheet.rows(blind, lambda colour, x, y: pieces.back(x, y, colour), step)


# --- the actions that any card of a colour can do ---

#: by use and colour: the move
Grid = Mapping[tuple[Use, int], int]


def uses_by_place(sight: Sight) -> Grid:
    """The moves with a card, if there are several kinds of them."""
    numbers = {move: divmod(move - Action.USE, 8) for move in sight.moves if is_use(move)}
    grid = {(Use(use), colour): move for move, (use, colour) in numbers.items()}
    return grid if len({use for use, _ in grid}) > 1 else {}


def is_use(move: int) -> bool:
    """Whether a move is an action with a card of a colour."""
    return Action.USE <= move < Action.CARD


def _grid(sight: Sight, sheet: Sheet, grid: Grid) -> None:
    """A row for each action, a column for each colour, and in each cell what it brings."""
    middles = column_middles(len(sight.colours), LABELS)
    for colour, x in zip(sight.colours, middles, strict=True):
        head = Box(x - 20, sheet.y, 40, 18, tone=colour.tone)
        word = centred(x, sheet.y + 13, colour.sign, size=12, bold=True, tone=colour.ink)
        sheet.put(Group((head, word), tone=colour.tone), height=0)
    sheet.y += ROW - 2
    for use in Use:
        sheet.put(Text(0, sheet.y + 15, USES[use], size=11), height=0)
        for colour, x in zip(sight.colours, middles, strict=True):
            move = grid.get((use, colour.number))
            sheet.put(_cell(sight, use, colour, move, x, sheet.y), height=0)
        sheet.y += ROW
    sheet.say(SIGNS, size=SMALL, tone="quiet")
    sheet.y += 4


def _cell(sight: Sight, use: Use, colour: Colour, move: int | None, x: float, y: float) -> Shape:
    if move is None:
        return Box(x - 20, y, 40, ROW - 3, tone="paper", faint=True)
    word = centred(x, y + 15, _brings(sight, use, colour), size=11, bold=True)
    words = sight.view.text(move)
    return Group(
        (Box(x - 20, y, 40, ROW - 3, tone="land 2"), word),
        id=ids.offer(words),
        tip=_tip(sight, move, words),
        tone="land 2",
    )


def _brings(sight: Sight, use: Use, colour: Colour) -> str:
    """What an action brings or costs, in a sign or two."""
    me = sight.everybody[sight.view.seat]
    if use == Use.WORKERS:
        return f"+{sight.on.workers_taken + me.modifier(state.MORE_WORKERS)} w"
    if use == Use.GUILDERS:
        return f"+{me.dice[colour.number] + me.modifier(state.MORE_GUILDERS)} g"
    if use == Use.RETURN_THREAT:
        return f"+{sight.on.threat_points + me.modifier(state.MORE_UNTHREAT)} p"
    if use == Use.HOUSE:
        return "free" if me.house_payment() == Payment.NO_WORKER else "-1 w"
    price = me.canal_price(use - Use.CANAL_LEFT)
    return f"-{price} g" if price else "free"


def _tip(sight: Sight, move: int, words: str) -> str:
    note = sight.words.note(sight.view, move)
    return f"{words}: {note}" if note else words


# --- all other moves ---


def _buttons(sight: Sight, sheet: Sheet, moves: list[int]) -> None:
    """Two beside each other, each with the words of its move."""
    said = {move: sight.view.text(move) for move in moves}
    lines = {move: pieces.button_lines(words, BUTTON) for move, words in said.items()}
    if not moves:
        return

    def draw(move: int, x: float, y: float) -> Group:
        tone, ink = _tone(sight, move)
        tip = _tip(sight, move, said[move])
        place = ids.offer(said[move])
        return pieces.button(x, y, BUTTON, lines[move], tone=tone, ink=ink, id=place, tip=tip)

    height = pieces.button_height(max(map(len, lines.values())))
    sheet.rows(moves, draw, (BUTTON + GAP, height + 5))


def _tone(sight: Sight, move: int) -> tuple[str, str]:
    """The colour of what a move is about."""
    for first in (Action.ACTIVATE, Action.RECRUIT, Action.CARD):
        if move >= first:
            colour = sight.colours[(move - first) // PER_COLOUR]
            return colour.tone, colour.ink
    if move >= Action.USE:
        colour = sight.colours[(move - Action.USE) % 8]
        return colour.tone, colour.ink
    if Action.COLOUR <= move < Action.SECTION:
        colour = sight.colours[move - Action.COLOUR]
        return colour.tone, colour.ink
    return "land 2", "ink"
