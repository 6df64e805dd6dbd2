"""What a seat may believe of others, going by how they have played."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest
from benchmark_modules import benchmark

from eminence import engines, search
from eminence.experiments.games.driver import play_game, seated
from eminence.search.beliefs.belief import Belief
from eminence.search.beliefs.believer import Believer, without_record, worth_using
from eminence.search.beliefs.record import Record

GAMES = ("kuhn_poker", "leduc_poker", "goofspiel", "phantom_ttt", "stacks", "royals", "bruges")


def played(
    game: engines.Game, seat: int, seed: int, decisions: int, mover: int | None = None
) -> tuple[engines.State, Record]:
    """A game between players that choose at random, and what a seat has seen of it.

    After so many decisions, or later if a certain seat is to move.
    """
    state, chance = game.root(), engines.Chance(seed)
    bots = [search.Random(seed=seed + each) for each in range(game.seats)]
    record = Record((state.view(seat),))
    while True:
        while state.player == engines.CHANCE:
            state.apply(state.roll(chance))
            record = record.seeing(state.view(seat))
        decisions -= 1
        if state.over or (decisions < 0 and mover in (None, state.player)):
            return state, record
        state.apply(bots[state.player].search(state.view(state.player)).best)
        record = record.seeing(state.view(seat))


def recorded(game: engines.Game, seat: int, seed: int, decisions: int = 40) -> Record:
    """What a seat has seen when it is to move."""
    return played(game, seat, seed, decisions, mover=seat)[1]


def guidance(game: engines.Game) -> object:
    return search.ISMCTS().guidance(game)


def believed(record: Record, worlds: int = 300, seed: int = 1) -> Belief:
    return Believer(worlds).about(record, guidance(record.last.game), seed)


@pytest.mark.parametrize("name", GAMES)
def test_every_world_of_a_belief_fits_what_the_seat_sees(name):
    game = engines.load(name)
    for seat in range(2):
        belief = believed(recorded(game, seat, seed=5), worlds=60)
        worlds = [game.from_bytes(data) for data in belief.worlds_as_bytes()]
        weighted = [world for world, share in zip(worlds, belief.shares(), strict=True) if share]
        assert weighted
        assert {world.view(seat) for world in weighted} == {belief.view}
        assert belief.shares().sum() == pytest.approx(1)


@pytest.mark.parametrize("name", GAMES)
def test_a_belief_goes_on_as_if_it_had_been_made_at_once(name):
    game = engines.load(name)
    record = recorded(game, 0, seed=3, decisions=25)
    step_by_step, at_once = Believer(80), Believer(80)
    for views in range(1, len(record.views) + 1):
        grown = step_by_step.about(Record(record.views[:views]), guidance(game), 9)
    whole = at_once.about(record, guidance(game), 9)
    assert grown.worlds_as_bytes() == whole.worlds_as_bytes()
    assert np.array_equal(grown.shares(), whole.shares())


def test_worlds_are_weighted_by_the_chance_of_what_the_others_did():
    """Bayes' rule, worked out one by one over imagined hands: the policy of a network sums to 1,
    and a fifth of the moves may be any.
    """
    game = engines.load("royals", players=2)
    policy = guidance(game)
    for decisions in range(10, 60):
        state, record = played(game, 0, seed=2, decisions=decisions, mover=1)
        claims = [each for each in state.actions() if state.text(each).startswith("claim")]
        if claims:
            break
    before = record.last
    state.apply(claims[0])
    belief = believed(Record((before,)).seeing(state.view(0)), worlds=6000)
    expected: Counter[tuple[float, ...]] = Counter()
    for seed in range(6000):
        world = before.sample(seed)
        for action, score in zip(world.actions(), policy.scores(world), strict=True):
            after = world.copy()
            after.apply(action)
            if after.view(0) == belief.view:
                expected[hand(after, 0)] += 0.8 * score + 0.2 / len(world.actions())
    found: Counter[tuple[float, ...]] = Counter()
    for data, share in zip(belief.worlds_as_bytes(), belief.shares(), strict=True):
        found[hand(game.from_bytes(data), 0)] += share
    total = sum(expected.values())
    assert len(expected) > 2
    for each in {*expected, *found}:
        assert found[each] == pytest.approx(expected[each] / total, abs=0.03)


def hand(world: engines.State, viewer: int) -> tuple[float, ...]:
    return tuple(world.facts(viewer).values())


def test_a_record_leaves_no_more_open_than_the_view_alone():
    game = engines.load("stacks", players=3)
    record = recorded(game, 0, seed=8, decisions=60)
    alike = without_record(believed(record), guidance(game), 1)
    assert believed(record).effective() <= alike.effective() + 1e-9


def test_a_view_that_fits_no_world_begins_the_belief_anew():
    """A gap in the record, such as a game that was not followed for a while."""
    game = engines.load("royals", players=2)
    record = recorded(game, 0, seed=4)
    torn = Record((record.views[0], record.views[-1]))
    belief = believed(torn, worlds=100)
    assert belief.view == record.last
    fitting = [game.from_bytes(data).view(0) for data in belief.worlds_as_bytes()]
    assert set(fitting) == {record.last}
    assert np.allclose(belief.shares(), 1 / 100)


def test_a_record_is_of_one_seat_in_one_game_and_ends_with_the_view():
    game = engines.load("kuhn_poker")
    record = recorded(game, 0, seed=1, decisions=0)
    earlier = Record(record.views[:1])
    with pytest.raises(engines.BadOption, match="has none"):
        Record(())
    with pytest.raises(engines.BadOption, match="those of one seat"):
        record.seeing(game.root().view(1))
    with pytest.raises(engines.BadOption, match="not the one to answer"):
        search.ISMCTS(iterations=10).search(record.last, record=earlier)
    assert record.seeing(record.last) is record
    assert Record.of([*record.views, record.last]) == record


def test_a_step_that_shows_nothing_leaves_no_trace():
    """The other's mark in phantom tic-tac-toe is invisible; whose turn it is, is not."""
    game = engines.load("phantom_ttt")
    state = game.root()
    views = [state.view(1)]
    for move in (0, 4):
        state.apply(move)
        views.append(state.view(1))
    record = Record.of(itertools.chain.from_iterable([view, view] for view in views))
    assert len(record.views) == len({view.to_bytes() for view in views})


