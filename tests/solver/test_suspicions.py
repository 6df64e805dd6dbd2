"""What hints tell of the others' hands, going by how they have played."""

from __future__ import annotations

import json
from functools import cache

import pytest

from eminence import engines, search, solver
from eminence.play.main import main
from eminence.play.table.saved_game import SavedGame
from eminence.search.beliefs.believer import Believer, foretold, without_record
from eminence.search.beliefs.record import Record
from eminence.solver.analysis.suspicions import LEAST_SHIFT, Suspicion, suspicions_of
from eminence.solver.recommendation import chance

#: the decision of a person at which much is known of the others
MOVE = 141


@cache
def saved() -> SavedGame:
    """A game of Greedy in all seats, the first of which is a person's in the file."""
    game = engines.load("royals", players=3)
    state, chance, bot = game.root(), engines.Chance(4), search.Greedy(network="none")
    state.resolve(chance)
    moves: list[str] = []
    while len(moves) < MOVE or state.player != 0:
        action = bot.search(state.view(state.player)).best
        moves.append(state.text(action))
        state.apply(action)
        state.resolve(chance)
    return SavedGame(game, ("me", "greedy", "greedy"), 4, tuple(moves))


def suspicions(record: Record | None) -> tuple[Suspicion, ...]:
    return suspicions_of(record, search.ISMCTS(), None)


def test_only_what_the_others_play_has_moved_is_told_the_most_moved_first():
    told = suspicions(saved().record(0))
    shifts = [abs(each.shift) for each in told]
    assert told
    assert shifts == sorted(shifts, reverse=True)
    assert min(shifts) >= LEAST_SHIFT
    assert all(each.share > each.alike for each in told)


def test_nothing_is_told_without_a_record_or_where_nothing_is_hidden():
    assert suspicions(None) == ()
    assert suspicions(Record((saved().record(0).last,))) == ()
    assert suspicions(Record((engines.load("tic_tac_toe").root().view(0),))) == ()


def test_the_fewer_worlds_a_belief_is_worth_the_more_the_view_alone_counts():
    record = saved().record(0)
    guidance = search.ISMCTS().guidance(record.last.game)
    for worlds in (2, 500):
        belief = Believer(worlds).about(record, guidance, 0)
        facts, shares = foretold(belief, without_record(belief, guidance, 0))
        trust = shares[:worlds].sum()
        assert trust == pytest.approx(belief.effective() / (belief.effective() + 10))
        assert shares.sum() == pytest.approx(1)
        assert len(facts) == len(shares) == 2 * worlds


def test_nothing_is_told_in_games_where_play_tells_nothing():
    """In Bruges such forecasts were no better than those by the view alone."""
    game = engines.load("bruges", players=2)
    assert game.words.facts
    assert not game.words.play_tells
    state, chance, record = game.root(), engines.Chance(1), None
    for _ in range(60):
        state.resolve(chance)
        view = state.view(0)
        record = Record((view,)) if record is None else record.seeing(view)
        state.apply(state.actions()[0])
    assert suspicions(record) == ()


def test_equal_records_are_told_alike():
    """A record is made of the seat's own views, and nothing else reaches the adviser."""
    record = saved().record(0)
    copy = Record(tuple(view.game.view_from_bytes(view.to_bytes()) for view in record.views))
    assert suspicions(copy) == suspicions(record)


@pytest.mark.slow
def test_a_hint_tells_it_in_words_with_both_chances(tmp_path, capsys):
    path = tmp_path / "game.json"
    saved().write(path)
    first = suspicions(saved().record(0))[0]
    flags = ["hint", str(path), "--iterations", "300", "--seed", "0"]
    assert main([*flags, "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["suspicions"][0]["fact"] == first.fact
    assert main([*flags, "--numbers"]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "Going by how the others have played (by the cards alone):" in printed
    assert f"{first.text}: {chance(first.share)} ({chance(first.alike)})" in printed


@pytest.mark.slow
def test_the_numbers_say_whether_the_search_used_a_belief():
    record = saved().record(0)
    limit, agent = solver.Limit(iterations=200), "ismcts:belief=yes"
    found = solver.analyse(record.last, limit, agent, record=record)
    assert found.believed is not None
    assert f"worth {found.believed:.0f} different ones" in " ".join(found.why().split())
    blind = solver.analyse(record.last, limit, agent)
    assert blind.believed is None
    assert "all worlds were alike" in " ".join(blind.why().split())
    assert "worlds by how" not in solver.analyse(record.last, limit).why()
