"""Our bots against OpenSpiel's: the referee notices what differs, and both sides get the same."""

from __future__ import annotations

import subprocess
import sys
from argparse import Namespace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from benchmark_modules import benchmark

from eminence import engines, search

pyspiel = pytest.importorskip(
    "pyspiel", reason="the optional extra [bridge] (open_spiel) is not installed"
)
against = benchmark("against_openspiel")

ROOT = Path(__file__).parents[2]
GIVEN = Namespace(seconds=0.0002, games=2, seed=3, agent=None)


def contest(name: str) -> Any:
    return next(contest for contest in against.CONTESTS if contest.name == name)


# --- the referee ---


@pytest.mark.parametrize("name", [contest.name for contest in against.CONTESTS])
def test_random_games_go_in_step_and_leave_choices(name: str) -> None:
    positions = against.random_positions(contest(name).board(), seed=1)
    assert len(positions) == against.POSITIONS
    assert min(len(pair.options()) for pair in positions) > 1


@pytest.mark.parametrize(
    ("name", "players", "theirs", "differs"),
    [
        ("connect_four", 2, "connect_four(x_in_row=3)", "to move: ours seat .*'s nobody"),
        (
            "kuhn_poker",
            3,
            "kuhn_poker(players=4)",
            "legal moves: ours .0, 1, 2, 3.*'s .0, 1, 2, 3, 4",
        ),
        (
            "goofspiel",
            2,
            "turn_based_simultaneous_game(game=goofspiel(returns_type=total_points))",
            "returns: ours .*1.0.*OpenSpiel's",
        ),
    ],
)
def test_another_rule_stops_the_referee(name: str, players: int, theirs: str, differs: str) -> None:
    board = against.Board(engines.load(name, players=players), pyspiel.load_game(theirs))
    with pytest.raises(against.Mismatch, match=f"^{name}, {differs}"):
        against.random_positions(board, seed=1)


# --- blocks ---


class Watched:
    """A maker of players that take the first option; it notes their seats and the deal."""

    def __init__(self) -> None:
        self.seats: list[int] = []
        self.dealt: list[list[int]] = []

    def __call__(self, limit: search.Limit, seed: int, seat: int) -> Any:
        self.seats.append(seat)
        return self.play

    def play(self, pair: Any) -> Any:
        self.dealt.append(pair.theirs.history()[:3])
        return against.Choice(pair.options()[0])


def block(name: str, ours: Any, theirs: Any, seed: int) -> list[engines.Return]:
    sides = [against.Side(maker, search.Limit(iterations=300)) for maker in (ours, theirs)]
    return against.play_block(contest(name).board(), *sides, seed)


def test_our_bot_sits_in_each_seat_once_with_the_same_cards() -> None:
    ours, theirs = Watched(), Watched()
    block("kuhn_poker", ours, theirs, seed=5)
    assert ours.seats == [0, 1, 2]
    assert theirs.seats == [1, 2, 0, 2, 0, 1]
    (cards,) = {tuple(dealt) for dealt in ours.dealt + theirs.dealt}
    assert len(set(cards)) == 3


def test_another_seed_deals_other_cards() -> None:
    ours = Watched()
    for seed in range(6):
        block("kuhn_poker", ours, Watched(), seed)
    assert len({tuple(dealt) for dealt in ours.dealt}) > 1


def test_nobody_is_asked_for_a_forced_move() -> None:
    """A drawn game fills the board, and the last cell is no choice."""
    name, cells = "tic_tac_toe", [0, 1, 2, 4, 3, 5, 7, 6, 8]
    board = against.Board(engines.load(name), pyspiel.load_game(name))
    clock = against.Clock()

    def play(pair: Any) -> Any:
        return against.Choice(cells[len(pair.theirs.history())])

    ends = against.play_game(board, [play, play], [clock, clock], seed=0)
    assert [end.win for end in ends] == [0.5, 0.5]
    assert clock.moves == len(cells) - 1


def test_results_are_ours_in_every_seat() -> None:
    ours = partial(against.our_player, search.make("ismcts"))
    spiel = pyspiel.load_game("connect_four")
    theirs = partial(against.their_player, against.UNIFORM, spiel)
    assert [end.win for end in block("connect_four", ours, theirs, seed=2)] == [1, 1]
    assert [end.win for end in block("connect_four", theirs, ours, seed=2)] == [0, 0]


