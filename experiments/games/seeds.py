"""Seeds that follow from other seeds: for blocks, for agents, for one purpose each."""

from __future__ import annotations

import hashlib


def seed_of(text: str) -> int:
    """The seed of a text; those of other texts have nothing to do with it."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little")


def block_seeds(seed: int, first: int, count: int, salt: str = "") -> list[int]:
    """The seeds of an experiment's blocks, by number; another seed or salt gives others."""
    return [seed_of(f"{seed} {salt} {number}") for number in range(first, first + count)]


def seed_for(seed: int, purpose: str) -> int:
    """A seed for one purpose of an experiment: no other purpose has its blocks."""
    return seed_of(f"{seed} {purpose}")
