"""A game that is being played: its saved form, its state, and what persons have yet to hear."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby

import engines
from play.saved import PERSON, SavedGame, resolve
from play.telling import told


class Running:
    """Goes on where a saved game ends."""

    def __init__(self, saved: SavedGame):
        self.saved = saved
        self.persons = [seat for seat, who in enumerate(saved.seats) if who == PERSON]
        self.movers: list[int] = []
        """Who made each move."""
        self._news: dict[int, list[str]] = {seat: [] for seat in self.persons}
        self.state, self._chance = saved.opened(watch=self._note if saved.moves else self._tell)

    def apply(self, action: int) -> None:
        """Play an action of the seat to move, and what chance has in store after it."""
        moves = (*self.saved.moves, self.state.text(action))
        self._tell(self.state, action)
        self.saved = replace(self.saved, moves=moves)
        self.state.apply(action)
        resolve(self.state, self._chance, self._tell)

    def before(self, seat: int) -> Running | None:
        """The game at the seat's previous decision; None if there was none."""
        if seat not in self.movers:
            return None
        at = len(self.movers) - 1 - self.movers[::-1].index(seat)
        return Running(replace(self.saved, moves=self.saved.moves[:at]))

    def news(self, seat: int) -> list[str]:
        """What a person has not heard yet, in its own words; from now on it has."""
        heard, self._news[seat] = self._news[seat], []
        return gathered(heard)

    def _note(self, state: engines.State, option: int) -> None:
        if state.player != engines.CHANCE:
            self.movers.append(state.player)

    def _tell(self, state: engines.State, option: int) -> None:
        for seat in self.persons:
            # A move of one's own is no news.
            if state.player != seat and (text := told(state, option, seat)):
                self._news[seat].append(text)
        self._note(state, option)


def gathered(texts: list[str]) -> list[str]:
    """Neighbours with one beginning on one line: `display: France; Spain`."""
    parted = (text.partition(": ") for text in texts)
    return [
        f"{who}: {'; '.join(what for *_, what in group)}"
        for who, group in groupby(parted, key=lambda parts: parts[0])
    ]
