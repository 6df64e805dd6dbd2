"""Coverage: `sample` reaches every world that fits a view, no other, and as often as it should.

Enumerating worlds needs a small tree. The table says for each game which option sets are
walked whole, or why its worlds need no tree.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from conformance import checks
from conformance.cases import Case, all_cases
from conformance.walks import sampled, viewers
from conformance.worlds import (
    choose_sets,
    information_sets,
    same_shown_same_view,
    sampler_covers,
    sampler_matches_posterior,
)

import engines


def everything(state: engines.State) -> bool:
    return True


@dataclass(frozen=True)
class Small:
    """A game whose tree, or a part that every viewer can tell, is walked whole."""

    options: tuple[dict, ...] = field(default_factory=lambda: ({},))
    #: only chance hides something, so that worlds have a known probability
    by_chance: bool = False
    inside: Callable[[engines.State], bool] = everything
    #: the same for histories, which are many more than states
    early: Callable[[engines.State], bool] = everything
    #: fields that imagined worlds leave empty by design
    empty: tuple[str, ...] = ()


SMALL = {
    "kuhn_poker": Small(({"players": 2}, {"players": 3}), by_chance=True),
    "leduc_poker": Small(by_chance=True),
    # What the other has found by trying is its secret: known to nobody else, so never imagined.
    "phantom_ttt": Small(
        inside=lambda state: state.data["made"] <= 4,
        early=lambda state: state.data["made"] <= 3,
        empty=("found",),
    ),
}

#: Nothing is hidden but the commitments of a running simultaneous phase.
OPEN = {"tic_tac_toe", "connect_four", "goofspiel"}

#: Too large to enumerate; its sampler is tested by what it deals.
TOO_LARGE = {
    "royals": "110 cards in hidden hands and piles: no small tree has all phases; "
    "test_drawing_and_imagining_can_change_places compares how often each card lies where",
}

SETS = 60
DRAWS_PER_WORLD = 40


def small_cases() -> list:
    return [
        pytest.param(name, options, id=f"{name}-{options or 'defaults'}")
        for name in engines.names()
        if name in SMALL
        for options in SMALL[name].options
    ]


def test_every_game_says_how_its_worlds_are_covered() -> None:
    missing = set(engines.names()) - set(SMALL) - OPEN - set(TOO_LARGE)
    assert not missing, f"add to SMALL, OPEN or TOO_LARGE: {sorted(missing)}"


@pytest.mark.parametrize(("name", "options"), small_cases())
def test_sampling_reaches_every_world_and_no_other(name: str, options: dict) -> None:
    small = SMALL[name]
    sets = information_sets(engines.load(name, **options), small.inside)
    chosen = choose_sets(sets, SETS, seed=1)
    assert chosen, f"{name}: no view hides anything"
    for info in chosen:
        sampler_covers(info, max(200, DRAWS_PER_WORLD * len(info.worlds)), small.empty)


@pytest.mark.parametrize(("name", "options"), small_cases())
def test_sampling_matches_the_deal(name: str, options: dict) -> None:
    small = SMALL[name]
    if not small.by_chance:
        pytest.skip(f"{name}: choices hide something too, and choices are no evidence")
    sets = information_sets(engines.load(name, **options), small.inside)
    for info in choose_sets(sets, SETS, seed=2):
        sampler_matches_posterior(info, max(1000, DRAWS_PER_WORLD * len(info.worlds)))


@pytest.mark.parametrize(("name", "options"), small_cases())
def test_in_the_whole_tree_equal_shown_histories_give_equal_views(
    name: str, options: dict
) -> None:
    same_shown_same_view(engines.load(name, **options), SMALL[name].early)


@pytest.mark.parametrize(
    "open_case", [pytest.param(c, id=c.id) for c in all_cases() if c.name in OPEN]
)
def test_an_open_game_has_one_world(open_case: Case) -> None:
    game = open_case.load()
    for seed in range(3):
        for state in sampled(game, seed, 40):
            if checks.sees_same_mover(state):
                for viewer in viewers(game):
                    assert state.view(viewer).sample(seed) == state, checks.where(state)
