"""`eminence position`: what it writes is a position file, for every game."""

import json
import tomllib

import pytest

import engines


@pytest.mark.parametrize("name", engines.names())
def test_the_template_of_every_game_is_a_position_at_its_first_decision(run, name):
    code, out, err = run("position", name)
    assert (code, err) == (0, "")
    view = engines.parse_position(out)
    assert view.game.name == name
    assert view.player == view.seat
    assert view.actions()
    assert "\n# " in out or out.startswith("# ")


def test_it_takes_the_games_options(run):
    options = ("--players", "4", "--option", "edition=arcane_wonders", "--option", "display=4")
    _, out, _ = run("position", "royals", *options)
    assert engines.parse_position(out).game == engines.load(
        "royals", players=4, edition="arcane_wonders", display=4
    )


def test_json_has_the_same_entries(run):
    _, toml, _ = run("position", "royals", "--moves", "30")
    _, text, _ = run("position", "royals", "--moves", "30", "--json")
    assert json.loads(text) == tomllib.loads(toml)


def test_a_later_position_is_seen_by_whoever_is_asked_for(run):
    seen = set()
    for seat in ("0", "1", "2"):
        _, out, _ = run("position", "royals", "--moves", "40", "--seed", "2", "--seat", seat)
        view = engines.parse_position(out)
        assert view.seat == int(seat)
        seen.add(view.to_bytes())
        assert (
            run("position", "royals", "--moves", "40", "--seed", "2", "--seat", seat)[1] == out
        )
    assert len(seen) == 3


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chess"], "unknown game 'chess'"),
        (["kuhn_poker", "--moves", "9"], "--moves 9: the game is over after 2 decisions"),
        (["kuhn_poker", "--moves", "-1"], "--moves -1: choose 0 or more"),
        (["kuhn_poker", "--seat", "2"], "no seat 2: choose 0 to 1"),
        (["royals", "--players", "7"], "unknown option players=7"),
        (["royals", "--option", "display=9"], "unknown option display='9'"),
    ],
)
def test_bad_input_is_one_line(run, arguments, said):
    code, out, err = run("position", *arguments)
    assert (code, out) == (2, "")
    assert err.startswith(f"eminence: {said}")
    assert err.count("\n") == 1
