"""Pictures of what experiments found, as PNG: the same figures give the same bytes.

Every function takes plain figures and returns the picture. Colours are of the palette by
M. Okabe and K. Ito, which colour-blind people can tell apart; what a colour says, a shape or a
word says too.
"""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from textwrap import wrap
from typing import Any

import numpy as np
from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, NullFormatter, PercentFormatter

from eminence.experiments.statistics.intervals import Estimate
from eminence.experiments.statistics.lineup_blocks import Floats

BLUE, ORANGE, INK, PALE = "#0072B2", "#D55E00", "#222222", "#9CC7E3"
WIDTH = 8.0
#: inches per line of a label, per row beside that, and for title, axis and legend
LINE, ROW, REST = 0.17, 0.26, 1.35
DPI = 144
#: characters per line of a label, and in all; tables have the names in full
LABEL_WIDTH, LABEL_LENGTH = 34, 102
TITLE_WIDTH = 72
#: the least number on an axis of powers of ten
LEAST = 1e-16

#: Our pictures look the same whatever settings this machine has.
LOOK: dict[str, Any] = {
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "text.color": INK,
    # A dollar sign in an agent's name must not start a formula.
    "text.parse_math": False,
    "axes.edgecolor": "#888888",
    "axes.labelcolor": INK,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlepad": 10,
    "axes.titlesize": 12,
    "figure.facecolor": "white",
    "savefig.facecolor": "white",
    "xtick.color": INK,
    "ytick.color": INK,
}


def ratings(title: str, agents: Sequence[str], points: Sequence[Estimate]) -> bytes:
    """Points with intervals, in the order given from the top."""

    def draw(axes: Axes) -> None:
        places = _rows(axes, agents)
        axes.axvline(0, color="#888888", linewidth=1, linestyle=":")
        _intervals(axes, places, points, BLUE)
        axes.plot([p.value for p in points], places, "o", color=BLUE, markersize=7)
        _figures(axes, places, points, "{:+.0f}")
        axes.set_xlabel("Elo points with 95 % interval (0: the mean of the pool)")

    return _picture(title, _height(agents), draw)


def shares(
    title: str, agents: Sequence[str], wins: Sequence[Estimate], fair: Sequence[float]
) -> bytes:
    """Win shares as bars with intervals; a mark shows what equals would win."""

    def draw(axes: Axes) -> None:
        places = _rows(axes, agents)
        axes.barh(places, [win.value for win in wins], height=0.56, color=PALE)
        _intervals(axes, places, wins, BLUE)
        for place, share in zip(places, fair, strict=True):
            axes.plot([share] * 2, [place - 0.4, place + 0.4], color=ORANGE, linewidth=2.5)
        _figures(axes, places, wins, "{:.1%}")
        ends = [*(win.high for win in wins), *fair]
        axes.set_xlim(0, min(1.0, 1.08 * max(ends)) if max(ends) > 0 else 1)
        axes.xaxis.set_major_formatter(PercentFormatter(1, decimals=None))
        axes.set_xlabel("win share with 95 % interval (upright mark: fair share)")

    return _picture(title, _height(agents), draw)


