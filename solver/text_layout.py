"""How answers are laid out: sentences, lines that fit, and tables of moves."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence

from eminence.cython_ext.text_lines import HELD, columns

#: columns of what is printed, where the reader has room for them
WIDTH = 100
#: characters of a line of a move's name, at the least
NARROWEST = 10


def sentence(words: str) -> str:
    """The words as a sentence, with a capital and a full stop."""
    return f"{words[:1].upper()}{words[1:]}."


def wrapped(words: str) -> list[str]:
    """The text in lines that fit."""
    return _folded(words, "", "  ")


def indented(words: str) -> list[str]:
    """The text as an item of a list below a line."""
    return _folded(words, "  ", "    ")


def _folded(words: str, first: str, others: str) -> list[str]:
    """Lines that are broken neither in `seat 1` nor in `29 %`."""
    together = re.sub(r"(?<=\bseat) (?=\d)|(?<=\d) (?=%)", HELD, words)
    lines = textwrap.wrap(
        together,
        columns(WIDTH),
        initial_indent=first,
        subsequent_indent=others,
        break_on_hyphens=False,
    )
    return [line.replace(HELD, " ") for line in lines]


def listed(names: Sequence[str]) -> str:
    """`a, b and c`."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def headed(words: str, table: Sequence[str], more: int, notes: Sequence[str] = ()) -> str:
    """A sentence, the table below it, how many rows it leaves out, and what its marks mean."""
    rest = [f"and {more} more"] if more > 0 else []
    below = [line for note in notes for line in wrapped(note)]
    return "\n".join([*wrapped(sentence(words)), "", *table, *rest, *below])


def laid_out(moves: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """A table, heads first: a move's name behind the first cell of its row.

    Names get the room that the figures leave, and as many lines as they need. Many figures move
    closer together to leave some; where that is not enough, they stand below the names.
    """
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    left = columns(WIDTH) - sum(widths)
    gap = "  " if left - 2 * len(widths) >= NARROWEST else " "
    room = left - len(gap) * len(widths)
    if room < NARROWEST:
        return _stacked(moves, rows, widths)
    names = [["move"], *(textwrap.wrap(move, room) or [""] for move in moves)]
    widest = max(len(line) for name in names for line in name)
    lines = []
    for name, row in zip(names, rows, strict=True):
        cells = [cell.rjust(width) for cell, width in zip(row, widths, strict=True)]
        lines.append(gap.join([cells[0], name[0].ljust(widest), *cells[1:]]).rstrip())
        lines += [f"{'':{widths[0]}}{gap}{more}" for more in name[1:]]
    return lines


def _stacked(
    moves: Sequence[str], rows: Sequence[Sequence[str]], widths: Sequence[int]
) -> list[str]:
    """The same with each move's figures below its name, in as many lines as they need."""
    indent, parts = " " * widths[0], _parts(widths)

    def figures(row: Sequence[str]) -> list[str]:
        told = [" ".join(row[i].rjust(widths[i]) for i in part) for part in parts]
        return [f"{indent} {line}".rstrip() for line in told]

    lines = figures(rows[0])
    for move, row in zip(moves, rows[1:], strict=True):
        lines += [*wrapped(f"{row[0].rjust(widths[0])} {move}"), *figures(row)]
    return lines


def _parts(widths: Sequence[int]) -> list[list[int]]:
    """The columns behind the first, divided into lines that fit."""
    parts: list[list[int]] = [[]]
    for i in range(1, len(widths)):
        taken = widths[0] + sum(widths[j] + 1 for j in parts[-1])
        if parts[-1] and taken + 1 + widths[i] > columns(WIDTH):
            parts.append([])
        parts[-1].append(i)
    return parts
