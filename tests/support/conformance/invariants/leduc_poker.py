"""Leduc poker: what its rules promise beyond `check`."""

from __future__ import annotations

from collections.abc import Iterator

from eminence import engines


def broken_by_step(before: engines.State, after: engines.State) -> Iterator[str]:
    """Cards stay where they were dealt, and the betting of a closed round stays as it was."""
    old, new = before.data, after.data
    if ((old["card"] > 0) & (old["card"] != new["card"])).any():
        yield f"cards changed from {old['card'].tolist()} to {new['card'].tolist()}"
    if old["common"] and (old["common"] != new["common"] or old["line"][0] != new["line"][0]):
        yield "the first round changed after it was closed"
