"""Analyses: complete, repeatable, limited to some moves, growing, and stoppable."""

import json
import threading
from itertools import pairwise

import numpy as np
import pytest

from eminence import engines, search, solver
from eminence.cython_ext.errors import BadOption, IllegalAction
from eminence.search.api import Agent, Move, Result
from eminence.search.searcher import Searcher
from eminence.solver.analysis import analysis_stream, analysis_text

SHORT = solver.Limit(iterations=300)


def noughts(*moves):
    state = engines.load("tic_tac_toe").root()
    for move in moves:
        state.apply(state.parse(move))
    return state.view(state.player)


#: x wins with x(0,2); otherwise it must block at x(1,2)
WINNING = ("x(0,0)", "o(1,0)", "x(0,1)", "o(1,1)")


@pytest.fixture(scope="module")
def royals():
    """A view in the middle of a game, with several moves to choose from."""
    state, chance = engines.load("royals", players=3).root(), engines.Chance(3)
    state.resolve(chance)
    for _ in range(59):
        state.apply(search.Greedy(network="none").search(state.view(state.player)).best)
        state.resolve(chance)
    return state.view(state.player)


def plain(analysis):
    """Everything but the time it took."""
    found = analysis.to_dict()
    del found["seconds"]
    return found


@pytest.mark.slow
def test_any_games_first_decision_is_analysed_in_full(game):
    state = game.root()
    state.resolve(engines.Chance(2))
    view = state.view(state.player)
    found = solver.analyse(view, SHORT)
    assert sorted(move.action for move in found.moves) == view.actions()
    assert sum(move.visits for move in found.moves) == found.iterations
    for move in found.moves:
        assert move.text == view.text(move.action)
        assert move.worlds >= 2
        assert sum(value.win for value in move.values) == pytest.approx(1)
        assert 0 <= move.best_share <= 1
        assert move.error >= 0
        assert move.line[0] == f"seat {view.seat}: {move.text}"
    assert found == solver.analyse(view, SHORT)
    assert plain(found) == plain(solver.analyse(view, SHORT))
    assert json.loads(found.to_json()) == json.loads(json.dumps(found.to_dict()))
    assert max(map(len, str(found).splitlines())) <= 100


def test_another_seed_is_another_analysis(royals):
    one, two = (solver.analyse(royals, SHORT, f"ismcts:seed={seed}") for seed in (1, 2))
    assert plain(one)["moves"] != plain(two)["moves"]


def test_the_winning_move_is_best():
    found = solver.analyse(noughts(*WINNING), solver.Limit(iterations=2000))
    assert found.best.text == "x(0,2)"
    assert found.best.values[0].win == 1
    assert found.best.error == 0
    assert found.verdict.kind == "best"
    assert found.verdict.text.startswith("x(0,2) is best of the 4 moves examined (confidence 99")


def test_moves_that_end_alike_are_equal():
    # Whichever of the last two squares o takes, nobody wins.
    view = noughts("x(0,0)", "o(0,1)", "x(0,2)", "o(1,1)", "x(1,0)", "o(2,0)", "x(2,1)")
    limit = solver.Limit(iterations=200, rollouts=10**6, separated=True)
    found = solver.analyse(view, limit)
    names = " and ".join(move.text for move in found.moves)
    assert found.verdict.text == (f"{names} are equal within 0.5 percentage points of win share")
    assert found.rollouts < 10**5


@pytest.mark.slow
def test_mirror_images_are_told_apart_at_most_as_often_as_alpha_says():
    """From worlds to verdicts, with a look after every batch."""
    view, corners, runs = noughts(), ["x(0,0)", "x(0,2)", "x(2,0)", "x(2,2)"], 100
    limit = solver.Limit(iterations=20, rollouts=4000)
    wrong = 0
    for seed in range(runs):
        steps = solver.stream(view, limit, f"ismcts:seed={seed}", corners)
        wrong += any(step.verdict.kind == "best" or beaten(step) for step in steps)
    assert wrong <= 12, "5 are allowed in the mean; 13 or more come once in 600 such tests"


def beaten(analysis):
    """Is any move behind the first for sure?"""
    return any(move.behind and move.behind.low > 0 for move in analysis.moves)


def test_one_legal_move_is_best_for_certain():
    view = noughts("x(0,0)", "o(1,1)", "x(2,2)", "o(0,1)", "x(2,1)", "o(2,0)", "x(0,2)", "o(1,2)")
    found = solver.analyse(view, SHORT)
    assert found.verdict.text == "x(1,0) is best (confidence 100 %)"
    assert found.reasons is None
    assert found.best.values


