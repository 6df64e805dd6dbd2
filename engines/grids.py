"""Boards of x and o in position files: drawn as lines, the way the game prints them."""

from __future__ import annotations

from collections.abc import Callable

from cython_ext.pages import Entries

MARKS = "xo"
EMPTY = "."


def read_grid(
    file: Entries, rows: int, columns: int, bit: Callable[[int, int], int]
) -> list[int]:
    """The bitboards of x and o from `board`; `bit` numbers the cells by row and column."""
    expected = f"{rows} lines of {columns} from x, o and ."
    lines = file.value("board", expected)
    if not isinstance(lines, list) or len(lines) != rows:
        raise file.fail("board", f"expected {expected}")
    marks = [0] * len(MARKS)
    for row, line in enumerate(lines):
        if not isinstance(line, str) or len(line) != columns:
            raise file.fail(f"board[{row}]", f"expected {columns} of x, o and .")
        for column, mark in enumerate(line):
            if mark in MARKS:
                marks[MARKS.index(mark)] |= 1 << bit(row, column)
            elif mark != EMPTY:
                raise file.fail(f"board[{row}]", f"unknown {mark!r}; choose from x, o and .")
    return marks
