"""What is known of Kuhn and Leduc poker."""

from __future__ import annotations

import random
from functools import cache

import numpy as np
import pytest

from eminence import engines, search, solver
from eminence.search.kernels.selectors import smooth_door, ucb_door

pytestmark = pytest.mark.slow

PASS, BET = 0, 1
JACK, QUEEN, KING = 0, 1, 2


@pytest.fixture(scope="module")
def kuhn() -> engines.Game:
    return engines.load("kuhn_poker")


@cache
def nash() -> solver.Policy:
    return solver.cfr(engines.load("kuhn_poker"), 20_000, "plus").policy


def view_of(game: engines.Game, seat: int, card: int, *moves: int) -> engines.View:
    """What a seat with this card knows after the moves."""
    others = [c for c in (JACK, QUEEN, KING) if c != card]
    state = game.root()
    for cards in ([card, others[0]] if seat == 0 else [others[0], card], moves):
        for step in cards:
            state.apply(step)
    return state.view(seat)


# --- CFR ---


@pytest.mark.parametrize(("variant", "iterations"), [("vanilla", 20_000), ("plus", 2_000)])
def test_cfr_finds_an_equilibrium_of_kuhn(kuhn, variant: str, iterations: int) -> None:
    """Value -1/18; seat 0 bets the king three times as often as the jack, that at most 1/3."""
    learned = solver.cfr(kuhn, iterations, variant)
    assert learned.value == pytest.approx(-1 / 18, abs=1e-3)
    assert sum(learned.values) == pytest.approx(0, abs=1e-12)
    assert 0 <= solver.nash_conv(kuhn, learned.policy) < 1e-3
    bet = {card: learned.policy.at(view_of(kuhn, 0, card))[BET] for card in range(3)}
    assert bet[KING] == pytest.approx(3 * bet[JACK], abs=0.01)
    assert 0 <= bet[JACK] <= 1 / 3 + 0.01
    assert bet[QUEEN] == pytest.approx(0, abs=0.01)
    call = learned.policy.at(view_of(kuhn, 0, QUEEN, PASS, BET))[BET]
    assert call == pytest.approx(bet[JACK] + 1 / 3, abs=0.01)


def test_cfr_finds_the_value_of_leduc() -> None:
    """-0.085606424078, the constant of OpenSpiel's tests."""
    learned = solver.cfr(engines.load("leduc_poker"), 5_000, "plus")
    left = solver.exploitability(learned.policy.tree, learned.policy)
    assert left < 5e-5
    # The value of a policy that can lose so much lies no farther from the game's.
    assert learned.value == pytest.approx(-0.085606424078, abs=left)


def test_sampling_finds_an_equilibrium_of_kuhn(kuhn) -> None:
    for iterations, most in ((10_000, 0.02), (100_000, 0.005)):
        learned = solver.cfr(kuhn, iterations, "external", seed=1)
        assert solver.exploitability(kuhn, learned.policy) <= most


# --- bandits that play each other ---


class Bandits:
    """Full-tree self-play: a bandit per information set, with a new deal each time.

    The formulas are those of our search, called directly; the walk is written here.
    """

    def __init__(self, game: engines.Game, smooth: bool, c: float, d: float, seed: int):
        self.blank = solver.uniform_policy(game)
        self.smooth, self.c, self.d = smooth, c, d
        self.rng = random.Random(seed)
        self.counts: dict[bytes, list[list[float]]] = {}

    def play(self, state: engines.State) -> list[float]:
        """One game down from here; what each seat won."""
        while state.player == engines.CHANCE:
            state.apply(self.rng.choice([outcome for outcome, _ in state.outcomes()]))
        if state.over:
            return [seat.score for seat in state.returns()]
        seat = state.player
        arms = self.counts.setdefault(state.view(seat).to_bytes(), [[0, 0.0], [0, 0.0]])
        chosen = self.choose(arms)
        state.apply(chosen)
        won = self.play(state)
        arms[chosen][0] += 1
        arms[chosen][1] += won[seat]
        return won

    def choose(self, arms: list[list[float]]) -> int:
        visits = [int(n) for n, _ in arms]
        if 0 in visits:
            return visits.index(0)
        total = sum(visits)
        if self.smooth and self.rng.random() >= smooth_door(total, 0.1, 0.9, self.d):
            return self.rng.choices((PASS, BET), visits)[0]
        scores = [ucb_door(sum_ / n, int(n), total, self.c) for n, sum_ in arms]
        return scores.index(max(scores))

    def policy(self) -> solver.Policy:
        """The visits' shares, which are the average policies."""
        chances = self.blank.chances.copy()
        for data, infos in self.blank.sharing.items():
            visits = np.array([n for n, _ in self.counts[data]], float)
            for info in infos:
                chances[self.blank.slots(info)] = visits / visits.sum()
        return solver.Policy(self.blank.tree, chances)


