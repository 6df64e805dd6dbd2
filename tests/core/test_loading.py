"""`engines.load` and the methods of `Game`: errors name bad input and what would be right."""

from __future__ import annotations

import json
import os
import pickle

import pytest

import eminence.cython_ext.game
from eminence import engines
from eminence.cython_ext.game import Position, State, View


def test_every_game_loads_with_its_defaults() -> None:
    for name in engines.names():
        game = engines.load(name)
        assert game.name == name
        defaults = {key: option.default for key, option in engines.options(name).items()}
        assert game.options == defaults
        assert engines.describe(name)


def test_every_default_is_among_the_choices() -> None:
    for name in engines.names():
        for option in engines.options(name).values():
            assert option.default in option.choices


def test_an_unknown_game_is_named_with_the_games_there_are() -> None:
    with pytest.raises(engines.BadOption, match=r"unknown game 'chess': choose .*kuhn_poker"):
        engines.load("chess")


@pytest.mark.parametrize("name", engines.names())
def test_an_unknown_option_is_named(name: str) -> None:
    with pytest.raises(engines.BadOption, match="unknown option colour='red'"):
        engines.load(name, colour="red")


@pytest.mark.parametrize("name", engines.names())
@pytest.mark.parametrize("players", [7, 1, 0, -1, "2", 2.0, None, True])
def test_a_wrong_number_of_players_is_named_with_the_choices(name: str, players: object) -> None:
    with pytest.raises(engines.BadOption, match=r"unknown option players=.*: choose"):
        engines.load(name, players=players)


def test_a_data_folder_for_a_game_without_one_is_refused() -> None:
    with pytest.raises(engines.BadOption, match="kuhn_poker has no data folder"):
        engines.load("kuhn_poker", data="somewhere")


def test_games_with_different_options_are_different() -> None:
    two, three = (engines.load("kuhn_poker", players=n) for n in (2, 3))
    assert two != three
    assert two == engines.load("kuhn_poker", players=2)
    assert hash(two) == hash(engines.load("kuhn_poker"))
    assert two.root() != three.root()


def test_a_game_shows_how_to_load_it() -> None:
    assert repr(engines.load("kuhn_poker")) == "engines.load('kuhn_poker', players=2)"


def test_a_pickle_of_changed_rules_is_refused() -> None:
    game = engines.load("kuhn_poker")
    rebuild, (reload, fingerprint) = game.__reduce__()
    assert rebuild(reload, fingerprint) == game
    with pytest.raises(engines.BadPosition, match="kuhn_poker: its rules or data changed"):
        rebuild(reload, "0" * 64)


def test_bytes_of_another_game_are_refused() -> None:
    bigger = engines.load("kuhn_poker", players=6)
    state = bigger.root()
    state.resolve(engines.Chance(1))
    with pytest.raises(engines.BadPosition):
        engines.load("kuhn_poker").from_bytes(state.to_bytes())


@pytest.mark.parametrize("kind", [Position, State, View])
def test_positions_come_from_a_game(kind: type) -> None:
    with pytest.raises(TypeError, match="positions come from a Game"):
        kind()


def test_an_unknown_sampling_mode_is_named() -> None:
    view = engines.load("kuhn_poker").root().view(0)
    with pytest.raises(engines.BadOption, match="unknown mode 'fast': choose uniform or priors"):
        view.sample(1, "fast")


def test_an_unknown_weight_is_named() -> None:
    state = engines.load("tic_tac_toe").root()
    with pytest.raises(engines.BadOption, match="corner: no weight of tic_tac_toe; it has none"):
        state.priors({"corner": 1.0})


def test_a_negative_depth_is_refused() -> None:
    with pytest.raises(engines.BadOption, match="depth: expected a whole number from 0 to"):
        engines.perft(engines.load("tic_tac_toe").root(), -1)


def test_perft_counts_the_whole_tree_of_tic_tac_toe() -> None:
    """255,168 games, the well-known number; Kuhn for three as OpenSpiel counts it."""
    ended = engines.perft(engines.load("tic_tac_toe").root(), 9)
    assert (ended.chance, ended.terminal) == (0, 255_168)
    assert engines.perft(engines.load("kuhn_poker", players=3).root(), 20) == (17, 288, 312)


def test_states_and_views_are_never_equal() -> None:
    state = engines.load("tic_tac_toe").root()
    assert state != state.view(0)
    assert state != pickle.dumps(state)


def test_a_sink_copies_its_keys() -> None:
    game = engines.load("kuhn_poker")
    state, sink = game.root(), engines.Sink()
    state.resolve(engines.Chance(1), sink)
    twin = sink.copy()
    assert twin.keys == sink.keys
    state.apply(0, sink)
    assert twin.keys != sink.keys
    assert len(sink.keys) == 8


def test_who_is_shown_nothing_keeps_its_key() -> None:
    """A card is shown to its holder and to the record of chance, to nobody else."""
    state, sink = engines.load("kuhn_poker", players=3).root(), engines.Sink()
    before = sink.keys
    state.apply(2, sink)
    changed = [i for i in range(8) if sink.keys[i] != before[i]]
    assert changed == [0, 7]


def test_the_build_is_the_one_that_was_asked_for() -> None:
    """EMINENCE_DEBUG chooses the checked build; a stale path would test the other one."""
    debug = os.environ.get("EMINENCE_DEBUG", "") not in ("", "0")
    assert ("debug" if debug else "release") == eminence.cython_ext.game.BUILD_KIND


def test_a_data_folder_is_a_path() -> None:
    with pytest.raises(engines.BadOption, match="data=5: choose the path of a data folder"):
        engines.load("royals", data=5)  # type: ignore[arg-type]


def test_a_game_without_a_cap_on_turns_was_not_ended_by_one() -> None:
    state = engines.load("tic_tac_toe").root()
    state.playout(1)
    written = {**json.loads(state.to_json()), "capped": True}
    with pytest.raises(engines.BadPosition, match=r"^capped: tic_tac_toe has no cap on turns"):
        state.game.from_json(json.dumps(written))


@pytest.mark.parametrize("capped", ["no", 1, True])
def test_capped_is_a_word_of_a_finished_game(capped: object) -> None:
    game = engines.load("tic_tac_toe")
    written = {**json.loads(game.root().to_json()), "capped": capped}
    with pytest.raises(engines.BadPosition, match="capped"):
        game.from_json(json.dumps(written))
