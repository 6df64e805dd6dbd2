"""The network in C: the same numbers as in numpy, whatever the widths and however many zeros."""

import numpy as np
import pytest
from networks import drawn_arrays, shown_functions

from eminence.search.network.network import Net, time_judge

WIDTHS = [(1,), (8,), (13,), (64, 32), (70, 33, 9), (40, 41, 3, 17), (32,), (100, 24)]
MAX_TRAITS = 4


@pytest.fixture(scope="module")
def shown():
    return shown_functions()


def some_features(n, share, seed):
    """Numbers of which about this share is not zero."""
    rng = np.random.default_rng(seed)
    return (rng.uniform(-1, 2, n) * (rng.random(n) < share)).astype(np.float32)


@pytest.mark.parametrize("share", [0, 0.1, 0.5, 1])
@pytest.mark.parametrize("widths", WIDTHS, ids=str)
@pytest.mark.parametrize("features", [1, 50, 203])
def test_it_judges_as_the_page_shows(shown, features, widths, share):
    arrays = drawn_arrays(features, widths, 7)
    seen = some_features(features, share, 2)
    found = Net(arrays, MAX_TRAITS).judge(seen)
    np.testing.assert_allclose(found, shown["judge"](arrays, seen), rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("widths", WIDTHS, ids=str)
def test_it_scores_actions_as_the_page_shows(shown, widths):
    arrays = drawn_arrays(60, widths, 11)
    seen = some_features(60, 0.4, 3)
    traits = np.random.default_rng(4).integers(-1, 11, (30, MAX_TRAITS)).astype(np.int16)
    found = Net(arrays, MAX_TRAITS).scores(seen, traits)
    np.testing.assert_allclose(found, shown["scores"](arrays, seen, traits), rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("share", [0, 0.1, 0.5, 1])
@pytest.mark.parametrize("widths", WIDTHS, ids=str)
def test_wide_registers_change_no_bit(widths, share):
    """Where the processor has none, both networks take the narrow ones."""
    arrays = drawn_arrays(203, widths, 11)
    narrow, wide = Net(arrays, MAX_TRAITS, wide=False), Net(arrays, MAX_TRAITS)
    traits = np.random.default_rng(4).integers(-1, 11, (9, MAX_TRAITS)).astype(np.int16)
    for seed in range(9):
        seen = some_features(203, share, seed)
        assert wide.judge(seen) == narrow.judge(seen)
        assert wide.scores(seen, traits).tobytes() == narrow.scores(seen, traits).tobytes()


def test_an_action_without_traits_has_no_score():
    net = Net(drawn_arrays(6, (8,), 3), 2)
    traits = np.array([[-1, -1], [0, -1]], np.int16)
    nothing, something = net.scores(some_features(6, 1, 5), traits)
    assert nothing == 0 != something


def test_a_game_may_have_no_traits():
    net = Net(drawn_arrays(6, (8,), 1) | {"traits": np.empty((0, 8)), "trait_bias": np.empty(0)}, 0)
    assert net.scores(some_features(6, 1, 5), np.empty((0, 0), np.int16)).shape == (0,)


def test_zeros_do_not_change_the_answer_by_one_bit():
    """They are left out; minus zero is not, and adds nothing."""
    arrays = drawn_arrays(40, (24, 16), 3)
    seen = some_features(40, 0.5, 6)
    net = Net(arrays, 1)
    assert net.judge(seen) == net.judge(np.where(seen == 0, np.float32(-0.0), seen))


def test_it_keeps_its_own_numbers():
    arrays = drawn_arrays(9, (8,), 3)
    net, seen = Net(arrays, 1), some_features(9, 1, 7)
    before = net.judge(seen)
    for array in arrays.values():
        array[...] = 0
    assert net.judge(seen) == before


def test_it_refuses_what_does_not_fit():
    net, seen = Net(drawn_arrays(9, (8,), 3), 2), some_features(9, 1, 7)
    with pytest.raises(ValueError, match="8 features, the network has 9"):
        net.judge(seen[:8])
    with pytest.raises(ValueError, match="3 traits per action, not 2"):
        net.scores(seen, np.zeros((1, 3), np.int16))
    with pytest.raises(ValueError, match="trait 3, the network has 3"):
        net.scores(seen, np.array([[0, 3]], np.int16))


def test_the_stopwatch_takes_a_while():
    net, seen = Net(drawn_arrays(9, (8,), 3), 2), some_features(9, 1, 7)
    assert time_judge(net, seen, 0) < 1
    assert time_judge(net, seen, 100) > 0
    assert time_judge(net, seen, 100, np.zeros((5, 2), np.int16)) > 0
