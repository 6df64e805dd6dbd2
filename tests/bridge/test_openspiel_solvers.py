"""The solvers agree with OpenSpiel's: information sets, exploitability, every step of CFR."""

from __future__ import annotations

from typing import Any

import pytest

from eminence import engines, solver
from eminence.solver.equilibria.cfr import Learner

pytestmark = pytest.mark.slow

pyspiel = pytest.importorskip(
    "pyspiel", reason="the optional extra [bridge] (open_spiel) is not installed"
)

#: our name and options, and OpenSpiel's name for the same game
GAMES = {
    "kuhn": ("kuhn_poker", {}, "kuhn_poker"),
    "kuhn of three": ("kuhn_poker", {"players": 3}, "kuhn_poker(players=3)"),
    "leduc": ("leduc_poker", {}, "leduc_poker"),
    "goofspiel of three cards": (
        "goofspiel",
        {"num_cards": 3},
        "turn_based_simultaneous_game(game=goofspiel(num_cards=3))",
    ),
}
#: With four cards OpenSpiel's information states forget which card was bid in which of two
#: rounds that nobody won; ours do not. The futures are the same, and so are the values.
FORGETFUL = (
    "goofspiel",
    {"num_cards": 4},
    "turn_based_simultaneous_game(game=goofspiel(num_cards=4))",
)


class Pair:
    """One game on both sides, with their information sets matched history by history."""

    def __init__(self, name: str, options: dict, theirs: str):
        self.game = engines.load(name, **options)
        self.tree = solver.Tree(self.game)
        self.blank = solver.uniform_policy(self.tree)
        self.spiel = pyspiel.load_game(theirs)
        #: their name of each information set, by what ours was shown
        self.names: dict[tuple[int, int], str] = {}
        self._walk(self.game.root(), engines.Sink(), self.spiel.new_initial_state())

    def _walk(self, ours: Any, sink: Any, theirs: Any) -> None:
        """Match, and note our information sets in the order in which the tree met them."""
        if ours.over:
            assert theirs.is_terminal()
            return
        if ours.player >= 0:
            key = (ours.player, sink.keys[ours.player])
            name = f"{ours.player} {theirs.information_state_string(ours.player)}"
            assert self.names.setdefault(key, name) == name
        options = (
            [o for o, _ in ours.outcomes()] if ours.player == engines.CHANCE else ours.actions()
        )
        assert options == theirs.legal_actions()
        for option in options:
            child, told = ours.copy(), sink.copy()
            child.apply(option, told)
            self._walk(child, told, theirs.child(option))

    def random_policy(self, seed: int) -> solver.Policy:
        """Chances that depend on their name of an information set, and on nothing else."""
        drawn = solver.random_policy(self.tree, seed)
        chances, first = drawn.chances.copy(), {}
        for info, name in enumerate(self.names.values()):
            slots = drawn.slots(info)
            chances[slots] = chances[drawn.slots(first.setdefault(name, info))]
        return solver.Policy(self.tree, chances)

    def their_policy(self, policy: solver.Policy) -> Any:
        """Our policy as one of their tables. The tree lists sets in the order of this walk."""
        table = {}
        actions = policy.tree.slot_actions()
        for info, name in enumerate(self.names.values()):
            slots = policy.slots(info)
            pairs = zip(actions[slots].tolist(), policy.chances[slots].tolist(), strict=True)
            table[name.partition(" ")[2]] = list(pairs)
        return pyspiel.TabularPolicy(table)


@pytest.fixture(scope="module", params=GAMES)
def pair(request: pytest.FixtureRequest) -> Pair:
    return Pair(*GAMES[request.param])


def test_information_sets_are_openspiels(pair: Pair) -> None:
    assert len(set(pair.names.values())) == len(pair.names) == pair.tree.n_infos


def compare(pair: Pair, seed: int) -> None:
    policy = pair.random_policy(seed)
    theirs = pair.their_policy(policy)
    values = pyspiel.expected_returns(pair.spiel.new_initial_state(), theirs, -1, False)
    assert solver.seat_values(policy) == pytest.approx(values, abs=1e-9)
    conv = pyspiel.nash_conv(pair.spiel, theirs, False)
    assert solver.nash_conv(pair.game, policy) == pytest.approx(conv, abs=1e-9)
    if pair.game.seats == 2:
        left = pyspiel.exploitability(pair.spiel, theirs)
        assert solver.exploitability(pair.game, policy) == pytest.approx(left, abs=1e-9)


@pytest.mark.parametrize("seed", range(3))
def test_values_and_nash_conv_of_random_policies_are_openspiels(pair: Pair, seed: int) -> None:
    compare(pair, seed)


@pytest.mark.parametrize("seed", range(3))
def test_values_are_openspiels_where_its_states_forget_more_than_ours(seed: int) -> None:
    pair = Pair(*FORGETFUL)
    assert len(set(pair.names.values())) < len(pair.names) == pair.tree.n_infos
    compare(pair, seed)


@pytest.mark.parametrize("variant", ["vanilla", "plus"])
def test_cfr_takes_openspiels_steps(pair: Pair, variant: str) -> None:
    """The same average policy after some iterations, seen through its NashConv."""
    kind = {"vanilla": pyspiel.CFRSolver, "plus": pyspiel.CFRPlusSolver}[variant]
    theirs, ours = kind(pair.spiel), Learner(pair.tree, variant, 0)
    for iterations in (1, 2, 4):
        for _ in range(iterations):
            theirs.evaluate_and_update_policy()
        ours.run(iterations)
        policy = solver.Policy(pair.tree, ours.average())
        conv = pyspiel.nash_conv(pair.spiel, theirs.average_policy(), False)
        assert solver.nash_conv(pair.game, policy) == pytest.approx(conv, abs=1e-9)


def test_another_policy_is_noticed() -> None:
    """The comparison itself can fail."""
    pair = Pair(*GAMES["kuhn"])
    policy = solver.random_policy(pair.tree, 0)
    chances = policy.chances.copy()
    chances[:2] = [0.51, 0.49]
    theirs = pair.their_policy(solver.Policy(pair.tree, chances))
    conv = pyspiel.nash_conv(pair.spiel, theirs, False)
    assert abs(solver.nash_conv(pair.game, policy) - conv) > 1e-6
