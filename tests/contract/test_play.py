"""Playing: every registered game ends, offers sound options and has sound results."""

from __future__ import annotations

import pytest
from compiled.core import Stream
from conformance import checks
from conformance.walks import Walk, replay, sampled, whole_game

from eminence import engines

SEEDS = range(4)


def test_random_games_end_with_sound_returns(game: engines.Game) -> None:
    for seed in SEEDS:
        checks.returns_are_sound(whole_game(game, seed).state)


def test_options_are_ascending_playable_and_have_their_own_words(game: engines.Game) -> None:
    for seed in SEEDS:
        for state in sampled(game, seed, 25):
            if state.player >= 0:
                checks.options_are_sound(state)


def test_nobody_moves_at_an_event_or_after_the_end(game: engines.Game) -> None:
    for state in sampled(game, 0, 40):
        if state.player < 0:
            assert state.actions() == []
            with pytest.raises(engines.IllegalAction):
                state.priors()
        if not state.over:
            with pytest.raises(engines.IllegalAction, match="not over"):
                state.returns()


def test_illegal_actions_are_refused_and_change_nothing(game: engines.Game) -> None:
    for state in sampled(game, 1, 25):
        checks.illegal_is_refused(state)


def test_words_that_name_no_option_are_refused(game: engines.Game) -> None:
    for state in sampled(game, 2, 10):
        before = state.to_bytes()
        with pytest.raises(engines.IllegalAction):
            state.parse("hop over the hedge")
        assert state.to_bytes() == before


def test_the_same_seed_plays_the_same_game(game: engines.Game) -> None:
    first, second = whole_game(game, 5), whole_game(game, 5)
    assert first.plies == second.plies
    assert first.state == second.state == replay(game, first.plies)
    assert first.sink.keys == second.sink.keys


def test_a_playout_equals_playing_step_by_step(game: engines.Game) -> None:
    for seed in SEEDS:
        state = game.root()
        stream = Stream(seed)
        decisions = 0
        while not state.over:
            if state.player == engines.CHANCE:
                state.apply(stream.roll(state))
            else:
                options = state.actions()
                state.apply(options[stream.below(len(options))])
                decisions += 1
        playout = game.root()
        assert playout.playout(seed) == decisions
        assert playout == state


def test_a_limited_playout_stops_at_a_decision(game: engines.Game) -> None:
    for limit in (0, 1, 3):
        state = game.root()
        decisions = state.playout(9, limit)
        assert decisions <= limit
        assert state.over or (decisions == limit and state.player >= 0)


def test_copies_never_alias(game: engines.Game) -> None:
    kept = [(state.copy(), state.to_bytes()) for state in Walk(game, 3)]
    assert all(twin.to_bytes() == data for twin, data in kept)


def test_a_sink_changes_nothing(game: engines.Game) -> None:
    for seed in SEEDS:
        for state in sampled(game, seed, 30):
            checks.sink_changes_nothing(state)


def test_guidance_is_within_its_bounds(game: engines.Game) -> None:
    for state in sampled(game, 4, 30):
        checks.guidance_is_sound(state)
