"""Our searches beside OpenSpiel's: the same games, the same work, how many times as fast.

The two sides take turns. Ours is timed through `agent.search(view)`, tree and result included;
theirs through the bot's one call into C++.

Beside each ratio stands a check that both sides do the same work: searches with many seeds
from the same roots must agree on what the moves are worth. MCTSBot tells its values. ISMCTSBot
tells visits only. UCB visits a move until value + c * sqrt(ln N / n) is the same for all, so visits
show by how much a move differs from another, and that is compared. The sides differ in small
things: whether a node counts the visit that made it, and what ends a descent, an edge without
visits (ours) or an information set without a node (theirs).
"""

from __future__ import annotations

import math
import random
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from benchmarks.measuring import SEED, Figure, header, interleaved, line, ratio, verdict
from eminence import engines, search

try:
    import pyspiel
except ImportError:
    pyspiel = None

SIMULATIONS = (1_000, 10_000)
#: searches of one side in one turn: a single short search would time a cold cache
TURN_SIMULATIONS = 50_000
#: OpenSpiel counts in chips and in -1 to 1; our rewards lie in 0 to 1. A wide logistic curve is
#: straight where it is used, with this slope at its centre.
SCALE = 250.0
SLOPE = 1 / (4 * SCALE)

#: searches per side and root in the check
CHECKS = 16
ROOTS = 4
#: in standard errors of a difference of means; some 30 differences are looked at
AGREED = 4.5
#: tolerance for the small things, as a share of the distance from worst to best payoff
SMALL = 0.002

MEMORY_MB = 1024

RATIO_BARS = {("leduc_poker", 1_000): 10, ("leduc_poker", 10_000): 10}
RATIO_BARS[("connect_four", 10_000)] = 10
RATIO_AIM = 15

Values = dict[int, float]


@dataclass(frozen=True)
class Root:
    """One decision on both sides."""

    view: engines.View
    theirs: pyspiel.State


def same_roots(contest: Contest) -> list[Root]:
    """The first decision of a game and some later ones, each of another random game."""
    game, spiel = engines.load(contest.game), pyspiel.load_game(contest.game)
    roots = [random_game(game, spiel, random.Random(SEED))[0]]
    for seed in range(SEED + 1, SEED + ROOTS):
        rng = random.Random(seed)
        later = [root for root in random_game(game, spiel, rng)[1:] if contest.suits(root)]
        # A game may end before anybody decides twice.
        roots += [rng.choice(later)] if later else []
    return roots


def random_game(game: engines.Game, spiel: pyspiel.Game, rng: random.Random) -> list[Root]:
    """Play the same game on both sides; returns the decisions that left a choice."""
    ours, theirs = game.root(), spiel.new_initial_state()
    roots = []
    while not ours.over:
        if ours.player == engines.CHANCE:
            options = [outcome for outcome, _ in ours.outcomes()]
        else:
            options = ours.actions()
            if len(options) > 1:
                roots.append(Root(ours.view(ours.player), theirs.clone()))
        option = rng.choice(options)
        ours.apply(option)
        theirs.apply_action(option)
    return roots


def ends_within(state: pyspiel.State, plies: int) -> bool:
    """Can the game be over after so many moves?"""
    if state.is_terminal() or plies == 0:
        return state.is_terminal()
    return any(ends_within(state.child(move), plies - 1) for move in state.legal_actions())


@dataclass(frozen=True)
class Contest:
    """One game, our search and theirs."""

    game: str
    ours: str
    """Our agent's specification; what it lacks is the number of iterations and the seed."""
    c: float
    """Their exploration constant; ours is part of the specification."""
    payoffs: float
    """The distance from the worst to the best payoff, in the unit of the values."""

    def suits(self, root: Root) -> bool:
        """Do both sides search this root in the same way?"""
        return True

    def our_agent(self, simulations: int, seed: int) -> search.Agent:
        return search.make(f"{self.ours},iterations={simulations},seed={seed}")

    def our_seconds(self, root: Root, simulations: int, seed: int) -> float:
        agent = self.our_agent(simulations, seed)
        begin = time.thread_time()
        result = agent.search(root.view)
        taken = time.thread_time() - begin
        require(result.iterations == simulations, "our search ran other than asked")
        return taken

    def our_moves(self, root: Root, simulations: int, seed: int) -> Sequence[search.Move]:
        return self.our_agent(simulations, seed).search(root.view).moves


