"""Saved games: a JSON file with seed, options, who sat where, and the players' moves.

Chance needs no record: its events follow from the seed. Moves are in the game's words, one per
decision, so that people can read the file. They count from 1.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from eminence import engines
from eminence.cython_ext.pages import Entries
from eminence.cython_ext.version import UNNAMED, WRITER, __version__, both_versions, naming_versions
from eminence.cython_ext.whole_numbers import UINT64_MAX
from eminence.engines.positions import from_file, game_from
from eminence.search.beliefs.record import Record

#: the seat of a person, where other seats have the specification of an agent
PERSON = "me"
#: characters of a version's name
MOST_VERSION = 40
#: called before each step with the state it happens in, which it must not change or keep
Watch = Callable[[engines.State, int], None]


@dataclass(frozen=True)
class SavedGame:
    """A game as far as it was played."""

    game: engines.Game
    seats: tuple[str, ...]
    """Per seat `me` or an agent's specification."""
    seed: int
    """The seed of all chance events."""
    moves: tuple[str, ...] = ()
    writer: str = field(default=__version__, compare=False)
    """The version that played the moves."""

    def __str__(self) -> str:
        """What is played, and who sits where."""
        options = [f"{name} {value}" for name, value in self.game.options.items()]
        seats = [f"seat {seat}: {who}" for seat, who in enumerate(self.seats)]
        return "\n".join([", ".join([self.game.name, *options, f"seed {self.seed}"]), *seats])

    def state(self, at: int | None = None) -> engines.State:
        """The state at the decision on move `at`; None: after all moves."""
        return self.opened(at)[0]

    def opened(
        self, at: int | None = None, watch: Watch | None = None
    ) -> tuple[engines.State, engines.Chance]:
        """The state at the decision on move `at`, and the chance that goes on from there."""
        self._refuse_move(at)
        state, chance = self.beginning()
        resolve(state, chance, watch)
        for number, move in enumerate(self.moves[: None if at is None else at - 1], 1):
            action = self._action(state, number, move)
            if watch is not None:
                watch(state, action)
            state.apply(action)
            resolve(state, chance, watch)
        return state, chance

    def beginning(self) -> tuple[engines.State, engines.Chance]:
        """What the moves are played from, and the chance that goes with it."""
        return self.game.root(), engines.Chance(self.seed)

    def record(self, seat: int, at: int | None = None) -> Record:
        """What a seat has seen up to the decision on move `at`; None: all that it has seen."""
        record = Record((self.beginning()[0].view(seat),))

        def note(state: engines.State, step: int) -> None:
            nonlocal record
            record = record.seeing(state.view(seat))

        state, _ = self.opened(at, note)
        return record.seeing(state.view(seat))

    def _action(self, state: engines.State, number: int, move: str) -> int:
        with naming_versions(self.writer):
            try:
                return state.parse(move)
            except engines.IllegalAction as error:
                raise engines.BadPosition(f"moves: move {number}: {error}") from None

    def _refuse_move(self, at: int | None) -> None:
        last = len(self.moves) + 1
        if at is not None and not 1 <= at <= last:
            raise engines.BadOption(f"no move {at}: choose 1 to {last}")

    def to_json(self) -> str:
        """The text of the file."""
        values = {
            WRITER: __version__,
            "game": self.game.name,
            "options": self.game.options,
            "fingerprint": self.game.fingerprint,
            "seed": self.seed,
            "seats": list(self.seats),
            "moves": list(self.moves),
        }
        return json.dumps(values, indent=1, ensure_ascii=False) + "\n"

    def write(self, path: str | Path) -> None:
        """Write the file whole: a process killed half-way leaves the old file as it was."""
        path = Path(path)
        draft = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            draft.write_text(self.to_json(), "utf-8")
            draft.replace(path)
        except OSError as error:
            draft.unlink(missing_ok=True)
            raise engines.BadData(f"{path}: {error.strerror}") from None


def resolve(state: engines.State, chance: engines.Chance, watch: Watch | None = None) -> None:
    """Play pending events up to the next decision or the end, each shown to the watcher."""
    while state.player == engines.CHANCE:
        outcome = state.roll(chance)
        if watch is not None:
            watch(state, outcome)
        state.apply(outcome)


def read_saved(path: str | Path, data: str | Path | None = None) -> SavedGame:
    """The game in a file; `data` is the data folder that it was played with, if not ours."""
    return from_file(path, lambda written: saved_from(written, data))


def is_saved(written: Any) -> bool:
    """Are these the entries of a saved game, and not of a position file?"""
    return isinstance(written, dict) and {"moves", "seats", "seed"} <= written.keys()


def saved_from(written: Any, data: str | Path | None = None) -> SavedGame:
    """The game that the entries of a file describe; its moves are played when asked for."""
    entries = Entries(written)
    game = game_from(entries, data)
    writer = entries.text(WRITER, MOST_VERSION) if entries.has(WRITER) else UNNAMED
    fingerprint = entries.value("fingerprint", "the one that the game was saved with")
    if fingerprint != game.fingerprint:
        raise entries.fail("fingerprint", _other_rules(game, writer))
    seed = entries.number("seed", 0, UINT64_MAX)
    seats = _texts(entries, "seats")
    if len(seats) != game.seats:
        raise entries.fail("seats", f"{len(seats)} are named, this game has {game.seats}")
    moves = _texts(entries, "moves")
    entries.close()
    return SavedGame(game, seats, seed, moves, writer)


def _other_rules(game: engines.Game, writer: str) -> str:
    """Why a game cannot be continued: another version or another data folder."""
    played = f"{game.name} was played with other rules or numbers than these"
    if writer != __version__:
        return f"{played} ({both_versions(writer)}): use that version"
    return f"{played}: name its data folder with --data"


def _texts(entries: Entries, key: str) -> tuple[str, ...]:
    """A list of texts."""
    value = entries.value(key, "a list of texts")
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise entries.fail(key, "expected a list of texts")
    return tuple(value)
