"""One seed from every seat, and what many such blocks say."""

import pickle

import numpy as np
import pytest

import engines
import search
from experiments import match as match_module
from experiments.match import Block, Rotation, play_block, play_game, seated
from experiments.summary import interval, summarise


@pytest.fixture
def kuhn():
    return engines.load("kuhn_poker", players=3)


def block_of(*wins, seed=0):
    """A block of made-up games."""
    rotations = [Rotation(seat, win, 2 - win, 5.0, 1.0, 9) for seat, win in enumerate(wins)]
    return Block("greedy", "random", seed, tuple(rotations))


def watch_games(monkeypatch):
    """Let play_block play, and keep who played with which seed and what came of it."""
    watched = []

    def watching(game, agents, seed):
        rolled = []

        def on_step(state, action, result):
            if result is None:
                rolled.append((state.event(), action))

        played = play_game(game, agents, seed, on_step)
        watched.append((list(agents), seed, played, rolled))
        return played

    monkeypatch.setattr(match_module, "play_game", watching)
    return watched


def test_the_candidate_sits_in_every_seat_once(kuhn, monkeypatch):
    games = watch_games(monkeypatch)
    block = play_block(kuhn, "greedy", "random", seed=4)
    assert [rotation.seat for rotation in block.rotations] == [0, 1, 2]
    names = [[agent.name for agent in agents] for agents, *_ in games]
    assert names == [
        ["greedy", "random", "random"],
        ["random", "greedy", "random"],
        ["random", "random", "greedy"],
    ]


def test_all_games_of_a_block_meet_the_same_chance_events(monkeypatch):
    game = engines.load("royals", players=2)
    games = watch_games(monkeypatch)
    play_block(game, "greedy", "random", seed=11)
    (_, first_seed, first, rolled), (_, second_seed, second, rolled_too) = games
    assert first_seed == second_seed == 11
    assert first.final != second.final
    # Before anybody has decided anything, all is alike: the deal.
    dealt = len(game.root().resolve(engines.Chance(seed=11)))
    assert dealt > 0
    assert rolled[:dealt] == rolled_too[:dealt]


def test_seeds_of_agents_differ_by_seat_and_block_and_not_by_game(kuhn, monkeypatch):
    games = watch_games(monkeypatch)
    play_block(kuhn, "greedy", "random", seed=4)
    play_block(kuhn, "greedy", "random", seed=5)
    seeds = [tuple(agent.seed for agent in agents) for agents, *_ in games]
    assert seeds[0] == seeds[1] == seeds[2]
    assert seeds[3] == seeds[4] == seeds[5]
    assert len({*seeds[0], *seeds[3]}) == 6


def test_a_seed_in_the_specification_makes_another_agent_of_it():
    plain, other = search.make("random"), search.make("random:seed=1")
    assert seated(plain, 3, 0) == seated(plain, 3, 0)
    assert seated(plain, 3, 0) != seated(other, 3, 0)


def test_a_seated_agent_keeps_all_but_its_seed():
    agent = search.make("greedy:worlds=3,weights={card:2.5}")
    fresh = seated(agent, 0, 1)
    assert fresh is not agent
    assert (fresh.worlds, fresh.weights) == (agent.worlds, agent.weights)


def test_an_agent_without_a_seed_is_seated_as_it_is():
    class First(search.Agent):
        name = "first"
        parameters = {}  # noqa: RUF012

        def choose(self, view, actions):
            return search.Result(actions[0], tuple(search.Move(view, a) for a in actions))

    game = engines.load("tic_tac_toe")
    block = play_block(game, First(), "random", seed=0)
    assert (block.candidate, block.opponents) == ("first", "random")


def test_a_block_is_the_same_wherever_and_whenever_it_is_played(kuhn):
    first = play_block(kuhn, "greedy", "random", seed=9)
    again = play_block(
        pickle.loads(pickle.dumps(kuhn)), search.make("greedy"), search.make("random"), seed=9
    )
    assert first == again
    assert first != play_block(kuhn, "greedy", "random", seed=10)


def test_a_rotation_says_how_the_candidate_fared(monkeypatch):
    game = engines.load("royals", players=3)
    games = watch_games(monkeypatch)
    block = play_block(game, "greedy", "random", seed=2)
    for rotation, (_, _, played, _) in zip(block.rotations, games, strict=True):
        own = played.returns[rotation.seat]
        others = [r.score for r in played.returns if r is not own]
        assert (rotation.win, rotation.rank, rotation.score) == own
        assert rotation.margin == own.score - max(others)
        assert rotation.decisions == played.decisions


def test_equals_share_the_wins_of_a_block():
    """The same agent everywhere: each game is the same game, seen from each seat in turn."""
    game = engines.load("royals", players=4)
    block = play_block(game, "greedy", "greedy", seed=1)
    assert sum(rotation.win for rotation in block.rotations) == pytest.approx(1)


def test_a_summary_counts_games_and_averages_them():
    blocks = [block_of(1, 0, 1), block_of(1, 1, 1)]
    summary = summarise(blocks)
    assert (summary.games, summary.fair) == (6, pytest.approx(1 / 3))
    assert summary.win == pytest.approx(5 / 6)
    assert summary.rank == pytest.approx(2 - 5 / 6)
    assert summary.margin == 1
    assert summary.low == pytest.approx(2 / 3)
    assert summary.high == 1


def test_the_interval_is_repeatable_and_holds_the_truth_as_often_as_it_says():
    rng = np.random.default_rng(7)
    held = 0
    for trial in range(200):
        means = rng.binomial(2, 0.6, size=50) / 2
        low, high = interval(means, seed=trial)
        assert (low, high) == interval(means, seed=trial)
        held += low <= 0.6 <= high
    assert 0.89 * 200 <= held <= 0.99 * 200


def test_blocks_not_games_are_drawn():
    """Seats that win and lose together leave fewer independent results than there are games."""
    split = summarise([block_of(1, 0) for _ in range(40)])
    together = summarise([block_of(i % 2, i % 2) for i in range(40)])
    assert split.win == together.win == 0.5
    assert (split.low, split.high) == (0.5, 0.5)
    assert together.high - together.low == pytest.approx(4 * 0.5 / np.sqrt(40), rel=0.15)


def test_a_clean_sweep_is_not_reported_as_certain():
    won = summarise([block_of(1, 1) for _ in range(50)])
    assert (won.win, won.high) == (1, 1)
    assert won.low == pytest.approx(0.025 ** (1 / 50))
    lost = summarise([block_of(0, 0) for _ in range(50)])
    assert (lost.low, lost.high) == (0, pytest.approx(1 - 0.025 ** (1 / 50)))


def test_nothing_is_said_of_no_blocks():
    with pytest.raises(engines.BadOption, match="no blocks"):
        summarise([])
