"""What has happened at a table, and how each seat was told of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import groupby
from typing import Any, NamedTuple

from eminence.engines import Chance, State
from eminence.play.table.saved_game import SavedGame, resolve
from eminence.play.table.telling.story import Told, lines, told
from eminence.search.beliefs.record import Record


class Step(NamedTuple):
    """An action or an outcome, and the state it was played in."""

    before: State
    played: int


class Heard(NamedTuple):
    """What a viewer was told of a step, and in which round of the game."""

    part: str
    told: Told


class History:
    """Follows a saved game; each step is put into words once for each viewer who asks."""

    def __init__(self, saved: SavedGame):
        self._state, self._chance = saved.beginning()
        self._moves: list[str] = []
        self._steps: list[Step] = []
        self._marks: list[tuple[int, Chance]] = []
        """Before each move: how many steps there were, and the chance from there on."""
        self._heard: defaultdict[int, list[Heard]] = defaultdict(list)
        self._resolve()
        self.follow(saved.moves)

    def follow(self, moves: tuple[str, ...]) -> None:
        """Go to where these moves lead: on from here, or back first."""
        same = 0
        while same < min(len(moves), len(self._moves)) and moves[same] == self._moves[same]:
            same += 1
        if same < len(self._moves):
            self._go_back(same)
        for move in moves[same:]:
            self._marks.append((len(self._steps), self._chance.copy()))
            self._moves.append(move)
            self._play(self._state.parse(move))
            self._resolve()

    def _go_back(self, kept: int) -> None:
        at, self._chance = self._marks[kept]
        self._state = self._steps[at].before.copy()
        del self._moves[kept:], self._marks[kept:], self._steps[at:]
        for heard in self._heard.values():
            del heard[at:]

    def _play(self, action: int) -> None:
        self._steps.append(Step(self._state.copy(), action))
        self._state.apply(action)

    def _resolve(self) -> None:
        def note(state: State, outcome: int) -> None:
            self._steps.append(Step(state.copy(), outcome))

        resolve(self._state, self._chance, note)

    def log(self, viewer: int, most: int | None = None) -> list[dict[str, Any]]:
        """What a seat or PUBLIC was told, by rounds; only of the last steps that said anything."""
        heard = self._heard[viewer]
        for step in self._steps[len(heard) :]:
            heard.append(heard_of(step, viewer))
        said = [each for each in heard if each.told]
        return _by_rounds(said if most is None else said[-most:])

    def seen(self, viewer: int, most: int | None = None) -> Record:
        """What a viewer has seen, from the first view on, or only the last ones."""
        views = [self._state.view(viewer)]
        for step in reversed(self._steps):
            if len(views) == most:
                break
            view = step.before.view(viewer)
            if view != views[-1]:
                views.append(view)
        return Record(tuple(reversed(views)))


def heard_of(step: Step, viewer: int) -> Heard:
    """What a viewer is told of a step."""
    part = step.before.game.words.part(step.before.view(viewer))
    return Heard(part, told(step.before, step.played, viewer))


def logged(steps: Sequence[Step], viewer: int) -> list[dict[str, Any]]:
    """What a viewer was told of some steps, by rounds."""
    heard = [heard_of(step, viewer) for step in steps]
    return _by_rounds([each for each in heard if each.told])


def _by_rounds(said: Sequence[Heard]) -> list[dict[str, Any]]:
    return [
        {"part": part, "lines": lines(each.told for each in group)}
        for part, group in groupby(said, key=lambda each: each.part)
    ]