# --- equal time ---


class Worker:
    """Takes so many seconds for a simulation, on a clock of the test's own."""

    def __init__(self, seconds: float, now: list[float], counts: bool = True):
        self.seconds, self.now, self.counts = seconds, now, counts

    def __call__(self, limit: search.Limit, seed: int, seat: int) -> Any:
        def play(pair: Any) -> Any:
            simulations = limit.iterations if self.counts else 0
            self.now[0] += self.seconds * (simulations or 1)
            return against.Choice(0, simulations)

        return play


def test_limits_are_in_the_ratio_of_the_rates(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(against.time, "thread_time", lambda: now[0])
    makers = [Worker(0.001, now), Worker(0.0125, now), Worker(1, now, counts=False)]
    positions = against.random_positions(contest("kuhn_poker").board(), seed=0)
    limits = against.equal_limits(makers, positions, seconds=0.5)
    assert limits == [
        search.Limit(iterations=500),
        search.Limit(iterations=40),
        search.Limit(seconds=0.5),
    ]


@pytest.mark.parametrize(("spec", "counts"), [("ismcts", True), ("greedy", False)])
def test_our_iterations_count_only_where_they_are_a_limit(spec: str, counts: bool) -> None:
    (pair, *_) = against.random_positions(contest("goofspiel").board(), seed=0)
    limit = search.Limit(iterations=50)
    player = against.our_player(search.make(spec), limit, 0, pair.ours.player)
    assert player(pair).simulations == (50 if counts else 0)


# --- OpenSpiel's bots ---


def test_the_goofspiel_bot_does_not_see_the_secret_bid() -> None:
    state = contest("goofspiel").board().begin().theirs
    for move in (12, 3, 4, 7, 5):
        state.apply_action(move)
    rng = np.random.RandomState(1)
    imagined = [against.with_other_bids(rng, state, 1) for _ in range(200)]
    assert {world.history()[-1] for world in imagined} == set(range(13)) - {3}
    seen = {world.information_state_string(1) for world in imagined}
    assert seen == {state.information_state_string(1)}


def test_what_cannot_play_is_told_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    bots = (against.ISMCTS, against.UNIFORM)
    rows = [*against.contest_rows(against.Contest("phantom_ttt", bots), GIVEN)]
    assert [row[3] for row in rows] == ["uniform_random"]
    assert [*against.contest_rows(against.Contest("mornington_crescent", bots), GIVEN)] == []
    bot, game = capsys.readouterr().out.splitlines()
    assert bot.startswith("phantom_ttt: ISMCTSBot is not available: SpielError: Resample")
    assert game.startswith("mornington_crescent is not available: SpielError: Unknown game")


# --- the command ---


@pytest.mark.slow
def test_the_command_prints_a_table() -> None:
    few = ["kuhn_poker", "--games", "4", "--seconds", "0.0005"]
    said = subprocess.run(
        [sys.executable, "-m", "benchmarks.against_openspiel", *few],
        cwd=ROOT,
        text=True,
        capture_output=True,
        check=True,
    ).stdout.splitlines()
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in said[:4]]
    assert cells[0] == against.HEAD
    assert [row[:2] + row[4:5] for row in cells[2:]] == [["kuhn_poker", "3", "6"]] * 2
    assert cells[2][2].startswith("ismcts, ")
    assert cells[2][2].endswith(" iterations")
    assert cells[2][3].startswith("ISMCTSBot, c=4, ")
    assert cells[3][3] == "uniform_random"
    assert "0.0005 s a move" in said[-2]


@pytest.mark.parametrize(
    ("given", "error"),
    [
        (["royals"], "royals: choose of connect_four"),
        (["--seconds", "0"], "--seconds 0.0: choose"),
        (["--seconds", "nan"], "--seconds nan: choose"),
        (["--games", "0"], "--games 0: choose"),
        (["--agent", "ismcts:iterations=5"], "leave out its limits"),
        (["--agent", "ismcts:threads=2"], "choose threads=1"),
    ],
)
def test_bad_input_is_refused_in_one_line(
    given: list[str], error: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        against.main(given)
    assert error in capsys.readouterr().err.splitlines()[-1]