class Tree(Contest):
    """UCT beside MCTSBot, which tells what each move was worth."""

    def suits(self, root: Root) -> bool:
        """MCTSBot has no doubt about a move that ends the game: it leaves the term out.

        Where such a move or reply is near, its values differ on purpose.
        """
        return not ends_within(root.theirs, 2)

    def their_bot(self, root: Root, simulations: int, seed: int) -> pyspiel.MCTSBot:
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=seed)
        game = root.theirs.get_game()
        return pyspiel.MCTSBot(game, evaluator, self.c, simulations, MEMORY_MB, False, seed, False)

    def their_seconds(self, root: Root, simulations: int, seed: int) -> float:
        bot = self.their_bot(root, simulations, seed)
        begin = time.thread_time()
        top = bot.mcts_search(root.theirs)
        taken = time.thread_time() - begin
        require(top.explore_count == simulations, "MCTSBot ran other than asked")
        return taken

    def our_values(self, root: Root, simulations: int, seed: int) -> Values:
        return {m.action: m.value for m in self.our_moves(root, simulations, seed)}

    def their_values(self, root: Root, simulations: int, seed: int) -> Values:
        top = self.their_bot(root, simulations, seed).mcts_search(root.theirs)
        return {
            child.action: (1 + child.total_reward / child.explore_count) / 2
            for child in top.children
        }


class InformationSets(Contest):
    """ISMCTS beside ISMCTSBot, which tells visits."""

    def their_bot(self, simulations: int, seed: int) -> pyspiel.ISMCTSBot:
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=seed)
        return pyspiel.ISMCTSBot(seed, evaluator, self.c, simulations)

    def their_seconds(self, root: Root, simulations: int, seed: int) -> float:
        bot = self.their_bot(simulations, seed)
        begin = time.thread_time()
        bot.get_policy(root.theirs)
        return time.thread_time() - begin

    def our_values(self, root: Root, simulations: int, seed: int) -> Values:
        moves = self.our_moves(root, simulations, seed)
        return self.behind({move.action: move.visits for move in moves})

    def their_values(self, root: Root, simulations: int, seed: int) -> Values:
        policy = self.their_bot(simulations, seed).get_policy(root.theirs)
        # The first simulation makes the root and visits no move.
        return self.behind({action: p * (simulations - 1) for action, p in policy})

    def behind(self, visits: dict[int, float]) -> Values:
        """How many chips each move is behind a fixed one, computed from its visits."""
        doubt = self.c * math.sqrt(math.log(sum(visits.values())))
        first = min(visits)
        return {
            action: doubt * (1 / math.sqrt(visits[first]) - 1 / math.sqrt(n))
            for action, n in visits.items()
            if action != first
        }


def information_sets(game: str, c: float, payoffs: float) -> InformationSets:
    """Rewards in chips on both sides, ours made small enough for the straight part."""
    ours = "ismcts:mode=is,loop=closed,selector=ucb,fpu=inf,rollout=random,cut=0,cut_rounds=0"
    score = f"reward=score,center=0,scale={SCALE},c={c * SLOPE}"
    return InformationSets(game, f"{ours},{score}", c, payoffs)


def tree(game: str, c: float) -> Tree:
    """Win shares here, -1 to 1 there: half the range, half the constant."""
    ours = "ismcts:mode=so,selector=ucb,fpu=inf,rollout=random,cut=0,cut_rounds=0"
    return Tree(game, f"{ours},reward=win,c={c / 2}", c, payoffs=1)


def contests() -> list[Tree | InformationSets]:
    return [
        information_sets("kuhn_poker", c=2.0, payoffs=4),
        information_sets("leduc_poker", c=13.0, payoffs=26),
        tree("connect_four", c=1.4),
    ]


