"""Data files of a game: CSV rows and TOML tables with errors that name file, place and field.

Every value has a source: the field `<name>_source` beside it, else the field `source` of its
row or table, else that of the table around it. A source is one of the words in SOURCES, with a
note after a colon; for `public` the note must have an address.
"""

from __future__ import annotations

import csv
import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from eminence.cython_ext.errors import BadData
from eminence.cython_ext.pages import toml_of
from eminence.cython_ext.whole_numbers import read_whole, whole_problem
from eminence.engines.kit.options import SourceLine, listed

RECONSTRUCTED = "reconstructed"
SOURCES = ("rulebook", "public", "derived", "house", RECONSTRUCTED)
SOURCE = "source"
#: How many files stay parsed: the same game is often loaded with other options.
MOST_FILES = 64


class Record:
    """One row of a CSV file or one table of a TOML file."""

    def __init__(
        self, file: str, place: str, values: Mapping[str, Any], around: Record | None = None
    ) -> None:
        self.file = file
        self.place = place
        self.values = values
        self.around = around

    def fail(self, field: str, message: str) -> BadData:
        """The error to raise about a field."""
        place = f", {self.place}" if self.place else ""
        return BadData(f"{self.file}{place}, {field}: {message}")

    def number(self, field: str, low: int = 0, high: int = 255) -> int:
        """A whole number in range; a CSV cell holds it as text."""
        return self._number(field, self.values[field], low, high)

    def _number(self, field: str, value: object, low: int, high: int) -> int:
        number: Any = read_whole(value) if isinstance(value, str) else value
        problem = whole_problem(number, low, high)
        if problem:
            raise self.fail(field, problem)
        return number

    def numbers(self, field: str, low: int = 0, high: int = 255) -> tuple[int, ...]:
        return tuple(self._number(field, v, low, high) for v in self._list(field))

    def words(self, field: str) -> tuple[str, ...]:
        values = self._list(field)
        for value in values:
            if not isinstance(value, str) or not value.strip():
                raise self.fail(field, f"expected words, got {value!r}")
        return tuple(values)

    def _list(self, field: str) -> list[Any]:
        return self._typed(field, list, "a list")

    def flag(self, field: str) -> bool:
        return self._typed(field, bool, "true or false")

    def _typed(self, field: str, kind: type, expected: str) -> Any:
        value = self.values[field]
        if not isinstance(value, kind):
            raise self.fail(field, f"expected {expected}, got {value!r}")
        return value

    def word(self, field: str) -> str:
        value = self.values[field]
        if not isinstance(value, str) or not value or value != value.strip():
            raise self.fail(field, f"expected a word without blanks around it, got {value!r}")
        return value

    def choice(self, field: str, choices: Sequence[str]) -> int:
        """The index of the value in `choices`."""
        value = self.word(field)
        if value not in choices:
            raise self.fail(field, f"unknown {value!r}: choose {listed(choices)}")
        return choices.index(value)

    def number_of(self, field: str, words: Mapping[int, str]) -> int:
        """The number that a word stands for."""
        return int([*words][self.choice(field, [*words.values()])])

    def source_of(self, field: str) -> str:
        """Where the value of a field comes from."""
        place = f"{field}_{SOURCE}" if f"{field}_{SOURCE}" in self.values else SOURCE
        if place not in self.values:
            if self.around is not None and SOURCE in self.around.values:
                return self.around.source_of(field)
            raise self.fail(SOURCE, "missing")
        source = self.word(place)
        kind, _, note = source.partition(":")
        if kind not in SOURCES:
            raise self.fail(place, f"unknown source {source!r}: begin with {listed(SOURCES)}")
        if kind == "public" and not note.strip().startswith(("http://", "https://")):
            raise self.fail(place, f"{source!r} needs an address: public: https://...")
        return source

    def table(self, key: str) -> Record:
        """A table inside this one."""
        value = self._typed(key, dict, "a table")
        inner = self.place.strip("[]")
        return Record(self.file, f"[{inner}.{key}]" if inner else f"[{key}]", value, self)

    def tables(self, known: Mapping[str, Sequence[str] | None]) -> dict[str, Record]:
        """The tables inside, which must be exactly these, with sources.

        known: the entries of each table; None: the data name them.
        """
        self.need(known)
        found = {name: self.table(name) for name in known}
        return {name: found[name].need_sourced(known[name] or found[name].names) for name in known}

    @property
    def names(self) -> list[str]:
        """The names of the values, without those of sources."""
        return [name for name in self.values if not is_source(name)]

    def need(self, fields: Iterable[str]) -> Record:
        """Refuse missing and unknown fields; sources of single fields are welcome."""
        fields = list(fields)
        for field in fields:
            if field not in self.values:
                raise self.fail(field, "missing")
        for field in self.values:
            if field.removesuffix(f"_{SOURCE}") not in fields:
                raise self.fail(field, f"unknown; choose from {', '.join(fields)}")
        return self

    def need_sourced(self, fields: Iterable[str]) -> Record:
        """Like `need`, for a table of values: each must have a source."""
        fields = list(fields)
        self.need([*fields, SOURCE] if SOURCE in self.values else fields)
        for field in fields:
            self.source_of(field)
        return self


