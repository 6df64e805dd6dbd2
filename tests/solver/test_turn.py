"""What a hint says of the rest of the turn."""

import pytest

from eminence import engines, search, solver
from eminence.search.api import Agent, Move, Result
from eminence.solver.analysis.turn import BY_CHANCE, GOES_ON, Step, Turn, whole_turn

SHORT = solver.Limit(iterations=200)


def reached(game, seed, wanted):
    """The first view of a greedy game that fits."""
    state, chance = game.root(), engines.Chance(seed)
    state.resolve(chance)
    while not state.over:
        view = state.view(state.player)
        if wanted(view):
            return view
        state.apply(search.Greedy(network="none").search(view).best)
        state.resolve(chance)
    raise AssertionError("no such position")


def offers(begin):
    """Views where more than one move is possible and one begins like this."""

    def wanted(view):
        actions = view.actions()
        return len(actions) > 1 and any(view.text(a).startswith(begin) for a in actions)

    return wanted


@pytest.fixture(scope="module")
def royals():
    return engines.load("royals", players=3)


def turn_of(view, limit=SHORT, **more):
    found = solver.Stream(view, limit, turn=True, **more).finish()
    return found, found.turn


@pytest.mark.parametrize("seed", range(4))
def test_a_turn_can_be_played_as_it_is_told(royals, seed):
    """In any world that fits the view, up to where it passes on or something is revealed."""
    view = reached(royals, seed, offers("take"))
    found, turn = turn_of(view)
    for world in (view.sample(1), view.sample(2)):
        world.apply(found.best.action)
        for step in turn.steps:
            assert world.player == view.seat
            seen = world.view(view.seat)
            action = seen.parse(step.text)
            assert step.note == royals.words.note(seen, action)
            world.apply(action)
        assert turn.stop == BY_CHANCE or world.player != view.seat


def test_it_stops_where_chance_is_next(royals):
    view = reached(royals, 2, offers("draw from the pile"))
    found, turn = turn_of(view, moves=["draw from the pile"])
    assert (turn.steps, turn.stop) == ((), BY_CHANCE)
    assert found.in_words().endswith(f"\n{BY_CHANCE}")


def test_nobodys_secret_changes_it(royals):
    view = reached(royals, 1, offers("take"))
    told = {turn_of(view.sample(seed).view(view.seat))[1] for seed in (1, 2, 3)}
    assert len(told) == 1


def test_without_the_question_there_is_no_answer(royals):
    view = reached(royals, 1, offers("take"))
    assert solver.analyse(view, SHORT).turn is None
    *steps, last = solver.stream(view, SHORT, turn=True)
    assert [step.turn for step in steps[:-1]] == [None] * (len(steps) - 1)
    assert last.turn == turn_of(view)[1]
    assert last.to_dict().keys() == solver.analyse(view, SHORT).to_dict().keys()


def test_a_turn_of_one_move_has_nothing_to_add():
    state = engines.load("connect_four").root()
    found, turn = turn_of(state.view(0))
    assert (turn.steps, turn.stop) == ((), "")
    assert "Then" not in found.in_words()


class First(Agent):
    """Always the first move."""

    name = "first"
    parameters = {}  # noqa: RUF012

    def choose(self, view, actions):
        return Result(actions[0], tuple(Move(view, action) for action in actions))


def test_any_agent_may_go_on(royals):
    view = reached(royals, 1, offers("take"))
    _, turn = turn_of(view, agent=First())
    world = view.sample(1)
    world.apply(turn_of(view, agent=First())[0].best.action)
    for step in turn.steps:
        assert step.text == world.text(world.actions()[0])
        world.apply(world.actions()[0])


def test_a_plan_follows_its_line_and_asks_nobody():
    view = engines.load("wallenstein", players=3).root()
    chance = engines.Chance(4)
    view.resolve(chance)
    view = view.view(view.player)
    assert view.hidden()
    result = search.make("plan:iterations=100").search(view)
    first = next(move for move in result.moves if move.action == result.best)

    def nobody(view):
        raise AssertionError("the plan says what comes next")

    turn = whole_turn(first, nobody)
    assert turn.is_plan
    assert not turn.is_begun
    told = [f"seat {view.seat}: {step.text}" for step in turn.steps]
    assert told == list(first.line[1:])
    assert all(step.note for step in turn.steps)
    lines = turn.lines(Step(first.text, ""))
    assert lines[:2] == ["The whole plan:", f"  {first.text}"]


def test_without_time_it_says_that_there_is_more(royals):
    view = reached(royals, 1, offers("take"))
    move = Move(view, next(a for a in view.actions() if view.text(a).startswith("take")))
    turn = whole_turn(move, lambda view: None)
    assert (turn.steps, turn.stop) == ((), GOES_ON)


def test_moves_that_are_repeated_are_counted():
    step, other = Step("raise an army in York", ""), Step("raise no more", "")
    turn = Turn((step, step, other), "", False, False)
    assert turn.lines(step) == ["Then: raise an army in York (2 times); raise no more."]
