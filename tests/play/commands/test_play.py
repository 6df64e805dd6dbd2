"""`eminence play` as a command: flags, seats, levels, files; moves come from a pipe."""

import io
import os
import shutil
import sys

import pytest
from networks import give_network

from eminence import engines, search
from eminence.play.table.autosave import default_path
from eminence.play.table.level_worth import worth_of
from eminence.play.table.levels import ANY_GAME, bot_of, levels_of
from eminence.play.table.saved_game import read_saved
from eminence.play.table.seats import split_seats


@pytest.fixture(autouse=True)
def state_folder(tmp_path, monkeypatch):
    """Where games are kept by default."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "eminence"


@pytest.fixture
def play(run, monkeypatch):
    """Run the command with these lines typed."""

    def call(*arguments, typed=()):
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        return run("play", *arguments)

    return call


def kept(state_folder, game=None):
    """The only game that is kept, or that of a kind."""
    (path,) = state_folder.glob(f"{game or '*'}.json")
    return read_saved(path)


def test_a_person_plays_bots_of_the_usual_level(play, state_folder):
    code, out, err = play("kuhn_poker", "--players", "3", "--seed", "1", typed=["1"])
    assert (code, err) == (0, "")
    assert out.startswith("kuhn_poker, players 3, seed 1\nseat 0: me\nseat 1: ismcts")
    assert "\x1b" not in out
    assert kept(state_folder).seats == ("me", *[bot_of(engines.load("kuhn_poker"), "medium")] * 2)


def test_the_same_seed_and_moves_give_the_same_text(play):
    arguments = ("kuhn_poker", "--seats", "me,random", "--seed", "5", "--new")
    typed = ["bet", "help", "nonsense", "1"]
    assert play(*arguments, typed=typed) == play(*arguments, typed=typed)


def test_a_seed_is_made_up_and_shown(play, state_folder):
    _, out, _ = play("tic_tac_toe", typed=["1"])
    assert out.splitlines()[0] == f"tic_tac_toe, players 2, seed {kept(state_folder).seed}"


@pytest.mark.parametrize(
    ("text", "seats"),
    [
        ("me", ["me"]),
        ("me,ismcts:seconds=1,greedy", ["me", "ismcts:seconds=1", "greedy"]),
        ("ismcts:seconds=1,c=0.5,me", ["ismcts:seconds=1,c=0.5", "me"]),
        ("me, greedy:worlds=4, seed=2, hard", ["me", "greedy:worlds=4, seed=2", "hard"]),
        ("me,", ["me", ""]),
    ],
)
def test_commas_inside_a_specification_belong_to_it(text, seats):
    assert split_seats(text) == seats


def test_seats_decide_how_many_play(play, state_folder):
    play("royals", "--seats", "greedy,me,ismcts:iterations=20,seed=4,easy", typed=["1"])
    saved = kept(state_folder)
    assert saved.game.seats == 4
    easy = bot_of(saved.game, "easy")
    assert saved.seats == ("greedy", "me", "ismcts:iterations=20,seed=4", easy)


def test_the_easy_level_of_a_game_with_a_network_does_without_it(tmp_path, monkeypatch):
    kuhn = engines.load("kuhn_poker")
    easy, hard = (bot_of(kuhn, level) for level in ("easy", "hard"))
    give_network(monkeypatch, kuhn, tmp_path / "net.npz")
    assert bot_of(engines.load("kuhn_poker"), "easy") == f"{easy},network=none"
    assert bot_of(engines.load("kuhn_poker"), "hard") == hard


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker"])
def test_the_expert_plays_the_solution_that_a_game_brings_along(name):
    assert bot_of(engines.load(name), "expert") == "cfr"


def test_with_other_numbers_there_is_no_solution_and_the_expert_searches(tmp_path):
    data = shutil.copytree(engines.leduc_poker.DATA, tmp_path / "data")
    leduc = engines.load("leduc_poker", data=data)
    assert bot_of(leduc, "expert") == ANY_GAME["expert"]


def test_the_bots_worth_is_told_at_the_beginning(play):
    _, out, _ = play("tic_tac_toe", "--level", "hard", typed=["1"])
    (told,) = worth_of(
        engines.load("tic_tac_toe"), ("me", bot_of(engines.load("tic_tac_toe"), "hard"))
    )
    assert told.startswith("hard ")
    beginning, _, _ = out.partition("help lists")
    assert " ".join(beginning.split()).endswith(told)


def test_levels_of_a_game_come_from_its_folder(play, state_folder):
    play("royals", "--level", "hard", typed=["1"])
    assert kept(state_folder).seats[1] == engines.load("royals").levels["hard"]


@pytest.mark.parametrize("name", engines.names())
def test_every_game_has_agents_for_all_levels(name):
    game = engines.load(name)
    agents = [search.make(spec) for spec in levels_of(game).values()]
    assert list(levels_of(game)) == ["easy", "medium", "hard", "expert"]
    assert len({*agents}) == 4
    # by iterations or worlds: the same game from the same seed on every machine
    assert not any(getattr(agent, "seconds", None) for agent in agents)


def test_an_unknown_level_is_refused():
    with pytest.raises(engines.BadOption, match="unknown level 'nasty': choose easy, medium"):
        bot_of(engines.load("tic_tac_toe"), "nasty")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "a game is missing: choose blood_of_kings, "),
        (["chess"], "unknown game 'chess'"),
        (["tic_tac_toe", "--seats", "me"], "unknown option players=1: choose 2"),
        (["royals", "--seats", "me,easy", "--players", "3"], "--seats names 2 seats: royals is"),
        (["royals", "--seats", "easy,easy"], "--seats has no seat for a person: name one me"),
        (["royals", "--seats", "me,robot"], "unknown agent 'robot': choose cfr, flat"),
        (["royals", "--seats", "me,"], "unknown agent ''"),
        (["royals", "--seats", "me,easy", "--level", "hard"], "--level is for all bots: write"),
        (["royals", "--level", "nasty"], "invalid choice: 'nasty'"),
        (["royals", "--seed", "-1"], "--seed: expected a whole number from 0 to 2**64 - 1, got -1"),
        (["--resume"], "--resume: there is no game in "),
        (["--resume", "--load", "x"], "--resume and --load: choose one"),
        (["royals", "--resume"], "royals.json"),
        (["chess", "--resume"], "unknown game 'chess': choose blood_of_kings, "),
        (["--resume", "--seed", "1"], "--resume takes all from the file: leave out --seed"),
        (["royals", "--resume", "--save", "x"], "--resume takes all from the file: leave out game"),
        (["royals", "--load", "x"], "--load takes all from the file: leave out game"),
        (["--load", "x", "--seed", "1"], "--load takes all from the file: leave out --seed"),
        (["--load", "/nowhere.json"], "/nowhere.json: No such file or directory"),
        (["royals", "--save", "/proc/no/x.json"], "/proc/no: "),
    ],
)
def test_bad_flags_are_refused_in_one_line(play, state_folder, arguments, message):
    code, out, err = play(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith("eminence: ")
    assert err.count("\n") == 1
    assert message in err
    assert not state_folder.exists()


# --- files ---


def test_the_usual_file_is_in_the_state_folder(monkeypatch, tmp_path):
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert default_path("royals") == tmp_path / ".local" / "state" / "eminence" / "royals.json"


def test_a_game_that_is_not_over_is_resumed(play, state_folder):
    _, out, _ = play("tic_tac_toe", "--seed", "1", typed=["1", "2"])
    assert out.endswith("the game is kept: go on with eminence play tic_tac_toe --resume\n")
    before = kept(state_folder).moves
    code, out, _ = play("--resume", typed=["1", "quit"])
    assert code == 0
    assert f"{len(before)} moves have been made" in out
    assert kept(state_folder).moves[:4] == before
    assert len(kept(state_folder).moves) > 4


def test_a_game_that_is_not_over_is_never_replaced_silently(play, state_folder):
    play("tic_tac_toe", "--seed", "1", typed=["1"])
    before = kept(state_folder)
    code, out, err = play("tic_tac_toe", typed=["1"])
    assert (code, out) == (2, "")
    assert "holds a game of tic_tac_toe that is not over (2 moves): go on with" in err
    assert "eminence play tic_tac_toe --resume, or add --new to replace it" in err
    assert kept(state_folder) == before
    play("tic_tac_toe", "--seed", "2", "--new", typed=["1"])
    assert kept(state_folder).seed == 2


def test_each_game_is_kept_in_a_file_of_its_own(play, state_folder):
    play("tic_tac_toe", "--seed", "1", typed=["1"])
    play("connect_four", "--seed", "1", typed=["1"])
    assert [len(kept(state_folder, game).moves) for game in ("tic_tac_toe", "connect_four")] == [
        2
    ] * 2
    assert play("tic_tac_toe", "--resume", typed=["1"])[1].startswith("tic_tac_toe")
    assert len(kept(state_folder, "tic_tac_toe").moves) == 4
    assert len(kept(state_folder, "connect_four").moves) == 2


def test_resume_alone_takes_the_last_game_that_is_not_over(play, state_folder):
    for game in ("tic_tac_toe", "connect_four"):
        play(game, "--seed", "1", typed=["1"])
    os.utime(state_folder / "tic_tac_toe.json", (1, 1))
    assert play("--resume", typed=["quit"])[1].startswith("connect_four")
    os.utime(state_folder / "connect_four.json", (0, 0))
    assert play("--resume", typed=["quit"])[1].startswith("tic_tac_toe")
    play("kuhn_poker", "--seats", "me,random", typed=["1", "1"])
    assert kept(state_folder, "kuhn_poker").state().over
    assert play("--resume", typed=["quit"])[1].startswith("tic_tac_toe")


def test_the_file_that_all_games_shared_is_still_found(play, state_folder):
    play("tic_tac_toe", "--seed", "1", typed=["1"])
    (state_folder / "tic_tac_toe.json").rename(state_folder / "table.json")
    for arguments in (["--resume"], ["tic_tac_toe", "--resume"]):
        assert play(*arguments, typed=["1"])[0] == 0
    assert len(kept(state_folder, "table").moves) == 6
    assert "there is no game in" in play("connect_four", "--resume")[2]


def test_a_game_loaded_at_the_table_goes_into_its_own_file(play, state_folder, tmp_path):
    path = tmp_path / "mine.json"
    play("connect_four", "--seed", "1", typed=["1", f"save {path}"])
    before = kept(state_folder, "connect_four")
    _, out, _ = play("tic_tac_toe", typed=[f"load {path}", "quit"])
    assert "2 moves have been made" in out
    assert kept(state_folder, "connect_four") == before
    play("connect_four", "--resume", typed=["1"])
    _, out, _ = play("tic_tac_toe", "--new", typed=[f"load {path}", "quit"])
    assert "connect_four that is not over (4 moves): finish it before" in " ".join(out.split())


def test_a_finished_game_gives_way_to_the_next(play, state_folder):
    for seed in ("1", "2"):
        play("kuhn_poker", "--seats", "me,random", "--seed", seed, typed=["1", "1"])
        assert kept(state_folder).state().over
        assert kept(state_folder).seed == int(seed)


def test_a_file_that_was_named_is_replaced_only_when_told(play, tmp_path):
    path = tmp_path / "mine.json"
    play("kuhn_poker", "--seats", "me,random", "--save", str(path), typed=["1", "1"])
    _, out, err = play("kuhn_poker", "--save", str(path), typed=["1"])
    assert (out, "holds a finished game of kuhn_poker: add --new" in err) == ("", True)
    path.write_text("dear\n")
    _, out, err = play("kuhn_poker", "--save", str(path), typed=["1"])
    assert (out, "holds something else: add --new to replace it" in err) == ("", True)
    assert path.read_text() == "dear\n"


def test_a_saved_game_is_loaded_and_stays_as_it_was(play, state_folder, tmp_path):
    path = tmp_path / "mine.json"
    play("tic_tac_toe", "--seed", "1", typed=["1", f"save {path}", "2"])
    before = path.read_text()
    _, _, err = play("--load", str(path), typed=["1"])
    assert "tic_tac_toe that is not over (4 moves)" in err
    code, out, _ = play("--load", str(path), "--new", typed=["3"])
    assert (code, "2 moves have been made" in out) == (0, True)
    assert path.read_text() == before
    assert len(kept(state_folder).moves) == 4


def test_a_game_over_cannot_be_resumed(play, state_folder):
    play("kuhn_poker", "--seats", "me,random", typed=["1", "1"])
    _, _, err = play("--resume")
    assert "the game is over, look at it with eminence replay" in err


def test_undecodable_bytes_are_rejected_like_an_unknown_move(play, monkeypatch, run):
    typed = io.TextIOWrapper(io.BytesIO(b"\xff\xfe\n1\n"), encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", typed)
    code, out, err = run("play", "kuhn_poker", "--seats", "me,random", "--seed", "1")
    assert (code, err) == (0, "")
    assert "no move or command" in out
