"""The entries of a position file that can be changed by choosing a value, and how that is done.

They come from the game's form. An entry of several things, such as how many cards of each kind,
has one value for each of these, its labels. What has no labels, or is of a rarer kind, is changed
as text: a page shows the line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from eminence.cython_ext.errors import BadEntry, shown
from eminence.cython_ext.fields import SEATS
from eminence.cython_ext.game import Game
from eminence.cython_ext.pages import Entries, counted, joined
from eminence.engines import BadOption
from eminence.engines.kit.entry_kinds import UNNOTED, Counts, Each, Flag, Kind, Names, Whole, Word
from eminence.engines.kit.page import Entry, Form, Section

#: how a value is chosen
CHOICE, NUMBER, TICK = "choice", "number", "tick"
SEAT = "seat "
#: of one kind of thing; the reader knows better
MOST = 999


@dataclass(frozen=True)
class Spot:
    """Where an entry stands: the table, which of several, the key, perhaps one inside of it."""

    section: str
    row: int | None
    key: str

    @property
    def place(self) -> str:
        """As problems name it."""
        return f"{self.table}.{self.key}" if self.table else self.key

    @property
    def table(self) -> str:
        return self.section if self.row is None else f"{self.section}[{self.row}]"

    def table_in(self, values: dict[str, Any], make: bool = False) -> dict[str, Any]:
        """The table that holds the entry, or an empty one; `make` puts that in."""
        found: Any = values
        if self.section and self.row is not None:
            rows = values.get(self.section)
            fits = isinstance(rows, list) and self.row < len(rows)
            found = rows[self.row] if fits and rows is not None else {}
        elif self.section:
            found = values.setdefault(self.section, {}) if make else values.get(self.section, {})
        for outer in self.key.split(".")[:-1]:
            if isinstance(found, dict):
                found = found.setdefault(outer, {}) if make else found.get(outer, {})
        return found if isinstance(found, dict) else {}

    @property
    def name(self) -> str:
        """The key inside of the table that holds it."""
        return self.key.split(".")[-1]


@dataclass(frozen=True)
class Editable:
    """An entry whose values can be chosen."""

    spot: Spot
    kind: Kind
    about: str
    whose: str
    """The seat, or the thing that its table is about, such as a kingdom; "" for neither."""

    def fields(self, values: dict[str, Any]) -> dict[str, Any]:
        """For a page: what there is to choose, and what the file says; raises BadEntry."""
        table = Entries(self.spot.table_in(values), self.spot.table)
        chooser, labels = _chooser(self.kind), _labels(self.kind)
        told = _told(self.kind, table, self.spot.name)
        return {
            "place": self.spot.place,
            "seat": self.spot.row if self.whose.startswith(SEAT) else None,
            "whose": self.whose,
            "key": self.spot.name.replace("_", " "),
            "about": self.about,
            "labels": labels,
            **chooser,
            "values": {label: each for label, each in told.items() if _is_plain(each)},
        }

    def changed(self, values: dict[str, Any], label: str, value: Any) -> Any:
        """The entry with another value; BadOption if that is none."""
        labels = _labels(self.kind)
        if labels and label not in labels:
            raise BadOption(f"label: {self.spot.place} has no {shown(label)}")
        _check(self.kind, self.spot.place, value)
        if not labels:
            return value
        table = Entries(self.spot.table_in(values), self.spot.table)
        try:
            told = _told(self.kind, table, self.spot.name)
        except BadEntry as error:
            raise BadOption(f"{error}: mend this in the text first") from None
        return _written(self.kind, {**told, label: value})


def editables(game: Game, values: Mapping[str, Any]) -> Iterator[Editable]:
    """The entries of a game's files that can be changed so, for the viewer that a file names."""
    form = game.words.form
    if not isinstance(form, Form):
        return
    viewer = values.get("view_of")
    for section in form.sections:
        for row in _rows(section, game.seats):
            for entry in section.of(row is not None and row == viewer):
                if _is_editable(entry.kind):
                    yield _editable(section, row, entry)


