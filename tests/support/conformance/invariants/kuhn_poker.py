"""Kuhn poker: what its rules promise beyond `check`."""

from __future__ import annotations

from collections.abc import Iterator

from eminence import engines


def broken_by_step(before: engines.State, after: engines.State) -> Iterator[str]:
    """Cards stay where they were dealt, and chips stay in the pot."""
    old, new = before.data, after.data
    if ((old["card"] > 0) & (old["card"] != new["card"])).any():
        yield f"cards changed from {old['card'].tolist()} to {new['card'].tolist()}"
    if int(old["bets"]) & ~int(new["bets"]):
        yield f"a bet was taken back: {old['bets']} became {new['bets']}"