def test_who_does_not_remember_is_given_no_record_and_who_does_gets_all_of_it():
    given: list[Record | None] = []

    class Rememberer(search.Random):
        def remembers(self, game):
            return True

        def search(self, view, limit=None, record=None):
            given.append(record)
            assert record.last == view
            return super().search(view, limit, record)

    class Forgetter(search.Random):
        def search(self, view):
            return super().search(view)

    game = engines.load("leduc_poker")
    seen: list[engines.View] = [game.root().view(0)]
    play_game(game, [Rememberer(), Forgetter()], 3, lambda state, *_: seen.append(state.view(0)))
    assert given
    whole = Record.of(seen)
    assert whole.goes_on(given[-1])


def decisions_of(name: str, spec: str, seed: int, **options: int) -> list[search.Result]:
    game = engines.load(name, **options)
    bots = [seated(search.make(spec), seed, seat) for seat in range(game.seats)]
    said: list[search.Result] = []
    play_game(game, bots, seed, lambda _, __, result: said.append(result) if result else None)
    return [result for result in said if len(result.moves) > 1]


@pytest.mark.slow
def test_searches_draw_from_the_belief_and_say_what_it_was_worth():
    said = decisions_of("royals", "ismcts:iterations=40,belief=yes", 1, players=2)
    worths = [result.believed for result in said if result.believed is not None]
    assert len(worths) > len(said) / 2
    assert max(worths) > 20
    # Where hardly anything is hidden, few worlds are all that there is.
    assert min(worths) >= 0.5


def test_without_a_record_all_worlds_are_alike():
    view = recorded(engines.load("royals", players=2), 0, seed=4).last
    plain = search.make("ismcts:iterations=60").search(view)
    asked = search.make("ismcts:iterations=60,belief=yes").search(view)
    assert asked == plain
    assert asked.believed is None


def test_the_answer_follows_from_view_record_and_seed_alone():
    game = engines.load("royals", players=3)
    record = recorded(game, 0, seed=6, decisions=50)
    bot = search.make("ismcts:iterations=80,belief=yes")
    first = bot.search(record.last, record=record)
    bot.search(record.last)
    bot.search(record.last, record=record.latest(3))
    assert bot.search(record.last, record=record) == first
    assert bot.with_seed(0).search(record.last, record=record) == first


def test_a_belief_of_few_worlds_is_not_used():
    game = engines.load("royals", players=2)
    record = recorded(game, 0, seed=4)
    belief = believed(record, worlds=2)
    many = without_record(believed(record, worlds=500), guidance(game), 1)
    assert many.effective() > 8
    assert not worth_using(belief, many)
    assert worth_using(many, many)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "players", "iterations", "games"), [("royals", 3, 60, 6), ("stacks", 2, 200, 24)]
)
def test_beliefs_foretell_what_others_hold_better_than_the_view(name, players, iterations, games):
    """By the Brier score, in games of the bots; the seeds are those of docs/strength.md."""
    beliefs = benchmark("beliefs")
    game = engines.load(name, players=players)
    bot = search.make(f"ismcts:iterations={iterations}")
    alike, belief, less = beliefs.compared(*beliefs.scores(game, bot, games, seed=1))
    assert belief.value < alike.value
    assert less.high < 0


def test_a_forecast_is_scored_by_the_square_of_its_error():
    beliefs = benchmark("beliefs")
    forecast, shares = np.array([[0.0], [2.0]]), np.array([0.25, 0.75])
    # One or more, and two or more, are each foretold with 75 %.
    assert beliefs.brier(forecast, shares, np.array([1.0])) == (0.25**2 + 0.75**2, 2)
    assert beliefs.brier(forecast, shares, np.array([0.0])) == (2 * 0.75**2, 2)