def left_by_bandits(kuhn: engines.Game, smooth: bool, seed: int) -> float:
    bandits = Bandits(kuhn, smooth, c=2.0, d=0.001, seed=seed)
    for _ in range(100_000):
        bandits.play(kuhn.root())
    return solver.exploitability(kuhn, bandits.policy())


def test_smooth_self_play_comes_nearer_to_the_equilibrium_than_uct(kuhn) -> None:
    """The survey's figure is a mean over repetitions; so is this."""
    smooth = np.mean([left_by_bandits(kuhn, True, seed) for seed in range(2)])
    assert smooth < 0.012
    assert smooth < left_by_bandits(kuhn, False, seed=0)


# --- agents, asked at every information set ---


@pytest.mark.parametrize("iterations", [1_000, 10_000])
@pytest.mark.parametrize("seed", range(3))
def test_searching_from_each_information_set_alone_stays_at_one_sixth(
    kuhn, iterations: int, seed: int
) -> None:
    """Worlds are drawn evenly, whatever was bet: no budget gets below 1/6.

    If this became smaller, the searcher would know something that it cannot know.
    """
    spec = f"ismcts:mode=is,selector=ucb,reward=score,scale=4,c=0.35,iterations={iterations}"
    bot = search.make(f"{spec},seed={seed}")
    policy = solver.policy_of(bot, kuhn)
    assert solver.exploitability(kuhn, policy) == pytest.approx(1 / 6, abs=0.005)
    by_visits = solver.exploitability(kuhn, solver.policy_of(bot, kuhn, "visits"))
    assert 0.10 < by_visits < 0.20


def test_playing_evenly_is_worse(kuhn) -> None:
    even = solver.exploitability(kuhn, solver.uniform_policy(kuhn))
    assert even == pytest.approx(0.4583, abs=1e-4)


def averaged(kuhn: engines.Game, spec: str, seeds: int) -> solver.Policy:
    """The mean of what an agent plays with many seeds: it draws where moves look alike."""
    asked = [solver.policy_of(search.make(f"{spec},seed={s}"), kuhn) for s in range(seeds)]
    return solver.Policy(asked[0].tree, np.mean([policy.chances for policy in asked], axis=0))


def payoffs(kuhn: engines.Game, policy: solver.Policy, seat: int) -> tuple[float, float]:
    """What the seat gets by the policy against the equilibrium, and against the best reply."""
    pair = [nash(), nash()]
    pair[seat] = policy
    against_best = -solver.best_response(kuhn, policy, 1 - seat).value
    return solver.seat_values(solver.combine(pair))[seat], against_best


PIMC = "pimc:player=maxn,depth=8,reward=score,scale=4"


def test_pimc_loses_little_to_the_equilibrium_and_more_to_the_best_reply(kuhn) -> None:
    """Long et al. 2010: -0.056 and -0.083 in the first seat, -0.166 in the second.

    The first pair holds where worlds vote, the last figure where their values are averaged:
    then a queen always calls a bet.
    """
    first = payoffs(kuhn, averaged(kuhn, f"{PIMC},vote=worlds,trees=41", 300), seat=0)
    assert first == pytest.approx((-0.056, -0.083), abs=0.01)
    _, against_best = payoffs(kuhn, averaged(kuhn, f"{PIMC},vote=value", 20), seat=1)
    assert against_best == pytest.approx(-0.166, abs=0.01)


def test_the_second_seats_gain_hangs_on_what_pimc_does_with_a_king(kuhn) -> None:
    """+0.056 if it bets the king after a pass; in its worlds betting and passing look alike."""
    policy = averaged(kuhn, f"{PIMC},vote=value", 20)
    for move in (PASS, BET):
        chances = policy.chances.copy()
        (info,) = policy.sharing[view_of(kuhn, 1, KING, PASS).to_bytes()]
        chances[policy.slots(info)] = np.eye(2)[move]
        gain, _ = payoffs(kuhn, solver.Policy(policy.tree, chances), seat=1)
        assert (gain == pytest.approx(0.056, abs=0.002)) == (move == BET)
