"""The position file of a game, declared once as a `Form`.

A form lists the entries of the file by section. From it come the reader, the writer with its
comments, the table in docs/positions.md and the layout of the state's fields. The game's own
`follow` works out what follows from the entries, and `check` judges the result. `blame` turns the
field that `check` names into the entry that the person typed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np

from eminence.cython_ext.errors import BadEntry, BadField, BadPosition, all_of
from eminence.cython_ext.fields import SEATS, Field, Layout
from eminence.cython_ext.game import View
from eminence.cython_ext.pages import Entries, Page
from eminence.cython_ext.words import HEAD_COMMENTS
from eminence.engines.kit.entry_kinds import Kind, Word

#: the tables of a section that have an entry
EVERYBODY, OWN, OTHERS = "everybody", "own", "others"
#: how an onlooker's view is written
PUBLIC = "public"


@dataclass(frozen=True, kw_only=True)
class _Sometimes:
    """What is written only in some states.

    at: the phases in which it is written.
    when: fields, one of which must not be zero. Without either it is always written.
    """

    at: Collection[int] = ()
    when: Sequence[str] = ()

    def written_in(self, data: np.void) -> bool:
        if not self.at and not self.when:
            return True
        return data["phase"] in self.at or any(np.any(data[name]) for name in self.when)


@dataclass(frozen=True)
class Entry(_Sometimes):
    """One entry of a section.

    key: its name; `pile.top` is the entry `top` of a table `pile` inside the section.
    about: the comment beside it, where it first appears.
    field: the state's field that it fills and is written from, if that has another name.
    value: gives the numbers to write, None for nothing. Such an entry fills no field unless
        it names one: `follow` asks the answers for it.
    place: its index in the field, if several entries fill it.
    also: further fields to blame on it, such as the size of a hand that it lists.
    needed: a file without it is refused. Otherwise an entry left out stands for zeros, or for
        what `follows` says.
    quiet: it is not written if it is zero.
    whose: which tables have it: the viewer's own, those of others, or all.
    """

    key: str
    kind: Kind
    about: str = ""
    field: str = ""
    value: Callable[[np.void, int], Any] | None = None
    place: int | None = None
    also: Sequence[str] = ()
    needed: bool = False
    follows: str = ""
    quiet: bool = False
    whose: str = EVERYBODY

    @property
    def fills(self) -> str:
        """The field that it fills; "" for none."""
        return self.field or ("" if self.value else self.key)

    def written(self, data: np.void, row: int | None) -> Any:
        """What a file says for a state; None if nothing."""
        if not self.written_in(data):
            return None
        if self.value is not None:
            numbers = self.value(data, row or 0)
        else:
            index = tuple(i for i in (row, self.place) if i is not None)
            numbers = data[self.fills][index]
        silent = numbers is None or (self.quiet and not np.any(numbers))
        return None if silent else self.kind.write(numbers)


needed = partial(Entry, needed=True)
quiet = partial(Entry, quiet=True)
own = partial(Entry, whose=OWN)
others = partial(Entry, whose=OTHERS)
#: entries that only people write
typed = partial(Entry, value=lambda data, row: None)


@dataclass(frozen=True)
class Section(_Sometimes):
    """A table of the file, or a list of tables: one per seat, or per label of `rows`.

    name: "" for the entries that stand in front of all tables.
    """

    name: str
    entries: Sequence[Entry]
    rows: str | Sequence[str] | None = None
    needed: bool = True

    def of(self, own: bool) -> Iterator[Entry]:
        """The entries of the viewer's own table, or of another one."""
        for entry in self.entries:
            if entry.whose in (EVERYBODY, OWN if own else OTHERS):
                yield entry

    def spot(self, row: int | None, key: str = "") -> str:
        """The place of an entry, as errors and comments name it."""
        table = self.name if row is None else f"{self.name}[{row}]"
        return ".".join(part for part in (table, key) if part)


