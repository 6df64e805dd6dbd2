"""Writing down and reading back: bit for bit, for states and all views."""

from __future__ import annotations

import pickle

import pytest
from conformance import checks
from conformance.walks import sampled, viewers

from eminence import engines


@pytest.mark.slow
def test_copy_bytes_pickle_and_json_give_back_every_byte(game: engines.Game) -> None:
    for seed in range(2):
        for state in sampled(game, seed, 10):
            checks.round_trips(state)


def test_a_game_pickles_as_itself(game: engines.Game) -> None:
    assert pickle.loads(pickle.dumps(game)) == game


def test_a_truncated_pickle_is_refused(game: engines.Game) -> None:
    state = sampled(game, 1, 3)[1]
    for position in (state, state.view(0)):
        data = pickle.dumps(position)
        for size in {0, 1, len(data) // 3, len(data) // 2, len(data) - 1}:
            with pytest.raises((EOFError, pickle.UnpicklingError, engines.EminenceError)):
                pickle.loads(data[:size])


def test_bytes_of_another_size_are_refused(game: engines.Game) -> None:
    data = game.root().to_bytes()
    for wrong in (b"", data[:-1], data + b"\0"):
        with pytest.raises(engines.BadPosition, match="bytes"):
            game.from_bytes(wrong)


def test_a_full_state_is_no_view_and_a_view_no_state(game: engines.Game) -> None:
    """`imagine` works on views alone: no door lets a complete state through to it."""
    for state in sampled(game, 2, 5):
        assert not hasattr(state, "sample")
        with pytest.raises(engines.BadPosition, match="view_of"):
            game.view_from_bytes(state.to_bytes())
        with pytest.raises(engines.BadPosition, match="view_of"):
            game.view_from_json(state.to_json())
        for viewer in viewers(game):
            with pytest.raises(engines.BadPosition, match="view_of"):
                game.from_bytes(state.view(viewer).to_bytes())
            with pytest.raises(engines.BadPosition, match="view_of"):
                game.from_json(state.view(viewer).to_json())


def test_a_view_is_for_a_seat_that_plays(game: engines.Game) -> None:
    for viewer in (game.seats, -2, 7, -100):
        with pytest.raises(engines.BadOption, match="seat"):
            game.root().view(viewer)
