"""Sets of things as the bits of a number, as states hold them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any


def bits(mask: Any) -> list[int]:
    """Which bits are set, the lowest first."""
    return [i for i in range(int(mask).bit_length()) if int(mask) >> i & 1]


def mask_of(numbers: Iterable[int]) -> int:
    """A mask with these bits."""
    return sum(1 << number for number in {*numbers})


def mask_where(tests: Iterable[Any]) -> int:
    """Which of the tests hold; the first is the lowest bit."""
    return mask_of(i for i, holds in enumerate(tests) if holds)


def mask_from_1(numbers: Iterable[Any]) -> int:
    """The things named by numbers that count from 1; 0 names none."""
    return mask_of(int(n) - 1 for n in numbers if n)


def counts_where(field: str, counts: str) -> Callable[[Any, int], list[int]]:
    """A field's counts for the things in a row's mask; 0 for all others."""
    return lambda data, row: [
        int(n) if int(data[field][row]) >> i & 1 else 0 for i, n in enumerate(data[counts])
    ]
