"""What the panels of one picture are made from: a view, the numbers of its game, and its tips."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from eminence.cython_ext.game import View
from eminence.engines.kit.telling import Reader, capital
from eminence.engines.kit.wording import counted, plural
from eminence.engines.royals.explanations.situation import Situation
from eminence.engines.royals.names import GIVING, PAYING
from eminence.engines.royals.numbers import Board


@dataclass(frozen=True)
class Glimpse:
    """One view, ready to be drawn.

    doing: the period, the round and the step, part by part, as the board in text has them.
    explained: what each name means, whatever the position is.
    """

    view: View
    on: Board
    doing: tuple[str, ...]
    explained: Mapping[str, str]

    @cached_property
    def data(self) -> np.void:
        record: np.void = self.view.data
        return record

    @cached_property
    def board(self) -> Situation:
        return Situation.of(self.on, self.data)

    @cached_property
    def reader(self) -> Reader:
        return Reader.of(self.view)

    @cached_property
    def points(self) -> tuple[dict[str, float], ...]:
        """Points by source, for each seat."""
        return tuple(self.view.sources())

    @property
    def seats(self) -> range:
        return self.board.seats

    @property
    def looks_on(self) -> bool:
        """Whether nobody's hand is the viewer's own."""
        return self.view.seat not in self.seats

    @property
    def target(self) -> int | None:
        """The position that is being paid for."""
        return int(self.data["target"]) if self.data["phase"] in PAYING else None

    @property
    def due(self) -> int:
        """How many cards must still be given now."""
        return int(self.data["due"]) if self.data["phase"] in GIVING else 0

    @cached_property
    def _tips(self) -> dict[str, str]:
        """Those that were needed, for several shapes may have the same one."""
        return {}

    def tip(self, name: str) -> str:
        """What has this name, what it is, and how things stand there."""
        if name not in self._tips:
            stands = self.view.game.words.stands(self.view, name)
            parts = (f"{name}.", self.explained[name], stands)
            self._tips[name] = " ".join(part for part in parts if part)
        return self._tips[name]

    def seat_name(self, seat: int) -> str:
        """Such as `Seat 1`, or `Seat 0 (you)`."""
        return f"Seat {seat} (you)" if seat == self.view.seat else f"Seat {seat}"

    def hand_tip(self, seat: int, kind: str, size: int, known: Mapping[str, int]) -> str:
        """How many cards of a kind a seat holds, and which of them the viewer knows."""
        seen = counted(known, known.values())
        holds = f"{self.reader.does(seat, 'hold')} {plural(size, kind)}"
        if not seen:
            return f"{holds}."
        return f"{holds}. {capital('known')}: {', '.join(seen)}."
