"""Blood of Kings with all thirty tiles: how much glory there is, and how such games end."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from conformance.invariants.blood_of_kings import glory
from kings_battles import FRANCE, assault, before
from kings_builder import Table, dice, loaded, numbers, play

from eminence import engines
from eminence.engines.blood_of_kings.names import ACHIEVEMENTS, INSTITUTIONS
from eminence.engines.blood_of_kings.numbers import PLAYERS
from eminence.engines.blood_of_kings.tables import LEVELS

ROOT = Path(__file__).parents[2]


def all_glory(state: engines.State) -> int:
    return sum(glory(state.data, seat) for seat in range(state.game.seats))


def supply(players: int) -> int:
    """Glory that can come from the pool once only: at the start, for steps and for regions."""
    board = numbers()
    steps = len(board.kingdoms) * len(INSTITUTIONS) * (LEVELS - 1)
    independent = sum(region.kingdom < 0 for region in board.regions)
    return (
        players * board.glory + steps * board.development_glory + independent * board.region_glory
    )


@pytest.mark.rule("Q78", "R1.2")
def test_map_and_mats_give_less_glory_than_thirty_tiles_take() -> None:
    assert [supply(players) for players in PLAYERS] == [124, 126, 128, 130]
    assert max(map(supply, PLAYERS)) < len(ACHIEVEMENTS) * numbers().glory_per_tile


@pytest.mark.rule("Q78", "R37.6")
def test_capitols_in_chaos_bring_glory_out_of_the_pool_each_time() -> None:
    """London has been taken before, and its kingdom has gone into Chaos again."""
    for earlier in (0, 3):
        table = before(9, "London").ruler("England", None).glory(FRANCE, earlier)
        start = table.kingdom("France")
        taken = play(assault(table, "London"), dice(6, 1))
        while taken.player >= 0 and int(taken.data["glory_left"]):
            play(taken, min(taken.actions()))
        while taken.player == engines.CHANCE:
            play(taken, taken.outcomes()[0][0])
        assert all_glory(taken) == all_glory(start) + numbers().capitol_glory


@pytest.mark.rule("Q78", "R37.6", "R23.2")
def test_the_thirtieth_tile_is_won_by_glory_from_chaos() -> None:
    """Six players share 29 tiles: more glory than map and mats give."""
    table = Table(6, achievements=30).armies("France", "London", 9).ruler("England", None)
    for i, name in enumerate(ACHIEVEMENTS[:-1]):
        table.tiles(i % 6, name)
    assert all_glory(table.kingdom("France")) > supply(6)
    state = play(assault(table, "London"), dice(6, 1))
    assert (int(state.data["display"]), int(state.data["bag"])) == (0, 0)
    assert int(state.data["tiles"][FRANCE]) >> len(ACHIEVEMENTS) - 1 & 1
    assert sum(int(held).bit_count() for held in state.data["tiles"]) == len(ACHIEVEMENTS)


@pytest.mark.rule("R1.5")
@pytest.mark.parametrize("seed", range(3))
def test_games_with_an_agreed_last_turn_end_by_the_rules(seed: int) -> None:
    game = loaded(4, achievements=30, last_turn=8)
    state, chance = game.root(), engines.Chance(seed)
    state.resolve(chance)
    while not state.over:
        state.apply(state.actions()[seed % len(state.actions())])
        state.resolve(chance)
    leader = max(end.score for end in state.returns())
    tied = [end.score for end in state.returns()].count(leader) > 1
    assert state.capped == tied
    assert state.capped or int(state.data["turn"]) >= 8 - 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("given", "end"),
    [(["--last-turn", "2"], "turn 2, agreed on"), (["--achievements", "1"], "the last tile")],
)
def test_the_benchmark_says_what_ended_each_game(given: list[str], end: str) -> None:
    few = ["--agent", "random", "--players", "3", "--games", "1"]
    said = subprocess.run(
        [sys.executable, "-m", "benchmarks.marathon", *few, *given],
        cwd=ROOT,
        text=True,
        capture_output=True,
        check=True,
    ).stdout.splitlines()
    assert said[0].startswith(f"3 players, seed 0: ended by {end} in turn ")
    assert said[-1] == f"1 of 1 games ended by {end}"
