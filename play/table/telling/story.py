"""What a viewer is told: each step as it may know it, then what came of it.

What came of it is the game's word on the viewer's own two views, before the step and after it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from eminence.cython_ext.game import Position
from eminence.engines import PUBLIC, State
from eminence.play.table.news import full_text, text_for

#: how the line of a player begins, and not that of an event
PLAYER = re.compile(r"you|seat \d+")


@dataclass(frozen=True)
class Told:
    """What somebody is told of a step."""

    step: str
    """The step itself; "" where that is not told: nothing was shown of it, or it is known."""
    results: tuple[str, ...] = ()
    """Sentences about what it brought."""

    def __bool__(self) -> bool:
        return bool(self.step or self.results)


def told(before: State, step: int, viewer: int | None) -> Told:
    """The step and what it brings, for a seat or PUBLIC; None: for who may see everything."""
    text = str(full_text(before, step)) if viewer is None else text_for(before, step, viewer)
    return Told(as_read_by(text, viewer), _results(before, step, viewer))


def news_of(before: State, step: int, viewer: int) -> Told:
    """The same for somebody at the table, who knows what it has just done itself."""
    if before.player != viewer or viewer == PUBLIC:
        return told(before, step, viewer)
    return Told("", _results(before, step, viewer))


def _results(before: State, step: int, viewer: int | None) -> tuple[str, ...]:
    after = before.copy()
    after.apply(step)
    first: Position = before if viewer is None else before.view(viewer)
    second: Position = after if viewer is None else after.view(viewer)
    return tuple(before.game.words.happened(first, second))


def as_read_by(text: str, viewer: int | None) -> str:
    """The text with `you` for the viewer's own seat."""
    if viewer is None or viewer == PUBLIC:
        return text
    return re.sub(rf"\bseat {viewer}\b", "you", re.sub(rf"\bseat {viewer}'s\b", "your", text))


@dataclass
class _Line:
    """A line of the story: steps of one player or of events of one kind, and what came of them."""

    who: str
    text: str
    results: tuple[str, ...] = ()

    @property
    def is_open(self) -> bool:
        """May another step join it?"""
        return bool(self.who) and not self.results

    @property
    def is_players(self) -> bool:
        return PLAYER.fullmatch(self.who) is not None

    def __str__(self) -> str:
        return "\n  ".join([self.text, *self.results])


def lines(story: Iterable[Told]) -> list[str]:
    """Steps of one player or one kind of event share a line; what came of them stands below.

    Such as `seat 1: draw; draw` and `  Seat 1 gets 2 points.`
    """
    found: list[_Line] = []
    for each in story:
        if each.step:
            _add(found, each)
        else:
            found += [_Line("", sentence) for sentence in each.results]
    return [str(line) for line in found]


def _add(found: list[_Line], told: Told) -> None:
    """Put the step into the line that it goes on with, or into one of its own."""
    who, _, what = told.step.partition(": ")
    new = _Line(who, told.step, told.results)
    last = found[-1] if found and found[-1].is_open and what else None
    kind, _, of_seat = who.partition(", ")
    if last is None:
        found.append(new)
    elif last.who == who:
        last.text, last.results = f"{last.text}; {what}", told.results
    elif of_seat and last.who.partition(", ")[0] == kind:
        # Such as `tower, seat 0: 2 cubes fall out; seat 1: 3 cubes fall out`.
        last.who, last.text, last.results = who, f"{last.text}; {of_seat}: {what}", told.results
    elif _goes_on(found, new):
        found[-2].text += f"; {what}"
    else:
        found.append(new)


def _goes_on(found: list[_Line], new: _Line) -> bool:
    """Did only events come between this and the same player's step before?"""
    return (
        len(found) > 1
        and new.is_players
        and new.is_open
        and found[-2].is_open
        and found[-2].who == new.who
        and not found[-1].is_players
    )
