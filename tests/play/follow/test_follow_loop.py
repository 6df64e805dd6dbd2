"""The loop of `eminence follow`, with a screen that is a list of lines."""

import json

import pytest
from fake_table import FakeScreen

from eminence import engines, solver
from eminence.play.follow.companion import Companion
from eminence.play.follow.follow_loop import FollowLoop
from eminence.play.follow.kept_game import KeptGame, read_kept
from eminence.play.follow.typed import COMMANDS


def follow(tmp_path, *lines, game="kuhn_poker", seat=0, names=()):
    """Follow with these lines typed; returns the screen and the loop at the end."""
    companion = Companion(engines.load(game), seat, names)
    screen, kept = FakeScreen(*lines), KeptGame.at(str(tmp_path / "follow.json"))
    loop = FollowLoop(companion, screen, kept)
    kept.begin(companion, replace=True)
    loop.follow()
    return screen, loop


def test_a_whole_game_is_followed_and_kept(tmp_path):
    screen, loop = follow(tmp_path, "I get card 1", "1", "1 bets", "2")
    assert loop.companion.view.over
    assert "* deal, you: card 1" in screen.text
    assert "the game is over" in screen.shown[-2]
    assert read_kept(tmp_path / "follow.json").log() == loop.companion.log()


def test_numbers_stand_for_what_is_listed(tmp_path):
    _, loop = follow(tmp_path, "3", "2", "1")
    assert loop.companion.log() == ["deal, seat 0: card 2", "you: bet", "seat 1: pass"]


def test_what_fits_is_listed_after_a_refusal_and_can_be_chosen(tmp_path):
    screen, loop = follow(tmp_path, "I get card 1", "I pass", "1 folds", "2")
    assert "'1 folds': that cannot be" in screen.text
    assert "1  seat 1: pass\n2  seat 1: bet" in screen.after("1 folds")
    assert loop.companion.log()[-1] == "seat 1: bet"


def test_what_is_unclear_is_settled_by_a_number(tmp_path):
    screen, loop = follow(tmp_path, "o(1,1)", "1", game="phantom_ttt", seat=1)
    assert "the table shows more after it" in screen.text
    assert len(loop.companion.entries) == 1


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("9", "no number 9: choose 1 to 3, or say what happens"),
        ("", "say what you see, such as: deal, seat 0: card 0"),
        ("undo", "undo 1: there is no entry yet"),
        ("undo x", "undo x: choose a number from 1 to 10000"),
        ("fix", "fix: name the entry and what it should be, such as: fix 12 1 passes"),
        ("fix 1", "fix: name the entry"),
        ("fix 3 card 1", "fix 3: there is no entry yet"),
        ("hint", "hint: nothing for you to decide, next is deal, seat 0"),
        ("why", "hint: nothing for you to decide"),
        ("board now", "board stands alone: leave out 'now'"),
        ("save", "save: name a file"),
        ("save /nowhere/at/all.json", "/nowhere/at/all.json: No such file or directory"),
        ("map", "map: this game has none"),
        ("undoo", "if you meant the command, type undo"),
    ],
)
def test_bad_input_is_answered_in_one_line(tmp_path, line, said):
    screen, loop = follow(tmp_path, line)
    assert said in screen.after(line).splitlines()[0]
    assert not loop.companion.entries


def test_the_commands(tmp_path, monkeypatch):
    copy = tmp_path / "copy.json"
    lines = ["card 1", "help", "board", "legal", "rules", "log", f"save {copy}", "pass", "undo"]
    screen, loop = follow(tmp_path, *lines, "fix 1 card 2", "quit", "never read")
    for name in COMMANDS:
        assert COMMANDS[name] in screen.after("help")
    assert "next is you" in screen.after("board")
    assert "1  pass\n2  bet" in screen.after("legal")
    assert "1  card 1\n   * deal, you: card 1" in screen.after("log")
    assert read_kept(copy).log() == ["deal, seat 0: card 1"]
    assert loop.companion.log() == ["deal, seat 0: card 2"]
    assert screen.shown[-1].endswith(f"eminence follow --resume --save {tmp_path}/follow.json")
    assert screen.lines == ["never read"]


def test_a_file_is_not_replaced_by_save(tmp_path):
    taken = tmp_path / "taken.json"
    taken.write_text("mine")
    screen, _ = follow(tmp_path, f"save {taken}")
    assert "is there already" in screen.text
    assert taken.read_text() == "mine"


def test_hints_come_with_their_reasons(tmp_path):
    screen, loop = follow(tmp_path, "card 2", "hint 0.1", "why")
    assert loop.advised == loop.companion.view
    assert isinstance(loop.advice, solver.Analysis | solver.Solved)
    assert "bet" in screen.after("hint 0.1").lower()
    assert screen.after("why")


def test_nothing_is_kept_where_nothing_was_said(tmp_path):
    screen, _ = follow(tmp_path)
    assert "nothing was said, nothing is kept" in screen.shown[-1]
    assert not (tmp_path / "follow.json").exists()


def test_the_screen_tells_no_more_than_the_view(tmp_path):
    """Whatever the others hold: all that is shown is made from what was said."""
    text = follow(tmp_path, "I get card 1", "pass", "1 bets", "board", "log")[0].text
    since = text.partition("* deal, you: card 1")[2]
    assert "card 1" in since
    assert "card 0" not in since
    assert "card 2" not in since


def test_names_are_shown_and_understood(tmp_path):
    screen, loop = follow(tmp_path, "card 1", "pass", "Ben bets", names=["Anna", "Ben"])
    assert "seat 0 (you): Anna\nseat 1: Ben" in screen.shown[0]
    assert loop.companion.log()[-1] == "seat 1: bet"


def test_another_game_is_not_lost(tmp_path):
    path = tmp_path / "follow.json"
    follow(tmp_path, "I get card 1")
    other = Companion(engines.load("leduc_poker"))
    kept = KeptGame.at(str(path))
    with pytest.raises(engines.BadOption, match=r"that was followed \(1 entries\): go on"):
        kept.begin(other, replace=False)
    path.write_text(json.dumps({"moves": []}))
    with pytest.raises(engines.BadOption, match="holds something else: add --new"):
        kept.begin(other, replace=False)
    kept.begin(other, replace=True)
    assert read_kept(path).game.name == "leduc_poker"
