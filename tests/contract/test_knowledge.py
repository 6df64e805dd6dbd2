"""Knowledge: views are canonical, worlds fit them, and no view holds more than was shown."""

from __future__ import annotations

import pytest
from conformance import checks
from conformance.forks import ENOUGH, run_forks
from conformance.sizes import Sizes
from conformance.walks import sampled, viewers
from conformance.worlds import drawing_commutes, unseen_by

from eminence import engines, search

SEEDS = range(3)


def hides_something(game: engines.Game) -> bool:
    """Whether a world of some view differs from the truth in one of a few games."""
    size = game.table.sizes["play_size"]
    return any(
        state.view(viewer).sample(seed).to_bytes()[:size] != state.to_bytes()[:size]
        for seed in range(2)
        for state in sampled(game, seed, 20)
        for viewer in viewers(game)
    )


@pytest.mark.slow
def test_every_view_is_sound(game: engines.Game, sizes: Sizes) -> None:
    for seed in range(2):
        for state in sampled(game, seed, sizes.of(40)):
            checks.views_are_sound(state)


def test_worlds_fit_the_view_they_were_imagined_from(game: engines.Game, sizes: Sizes) -> None:
    for seed in range(2):
        for state in sampled(game, seed, sizes.of(30)):
            checks.worlds_fit(state, SEEDS)


def test_worlds_give_everybody_a_valid_view(game: engines.Game, sizes: Sizes) -> None:
    for seed in range(2):
        for state in sampled(game, seed, 2 + sizes.of(5)):
            checks.worlds_are_valid_for_all(state, range(1))


@pytest.mark.slow
def test_the_mover_has_the_same_options_in_all_its_worlds(game: engines.Game, sizes: Sizes) -> None:
    for seed in range(3):
        for state in sampled(game, seed, sizes.of(30)):
            checks.mover_agrees(state, SEEDS)
            checks.outsider_is_refused(state)


def test_private_keys_depend_on_what_the_seat_knows(game: engines.Game) -> None:
    for state in sampled(game, 6, 40):
        checks.private_keys_agree(state, SEEDS)


def test_hidden_says_whether_opponents_can_tell(game: engines.Game) -> None:
    for seed in range(3):
        for state in sampled(game, seed, 30):
            checks.hidden_is_truthful(state)


def test_a_rewound_view_is_that_of_the_beginning_of_the_run(game: engines.Game) -> None:
    for seed in range(3):
        checks.runs_rewind(game, seed)


def test_states_with_the_same_view_sample_alike(game: engines.Game) -> None:
    """Hidden-swap invariance of views and samples."""
    for state in sampled(game, 7, 20):
        for viewer in viewers(game):
            view = state.view(viewer)
            expected = [view.sample(seed) for seed in SEEDS]
            for world in expected:
                again = world.view(viewer)
                assert again.to_bytes() == view.to_bytes(), checks.where(state)
                assert [again.sample(seed) for seed in SEEDS] == expected, checks.where(state)


def test_agents_play_the_same_in_states_with_the_same_view(
    game: engines.Game, sizes: Sizes
) -> None:
    """Hidden-swap invariance of search results, for every agent that plays any game."""
    for name in search.names():
        # Plays the game of its file: tests/solver/test_policies.py.
        if name == "cfr":
            continue
        limits = [key for key in ("iterations", "full") if key in search.make(name).parameters]
        spec = f"{name}:seed=1" + "".join(f",{key}=60" for key in limits)
        for state in sampled(game, 8, 2 + sizes.of(10)):
            for viewer in range(game.seats):
                view = state.view(viewer)
                if view.player != viewer:
                    continue
                result = search.make(spec).search(view)
                assert result.best in view.actions(), f"{spec}: {checks.where(state)}"
                for seed in SEEDS:
                    again = search.make(spec).search(view.sample(seed).view(viewer))
                    assert again == result, f"{spec}: {checks.where(state)}"


def test_equal_shown_histories_give_equal_views(game: engines.Game) -> None:
    hides = hides_something(game)
    tally = run_forks(game, fewest=30, most=150 if hides else 30, most_plies=60, seed=1)
    assert tally.followed * 4 >= tally.forks, f"too few worlds could follow: {tally}"
    assert tally.telling >= ENOUGH or not hides, f"too few worlds differed: {tally}"


def test_drawing_and_imagining_can_change_places(game: engines.Game, sizes: Sizes) -> None:
    """Only for draws that forget nothing.

    The last card of a pile is a single outcome. A pile rebuilt after it may mix what a viewer
    could still tell apart with what it cannot, and facts of the two forms cannot express that.
    """
    tried = 0
    for seed in range(2):
        for state in sampled(game, seed, 200):
            if state.player != engines.CHANCE or tried == sizes.of(8):
                continue
            viewer = viewers(game)[tried % (game.seats + 1)]
            if len(state.outcomes()) > 1 and unseen_by(state, viewer):
                drawing_commutes(state, viewer, 1000, seed)
                tried += 1
