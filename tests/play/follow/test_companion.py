"""The companion: entries in, the seat's view out, and nothing that the seat cannot know."""

import json

import pytest

import eminence
from eminence import engines
from eminence.cython_ext.text_lines import laid_out_for
from eminence.play.follow import companion as following
from eminence.play.follow.companion import Companion
from eminence.play.follow.observation import Ambiguous, Observation, Unfit, new_lines
from eminence.search.beliefs.record import Record
from eminence.solver import Limit


def follow(name, *said, seat=0, names=(), **options):
    companion = Companion(engines.load(name, **options), seat, names)
    for text in said:
        companion.observe(text)
    return companion


def after(name, *steps, seat=0, **options):
    """The seat's true view after these steps, outcomes of chance among them."""
    state = engines.load(name, **options).root()
    for step in steps:
        state.apply(state.parse(step))
    return state.view(seat)


def test_the_view_is_what_the_seat_knows():
    companion = follow("kuhn_poker", "I get card 1", "I pass", "1 bets")
    assert companion.view == after("kuhn_poker", "card 1", "card 2", "pass", "bet")
    assert companion.view == after("kuhn_poker", "card 1", "card 0", "pass", "bet")
    assert companion.is_own
    assert companion.pending == "you"


def test_its_record_is_what_the_seat_has_seen_step_by_step():
    companion = follow("leduc_poker", "I get Q1", "I call", "1 raises", "I call", "common K1")
    state = engines.load("leduc_poker").root()
    seen = [state.view(0)]
    for step in ("Q1", "J1", "call", "raise", "call", "K1"):
        state.apply(state.parse(step))
        seen.append(state.view(0))
    assert companion.record == Record.of(seen)
    companion.undo(1)
    assert companion.record == Record.of(seen[:-1])


def test_nothing_is_asked_that_follows():
    companion = follow("kuhn_poker", seat=1)
    # the card of seat 0 is dealt face down
    assert companion.pending == "deal, seat 1"
    assert companion.legal() == [f"deal, seat 1: card {card}" for card in (0, 1, 2)]
    assert companion.observe("I get card 1") == ["deal, seat 1: card 1"]
    assert companion.pending == "seat 0"


def test_what_followed_may_be_said_all_the_same():
    marks = ("x(0,0)", "o(0,1)", "x(0,2)", "o(1,0)", "x(1,2)", "o(1,1)", "x(2,0)", "o(2,2)")
    companion = follow("tic_tac_toe", *marks)
    # only one cell is left
    assert companion.view.over
    entries = list(companion.entries)
    assert companion.observe("x(2,1)") == ["you: x(2,1)"]
    assert companion.entries == entries


def test_a_hidden_card_is_not_said():
    companion = follow("royals", "France", "Spain", "Spain", seat=1, players=2)
    assert companion.observe("0 draws from the pile") == ["seat 0: draw from the pile"]
    assert companion.pending == "seat 0"
    assert not [text for text in companion.log() if "Country card" in text]


def test_what_followed_wrongly_is_corrected(monkeypatch):
    """With too few worlds something may seem to follow that does not."""
    monkeypatch.setattr(following, "SURE", 1)
    taken = []
    sole = following.Outlook.sole

    def hasty(outlook, worlds):
        outlook.look_in(outlook.view.sample(0), 0)
        taken.append(outlook)
        return next(iter(outlook.sights.values()), None)

    companion = follow("kuhn_poker", "I get card 1")
    monkeypatch.setattr(following.Outlook, "sole", hasty)
    companion.observe("pass")
    assert companion.view.over or companion.log()[-1] == "seat 1: pass"
    monkeypatch.setattr(following.Outlook, "sole", sole)
    companion.observe("1 bets")
    assert companion.log() == ["deal, seat 0: card 1", "you: pass", "seat 1: bet"]
    assert companion.view == after("kuhn_poker", "card 1", "card 2", "pass", "bet")


def test_secret_choices_are_said_when_they_are_seen():
    said = ("prize 1", "I bid 2", "0 bids 3; 2 bids 1")
    companion = Companion(engines.load("goofspiel", players=3, num_cards=4), seat=1)
    first = companion.legal()[0].partition(": ")[2]
    companion.observe(first)
    for text in said[1:]:
        companion.observe(text)
    steps = (first, "bid 3", "bid 2", "bid 1")
    assert companion.views[0] == after("goofspiel", *steps, seat=1, players=3, num_cards=4)


