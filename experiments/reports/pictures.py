"""The pictures of a report.

They follow from the tables of the findings, so a new kind of experiment gets them by naming its
columns alike; intervals are columns `x_low` and `x_high` beside `x`:

- `agent` and `elo`: a rating plot;
- `agent` or `candidate`, with `win` and `fair`: bars of win shares;
- `generation` and `correlation`: how well networks predict, generation by generation;
- `predicted` and `won`: calibration;
- a table named `ablation`, or with a name that ends in `: ablation`: parameter importance, a
  bar per row, named by the first column and as long as the first estimate;
- every sequential test among the fields of the findings: how it converged.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields

from eminence.cython_ext.text_tables import ENDS
from eminence.experiments.findings import Columns, Findings
from eminence.experiments.reports import plots
from eminence.experiments.statistics.gsprt import GSPRT
from eminence.experiments.statistics.intervals import Estimate

#: title, caption and picture
Plot = tuple[str, str, bytes]


@dataclass(frozen=True)
class Picture:
    """One plot."""

    name: str
    """The name of its file, without the ending."""
    title: str
    caption: str
    png: bytes


def pictures_of(found: Findings) -> Iterator[Picture]:
    """All plots that the findings give, under names that differ."""
    used: set[str] = set()
    for title, caption, png in _plots(found):
        plain = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
        name, number = plain, 1
        while name in used:
            number += 1
            name = f"{plain}-{number}"
        used.add(name)
        yield Picture(name, title, caption, png)


def _plots(found: Findings) -> Iterator[Plot]:
    for name, columns in found.tables().items():
        where, _, what = name.rpartition(": ")
        agents = columns.get("agent") or columns.get("candidate")
        if agents and _is_estimate("elo", columns):
            title = titled("Ratings", where)
            png = plots.ratings(title, agents, estimates_of(columns, "elo"))
            yield title, "400 points are odds of ten to one to finish ahead.", png
        if agents and _is_estimate("win", columns) and "fair" in columns:
            title = titled("Win shares", where)
            wins = estimates_of(columns, "win")
            png = plots.shares(title, agents, wins, columns["fair"])
            yield title, "The fair share is what equal agents would win.", png
        if "generation" in columns and "correlation" in columns:
            yield _fits(titled("Predicting unseen games", where), columns)
        if "predicted" in columns and "won" in columns:
            title = titled("Calibration on unseen games", where)
            png = plots.calibration(
                title, columns["predicted"], columns["won"], columns["positions"]
            )
            yield title, "Points on the line: what is predicted is what happens.", png
        if what == "ablation":
            yield from _ablation(titled("Parameter importance", where), columns)
    for where, test in sequential_tests(found):
        yield _convergence(titled("Convergence of the sequential test", where), test)


def _fits(title: str, columns: Columns) -> Plot:
    lines = {
        "correlation of the differences between moves (left)": columns["correlation"],
        "log loss of the result (right)": columns["result"],
    }
    png = plots.by_generation(title, columns["generation"], lines)
    return title, "Higher is better for the correlation, lower for the loss.", png


def _ablation(title: str, columns: Columns) -> Iterator[Plot]:
    measured = [name for name in columns if _is_estimate(name, columns)]
    if measured and columns[measured[0]]:
        names = [str(name) for name in next(iter(columns.values()))]
        effects = estimates_of(columns, measured[0])
        png = plots.importance(title, names, effects, measured[0].replace("_", " "))
        yield title, "One parameter at a time is put back to where it was.", png


def _convergence(title: str, test: GSPRT) -> Plot:
    bounds, shares = (test.lower, test.upper), (test.low, test.high)
    png = plots.convergence(title, test.history, bounds, shares, test.first_look)
    verdict = {"H0": f"H0: {test.low:g}", "H1": f"H1: {test.high:g}"}.get(test.state)
    ended = f"accepted {verdict}" if verdict else "undecided"
    return title, f"After {test.blocks} blocks: {ended}.", png


def sequential_tests(found: Findings, where: str = "") -> Iterator[tuple[str, GSPRT]]:
    """The sequential tests among the fields of findings, and of findings within them."""
    for field in fields(found):
        value = getattr(found, field.name)
        if isinstance(value, GSPRT):
            yield where, value
        elif isinstance(value, Findings):
            yield from sequential_tests(value, field.name)


def titled(what: str, where: str) -> str:
    return f"{what}: {where}" if where else what


def _is_estimate(name: str, columns: Columns) -> bool:
    return all(f"{name}{end}" in columns for end in ("", *ENDS))


def estimates_of(columns: Columns, name: str) -> list[Estimate]:
    """A column with its interval."""
    parts = [columns[f"{name}{end}"] for end in ("", *ENDS)]
    return [Estimate(*row) for row in zip(*parts, strict=True)]
