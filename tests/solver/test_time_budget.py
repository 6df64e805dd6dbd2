"""How the time of a hint is shared, with a clock that moves only when something is done."""

import pytest

from eminence import engines, search, solver
from eminence.search.api import Move, Result
from eminence.search.searcher import Searcher
from eminence.solver.analysis import analysis_stream, rollout_statistics

#: what a world of rollouts costs, in seconds of that clock
WORLD = 0.004


class FakeClock:
    def __init__(self, monkeypatch):
        self.now = 0
        monkeypatch.setattr(analysis_stream, "clock_ns", lambda: self.now)
        monkeypatch.setattr("eminence.search.searcher.clock_ns", lambda: self.now)
        monkeypatch.setattr(rollout_statistics, "roll_out", self.roll_out)

    @property
    def seconds(self):
        return self.now / 1e9

    def spend(self, seconds):
        self.now += int(1e9 * seconds)

    def roll_out(self, view, _, tried, seed, first, count, rolls, deadline, cancel, ends, *rest):
        """As long as there is time, and one world at the least, as the real one."""
        done = 0
        while done < count and not (done and 0 <= deadline <= self.now):
            ends[done, :, view.seat] = [[(first + done + i) % 2, 1, 9, 0.5] for i in tried]
            self.spend(WORLD)
            done += 1
        return done


class Timed(Searcher):
    """Uses all the time that it is given."""

    name = "timed"
    parameters = search.ISMCTS.parameters
    clock: FakeClock
    given: list

    def explore(self, view, actions, budget):
        if self.clock.now < budget.deadline:
            self.given.append((budget.deadline - self.clock.now) / 1e9)
            self.clock.now = budget.deadline
        return Result(actions[1], tuple(Move(view, a, visits=1) for a in actions), 1)


@pytest.fixture
def clock(monkeypatch):
    clock = FakeClock(monkeypatch)
    monkeypatch.setattr(Timed, "clock", clock, raising=False)
    monkeypatch.setattr(Timed, "given", [], raising=False)
    return clock


def a_turn():
    """Raising armies in Blood of Kings takes many decisions."""
    state, chance = engines.load("blood_of_kings", players=3).root(), engines.Chance(7)
    state.resolve(chance)
    while True:
        view = state.view(state.player)
        if sum(view.text(action).startswith("raise an army") for action in view.actions()) > 2:
            return view
        state.apply(search.Greedy(network="none").search(view).best)
        state.resolve(chance)


@pytest.mark.parametrize("turn", [False, True])
@pytest.mark.parametrize("seconds", [0.2, 1.0, 5.0])
def test_the_time_is_used_and_not_exceeded_by_more_than_a_world(clock, seconds, turn):
    found = solver.Stream(a_turn(), solver.Limit(seconds=seconds), Timed(), turn=turn).finish()
    assert seconds <= clock.seconds <= seconds + WORLD
    assert found.seconds == clock.seconds
    assert (found.turn is not None) == turn


def test_search_rollouts_and_the_turn_have_their_shares(clock):
    solver.Stream(a_turn(), solver.Limit(seconds=1), Timed(), turn=True).finish()
    whole, *steps = Timed.given
    assert whole == pytest.approx(1 / 2 - 1 / 8, abs=WORLD), "behind the survey, up to the half"
    assert len(steps) > 1
    assert sum(steps) <= 1 / 8 + WORLD
    assert steps == sorted(steps, reverse=True), "each has a share of what is left"


def test_where_a_world_takes_longer_than_the_whole_time_it_ends_after_two(clock, monkeypatch):
    monkeypatch.setattr(f"{__name__}.WORLD", 2.0)
    found = solver.Stream(a_turn(), solver.Limit(seconds=0.2), Timed(), turn=True).finish()
    assert found.worlds <= 2
    assert found.recommendation.moves


def test_reasons_that_nobody_can_be_sure_of_cost_no_confidence_sequences(monkeypatch):
    """They were most of what came late: hundreds of splits of some ten thousand worlds."""
    import numpy as np

    from eminence.solver.analysis import reasons

    made = []

    class Counted(reasons.Difference):
        def __init__(self, alpha):
            made.append(alpha)
            super().__init__(alpha)

    monkeypatch.setattr(reasons, "Difference", Counted)
    rng = np.random.default_rng(1)
    facts = rng.integers(0, 6, (16384, 33)).astype(float)
    lead = rng.choice([-1.0, 0.0, 1.0], len(facts), p=[0.345, 0.33, 0.325])
    reasons.flips(facts, [f"fact {i}" for i in range(33)], lead, 0.01)
    assert len(made) <= reasons.MOST_TRIED
