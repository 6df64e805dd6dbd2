"""A file that somebody analyses: a saved game or a position, opened from its text.

The server keeps no file. What a text means is remembered for a while, so that the moves of a long
game are put into words and read only once.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from eminence.cython_ext.errors import BadEntry, EminenceError
from eminence.cython_ext.game import Game, View
from eminence.engines import PUBLIC, BadPosition, Chance, State
from eminence.engines.kit.lines import line_of
from eminence.engines.positions import entries_of, position_from
from eminence.play.table.levels import levels_of
from eminence.play.table.saved_game import PERSON, SavedGame, is_saved, saved_from

#: moves of a saved game; the longest games have half of that
MOST_MOVES = 8_000
#: texts whose meaning is remembered
REMEMBERED = 16
#: where readers of TOML and JSON say the line
LINE = re.compile(r"\bline (\d+)")


@dataclass(frozen=True)
class Move:
    """A move of the game in the file."""

    action: int
    text: str
    seat: int
    part: str
    """The round it belongs to, such as `turn 3`."""


@dataclass(frozen=True)
class Document:
    """What a file holds."""

    game: Game
    saved: SavedGame | None
    """The game; None: it is a position."""
    view: View | None
    """The position; None: it is a game."""
    moves: tuple[Move, ...] = ()

    @property
    def line_up(self) -> list[str]:
        """Who plays, per seat: `person`, a level, or what the file says of a bot."""
        if self.saved is None:
            return [""] * self.game.seats
        levels = {spec: level for level, spec in reversed(levels_of(self.game).items())}
        return [_player(who, levels) for who in self.saved.seats]

    def beginning(self, seed: int) -> tuple[State, Chance]:
        """What the moves are played from; the seed deals what a position does not tell."""
        if self.saved is not None:
            return self.saved.beginning()
        assert self.view is not None
        return self.view.sample(seed), Chance(seed)


@dataclass(frozen=True)
class Problem:
    """What is wrong with a file."""

    line: int | None
    message: str

    def fields(self) -> dict[str, Any]:
        """For a page."""
        return {"line": self.line, "message": self.message}


@lru_cache(maxsize=REMEMBERED)
def opened(text: str) -> Document:
    """The document in a text; raises an EminenceError that says what is wrong."""
    written = entries_of(text)
    if is_saved(written):
        return _game_in(written)
    view = position_from(written)
    return Document(view.game, None, view)


def _game_in(written: dict[str, Any]) -> Document:
    moves = written["moves"]
    if isinstance(moves, list) and len(moves) > MOST_MOVES:
        raise BadPosition(f"moves: {len(moves)}, at most {MOST_MOVES} can be looked at")
    saved = saved_from(written)
    found: list[Move] = []

    def note(state: State, step: int) -> None:
        if state.player >= 0:
            part = state.game.words.part(state.view(PUBLIC))
            found.append(Move(step, state.text(step), state.player, part))

    saved.opened(watch=note)
    return Document(saved.game, saved, None, tuple(found))


def _player(who: str, levels: dict[str, str]) -> str:
    return "person" if who == PERSON else levels.get(who, who)


def problems_of(text: str) -> Sequence[Problem]:
    """All that is wrong with a file, in the order of its lines; nothing if it can be opened."""
    try:
        opened(text)
    except EminenceError as error:
        return sorted(described(error, text), key=lambda each: each.line or 0)
    return ()


def described(error: EminenceError, text: str) -> list[Problem]:
    """The problems that an error names, each with the line it is in."""
    if isinstance(error, BadEntry):
        return [
            Problem(line_of(text, each.place), f"{each.place}: {each.message}")
            for each in error.entries
        ]
    said = " ".join(str(error).split())
    line = LINE.search(said) if said.startswith("not ") else None
    return [Problem(int(line[1]) if line else None, said)]
