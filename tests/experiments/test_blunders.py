"""Blunders: what the judge calls one, what is kept of it, and which share a bot avoids."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from benchmark_modules import benchmark

from eminence import engines, search
from eminence.cython_ext.errors import BadData, BadOption
from eminence.experiments.games.driver import play_game, seated

blunders = benchmark("blunders")
files = benchmark("judging.blunder_files")
judge = benchmark("judging.blunder_judge")

EFFORT = judge.Effort(loss=0.1, worlds=8)
#: seat 1 has to block at x(0,2), or loses at once
OPEN_LINE = ("x(0,0)", "o(1,1)", "x(0,1)")


def verdict_on(state: engines.State, move: str) -> judge.Verdict | None:
    view = state.view(state.player)
    return judge.judge(view, view.parse(move), EFFORT, seed=1)


def mined(folder: Path, *flags: str) -> list[files.Blunder]:
    usual = ["--agent", "random", "--games", "3", "--worlds", "8", "--seed", "5"]
    blunders.main(["mine", "tic_tac_toe", *usual, *flags, "--out", str(folder)])
    return files.read_list(folder)


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """Blunders of random play; tests that use it leave it as it is."""
    path = tmp_path_factory.mktemp("blunders")
    mined(path, "--games", "6")
    return path


# --- the judge ---


def test_who_does_not_block_blunders(noughts):
    state = noughts(*OPEN_LINE)
    found = verdict_on(state, "o(2,2)")
    assert state.text(found.better) == "o(0,2)"
    assert found.loss.mean > 0.3
    assert 0 < found.loss.error < 0.1


def test_moves_that_lose_as_clearly_are_listed(noughts):
    view = noughts(*OPEN_LINE).view(1)
    found = judge.judge(view, view.parse("o(2,2)"), replace(EFFORT, worlds=32), seed=1)
    others = {view.text(action) for action in found.also_bad}
    assert others == {"o(1,0)", "o(1,2)", "o(2,0)", "o(2,1)"}


def test_a_good_move_is_no_blunder(noughts):
    assert verdict_on(noughts(*OPEN_LINE), "o(0,2)") is None


def test_a_small_loss_is_no_blunder(noughts):
    """Random play wins 0.66 after the best move and 0.27 after this one."""
    view = noughts(*OPEN_LINE).view(1)
    played = view.parse("o(2,2)")
    assert judge.judge(view, played, replace(EFFORT, loss=0.3), seed=1) is not None
    assert judge.judge(view, played, replace(EFFORT, loss=0.5), seed=1) is None


@pytest.mark.parametrize("kind", [False, True])
def test_a_blunder_must_lose_with_every_policy(noughts, monkeypatch, kind):
    """What only one policy finds bad may be the fault of its later moves."""

    class Biased(judge.Rollouts):
        def __init__(self, view, policy, seed):
            super().__init__(view, policy, seed)
            self.disagrees = kind and policy == "policy"

        def wins(self, actions, worlds):
            found = super().wins(actions, worlds)
            return 1 - found if self.disagrees else found

    monkeypatch.setattr(judge, "Rollouts", Biased)
    assert (verdict_on(noughts(*OPEN_LINE), "o(2,2)") is None) == kind


def test_no_world_is_used_twice(noughts, monkeypatch):
    """Else luck in the choice of the better move would count as a loss."""
    used = []
    usual = judge.roll_out

    def watched(view, finisher, actions, seed, first, count, *rest):
        used.extend((seed, world) for world in range(first, first + count))
        return usual(view, finisher, actions, seed, first, count, *rest)

    monkeypatch.setattr(judge, "roll_out", watched)
    verdict_on(noughts(*OPEN_LINE), "o(2,2)")
    assert len(used) == len(set(used)) > EFFORT.long_worlds - EFFORT.choosing_worlds


# --- finding them ---


def test_the_same_command_writes_the_same_files(tmp_path):
    mined(tmp_path / "one", "--games", "2")
    mined(tmp_path / "two", "--games", "2")
    written = [
        {path.relative_to(folder): path.read_text() for path in folder.rglob("*.toml")}
        for folder in (tmp_path / "one", tmp_path / "two")
    ]
    assert written[0] == written[1]
    assert len(written[0]) > 2


def test_an_entry_says_who_played_what_and_where(folder):
    """The game can be played again up to the blunder."""
    (entry, *_) = files.read_list(folder)
    game = engines.load(entry.game, **entry.options)
    hunt = blunders.Hunt(game, search.make(entry.agent), 3, entry.seed, 1.0, EFFORT)
    seed = hunt.seed_of_game(entry.game_number)
    steps = []
    bots = [seated(search.make(entry.agent), seed, seat) for seat in range(2)]
    play_game(game, bots, seed, lambda state, move, _: steps.append((state.copy(), move)))
    state, move = steps[entry.move_number - 1]
    view = files.position_of(folder, entry)
    assert state.view(entry.seat).to_bytes() == view.to_bytes()
    assert view.text(move) == entry.bad
    assert verdict_on(state, entry.bad) is not None
    assert verdict_on(state, entry.better) is None


def test_a_folder_grows_and_keeps_what_it_has(tmp_path):
    first = mined(tmp_path, "--games", "1")
    assert mined(tmp_path, "--games", "1") == first
    more = mined(tmp_path, "--games", "1", "--seed", "6")
    assert len(more) > len(first)
    assert all(entry in more for entry in first)


def test_the_half_depends_on_the_position_alone(folder):
    entries = files.read_list(folder)
    assert {entry.half for entry in entries} == {"shown", "held_out"}
    for entry in entries:
        assert files.half_of(files.position_of(folder, entry)) == entry.half


def test_the_half_does_not_depend_on_the_version(noughts, monkeypatch):
    view = noughts(*OPEN_LINE).view(1)
    before = files.position_hash(view), engines.position_toml(view)
    monkeypatch.setattr("eminence.engines.positions.__version__", "99.0")
    assert files.position_hash(view) == before[0]
    assert engines.position_toml(view) != before[1]


def test_a_share_of_the_decisions_is_judged(noughts):
    game = noughts().game
    hunt = blunders.Hunt(game, search.Random(), 1, 1, 1.0, EFFORT)
    every = [one.move_number for one in hunt.decisions(0)]
    # The last square leaves no choice.
    assert every == list(range(1, len(every) + 1))
    some = [one.move_number for one in replace(hunt, share=0.5).decisions(0)]
    assert set(some) < set(every)
    assert some == [one.move_number for one in replace(hunt, share=0.5).decisions(0)]


# --- asking bots ---


class Told(search.Random):
    """Plays what it was told to."""

    def __init__(self, move: str):
        super().__init__()
        self.move = move

    def with_seed(self, seed):
        return self

    def choose(self, view, actions):
        return super().choose(view, actions).playing(view.parse(self.move))


@pytest.mark.parametrize(("which", "share"), [("bad", 0.0), ("also_bad", 0.0), ("better", 1.0)])
def test_to_avoid_a_blunder_is_to_play_no_bad_move(folder, monkeypatch, which, share):
    entry = next(entry for entry in files.read_list(folder) if entry.also_bad)
    move = {"bad": entry.bad, "also_bad": entry.also_bad[0], "better": entry.better}[which]
    monkeypatch.setattr(blunders.search, "make", Told)
    assert blunders.asked(folder, entry, move, 1, 1).avoided == share


def test_a_search_avoids_what_random_play_does(folder, capsys):
    entries = files.read_list(folder)
    shares = {}
    for bot in ("random", "ismcts:iterations=200"):
        blunders.main(["check", str(folder), "--agent", bot, "--asks", "4"])
        title, *lines = capsys.readouterr().out.splitlines()
        assert title == f"{bot}, both halves"
        game, every = (line.split() for line in lines[1:])
        assert [game[0], every[0]] == ["tic_tac_toe", "all"]
        assert game[1] == every[1] == str(len(entries))
        shares[bot] = float(every[2])
    assert shares["random"] < 70 < 90 < shares["ismcts:iterations=200"]


def test_one_half_can_be_asked_for(folder, capsys):
    entries = files.read_list(folder)
    blunders.main(["check", str(folder), "--agent", "random", "--half", "held_out"])
    held_out = sum(entry.half == "held_out" for entry in entries)
    assert 0 < held_out < len(entries)
    assert capsys.readouterr().out.splitlines()[-1].split()[:2] == ["all", str(held_out)]


def test_a_better_bot_blunders_less_often(capsys):
    rates = []
    for bot in ("random", "ismcts:iterations=400"):
        flags = ["--agent", bot, "--games", "6", "--worlds", "8", "--loss", "25"]
        blunders.main(["rate", "tic_tac_toe", *flags])
        games, decisions, found, rate, *_ = capsys.readouterr().out.splitlines()[-1].split()
        assert games == "6"
        assert float(rate) == pytest.approx(100 * int(found) / int(decisions), abs=0.01)
        rates.append(float(rate))
    assert rates[0] > 5 > rates[1] == 0


def test_the_rate_has_an_interval():
    found = blunders.rate_of([0, 3, 1], [50, 60, 40], seed=1)
    assert found.value == pytest.approx(4 / 150)
    assert 0 <= found.low < found.value < found.high < 0.06
    # None in 100: with a rate above 3.6 % that would happen less than once in 40 times.
    assert blunders.rate_of([0, 0], [60, 40], seed=1).high == pytest.approx(0.0362, abs=1e-4)


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (["mine", "chess"], "unknown game 'chess': choose "),
        (["mine", "tic_tac_toe", "--games", "0"], "--games: expected a whole number from 1 up"),
        (["mine", "tic_tac_toe", "--share", "0"], "--share 0: choose a number above 0, at most 1"),
        (["mine", "tic_tac_toe", "--loss", "100"], "--loss 100: choose a number between 0 and"),
        (["mine", "tic_tac_toe", "--agent", "human"], "unknown agent 'human': choose "),
        (["mine", "tic_tac_toe", "--agent", "ismcts:seconds=1"], "--agent ismcts:seconds=1"),
        (["mine", "royals", "--data", "cards"], "--data: "),
    ],
)
def test_bad_input_is_one_line(tmp_path, flags, said):
    with pytest.raises(BadOption) as error:
        blunders.main([*flags, "--out", str(tmp_path)])
    assert str(error.value).startswith(said)
    assert not list(tmp_path.iterdir())


def test_a_list_that_is_wrong_is_refused(tmp_path):
    (entry, *_) = mined(tmp_path, "--games", "1")
    path = tmp_path / files.LIST
    good = path.read_text()
    for wrong, said in [
        (good.replace('better = "', 'best = "', 1), "entry 1: better is missing"),
        (good.replace('half = "', 'half = "no_', 1), "entry 1: half: choose shown or held_out"),
        (good + "[", "not TOML: "),
        ("blunders = 1", "blunders: expected tables [[blunders]]"),
        ("blunders = [1]", "entry 1: expected a table"),
    ]:
        path.write_text(wrong)
        with pytest.raises(BadData) as error:
            files.read_list(tmp_path)
        assert said in str(error.value)
    view = files.position_of(tmp_path, entry)
    with pytest.raises(BadData):
        files.actions_of(view, entry, ["x(9,9)"])
    with pytest.raises(BadData, match="No such file"):
        files.read_list(tmp_path / "nowhere")