def test_values_errors_and_shares_are_those_of_the_worlds(royals):
    found = solver.analyse(royals, solver.Limit(iterations=2000), "ismcts:beyond=0")
    assert all(move.leading for move in found.moves), "few enough for this test"
    wins = np.concatenate(found.sample.worths)
    assert len(wins) == found.worlds
    best = wins >= wins.max(axis=1, keepdims=True) - 1e-9
    for column, action in enumerate(found.sample.leaders):
        move = next(m for m in found.moves if m.action == action)
        assert move.values[royals.seat].win == pytest.approx(wins[:, column].mean())
        assert move.error == pytest.approx(wins[:, column].std(ddof=1) / len(wins) ** 0.5)
        share = (best[:, column] / best.sum(axis=1)).mean()
        assert move.best_share == pytest.approx(share)
    assert sum(move.best_share for move in found.moves) == pytest.approx(1)


def test_leads_over_rivals_are_those_of_the_same_worlds(royals):
    found = solver.analyse(royals, solver.Limit(iterations=2000))
    wins = np.concatenate(found.sample.worths)
    assert found.best.behind is None
    first = wins[:, found.sample.leaders.index(found.best.action)]
    for move in found.moves[1:]:
        lead = first - wins[:, found.sample.leaders.index(move.action)]
        assert move.behind.mean == pytest.approx(lead.mean())
        assert move.behind.low < move.behind.mean < move.behind.high


def test_rivals_that_are_clearly_beaten_are_not_played_out_for_ever():
    found = solver.analyse(noughts(*WINNING), solver.Limit(iterations=100, rollouts=20_000))
    worlds = [move.worlds for move in found.moves]
    assert worlds[0] == found.worlds
    assert min(worlds[1:4]) < max(worlds[1:4])
    assert found.rollouts > 19_900


def standings(analysis):
    """What rows are ordered by: win share, rank and points, or chips alone."""
    ends = [move.values[analysis.view.seat] for move in analysis.moves]
    if analysis.view.game.search.get("reward") == "score":
        return [(round(end.score, 9),) for end in ends]
    return [(round(end.win, 9), round(-end.rank, 9), round(end.score, 9)) for end in ends]


def is_explained(analysis):
    """A better row below a worse one always has a reason beside it."""
    seen = standings(analysis)
    higher = [any(own > above for above in seen[:i]) for i, own in enumerate(seen)]
    assert [move.why_below is not None for move in analysis.moves] == higher
    return analysis


@pytest.mark.parametrize("seed", range(3))
def test_moves_are_shown_by_win_share_behind_the_one_to_play(game, seed):
    state = game.root()
    chance = engines.Chance(seed)
    state.resolve(chance)
    for _ in range(10 * seed):
        state.apply(state.actions()[-1])
        state.resolve(chance)
        if state.over:
            return
    found = is_explained(solver.analyse(state.view(state.player), SHORT))
    first, *others = found.moves
    leading = [move.leading for move in found.moves]
    assert leading == sorted(leading, reverse=True), "the leading ones before the rest"
    for part in (True, False):
        behind = [m.values[state.player].win for m in others if m.leading is part]
        assert behind == sorted(behind, reverse=True)
    assert found.best is first
    assert found.verdict.moves[0] == first.text
    assert first.text in found.verdict.text


def test_every_step_of_a_stream_names_a_move_and_explains_its_order(royals):
    for step in solver.stream(royals, SHORT):
        is_explained(step)
        assert step.verdict.moves[0] == step.best.text
        assert step.best.text in step.verdict.text


@pytest.mark.parametrize("agent", ["ismcts", "flat", "pimc:trees=4", "greedy", "plan"])
def test_the_first_move_is_what_the_agent_plays_unless_another_is_surely_better(agent, royals):
    for view in (royals, noughts("x(0,0)"), a_bid()):
        found = solver.analyse(view, SHORT, agent)
        bot = search.make(agent)
        limits = (search.Limit(iterations=300),) if isinstance(bot, Searcher) else ()
        choice = bot.search(view, *limits).best
        rivals = [move for move in found.moves if move.action == choice]
        beaten = found.best.action != choice and rivals[0].behind.low > 0
        assert found.best.action == choice or beaten


def a_bid():
    """Secret moves: a bot draws among those that it cannot tell apart."""
    state, chance = engines.load("goofspiel", num_cards=5).root(), engines.Chance(1)
    state.resolve(chance)
    return state.view(0)


