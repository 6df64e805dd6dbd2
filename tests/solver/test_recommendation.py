"""What a hint says first, and the sentences behind it."""

import pytest

from eminence import engines, solver
from eminence.cython_ext.results import Return
from eminence.cython_ext.text_lines import laid_out_for
from eminence.search.api import Move
from eminence.solver.analysis.analysis import Analysis, RankedMove
from eminence.solver.analysis.confidence import Lead, Verdict
from eminence.solver.analysis.reasons import Effect, Flip, Reasons
from eminence.solver.analysis.rollout_statistics import Sample
from eminence.solver.recommendation import Recommendation, amount, chance, points

#: only its being there matters: some moves were compared
SAMPLE = Sample((), {}, (), ())


def royals(players=3):
    state, found = engines.load("royals", players=players).root(), engines.Chance(3)
    state.resolve(found)
    while len(state.actions()) < 3:
        state.apply(state.actions()[0])
        state.resolve(found)
    return state.view(state.player)


@pytest.fixture(scope="module")
def view():
    return royals()


def analysis(view, rows, kind="best", named=None, sample=SAMPLE, reasons=None):
    """Advice on the first legal moves; a row is (win share, rank, score) and how far it is behind.

    The others share the rest of the win.
    """
    seats, seat = view.game.seats, view.seat
    moves = []
    for action, (win, rank, score, behind) in zip(view.actions(), rows, strict=False):
        values = [Return((1 - win) / (seats - 1), 2.0, 10.0)] * seats
        values[seat] = Return(win, rank, score)
        lead = None if behind is None else Lead(behind, behind - 0.01, behind + 0.01)
        text = view.text(action)
        known = (0.01, 0.5, 99, sample is not None, lead, None, None, Move(view, action))
        moves.append(RankedMove(action, text, 9, tuple(values), *known))
    count = len(moves) if named is None else named
    names = tuple(move.text for move in moves[:count])
    verdict = Verdict(kind, names)
    found = Analysis(view, "ismcts", tuple(moves), verdict, 9, 9, 9, (), 0.1, sample)
    found.__dict__["reasons"] = reasons
    return found


def said(*given, **more):
    """The recommendation's kind and what its first line adds to "Play X."."""
    found = analysis(*given, **more)
    words = found.recommendation
    assert words.moves[0] == found.best.text
    assert words.sentences[0].startswith(f"Play {found.best.text}. ")
    assert 1 <= len(words.sentences) <= 5
    return words.kind, words.sentences[0].removeprefix(f"Play {found.best.text}. ")


def text(view, place):
    return view.text(view.actions()[place])


# --- what the first line says ---


def test_a_clear_lead_names_what_was_examined(view):
    rows = [(0.5, 1.5, 90, None), (0.3, 2, 80, 0.2)]
    legal = len(view.actions())
    assert legal > 2
    assert said(view, rows, named=1) == ("best", "It is clearly best of the 2 moves examined.")
    everything = [(0.5, 1.5, 90, None), *[(0.3, 2, 80, 0.2)] * (legal - 1)]
    assert said(view, everything, named=1)[1] == f"It is clearly best of all {legal} moves."


def test_a_small_lead_that_is_sure_is_told_as_small(view):
    rows = [(0.5, 1.5, 90, None), (0.49, 2, 80, 0.01)]
    assert said(view, rows, named=1) == (
        "ahead",
        f'It is slightly ahead of "{text(view, 1)}", best of the 2 moves examined.',
    )


@pytest.mark.parametrize(
    ("behind", "kind", "claim"),
    [
        (0.2, "ahead", "It is ahead of {}, but not for sure."),
        (0.02, "ahead", "It is slightly ahead of {}, but not for sure."),
        (0.001, "equal", "It and {} are equal, as far as can be told."),
        (-0.01, "equal", "It and {} are equal, as far as can be told."),
        (-0.1, "equal", "{} may be better: so far it won more of the games that were played out."),
    ],
)
def test_what_is_not_separated_yet_is_told_by_the_lead_so_far(view, behind, kind, claim):
    rows = [(0.5, 1.5, 90, None), (0.5 - behind, 2, 80, behind)]
    rival = f'"{text(view, 1)}"'
    assert said(view, rows, kind="open", named=2) == (kind, claim.format(rival))


def test_equal_moves_are_named():
    view, row = royals(), (0.4, 2, 80, 0.001)
    rows = [(0.4, 2, 80, None), row, row]
    one, two = (f'"{text(view, place)}"' for place in (1, 2))
    assert said(view, rows, kind="equal", named=2) == ("equal", f"It and {one} are equal.")
    assert said(view, rows, kind="equal", named=3) == ("equal", f"It, {one} and {two} are equal.")


