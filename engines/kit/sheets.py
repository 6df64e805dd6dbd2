"""What a game's data folder holds, declared: CSV files, TOML entries, and their limits.

A column or an entry has a reader: `number(0, 20)`, `choice(names)`, `Record.word`, or any function
of an entry and its field that returns the value or raises `BadData`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

from eminence.cython_ext.errors import BadData
from eminence.engines.kit.options import SourceLine
from eminence.engines.kit.tables import (
    SOURCE,
    Record,
    is_source,
    once,
    read_csv,
    read_toml,
    toml_sources,
)

Reader = Callable[[Record, str], Any]
#: the metadata key of dataclass fields that come from a TOML file
TOML = "toml"


def number(low: int = 0, high: int = 255) -> Reader:
    """A whole number in range."""
    return lambda entry, name: entry.number(name, low, high)


def choice(words: Sequence[str] | Mapping[int, str]) -> Reader:
    """One of some words: the number that it stands for, in a sequence its index."""
    numbered = words if isinstance(words, Mapping) else dict(enumerate(words))
    return lambda entry, name: entry.number_of(name, numbered)


def different_words(kind: str, low: int, high: int) -> Reader:
    """A list of so many different words that name things of one kind."""
    expected = f"{low} to {high}" if low < high else f"{low}"

    def read(entry: Record, name: str) -> tuple[str, ...]:
        words = entry.words(name)
        if not low <= len(words) <= high or len(set(words)) != len(words):
            raise entry.fail(name, f"expected {expected} different {kind}")
        return words

    return read


def as_it_is(entry: Record, name: str) -> Any:
    """For a value that has a meaning only together with others: the game reads it."""
    return entry.values[name]


class Row(Record):
    """A row of a CSV file, with what the readers made of its cells."""

    def __init__(self, entry: Record, readers: Mapping[str, Reader]) -> None:
        super().__init__(entry.file, entry.place, entry.values)
        self._read = {column: reader(entry, column) for column, reader in readers.items()}

    @property
    def cells(self) -> tuple[Any, ...]:
        """All values, in the order in which the columns are declared."""
        return tuple(self._read.values())

    def __getitem__(self, column: str) -> Any:
        return self._read[column]


def column(rows: Iterable[Row], name: str) -> tuple[Any, ...]:
    """The values of one column."""
    return tuple(row[name] for row in rows)


def grid(found: Mapping[Any, Any], sizes: Sequence[int], at: tuple[int, ...] = ()) -> Any:
    """Values by several numbers as tuples in tuples: `grid(found, (2, 3))[1][2]`."""
    if not sizes:
        return found[at]
    return tuple(grid(found, sizes[1:], (*at, i)) for i in range(sizes[0]))


@dataclass(frozen=True)
class Sheet:
    """A CSV file and its columns; those with + have a source of their own beside the row's.

    keys: the columns that name a row; if `once_each`, no two rows may have the same name.
    values: the other columns.
    rows: how many there must be, or the fewest and the most.
    kind: what the rows introduce by name, if anything; the name has a source too.
    """

    file: str
    keys: str
    values: str
    rows: int | tuple[int, float] = (0, inf)
    kind: str = ""
    once_each: bool = True

    @property
    def key_columns(self) -> list[str]:
        return self.keys.replace("+", "").split()

    @property
    def columns(self) -> list[str]:
        marked = f"{self.keys} {self.values}".split()
        sources = [f"{column[:-1]}_{SOURCE}" for column in marked if column.endswith("+")]
        return [*(column.rstrip("+") for column in marked), SOURCE, *sources]

    def read(
        self,
        folder: Path,
        order: Mapping[str, Iterable[str | int]] | None = None,
        **readers: Reader,
    ) -> list[Row]:
        """The rows of the file.

        order: what columns must hold, from the first row on.
        readers: for the columns; by default a key is a word, and a value a number of eight bits.
        """
        entries = self._entries(folder)
        for name, words in (order or {}).items():
            for entry, word in zip(entries, words, strict=False):
                found = entry.number(name) if isinstance(word, int) else entry.word(name)
                if found != word:
                    raise entry.fail(name, f"expected {word!r}, got {found!r}")
        if self.once_each:
            once(entries, self.key_columns)
        readers = self._usual_readers() | readers
        return [Row(entry, readers) for entry in entries]

    def pairs(
        self, folder: Path, names: Sequence[str], **readers: Reader
    ) -> dict[tuple[int, int], Row]:
        """The rows of a file that joins named things, by the indices of the names."""
        first, second = self.key_columns
        one = choice(names)
        readers = self._usual_readers() | {first: one, second: one} | readers
        found: dict[tuple[int, int], Row] = {}
        for entry in self._entries(folder):
            row = Row(entry, readers)
            a, b, *_ = row.cells
            pair = min(a, b), max(a, b)
            if a == b or pair in found:
                expected = "two different ones" if a == b else "each pair once"
                raise row.fail(second, f"{row.word(second)!r}: expected {expected}")
            found[pair] = row
        return found

    def fail(self, name: str, message: str) -> BadData:
        """The error to raise about a column as a whole."""
        return BadData(f"{self.file}, {name}: {message}")

    def sources(self, folder: Path) -> Iterator[SourceLine]:
        """One line per value; a name that the rows introduce has its own line."""
        for row in read_csv(folder, self.file, self.columns):
            entry = " ".join(row.word(key) for key in self.key_columns)
            if self.kind:
                source = row.source_of(self.key_columns[-1])
                yield SourceLine(self.file, entry, self.kind, source, self.kind)
            for name in row.names:
                if name not in self.key_columns:
                    value, source = row.values[name], row.source_of(name)
                    yield SourceLine(self.file, f"{entry} {name}", value, source)

    def _entries(self, folder: Path) -> Sequence[Record]:
        entries = read_csv(folder, self.file, self.columns)
        low, high = self.rows if isinstance(self.rows, tuple) else (self.rows, self.rows)
        if not low <= len(entries) <= high:
            expected = f"{low} to {high}" if low < high else f"{low}"
            raise BadData(f"{self.file}: {len(entries)} rows, expected {expected}")
        return entries

    def _usual_readers(self) -> dict[str, Reader]:
        columns = [name for name in self.columns if not is_source(name)]
        return dict.fromkeys(columns, number()) | dict.fromkeys(self.key_columns, Record.word)


class _Declared(NamedTuple):
    toml: Toml
    table: str
    read: Callable[[Record], Any]


class Toml:
    """A TOML file, whose entries are declared as the fields of frozen dataclasses.

    tables: those that the game reads itself, with their keys.
    """

    def __init__(self, file: str, tables: Mapping[str, Sequence[str]] | None = None) -> None:
        self.file = file
        self.tables = {table: [*keys] for table, keys in (tables or {}).items()}

    def value(self, place: str, read: Reader) -> Any:
        """The entry at `table.key`."""
        table, key = place.split(".")
        return self._field(table, [key], lambda entry: read(entry, key))

    def number(self, place: str, low: int = 0, high: int = 255) -> Any:
        """The whole number at `table.key`."""
        return self.value(place, number(low, high))

    def each(self, table: str, keys: Sequence[str], low: int = 0, high: int = 255) -> Any:
        """The whole numbers of some entries of a table."""
        return self._field(table, keys, lambda e: tuple(e.number(key, low, high) for key in keys))

    def _field(self, table: str, keys: Iterable[str], read: Callable[[Record], Any]) -> Any:
        self.tables.setdefault(table, []).extend(keys)
        return field(metadata={TOML: _Declared(self, table, read)})


def declared(folder: Path, board: Any) -> tuple[dict[str, Any], dict[str, Record]]:
    """What TOML files hold for a dataclass, by field; and their tables, by name."""
    found = {f.name: f.metadata[TOML] for f in fields(board) if TOML in f.metadata}
    tables: dict[str, Record] = {}
    for toml in {entry.toml: None for entry in found.values()}:
        tables |= read_toml(folder, toml.file).tables(toml.tables)
    return {name: entry.read(tables[entry.table]) for name, entry in found.items()}, tables


def names_of(things: str) -> cached_property[tuple[str, ...]]:
    """A property of a dataclass: the names of the things in one of its fields."""
    return cached_property(lambda board: tuple(thing.name for thing in getattr(board, things)))


def reached(first: int, pairs: Collection[tuple[int, int]]) -> set[int]:
    """Everything that pairs connect with `first`, including itself."""
    found = {first}
    while further := {one for pair in pairs if found & {*pair} for one in pair} - found:
        found |= further
    return found


def file_names(sheets: Iterable[Sheet], tomls: Iterable[str]) -> tuple[str, ...]:
    """The files of a data folder; its fingerprint depends on their order."""
    return (*(sheet.file for sheet in sheets), *tomls)


def folder_sources(folder: Path, sheets: Iterable[Sheet], tomls: Iterable[str]) -> list[SourceLine]:
    """Every number of a data folder with its source."""
    in_sheets = [line for sheet in sheets for line in sheet.sources(folder)]
    return in_sheets + [line for file in tomls for line in toml_sources(read_toml(folder, file))]
