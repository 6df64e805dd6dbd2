"""`Layout`: a struct as named fields, with errors that name the field."""

from __future__ import annotations

import numpy as np
import pytest

from eminence.cython_ext.errors import BadPosition
from eminence.cython_ext.fields import SEATS, Field, Layout

DTYPE = np.dtype(
    {
        "names": ["head", "hand", "deck", "phase", "gold", "_pad"],
        "formats": ["<i4", ("u1", (6, 2)), ("u1", (3,)), "u1", "<i2", ("u1", (2,))],
    }
)
FIELDS = {
    "hand": Field((SEATS, ("red", "blue")), high=9),
    "deck": Field(high=5),
    "phase": Field(names={0: "draw", 1: "play"}),
    "gold": Field(low=-3, high=100),
}
LAYOUT = Layout(DTYPE, 2, FIELDS)


def test_it_writes_names_and_leaves_out_zeros() -> None:
    record = np.zeros((), DTYPE)
    record["hand"][1] = (0, 4)
    record["deck"][:] = (1, 0, 2)
    record["phase"] = 1
    assert LAYOUT.encode(record[()]) == {
        "hand": [{}, {"blue": 4}],
        "deck": [1, 0, 2],
        "phase": "play",
    }


def test_it_reads_back_what_it_wrote() -> None:
    rng = np.random.default_rng(1)
    for _ in range(50):
        record = np.zeros((), DTYPE)
        record["hand"][:2] = rng.integers(0, 10, (2, 2))
        record["deck"] = rng.integers(0, 6, 3)
        record["phase"] = rng.integers(0, 2)
        record["gold"] = rng.integers(-3, 101)
        again = LAYOUT.decode(LAYOUT.encode(record[()]), "position")
        assert again.tobytes() == record.tobytes()
        LAYOUT.check_ranges(record[()])


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ([], "position: expected an object of fields, got a list of 0"),
        ({"purse": 1}, "position.purse: unknown field; choose from hand, deck, phase, gold"),
        ({"_pad": [0, 0]}, "position._pad: unknown field"),
        ({"head": 1}, "position.head: unknown field"),
        ({"hand": {}}, "position.hand: expected a list of 2, got an object"),
        ({"hand": [{}]}, "position.hand: expected a list of 2, got a list of 1"),
        ({"hand": [{}, [1, 2]]}, "position.hand[1]: expected an object, got a list of 2"),
        ({"hand": [{"green": 1}, {}]}, "position.hand[0].green: unknown; choose from red, blue"),
        (
            {"hand": [{"red": 10}, {}]},
            "position.hand[0].red: expected a whole number from 0 to 9, got 10",
        ),
        ({"hand": [{"red": True}, {}]}, "position.hand[0].red: expected a whole number"),
        ({"deck": [1, 2]}, "position.deck: expected a list of 3"),
        ({"deck": [1, 2, "3"]}, "position.deck[2]: expected a whole number from 0 to 5, got '3'"),
        ({"deck": [1, 2, 2.0]}, "position.deck[2]: expected a whole number from 0 to 5, got 2.0"),
        ({"phase": 1}, "position.phase: unknown value 1; choose from draw, play"),
        ({"phase": "sleep"}, "position.phase: unknown value 'sleep'"),
        ({"gold": -4}, "position.gold: expected a whole number from -3 to 100, got -4"),
        (
            {"gold": 10**30},
            "position.gold: expected a whole number from -3 to 100, got a huge number",
        ),
        ({"gold": None}, "position.gold: expected a whole number from -3 to 100, got None"),
        ({"gold": [[1]]}, "position.gold: expected a whole number from -3 to 100, got a list of 1"),
    ],
)
def test_it_names_the_field_and_what_would_be_right(written: object, message: str) -> None:
    with pytest.raises(BadPosition) as error:
        LAYOUT.decode(written, "position")
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("field", "index", "value", "message"),
    [
        ("hand", (0, 1), 10, "hand: expected a whole number from 0 to 9, got 10"),
        ("hand", (2, 0), 1, "hand: has entries for more seats than play"),
        ("deck", (1,), 200, "deck: expected a whole number from 0 to 5, got 200"),
        ("phase", (), 2, "phase: expected a whole number from 0 to 1, got 2"),
        ("gold", (), -4, "gold: expected a whole number from -3 to 100, got -4"),
        ("_pad", (0,), 1, "_pad: expected a whole number from 0 to 0, got 1"),
    ],
)
def test_bytes_out_of_range_are_refused(field: str, index: tuple, value: int, message: str) -> None:
    record = np.zeros((), DTYPE)
    record[field][index] = value
    with pytest.raises(BadPosition, match=message):
        LAYOUT.check_ranges(record[()])


def test_a_field_that_the_struct_lacks_is_a_mistake_of_the_game() -> None:
    with pytest.raises(ValueError, match="no such field in the struct: purse"):
        Layout(DTYPE, 2, {"purse": Field()})


def test_axes_must_match_the_shape() -> None:
    with pytest.raises(ValueError, match="deck: 2 axes for shape"):
        Layout(DTYPE, 2, {"deck": Field((SEATS, None))})


def test_without_a_field_the_c_type_is_the_range() -> None:
    layout = Layout(DTYPE, 2, {})
    assert (layout.fields["gold"].low, layout.fields["gold"].high) == (-(2**15), 2**15 - 1)


def test_numbers_between_those_that_have_a_name_are_refused() -> None:
    layout = Layout(DTYPE, 2, {"phase": Field(names={0: "draw", 1: "play", 7: "rest"})})
    record = np.zeros((), DTYPE)
    record["phase"] = 7
    layout.check_ranges(record[()])
    record["phase"] = 5
    with pytest.raises(BadPosition, match="phase: 5 means nothing here"):
        layout.check_ranges(record[()])
