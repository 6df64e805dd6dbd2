"""Toys with rows of secret slots, whose best plans are known."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from orders import orders_game
from scipy.optimize import linear_sum_assignment
from trees import Choice, Event, TreeNode, pay, tree_game, zero_sum

from eminence import engines, search
from eminence.search.network.guide import Guidance
from eminence.search.plans.planner import Planner
from eminence.search.rollouts.rollouts import Finisher

LETTERS = "abcd"
#: Only in this order is it worth to begin with c.
BEST = ("c", "a", "d")
BEGINNINGS = {"a": 0.3, "b": 0.1, "c": -1.0, "d": 0.0}


def trap_pays(plan: tuple[str, ...]) -> float:
    return 1.0 if plan == BEST else BEGINNINGS[plan[0]]


@cache
def trap() -> engines.Game:
    """Three of four letters in secret, each once: the best first letter on average is not best."""

    def slot(done: tuple[str, ...]) -> TreeNode:
        if len(done) == 3:
            return zero_sum(trap_pays(done))
        return Choice(0, {x: slot((*done, x)) for x in LETTERS if x not in done}, shown=())

    return tree_game("trap", slot(()), seats=2, reach=(-1, 1))


THROWS = ("rock", "paper", "scissors")
WINS = {(1, 0), (2, 1), (0, 2)}


@cache
def double_throw(favourite: str = "") -> engines.Game:
    """Rock, paper, scissors in two slots at once; priors know seat 1's favourite."""
    priors = {throw: 0.9 if throw == favourite else 0.1 for throw in THROWS}

    def at(mine: tuple[int, ...], theirs: tuple[int, ...]) -> TreeNode:
        if len(mine) < 2:
            nexts = {throw: at((*mine, i), theirs) for i, throw in enumerate(THROWS)}
            return Choice(0, nexts, shown=())
        if len(theirs) < 2:
            nexts = {throw: at(mine, (*theirs, i)) for i, throw in enumerate(THROWS)}
            return Choice(1, nexts, shown=(), priors=priors)
        pairs = list(zip(mine, theirs, strict=True))
        won = sum(pair in WINS for pair in pairs) - sum(pair[::-1] in WINS for pair in pairs)
        return zero_sum(won)

    return tree_game(f"double throw {favourite}", at((), ()), seats=2, reach=(-2, 2))


@cache
def twins() -> engines.Game:
    """Two slots; `left` and `right` differ in name only. Luck is worth much more."""

    def slot(sum_: float, left: int, luck: float) -> TreeNode:
        if left == 0:
            return zero_sum(sum_ / 20 + luck)
        worths = {"left": 1.0, "right": 1.0, "low": 0.0}
        return Choice(
            0, {name: slot(sum_ + x, left - 1, luck) for name, x in worths.items()}, shown=()
        )

    lucky = {f"luck {i}": (0.25, slot(0, 2, 0.2 * i)) for i in range(4)}
    return tree_game("twins", Event(lucky, shown=(1,)), seats=2, reach=(-1, 1))


def answered(priors: dict[str, float]) -> engines.Game:
    """After two slots that do not matter, seat 1 replies; seat 0 gets 1 for `best`."""
    ends = {name: pay(float(name == "best"), 0) for name in priors}
    reply = Choice(1, ends, shown=(), priors=priors)
    second = Choice(0, {"c": reply, "d": reply}, shown=())
    root = Choice(0, {"a": second, "b": second}, shown=())
    return tree_game("answered", root, seats=2, reach=(0, 1))


def ten_boxes(seed: int, **given: Any) -> tuple[engines.Game, NDArray[np.float64], float]:
    """Ten boxes, twenty cards, three seats, some luck: the game, its fits and the optimum."""
    fit = np.random.default_rng(seed).random((10, 20))
    boxes, cards = linear_sum_assignment(-fit)
    defaults = {"reward": "lead", "scale": 3.0}
    game = orders_game(fit, seats=3, pips=3, how=defaults, **given)
    return game, fit, float(fit[boxes, cards].sum())


def first_moves(game: engines.Game, spec: str, seeds: int) -> Counter[str]:
    view = game.root().view(0)
    answers = (search.make(f"{spec},seed={seed}").search(view) for seed in range(seeds))
    return Counter(view.text(answer.best) for answer in answers)


def planner_at(view: engines.View, **given: object) -> Planner:
    """A planner as the agent makes it."""
    agent, game = search.PlanSearch(**given), view.game
    how = {**agent.settings(view), "again": False}
    finisher = Finisher(game.table, how, Guidance(game.table, game.weight_vector()))
    actions = np.array(view.actions(), np.int32)
    stop = np.zeros(1, np.uint8)
    return Planner(view, actions, finisher, how, agent.seed, agent.worlds, 4096, stop)
