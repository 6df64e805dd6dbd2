"""`eminence position`: what it writes is a position file, for every game."""

import json
import shutil
import tomllib
from functools import partial

import pytest
from spoilt import refusal, spoilt

from eminence import engines
from eminence.cython_ext.pages import DEEPEST
from eminence.engines.positions import position_from, position_page
from eminence.engines.royals.numbers import DATA

#: Of large games some of the ways to spoil a file are tried.
MOST_SPOILT = 60


@pytest.mark.slow
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
        assert run("position", "royals", "--moves", "40", "--seed", "2", "--seat", seat)[1] == out
    assert len(seen) == 3


def test_there_is_a_template_for_each_phase(run):
    """In the middle of a round of Bruges the dice lie there, and at its start they do not."""
    for phase, rolled in (("1: draw cards", False), ("3: play cards", True)):
        _, out, _ = run("position", "bruges", "--phase", phase)
        assert f'phase = "{phase}"' in out
        assert engines.parse_position(out).player >= 0
        assert ("dice = " in out) == rolled


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["bruges", "--phase", "lunch"], "--phase 'lunch': choose 'set-up', '1: draw cards'"),
        (["bruges", "--phase", "set-up"], "--phase 'set-up': nobody decides anything in it"),
        (["kuhn_poker", "--phase", "draw"], "--phase 'draw': kuhn_poker has no phases"),
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


@pytest.mark.slow
@pytest.mark.parametrize("name", engines.names())
@pytest.mark.parametrize("plain", [False, True])
def test_any_value_in_any_place_is_read_or_refused_in_one_line(name, plain):
    state, chance = engines.load(name).root(), engines.Chance(5)
    state.resolve(chance)
    state.apply(state.actions()[0])
    state.resolve(chance)
    view = state.view(0)
    page = json.loads(view.to_json()) if plain else position_page(view).values
    assert any([refusal(partial(position_from, whole)) for whole in spoilt(page, 1, MOST_SPOILT)])


@pytest.mark.parametrize("name", engines.names())
def test_a_date_is_no_seat(name):
    state = engines.load(name).root()
    state.resolve(engines.Chance(1))
    page = engines.position_toml(state.view(0))
    assert "\nview_of = 0" in page
    with pytest.raises(engines.BadPosition, match=r"view_of: expected .*1979-05-27"):
        engines.parse_position(page.replace("\nview_of = 0", "\nview_of = 1979-05-27", 1))


DEEP = [
    "x = " + "[" * 100_000,
    "x = " + "{a=" * 100_000,
    "x" + ".a" * (DEEPEST + 1) + " = 1",
    "x = " + "9" * 400,
    "x = " + "9" * 10_000,
    "x = ",
]


@pytest.mark.parametrize("text", DEEP, ids=range(len(DEEP)))
@pytest.mark.parametrize("command", ["hint", "tournament", "sweep", "weights", "data"])
def test_toml_that_no_file_of_ours_can_be_is_one_line(run, tmp_path, text, command):
    path = tmp_path / "rules.toml"
    path.write_text(text, "utf-8")
    asked = {
        "weights": ["match", "royals", f"greedy:weights={path}", "random", "--local"],
        "data": ["games", "royals", "--sources", "--data", str(tmp_path)],
    }
    for file in DATA.iterdir():
        if file.name != path.name:
            shutil.copy(file, tmp_path)
    code, out, err = run(*asked.get(command, [command, str(path)]))
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert "rules.toml: " in err
