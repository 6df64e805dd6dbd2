"""One game between agents."""

import pytest

from eminence import engines, search
from eminence.experiments.games.driver import play_game


@pytest.fixture
def kuhn():
    return engines.load("kuhn_poker", players=3)


def bots(n):
    return [search.Random(seed=seat) for seat in range(n)]


def test_a_game_is_the_same_for_the_same_seed(kuhn):
    first, second = (play_game(kuhn, bots(3), seed=5) for _ in range(2))
    assert first == second
    assert first.final.over
    assert first.returns == tuple(first.final.returns())


def test_the_watcher_sees_each_step_before_it_is_played(kuhn):
    replay = kuhn.root()

    def on_step(state, action, result):
        assert state == replay
        assert (result is None) == (state.player == engines.CHANCE)
        assert result is None or result.best == action
        replay.apply(action)

    played = play_game(kuhn, bots(3), seed=1, on_step=on_step)
    assert replay == played.final


def test_every_agent_is_asked_for_its_own_seat_only(kuhn):
    asked = []

    class Spy(search.Random):
        def search(self, view):
            asked.append((self.seed, view))
            return super().search(view)

    played = play_game(kuhn, [Spy(seed=seat) for seat in range(3)], seed=2)
    assert len(asked) == played.decisions
    for seat, view in asked:
        assert isinstance(view, engines.View)
        assert view.seat == view.player == seat


def test_one_agent_per_seat(kuhn):
    with pytest.raises(engines.BadOption, match="2 agents for 3 seats of kuhn_poker"):
        play_game(kuhn, bots(2), seed=0)


def test_the_seed_must_be_a_seed(kuhn):
    with pytest.raises(engines.BadOption, match="seed: expected"):
        play_game(kuhn, bots(3), seed=-1)
