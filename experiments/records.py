"""Finished blocks in a file, one JSON line each, so that a long run can stop and go on.

Every line says by itself what it is: game, options, fingerprint of the rules, version, the
two specifications and the seed. A file holds the blocks of one experiment, which is one or
more matches.
"""

from __future__ import annotations

import fcntl
import json
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from cython_ext.errors import BadData, BadOption
from cython_ext.game import Game
from experiments.match import Block, Rotation
from play import __version__
from search import make


@dataclass(frozen=True)
class Match:
    """Whose blocks belong together: one game, one candidate, one kind of opponents."""

    game: Game
    candidate: str
    opponents: str

    @classmethod
    def of(cls, game: Game, candidate: str, opponents: str) -> Match:
        """With the specifications as the agents write them, so that equal ones look equal."""
        return cls(game, str(make(candidate)), str(make(opponents)))

    def identity(self) -> dict[str, Any]:
        """What a line says of its match."""
        return {
            "game": self.game.name,
            "options": self.game.options,
            "fingerprint": self.game.fingerprint,
            "version": __version__,
            "candidate": self.candidate,
            "opponents": self.opponents,
        }


class Records:
    """The file of an experiment, open for reading what is there and adding what is new.

    `missing` tells which seeds to play, `add` writes a block down.
    """

    def __init__(
        self,
        path: str | Path,
        matches: Iterable[Match],
        note: Callable[[str], None] = print,
    ):
        self.path = Path(path)
        self._blocks: dict[Match, dict[int, Block]] = {match: {} for match in matches}
        self._file = self._open()
        try:
            self._read(note)
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def blocks(self, match: Match) -> list[Block]:
        """The finished blocks of a match by seed, in whatever order they came in."""
        done = self._done(match)
        return [done[seed] for seed in sorted(done)]

    def missing(self, match: Match, seeds: Iterable[int]) -> list[int]:
        """Those seeds whose blocks are still to be played."""
        done = self._done(match)
        return [seed for seed in seeds if seed not in done]

    def add(self, match: Match, block: Block) -> None:
        """Write a finished block down at once."""
        played = (block.candidate, block.opponents)
        if played != (match.candidate, match.opponents):
            raise BadOption(
                f"a block of {played[0]} against {played[1]} is none of "
                f"{match.candidate} against {match.opponents}"
            )
        if block.seed in self._done(match):
            raise BadOption(f"seed {block.seed} of {match.candidate} is in {self.path} already")
        line = match.identity() | {
            "seed": block.seed,
            "rotations": [asdict(rotation) for rotation in block.rotations],
        }
        self._file.write(json.dumps(line).encode() + b"\n")
        self._file.flush()
        self._done(match)[block.seed] = block

    def _done(self, match: Match) -> dict[int, Block]:
        if match not in self._blocks:
            raise BadOption(
                f"{match.candidate} against {match.opponents} is no match of {self.path}"
            )
        return self._blocks[match]

    def _open(self) -> IO[bytes]:
        try:
            file = self.path.open("a+b")
        except OSError as error:
            raise BadOption(f"{self.path}: {error.strerror or error}") from None
        try:
            # Two runs that write one file would play every block twice.
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            raise BadOption(f"{self.path}: another run is writing this file") from None
        return file

    def _read(self, note: Callable[[str], None]) -> None:
        self._file.seek(0)
        *lines, rest = self._file.read().split(b"\n")
        for number, line in enumerate(lines, 1):
            self._read_line(line, f"{self.path} line {number}")
        if rest:
            note(f"{self.path}: dropped line {len(lines) + 1}, which was cut off half-way")
            self._file.truncate(sum(len(line) + 1 for line in lines))

    def _read_line(self, line: bytes, place: str) -> None:
        try:
            written = json.loads(line)
        except ValueError:
            raise BadData(f"{place}: expected one JSON object, got {line[:40]!r}") from None
        if not isinstance(written, dict):
            raise BadData(f"{place}: expected a JSON object, got {line[:40]!r}")
        match = self._match_of(written, place)
        block = _block(match, written, place)
        if block.seed in self._blocks[match]:
            raise BadData(f"{place}: seed {block.seed} is there twice")
        self._blocks[match][block.seed] = block

    def _match_of(self, written: dict[str, Any], place: str) -> Match:
        """The match that a line belongs to; it names what differs from the nearest one."""
        nearest: list[str] | None = None
        for match in self._blocks:
            differing = [
                f"{key} {written.get(key)!r} instead of {value!r}"
                for key, value in match.identity().items()
                if written.get(key) != value
            ]
            if not differing:
                return match
            if nearest is None or len(differing) < len(nearest):
                nearest = differing
        raise BadData(
            f"{place}: a block of another experiment ({'; '.join(nearest or ['no match'])}): "
            f"choose another file"
        )


def _block(match: Match, written: dict[str, Any], place: str) -> Block:
    seed, rotations = written.get("seed"), written.get("rotations")
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise BadData(f"{place}: seed: expected a whole number, got {seed!r}")
    if not isinstance(rotations, list) or len(rotations) != match.game.seats:
        raise BadData(f"{place}: rotations: expected a list of {match.game.seats}")
    read = tuple(_rotation(rotation, place) for rotation in rotations)
    return Block(match.candidate, match.opponents, seed, read)


def _rotation(written: Any, place: str) -> Rotation:
    names = [field.name for field in fields(Rotation)]
    if not isinstance(written, dict) or sorted(written) != sorted(names):
        raise BadData(f"{place}: rotations: expected {', '.join(names)} each")
    for name, value in written.items():
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise BadData(f"{place}: {name}: expected a number, got {value!r}")
    return Rotation(**written)