def read_bytes(folder: Path, file: str) -> bytes:
    """The bytes of a data file."""
    if not folder.is_dir():
        raise BadData(f"data: {folder} is no folder")
    try:
        return (folder / file).read_bytes()
    except FileNotFoundError:
        raise BadData(f"{file}: missing in the data folder {folder}") from None
    except OSError as error:
        raise BadData(f"{file}: cannot be read: {error}") from None


def read_text(folder: Path, file: str) -> str:
    """A data file's text, without the mark that some spreadsheets put in front."""
    try:
        return read_bytes(folder, file).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadData(f"{file}: not UTF-8: {error}") from None


def read_csv(folder: Path, file: str, columns: Sequence[str]) -> Sequence[Record]:
    """The rows of a CSV file, which must have exactly these columns, in any order."""
    return _csv_rows(file, read_text(folder, file), tuple(columns))


@lru_cache(MOST_FILES)
def _csv_rows(file: str, text: str, columns: Sequence[str]) -> Sequence[Record]:
    try:
        lines = [r for r in csv.reader(text.splitlines()) if r]
    except csv.Error as error:
        raise BadData(f"{file}: not CSV: {error}") from None
    header = lines[0] if lines else []
    for column in columns:
        if header.count(column) != 1:
            raise BadData(f"{file}, header, {column}: missing column, or there twice")
    for column in header:
        if column not in columns:
            raise BadData(
                f"{file}, header, {column}: unknown column; choose from {', '.join(columns)}"
            )
    rows = []
    for number, cells in enumerate(lines[1:], 1):
        if len(cells) != len(header):
            raise BadData(
                f"{file}, row {number}, {header[min(len(cells), len(header) - 1)]}: "
                f"{len(cells)} cells for {len(header)} columns"
            )
        row = Record(file, f"row {number}", dict(zip(header, cells, strict=True)))
        for column in row.names:
            row.source_of(column)
        rows.append(row)
    return tuple(rows)


def read_toml(folder: Path, file: str) -> Record:
    """A TOML file as one table."""
    return _toml_table(file, read_text(folder, file))


@lru_cache(MOST_FILES)
def _toml_table(file: str, text: str) -> Record:
    try:
        return Record(file, "", toml_of(text))
    except ValueError as error:
        raise BadData(f"{file}: not TOML: {error}") from None


def once(rows: Iterable[Record], keys: Sequence[str]) -> None:
    """Refuse a second row with the same values in `keys`; the error names the last of them."""
    seen: dict[tuple[str, ...], str] = {}
    for row in rows:
        # Capitals do not matter, as everywhere in move text.
        key = tuple(row.word(k).lower() for k in keys)
        if key in seen:
            raise row.fail(keys[-1], f"{row.word(keys[-1])!r} again, after {seen[key]}")
        seen[key] = row.place


def data_hash(folder: Path, files: Iterable[str]) -> str:
    """A hash over the bytes of the files."""
    total = hashlib.sha256()
    for file in files:
        content = read_bytes(folder, file)
        total.update(f"{file} {len(content)}\n".encode() + content)
    return total.hexdigest()


def toml_sources(entry: Record) -> Iterator[SourceLine]:
    """One line per value of a TOML file's tables."""
    for key, value in entry.values.items():
        if isinstance(value, dict):
            yield from toml_sources(entry.table(key))
        elif not is_source(key):
            name = f"{entry.place.strip('[]')} {key}"
            yield SourceLine(entry.file, name, _shown(value), entry.source_of(key))


def only_reconstructed(lines: Iterable[SourceLine]) -> list[SourceLine]:
    """The values for which no source was found."""
    return [line for line in lines if line.source.partition(":")[0] == RECONSTRUCTED]


def reconstructed_share(lines: Sequence[SourceLine]) -> str:
    """Such as `140 of 165 people; 1079 of 1308 values in all`; empty if none is reconstructed."""
    found = only_reconstructed(lines)
    if not found:
        return ""
    there, invented = (Counter(line.kind for line in part) for part in (lines, found))
    named = [
        f"{n if n < there[kind] else 'all'} {'of ' * (n < there[kind])}{there[kind]} "
        f"{_plural(kind)}"
        for kind, n in invented.most_common()
        if kind
    ]
    values = f"{len(found)} of {len(lines)} values{' in all' * bool(named)}"
    return f"{', '.join(named)}; {values}" if named else values


def _plural(kind: str) -> str:
    if kind == "person":
        return "people"
    return f"{kind[:-1]}ies" if kind.endswith("y") else f"{kind}s"


def is_source(field: str) -> bool:
    """Whether a field holds a source, not a value."""
    return field == SOURCE or field.endswith(f"_{SOURCE}")


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return ", ".join(str(v) for v in value) if isinstance(value, list) else str(value)
