"""Blocks: one seed, played from every seat."""

import pickle

import pytest

from eminence import engines, search
from eminence.experiments.games import block as block_module
from eminence.experiments.games.block import (
    Failure,
    GameFailed,
    play_block,
    reproducible,
    try_block,
)
from eminence.experiments.games.driver import play_game, replay, seated


@pytest.fixture
def kuhn():
    return engines.load("kuhn_poker", players=3)


def watch_games(monkeypatch):
    """Let play_block play, and keep who played with which seed, and the results."""
    watched = []

    def watching(game, agents, seed, on_step):
        rolled = []

        def on_step_too(state, action, result):
            if result is None:
                rolled.append((state.event(), action))
            on_step(state, action, result)

        played = play_game(game, agents, seed, on_step_too)
        watched.append((list(agents), seed, played, rolled))
        return played

    monkeypatch.setattr(block_module, "play_game", watching)
    return watched


@pytest.mark.parametrize(
    ("lineup", "seatings"), [("abb", ["abb", "bab", "bba"]), ("abc", ["abc", "cab", "bca"])]
)
def test_a_line_up_is_played_in_all_seat_rotations(kuhn, monkeypatch, lineup, seatings):
    specs = {"a": "greedy", "b": "random", "c": "greedy:worlds=3"}
    games = watch_games(monkeypatch)
    block = play_block(kuhn, [specs[letter] for letter in lineup], seed=4)
    assert block.lineup == tuple(specs[letter] for letter in lineup)
    assert len(block.games) == 3
    letters = {(a.name, getattr(a, "worlds", None)): k for k, a in _made(specs).items()}
    sat = [
        "".join(letters[agent.name, getattr(agent, "worlds", None)] for agent in agents)
        for agents, *_ in games
    ]
    assert sat == seatings


def _made(specs):
    return {letter: search.make(spec) for letter, spec in specs.items()}


def test_all_games_of_a_block_meet_the_same_chance_events(monkeypatch):
    game = engines.load("royals", players=2)
    games = watch_games(monkeypatch)
    play_block(game, ("greedy", "random"), seed=11)
    (_, first_seed, first, rolled), (_, second_seed, second, rolled_too) = games
    assert first_seed == second_seed == 11
    assert first.final != second.final
    # Before anybody has decided anything, all games are the same: the deal.
    dealt = len(game.root().resolve(engines.Chance(seed=11)))
    assert dealt > 0
    assert rolled[:dealt] == rolled_too[:dealt]


def test_seeds_of_agents_differ_by_seat_and_block_and_not_by_game(kuhn, monkeypatch):
    games = watch_games(monkeypatch)
    play_block(kuhn, ("greedy", "random", "random"), seed=4)
    play_block(kuhn, ("greedy", "random", "random"), seed=5)
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
    block = play_block(game, (First(), "random"), seed=0)
    assert block.lineup == ("first", "random")


def test_a_block_is_the_same_wherever_and_whenever_it_is_played(kuhn):
    first = play_block(kuhn, ("greedy", "random", "random"), seed=9)
    agents = (search.make("greedy"), search.make("random"), "random")
    again = play_block(pickle.loads(pickle.dumps(kuhn)), agents, seed=9)
    assert first == again
    assert first != play_block(kuhn, ("greedy", "random", "random"), seed=10)


def test_a_rotation_says_how_each_of_the_line_up_fared(monkeypatch):
    game = engines.load("royals", players=3)
    games = watch_games(monkeypatch)
    block = play_block(game, ("greedy", "random", "greedy:worlds=3"), seed=2)
    assert len({rotation.scores for rotation in block.games}) > 1
    for turn, (rotation, (_, _, played, _)) in enumerate(zip(block.games, games, strict=True)):
        for position in range(3):
            sat = (position + turn) % 3
            fared = (rotation.wins, rotation.ranks, rotation.scores)
            assert tuple(each[position] for each in fared) == played.returns[sat]
        assert rotation.decisions == played.decisions


@pytest.mark.parametrize("name", ["kuhn_poker", "royals", "goofspiel"])
def test_every_game_can_be_replayed_from_its_moves(name, monkeypatch):
    game = engines.load(name)
    games = watch_games(monkeypatch)
    block = play_block(game, ["random"] * game.seats, seed=8)
    for rotation, (_, _, played, _) in zip(block.games, games, strict=True):
        assert replay(game, rotation.moves) == played.final
        assert not replay(game, rotation.moves[:-1]).over


def test_moves_of_another_game_are_refused(kuhn):
    with pytest.raises(engines.BadData, match="move 1 of kuhn_poker: "):
        replay(kuhn, [0, 77])


def test_equals_share_the_wins_of_a_block():
    """The same agent everywhere: each game is the same game, seen from each seat in turn."""
    game = engines.load("royals", players=4)
    block = play_block(game, ["greedy"] * 4, seed=1)
    assert len({rotation.moves for rotation in block.games}) == 1
    assert sum(rotation.wins[0] for rotation in block.games) == pytest.approx(1)


def test_a_line_up_needs_an_agent_per_seat(kuhn):
    with pytest.raises(engines.BadOption, match="a line-up of 2 agents: kuhn_poker is"):
        play_block(kuhn, ("greedy", "random"), seed=0)


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_bad_seed_is_the_callers_mistake(kuhn, seed):
    with pytest.raises(engines.BadOption, match="seed: expected"):
        try_block(kuhn, ["random"] * 3, seed)


class Failing(search.Random):
    """Plays a few moves, then fails in the given way."""

    name = "failing"

    def __init__(self, moves=0, instead=None, **given):
        super().__init__(**given)
        self.moves, self.instead = moves, instead

    def choose(self, view, actions):
        if view.game.name == "tic_tac_toe" and 9 - len(actions) < self.moves:
            return super().choose(view, actions)
        if self.instead is None:
            raise RuntimeError("I give up\nin two lines")
        return search.Result(self.instead, ())


@pytest.mark.parametrize(
    ("instead", "error"),
    [(None, "RuntimeError: I give up"), (99, "IllegalAction: "), ("b2", "IllegalAction: ")],
)
def test_a_failing_agent_is_named_with_seed_rotation_seat_and_move(monkeypatch, instead, error):
    monkeypatch.setattr(block_module, "seated", lambda agent, seed, seat: agent)
    game = engines.load("tic_tac_toe")
    lineup = ("random:seed=3", Failing(moves=4, instead=instead))
    failure = try_block(game, lineup, seed=6)
    assert failure.error.startswith(error)
    assert "\n" not in str(failure)
    # Seat 1 moves at odd numbers.
    expected = Failure(("random:seed=3", "failing"), 6, failure.error, 0, 1, "failing", 5)
    assert failure == expected
    assert str(failure).startswith("failing failed at seat 1, move 5 of rotation 0, seed 6: ")
    with pytest.raises(GameFailed, match="failing failed at seat 1") as raised:
        play_block(game, lineup, seed=6)
    assert raised.value.failure == failure
    assert raised.value.__cause__ is not None


def test_only_agents_with_a_time_limit_are_not_reproducible():
    assert reproducible("random")
    assert reproducible("ismcts:iterations=100")
    assert not reproducible("ismcts:seconds=0.1")
    assert not reproducible("flat:iterations=100,seconds=0.1")
