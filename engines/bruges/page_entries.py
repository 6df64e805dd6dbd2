"""Kinds of entries that only a position file of Bruges has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from eminence.cython_ext.fields import Field
from eminence.cython_ext.pages import Entries, joined
from eminence.engines.bruges import state
from eminence.engines.bruges.names import FRAME, TASKS
from eminence.engines.bruges.numbers import Board
from eminence.engines.kit.entry_kinds import OR_UNNOTED, UNNOTED, Each, Kind

#: the largest number of a frame
MOST_IN_FRAME = 2**16 - 1


@dataclass(frozen=True)
class Cards(Kind):
    """People by name, as a mask per colour."""

    on: Board
    about: str = "people by name"

    def read(self, entries: Entries, key: str) -> np.ndarray:
        return self.masks(entries.names(key, [card.name for card in self.on.cards]))

    def masks(self, rows: Iterable[int]) -> np.ndarray:
        """The cards of some rows of the data."""
        masks = [0] * state.COLOURS
        for row in rows:
            card = self.on.cards[row]
            masks[card.colour] |= 1 << card.bit
        return np.array(masks, np.uint64)

    def write(self, value: Any) -> str | list[str]:
        return joined(self.names(value))

    def rows(self, masks: Any) -> list[int]:
        """The cards of a set, by their rows of the data."""
        sets = [int(mask) for mask in masks]
        cards = enumerate(self.on.cards)
        return [row for row, card in cards if sets[card.colour] >> card.bit & 1]

    def names(self, masks: Any) -> list[str]:
        """The cards of a set, by name."""
        return self.on.name_rows(self.rows(masks))

    def layout(self) -> Field:
        return Field((self.on.colours,), bit_rows=self.on.card_names)

    def __str__(self) -> str:
        return self.about


@dataclass(frozen=True)
class Discards(Cards):
    """People by name, and `12 ?` for those that nobody noted; the last number counts them."""

    about: str = f"people by name; {OR_UNNOTED}"

    def read(self, entries: Entries, key: str) -> Any:
        counts = entries.counts(key, [*(card.name for card in self.on.cards), UNNOTED])
        for card, n in zip(self.on.cards, counts, strict=False):
            if n > 1:
                raise entries.fail(key, f"{card.name} is named twice")
        return [*self.masks(row for row, n in enumerate(counts[:-1]) if n), counts[-1]]

    def write(self, value: Any) -> str | list[str]:
        *masks, unnoted = value
        return joined(self.names(masks) + [f"{unnoted} {UNNOTED}"] * bool(unnoted))


class Homes(Each):
    """Who lives in the houses, by the colour of the house; the people in their order."""

    def write(self, value: Any) -> dict[str, Any]:
        colours = sorted((c for c, rows in enumerate(value) if rows), key=lambda c: value[c][0])
        return {self.labels[c]: self.kind.write(value[c]) for c in colours}


@dataclass(frozen=True)
class Stack(Kind):
    """Effects under way: a list of tables, one per frame."""

    deepest: int

    def read(self, entries: Entries, key: str) -> np.ndarray:
        given = entries.value(key, "a list of tables")
        if not isinstance(given, list) or not 1 <= len(given) <= self.deepest:
            raise entries.fail(key, f"expected a list of 1 to {self.deepest} tables")
        frames = np.zeros((len(given), state.FRAME_SIZE), np.uint16)
        tasks = {number: word for number, word in TASKS.items() if word}
        for i, frame in enumerate(given):
            table = Entries(frame, f"{entries.place(key)}[{i}]")
            frames[i][state.TASK] = [*tasks][table.choice("task", [*tasks.values()])]
            for number, name in FRAME.items():
                if number != state.TASK:
                    frames[i][number] = table.number(name, 0, MOST_IN_FRAME, default=0)
            table.close()
        return frames

    def write(self, value: Any) -> list[dict[str, Any]]:
        return [
            {"task": TASKS[frame[state.TASK]]} | {name: n for n, name in _told(frame)}
            for frame in value.tolist()
        ]

    def layout(self) -> Field:
        return Field((None, [*FRAME.values()]))

    def __str__(self) -> str:
        return "a list of tables"


def _told(frame: Sequence[int]) -> Iterable[tuple[int, str]]:
    """The numbers of a frame beside its task that are not 0, with their names."""
    return [
        (frame[number], name)
        for number, name in FRAME.items()
        if number != state.TASK and frame[number]
    ]
