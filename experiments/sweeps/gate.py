"""The test that the winner of a sweep must pass."""

from __future__ import annotations

from dataclasses import dataclass

from eminence.cython_ext.whole_numbers import whole
from eminence.experiments.statistics.gsprt import GSPRT, refuse_too_few

#: The higher share of a gate, in units of the fair one.
WORTHWHILE = 1.15


@dataclass(frozen=True)
class Gate:
    """The test that a winner must pass: head to head with the incumbent."""

    shares: tuple[float, float] | None = None
    """Win shares to tell apart; None: the fair one, and 1.15 times that."""
    alpha: float = 0.05
    """How often a winner that is no better may pass."""
    beta: float = 0.05
    batch: int = 20
    max_blocks: int = 1000

    def __post_init__(self) -> None:
        if self.shares is not None:
            object.__setattr__(self, "shares", tuple(self.shares))
        whole("batch", self.batch, 1)
        refuse_too_few(self.max_blocks)

    def shares_for(self, seats: int) -> tuple[float, float]:
        """What is told apart with so many players."""
        return self.shares or (1 / seats, WORTHWHILE / seats)

    def test(self, seats: int) -> GSPRT:
        """A fresh test."""
        return GSPRT(*self.shares_for(seats), self.alpha, self.beta)
