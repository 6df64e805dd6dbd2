"""Wallenstein: what is won stays won, time goes on, and sources add up to the score."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.invariants import uneven_sums
from eminence import engines


def broken_by_state(state: engines.State) -> Iterator[str]:
    yield from uneven_sums(state)


def broken_by_step(before: engines.State, after: engines.State) -> Iterator[str]:
    old, new = before.data, after.data
    for name in ("points", "trophies"):
        if (new[name].astype(int) < old[name].astype(int)).any():
            yield f"{name} are taken away"
    when = [(int(data["year"]), int(data["season"]), int(data["step"])) for data in (old, new)]
    if when[1] < when[0]:
        yield f"time goes back from {when[0]} to {when[1]}"
    appeared = int(new["favor_deck"]) & ~int(old["favor_deck"])
    if appeared and int(old["favor_deck"]):
        yield "favor cards come back into the deck"