def require(kept: bool, broken: str) -> None:
    if not kept:
        raise RuntimeError(broken)


# --- the same work ---


@dataclass(frozen=True)
class Agreement:
    """The difference between the sides that is hardest to explain by luck."""

    errors: float
    """The difference beyond the tolerance, in standard errors."""
    apart: float
    """The largest difference of all, in the unit of the values."""
    compared: int

    @property
    def met(self) -> bool:
        return self.errors <= AGREED

    def text(self) -> str:
        return f"{self.errors:.1f} standard errors, at most {self.apart:.4f} apart"


def agreement(
    contest: Tree | InformationSets, roots: Sequence[Root], simulations: int
) -> Agreement:
    """Compare the mean value of each move over many searches."""
    worst, apart, compared = 0.0, 0.0, 0
    for root in roots:
        ours = [contest.our_values(root, simulations, SEED + i) for i in range(CHECKS)]
        theirs = [contest.their_values(root, simulations, SEED + i) for i in range(CHECKS)]
        require(set(ours[0]) == set(theirs[0]), "the sides know different moves")
        for action in ours[0]:
            mine, others = [v[action] for v in ours], [v[action] for v in theirs]
            difference = abs(statistics.mean(mine) - statistics.mean(others))
            error = math.sqrt((statistics.variance(mine) + statistics.variance(others)) / CHECKS)
            beyond = max(0.0, difference - SMALL * contest.payoffs)
            worst = max(worst, beyond / error if beyond else 0.0)
            apart = max(apart, difference)
            compared += 1
    return Agreement(worst, apart, compared)


# --- beside OpenSpiel ---

BESIDE_COLUMNS = (
    ("game", 14),
    ("simulations", 12),
    ("ours k/s", 15),
    ("OpenSpiel k/s", 15),
    ("ratio", 13),
    ("values agree within", 50),
)


def beside_openspiel(turns: int) -> list[str]:
    """Measure and print each contest; the bars with what was found."""
    if pyspiel is None:
        print("OpenSpiel is not installed (pip install 'eminence[bridge]'): left out.")
        return []
    print(header(BESIDE_COLUMNS))
    bars = []
    for contest in contests():
        roots = same_roots(contest)
        for simulations in SIMULATIONS:
            bars += contest_row(contest, roots, simulations, turns)
    return bars


def rate(
    seconds: Callable[[Root, int, int], float], root: Root, simulations: int, turn: int
) -> float:
    """Simulations per second, over as many searches as can be timed."""
    seeds = range(turn * 1000, turn * 1000 + max(1, TURN_SIMULATIONS // simulations))
    return simulations * len(seeds) / sum(seconds(root, simulations, seed) for seed in seeds)


def contest_row(
    contest: Tree | InformationSets, roots: Sequence[Root], simulations: int, turns: int
) -> list[str]:
    first = roots[0]
    found = interleaved(
        turns,
        [
            lambda turn: rate(contest.our_seconds, first, simulations, turn),
            lambda turn: rate(contest.their_seconds, first, simulations, turn),
        ],
    )
    faster = ratio(found, 0, 1)
    same = agreement(contest, roots, simulations)
    cells = [
        contest.game,
        f"{simulations:,}",
        Figure.of([ours for ours, _ in found]).text(1e3),
        Figure.of([theirs for _, theirs in found]).text(1e3),
        faster.text(),
        same.text(),
    ]
    print(line(cells, BESIDE_COLUMNS), flush=True)
    where = f"{contest.game} at {simulations:,} simulations"
    bars = [verdict(f"{where}: the same values", same.text(), same.met)]
    bar = RATIO_BARS.get((contest.game, simulations))
    if bar is not None:
        aim = f"at least {bar}x OpenSpiel, aim {RATIO_AIM}x"
        bars.append(verdict(f"{where}: {aim}", f"{faster.median:.1f}x", faster.median >= bar))
    return bars
