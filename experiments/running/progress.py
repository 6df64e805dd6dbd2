"""How far an experiment has got, for people who wait."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from eminence.experiments.games.block import Failure
from eminence.experiments.running.closeable import Closeable

#: seconds between two estimates, because an estimate takes longer than a game
ESTIMATE_EVERY = 1.0
#: seconds between two lines where nobody can watch a bar move
LINE_EVERY = 10.0


class Progress(Closeable):
    """Is told of every game. This base class shows nothing."""

    def begin(self, most_games: int) -> None:
        """At most so many games will be played. Each part of the work begins again with this."""

    def played(self, games: int, estimate: Callable[[], str]) -> None:
        """So many more games are finished; `estimate` tells the result of all of them so far."""

    def failed(self, failure: Failure) -> None:
        """A block could not be played."""

    def told(self, text: str) -> None:
        """Something happened that a waiting person may want to know."""

    def close(self) -> None:
        """No more games will come."""


class Bar(Progress):
    """A bar with games, rate, time left and the present estimate, on standard error."""

    def __init__(self, unit: str = "games") -> None:
        self._unit = unit

    def begin(self, most_games: int) -> None:
        from tqdm import tqdm

        self.close()
        watched = sys.stderr.isatty()
        self._bar = tqdm(
            total=most_games,
            unit=f" {self._unit}",
            dynamic_ncols=True,
            file=sys.stderr,
            mininterval=0.1 if watched else LINE_EVERY,
            leave=watched,
        )
        self._next = 0.0

    def played(self, games: int, estimate: Callable[[], str]) -> None:
        self._bar.update(games)
        if time.monotonic() >= self._next:
            self._bar.set_postfix_str(estimate(), refresh=False)
            self._next = time.monotonic() + ESTIMATE_EVERY

    def failed(self, failure: Failure) -> None:
        self.told(f"failed: {failure}")

    def told(self, text: str) -> None:
        from tqdm import tqdm

        tqdm.write(text, file=sys.stderr)

    def close(self) -> None:
        if hasattr(self, "_bar"):
            self._bar.close()
