"""`eminence hint`: advice from position files and saved games."""

import json
import os
import re
import signal
import subprocess
import sys
import time

import pytest
from clocks import wait_for_work
from networks import arrays_for

from eminence import engines, search, solver
from eminence.cython_ext.pictures import png, svg
from eminence.cython_ext.pictures.marking import marked
from eminence.cython_ext.pictures.tones import TONES
from eminence.play.table.saved_game import SavedGame
from eminence.search.network.network_file import NetworkFile

BUDGET = ("--iterations", "300", "--rollouts", "800")


@pytest.fixture
def position_file(run, tmp_path):
    """A position file of Royals with several moves to choose from."""
    path = tmp_path / "table.toml"
    path.write_text(run("position", "royals", "--moves", "63", "--seed", "1")[1], "utf-8")
    return path


@pytest.fixture
def kuhn_game(tmp_path):
    """A saved game of Kuhn poker with three players, not finished."""
    kuhn = engines.load("kuhn_poker", players=3)
    path = tmp_path / "game.json"
    SavedGame(kuhn, ("me", "greedy", "random"), 5, ("pass", "bet")).write(path)
    return path


def figures(advice):
    """An analysis as JSON, without its time."""
    return {key: value for key, value in advice.items() if key != "seconds"}


def test_a_position_file_gets_the_answer_that_the_library_gives(run, position_file):
    code, out, err = run("hint", str(position_file), *BUDGET, "--seed", "3", "--json")
    assert (code, err) == (0, "")
    advice = solver.analyse(
        engines.read_position(position_file),
        solver.Limit(iterations=300, rollouts=800),
        search.make("ismcts:seed=3"),
    )
    assert figures(json.loads(out)) == figures(json.loads(advice.to_json()))


def test_the_text_is_a_table_of_the_moves_at_most_100_wide(run, position_file):
    _, out, _ = run("hint", str(position_file), *BUDGET, "--rows", "2")
    assert max(map(len, out.splitlines())) <= 100
    assert "win share" in out
    assert "and 2 more" in out
    assert "end the turn" in out


def test_without_numbers_it_is_the_recommendation_and_a_few_sentences(run, position_file):
    code, out, err = run("hint", str(position_file), *BUDGET)
    assert (code, err) == (0, "")
    first, *others = unfolded(out)
    assert first.startswith("Play end the turn. ")
    assert 1 <= len([line for line in others if not line.startswith("Then: ")]) <= 4
    assert "win share" not in out
    assert "rollouts" not in out
    assert "\n\n" not in out


def unfolded(text):
    """The lines of a text before they were folded."""
    return text.rstrip().replace("\n  ", " ").splitlines()


def test_the_numbers_come_behind_the_words_if_asked_for(run, position_file):
    _, words, _ = run("hint", str(position_file), *BUDGET)
    _, both, _ = run("hint", str(position_file), *BUDGET, "--numbers")
    assert both.startswith(words)
    for told in ("win share", "\nLine: seat ", " rollouts in "):
        assert told in both
    _, rows, _ = run("hint", str(position_file), *BUDGET, "--rows", "10")
    assert rows.rpartition(", ")[0] == both.rpartition(", ")[0], "rows are rows of the numbers"


def test_it_goes_on_until_the_turn_is_over(run, tmp_path):
    path = tmp_path / "table.toml"
    path.write_text(
        run("position", "royals", "--players", "3", "--moves", "30", "--seed", "7")[1], "utf-8"
    )
    _, out, _ = run("hint", str(path), *BUDGET)
    first, *_, then = unfolded(out)
    assert first == "Play take German States from the display. It is your only move."
    assert then.startswith("Then: ")
    assert then.endswith("; end the turn.")


BOXES = ["bid", "palace", "church", "trading post", "grain", "taxes"]
BOXES += ["deploy 5", "deploy 3", "deploy 1", "combat A", "combat B"]


@pytest.mark.parametrize(("made", "title"), [(0, "The whole plan:"), (4, "The rest of the plan:")])
def test_advice_on_a_plan_is_all_of_it_with_a_reason_per_box(run, tmp_path, made, title):
    path = tmp_path / "plan.toml"
    moves = ("--players", "3", "--moves", str(made), "--seed", "4")
    path.write_text(run("position", "wallenstein", *moves)[1], "utf-8")
    _, out, _ = run("hint", str(path), *BUDGET)
    _, boxes = out.split(f"\n{title}\n")
    told = [re.match(r"  ([a-z ]+(?:[AB\d])?): .+ \(.+\)$", box)[1] for box in boxes.splitlines()]
    assert told == BOXES[made:]