def test_a_won_and_a_lost_position_are_told_as_such(view):
    won = [(1.0, 1, 90, None), (0.995, 1, 80, 0.001)]
    assert said(view, won, kind="open", named=2) == (
        "won", "You win with any of the 2 moves examined.",
    )  # fmt: skip
    lost = [(0.0, 2, 64, None), (0.0, 3, 34, 0.02)]
    assert said(view, lost, named=1) == (
        "lost", "You can hardly win any more with any of the 2 moves examined.",
    )  # fmt: skip
    told = f'You can expect place 2 and 64 points, after "{text(view, 1)}" place 3 and 34 points.'
    assert told in analysis(view, lost).recommendation.sentences
    assert said(view, [won[0], (0.9, 1, 80, 0.1)], named=1)[0] == "best", "the choice matters"


def test_a_single_move_says_whether_there_are_others(view):
    rows = [(0.5, 1.5, 90, None)]
    assert said(view, rows, sample=None) == ("only", "No other was looked at.")
    state = engines.load("tic_tac_toe").root()
    for square in ("x(0,0)", "o(1,1)", "x(2,2)", "o(0,1)", "x(2,1)", "o(2,0)", "x(0,2)", "o(1,2)"):
        state.apply(state.parse(square))
    forced = solver.analyse(state.view(0), solver.Limit(iterations=50))
    assert forced.recommendation.sentences[0] == "Play x(1,0). It is your only move."


def test_before_there_is_anything_to_say_it_says_so(view):
    running = solver.stream(view, solver.Limit(iterations=100))
    first = next(running)
    assert first.recommendation.kind == "open"
    assert first.recommendation.sentences[0].endswith("The moves have hardly been compared yet.")
    nothing = solver.stream(view, solver.Limit(iterations=100))
    nothing.cancel()
    (only,) = nothing
    words = only.recommendation.sentences
    assert words[0].endswith("There was no time to compare it with other moves.")


def test_a_move_that_begins_with_play_is_not_played_twice():
    found = Recommendation.of("best", ["play Carpenter"], "It is best.", ["", "Why."])
    assert found.sentences == ("Play Carpenter. It is best.", "Why.")


# --- why ---


def effect(seat, source, difference, error=0.01):
    return Effect(seat, source, 5 + difference, 5, error)


def why(view, effects=(), flips=(), rows=((0.5, 1.5, 90, None), (0.3, 2, 80, 0.2))):
    reasons = Reasons("best", "its rival", tuple(effects), tuple(flips))
    return analysis(view, rows, named=1, reasons=reasons).recommendation.sentences[1:]


def test_effects_are_told_by_source_what_brings_most_first(view):
    me, other = view.seat, (view.seat + 1) % 3
    found = why(
        view,
        [
            effect(me, "Titles", -2.04),
            effect(me, "Periods", 1),
            effect(me, "Noble House", 12.3),
            effect(other, "Periods", -1.96),
            effect(other, "Titles", 1.2),
        ],
    )
    assert found[0] == (
        'Compared with "its rival" you can expect 12 more points from Noble House and 1 more from '
        "Periods, but 2 fewer from Titles, "
        f"and seat {other} can expect 2 fewer points from Periods."
    )


def test_one_point_is_one_point_and_others_may_be_alone(view):
    other = (view.seat + 1) % 3
    assert why(view, [effect(other, "Titles", 1)])[0] == (
        f'Compared with "its rival" seat {other} can expect 1 more point from Titles.'
    )


def test_effects_that_luck_or_nobody_would_notice_are_left_out(view):
    assert not any(
        "Compared" in words
        for words in why(view, [effect(view.seat, "Titles", 3, 2), effect(0, "Periods", 0.1)])
    )


@pytest.mark.parametrize(
    ("fact", "at_least", "bound", "told"),
    [
        ("seat 1: France cards", True, 3, "seat 1 has 3 or more France cards"),
        ("seat 1: France cards", False, 2, "seat 1 has at most 2 France cards"),
        ("seat 1: France cards", False, 0, "seat 1 has no France cards"),
        ("seat 2: a county in palace", True, 1, "seat 2 has a county in palace"),
        ("seat 2: a county in palace", False, 0, "seat 2 has no county in palace"),
        ("unseen bluffs", True, 2, "there are 2 or more unseen bluffs"),
    ],
)
def test_a_hidden_fact_that_turns_the_choice_is_a_belief(view, fact, at_least, bound, told):
    flip = Flip(fact, at_least, bound, 0.29, 0.1, 0.05, 0.2)
    assert f'Unless {told} (29 %): then "its rival" is better.' in why(view, flips=[flip])


