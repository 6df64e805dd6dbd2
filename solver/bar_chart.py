"""Moves as a bar chart: the same figures give the same bytes."""

from __future__ import annotations

import io
import warnings
from collections.abc import Sequence
from textwrap import shorten, wrap
from typing import Any, NamedTuple

from matplotlib import style
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from matplotlib.ticker import PercentFormatter

# Colours of the palette by M. Okabe and K. Ito, which colour-blind people can tell apart.
BLUE, PALE, GREY = "#0072B2", "#9CC7E3", "#888888"
#: inches: the picture's width, the heights of a row and of a note, and the rest
WIDTH, ROW, NOTE, REST = 8.0, 0.5, 0.2, 1.9
DPI = 144
TITLE_WIDTH, NAME_WIDTH, NAME_LENGTH = 86, 34, 68
LOOK: dict[str, Any] = {
    "font.family": "DejaVu Sans",
    "font.size": 10,
    # A dollar sign in a move's name must not start a formula.
    "text.parse_math": False,
    "axes.edgecolor": GREY,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "figure.titlesize": 12,
    "figure.facecolor": "white",
    "savefig.facecolor": "white",
}


#: the legend: the two kinds of bars, and the lines across them
FILLED, HOLLOW = "examined and compared", "tried in few worlds, not compared"
REACH = "± 2 standard errors"


class MoveBar(NamedTuple):
    """One move."""

    name: str
    win: float
    """The mover's win share."""
    error: float = 0.0
    """Its standard error."""
    full: bool = True
    """Moves that were tried in few worlds and not compared with the best are hollow."""
    mark: str = ""
    """Beside its name; the notes say what it means."""


def draw(
    title: str, seat: int, bars: Sequence[MoveBar], notes: Sequence[str] = (), filled: str = FILLED
) -> bytes:
    """The win share after each move, two standard errors either way; what `filled` bars are."""
    places = list(range(len(bars)))
    kinds = [(PALE, filled, True), ("white", HOLLOW, False)]
    with style.context(["default", LOOK]), warnings.catch_warnings():
        # A letter that the font lacks is drawn as a box; the text has it.
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        height = REST + ROW * len(bars) + NOTE * len(notes)
        figure = Figure(figsize=(WIDTH, height), dpi=DPI)
        figure.set_layout_engine("constrained", w_pad=0.1, h_pad=0.1)
        FigureCanvasAgg(figure)
        axes = figure.subplots()
        # Over the names too: a recommendation is longer than the bars are wide.
        figure.suptitle("\n".join(wrap(title, TITLE_WIDTH)), x=0.02, ha="left")
        wins = [bar.win for bar in bars]
        fills = [PALE if bar.full else "white" for bar in bars]
        axes.barh(places, wins, height=0.56, color=fills, edgecolor=BLUE)
        legend: list[Any] = [
            Patch(facecolor=fill, edgecolor=BLUE, label=name)
            for fill, name, full in kinds
            if any(bar.full is full for bar in bars)
        ]
        if any(bar.error for bar in bars):
            reach = [2 * bar.error for bar in bars]
            axes.errorbar(wins, places, xerr=reach, fmt="none", ecolor=BLUE, capsize=3)
            # The same sign, but drawn as a sample: outside of what is shown.
            legend.append(axes.errorbar([-1], [0], xerr=[1], fmt="none", ecolor=BLUE, label=REACH))
        figure.legend(handles=legend, loc="outside lower right", ncols=3, frameon=False)
        names = ["\n".join(wrap(_named(bar), NAME_WIDTH)) for bar in bars]
        axes.set_yticks(places, names)
        axes.set_ylim(len(bars) - 0.4, -0.6)
        # A standard error may reach beyond what a share can be.
        axes.set_xlim(0, min(axes.get_xlim()[1], 1.02))
        axes.xaxis.set_major_formatter(PercentFormatter(1, decimals=None))
        axes.set_xlabel("\n".join([f"win share of seat {seat}", *notes]))
        file = io.BytesIO()
        figure.savefig(file, format="png", metadata={"Software": None})
    return file.getvalue()


def _named(bar: MoveBar) -> str:
    """A move's name, short enough, behind its mark."""
    name = shorten(bar.name, NAME_LENGTH)
    return f"{bar.mark} {name}" if bar.mark else name