def test_a_network_is_quoted_beside_the_search(run, kuhn_game, tmp_path):
    game, path = engines.load("kuhn_poker", players=3), tmp_path / "net.npz"
    NetworkFile.of(game, arrays_for(game)).write(path)
    _, plain, _ = run("hint", str(kuhn_game), *BUDGET, "--numbers")
    assert "network" not in plain
    agent = f"ismcts:network={path}"
    _, out, _ = run("hint", str(kuhn_game), *BUDGET, "--numbers", "--agent", agent)
    assert re.search(r"^ +move +network +visits ", out, re.MULTILINE)
    assert re.search(
        r"^Before any search the network gives you \d+ %\. Its first", out, re.MULTILINE
    )


def test_a_picture_is_written_beside_the_text(run, position_file, tmp_path):
    picture = tmp_path / "hint.png"
    _, out, _ = run("hint", str(position_file), *BUDGET, "--png", str(picture))
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert out.startswith("Play end the turn. ")


def frames(picture):
    """How many frames a picture has: lines in the tone that marks a move."""
    return picture.count('class="tone-accent-line"')


def test_the_board_shows_the_move_to_play_marked_and_the_advice_above(run, won, tmp_path):
    picture = tmp_path / "board.svg"
    code, out, err = run("hint", str(won), "--board", str(picture))
    assert (code, err) == (0, "")
    assert out.startswith("Play x(0,2). ")
    drawn = picture.read_text("utf-8")
    plain = svg.picture(engines.read_position(won).picture())
    assert frames(drawn) == frames(plain) + 1
    scene = engines.read_position(won).picture()
    advice = "Play x(0,2). It wins, and no other move does."
    assert drawn == svg.picture(marked(scene, ["cell 0,2"]), heading=advice)


def test_the_board_can_be_dark_and_comes_with_json_too(run, won, tmp_path):
    light, dark = tmp_path / "light.svg", tmp_path / "dark.SVG"
    run("hint", str(won), "--board", str(light))
    _, out, _ = run("hint", str(won), "--board", str(dark), "--dark", "--json")
    assert json.loads(out)["game"] == "tic_tac_toe"
    assert TONES["page"].light in light.read_text("utf-8")
    assert TONES["page"].dark in dark.read_text("utf-8")


def test_the_board_as_png_is_the_same_picture(run, won, tmp_path):
    picture = tmp_path / "board.png"
    run("hint", str(won), "--board", str(picture))
    assert picture.read_bytes() == png.picture(
        marked(engines.read_position(won).picture(), ["cell 0,2"]),
        heading="Play x(0,2). It wins, and no other move does.",
    )


def test_an_estimated_move_is_marked_as_well(run, kuhn_game, tmp_path):
    marks = []
    for move in ("bet", "pass"):
        picture = tmp_path / f"{move}.svg"
        flags = ("--only", move, "--board", str(picture))
        _, out, _ = run("hint", str(kuhn_game), *BUDGET, *flags)
        assert out.startswith(f"Play {move}. ")
        marks.append(frames(picture.read_text("utf-8")))
    assert marks[0] == marks[1] + 1, "to pass belongs to no shape"


def test_the_board_shows_what_the_seat_sees(run, kuhn_game, tmp_path):
    picture = tmp_path / "board.svg"
    flags = ("--at", "2", "--only", "pass", "--board", str(picture), "--json")
    _, out, _ = run("hint", str(kuhn_game), *BUDGET, *flags)
    kuhn = engines.load("kuhn_poker", players=3)
    view = SavedGame(kuhn, ("me", "greedy", "random"), 5, ("pass", "bet")).state(2).view(1)
    heading = json.loads(out)["recommendation"]["sentences"][0]
    assert picture.read_text("utf-8") == svg.picture(view.picture(), heading=heading)


def test_moves_can_be_chosen_and_forbidden(run, position_file):
    _, out, _ = run("hint", str(position_file), *BUDGET, "--avoid", "end the turn", "--json")
    texts = {move["text"] for move in json.loads(out)["moves"]}
    assert len(texts) == 3
    assert "end the turn" not in texts
    _, out, _ = run("hint", str(position_file), *BUDGET, "--only", "end the turn", "--json")
    assert [move["text"] for move in json.loads(out)["moves"]] == ["end the turn"]


