"""An analysis as a bar chart: the same figures give the same bytes."""

from __future__ import annotations

import io
import warnings
from textwrap import shorten, wrap
from typing import TYPE_CHECKING, Any

from matplotlib import style
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

if TYPE_CHECKING:
    from solver.analysis import Analysis

# Of the palette by M. Okabe and K. Ito, which colour-blind people can tell apart.
BLUE, PALE, GREY = "#0072B2", "#9CC7E3", "#888888"
#: inches: the picture's width, a row's height, and the rest
WIDTH, ROW, REST = 8.0, 0.5, 1.5
DPI = 144
TITLE_WIDTH, NAME_WIDTH, NAME_LENGTH = 72, 34, 68
LOOK: dict[str, Any] = {
    "font.family": "DejaVu Sans",
    "font.size": 10,
    # A dollar in a move's name is no formula.
    "text.parse_math": False,
    "axes.edgecolor": GREY,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "figure.titlesize": 12,
    "figure.facecolor": "white",
    "savefig.facecolor": "white",
}


def to_png(analysis: Analysis, rows: int) -> bytes:
    """The mover's win share after each of the first moves, two standard errors either way."""
    moves = [move for move in analysis.moves[:rows] if move.values]
    places = list(range(len(moves)))
    with style.context(["default", LOOK]), warnings.catch_warnings():
        # A letter that the font lacks is drawn as a box; the text has it.
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        figure = Figure(figsize=(WIDTH, REST + ROW * len(moves)), dpi=DPI)
        figure.set_layout_engine("constrained", w_pad=0.1, h_pad=0.1)
        FigureCanvasAgg(figure)
        axes = figure.subplots()
        # Over the names too: a verdict is longer than the bars are wide.
        title = "\n".join(wrap(analysis.verdict.text, TITLE_WIDTH))
        figure.suptitle(title, x=0.02, ha="left")
        wins = [move.values[analysis.view.seat].win for move in moves]
        # Moves that were not compared any more are hollow.
        fills = [PALE if move.leading else "white" for move in moves]
        axes.barh(places, wins, height=0.56, color=fills, edgecolor=BLUE)
        reach = [2 * (move.error or 0.0) for move in moves]
        axes.errorbar(wins, places, xerr=reach, fmt="none", ecolor=BLUE, capsize=3)
        names = ["\n".join(wrap(shorten(m.text, NAME_LENGTH), NAME_WIDTH)) for m in moves]
        axes.set_yticks(places, names)
        axes.set_ylim(len(moves) - 0.4, -0.6)
        axes.set_xlim(left=0)
        axes.xaxis.set_major_formatter(PercentFormatter(1, decimals=None))
        axes.set_xlabel(f"win share of seat {analysis.view.seat}, ± 2 standard errors")
        file = io.BytesIO()
        figure.savefig(file, format="png", metadata={"Software": None})
    return file.getvalue()
