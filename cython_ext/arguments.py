"""Numbers that a caller passes to a door: checked before C code sees them."""

from __future__ import annotations

from operator import index
from typing import Any

from cython_ext.errors import BadOption
from cython_ext.pages import shown

INT_MAX = 2**31 - 1
INT64_MAX = 2**63 - 1
UINT64_MAX = 2**64 - 1


def whole(name: str, value: Any, low: int, high: int) -> int:
    """The value as a whole number in a range, or an error that names both."""
    try:
        number = index(value)
    except TypeError:
        number = low - 1
    if isinstance(value, bool) or not low <= number <= high:
        raise BadOption(
            f"{name}={shown(value)}: choose a whole number from {low} to {_limit(high)}"
        )
    return number


def _limit(high: int) -> str:
    """A limit of the machine as the power that it comes from."""
    return str(high) if high < INT_MAX else f"2**{high.bit_length()} - 1"
