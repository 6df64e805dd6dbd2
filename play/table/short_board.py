"""A long board in few lines: what has changed, and what matters for the decision."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from eminence.cython_ext.game import Position

#: lines of a board that can be shown whole whenever anything changes
SHORT_BOARD = 12
#: lines that are indented further go on with the row above them
DEEPEST = 4
#: words of a heading that say what it is about
HEADING = 2


@dataclass(frozen=True)
class Row:
    """A line of a board, with those that go on with it."""

    lines: tuple[str, ...]
    heading: tuple[str, ...] = ()
    """The row above that this one is indented below."""

    @property
    def about(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Tells the row from a like one below another heading."""
        return tuple(" ".join(self.heading).split()[:HEADING]), self.lines


@dataclass(frozen=True)
class Line:
    """A line as it is shown."""

    text: str
    is_new: bool


def is_short(board: str) -> bool:
    """Can the board be shown whole whenever anything changes?"""
    return board.count("\n") < SHORT_BOARD


def rows_of(board: str) -> list[Row]:
    """The board in rows; empty lines are rows, too."""
    lines, rows = board.split("\n"), list[Row]()
    heading: tuple[str, ...] = ()
    at = 0
    while at < len(lines):
        more = [*takewhile(lambda line: _indent(line) > DEEPEST, lines[at + 1 :])]
        whole = (lines[at], *more)
        indented = _indent(lines[at]) > 0
        rows.append(Row(whole, heading if indented else ()))
        if not indented:
            # A heading ends at an empty line.
            heading = whole if lines[at] else ()
        at += len(whole)
    return rows


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


class ShortBoard:
    """What one person sees of a board, given what it saw before."""

    def __init__(self, position: Position, before: str = ""):
        self.text = position.board()
        self.before = {row.about for row in rows_of(before)} if before else None
        self.labels = tuple(position.game.words.of_interest(position))

    def lines(self, whole: bool) -> list[Line]:
        """All lines, or those that have changed or matter, with their headings."""
        rows = rows_of(self.text)
        if whole or self.before is None or is_short(self.text):
            return [*self._shown(rows)]
        wanted = [row for i, row in enumerate(rows) if self._is_wanted(row, i == 0)]
        headings = {row.heading for row in wanted}
        return [*self._shown([row for row in rows if row in wanted or row.lines in headings])]

    def _is_wanted(self, row: Row, is_first: bool) -> bool:
        if is_first or self._is_new(row):
            return True
        heads = (row.lines[0], *row.heading[:1])
        return any(head.startswith(self.labels) for head in heads if self.labels)

    def _is_new(self, row: Row) -> bool:
        return self.before is not None and any(row.lines) and row.about not in self.before

    def _shown(self, rows: Sequence[Row]) -> Iterator[Line]:
        for row in rows:
            yield from (Line(line, self._is_new(row)) for line in row.lines)
