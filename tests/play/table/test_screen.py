"""Lines that fit, and plain text where there is no terminal."""

import io

import pytest

from eminence.play.table.screen import PlainScreen, folded, screen


def test_lines_that_fit_stay_as_they_are():
    text = "ab   cd\n\n  ef\n"
    assert folded(text, 40) == text


def test_the_rest_of_a_long_line_hangs_below_its_beginning():
    line = "  Nantes    5         Cardinal(2) -       Countess(1) -"
    assert folded(line, 40) == "  Nantes    5         Cardinal(2) -\n      Countess(1) -"
    words = "seat 1: " + "claim Dijon Baron; " * 9
    parts = folded(words, 40).split("\n")
    assert max(map(len, parts)) <= 40
    assert " ".join(" ".join(parts).split()) == words.strip()


def test_no_name_and_no_path_is_broken():
    plain = PlainScreen(io.StringIO(), shown := io.StringIO())
    plain.hold_together(["North Sea", "Hessen-Darmstadt"])
    plain.show("army " * 14 + "to the North Sea by Hessen-Darmstadt")
    plain.show(f"saved in {'x' * 100}")
    plain.moves(["raise " * 12 + "a fleet in the North Sea"] * 10, ["wait"])
    lines = shown.getvalue().split("\n")
    assert lines[0].endswith("to the")
    assert lines[1] == "    North Sea by Hessen-Darmstadt"
    assert lines[3] == f"    {'x' * 100}"
    assert lines[4].startswith(" 1  raise")
    assert lines[5] == "    fleet in the North Sea"
    assert lines[-2] == "11  wait"
    assert max(len(line) for line in lines if "x" not in line) <= 80


def test_a_plain_screen_repeats_what_is_typed():
    typed, shown = io.StringIO("pass\n"), io.StringIO()
    plain = PlainScreen(typed, shown)
    plain.moves(["pass", "bet"])
    assert plain.ask("seat 0> ") == "pass\n"
    with pytest.raises(EOFError):
        plain.ask("seat 0> ")
    plain.hand_over(1)
    assert shown.getvalue() == (
        "1  pass\n2  bet\nseat 0> pass\nseat 0> \npass the keyboard to seat 1\n"
    )


def test_without_a_terminal_the_screen_is_plain():
    assert isinstance(screen(), PlainScreen)
