"""Reasons: every sentence is computed from the worlds, and checked against them."""

import numpy as np
import pytest

from eminence import engines, search, solver
from eminence.solver.analysis.reasons import flips

NAMES = ("left: France cards", "right: France cards")


def planted(seed, worlds=4000, effect=0.5):
    """Facts 0 to 4; the best move loses where the first is 3 or more."""
    rng = np.random.default_rng(seed)
    facts = rng.integers(0, 5, (worlds, 2)).astype(float)
    p = np.where(facts[:, 0] >= 3, 0.5 - effect / 2, 0.5 + effect / 2)
    return facts, 2.0 * (rng.random(worlds) < p) - 1


def test_a_fact_that_turns_the_choice_is_found_where_it_turns():
    facts, lead = planted(1)
    (flip,) = flips(facts, NAMES, lead, 0.05)
    assert flip.text == "left: France cards: 3 or more"
    holds = facts[:, 0] >= 3
    assert flip.share == pytest.approx(holds.mean())
    assert flip.difference == pytest.approx(-lead[holds].mean())
    assert 0 < flip.low < 0.5 < flip.high


def test_a_fact_that_turns_the_choice_from_a_bound_down_is_found_too():
    facts, lead = planted(2)
    (flip,) = flips(-facts, NAMES, lead, 0.05)
    assert flip.text == "left: France cards: -3 or less"


@pytest.mark.slow
def test_facts_that_do_not_matter_are_hardly_ever_named():
    named = 0
    for seed in range(100):
        facts, _ = planted(seed, 1500)
        lead = np.random.default_rng(1000 + seed).choice([-1.0, 1.0], 1500)
        named += bool(flips(facts, NAMES, lead, 0.05))
    assert named <= 11


def test_a_fact_that_only_shrinks_the_lead_turns_nothing():
    rng = np.random.default_rng(3)
    facts = rng.integers(0, 2, (4000, 1)).astype(float)
    p = np.where(facts[:, 0] == 1, 0.55, 0.8)
    assert flips(facts, NAMES, 2.0 * (rng.random(4000) < p) - 1, 0.05) == []


def test_games_without_facts_have_no_flips():
    assert flips(np.zeros((100, 0)), (), np.ones(100), 0.05) == []


@pytest.fixture(scope="module")
def advice():
    """On a Royals position, with worlds enough to say something."""
    state, chance = engines.load("royals", players=2).root(), engines.Chance(5)
    state.resolve(chance)
    for _ in range(70):
        state.apply(search.Greedy(network="none").search(state.view(state.player)).best)
        state.resolve(chance)
    limit = solver.Limit(iterations=1000, rollouts=30_000)
    return solver.analyse(state.view(state.player), limit, "ismcts:network=none")


@pytest.mark.slow
def test_reasons_compare_the_best_move_with_the_next(advice):
    best, rival = advice.moves[:2]
    assert (advice.reasons.best, advice.reasons.rival) == (best.text, rival.text)


def test_effects_add_up_to_the_scores_expected(advice):
    so_far = [sum(points.values()) for points in advice.view.sources()]
    for seat, points in enumerate(so_far):
        effects = [e for e in advice.reasons.effects if e.seat == seat]
        assert [e.source for e in effects] == list(advice.view.game.words.sources)
        best, rival = advice.moves[:2]
        total = points + sum(e.best for e in effects)
        assert total == pytest.approx(best.values[seat].score)
        assert points + sum(e.rival for e in effects) == pytest.approx(rival.values[seat].score)
        assert all(e.error >= 0 for e in effects)


@pytest.mark.slow
def test_errors_of_effects_are_those_of_repeated_analyses(advice):
    limit = solver.Limit(iterations=50, rollouts=2000)
    pair = [move.action for move in advice.moves[:2]]
    agents = [f"ismcts:network=none,seed={seed}" for seed in range(40)]
    runs = [solver.analyse(advice.view, limit, agent, pair) for agent in agents]
    signs = [1 if run.best.action == pair[0] else -1 for run in runs]
    for k, effect in enumerate(runs[0].reasons.effects):
        found = [s * r.reasons.effects[k].difference for s, r in zip(signs, runs, strict=True)]
        assert np.std(found) == pytest.approx(effect.error, rel=0.6, abs=1e-9)


def test_flips_hold_in_the_worlds_of_the_analysis(advice):
    """Every named fact is true of the sample; tests with planted facts show that some are found."""
    sample, (best, rival) = advice.sample, advice.moves[:2]
    wins, facts = np.concatenate(sample.worths), np.concatenate(sample.facts)
    i, j = (sample.leaders.index(move.action) for move in (best, rival))
    for flip in advice.reasons.flips:
        column = facts[:, list(advice.view.game.words.facts).index(flip.fact)]
        holds = column >= flip.bound if flip.at_least else column <= flip.bound
        assert (wins[holds, j] - wins[holds, i]).mean() == pytest.approx(flip.difference)
        assert flip.low > 0


@pytest.fixture(scope="module")
def challenge():
    """A position of Stacks: is one of the unseen cards a bluff?"""
    state, chance = engines.load("stacks").root(), engines.Chance(3)
    state.resolve(chance)
    for i in range(6):
        state.apply(search.Random(seed=100 + i).search(state.view(state.player)).best)
        state.resolve(chance)
    limit = solver.Limit(iterations=500, rollouts=60_000)
    return solver.analyse(state.view(state.player), limit, "ismcts:beyond=0")


def test_a_challenge_is_best_unless_nobody_bluffs(challenge):
    assert challenge.best.text == "challenge card 1 of stack 0"
    assert challenge.verdict.kind == "best"
    assert [flip.text for flip in challenge.reasons.flips] == ["unseen bluffs: none"]
    assert "Best, unless one of these is so" in str(challenge)
    assert "unseen bluffs: none" in str(challenge)


def test_a_flip_is_true_of_new_worlds(challenge):
    pair = [move.action for move in challenge.moves[:2]]
    limit = solver.Limit(iterations=50, rollouts=60_000)
    again = solver.analyse(challenge.view, limit, "ismcts:seed=99,beyond=0", pair)
    best, rival = (again.sample.leaders.index(action) for action in pair)
    wins, facts = np.concatenate(again.sample.worths), np.concatenate(again.sample.facts)
    (flip,) = challenge.reasons.flips
    column = facts[:, list(challenge.view.game.words.facts).index(flip.fact)]
    holds = column <= flip.bound
    assert holds.mean() == pytest.approx(flip.share, abs=0.02)
    assert flip.low < (wins[holds, rival] - wins[holds, best]).mean() < flip.high
    assert (wins[~holds, rival] - wins[~holds, best]).mean() < 0


def test_text_says_what_the_reasons_say(advice):
    shown = str(advice)
    clear = [e for e in advice.reasons.effects if e.clear]
    assert clear, "a position in which the moves lead to different points"
    strongest = max(clear, key=lambda e: abs(e.difference))
    assert f"seat {strongest.seat}, {strongest.source}: {strongest.best:+.2f}" in shown
    for flip in advice.reasons.flips[:6]:
        assert flip.text in shown
    assert ("unless" in shown) == bool(advice.reasons.flips)
