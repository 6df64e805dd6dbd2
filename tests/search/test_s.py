"""S1: searching is better than not, and cheating is better than searching."""

from __future__ import annotations

from math import comb

import pytest
from cheat import CheatUCT
from toys import fusion
from trees import played

import engines
import search
from experiments.match import play_game

#: Pairs of games, one for each seat, so that the first move is no advantage. Few where a game
#: takes long: winning all of seven is as telling as winning sixty of a hundred.
PAIRS = {
    "bruges": 4,
    "connect_four": 5,
    "goofspiel": 40,
    "kuhn_poker": 300,
    "leduc_poker": 100,
    "phantom_ttt": 15,
    "royals": 4,
    "stacks": 10,
    "tic_tac_toe": 8,
}


def chance_of_as_many(won: float, games: int) -> float:
    """The probability that a fair coin wins as often, or more often."""
    need = int(won)
    return sum(comb(games, k) for k in range(need, games + 1)) / 2**games


def points(game: engines.Game, one: search.Agent, pairs: int) -> tuple[float, int]:
    """Games won by `one` against Random (a draw is half a win), and games played."""
    won = 0.0
    for seed in range(pairs):
        other = search.Random(seed=seed)
        won += play_game(game, [one, other], seed).returns[0].win
        won += play_game(game, [other, one], seed).returns[1].win
    return won, 2 * pairs


def test_s1_covers_every_game() -> None:
    assert set(PAIRS) == set(engines.names())


@pytest.mark.parametrize("name", PAIRS)
def test_s1_searching_beats_chance(name: str) -> None:
    bot = search.ISMCTS(iterations=1000, seed=1)
    won, games = points(engines.load(name, players=2), bot, PAIRS[name])
    assert chance_of_as_many(won, games) < 0.01, f"{won} of {games}"


def guesses_right(seeds: range, cheats: bool) -> int:
    """How many of so many hidden coins are found, with the safe way out left aside."""
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


def test_s1_seeing_the_hidden_coin_is_worth_something() -> None:
    assert guesses_right(range(60), cheats=True) == 60
    assert 18 <= guesses_right(range(60), cheats=False) <= 42


def test_s1_cheating_wins_more_than_searching_in_phantom_tic_tac_toe() -> None:
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
        state.apply(
            cheat.best(state) if mover == seat else other.search(state.view(mover)).best
        )
    return state.returns()[seat].win


@pytest.mark.parametrize("name", ["cheat", "cheatuct", "CheatUCT", "cheat_uct"])
def test_nobody_can_ask_for_the_cheat(name: str) -> None:
    assert name not in search.names()
    with pytest.raises(engines.BadOption, match="unknown agent"):
        search.make(name)
    assert not isinstance(CheatUCT(), search.Agent)
