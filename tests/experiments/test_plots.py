"""Pictures: valid, the same every time, and robust against any name."""

from __future__ import annotations

import struct
import subprocess
import sys
import zlib

import matplotlib
import numpy as np
import pytest

from eminence.experiments.reports import plots
from eminence.experiments.statistics.intervals import Estimate

NAMES = [
    "ismcts:iterations=5000,c=0.7",
    "greedy",
    "no $\\frac{$ formula",
    "<b>&amp;",
    "强\n\x00",
    "",
]
FOUND = [Estimate(0.5 - 0.1 * i, 0.4 - 0.1 * i, 0.6 - 0.05 * i) for i in range(6)]


def ratings(names=NAMES):
    return plots.ratings("Ratings", names, FOUND[: len(names)])


def shares(names=NAMES):
    return plots.shares("Win shares", names, FOUND[: len(names)], [1 / 3] * len(names))


def convergence(blocks=50):
    ratios = np.linspace(0, 3, blocks)
    return plots.convergence("Test", ratios, (-2.94, 2.94), (0.25, 0.3), 30)


def importance(names=NAMES):
    return plots.importance("Importance", names, FOUND[: len(names)], "loss")


ALL = [ratings, shares, convergence, importance]


def chunks(png: bytes) -> dict[bytes, bytes]:
    """The parts of a PNG file; their checksums must be right."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    found, at = {}, 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        kind, body = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        (checksum,) = struct.unpack(">I", png[at + 8 + length : at + 12 + length])
        assert checksum == zlib.crc32(kind + body)
        found[kind] = found.get(kind, b"") + body
        at += 12 + length
    return found


def size(png: bytes) -> tuple[int, int]:
    return struct.unpack(">II", chunks(png)[b"IHDR"][:8])


@pytest.mark.parametrize("draw", ALL)
def test_a_picture_is_a_png_without_time_or_program(draw):
    found = chunks(draw())
    assert set(found) <= {b"IHDR", b"IDAT", b"IEND", b"pHYs"}
    width, height, depth = struct.unpack(">IIB", found[b"IHDR"][:9])
    # Four bytes per dot and one per line.
    assert len(zlib.decompress(found[b"IDAT"])) == height * (1 + 4 * width)
    assert depth == 8


@pytest.mark.slow
@pytest.mark.parametrize("draw", ALL)
def test_the_same_figures_give_the_same_bytes(draw):
    one = draw()
    with matplotlib.rc_context({"font.size": 30, "axes.facecolor": "black"}):
        assert draw() == one


@pytest.mark.slow
def test_other_figures_give_another_picture():
    assert ratings(["a", "b"]) != ratings(["a", "c"])
    assert convergence(50) != convergence(49)
    one, other = Estimate(0.5, 0.4, 0.6), Estimate(0.5, 0.3, 0.6)
    assert plots.ratings("", ["a"], [one]) != plots.ratings("", ["a"], [other])
    assert plots.shares("", ["a"], [one], [0.5]) != plots.shares("", ["a"], [one], [0.25])


@pytest.mark.slow
def test_pictures_grow_with_their_rows():
    assert size(ratings(NAMES))[1] > size(ratings(NAMES[:2]))[1]
    assert size(ratings(NAMES))[0] == size(ratings(NAMES[:2]))[0]


@pytest.mark.slow
def test_extreme_figures_can_be_drawn():
    sure = Estimate(1.0, 1.0, 1.0)
    none = Estimate(0.0, 0.0, 0.0)
    assert chunks(plots.shares("", ["a", "b"], [sure, none], [0.5, 0.5]))
    assert chunks(plots.shares("", ["a"], [none], [0.0]))
    assert chunks(plots.importance("", ["a"], [none], "loss"))
    assert chunks(plots.ratings("", ["a"], [none]))
    assert chunks(convergence(0))
    assert chunks(convergence(1))
    assert chunks(plots.learning("", [1], [0.5]))
    assert chunks(plots.learning("", [1, 10, 100], [0.5, 0.0, -1e-17]))


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("greedy", ["greedy"]),
        (
            "ismcts:iterations=5000,c=0.7,selection=puct",
            ["ismcts:iterations=5000,c=0.7,", "selection=puct"],
        ),
        ("x" * 40, ["x" * 34, "x" * 6]),
        ("two\nlines", ["two lines"]),
        ("", [""]),
    ],
)
def test_long_names_are_broken(name, lines):
    assert plots.label(name).split("\n") == lines


def test_too_long_names_keep_their_ends():
    shown = plots.label("start" + ",weight=1.25" * 100 + ",end")
    assert shown.startswith("start,")
    assert shown.endswith(",end")
    assert "…" in shown
    assert shown.count("\n") < 5
    assert all(len(line) <= plots.LABEL_WIDTH for line in shown.split("\n"))


@pytest.mark.slow
def test_no_window_system_and_no_global_state():
    """`pyplot` keeps figures for all who import it and may open windows."""
    code = (
        "import sys, matplotlib\n"
        # Asked for its backend, matplotlib itself would load pyplot.
        "def settings():\n"
        "    kept = matplotlib.rcParams\n"
        "    return {key: kept[key] for key in kept if key != 'backend'}\n"
        "before = settings()\n"
        "from eminence.experiments.reports import plots\n"
        "from eminence.experiments.statistics.intervals import Estimate\n"
        "plots.ratings('', ['a'], [Estimate(0, -1, 1)])\n"
        "assert 'matplotlib.pyplot' not in sys.modules\n"
        "assert before == settings()\n"
    )
    path = [p for p in sys.path if p]
    subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:0] = {path!r}\n{code}"], check=True
    )