@pytest.mark.parametrize(
    ("win", "told"),
    [
        (0.6, "You are ahead: 60 % to win, seat {} 20 %."),
        (0.1, "You are behind: 10 % to win, seat {} 45 %."),
        (0.34, "It is close: 34 % to win, seat {} 33 %."),
        (0.999, "You are ahead: over 99 % to win, seat {} under 1 %."),
    ],
)
def test_it_says_where_the_seat_stands(view, win, told):
    rival = min(seat for seat in range(3) if seat != view.seat)
    rows = [(win, 2, 80, None), (win / 2, 2, 80, 0.2)]
    assert told.format(rival) in why(view, rows=rows)


def test_in_games_for_chips_it_says_what_to_expect():
    state = engines.load("kuhn_poker").root()
    state.resolve(engines.Chance(1))
    view = state.view(0)
    for score, told in ((1.25, "win 1.2 chips"), (-1, "lose 1 chip"), (0.01, "come out even")):
        found = analysis(view, [(0, 2, score, None), (0, 2, -2, 0.2)], named=1)
        assert found.recommendation.kind == "best", "a lost hand may cost more or less"
        assert f"You can expect to {told}." in found.recommendation.sentences


def test_the_games_note_on_the_move_is_one_of_the_sentences(view):
    rows = [(0.5, 1.5, 90, None), (0.3, 2, 80, 0.2)]
    found = analysis(view, rows, named=1)
    note = found.best.note
    assert note
    assert f"{note[:1].upper()}{note[1:]}." in found.recommendation.sentences


def test_json_has_the_recommendation(view):
    found = analysis(view, [(0.5, 1.5, 90, None), (0.3, 2, 80, 0.2)], named=1)
    assert found.to_dict()["recommendation"] == {
        "kind": "best",
        "moves": [found.best.text],
        "sentences": list(found.recommendation.sentences),
    }


def test_numbers_are_said_as_people_say_them():
    assert [amount(x) for x in (12.34, 3.04, -0.04, 9.96, 0.26)] == ["12", "3", "0", "10", "0.3"]
    assert [points(x) for x in (1.01, 2, 0.5)] == ["1 point", "2 points", "0.5 points"]
    assert [chance(x) for x in (1, 0.996, 0.5, 0.004, 0)] == [
        "over 99 %", "over 99 %", "50 %", "under 1 %", "under 1 %",
    ]  # fmt: skip


# --- what is left to play for once the game is decided ---


def test_in_a_lost_game_the_better_place_comes_first_though_the_search_prefers_another(monkeypatch):
    """The search has no reason to prefer any move where all lose."""
    view = royals()
    actions = view.actions()

    def roll_out(view, _, tried, seed, first, count, rolls, deadline, cancel, ends, *rest):
        for column, action in enumerate(tried):
            place = actions.index(int(action))
            ends[:count, column, view.seat] = (0, 3 - place / 9, 30 + place, place / 1000)
        return count

    monkeypatch.setattr("eminence.solver.analysis.rollout_statistics.roll_out", roll_out)
    found = solver.analyse(view, solver.Limit(iterations=100, rollouts=400), "random:seed=1")
    assert found.recommendation.kind == "lost"
    best = max(actions.index(move.action) for move in found.moves if move.leading)
    assert found.best.action == actions[best]


# --- exact answers ---


def noughts(*moves):
    state = engines.load("tic_tac_toe").root()
    for move in moves:
        state.apply(state.parse(move))
    return solver.solve(state)


def test_an_exact_answer_begins_with_the_move_and_what_it_rests_on():
    found = noughts("x(0,0)", "o(1,0)", "x(0,1)", "o(1,1)")
    first, second, *_ = found.in_words().splitlines()
    assert first == "Play x(0,2). It wins, and no other move does."
    assert second.startswith("Solved: every line was played to its end")
    assert found.recommendation.kind == "best"
    assert found.to_dict()["recommendation"]["moves"] == ["x(0,2)"]


def test_exact_answers_tell_what_is_equal_lost_or_the_only_one():
    drawn = noughts("x(0,0)").recommendation
    assert (drawn.kind, drawn.sentences[0]) == (
        "best",
        "Play o(1,1). It is clearly best of all 8 moves.",
    )
    lost = noughts("x(0,0)", "o(1,0)", "x(0,1)", "o(2,2)", "x(1,1)").recommendation
    assert lost.kind == "lost"
    assert "You cannot win any more" in lost.sentences[0]
    start = noughts().recommendation
    assert start.kind == "equal"
    assert start.sentences[0].endswith("and 5 others are equal.")


def test_values_of_exact_answers_are_shown_for_place_and_points_where_the_game_has_them():
    found = noughts("x(0,0)", "o(1,0)", "x(0,1)", "o(1,1)").recommendation
    assert 'It leads to 100 % of the win, "x(1,2)" to 50 % of the win.' in found.sentences


def test_words_fit_the_width_of_the_reader(view):
    found = solver.analyse(view, solver.Limit(iterations=200))
    for width in (60, 80, 100):
        with laid_out_for(lambda width=width: width):
            assert max(map(len, found.in_words().splitlines())) <= width
