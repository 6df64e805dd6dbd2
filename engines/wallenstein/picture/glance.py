"""A view on its way to a picture: its numbers, and the words for what it shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from eminence.cython_ext.game import View
from eminence.cython_ext.pictures.lettering import shortened, text_width
from eminence.engines.kit.drawing import decides, seat_label
from eminence.engines.kit.telling import capital
from eminence.engines.wallenstein import state
from eminence.engines.wallenstein.board_text import BoardText
from eminence.engines.wallenstein.explanations.counties import other_names
from eminence.engines.wallenstein.names import DRAFTING
from eminence.engines.wallenstein.numbers import Board
from eminence.engines.wallenstein.state import Battle, Card, Phase


@dataclass(frozen=True)
class Names:
    """What can be looked up in one loaded game, and how short the counties may be called.

    beginnings: by county, the shortest beginning of its name that no other has.
    """

    board: Board
    words: BoardText
    beginnings: Sequence[str]

    @cached_property
    def texts(self) -> Mapping[str, str]:
        """What each thing is, by its name."""
        return {entry.name: entry.text for entry in self.words.entries}

    def county(self, county: int, room: float, size: float, bold: bool = True) -> str:
        """The name of a county, or a shorter one that still can be told from all others."""
        name = self.fitting(county, room, size, bold)
        if name:
            return name
        kept = shortened(self.called(county)[-1], room, size, bold)
        return kept if len(kept) > len(self.beginnings[county]) else self.beginnings[county]

    def fitting(self, county: int, room: float, size: float, bold: bool = True) -> str:
        """The name as it is, or without its title, if that has room; else ""."""
        fitting = (name for name in self.called(county) if text_width(name, size, bold) <= room)
        return next(fitting, "")

    def called(self, county: int) -> list[str]:
        """The name, and the name without a title if that is enough."""
        return [self.board.names[county], *other_names(self.board, county)[:1]]


@dataclass(frozen=True)
class Glance:
    """What all parts of a picture look at; it has only what the view holds."""

    view: View
    names: Names

    @property
    def board(self) -> Board:
        return self.names.board

    @property
    def words(self) -> BoardText:
        return self.names.words

    @cached_property
    def data(self) -> np.void:
        return self.view.data

    @property
    def seats(self) -> range:
        return range(self.words.players)

    @property
    def viewer(self) -> int:
        """Whose eyes; below 0 for an onlooker."""
        return self.view.seat

    @property
    def answers(self) -> bool:
        """Whether the viewer is to move."""
        return decides(self.view)

    @property
    def phase(self) -> int:
        return int(self.data["phase"])

    def has(self, expansion: str) -> bool:
        return expansion in self.words.expansions

    # --- words ---

    def tip(self, name: str, *first: str) -> str:
        """What something is and how things stand there; `first` goes in front of it."""
        if name not in self._known:
            said = (f"{name}:", self.words.stands(self.view, name), self.names.texts[name])
            self._known[name] = " ".join(filter(None, said))
        return " ".join(filter(None, (*first, self._known[name])))

    @cached_property
    def _known(self) -> dict[str, str]:
        """The tips that were asked for: several things may have the same."""
        return {}

    def called(self, seat: int) -> str:
        """Such as `Seat 1`, or `Seat 0, you`."""
        return capital(seat_label(seat, self.viewer))

    # --- when ---

    @property
    def drafting(self) -> bool:
        return self.phase in DRAFTING

    @property
    def setting_up(self) -> bool:
        """Whether the first round has not begun."""
        return self.drafting or self.data["battle"] == Battle.FILLING

    @property
    def in_round(self) -> bool:
        """Whether action cards lie open, or are being laid."""
        return bool(self.data["row_size"]) or self.phase == Phase.ROW

    @property
    def planning(self) -> bool:
        return self.phase == Phase.PLAN

    # --- counties in question ---

    @property
    def origin(self) -> int:
        """The county of the action that is performed now; -1: none."""
        data = self.data
        attacked = self.phase == Phase.TOWER and data["battle"] == Battle.ATTACK
        if not attacked and self.phase not in (Phase.MOVE, Phase.AMOUNT, Phase.PARRY):
            return -1
        action = int(data["row"][data["step"]]) - 1
        card = int(data["box"][self.performer][action])
        return card - 1 if is_county(card) else -1

    @property
    def performer(self) -> int:
        """Who performs the action now."""
        return int(self.data["leader"][self.data["turn"]]) - 1

    @property
    def target(self) -> int:
        """The county that armies move to or fight for; -1: none."""
        return int(self.data["target"]) - 1

    # --- plans ---

    @property
    def places(self) -> int:
        """How many boxes a plan has beside the bid."""
        return len(self.words.places) - 1

    def laid(self, seat: int) -> Iterator[int]:
        """The cards of a plan as the viewer knows them: the bid, then the boxes."""
        yield int(self.data["bid"][seat])
        yield from map(int, self.data["box"][seat][: self.places])

    @property
    def asked(self) -> int:
        """The place of the viewer's plan that is decided now; -1: none."""
        return int(self.data["planned"][self.viewer]) if self.planning and self.answers else -1

    @property
    def plans_lie(self) -> bool:
        """Whether finished plans lie on the mats."""
        return not self.planning and any(any(self.laid(seat)) for seat in self.seats)


def is_county(card: int) -> bool:
    """Whether a card in a plan is that of a county."""
    return Card.NOTHING < card < Card.MONEY


def region_tone(board: Board, county: int) -> str:
    """The colour of a county's region."""
    return tone_of_region(board.counties[county].region)


def tone_of_region(region: int) -> str:
    return f"land {2 + region % state.REGIONS}"