def convergence(
    title: str,
    ratios: Floats,
    bounds: tuple[float, float],
    hypotheses: tuple[float, float],
    first_look: int,
) -> bytes:
    """The log likelihood ratio of a sequential test by block, and where it would stop."""
    lower, upper = bounds

    def draw(axes: Axes) -> None:
        blocks = np.arange(len(ratios) + 1)
        end = max(len(ratios), 1) * 1.02
        axes.axvspan(0, min(first_look - 0.5, end), color="#EEEEEE", linewidth=0)
        axes.axhline(0, color="#888888", linewidth=1, linestyle=":")
        for bound, name, share, place in (
            (upper, "H1", hypotheses[1], "bottom"),
            (lower, "H0", hypotheses[0], "top"),
        ):
            axes.axhline(bound, color=ORANGE, linewidth=1.6, linestyle="--")
            axes.annotate(
                f"{name} accepted: win share {100 * share:g} %",
                # At the left, where no path has got that far yet.
                (0, bound),
                xycoords=("axes fraction", "data"),
                xytext=(6, 3 if place == "bottom" else -3),
                textcoords="offset points",
                verticalalignment=place,
                color=ORANGE,
            )
        path = np.concatenate([[0.0], ratios])
        axes.plot(blocks, path, color=BLUE, linewidth=1.8)
        axes.plot(blocks[-1:], path[-1:], "o", color=BLUE, markersize=7)
        low, high = min(lower, path.min()), max(upper, path.max())
        axes.set_ylim(low - 0.16 * (high - low), high + 0.16 * (high - low))
        axes.set_xlim(0, end)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_xlabel("blocks (grey: before the first look)")
        axes.set_ylabel("log likelihood ratio")

    return _picture(title, 4.2, draw)


def learning(title: str, iterations: Sequence[int], distances: Sequence[float]) -> bytes:
    """How far a policy is from an equilibrium, iteration by iteration; both axes by tens."""

    def draw(axes: Axes) -> None:
        # Such an axis has no zero, and rounding may even leave less than zero.
        shown = [max(distance, LEAST) for distance in distances]
        axes.plot(iterations, shown, "-o", color=BLUE, linewidth=1.8, markersize=3.5)
        axes.set_xscale("log")
        axes.set_yscale("log")
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_formatter("{x:g}")
            axis.set_minor_formatter(NullFormatter())
        axes.grid(color="#E4E4E4", linewidth=0.8)
        axes.set_axisbelow(True)
        axes.set_xlabel("iterations")
        axes.set_ylabel("exploitability of the average policy")

    return _picture(title, 4.2, draw)


def by_generation(
    title: str, numbers: Sequence[int], lines: Mapping[str, Sequence[float]]
) -> bytes:
    """Two figures that change from generation to generation, each with a scale of its own."""

    def draw(axes: Axes) -> None:
        sides = (axes, axes.twinx())
        drawn = [
            side.plot(numbers, figures, f"-{mark}", color=ink, linewidth=1.8, label=name)[0]
            for side, (name, figures), ink, mark in zip(
                sides, lines.items(), (BLUE, ORANGE), ("o", "s"), strict=True
            )
        ]
        axes.grid(color="#E4E4E4", linewidth=0.8)
        axes.set_axisbelow(True)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_xlabel("generation")
        # Below the plot: the lines of two scales leave no corner free.
        axes.legend(
            handles=drawn, frameon=False, loc="upper center", bbox_to_anchor=(0.5, -0.15), ncols=2
        )

    return _picture(title, 4.2, draw)


def calibration(
    title: str, predicted: Sequence[float], won: Sequence[float], counts: Sequence[int]
) -> bytes:
    """Actual against predicted win shares; larger points rest on more positions."""

    def draw(axes: Axes) -> None:
        axes.plot([0, 1], [0, 1], color="#888888", linewidth=1, linestyle=":")
        sizes = 20 + 180 * np.sqrt(np.array(counts) / max(counts))
        axes.scatter(predicted, won, s=sizes, color=BLUE, alpha=0.8)
        axes.set_xlim(0, 1)
        axes.set_ylim(0, 1)
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_formatter(PercentFormatter(1, decimals=None))
        axes.grid(color="#E4E4E4", linewidth=0.8)
        axes.set_axisbelow(True)
        axes.set_xlabel("predicted win share")
        axes.set_ylabel("actual win share")

    return _picture(title, 5.0, draw)


