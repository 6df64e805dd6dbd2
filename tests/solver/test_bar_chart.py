"""The picture of a hint says what its signs mean."""

import pytest
from matplotlib.figure import Figure

from eminence.solver import bar_chart
from eminence.solver.bar_chart import FILLED, HOLLOW, REACH, MoveBar


@pytest.fixture
def drawn(monkeypatch):
    """Draw some bars; the title, the labels of the legend and the words below the axis."""
    figures = []

    class Kept(Figure):
        def __init__(self, *args, **more):
            super().__init__(*args, **more)
            figures.append(self)

    monkeypatch.setattr(bar_chart, "Figure", Kept)

    def draw(*bars, notes=(), **more):
        assert bar_chart.draw("Play it. It is best.", 1, bars, notes, **more)[:4] == b"\x89PNG"
        figure = figures[-1]
        (legend,) = figure.legends
        labels = [text.get_text() for text in legend.get_texts()]
        return figure.get_suptitle(), labels, figure.axes[0].get_xlabel()

    return draw


def test_the_recommendation_is_the_title_and_every_sign_is_in_the_legend(drawn):
    title, labels, below = drawn(
        MoveBar("it", 0.5, 0.1), MoveBar("else", 0.6, 0.2, False, "*"), notes=["* too few"]
    )
    assert title == "Play it. It is best."
    assert labels == [FILLED, HOLLOW, REACH]
    assert below == "win share of seat 1\n* too few"


def test_the_legend_names_what_is_there_and_nothing_else(drawn):
    assert drawn(MoveBar("it", 0.5, 0.1))[1] == [FILLED, REACH]
    assert drawn(MoveBar("it", 1.0), filled="every line")[1] == ["every line"]