class Answers:
    """What a file says: its numbers in a record of the state, or by entry."""

    def __init__(self, record: np.ndarray, viewer: int, players: int) -> None:
        self.record = record
        self.viewer = viewer
        self.players = players
        self.problems: list[BadEntry] = []
        self._said: dict[str, Any] = {}

    def said(self, spot: str, left_out: Any = None) -> Any:
        """The numbers of an entry such as `turn.start` or `seats[1].hand`."""
        return self._said.get(spot, left_out)

    def said_by_seats(self, key: str) -> Iterator[tuple[int, str, Any]]:
        """The seats that have an entry, its spot and its numbers."""
        for seat in range(self.players):
            spot = f"seats[{seat}].{key}"
            if spot in self._said:
                yield seat, spot, self._said[spot]

    def require(self, spot: str, expected: Any) -> None:
        """Refuse to continue without an entry."""
        if spot not in self._said:
            self.refuse(spot, f"missing; expected {expected}")

    def refuse(self, spot: str, message: str) -> None:
        """Note a problem and read on, so that all problems are reported at once."""
        self.problems.append(BadEntry(spot, message))

    @contextmanager
    def noting(self) -> Iterator[None]:
        """Note the errors raised inside."""
        try:
            yield
        except BadEntry as error:
            self.problems.append(error)

    def stop_if_wrong(self) -> None:
        """Raise all problems found so far."""
        if self.problems:
            raise all_of(self.problems)

    def take(self, entry: Entry, section: Section, row: int | None, tables: _Tables) -> None:
        """Read one entry."""
        entries, key = tables.holding(entry.key)
        spot = section.spot(row, entry.key)
        if entries.has(key):
            with self.noting():
                self._said[spot] = entry.kind.read(entries, key)
                try:
                    self._fill(entry, row, self._said[spot])
                except OverflowError:
                    raise BadEntry(spot, "a number that is larger than any there can be") from None
        elif entry.needed:
            self.refuse(spot, f"missing; expected {entry.kind}")

    def _fill(self, entry: Entry, row: int | None, numbers: Any) -> None:
        """Fill the field; if its array is longer, only the first places."""
        if not entry.fills:
            return
        target = self.record[entry.fills]
        index = tuple(i for i in (row, entry.place) if i is not None)
        if np.shape(target[index]):
            filled = np.asarray(numbers, target.dtype)
            target[index][: len(filled)] = filled
        else:
            target[index] = numbers


class _Tables:
    """One table of a section, and the tables inside it that dotted keys name."""

    def __init__(self, entries: Entries) -> None:
        self.entries = entries
        self.inner: dict[str, Entries] = {}

    def holding(self, key: str) -> tuple[Entries, str]:
        """The table that holds an entry, and its name there."""
        outer, dot, name = key.partition(".")
        if not dot:
            return self.entries, key
        if outer not in self.inner:
            self.inner[outer] = self.entries.table(outer, optional=True)
        return self.inner[outer], name

    def strays(self) -> Iterator[BadEntry]:
        for entries in (self.entries, *self.inner.values()):
            yield from entries.strays()


