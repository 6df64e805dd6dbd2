"""Bruges with ten cards: imagined worlds against every world that the deal allows.

A branch that everybody can tell is walked whole: backs of piles are all blue, all draws come
from the first pile, all dice show 3.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from bruges_builder import laurel, write_cards
from conformance.worlds import (
    InformationSet,
    choose_sets,
    information_sets,
    same_shown_same_view,
    sampler_covers,
    sampler_matches_posterior,
)

from eminence import engines

BLUE = 1


def inside(state: engines.State) -> bool:
    data = state.data
    blue_backs = all(top in (0, BLUE) for top in data["top"])
    first_pile = data["extra_in"] or data["pile_size"][1] == 2
    return blue_backs and first_pile and data["round"] == 0 and {*data["dice"].tolist()} <= {0, 3}


def early(state: engines.State) -> bool:
    """Histories are many more than states: up to the first card played."""
    return inside(state) and state.data["seat"] + 2 * state.data["cycle"] < 1 + (
        state.data["phase"] < 5
    )


@pytest.fixture(scope="module")
def small_game(tmp_path_factory: pytest.TempPathFactory) -> engines.Game:
    folder = Path(tmp_path_factory.mktemp("small") / "data")
    effect = "vp(1,per=statue)"
    deck = {f"b{i}": laurel(effect, price=3) for i in range(6)}
    deck |= {f"r{i}": laurel(effect, price=3, colour="red") for i in range(4)}
    write_cards(folder, deck)
    rules = (folder / "rules.toml").read_text("utf-8")
    rules = rules.replace("hand = 5", "hand = 2").replace("cards = 4", "cards = 1")
    (folder / "rules.toml").write_text(rules, "utf-8")
    return engines.load("bruges", players=2, data=folder)


@pytest.fixture(scope="module")
def sets(small_game: engines.Game) -> list[InformationSet]:
    return information_sets(small_game, inside)


@pytest.mark.slow
def test_sampling_reaches_every_world_and_no_other(sets: list[InformationSet]) -> None:
    chosen = choose_sets(sets, 25, seed=1)
    assert any(info.view.data["houses"].any() for info in chosen)
    for info in chosen:
        sampler_covers(info, max(200, 30 * len(info.worlds)))


def test_before_anybody_hides_a_card_worlds_come_as_often_as_deals(
    sets: list[InformationSet],
) -> None:
    dealt = [info for info in sets if not info.view.data["houses"].any()]
    for info in choose_sets(dealt, 15, seed=2):
        sampler_matches_posterior(info, max(1000, 30 * len(info.worlds)))


@pytest.mark.slow
def test_equal_shown_histories_give_equal_views_in_the_whole_tree(small_game: engines.Game) -> None:
    assert same_shown_same_view(small_game, early) > 1000
