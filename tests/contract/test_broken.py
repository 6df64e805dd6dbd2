"""Impossible positions: a real one with one thing broken is refused or playable."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import pytest
from conformance import breaks
from conformance.cases import Case
from conformance.invariants import broken_by_state, broken_by_step
from conformance.sizes import Sizes
from conformance.walks import Walk, pick
from conformance.worlds import layers

from eminence import engines


@dataclass
class Budget:
    """How many broken positions are tried per option set, and how far all are played."""

    examples: int
    steps: int

    def spend(self, tried: Callable[[int], int]) -> None:
        """Try one example after another until the budget is spent."""
        for seed in range(self.examples):
            self.steps -= tried(seed)
            if self.steps < 0:
                break


@pytest.fixture
def budget(request: pytest.FixtureRequest, sizes: Sizes) -> Budget:
    full = request.config.getoption("--full")
    return Budget(400, 50_000) if full else Budget(sizes.of(12), sizes.of(500))


@pytest.mark.slow
def test_real_games_keep_their_own_invariants(game: engines.Game, sizes: Sizes) -> None:
    for seed in range(sizes.of(2)):
        before = None
        for state in Walk(game, seed):
            assert [*broken_by_state(state)] == []
            assert before is None or [*broken_by_step(before, state)] == []
            before = state.copy()


def test_a_state_with_one_entry_broken_is_refused_or_playable(case: Case, budget: Budget) -> None:
    def tried(seed: int) -> int:
        rng = random.Random(f"{case.id} state {seed}")
        return play_broken(pick(rng, breaks.pool_of(case)), rng, seed)

    budget.spend(tried)


def test_a_view_with_one_entry_broken_is_refused_or_playable(case: Case, budget: Budget) -> None:
    def tried(seed: int) -> int:
        rng = random.Random(f"{case.id} view {seed}")
        return play_broken(breaks.some_view(case, rng), rng, seed)

    budget.spend(tried)


def play_broken(position: breaks.Position, rng: random.Random, seed: int) -> int:
    done, data = breaks.break_record(position, rng)
    return breaks.refused_or_sound(lambda: breaks.reader(position)(data), seed, done)


@pytest.mark.slow
def test_a_position_file_with_one_entry_broken_is_refused_or_playable(
    case: Case, budget: Budget
) -> None:
    def tried(seed: int) -> int:
        rng = random.Random(f"{case.id} file {seed}")
        done, document = breaks.break_file(breaks.some_view(case, rng), rng)
        return breaks.refused_or_sound(lambda: engines.position_from(document), seed, done)

    budget.spend(tried)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("kuhn_poker", {"players": 2}),
        ("kuhn_poker", {"players": 3}),
        ("leduc_poker", {}),
        ("tic_tac_toe", {}),
    ],
)
def test_in_a_small_game_every_accepted_state_is_one_of_its_tree(
    name: str, options: dict[str, int]
) -> None:
    game = engines.load(name, **options)
    tree = {data: s for layer in layers(game, everything, 10_000) for data, (s, _) in layer.items()}
    states = [*tree.values()]
    accepted = 0
    for seed in range(1000):
        rng = random.Random(seed)
        done, data = breaks.break_record(pick(rng, states), rng)
        state = breaks.read_or_refused(partial(game.from_bytes, data))
        accepted += state is not None
        assert state is None or data in tree, f"{done}: {state.to_json()}"
    assert accepted


def everything(state: engines.State) -> bool:
    return True
