"""Reading the entries of a file: what is refused, and where an error says it stands."""

import math
import pickle

import pytest

from eminence.cython_ext.errors import BadEntry, BadPosition
from eminence.cython_ext.pages import Entries

ENTRIES = Entries(
    {"half": 0.5, "one": 1, "yes": True, "nan": math.nan, "inf": math.inf, "word": "abc"},
    path="limits",
)


def test_an_error_about_an_entry_says_where_and_what():
    error = ENTRIES.fail("half", "too little")
    assert isinstance(error, BadPosition)
    assert (error.place, error.message) == ("limits.half", "too little")
    assert str(error) == "limits.half: too little"
    copy = pickle.loads(pickle.dumps(error))
    assert (type(copy), str(copy)) == (BadEntry, str(error))


def test_numbers_in_range_are_read():
    assert ENTRIES.real("half", 0, 1) == 0.5
    assert isinstance(ENTRIES.real("one", 0, 1), float)


@pytest.mark.parametrize("key", ["yes", "nan", "inf", "word", "none"])
def test_what_is_no_number_in_range_is_refused(key):
    with pytest.raises(BadEntry, match=rf"^limits\.{key}: .*0 to 1"):
        ENTRIES.real(key, 0, 1)


def test_texts_have_a_length():
    assert ENTRIES.text("word", 3) == "abc"
    for key, most in [("word", 2), ("one", 2), ("none", 2)]:
        with pytest.raises(BadEntry, match=rf"^limits\.{key}: .*1 to 2 characters"):
            ENTRIES.text(key, most)
