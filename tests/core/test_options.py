"""Options of games: lists of choices, and values too many to list."""

from __future__ import annotations

import pytest

from eminence.engines import BadOption, Option
from eminence.engines.kit.options import Joined, WholeRange, complete

KNOWN = {
    "players": Option(3, (3, 4)),
    "cap": Option(60, (60,), also=WholeRange(1, 99)),
    "set": Option("random", ("random",), also=Joined(("red", "blue", "green"), "colours")),
}


def test_defaults_fill_what_is_not_given() -> None:
    assert complete("game", KNOWN, {"cap": 5}) == {"players": 3, "cap": 5, "set": "random"}


@pytest.mark.parametrize("value", ["red", "blue+red", "red+green+blue", "random"])
def test_names_may_be_joined(value: str) -> None:
    assert complete("game", KNOWN, {"set": value})["set"] == value


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"players": 5}, "unknown option players=5: choose 3 or 4"),
        ({"players": True}, "unknown option players=True: choose 3 or 4"),
        ({"cap": 0}, "unknown option cap=0: expected a whole number from 1 to 99, got 0"),
        ({"cap": 100}, "unknown option cap=100: expected a whole number from 1 to 99, got 100"),
        ({"cap": True}, "unknown option cap=True: expected a whole number from 1 to 99, got True"),
        ({"cap": "9"}, "unknown option cap='9': expected a whole number from 1 to 99, got '9'"),
        (
            {"set": "red+pink"},
            "unknown option set='red+pink': choose random or colours joined by +; "
            "'pink' is none of red, blue or green",
        ),
        (
            {"set": "red+red"},
            "unknown option set='red+red': choose random or colours joined by +; "
            "'red' is named twice",
        ),
        (
            {"set": 3},
            "unknown option set=3: choose random or colours joined by +; "
            "3 is none of red, blue or green",
        ),
        ({"cup": 1}, "unknown option cup=1: game has players, cap and set"),
    ],
)
def test_errors_say_what_would_be_right(given: dict[str, object], said: str) -> None:
    with pytest.raises(BadOption) as caught:
        complete("game", KNOWN, given)
    assert str(caught.value) == said


def test_texts_are_read_as_the_values_they_mean() -> None:
    assert KNOWN["players"].read("4") == 4
    assert KNOWN["players"].read("9") == "9"
    assert KNOWN["cap"].read("7") == 7
    assert KNOWN["cap"].read("x") == "x"
    assert KNOWN["set"].read("red+blue") == "red+blue"