def test_what_the_words_do_not_say_is_asked_for():
    companion = follow("phantom_ttt", seat=1)
    # seat 0 has made a mark: that follows, and where is hidden
    assert companion.is_own
    with pytest.raises(Ambiguous) as caught:
        companion.observe("o(1,1)")
    assert len(caught.value.fitting) == 2
    assert all(text.startswith("o(1,1); ") for text in caught.value.fitting)
    seen = set()
    for text in caught.value.fitting:
        companion.observe(text)
        seen.add(companion.views[0])
        companion.undo()
    assert seen == {
        after("phantom_ttt", "x(1,1)", "o(1,1)", seat=1),
        after("phantom_ttt", "x(0,0)", "o(1,1)", seat=1),
    }


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ("1 folds", "'1 folds': that cannot be, as far as 4096 worlds tell"),
        ("I bet", "what can: seat 1: pass, seat 1: bet"),
        ("", "say what you see, such as: seat 1: pass, seat 1: bet"),
        (" ; ", "say what you see"),
        ("x" * 5000, "expected a text of 4000 characters at most"),
        (7, "expected a text of 4000 characters at most"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(said, problem):
    companion = follow("kuhn_poker", "I get card 1", "I pass")
    before, entries = companion.view, list(companion.entries)
    with pytest.raises(engines.BadOption) as caught:
        companion.observe(said)
    assert problem in str(caught.value)
    assert "\n" not in str(caught.value)
    assert (companion.view, companion.entries) == (before, entries)


def test_unclear_words_name_what_they_may_mean():
    companion = follow("royals", "France", "Spain", "German", players=2)
    with pytest.raises(Unfit, match="several things are meant by it: seat 0: take") as caught:
        companion.observe("0 takes")
    assert caught.value.fitting == (
        "seat 0: take France from the display",
        "seat 0: take German States from the display",
    )


def test_own_moves_by_text_and_by_number():
    for move in ("pass", " PASS ", 0):
        companion = follow("kuhn_poker", "I get card 1")
        assert companion.play(move) == ["you: pass"]
    with pytest.raises(engines.BadOption, match="not your move, next is seat 1"):
        companion.play("pass")


@pytest.mark.parametrize("move", ["fold", 9, "pas"])
def test_a_wrong_move_of_ones_own_is_refused(move):
    companion = follow("kuhn_poker", "I get card 1")
    with pytest.raises(engines.EminenceError, match="illegal action"):
        companion.play(move)
    assert len(companion.entries) == 1


def test_a_move_and_what_it_brings_may_be_said_at_once():
    companion = follow("royals", "France", "Spain", "German", players=2)
    told = companion.observe("I draw Britain")
    assert told == ["you: draw from the pile", "Country card, seat 0: Britain"]
    assert len(companion.entries) == 4
    apart = follow("royals", "France", "Spain", "German", "I draw from the pile", players=2)
    apart.observe("Britain")
    assert apart.view == companion.view
    companion.undo()
    assert companion.is_own
    with pytest.raises(Unfit):
        companion.observe("I claim Britain")


def test_undo_takes_back_entries_with_all_that_followed():
    companion = follow("kuhn_poker", "I get card 1", "I pass", "1 bets", "I bet")
    assert companion.view.over
    companion.undo(3)
    assert companion.view == after("kuhn_poker", "card 1", "card 2")
    for times in (0, 2, -1):
        with pytest.raises(engines.BadOption, match=f"undo {times}: choose 1 to 1"):
            companion.undo(times)
    companion.undo()
    with pytest.raises(engines.BadOption, match="there is no entry yet"):
        companion.undo()


def test_an_earlier_entry_is_corrected_and_the_later_ones_stay():
    companion = follow("kuhn_poker", "I get card 1", "I pass", "1 bets")
    companion.fix(1, "I get card 2")
    assert companion.view == after("kuhn_poker", "card 2", "card 0", "pass", "bet")
    assert [entry.said for entry in companion.entries] == ["I get card 2", "I pass", "1 bets"]


@pytest.mark.parametrize(
    ("number", "text", "problem"),
    [
        (2, "I bet", "entry 3: '1 bets': the game is over|entry 4"),
        (1, "I get card 7", "entry 1: 'I get card 7': that cannot be"),
        (9, "I pass", "fix 9: choose 1 to 4"),
        (0, "I pass", "fix 0: choose 1 to 4"),
    ],
)
def test_a_correction_that_does_not_go_with_the_rest_changes_nothing(number, text, problem):
    companion = follow("kuhn_poker", "I get card 1", "I pass", "1 bets", "I pass")
    before, entries = companion.view, list(companion.entries)
    with pytest.raises(engines.BadOption, match=problem):
        companion.fix(number, text)
    assert (companion.view, companion.entries) == (before, entries)


def test_a_game_may_begin_in_the_middle():
    start = after("leduc_poker", "Q1", "K1", "call", "raise")
    companion = Companion(start.game, 0, start=start)
    companion.observe("I call")
    companion.observe("J2")
    expected = after("leduc_poker", "Q1", "K1", "call", "raise", "call", "J2")
    assert companion.view == expected
    with pytest.raises(engines.BadOption, match="start: expected a view of seat 1"):
        Companion(start.game, 1, start=start)


def test_a_companion_is_kept_as_json():
    companion = follow(
        "kuhn_poker", "I get card 1", "Anna passes", "Ben bets", names=["Anna", "Ben"]
    )
    written = json.loads(json.dumps(companion.to_dict()))
    again = Companion.from_dict(written)
    assert (again.view, again.log(), again.names) == (
        companion.view,
        companion.log(),
        companion.names,
    )
    start = after("leduc_poker", "Q1", "K1", "call", "raise")
    middle = Companion(start.game, 0, start=start)
    middle.observe("I call")
    assert Companion.from_dict(json.loads(json.dumps(middle.to_dict()))).view == middle.view


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"said": ["I get card 1", "1 bets"]}, "entry 2: '1 bets': that cannot be"),
        ({"said": "I get card 1"}, "said: expected a list of texts"),
        ({"follow": 2}, "follow: expected a whole number from 0 to 1, got 2"),
        ({"fingerprint": "x"}, "fingerprint: kuhn_poker had other rules or numbers then"),
        ({"start": 3}, "start: expected a position, or null"),
        ({"names": ["A"]}, "1 names, this game has 2 seats"),
        ({"more": 1}, "more: unknown"),
    ],
)
def test_a_wrong_file_is_refused(change, problem):
    written = {**follow("kuhn_poker", "I get card 1").to_dict(), **change}
    with pytest.raises(engines.EminenceError) as caught:
        Companion.from_dict(written)
    assert problem in str(caught.value)


