"""Whole numbers in a range: one test, one sentence for what is wrong, one reader of text.

Callers put the place of the value in front of the sentence and choose the class of the error.
"""

from __future__ import annotations

from operator import index
from typing import Any

from eminence.cython_ext.errors import BadOption, shown

INT_MAX = 2**31 - 1
INT64_MAX = 2**63 - 1
UINT64_MAX = 2**64 - 1
#: A longer text is out of every range, and slow to read.
MOST_DIGITS = 30


def whole(name: str, value: Any, low: int, high: int | None = None) -> int:
    """The value as a whole number in a range, or an error that begins with `name`."""
    problem = whole_problem(value, low, high)
    if problem:
        raise BadOption(f"{name}: {problem}")
    return index(value)


def whole_problem(value: Any, low: int, high: int | None = None) -> str:
    """What is wrong with a value that should be a whole number; "" if nothing is."""
    if _in_range(value, low, high):
        return ""
    return f"expected {whole_range(low, high)}, got {shown(value)}"


def whole_range(low: int, high: int | None = None) -> str:
    """`a whole number from 0 to 9`, or `a whole number from 0 up` without a limit."""
    return f"a whole number from {low} {'up' if high is None else f'to {_limit(high)}'}"


def read_whole(text: str) -> int | str:
    """The number that plain digits write; any other text stays text, and so is refused."""
    # int() also takes blanks, underscores and other alphabets' digits.
    digits = text.isascii() and text.removeprefix("-").isdigit()
    return int(text) if digits and len(text) <= MOST_DIGITS else text


def _in_range(value: Any, low: int, high: int | None) -> bool:
    # Python counts True as a number; nobody who writes True means 1.
    if isinstance(value, bool):
        return False
    try:
        number = index(value)
    except TypeError:
        return False
    return low <= number and (high is None or number <= high)


def _limit(high: int) -> str:
    """A limit; a large one such as 2**64 - 1 is written as a power."""
    power = high >= INT_MAX and (high + 1).bit_count() == 1
    return f"2**{high.bit_length()} - 1" if power else str(high)