def _editable(section: Section, row: int | None, entry: Entry) -> Editable:
    about = entry.about or str(entry.kind)
    spot = Spot(section.name, row, entry.key)
    return Editable(spot, entry.kind, about, _whose(section, row))


def _whose(section: Section, row: int | None) -> str:
    if row is None or section.rows is None:
        return ""
    return f"{SEAT}{row}" if section.rows == SEATS else section.rows[row]


def _rows(section: Section, seats: int) -> list[int | None]:
    if section.rows is None or not section.name:
        return [None]
    return [*range(seats if section.rows == SEATS else len(section.rows))]


def _is_editable(kind: Kind) -> bool:
    if type(kind) is Each:
        return isinstance(kind.kind, Word | Flag | Whole)
    # Other subclasses may write their things in another way.
    return type(kind) in (Word, Flag, Whole, Counts, Names) or _writes_counts(kind)


def _writes_counts(kind: Kind) -> bool:
    return isinstance(kind, Counts) and type(kind).write is Counts.write


# --- what may be chosen ---


def _labels(kind: Kind) -> list[str]:
    if isinstance(kind, Counts | Names):
        return [*kind.kinds]
    return [*kind.labels] if isinstance(kind, Each) else []


def _chooser(kind: Kind) -> dict[str, Any]:
    if isinstance(kind, Each):
        return _chooser(kind.kind)
    if isinstance(kind, Word):
        return {"by": CHOICE, "choices": [word for word in kind.words.values() if word]}
    if isinstance(kind, Flag | Names):
        return {"by": TICK}
    if isinstance(kind, Whole):
        return {"by": NUMBER, "low": kind.low, "high": kind.high}
    most = kind.most if isinstance(kind, Counts) else None
    return {"by": NUMBER, "low": 0, "high": MOST if most is None else most}


def _check(kind: Kind, place: str, value: Any) -> None:
    chooser = _chooser(kind)
    by = chooser["by"]
    if by == TICK:
        right, fits = "true or false", isinstance(value, bool)
    elif by == CHOICE:
        right, fits = "one of its words", value in chooser["choices"]
    else:
        low, high = chooser["low"], chooser["high"]
        right = f"{low} to {high}"
        fits = isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
    if not fits:
        raise BadOption(f"value: {shown(value)} is none for {place}; choose {right}")


# --- what a file says, by labels ("" for an entry without any) ---


def _told(kind: Kind, table: Entries, key: str) -> dict[str, Any]:
    read = _READ[next(each for each in _READ if isinstance(kind, each))]
    return read(kind, table, key)


def _told_counts(kind: Any, table: Entries, key: str) -> dict[str, Any]:
    names = [*kind.kinds, UNNOTED]
    return dict(zip(names, table.counts(key, names), strict=True))


def _told_names(kind: Any, table: Entries, key: str) -> dict[str, Any]:
    held = table.names(key, kind.kinds)
    return {name: i in held for i, name in enumerate(kind.kinds)}


def _told_each(kind: Any, table: Entries, key: str) -> dict[str, Any]:
    return {**table.table(key, optional=True).values}


def _told_plain(kind: Any, table: Entries, key: str) -> dict[str, Any]:
    return {"": table.values[key]} if key in table.values else {}


def _is_plain(value: Any) -> bool:
    """Not a date, a table or a list, which no chooser knows."""
    return isinstance(value, str | int)


_READ: dict[type, Callable[[Any, Entries, str], dict[str, Any]]] = {
    Counts: _told_counts,
    Names: _told_names,
    Each: _told_each,
    Kind: _told_plain,
}


def _written(kind: Kind, told: dict[str, Any]) -> Any:
    if isinstance(kind, Counts):
        return counted([*told], [*told.values()])
    if isinstance(kind, Names):
        return joined([name for name, has in told.items() if has])
    return told
