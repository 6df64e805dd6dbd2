"""Sentences about seats, as the one who reads them would say it."""

from eminence import engines
from eminence.engines.kit.telling import Change, Deeds, Reader, capital

GUILDERS = Change(3, "guilder", "guilders")


def test_the_readers_own_seat_is_you():
    reader = Reader(1)
    assert reader.does(1, "win") == "You win"
    assert reader.does(0, "win") == "Seat 0 wins"
    assert [reader.verb(0, verb) for verb in ("have", "reach", "pay", "pass")] == [
        "has", "reaches", "pays", "passes",
    ]  # fmt: skip
    assert (reader.own(1), reader.own(2)) == ("your", "seat 2's")
    assert reader.names([0, 1, 2]) == "seat 0, you and seat 2"


def test_nobody_is_you_to_an_onlooker_and_where_all_is_open():
    root = engines.load("tic_tac_toe").root()
    for position in (root, root.view(engines.PUBLIC)):
        assert [Reader.of(position).name(seat) for seat in (0, 1)] == ["seat 0", "seat 1"]
    assert Reader.of(root.view(1)).name(1) == "you"


def test_what_a_seat_did_with_a_step_is_one_sentence():
    deeds = Deeds(Reader(0))
    deeds.add(1, "build", "a house")
    deeds.add_changes(1, [Change(-1, "worker", "workers"), GUILDERS], losing="pay")
    deeds.add_changes(0, [Change(2, "point", "points"), GUILDERS])
    deeds.add_changes(2, [Change(0, "point", "points")])
    assert deeds.sentences() == [
        "Seat 1 builds a house, gets 3 guilders and pays 1 worker.",
        "You get 2 points and 3 guilders.",
    ]


def test_only_the_first_letter_becomes_a_capital():
    assert capital("seat 1 and France") == "Seat 1 and France"
    assert capital("") == ""