def test_an_agent_that_looks_at_no_moves_leaves_the_choice_to_the_rollouts():
    found = solver.analyse(noughts(*WINNING), solver.Limit(iterations=2000), "random")
    assert found.best.text == "x(0,2)"


def of_shares(monkeypatch, view, *rows, worlds=300):
    """An analysis whose moves win with these shares, by an agent that prefers the last ones."""
    wins = dict(rows)

    def roll_out(view, _, actions, seed, first, count, rolls, deadline, cancel, ends, *rest):
        worlds = np.arange(first, first + count)
        for column, action in enumerate(actions):
            share = wins.get(view.text(int(action)), 0)
            ends[:count, column, view.seat, 0] = worlds % 10 < 10 * share
        return count

    monkeypatch.setattr("eminence.solver.analysis.rollout_statistics.roll_out", roll_out)
    return solver.analyse(view, solver.Limit(iterations=200, rollouts=worlds), Backwards())


def test_a_higher_share_below_the_first_move_is_marked_and_explained(monkeypatch):
    """The agent's choice is x(2,2); three others lead, x(2,1) wins more and not for sure."""
    view = noughts(*WINNING)
    found = of_shares(monkeypatch, view, ("x(2,2)", 0.2), ("x(2,1)", 0.3), ("x(2,0)", 0.1))
    texts = [(move.text, move.why_below) for move in found.moves]
    assert texts[:3] == [("x(2,2)", None), ("x(2,1)", analysis_text.UNSURE), ("x(2,0)", None)]
    shown = found.summary()
    (row,) = [line for line in shown.splitlines() if line.startswith("2  x(2,1) ")]
    assert " % + " in row
    assert shown.endswith(f"\n+ {analysis_text.UNSURE}")
    assert found.verdict.text == "x(2,2) so far, not separated from x(2,1) yet"
    assert found.to_dict()["moves"][1]["why_below"] == analysis_text.UNSURE


def test_moves_that_were_hardly_tried_stand_last_and_say_so(monkeypatch):
    view = noughts()
    found = of_shares(monkeypatch, view, ("x(2,2)", 0.5), ("x(0,1)", 0.9))
    hardly = [move for move in found.moves if not move.leading]
    assert hardly[0].text == "x(0,1)"
    assert hardly[0].why_below == analysis_text.TOO_FEW
    assert found.summary().endswith(f"\n* {analysis_text.TOO_FEW}")
    assert analysis_text.TOO_FEW not in found.summary(rows=3), "no note on rows that are not shown"


def test_shares_of_other_worlds_are_explained_as_such():
    behind = solver.Lead(0.1, 0.01, 0.2)
    assert analysis_stream._why_below(behind) == analysis_text.OTHER_WORLDS


@pytest.mark.parametrize("agent", ["ismcts", "flat", "pimc:trees=4", "greedy", "random"])
def test_moves_can_be_restricted_and_forbidden(agent):
    view = noughts(*WINNING)
    only = solver.analyse(view, SHORT, agent, moves=["x(2,0)", view.parse("x(1,2)")])
    assert {move.text for move in only.moves} == {"x(2,0)", "x(1,2)"}
    without = solver.analyse(view, SHORT, agent, moves=solver.all_but(view, ["x(0,2)"]))
    assert {move.text for move in without.moves} == {"x(1,2)", "x(2,0)", "x(2,1)", "x(2,2)"}
    if agent not in ("greedy", "random"):
        assert without.best.text == "x(1,2)"
        assert sum(move.visits for move in without.moves) == without.iterations


def test_moves_that_are_not_legal_are_refused_with_those_that_are():
    view = noughts(*WINNING)
    with pytest.raises(IllegalAction, match="illegal action 0 for seat 0: choose"):
        solver.analyse(view, SHORT, moves=[0])
    with pytest.raises(IllegalAction, match="did you mean"):
        solver.analyse(view, SHORT, moves=["x(1,1)"])
    with pytest.raises(BadOption, match="name one at least"):
        solver.analyse(view, SHORT, moves=[])
    with pytest.raises(BadOption, match="expected a list"):
        solver.analyse(view, SHORT, moves="x(0,2)")
    with pytest.raises(BadOption, match="leave one at least"):
        solver.all_but(view, view.actions())


def test_only_the_movers_view_is_analysed(royals):
    state = royals.sample(1)
    with pytest.raises(TypeError, match="never a State"):
        solver.analyse(state, SHORT)
    with pytest.raises(IllegalAction, match="is to move"):
        solver.analyse(state.view((royals.seat + 1) % 3), SHORT)


