"""`eminence follow` as a command, and its page."""

import io
import re
import sys
from pathlib import Path

import pytest

from eminence import engines
from eminence.play import main
from eminence.play.follow.kept_game import read_kept
from eminence.play.follow.typed import COMMANDS

PAGE = (Path(__file__).parents[3] / "docs" / "follow.md").read_text("utf-8")


@pytest.fixture(autouse=True)
def state_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "eminence"


@pytest.fixture
def follow(run, monkeypatch):
    """Run the command with these lines typed."""

    def call(*arguments, typed=()):
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        return run("follow", *arguments)

    return call


def kept(state_folder):
    return read_kept(state_folder / "follow.json")


def test_a_game_is_followed_and_resumed(follow, state_folder):
    code, out, err = follow("kuhn_poker", "--players", "3", "--seat", "1", typed=["card 2"])
    assert (code, err) == (0, "")
    assert out.startswith("kuhn_poker, players 3, you are seat 1")
    assert "\x1b" not in out
    code, out, _ = follow("--resume", typed=["0 bets"])
    assert code == 0
    assert "1 entries so far" in out
    assert kept(state_folder).log() == ["deal, seat 1: card 2", "seat 0: bet"]


def test_a_game_is_followed_from_a_position(follow, state_folder, tmp_path):
    state = engines.load("leduc_poker").root()
    for step in ("Q1", "K1", "call"):
        state.apply(state.parse(step))
    file = tmp_path / "table.toml"
    file.write_text(engines.position_toml(state.view(1)))
    code, _, err = follow("--from", str(file), typed=["I raise", "0 calls"])
    assert (code, err) == (0, "")
    for step in ("raise", "call"):
        state.apply(state.parse(step))
    assert kept(state_folder).view == state.view(1)
    assert kept(state_folder).seat == 1


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ([], "a game is missing: choose"),
        (["chess"], "unknown game 'chess'"),
        (["kuhn_poker", "--seat", "2"], "seat=2: choose 0 to 1|seat"),
        (["kuhn_poker", "--names", "A,B,C"], "3 names, this game has 2 seats"),
        (["--resume"], "--resume: there is no game in"),
        (["kuhn_poker", "--resume"], "--resume takes all from the file: leave out game"),
        (["--resume", "--names", "A,B"], "leave out --names"),
        (["--from", "/nowhere.toml"], "/nowhere.toml: No such file"),
        (["--from", "/nowhere.toml", "--seat", "1"], "--from takes all from the file: leave out"),
        (["--level", "hard"], "unknown argument '--level'"),
    ],
)
def test_wrong_flags_are_refused_in_one_line(follow, arguments, problem):
    code, _, err = follow(*arguments)
    assert code == 2
    assert re.search(problem, err)
    assert err.count("\n") == 1


def test_a_followed_game_is_not_replaced_without_asking(follow, state_folder):
    follow("kuhn_poker", typed=["card 2"])
    code, _, err = follow("leduc_poker", typed=["Q1"])
    assert code == 2
    assert "go on with eminence follow --resume, or add --new" in err
    assert follow("leduc_poker", "--new", typed=["Q1"])[0] == 0
    assert kept(state_folder).game.name == "leduc_poker"


# --- the page ---


def test_the_page_shows_a_game_as_it_is(monkeypatch, capsys, tmp_path):
    example = re.search(r"printf '(.*)' \| eminence (.*)\n\n```text\n(.*?)```", PAGE, re.DOTALL)
    typed, arguments, shown = example.groups()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed.replace("\\n", "\n")))
    assert main.main(arguments.split()) == 0
    assert capsys.readouterr().out.replace(str(tmp_path), "~/.local/state") == shown


def test_the_pages_python_does_what_it_shows():
    import doctest

    block = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)[1]
    test = doctest.DocTestParser().get_doctest(block, {}, "follow.md", "follow.md", 0)
    report: list[str] = []
    assert doctest.DocTestRunner().run(test, out=report.append).failed == 0, "".join(report)


def test_the_page_explains_every_command_and_flag():
    missing = [name for name in COMMANDS if f"`{name}" not in PAGE]
    missing += [flag for flag in main.parsers()[1]["follow"].flags() if flag not in PAGE]
    assert set(missing) <= {"--help"}
