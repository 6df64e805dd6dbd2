"""The search is UCT where nothing is hidden, and its formula is the one it names."""

from __future__ import annotations

import math

import pytest
from compiled.core import Stream
from toys import rare_arms
from trees import by_name, played
from uct import Arm, uct

from eminence import engines, search
from eminence.search.kernels.selectors import ucb_door
from eminence.search.streams import stream_seed

MODES = ("so", "mo", "is")
PLAIN = {"selector": "ucb", "reward": "win", "rollout": "random", "cut": 0, "cut_rounds": 0}


def position(name: str, *moves: str) -> engines.State:
    state = engines.load(name).root()
    for move in moves:
        state.apply(state.parse(move))
    return state


OPENINGS = {"tic_tac_toe": ("x(1,1)", "o(0,0)"), "connect_four": ()}


@pytest.mark.parametrize("name", OPENINGS)
@pytest.mark.parametrize("c", [0.7, 1.4])
def test_without_secrets_every_mode_is_plain_uct(name: str, c: float) -> None:
    state = position(name, *OPENINGS[name])
    view, seed, iterations = state.view(state.player), 11, 400
    expected = uct(state, iterations, c, Stream(stream_seed(view, seed, 0)))
    for mode in MODES:
        bot = search.ISMCTS(mode=mode, c=c, iterations=iterations, seed=seed, **PLAIN)
        moves = bot.search(view).moves
        assert {m.action: m.visits for m in moves} == {a: arm.n for a, arm in expected.items()}
        for move in moves:
            arm = expected[move.action]
            assert move.value == pytest.approx(arm.w / arm.n, abs=1e-12)


@pytest.mark.parametrize("name", OPENINGS)
def test_without_secrets_the_modes_agree_at_greater_length(name: str) -> None:
    state = position(name, *OPENINGS[name])
    view = state.view(state.player)
    results = [
        search.ISMCTS(mode=mode, iterations=20_000, seed=3, **PLAIN).search(view) for mode in MODES
    ]
    assert results[0] == results[1] == results[2]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("seed", range(4))
def test_blocks_the_only_threat(mode: str, seed: int) -> None:
    """x has two in the top row: every other move loses at once."""
    state = position("tic_tac_toe", "x(0,0)", "o(1,1)", "x(0,1)")
    bot = search.ISMCTS(mode=mode, iterations=200, seed=seed)
    assert state.text(bot.search(state.view(1)).best) == "o(0,2)"


COUNTED = ("connect_four", "goofspiel", "kuhn_poker", "leduc_poker", "phantom_ttt", "stacks")


@pytest.mark.parametrize("name", COUNTED)
@pytest.mark.parametrize("mode", MODES)
def test_counts_add_up(name: str, mode: str) -> None:
    state = engines.load(name).root()
    chance = engines.Chance(2)
    state.resolve(chance)
    state.apply(state.actions()[0])
    state.resolve(chance)
    iterations = 300
    result = search.ISMCTS(mode=mode, iterations=iterations, seed=1).search(
        state.view(state.player)
    )
    assert result.iterations == iterations
    assert result.worlds == iterations
    assert sum(m.visits for m in result.moves) == iterations
    for move in result.moves:
        assert 0 < move.visits <= move.available == iterations
        assert all(0 <= value <= 1 for value in move.values)
        assert move.value == move.values[state.player]
        assert 0 <= move.error <= 0.5
    # An iteration adds one node at most, and the root is one of them.
    assert 1 <= result.nodes <= iterations


def entropy(result: search.Result) -> float:
    shares = [m.visits / result.iterations for m in result.moves if m.visits]
    return -sum(p * math.log(p) for p in shares)


@pytest.mark.parametrize("selector", ["ucb", "tuned", "smooth"])
def test_every_selector_uses_its_c(selector: str) -> None:
    view = position("tic_tac_toe", "x(0,0)", "o(1,1)", "x(0,1)").view(1)
    found = [
        entropy(search.ISMCTS(selector=selector, c=c, iterations=2000, seed=1).search(view))
        for c in (0.0, 0.7, 10.0)
    ]
    assert found[0] < found[1] < found[2]


def test_regret_matching_uses_its_share_of_exploration_instead() -> None:
    view = position("tic_tac_toe", "x(0,0)", "o(1,1)", "x(0,1)").view(1)
    found = [
        entropy(
            search.ISMCTS(selector="regret", regret_gamma=gamma, iterations=2000, seed=1).search(
                view
            )
        )
        for gamma in (0.02, 0.3, 1.0)
    ]
    assert found[0] < found[1] < found[2]


def test_the_score_is_the_formula() -> None:
    assert ucb_door(0.5, 4, 10, 0.7) == pytest.approx(1.0311, abs=1e-4)
    assert ucb_door(0.5, 4, 10, 1.4) == pytest.approx(0.5 + 1.4 * math.sqrt(math.log(10) / 4))
    assert ucb_door(0.25, 9, 20, 0.7) == pytest.approx(0.25 + 0.7 * math.sqrt(math.log(20) / 9))


KINDS = 200


def rare_share(**how: object) -> float:
    """The share of a node's visits that went to arms which are rarely there.

    With finite urgency the root may never look at the second of its two moves, so this takes
    the first seed that begins with the right one.
    """
    view = played(rare_arms(KINDS), "kind 0").view(0)
    for seed in range(20):
        bot = search.ISMCTS(mode="so", selector="ucb", iterations=10_000, seed=seed, **how)
        go = by_name(bot.search(view).moves)["go"]
        if go.visits > 9000:
            return go.values[2]
    raise AssertionError("no seed went on")


def parent_count_share(seed: int) -> float:
    """The same bandit by UCB with the parent's visits instead of sightings."""
    stream = Stream(seed)
    arms: dict[str, Arm] = {}
    rare = 0
    for visit in range(1, 10_001):
        kind = f"rare {stream.below(KINDS)}"
        legal = {name: arms.setdefault(name, Arm()) for name in ("good", "poor", kind)}
        name = max(
            legal,
            key=lambda a: (
                arms[a].w / arms[a].n + 0.7 * math.sqrt(math.log(visit) / arms[a].n)
                if arms[a].n
                else math.inf
            ),
        )
        arms[name].n += 1
        arms[name].w += stream.below(1000) < {"good": 700, "poor": 300}.get(name, 300)
        rare += name == kind
    return rare / 10_000


def test_rare_actions_are_scored_by_how_often_they_were_there() -> None:
    assert parent_count_share(1) == pytest.approx(0.51, abs=0.05)
    assert rare_share() == pytest.approx(0.21, abs=0.03)
    assert rare_share(fpu=0.0) < 0.05