def test_all_worlds_behind_a_view_get_the_same_analysis(royals):
    first, second = (royals.sample(seed).view(royals.seat) for seed in (1, 2))
    assert plain(solver.analyse(first, SHORT)) == plain(solver.analyse(second, SHORT))


def test_limits_of_searches_and_of_agents_do_as_well(royals):
    by_search = solver.analyse(royals, search.Limit(iterations=300))
    assert by_search == solver.analyse(royals, SHORT)
    assert solver.analyse(royals, agent="ismcts:iterations=300").iterations == 300
    with pytest.raises(BadOption, match="limit=5: pass solver"):
        solver.analyse(royals, 5)
    with pytest.raises(BadOption, match="rollouts=0"):
        solver.Limit(rollouts=0)


def test_rollouts_are_limited_apart_from_the_search(royals):
    found = solver.analyse(royals, solver.Limit(iterations=100, rollouts=5000))
    assert found.iterations == 100
    assert 4900 <= found.rollouts <= 5000


def test_an_analysis_ends_once_the_moves_are_separated():
    limit = solver.Limit(iterations=200, rollouts=10**7, separated=True)
    found = solver.analyse(noughts(*WINNING), limit)
    assert found.verdict.kind == "best"
    assert found.rollouts < 10**4


@pytest.mark.slow
def test_time_is_kept(royals):
    found = solver.analyse(royals, solver.Limit(seconds=0.3))
    assert found.iterations > 0
    assert found.rollouts > 0
    assert 0.29 < found.seconds < 1.5


def test_a_stream_grows_and_ends_with_the_analysis(royals):
    steps = list(solver.stream(royals, SHORT))
    assert len(steps) >= 5
    for before, after in pairwise(steps):
        assert (after.iterations, after.rollouts) >= (before.iterations, before.rollouts)
        assert after.rollouts >= before.rollouts
    assert steps[0].iterations == 0
    assert all(move.values for move in steps[0].moves)
    assert all(str(step) and step.to_json() for step in steps)
    assert steps[-1] == solver.analyse(royals, SHORT)


def test_a_stream_can_be_left_and_cancelled_between_steps(royals):
    running = solver.stream(royals, solver.Limit(iterations=10**9))
    first = next(running)
    running.cancel()
    assert list(running) == []
    assert first.best.values
    early = solver.stream(royals, solver.Limit(iterations=10**9))
    early.cancel()
    (only,) = early
    assert only.worlds == 0
    assert only.best.values == ()
    assert "-" in str(only)
    assert only.to_png().startswith(b"\x89PNG")


@pytest.mark.parametrize("agent", ["ismcts", "flat", "pimc"])
def test_a_stream_can_be_cancelled_from_another_thread(royals, agent):
    running = solver.Stream(royals, solver.Limit(iterations=10**9), agent)
    next(running)
    timer = threading.Timer(0.1, running.cancel)
    timer.start()
    last = running.finish()
    timer.join()
    assert 0 < last.iterations < 10**9
    assert last.seconds < 20


def test_an_agent_is_left_as_it_was(royals):
    agent = search.ISMCTS(iterations=200, reuse="yes")
    before = agent.search(royals)
    again = search.ISMCTS(iterations=200, reuse="yes")
    solver.analyse(royals, SHORT, again)
    assert again.search(royals) == before


class Stubborn(Agent):
    """A user's own agent: always the last move."""

    name = "stubborn"
    parameters = {}  # noqa: RUF012

    def choose(self, view, actions):
        moves = tuple(Move(view, a, visits=int(a == actions[-1])) for a in actions)
        return Result(actions[-1], moves)


class Backwards(Agent):
    """Looks at every move, at the last one most."""

    name = "backwards"
    parameters = {}  # noqa: RUF012

    def choose(self, view, actions):
        moves = tuple(Move(view, a, visits=i) for i, a in enumerate(actions))
        return Result(actions[-1], moves)


def test_any_agent_may_propose_the_leading_moves(royals):
    found = solver.analyse(royals, SHORT, Stubborn())
    assert found.best.action == royals.actions()[-1]
    assert found.agent == "stubborn"


def test_the_picture_is_the_same_for_the_same_analysis(royals):
    one, two = (solver.analyse(royals, SHORT).to_png() for _ in range(2))
    assert one.startswith(b"\x89PNG")
    assert one == two
