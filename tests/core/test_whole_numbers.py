"""Whole numbers in a range: what counts as one, and the error for what does not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from eminence import engines
from eminence.cython_ext.whole_numbers import read_whole, whole, whole_problem


@pytest.mark.parametrize("value", [1, 9, np.uint8(5), np.int64(1)])
def test_a_number_of_python_or_numpy_in_range_is_taken(value: Any) -> None:
    assert whole_problem(value, 1, 9) == ""
    assert type(whole("size", value, 1, 9)) is int


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (0, "0"),
        (10, "10"),
        (True, "True"),
        (2.0, "2.0"),
        ("5", "'5'"),
        (None, "None"),
        ([5], "a list of 1"),
        pytest.param(10**5000, "a huge number", id="huge"),
    ],
)
def test_anything_else_is_refused_by_one_sentence(value: Any, said: str) -> None:
    sentence = f"expected a whole number from 1 to 9, got {said}"
    assert whole_problem(value, 1, 9) == sentence
    with pytest.raises(engines.BadOption) as caught:
        whole("size", value, 1, 9)
    assert str(caught.value) == f"size: {sentence}"


@pytest.mark.parametrize(
    ("high", "limit"),
    [
        (None, "up"),
        (255, "to 255"),
        (2**31 - 1, "to 2**31 - 1"),
        (2**64 - 1, "to 2**64 - 1"),
        (10**12, "to 1000000000000"),
    ],
)
def test_a_limit_is_written_as_people_read_it(high: int | None, limit: str) -> None:
    assert whole_problem(-1, 0, high) == f"expected a whole number from 0 {limit}, got -1"


@pytest.mark.parametrize("text", ["", "-", "1.5", " 1", "1_0", "+1", "٣", "x", "9" * 31])
def test_a_text_that_is_no_plain_number_stays_text(text: str) -> None:
    assert read_whole(text) == text


def test_plain_digits_are_read() -> None:
    assert read_whole("007") == 7
    assert read_whole("-12") == -12
    assert read_whole(str(2**64 - 1)) == 2**64 - 1