def importance(
    title: str, parameters: Sequence[str], effects: Sequence[Estimate], what: str
) -> bytes:
    """What each parameter is worth, the most important one on top.

    Filled bars are those whose interval leaves out 0.
    """
    order = sorted(range(len(effects)), key=lambda i: (-abs(effects[i].value), parameters[i]))
    names, found = [parameters[i] for i in order], [effects[i] for i in order]

    def draw(axes: Axes) -> None:
        places = _rows(axes, names)
        for place, effect in zip(places, found, strict=True):
            sure = effect.low > 0 or effect.high < 0
            axes.barh(
                [place],
                [effect.value],
                height=0.56,
                color=PALE if sure else "white",
                edgecolor=BLUE,
                linewidth=1,
            )
        axes.axvline(0, color=INK, linewidth=1)
        _intervals(axes, places, found, BLUE)
        _figures(axes, places, found, "{:+.3f}")
        axes.set_xlabel(f"{what} with 95 % interval (hollow: may be 0)")

    return _picture(title, _height(names), draw)


# --- what they share ---


def label(name: str) -> str:
    """A name in a few short lines, broken behind commas and colons; too long ones lose their
    middle."""
    shown = "".join(c if c.isprintable() else " " for c in name)
    if len(shown) > LABEL_LENGTH:
        half = (LABEL_LENGTH - 1) // 2
        shown = f"{shown[:half]}…{shown[-half:]}"
    lines = [""]
    for piece in re.findall(r"[^,:\s]*[,:\s]|[^,:\s]+", shown):
        if lines[-1] and len(lines[-1]) + len(piece) > LABEL_WIDTH:
            lines.append("")
        while len(piece) > LABEL_WIDTH:
            lines[-1:] = [piece[:LABEL_WIDTH], ""]
            piece = piece[LABEL_WIDTH:]
        lines[-1] += piece
    return "\n".join(line.strip() for line in lines if line.strip())


def _rows(axes: Axes, names: Sequence[str]) -> list[int]:
    """A row per name from the top down; where they lie."""
    places = list(range(len(names)))
    axes.set_yticks(places, [label(name) for name in names])
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x", color="#E4E4E4", linewidth=0.8)
    axes.set_axisbelow(True)
    return places


def _height(names: Sequence[str]) -> float:
    # All rows are as high as the highest needs to be.
    lines = max((label(name).count("\n") + 1 for name in names), default=1)
    return REST + len(names) * (ROW + LINE * lines)


def _intervals(axes: Axes, places: Sequence[int], found: Sequence[Estimate], ink: str) -> None:
    for place, each in zip(places, found, strict=True):
        axes.plot([each.low, each.high], [place] * 2, color=ink, linewidth=1.8)
        for end in (each.low, each.high):
            cap = [place - 0.11, place + 0.11]
            axes.plot([end] * 2, cap, color=ink, linewidth=1.8, clip_on=False)


def _figures(axes: Axes, places: Sequence[int], found: Sequence[Estimate], form: str) -> None:
    """The figures in a column on the right, where nothing lies over them."""
    for place, each in zip(places, found, strict=True):
        low, high = form.format(each.low), form.format(each.high)
        axes.annotate(
            f"{form.format(each.value)}\n{low} to {high}".replace("-", "\N{MINUS SIGN}"),
            (1.02, place),
            xycoords=("axes fraction", "data"),
            verticalalignment="center",
            fontsize=8.5,
        )


def _picture(title: str, height: float, draw: Callable[[Axes], None]) -> bytes:
    with style.context(["default", LOOK]), warnings.catch_warnings():
        # A letter that the font lacks is drawn as a box; the tables have it.
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        figure = Figure(figsize=(WIDTH, height), dpi=DPI)
        figure.set_layout_engine("constrained", w_pad=0.1, h_pad=0.1)
        FigureCanvasAgg(figure)
        axes = figure.subplots()
        axes.set_title("\n".join(wrap(title, TITLE_WIDTH)))
        draw(axes)
        file = io.BytesIO()
        # Without the drawing program's name: its version would be part of the picture.
        figure.savefig(file, format="png", metadata={"Software": None})
    return file.getvalue()
