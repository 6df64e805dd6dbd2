"""How much a costly contract test tries with each option set of a game."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Sizes:
    """All that a test can try, or a part of it."""

    divisor: int

    def of(self, most: int) -> int:
        """So many instead of `most`, one at least."""
        return -(-most // self.divisor)


#: The first option set of a game, and in the soak tests every other one.
WHOLE = Sizes(1)
#: The others: a game with many option sets is tried often enough all the same.
PART = Sizes(3)
