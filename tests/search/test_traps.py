"""Traps of hidden information, and which search falls into which."""

from __future__ import annotations

import numpy as np
import pytest
from toys import BIASED_RPS, biased_rps, fusion, my_hidden_move, non_locality, their_hidden_move
from trees import by_name, played

from eminence import engines, search


def chosen(view: engines.View, bot: search.Agent) -> str:
    return view.text(bot.search(view).best)


def payoffs(view: engines.View, bot: search.Agent, reach: float) -> dict[str, float]:
    """What the bot thinks each move pays, on the game's own scale of -reach .. reach."""
    moves = bot.search(view).moves
    return {move.text: (2 * move.value - 1) * reach for move in moves}


def test_one_world_at_a_time_believes_that_it_will_know_the_coin() -> None:
    view = played(fusion(), "coin: heads").view(0)
    bot = search.PIMC(iterations=10_000, seed=1)
    assert chosen(view, bot) == "play"
    assert payoffs(view, bot, 1)["play"] == pytest.approx(1, abs=0.05)


@pytest.mark.parametrize("mode", ["so", "mo", "is"])
def test_information_sets_do_not_believe_so(mode: str) -> None:
    view = played(fusion(), "coin: heads").view(0)
    bot = search.ISMCTS(mode=mode, iterations=5000, seed=1)
    assert chosen(view, bot) == "safe"
    worth = payoffs(view, bot, 1)
    assert worth["safe"] == pytest.approx(0.5)
    assert worth["play"] < 0.2


def hiding_seeds(seeds: int, iterations: int = 20_000, **how: object) -> set[int]:
    """Those of so many seeds that hide the coin instead of paying 0.2."""
    view = my_hidden_move().root().view(0)
    bots = (search.ISMCTS(iterations=iterations, seed=seed, **how) for seed in range(seeds))
    return {seed for seed, bot in enumerate(bots) if chosen(view, bot) != "out"}


def test_a_search_that_thinks_its_hidden_move_is_seen_pays_to_get_out() -> None:
    view = my_hidden_move().root().view(0)
    assert chosen(view, search.PIMC(iterations=10_000, seed=1)) == "out"
    assert not hiding_seeds(5, mode="so")


def test_a_tree_per_player_with_smooth_mixing_hides() -> None:
    assert len(hiding_seeds(40, mode="mo", selector="auto", smooth_d=0.01)) >= 38


@pytest.mark.slow
def test_a_tree_per_player_with_ucb_alone_is_not_safe() -> None:
    """The known defect that mixing repairs: some seeds stay with the wrong move for ever.

    The prototype behind the design had 62 to 78 % right, by c; here 83 % at c = 0.35 and 92 %
    at c = 0.7. In both, ten times the iterations do not repair a single seed.
    """
    how = {"mode": "mo", "selector": "ucb", "c": 0.35, "final": "visits"}
    short, long = hiding_seeds(100, iterations=2000, **how), hiding_seeds(100, **how)
    assert short == long
    assert 0.7 <= len(long) / 100 <= 0.95


@pytest.mark.parametrize(
    "bot",
    [search.PIMC(iterations=10_000, seed=1), search.ISMCTS(mode="so", iterations=10_000, seed=1)],
    ids=str,
)
def test_a_search_that_thinks_it_will_see_a_hidden_move_goes_in(bot: search.Agent) -> None:
    view = their_hidden_move().root().view(0)
    assert chosen(view, bot) == "in"
    assert payoffs(view, bot, 1)["in"] == pytest.approx(1, abs=0.1)


@pytest.mark.parametrize("mode", ["mo", "is"])
def test_a_tree_per_player_stays_out(mode: str) -> None:
    view = their_hidden_move().root().view(0)
    for seed in range(10):
        bot = search.ISMCTS(mode=mode, iterations=10_000, seed=seed)
        assert chosen(view, bot) == "out"
        assert abs(payoffs(view, bot, 1)["in"]) < 0.2


@pytest.mark.parametrize("mode", ["so", "mo", "is"])
def test_worlds_by_the_deal_alone_learn_nothing_from_what_was_not_done(mode: str) -> None:
    """y would be right: in A seat 1 would have ended the game. But choices are no evidence."""
    view = played(non_locality(), "A", "go on").view(0)
    bot = search.ISMCTS(mode=mode, iterations=20_000, seed=1)
    assert chosen(view, bot) == "x"
    worth = payoffs(view, bot, 2)
    assert worth["x"] == pytest.approx(0.5, abs=0.05)
    assert worth["y"] == pytest.approx(0.0, abs=0.15)


def exploitability(**how: object) -> float:
    """What the best reply wins against the shares of visits at the root; mean of ten seeds."""
    view = biased_rps().root().view(0)
    lost = []
    for seed in range(10):
        result = search.ISMCTS(mode="mo", iterations=10_000, seed=seed, **how).search(view)
        moves = by_name(result.moves)
        visits = [moves[name].visits for name in ("rock", "paper", "scissors")]
        lost.append(-min(np.array(visits) @ np.array(BIASED_RPS)) / result.iterations)
    return sum(lost) / len(lost)


def test_ucb_does_not_learn_to_mix() -> None:
    """The known defect; ten times the iterations do not change it."""
    assert exploitability(selector="ucb") == pytest.approx(0.33, abs=0.05)


@pytest.mark.parametrize("selector", ["auto", "smooth", "regret"])
def test_smooth_mixing_and_regret_matching_learn_to_mix(selector: str) -> None:
    assert exploitability(selector=selector) < 0.06
