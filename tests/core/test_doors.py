"""The public methods of `Game`, `State` and `View`: errors name wrong values, nothing crashes."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from eminence import engines
from eminence.cython_ext.game import Game, Position, State, View

NO_SEAT = (3, -2, -3, 99, 10**6, 2**40, -(2**40), "0", None, 0.0, 0.9)
NO_SEED = (-1, 2**64, 1.0, "1", None, True)
NOT_BYTES = (5, 10**13, None, "abc", [1, 2])
NO_NUMBER = (math.nan, math.inf, "1", None, True, [1.0])


@pytest.fixture
def state() -> engines.State:
    """Royals with three players, the first of them to draw."""
    root = engines.load("royals", players=3).root()
    root.resolve(engines.Chance(1))
    return root


@pytest.mark.parametrize("viewer", NO_SEAT)
@pytest.mark.parametrize("door", ["view", "private_key", "facts"])
def test_a_viewer_that_is_no_seat_is_named(state: engines.State, door: str, viewer: Any) -> None:
    with pytest.raises(engines.BadOption, match=r"no seat .*: choose 0 to 2, or PUBLIC"):
        getattr(state, door)(viewer)


def test_a_view_has_its_own_private_key_only(state: engines.State) -> None:
    assert state.view(1).private_key(1) == state.private_key(1)
    assert state.view(engines.PUBLIC).private_key(-1) == state.private_key(-1)
    with pytest.raises(engines.BadOption, match="viewer=0: this view is that of 1"):
        state.view(1).private_key(0)


@pytest.mark.parametrize("action", [2**40, -1, 0.0, 0.9, "0", None, [], 1])
def test_what_is_no_action_is_named_with_the_choices(state: engines.State, action: Any) -> None:
    before = state.to_bytes()
    for door in (state.apply, state.text):
        with pytest.raises(engines.IllegalAction, match=r"illegal action .* for seat 0: choose"):
            door(action)
    assert state.to_bytes() == before


def test_an_action_may_be_any_kind_of_whole_number(state: engines.State) -> None:
    state.apply(np.int32(0))
    assert state.player == engines.CHANCE


def test_a_view_at_a_chance_event_says_so() -> None:
    view = engines.load("kuhn_poker").root().view(0)
    for ask in (lambda: view.text(0), lambda: view.parse("0")):
        with pytest.raises(engines.IllegalAction, match="chance is next"):
            ask()


@pytest.mark.parametrize("seed", NO_SEED)
def test_a_wrong_seed_is_named(state: engines.State, seed: Any) -> None:
    for door in (engines.Chance, state.view(0).sample, state.playout):
        with pytest.raises(engines.BadOption, match=r"seed: expected a whole number from 0"):
            door(seed)


def test_a_missing_stream_is_refused(state: engines.State) -> None:
    root = state.game.root()
    for door in (root.roll, root.resolve):
        with pytest.raises(TypeError, match="Chance"):
            door(None)


@pytest.mark.parametrize("value", NO_NUMBER)
def test_a_weight_that_is_no_number_is_named(state: engines.State, value: Any) -> None:
    for door in (state.evaluate, state.priors, state.game.weight_vector):
        with pytest.raises(engines.BadOption, match=r"^card: expected a number, got"):
            door({"card": value})


def test_weights_are_names_with_numbers(state: engines.State) -> None:
    with pytest.raises(engines.BadOption, match=r"^weights: expected names with numbers"):
        state.evaluate([1.0])


@pytest.mark.parametrize("data", NOT_BYTES)
def test_what_is_no_bytes_is_no_state(state: engines.State, data: Any) -> None:
    for read in (state.game.from_bytes, state.game.view_from_bytes):
        with pytest.raises(engines.BadPosition, match=r"^state: expected bytes, got"):
            read(data)


def test_other_buffers_hold_states_too(state: engines.State) -> None:
    for copy in (bytearray, memoryview):
        assert state.game.from_bytes(copy(state.to_bytes())) == state


@pytest.mark.parametrize("text", [None, 5, {}, []])
def test_what_is_no_text_is_no_json(state: engines.State, text: Any) -> None:
    for read in (state.game.from_json, state.game.view_from_json):
        with pytest.raises(engines.BadPosition, match="expected JSON text, got"):
            read(text)


class Homemade(State):
    def __init__(self) -> None:
        pass


@pytest.mark.parametrize(
    "make",
    [
        lambda: State.__new__(State),
        lambda: View.__new__(View),
        lambda: Position.__new__(Position, None, engines.load("kuhn_poker")),
        Homemade,
    ],
)
def test_positions_come_from_a_game_only(make: Callable[[], object]) -> None:
    with pytest.raises(TypeError, match="positions come from a Game"):
        make()


def test_a_game_needs_its_table() -> None:
    with pytest.raises(TypeError):
        Game.__new__(Game)
    game = engines.load("kuhn_poker")
    with pytest.raises(TypeError, match="table"):
        Game(None, "x", {}, game.words, {}, engines.load, "", {})


def test_a_game_keeps_its_table() -> None:
    small, large = engines.load("tic_tac_toe"), engines.load("royals")
    before = large.root().to_bytes()
    large.__init__(small.table, "x", {}, small.words, {}, engines.load, "", {})
    assert large.name == "royals"
    assert large.root().to_bytes() == before


def test_perft_deeper_than_any_game_counts_the_whole_tree() -> None:
    """The room for a path of 2**29 plies wraps around to nothing in 32 bits."""
    root = engines.load("tic_tac_toe").root()
    assert engines.perft(root, 2**29 - 1) == engines.perft(root, 9)


def test_a_depth_without_room_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_room(*_: Any) -> None:
        raise MemoryError

    monkeypatch.setattr(np, "empty", no_room)
    with pytest.raises(engines.BadOption, match="depth=9: no room for so long a path"):
        engines.perft(engines.load("tic_tac_toe").root(), 9)


def test_threads_may_share_a_state(state: engines.State) -> None:
    """Playouts run without the GIL; each replaces the state by one that makes sense."""
    start = state.copy()
    expected = [start.copy() for _ in range(4)]
    for seed, end in enumerate(expected):
        end.playout(seed)

    def play(seed: int) -> None:
        for _ in range(200):
            state.playout(seed, 0)
        state.playout(seed)

    threads = [threading.Thread(target=play, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert state in expected
