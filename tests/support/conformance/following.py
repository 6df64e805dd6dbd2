"""A recorded game, followed through what one seat is told, beside the seat's true views.

The companion gets what the news tell, and, where it asks for more, what the seat's board shows. At
every step the seat's true view must be among those that the companion has had since.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from conformance.walks import Walk
from eminence import engines
from eminence.play.follow.companion import Companion
from eminence.play.follow.observation import ALL_SAID, Observation, new_lines
from eminence.play.follow.outlook import Sight
from eminence.play.table.news import UNEXPLAINED, full_text, text_for


@dataclass
class Followed:
    """How a game was followed."""

    said: int = 0
    """Things that the seat had to say."""
    followed: int = 0
    """Steps that followed by themselves."""
    more: int = 0
    """What the news tell was not enough: the board had to be read as well."""
    mistaken: int = 0
    """It was taken for something else, though the board shows the difference."""
    rare: int = 0
    """Nothing fitted in the usual number of worlds."""
    lost: list[str] = field(default_factory=list)
    """What could not be followed at all."""

    def __add__(self, other: Followed) -> Followed:
        return Followed(
            self.said + other.said,
            self.followed + other.followed,
            self.more + other.more,
            self.mistaken + other.mistaken,
            self.rare + other.rare,
            self.lost + other.lost,
        )


class Follower:
    """One seat of a walk and its companion."""

    def __init__(self, walk: Walk, seat: int, first: int = 0):
        """Begins at a ply of the walk; what was chosen in secret before may be shown later."""
        self.walk = walk
        self.seat = seat
        self.tally = Followed()
        self.secret: list[str] = []
        """What others have chosen in secret since anything was shown to the seat."""
        while len(walk.plies) < first and not walk.state.over:
            before, option = self._played()
            self._remember(before, option)
        self.companion = Companion(walk.game, seat, start=walk.state.view(seat))
        self.at = 0
        """Which of the companion's views is the seat's true one."""

    def step(self) -> None:
        """One step of the walk, and what the seat says of it."""
        before, option = self._played()
        now = self.walk.state.view(self.seat)
        if now in self.companion.views[self.at :]:
            self.at = self.companion.views.index(now, self.at)
            self.tally.followed += 1
        else:
            self._say(before, option, now)
        self._remember(before, option)

    def _played(self) -> tuple[engines.State, int]:
        """The next step of the walk, with the state before it."""
        before, option = self.walk.state.copy(), self.walk.choose()
        self.walk.play(option)
        return before, option

    def _remember(self, before: engines.State, option: int) -> None:
        """Keep a secret choice of another until something is shown."""
        if before.player == self.seat:
            return
        is_seen = self.walk.state.view(self.seat) != before.view(self.seat)
        if is_seen or before.player == engines.CHANCE:
            self.secret = []
        else:
            self.secret.append(str(full_text(before, option)))

    def _say(self, before: engines.State, option: int, now: engines.View) -> None:
        self.tally.said += 1
        refused = []
        is_made = False
        for number, text in enumerate(self._words(before, option, now)):
            if is_made and number == 1:
                continue
            entries = len(self.companion.entries)
            try:
                is_rare = observe(self.companion, text)
            except engines.EminenceError as error:
                refused.append(f"{text}: {error}")
                continue
            if now in self.companion.views:
                self.at = self.companion.views.index(now)
                if is_made:
                    self.secret = []
                self.tally.more += number > 0
                self.tally.rare += is_rare
                return
            if before.player == self.seat:
                # Its own choice is made; what all chose at the same time comes next.
                is_made = True
                continue
            self.tally.mistaken += 1
            self.companion.undo(len(self.companion.entries) - entries)
        told = str(full_text(before, option))
        self.tally.lost.append(f"seat {self.seat}, step {len(self.walk.plies)}, {told}: {refused}")
        self.companion, self.at = Companion(self.walk.game, self.seat, start=now), 0

    def _words(self, before: engines.State, option: int, now: engines.View) -> Iterator[str]:
        """What the seat may say: as it is told, then with what its board shows."""
        told = text_for(before, option, self.seat)
        shown = [line.replace(";", ",") for line in new_lines(before.view(self.seat), now)]
        if told and told != UNEXPLAINED:
            yield told
            yield "; ".join([told, *shown, ALL_SAID])
        mine = before.player == self.seat
        secret = self.secret if mine else [*self.secret, str(full_text(before, option))]
        yield "; ".join([*secret, ALL_SAID])
        yield "; ".join([*secret, *shown, ALL_SAID])
        yield "; ".join([*shown, ALL_SAID])


def observe(companion: Companion, text: str) -> bool:
    """Tell the companion; was nothing that fits in the usual number of worlds?"""
    longer = []
    with pytest.MonkeyPatch.context() as patch:
        usual = Observation.look_longer

        def look_longer(observation: Observation) -> list[Sight]:
            longer.append(observation)
            return usual(observation)

        patch.setattr(Observation, "look_longer", look_longer)
        companion.observe(text)
    return bool(longer)


def follow_walk(game: engines.Game, seed: int, seat: int, plies: int, first: int = 0) -> Followed:
    """Follow so many plies of a random game, from its beginning or a later ply."""
    walk = Walk(game, seed)
    follower = Follower(walk, seat, first)
    while not walk.state.over and len(walk.plies) < first + plies:
        follower.step()
    return follower.tally
