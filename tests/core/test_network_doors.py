"""`features` and `traits` from Python: their form, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest
from compiled.pocket import table
from conformance.pocket import PocketWords, pocket
from toys import fusion

from eminence import engines
from eminence.cython_ext.game import Game


@pytest.fixture
def state() -> engines.State:
    """Kuhn poker with three players, the first of them to act."""
    root = engines.load("kuhn_poker", players=3).root()
    root.resolve(engines.Chance(1))
    return root


def test_features_are_one_row_of_small_floats(state: engines.State) -> None:
    size = state.game.table.sizes["n_features"]
    for seen in (state.features(1), state.view(1).features()):
        assert seen.dtype == np.float32
        assert seen.shape == (size,)
        assert len(state.game.words.features) == size


def test_features_are_those_of_the_seat(state: engines.State) -> None:
    names = state.game.words.features
    for seat in range(3):
        seen = dict(zip(names, state.features(seat), strict=True))
        assert seen[f"card {state.data['card'][seat] - 1}"] == 1
        assert seen["own to move"] == (seat == 0)


def test_each_call_gives_numbers_of_its_own(state: engines.State) -> None:
    seen = state.features(0)
    seen[:] = 7
    assert state.features(0).max() <= 1


def test_an_onlooker_has_no_features(state: engines.State) -> None:
    asked = (state.view(engines.PUBLIC).features, lambda: state.features(engines.PUBLIC))
    for ask in asked:
        with pytest.raises(engines.BadOption, match="those of a seat: an onlooker has none"):
            ask()


@pytest.mark.parametrize("seat", [3, -2, "0", None, 0.0, 2**40])
def test_a_seat_that_does_not_exist_is_named(state: engines.State, seat: object) -> None:
    with pytest.raises(engines.BadOption, match=r"no seat .*: choose 0 to 2"):
        state.features(seat)  # type: ignore[arg-type]


def test_features_are_there_before_the_first_card_and_after_the_end() -> None:
    state = engines.load("kuhn_poker").root()
    assert state.player == engines.CHANCE
    assert state.features(0).shape == state.view(1).features().shape
    state.resolve(engines.Chance(1))
    state.playout(1)
    assert state.over
    assert state.features(0).shape == state.view(1).features().shape


def test_traits_have_a_row_for_each_action(state: engines.State) -> None:
    sizes = state.game.table.sizes
    for traits in (state.traits(), state.view(0).traits()):
        assert traits.dtype == np.int16
        assert traits.shape == (len(state.actions()), sizes["max_traits"])
        assert traits.max() < sizes["n_traits"] == len(state.game.words.traits)


def test_traits_leave_empty_places() -> None:
    """In connect four a first piece only lies somewhere: four of five places are empty."""
    traits = engines.load("connect_four").root().traits()
    assert (traits[:, 0] >= 0).all()
    assert (traits[:, 1:] == -1).all()


def test_there_are_no_traits_when_nobody_is_to_move() -> None:
    state = engines.load("kuhn_poker").root()
    for position in (state, state.view(0)):
        with pytest.raises(engines.IllegalAction, match="a chance event is pending"):
            position.traits()
    state.resolve(engines.Chance(1))
    state.playout(1)
    for position in (state, state.view(0)):
        with pytest.raises(engines.IllegalAction, match="the game is over"):
            position.traits()


def test_only_the_mover_knows_its_options(state: engines.State) -> None:
    for viewer in (1, engines.PUBLIC):
        with pytest.raises(engines.IllegalAction, match="which cannot know its options"):
            state.view(viewer).traits()


def test_a_game_without_features_says_so() -> None:
    state = fusion().root()
    state.resolve(engines.Chance(1))
    with pytest.raises(engines.BadOption, match="has no features"):
        state.features(0)
    with pytest.raises(engines.BadOption, match="has no traits"):
        state.traits()


def test_a_game_must_name_what_networks_see() -> None:
    class Nameless(PocketWords):
        features = ()

    sound = pocket("sound")
    with pytest.raises(ValueError, match="features or traits without a name"):
        Game(table("sound"), "pocket", {}, Nameless(), {}, lambda: sound, "", {})