@pytest.mark.parametrize("names", [["A"], ["A", "a"], ["A B", "C"], ["1", "B"], ["", "B"]])
def test_names_must_tell_the_seats_apart(names):
    with pytest.raises(engines.BadOption, match="name"):
        Companion(engines.load("kuhn_poker"), names=names)


def test_hints_are_about_ones_own_decisions():
    companion = follow("kuhn_poker", "I get card 2")
    assert companion.hint(Limit(iterations=200)).best.text == "bet"
    companion.play("pass")
    with pytest.raises(engines.BadOption, match="hint: nothing for you to decide, next is seat 1"):
        companion.hint()


def test_rare_things_are_looked_for_in_many_worlds(monkeypatch):
    """What no usual world shows is found in more, or refused with the number that was tried."""
    monkeypatch.setattr("eminence.play.follow.observation.FEW", 1)
    monkeypatch.setattr("eminence.play.follow.observation.WORLDS", 1)
    looked = []
    longer = Observation.look_longer
    monkeypatch.setattr(
        Observation, "look_longer", lambda seen: looked.append(seen) or longer(seen)
    )
    companion = Companion(engines.load("royals", players=2), seat=1)
    for text in ("France", "Spain", "Spain", *["0 draws from the pile"] * 2):
        companion.observe(text)
    claims = set()
    for seed in range(200):
        world = companion.view.sample(seed)
        claims |= {world.text(action) for action in world.actions()}
    for claim in sorted(claims):
        companion.observe(f"0: {claim}")
        assert companion.log()[-1] or companion.is_own
        companion.undo()
    assert looked


def test_what_the_board_shows_is_the_same_on_every_screen():
    """Else what was said on one screen would not fit on another."""
    state, chance = engines.load("wallenstein").root(), engines.Chance(1)
    state.resolve(chance)
    before = state.view(1)
    state.apply(state.actions()[0])
    shown = set()
    for width in (60, 80, 120):
        with laid_out_for(lambda columns=width: columns):
            shown.add(tuple(new_lines(before, state.view(0))))
    assert len(shown) == 1


def test_the_package_offers_it():
    assert eminence.Companion is Companion
