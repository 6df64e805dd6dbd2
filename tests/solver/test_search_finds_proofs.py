"""Search finds what solving proves."""

from __future__ import annotations

import pytest
from oracles import open_views

from eminence import engines, search

pytestmark = pytest.mark.slow

#: views of each game; in the soak 100 in all
VIEWS = [7, pytest.param(25, marks=pytest.mark.soak)]
#: whatever the game's own defaults are: playing out to the end, for the win
PLAIN = "reward=win,rollout=random,cut=0,cut_rounds=0"


@pytest.mark.parametrize("views", VIEWS)
@pytest.mark.parametrize(
    ("name", "options", "last"),
    [
        ("tic_tac_toe", {}, 8),
        ("connect_four", {}, 12),
        ("royals", {"players": 4}, 10),
        ("royals", {"players": 5, "edition": "arcane_wonders"}, 10),
    ],
)
def test_ismcts_reaches_a_move_of_equal_value(
    name: str, options: dict, last: int, views: int
) -> None:
    """The survey asks for 99 % at 100 000 iterations; of these none is missed."""
    bot = search.make(f"ismcts:iterations=100000,{PLAIN}")
    for view, answer in open_views(engines.load(name, **options), views, last):
        assert bot.search(view).best in answer.equals, f"{answer.text}\n{view.to_json()}"