def test_a_saved_game_is_seen_with_the_movers_eyes(run, kuhn_game):
    _, out, _ = run("hint", str(kuhn_game), *BUDGET, "--json")
    assert json.loads(out)["seat"] == 2
    _, out, _ = run("hint", str(kuhn_game), *BUDGET, "--at", "2", "--seat", "1", "--json")
    assert json.loads(out)["seat"] == 1


def test_a_saved_games_hint_knows_what_the_seat_knows(run, kuhn_game, tmp_path):
    """The same view from a position file, where nothing else can be known."""
    saved = run("hint", str(kuhn_game), *BUDGET, "--at", "2", "--json")[1]
    kuhn = engines.load("kuhn_poker", players=3)
    state = SavedGame(kuhn, ("me", "greedy", "random"), 5, ("pass", "bet")).state(2)
    path = tmp_path / "seen.toml"
    path.write_text(engines.position_toml(state.view(1)), "utf-8")
    written = run("hint", str(path), *BUDGET, "--json")[1]
    assert figures(json.loads(saved)) == figures(json.loads(written))


def test_seconds_end_it(run, position_file):
    begin = time.perf_counter()
    _, out, _ = run("hint", str(position_file), "--seconds", "0.2", "--json")
    assert time.perf_counter() - begin < 5
    assert json.loads(out)["rollouts"] > 0


def test_the_first_verdict_ends_it_if_asked(run, tmp_path):
    """The highest card wins if it stays in."""
    state = engines.load("kuhn_poker").root()
    path = tmp_path / "sure.toml"
    for move in ("card 2", "card 1", "pass", "bet"):
        state.apply(state.parse(move))
    path.write_text(engines.position_toml(state.view(0)), "utf-8")
    answers = [
        json.loads(run("hint", str(path), "--iterations", "20000", *more, "--json")[1])
        for more in ((), ("--separated",))
    ]
    assert [answer["verdict"]["kind"] for answer in answers] == ["best", "best"]
    assert answers[1]["rollouts"] < answers[0]["rollouts"] / 4


LEAD = "ismcts:reward=lead"


@pytest.fixture
def won(tmp_path):
    """Tic-tac-toe: one move wins at once."""
    state = engines.load("tic_tac_toe").root()
    for move in ("x(0,0)", "o(1,0)", "x(0,1)", "o(1,1)"):
        state.apply(state.parse(move))
    path = tmp_path / "won.toml"
    path.write_text(engines.position_toml(state.view(0)), "utf-8")
    return path


def test_where_every_line_can_be_played_out_the_answer_is_solved(run, won, tmp_path):
    _, out, _ = run("hint", str(won), "--rows", "2", "--png", str(tmp_path / "won.png"))
    assert out.startswith("Play x(0,2). It wins, and no other move does.\nSolved: every line ")
    assert "\nSolved: x(0,2), win shares 100.0 %" in out
    assert "and 3 more" in out
    assert (tmp_path / "won.png").read_bytes().startswith(b"\x89PNG")
    answer = json.loads(run("hint", str(won), "--json")[1])
    assert answer["verdict"]["kind"] == "solved"
    assert answer["verdict"]["moves"] == ["x(0,2)"]
    assert (answer["game"], answer["seat"]) == ("tic_tac_toe", 0)


def test_a_solved_answer_shows_the_line_and_what_each_seat_has_at_its_end(run, won):
    _, out, _ = run("hint", str(won), "--numbers")
    assert "\nLine: seat 0: x(0,2)\n\nAt its end:\n" in out
    assert "\n  seat 0: win share 100.0 %, rank 1, score 1\n" in out
    assert "\n  seat 1: win share 0.0 %, rank 2, score -1\n" in out
    first, *_ = json.loads(run("hint", str(won), "--json")[1])["moves"]
    assert (first["text"], first["line"]) == ("x(0,2)", ["seat 0: x(0,2)"])
    assert first["ends"][0] == {"win": 1.0, "rank": 1.0, "score": 1.0}


def test_a_solved_answer_says_that_an_agents_reward_changes_nothing(run, won):
    agents = ([], ["--agent", LEAD])
    plain, lead = (run("hint", str(won), "--numbers", *more)[1] for more in agents)
    assert plain == lead
    assert "whatever reward an agent plays for" in " ".join(lead.split())


