"""Boards of x and o: drawn as lines, in position files and on the screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from eminence.cython_ext.fields import Field
from eminence.cython_ext.game import Position
from eminence.cython_ext.pages import Entries
from eminence.cython_ext.words import Words
from eminence.engines.kit.entry_kinds import Kind

MARKS = "xo"
EMPTY = "."


@dataclass(frozen=True)
class Grid(Kind):
    """A board, line by line from the top; the state has one bitboard for x and one for o.

    bit: numbers the cells by row and column.
    """

    rows: int
    columns: int
    bit: Callable[[int, int], int]

    def read(self, entries: Entries, key: str) -> list[int]:
        lines = entries.value(key, str(self))
        if not isinstance(lines, list) or len(lines) != self.rows:
            raise entries.fail(key, f"expected {self}")
        marks = [0] * len(MARKS)
        for row, line in enumerate(lines):
            if not isinstance(line, str) or len(line) != self.columns:
                raise entries.fail(f"{key}[{row}]", f"expected {self.columns} of x, o and .")
            for column, mark in enumerate(line):
                if mark in MARKS:
                    marks[MARKS.index(mark)] |= 1 << self.bit(row, column)
                elif mark != EMPTY:
                    raise entries.fail(f"{key}[{row}]", f"unknown {mark!r}; choose from x, o and .")
        return marks

    def write(self, value: Any) -> list[str]:
        return self.draw(value)

    def draw(self, marks: Sequence[int]) -> list[str]:
        """Two bitboards as lines of x, o and dots."""
        boards = [int(board) for board in marks]
        return [
            "".join(self._cell(boards, self.bit(row, column)) for column in range(self.columns))
            for row in range(self.rows)
        ]

    def _cell(self, boards: Sequence[int], bit: int) -> str:
        return next((m for m, board in zip(MARKS, boards, strict=True) if board >> bit & 1), EMPTY)

    def layout(self) -> Field:
        highest = max(self.bit(r, c) for r in range(self.rows) for c in range(self.columns))
        return Field(high=(2 << highest) - 1)

    def __str__(self) -> str:
        return f"{self.rows} lines of {self.columns} from x, o and ."


class GridWords(Words):
    """Words of a game whose state has its marks on a grid in the field `marks`."""

    grid: Grid

    def board(self, position: Position) -> str:
        """The position as text. `data` is the C struct, by the names of its members."""
        return "\n".join(self.grid.draw(position.data["marks"]))
