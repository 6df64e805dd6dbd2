"""What a viewer is told of a step: only what it was shown, in words.

The rules give each viewer keys of what it is shown (`Sink`). Words say more: they name the
action. So a step is told in full only if no other step that the viewer holds possible would
have shown it the same. Otherwise the viewer gets the words that all these steps have in common at
the beginning.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from eminence.engines import CHANCE, PUBLIC, Sink, State, View

#: worlds of the viewer in which to look for the step; more if only so few explain it
WORLDS, MOST_WORLDS, EXPLAINING = 32, 1024, 8
#: how many steps that show the viewer nothing may have come before, in a row
SILENT = 8
#: steps tried in all worlds together
TRIES = 20_000
#: index of the onlooker's key in `Sink.keys`
ONLOOKER = 6
NOTHING = Sink().keys[ONLOOKER]
#: for a step that none of the worlds explains, such as the last of many secret choices: the viewer
#: does not know whose it was
UNEXPLAINED = "something was decided in secret: look at the board"


@dataclass(frozen=True)
class StepText:
    """A step in words: whose it is, and what."""

    who: str
    what: str

    def __str__(self) -> str:
        return f"{self.who}: {self.what}"


def event_text(state: State) -> str:
    """The pending chance event in words."""
    kind, seat = state.event()
    events = state.game.words.events
    name = events[kind] if kind < len(events) else "chance"
    return name if seat < 0 else f"{name}, seat {seat}"


def full_text(state: State, step: int) -> StepText:
    """An action or outcome in the words of somebody who sees everything."""
    who = event_text(state) if state.player == CHANCE else f"seat {state.player}"
    return StepText(who, state.text(step))


def text_for(before: State, step: int, viewer: int) -> str:
    """The step as the viewer (a seat or PUBLIC) may know it; "" if it was shown nothing."""
    truth = full_text(before, step)
    if _decides(before, viewer):
        return str(truth)
    shown = _shown(before.copy(), step, viewer)
    if shown == NOTHING:
        return ""
    view = before.view(viewer)
    found = _AlikeSteps(view, shown).find()
    if found:
        return common_text([truth, *found])
    return str(truth) if _shows_itself(view, truth) else UNEXPLAINED


def _shows_itself(view: View, truth: StepText) -> bool:
    """Is there no other step, in any of the viewer's worlds, that shows what this one does?

    For steps that show so much else, such as all bids at once, that no world matches it.
    """
    shown: dict[int, set[StepText]] = {}
    for seed in range(WORLDS):
        world = view.sample(seed)
        if world.over or _decides(world, view.seat):
            continue
        for step in _steps_of(world):
            key = _shown(world.copy(), step, view.seat)
            shown.setdefault(key, set()).add(full_text(world, step))
    mine = [texts for texts in shown.values() if truth in texts]
    return bool(mine) and all(texts == {truth} for texts in mine)


def common_text(texts: Sequence[StepText]) -> str:
    """What is true of all of them."""
    whos = {text.who for text in texts}
    if len({*texts}) == 1:
        return str(texts[0])
    if len(whos) > 1:
        return "something happens that you cannot see"
    columns = zip(*(text.what.split() for text in texts), strict=False)
    shared = takewhile(lambda words: len({*words}) == 1, columns)
    beginning = " ".join(words[0] for words in shared)
    return f"{whos.pop()}: {f'{beginning} ...' if beginning else 'hidden from you'}"


def _decides(state: State, viewer: int) -> bool:
    """Is it the viewer's own move? The onlooker has the number of chance."""
    return state.player == viewer >= 0


def _shown(state: State, step: int, viewer: int) -> int:
    """Play the step in place; the key of what it shows the viewer."""
    sink = Sink()
    state.apply(step, sink)
    return sink.keys[ONLOOKER if viewer == PUBLIC else viewer]


class _AlikeSteps:
    """The steps that would show the viewer the same, in worlds of its own view."""

    def __init__(self, view: View, shown: int):
        self.view = view
        self.shown = shown
        self.tries = TRIES
        self.known: dict[State, set[StepText]] = {}

    def find(self) -> set[StepText]:
        """All of them; they depend on what the viewer knows, not on the true world."""
        found: set[StepText] = set()
        explaining = 0
        for seed in range(MOST_WORLDS):
            if seed >= WORLDS and explaining >= EXPLAINING:
                break
            alike = self._in(self.view.sample(seed), SILENT)
            explaining += bool(alike)
            found |= alike
        return found

    def _in(self, world: State, depth: int) -> set[StepText]:
        """Such steps in this world, at once or after steps that show the viewer nothing."""
        if world not in self.known:
            self.known[world] = set(self._steps(world, depth))
        return self.known[world]

    def _steps(self, world: State, depth: int) -> Iterator[StepText]:
        if world.over or _decides(world, self.view.seat):
            return
        for step in _steps_of(world):
            if self.tries == 0:
                return
            self.tries -= 1
            after = world.copy()
            key = _shown(after, step, self.view.seat)
            if key == self.shown:
                yield full_text(world, step)
            elif key == NOTHING and depth:
                yield from self._in(after, depth - 1)


def _steps_of(state: State) -> list[int]:
    if state.player == CHANCE:
        return [outcome for outcome, _ in state.outcomes()]
    return state.actions()
