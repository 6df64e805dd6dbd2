"""Searching is better than not, and cheating is better than searching."""

from __future__ import annotations

from math import comb

import pytest
from benchmark_modules import benchmark
from toys import fusion
from trees import played

from eminence import engines, search
from eminence.experiments.games.driver import play_game

CheatUCT = benchmark("cheat").CheatUCT

pytestmark = pytest.mark.slow

#: Blocks of games, one for each seat, so that the first move is no advantage. Few where a game
#: takes long: winning all of seven says as much as winning sixty of a hundred.
BLOCKS = {
    "blood_of_kings": 2,
    "bruges": 4,
    "connect_four": 5,
    "goofspiel": 40,
    "kuhn_poker": 300,
    "leduc_poker": 100,
    "phantom_ttt": 15,
    "royals": 4,
    "stacks": 10,
    "tic_tac_toe": 8,
    "wallenstein": 2,
}
ITERATIONS = {
    **dict.fromkeys(BLOCKS, 1000),
    **{"blood_of_kings": 30, "bruges": 300, "royals": 300, "wallenstein": 200},
}


def chance_of_as_many(won: float, games: int, fair: float) -> float:
    """The probability that luck alone, with a fair share each, wins as often or more often."""
    need = int(won)
    return sum(comb(games, k) * fair**k * (1 - fair) ** (games - k) for k in range(need, games + 1))


def points(game: engines.Game, one: search.Agent, blocks: int) -> tuple[float, int]:
    """Games won by `one` against Random (a draw is half a win), and games played."""
    won = 0.0
    for seed in range(blocks):
        for seat in range(game.seats):
            bots: list[search.Agent] = [search.Random(seed=seed)] * game.seats
            bots[seat] = one
            won += play_game(game, bots, seed).returns[seat].win
    return won, game.seats * blocks


def test_every_game_is_covered() -> None:
    assert set(BLOCKS) == set(engines.names())


@pytest.mark.parametrize("name", BLOCKS)
def test_searching_beats_chance(name: str) -> None:
    """With as few players as the game allows. Wins are counted, so it plays for the win."""
    bot = search.ISMCTS(iterations=ITERATIONS[name], reward="win", seed=1)
    game = engines.load(name, players=min(engines.options(name)["players"].choices))
    won, games = points(game, bot, BLOCKS[name])
    assert chance_of_as_many(won, games, 1 / game.seats) < 0.01, f"{won} of {games}"


def guesses_right(seeds: range, cheats: bool) -> int:
    """How many hidden coins are found, once the safe payoff was declined."""
    right = 0
    for seed in seeds:
        coin = ("heads", "tails")[seed % 2]
        state = played(fusion(), f"coin: {coin}", "play")
        if cheats:
            best = CheatUCT(iterations=200, seed=seed).best(state)
        else:
            best = search.ISMCTS(iterations=200, seed=seed).search(state.view(0)).best
        right += state.text(best) == coin
    return right


def test_seeing_the_hidden_coin_is_worth_something() -> None:
    assert guesses_right(range(60), cheats=True) == 60
    assert 18 <= guesses_right(range(60), cheats=False) <= 42


def test_cheating_wins_more_than_searching_in_phantom_tic_tac_toe() -> None:
    """Both play Random; only one of them sees its marks."""
    game = engines.load("phantom_ttt")
    honest = search.ISMCTS(iterations=500, seed=1)
    won, _ = points(game, honest, 20)
    cheated = 0.0
    for seed in range(20):
        for seat in range(2):
            cheated += cheating_game(game, seat, seed)
    assert cheated > won


def cheating_game(game: engines.Game, seat: int, seed: int) -> float:
    state, cheat, other = game.root(), CheatUCT(iterations=500), search.Random(seed=seed)
    while not state.over:
        mover = state.player
        state.apply(cheat.best(state) if mover == seat else other.search(state.view(mover)).best)
    return state.returns()[seat].win


@pytest.mark.parametrize("name", ["cheat", "cheatuct", "CheatUCT", "cheat_uct"])
def test_nobody_can_ask_for_the_cheat(name: str) -> None:
    assert name not in search.names()
    with pytest.raises(engines.BadOption, match="unknown agent"):
        search.make(name)
    assert not isinstance(CheatUCT(), search.Agent)
