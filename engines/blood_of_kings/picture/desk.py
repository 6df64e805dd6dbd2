"""A view that is drawn, and what all panels ask of it: names, colours, tips."""

from __future__ import annotations

from collections.abc import Mapping

from eminence.cython_ext.game import View
from eminence.cython_ext.pictures.tones import TONES
from eminence.engines.blood_of_kings.board_text import BoardText
from eminence.engines.blood_of_kings.explanations import Agreed
from eminence.engines.blood_of_kings.explanations.map_text import short_names
from eminence.engines.blood_of_kings.explanations.situation import Situation
from eminence.engines.blood_of_kings.names import PHASES, STEPS
from eminence.engines.blood_of_kings.picture.ids import Ids
from eminence.engines.kit.options import listed
from eminence.engines.kit.wording import OVER

#: the land of nobody
INDEPENDENT = "paper"
#: what washes the land of a kingdom, where its own colour would be lost on a dark page
WASHES = {"black": "grey"}
#: colours of kingdoms whose data name one that the pictures do not have
SPARE_TONES = ("purple", "gold", "blue", "green", "red", "black")


class Desk:
    """One view of one loaded game, on the desk of who draws it."""

    def __init__(
        self, words: BoardText, agreed: Agreed, view: View, told: Mapping[str, str]
    ) -> None:
        self.words = words
        self.agreed = agreed
        self.view = view
        self.told = told
        self.on = words.on
        self.data = view.data
        self.now = Situation(words.on, view)
        self.ids = Ids(words.on)
        self.letters = short_names(words.on.kingdoms)
        self._tips: dict[str, str] = {}
        self.tones = tuple(map(_tone, words.on.colours, SPARE_TONES))

    # --- seats ---

    @property
    def viewer(self) -> int:
        """The seat that looks, or NOBODY for an onlooker."""
        return self.now.viewer

    def seat_word(self, seat: int) -> str:
        """Such as `Seat 2`, or `Seat 1 (you)`."""
        return f"Seat {seat} (you)" if seat == self.viewer else f"Seat {seat}"

    @property
    def question(self) -> str:
        """Who is to do what, such as `Seat 1: play a Kingdom card`."""
        step = STEPS[self.data["step"]]
        if self.view.over:
            return f"{OVER[0].upper()}{OVER[1:]}, most glory: {self._leaders()}"
        if self.now.mover < 0:
            return f"Chance: {step}"
        return f"{self.seat_word(self.now.mover)}: {step}"

    def _leaders(self) -> str:
        totals = [self.now.total_glory(seat) for seat in range(self.now.seats)]
        best = [f"seat {seat}" for seat, n in enumerate(totals) if n == max(totals)]
        return listed(best, "and")

    @property
    def time(self) -> str:
        """Such as `Turn 3: kingdom phase`."""
        return f"Turn {self.data['turn'] + 1}: {PHASES[self.data['phase']]}"

    # --- kingdoms ---

    def tone(self, kingdom: int) -> str:
        """The colour of a kingdom's things, or of nobody's."""
        return self.tones[kingdom] if kingdom >= 0 else INDEPENDENT

    def wash(self, kingdom: int) -> str:
        """The colour of its land."""
        return WASHES.get(self.tones[kingdom], self.tones[kingdom])

    def ink(self, kingdom: int) -> str:
        """What is written with on things of that colour."""
        return f"on {self.tones[kingdom]}" if kingdom >= 0 else "ink"

    # --- tips ---

    def tip(self, name: str) -> str:
        """What an entry says, and how things stand there."""
        if name not in self._tips:
            parts = (f"{name}.", self.words.stands(self.view, name), self.told.get(name, ""))
            self._tips[name] = " ".join(part for part in parts if part)
        return self._tips[name]


def _tone(colour: str, spare: str) -> str:
    return colour if f"on {colour}" in TONES else spare
