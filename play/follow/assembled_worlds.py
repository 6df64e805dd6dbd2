"""A world put together so that it shows what was seen, where none that is drawn at random does.

Several secret choices may be shown at once, such as the orders of all seats in Wallenstein; a drawn
world rarely has all of them right. From one that has some right, others are made: one hidden number
at a time gets a value that it has in another world, or changes places with one that has it. What
the rules do not accept, or the seat's view does not allow, is dropped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from eminence.engines import BadPosition, State, View
from eminence.play.follow.outlook import Key, Outlook, Sight
from eminence.play.follow.phrases import Phrase, words_of

#: worlds that the values come from, and how many of them are improved at most
POOL, STARTS = 64, 6
#: how often all hidden numbers are gone through, and the most worlds that are tried
ROUNDS, MOST_TRIED = 4, 40_000
#: what a place in a state is: its first byte, and how many bytes it has
Place = tuple[int, int]
#: the places in which worlds differ, each with the values that it has in them
Values = dict[Place, list[bytes]]


class AssembledWorlds:
    """Looks for a world in which everything that was said is seen."""

    def __init__(
        self,
        view: View,
        said: Sequence[Phrase],
        only: set[Key] | None,
        lines: Callable[[Sight], Sequence[str]],
    ):
        self.view = view
        self.said = said
        self.only = only
        self.lines = lines
        self.left = MOST_TRIED
        self._scores: dict[View, float] = {}

    def find(self) -> list[Sight]:
        """What is seen in the world that fits best."""
        pool = [self.view.sample(seed) for seed in range(POOL)]
        values = _hidden_values(pool)
        best, score = pool[0], 0.0
        for start in sorted(pool, key=self._score, reverse=True)[:STARTS]:
            world, found = self._improved(start, values)
            if found > score:
                best, score = world, found
            if score >= len(self.said):
                break
        return [*self._sights(best).values()]

    def _improved(self, best: State, values: Values) -> tuple[State, float]:
        """The world after changes that show more of what was said, and how much it shows."""
        score = self._score(best)
        for _ in range(ROUNDS):
            before = score
            for place in values:
                for world in self._changed(best, place, values):
                    if (found := self._score(world)) > score:
                        best, score = world, found
            if score == before or score >= len(self.said):
                break
        return best, score

    def _changed(self, world: State, place: Place, values: Values) -> Iterator[State]:
        """The worlds with another value in one hidden place."""
        data = world.to_bytes()
        for value in values[place]:
            if _at(data, place) == value:
                continue
            swapped = (
                _with(_with(data, place, value), other, _at(data, place))
                for other in values
                if other[1] == place[1] and _at(data, other) == value
            )
            for changed in (_with(data, place, value), *swapped):
                self.left -= 1
                if self.left <= 0:
                    return
                if (fitting := self._fitting(changed)) is not None:
                    yield fitting

    def _fitting(self, data: bytes) -> State | None:
        """The world with these bytes, if the seat may believe it to be the true one."""
        try:
            world = self.view.game.from_bytes(data)
        except BadPosition:
            return None
        return world if world.view(self.view.seat) == self.view else None

    def _sights(self, world: State) -> dict[View, Sight]:
        outlook = Outlook(self.view, self.said)
        outlook.look_in(world.copy(), 0, self.only)
        return outlook.sights

    def _score(self, world: State) -> float:
        """How much of what was said is seen in this world, at best."""
        return max(map(self._score_of, self._sights(world).values()), default=0.0)

    def _score_of(self, sight: Sight) -> float:
        if sight.after not in self._scores:
            self._scores[sight.after] = sum(self._share(phrase, sight) for phrase in self.said)
        return self._scores[sight.after]

    def _share(self, phrase: Phrase, sight: Sight) -> float:
        """How many of its words are seen together, from 0 to 1."""
        if any(phrase.fit(step) is not None for step in sight.steps):
            return 1.0
        lines = self.lines(sight)
        if any(phrase.fits_line(line) for line in lines):
            return 1.0
        words = Counter(phrase.words)
        alike = (Counter(words_of(line)) & words for line in lines)
        # Even all words in another order are not yet what was said.
        return 0.9 * max((each.total() for each in alike), default=0) / max(1, words.total())


def _hidden_values(pool: Sequence[State]) -> Values:
    rows = np.array([np.frombuffer(world.to_bytes(), np.uint8) for world in pool])
    found: Values = {}
    for place in _places(pool[0].game.table.dtype):
        first, size = place
        column = rows[:, first : first + size]
        if (column != column[0]).any():
            found[place] = sorted({row.tobytes() for row in column})
    return found


def _places(dtype: np.dtype, first: int = 0) -> Iterator[Place]:
    """Every number of a struct."""
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        for i in range(int(np.prod(shape))):
            yield from _places(base, first + i * base.itemsize)
    elif dtype.fields is not None:
        for member in dtype.fields.values():
            yield from _places(member[0], first + member[1])
    else:
        yield first, dtype.itemsize


def _at(data: bytes, place: Place) -> bytes:
    return data[place[0] : place[0] + place[1]]


def _with(data: bytes, place: Place, value: bytes) -> bytes:
    return data[: place[0]] + value + data[place[0] + place[1] :]
