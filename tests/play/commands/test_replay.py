"""`eminence replay`: numbered moves as a seat may know them, and the board at any of them."""

import pytest
from conformance.walks import Walk

from eminence import engines
from eminence.cython_ext.pictures import svg
from eminence.play.table.saved_game import SavedGame

LEDUC = SavedGame(
    engines.load("leduc_poker"), ("random", "me"), 4, ("raise", "call", "call", "raise", "call")
)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "game.json"
    LEDUC.write(path)
    return str(path)


def test_moves_are_listed_as_the_person_may_know_them(run, file):
    code, out, err = run("replay", file)
    assert (code, err) == (0, "")
    assert "as seat 1 may know it" in out
    lines = out.splitlines()
    numbered = [line.split()[0] for line in lines if ": " in line and line[3:4].isdigit()]
    assert numbered == ["1", "2", "3", "4", "5"]
    assert any(line.strip().startswith("deal, you: ") for line in lines)
    assert not any(line.strip().startswith("deal, seat 0: ") for line in lines)
    assert str(LEDUC.state().view(1)) in out


def test_the_board_is_that_before_the_move(run, file):
    for at in (1, 3):
        _, out, _ = run("replay", file, "--at", str(at))
        assert str(LEDUC.state(at).view(1)) in out
        seat = LEDUC.state(at).player
        hint = f"move {at} is seat {seat}'s: eminence hint {file} --seat {seat} --at {at}"
        assert out.endswith(f"{hint}\n")
        assert f"   {at}  seat" not in out


def test_another_seat_knows_other_cards_and_open_shows_all(run, file):
    _, out, _ = run("replay", file, "--seat", "0")
    assert "deal, you: " in out
    assert "deal, seat 1: " not in out
    _, out, _ = run("replay", file, "--open")
    assert "all cards open" in out
    assert "deal, seat 0: " in out
    assert "deal, seat 1: " in out
    assert str(LEDUC.state()) in out


def test_the_board_can_be_written_as_a_picture(run, file, tmp_path):
    picture = tmp_path / "board.svg"
    code, out, err = run("replay", file, "--at", "2", "--board", str(picture))
    assert (code, err) == (0, "")
    assert out == run("replay", file, "--at", "2")[1]
    seen = svg.picture(
        LEDUC.state(2).view(1).picture(), heading="1 move played, as seat 1 may know it."
    )
    assert picture.read_text("utf-8") == seen
    run("replay", file, "--seat", "0", "--board", str(picture), "--dark")
    seen = svg.picture(
        LEDUC.state().view(0).picture(), True, "5 moves played, as seat 0 may know it."
    )
    assert picture.read_text("utf-8") == seen


def test_a_game_without_persons_is_seen_by_an_onlooker(run, tmp_path):
    path = tmp_path / "bots.json"
    SavedGame(LEDUC.game, ("random", "random"), 4, LEDUC.moves).write(path)
    _, out, _ = run("replay", str(path))
    assert "as an onlooker may know it" in out
    assert "deal, seat" not in out
    assert str(LEDUC.state().view(engines.PUBLIC)) in out


def test_what_came_of_a_move_stands_below_it(run, tmp_path):
    game = engines.load("royals", players=2)
    walk = Walk(game, 3)
    moves = []
    while len(moves) < 60:
        step = walk.choose()
        if walk.state.player >= 0:
            moves.append(walk.state.text(step))
        walk.play(step)
    path = tmp_path / "royals.json"
    SavedGame(game, ("me", "random"), 3, tuple(moves)).write(path)
    _, out, _ = run("replay", str(path))
    assert "        You win the City bonus of " in out
    assert "        Seat 1 wins the City bonus of " in out
    _, out, _ = run("replay", str(path), "--open")
    assert "        Seat 0 wins the City bonus of " in out
    assert "You win" not in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--at", "9"], "no move 9: choose 1 to 6"),
        (["--seat", "2"], "--seat: expected a whole number from 0 to 1, got 2"),
        (["--seat", "-1"], "--seat: expected a whole number from 0 to 1, got -1"),
        (["--seat", "0", "--open"], "--open: not allowed with argument --seat"),
        (["--data", "x"], "is no folder"),
        (["--board", "x.jpg"], "--board x.jpg: choose a file that ends in .svg or .png"),
        (["--board", "/nowhere/x.svg"], "x.svg: choose a file in a folder that exists"),
        (["--board", "x.svg", "--open"], "--board shows what one seat may know: leave out --open"),
        (["--dark"], "--dark is for the picture that --board writes"),
    ],
)
def test_bad_flags_are_refused_in_one_line(run, file, arguments, message):
    code, out, err = run("replay", file, *arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_what_is_no_saved_game_is_refused(run, tmp_path):
    path = tmp_path / "letter.json"
    path.write_text("dear")
    code, _, err = run("replay", str(path))
    assert code == 2
    assert err.startswith(f"eminence: {path}: ")
