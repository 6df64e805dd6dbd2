"""How answers are laid out: sentences, lines that fit, and tables of moves."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

#: columns of what is printed
WIDTH = 100
#: characters of a line of a move's name, at the least
NARROWEST = 10


def sentence(words: str) -> str:
    """The words as a sentence, with a capital and a full stop."""
    return f"{words[:1].upper()}{words[1:]}."


def wrapped(words: str) -> list[str]:
    """The text in lines that fit."""
    return textwrap.wrap(words, WIDTH, subsequent_indent="  ", break_on_hyphens=False)


def headed(words: str, table: Sequence[str], more: int, notes: Sequence[str] = ()) -> str:
    """A sentence, the table below it, how many rows it leaves out, and what its marks mean."""
    rest = [f"and {more} more"] if more > 0 else []
    return "\n".join([*wrapped(sentence(words)), "", *table, *rest, *notes])


def laid_out(moves: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """A table, heads first: a move's name behind the first cell of its row.

    Names get the room that the figures leave, and as many lines as they need. Many figures move
    closer together to leave some.
    """
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    left = WIDTH - sum(widths)
    gap = "  " if left - 2 * len(widths) >= NARROWEST else " "
    room = max(NARROWEST, left - len(gap) * len(widths))
    names = [["move"], *(textwrap.wrap(move, room) or [""] for move in moves)]
    widest = max(len(line) for name in names for line in name)
    lines = []
    for name, row in zip(names, rows, strict=True):
        cells = [cell.rjust(width) for cell, width in zip(row, widths, strict=True)]
        lines.append(gap.join([cells[0], name[0].ljust(widest), *cells[1:]]).rstrip())
        lines += [f"{'':{widths[0]}}{gap}{more}" for more in name[1:]]
    return lines
