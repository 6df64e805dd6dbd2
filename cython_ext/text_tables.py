"""Rows and columns as text, for reports and listings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

#: what the columns of an interval are called, after the estimate's name
ENDS = ("_low", "_high")


def text_table(rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> str:
    """Rows in columns two blanks apart; the columns in `right` are set to the right."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [
            cell.rjust(width) if i in right else cell.ljust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def markdown(rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> str:
    """A Markdown table; the first row is its head, the columns in `right` align right."""
    rule = ["--:" if i in right else "---" for i in range(len(rows[0]))]
    return "\n".join(f"| {' | '.join(row)} |" for row in (rows[0], rule, *rows[1:]))


def cells(columns: Mapping[str, Sequence[Any]]) -> tuple[list[list[str]], list[int]]:
    """A table by columns as rows of text, the heads first, and which columns hold numbers.

    An estimate and its interval share a cell: `x` takes in `x_low` and `x_high`.
    """
    heads = [name for name in columns if not is_end(name, columns)]
    count = len(columns[heads[0]]) if heads else 0
    rows = [heads, *([_cell(columns, name, i) for name in heads] for i in range(count))]
    right = [j for j, name in enumerate(heads) if not _is_text(columns[name])]
    return rows, right


def is_end(name: str, columns: Mapping[str, Sequence[Any]]) -> bool:
    """Is this column an end of another one's interval?"""
    return any(name.endswith(end) and name.removesuffix(end) in columns for end in ENDS)


def _is_text(values: Sequence[Any]) -> bool:
    return any(isinstance(value, str) for value in values)


def _cell(columns: Mapping[str, Sequence[Any]], name: str, i: int) -> str:
    shown = figure(columns[name][i])
    if any(f"{name}{end}" not in columns for end in ENDS):
        return shown
    low, high = (figure(columns[f"{name}{end}"][i]) for end in ENDS)
    return f"{shown} ({low} to {high})"


def figure(value: Any) -> str:
    """A value of a table: three decimals, or as many as a small number needs."""
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if not isinstance(value, float):
        return str(value)
    return f"{value:.1e}" if 0 < abs(value) < 0.0005 else f"{value:.3f}"


def number(value: float) -> str:
    """A number without needless decimals: `2`, `2.5`, `0.33`."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
