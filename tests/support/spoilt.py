"""Damaged files: any value of any type in the place of any other."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator
from datetime import date, datetime, time
from typing import Any

from eminence import engines

#: of every type that TOML has
VALUES: list[Any] = [
    0, -1, 255, 2**64 - 1, 1.5, float("nan"), float("inf"), True, False, "", "none", "x",
    "1, 2", "99 x", "\x00", [], [1], ["a"], [[]], [{}], [{}, {}, {}], {}, {"a": 1}, {"": {}},
    date(1979, 5, 27), datetime(1979, 5, 27, 1, 2), time(1, 2), [date(1979, 5, 27)],
    {"a": date(1979, 5, 27)},
]  # fmt: skip

Place = tuple[str | int, ...]


def places(values: Any, place: Place = ()) -> Iterator[Place]:
    """The way to every entry, and to those inside it."""
    if place:
        yield place
    if isinstance(values, dict | list):
        for key, value in values.items() if isinstance(values, dict) else enumerate(values):
            yield from places(value, (*place, key))


def complaints(error: engines.EminenceError) -> list[str]:
    """What an error says: a line for each thing that is wrong."""
    wrong = error.entries if isinstance(error, engines.BadEntry) else [error]
    lines = [str(each) for each in wrong]
    assert all(lines), "refused without words"
    assert not any("\n" in line for line in lines), f"refused in several lines: {lines}"
    return lines


def refusal(ask: Callable[[], object]) -> str:
    """The errors about it; empty if there are none."""
    try:
        ask()
    except engines.EminenceError as error:
        return "; ".join(complaints(error))
    return ""


def spoilt(values: dict[str, Any], seed: int, most: int = 10**6) -> Iterator[dict[str, Any]]:
    """The whole with one entry replaced: in all ways, or in so many of them."""
    ways = [(place, value) for place in places(values) for value in VALUES]
    for place, value in random.Random(seed).sample(ways, min(most, len(ways))):
        whole = copy.deepcopy(values)
        at: Any = whole
        for key in place[:-1]:
            at = at[key]
        at[place[-1]] = value
        yield whole
