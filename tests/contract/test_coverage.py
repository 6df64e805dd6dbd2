"""Coverage: `sample` reaches every world that fits a view, no other, and as often as it should.

Enumerating worlds needs a small tree. The table says for each game which option sets are
walked whole, or why its worlds need no tree.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

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

from eminence import engines
from eminence.engines.stacks.state import STRAW, Use


def everything(state: engines.State) -> bool:
    return True


@dataclass(frozen=True)
class Small:
    """An option set whose tree is walked whole, or a part of it that every viewer can recognise."""

    options: dict
    #: only chance hides something, so that worlds have a known probability
    by_chance: bool = False
    #: a part of the tree: must depend on public things only, and hold for all earlier states
    inside: Callable[[engines.State], bool] = everything
    #: the same for histories, which are many more than states
    early: Callable[[engines.State], bool] = everything
    #: all worlds of a view are equally likely, whatever chance or choice made them
    alike: bool = False


def marks_at_most(marks: int) -> Callable[[engines.State], bool]:
    """Phantom tic-tac-toe up to so many marks on the board."""
    return lambda state: state.data["made"] <= marks


def seat_0_builds(state: engines.State) -> bool:
    """Stacks: seat 0 places two cards as straw, seat 1 looks at them or reorders them."""
    data = state.data
    turn, stack = int(data["turn"]), int(data["height"][0])
    return (
        not data["discard"].any()
        and not data["challenges"].any()
        and data["hand_size"].max() <= 2
        and data["height"][1] == 0
        and not (data["use"] == Use.PLACE and turn % 2 == 1)
        and data["claim"] <= STRAW + 1
        and data["claims"].max() <= STRAW + 1
        and stack >= (turn + 1) // 2
    )


def first_turn(state: engines.State) -> bool:
    """Stacks: what seat 0 does, and the poll that answers it."""
    return state.data["turn"] == 0


SMALL = {
    "kuhn_poker": (Small({"players": 2}, by_chance=True), Small({"players": 3}, by_chance=True)),
    "leduc_poker": (Small({}, by_chance=True),),
    "phantom_ttt": (Small({}, inside=marks_at_most(4), early=marks_at_most(3), alike=True),),
    # One turn each: draws, takes, placing, foils, peeks, challenges. Then a stack of two cards
    # that the other peeks at and reorders.
    "stacks": (
        Small({"copies": 1, "rounds": 1}, early=first_turn),
        Small({"copies": 1, "rounds": 2}, inside=seat_0_builds, early=first_turn),
    ),
}

#: Nothing is hidden but the commitments of a running simultaneous phase.
OPEN = {"connect_four", "goofspiel", "tic_tac_toe"}

#: Too large to enumerate; its sampler is tested by the cards it deals.
TOO_LARGE = {
    "blood_of_kings": "120 cards in hands, on mats and in the deck; "
    "tests/rules/test_blood_of_kings_knowledge.py enumerates the worlds of a position with "
    "eight hidden cards",
    "bruges": "165 people in hands, below houses and in piles; "
    "tests/rules/test_bruges_worlds.py enumerates a deck of ten cards",
    "royals": "110 cards in hidden hands and piles: no small tree has all phases; "
    "tests/rules/test_royals_worlds.py enumerates shrunken deals, and "
    "test_drawing_and_imagining_can_change_places compares how often each card lies where",
    "wallenstein": "ten cards each in secret boxes; tests/rules/test_wallenstein_worlds.py "
    "enumerates the plans of positions with few face-down cards",
}

SETS = 60
DRAWS_PER_WORLD = 40


def small_cases() -> list:
    return [
        pytest.param(name, small, id=f"{name}-{small.options or 'defaults'}")
        for name in engines.names()
        for small in SMALL.get(name, ())
    ]


def test_every_game_says_how_its_worlds_are_covered() -> None:
    missing = set(engines.names()) - set(SMALL) - OPEN - set(TOO_LARGE)
    assert not missing, f"add to SMALL, OPEN or TOO_LARGE: {sorted(missing)}"


@pytest.mark.slow
@pytest.mark.parametrize(("name", "small"), small_cases())
def test_sampling_reaches_every_world_and_no_other(name: str, small: Small) -> None:
    sets = information_sets(engines.load(name, **small.options), small.inside)
    chosen = choose_sets(sets, SETS, seed=1)
    assert chosen, f"{name}: no view hides anything"
    for info in chosen:
        sampler_covers(info, max(200, DRAWS_PER_WORLD * len(info.worlds)))


@pytest.mark.parametrize(("name", "small"), small_cases())
def test_worlds_come_as_often_as_they_should(name: str, small: Small) -> None:
    if not (small.by_chance or small.alike):
        pytest.skip(f"{name}: choices hide something too, and choices are no evidence")
    sets = information_sets(engines.load(name, **small.options), small.inside)
    for info in choose_sets(sets, SETS, seed=2):
        if small.alike:
            info.worlds.update(dict.fromkeys(info.worlds, 1.0))
        sampler_matches_posterior(info, max(1000, DRAWS_PER_WORLD * len(info.worlds)))


@pytest.mark.parametrize(("name", "small"), small_cases())
def test_in_the_whole_tree_equal_shown_histories_give_equal_views(name: str, small: Small) -> None:
    same_shown_same_view(engines.load(name, **small.options), small.early)


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