def test_a_wrong_weight_is_refused_though_the_answer_needs_no_agent(run, won):
    code, out, err = run("hint", str(won), "--agent", "ismcts:weights={nope:1}")
    assert (code, out) == (2, "")
    assert err == "eminence: weights: nope: no weight of tic_tac_toe; it has none\n"


def test_with_moves_left_out_it_is_searched(run, won):
    _, out, _ = run("hint", str(won), *BUDGET, "--avoid", "x(0,2)", "--json")
    assert json.loads(out)["verdict"]["kind"] != "solved"


@pytest.mark.slow
def test_ctrl_c_shows_what_there_is(position_file):
    command = [
        sys.executable,
        "-m",
        "eminence.play.main",
        "hint",
        str(position_file),
        "--seconds",
        "60",
        "--numbers",
    ]
    running = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": ":".join(p for p in sys.path if p)},
    )
    wait_for_work(running.pid, 2)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=40)
    assert err == "eminence: stopped early, this is what was found until then\n"
    assert running.returncode == 0
    simulations = int(re.search(r"^(\d+) simulations", out, re.MULTILINE)[1])
    assert simulations > 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--at", "9"], "no move 9: choose 1 to 3"),
        (["--seat", "0"], "seat 2 is to move, but this is the view of seat 0"),
        (["--seat", "7"], "no seat 7: choose 0 to 2"),
        (["--rows", "0"], "--rows 0: choose 1 or more"),
        (["--seconds", "0"], "seconds=0.0: choose a number above 0"),
        (["--iterations", "-1"], "iterations=-1: choose a number above 0"),
        (["--agent", "chess"], "unknown agent 'chess'"),
        (["--only", "fold"], "illegal action 'fold'"),
        (["--avoid", "pass", "--avoid", "bet"], "all legal moves are forbidden"),
        (["--png", "/nowhere/hint.png"], "hint.png: choose a file in a folder that exists"),
        (["--board", "/nowhere/board.svg"], "board.svg: choose a file in a folder that exists"),
        (["--board", "board.pdf"], "--board board.pdf: choose a file that ends in .svg or .png"),
        (["--board", "board"], "--board board: choose a file that ends in .svg or .png"),
        (["--dark"], "--dark is for the picture that --board writes"),
    ],
)
def test_bad_input_is_one_line(run, kuhn_game, arguments, said):
    code, out, err = run("hint", str(kuhn_game), "--iterations", "50", *arguments)
    assert code != 0
    assert out == ""
    assert err.count("\n") == 1
    assert said in err


def test_a_board_that_cannot_be_written_is_refused_before_the_file_is_read(run):
    _, _, err = run("hint", "nowhere.toml", "--board", "board.gif")
    assert err == "eminence: --board board.gif: choose a file that ends in .svg or .png\n"


def test_flags_of_saved_games_are_refused_for_positions(run, position_file):
    assert "--at is for saved games" in run("hint", str(position_file), "--at", "1")[2]
    assert "--seat is for saved games" in run("hint", str(position_file), "--seat", "1")[2]


def test_a_finished_game_asks_for_a_move(run, tmp_path):
    kuhn = engines.load("kuhn_poker")
    path = tmp_path / "over.json"
    SavedGame(kuhn, ("me", "random"), 1, ("pass", "pass")).write(path)
    _, _, err = run("hint", str(path))
    assert "the game is over after 2 moves: choose one of them with --at" in err
    assert run("hint", str(path), "--at", "1", "--iterations", "50")[0] == 0


def test_a_file_that_is_not_there_is_named(run):
    assert run("hint", "nowhere.toml") == (
        2,
        "",
        "eminence: nowhere.toml: No such file or directory\n",
    )


def test_every_wrong_entry_of_a_file_has_a_line(run, tmp_path):
    path = tmp_path / "table.toml"
    page = run("position", "bruges", "--moves", "30", "--seed", "2")[1]
    page = page.replace("\nround = 1", "\nround = true").replace("\npoints = 5", "\npoints = -1", 1)
    path.write_text(page, "utf-8")
    code, out, err = run("hint", str(path))
    assert (code, out) == (2, "")
    lines = err.splitlines()
    assert [re.sub(r"line \d+", "line", line).split(": ")[:3] for line in lines] == [
        ["eminence", str(path), "line, turn.round"],
        ["eminence", str(path), "line, seats[0].points"],
    ]