@dataclass(frozen=True)
class Form:
    """What the position file of one loaded game looks like.

    follow: fills the fields that follow from the entries, and refuses what cannot be.
    derived: the layout of fields that no entry fills alone.
    blames: for each such field the entry to blame, as `table.discards` or `seats[{at}].hand`.
    players: how many tables a section of seats has.
    title: the comment that opens the file, if not the usual one.
    """

    sections: Sequence[Section]
    players: int
    follow: Callable[[Answers], None] = lambda answers: None
    derived: Mapping[str, Field] = field(default_factory=dict)
    blames: Mapping[str, str] = field(default_factory=dict)
    title: str = ""
    #: a table for the fields that differ from what follows from the entries, by their names;
    #: half-done things may be too rare to have entries of their own
    rest: str = ""
    rest_about: str = ""
    #: the entry that says how far a turn has got: there is a template for each of its words
    phase: str = ""
    #: entries of the head that follow from the rest, such as who is to move
    unwritten: Sequence[str] = ()

    # --- the fields ---

    def fields(self) -> dict[str, Field]:
        """The layout of the state's fields, from the entries and what is derived."""
        found: dict[str, Field] = {}
        for section in self.sections:
            for entry in section.entries:
                if entry.fills and entry.place is None and entry.fills not in found:
                    found[entry.fills] = self._layout(section, entry)
        return {**found, **self.derived}

    def _layout(self, section: Section, entry: Entry) -> Field:
        layout = replace(entry.kind.layout(), about=entry.about)
        rows = () if section.rows is None else (section.rows,)
        return replace(layout, axes=(*rows, *layout.axes))

    # --- reading ---

    def read(self, written: Mapping[str, Any], record: np.ndarray) -> None:
        """Fill the fields of a blank state; BadEntry or BadEntries says what is wrong."""
        file = Entries(dict(written))
        answers = Answers(record, self._viewer(file), self.players)
        for section in self.sections:
            self._read_section(file, section, answers)
        rest = file.table(self.rest, optional=True).values if self.rest else {}
        answers.problems.extend(file.strays())
        answers.stop_if_wrong()
        self.follow(answers)
        answers.stop_if_wrong()
        if rest:
            told = self._layout_of(record).decode(rest, self.rest)
            for name in rest:
                record[name] = told[name]

    def _layout_of(self, record: np.ndarray) -> Layout:
        return Layout(record.dtype, self.players, self.fields())

    def _viewer(self, file: Entries) -> int:
        """The viewer's seat; -1 for an onlooker. Each table depends on it."""
        if file.head().get("view_of") == PUBLIC:
            return -1
        return file.number("view_of", 0, self.players - 1)

    def _read_section(self, file: Entries, section: Section, answers: Answers) -> None:
        with answers.noting():
            for row, entries in self._tables(file, section):
                tables = _Tables(entries)
                for entry in section.of(row is not None and row == answers.viewer):
                    with answers.noting():
                        answers.take(entry, section, row, tables)
                if section.name:
                    answers.problems.extend(tables.strays())

    def _tables(self, file: Entries, section: Section) -> Iterable[tuple[int | None, Entries]]:
        if not section.name:
            return [(None, file)]
        if section.rows is None:
            return [(None, file.table(section.name, optional=not section.needed))]
        return enumerate(file.tables(section.name, self._count(section)))

    def _count(self, section: Section) -> int:
        return self.players if section.rows == SEATS else len(section.rows or ())

    # --- writing ---

    def write(self, view: View) -> Page:
        """The file for a view, with a comment where an entry first appears."""
        head = {key: v for key, v in view.head().items() if key not in self.unwritten}
        values: dict[str, Any] = dict(head)
        comments = {"": self.title or usual_title(view), **HEAD_COMMENTS}
        for section in self.sections:
            if not section.written_in(view.data):
                continue
            written = self._write_section(section, view, comments)
            if section.name:
                values[section.name] = written
            else:
                values |= written
        rest = self._unlike(view, values) if self.rest else {}
        if rest:
            values[self.rest] = rest
            comments[self.rest] = self.rest_about
        return Page(values, comments)

    def _unlike(self, view: View, values: Mapping[str, Any]) -> dict[str, Any]:
        """The fields of the view that differ from what follows from the entries."""
        record = np.zeros((), view.game.fields.dtype)
        self.read(values, record)
        return {
            name: value
            for name, value in view.game.fields.encode(view.data, every=True).items()
            if not np.array_equal(record[name], view.data[name])
        }

    def _write_section(self, section: Section, view: View, comments: dict[str, str]) -> Any:
        explained: set[int] = set()
        tables: list[dict[str, Any]] = []
        for row in [None] if section.rows is None else range(self._count(section)):
            if section.rows == SEATS:
                comments[section.spot(row)] = f"seat {row}{': you' if row == view.seat else ''}"
            tables.append({})
            for entry in section.of(row is not None and row == view.seat):
                value = entry.written(view.data, row)
                if value is None:
                    continue
                outer, dot, name = entry.key.partition(".")
                table = tables[-1].setdefault(outer, {}) if dot else tables[-1]
                table[name or outer] = value
                if entry.about and id(entry) not in explained:
                    explained.add(id(entry))
                    comments[section.spot(row, outer)] = entry.about
        return tables[0] if section.rows is None else tables

    # --- what is wrong ---

    def blame(self, error: BadField, viewer: int) -> BadPosition:
        """The refusal of a field, turned into that of the entry that fills it."""
        spot = self._entry_for(error.field, error.at, viewer)
        return BadEntry(spot, error.message) if spot else BadPosition(error.message)

    def _entry_for(self, name: str, at: int | None, viewer: int) -> str:
        if name in self.blames:
            return self.blames[name].format(at=at)
        for section in self.sections:
            row = None if section.rows is None else at
            for entry in section.of(row is not None and row == viewer):
                filled = name == entry.fills or name in entry.also
                if filled and (row is not None or entry.place in (None, at)):
                    return section.spot(row, entry.key)
        return f"{self.rest}.{name}" if self.rest else ""

    # --- phases ---

    def phase_of(self, data: np.void) -> str:
        """The phase of a state, by its word in the file."""
        entry = self._phase_entry()
        return "" if entry is None else entry.written(data, None)

    def phases(self) -> list[str]:
        """All words for a phase."""
        entry = self._phase_entry()
        return [*entry.kind.words.values()] if entry and isinstance(entry.kind, Word) else []

    def _phase_entry(self) -> Entry | None:
        for section in self.sections:
            for entry in section.entries:
                if section.spot(None, entry.key) == self.phase:
                    return entry
        return None

    # --- for the documentation ---

    def table(self) -> list[tuple[str, str, str, str]]:
        """For each entry: what may be written, what it means, and what leaving it out means."""
        found = []
        for section in self.sections:
            name = f"{section.name}[]" if section.rows is not None else section.name
            for entry in section.entries:
                place = ".".join(part for part in (name, entry.key) if part)
                whose = {OWN: "yours: ", OTHERS: "another's: "}.get(entry.whose, "")
                left_out = (
                    "needed"
                    if entry.needed
                    else entry.follows or (entry.kind.blank() if entry.fills else "none")
                )
                found.append((place, str(entry.kind), whose + entry.about, left_out))
        return found


def usual_title(view: View) -> str:
    """The comment that opens a file."""
    return f"A position of {view.game.name}: what one player knows. Seats count from 0."
