"""A state struct as named fields: JSON out, JSON in, and range checks with clear errors.

The struct itself is the source of truth: its numpy dtype comes from the C declaration. A
game adds a `Field` where a plain list of numbers would puzzle a reader or where a value
out of range would send C code out of bounds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from eminence.cython_ext.errors import BadEntry, BadPosition
from eminence.cython_ext.whole_numbers import whole_problem

SEATS = "seats"
HEAD = "head"


@dataclass(frozen=True)
class Field:
    """How one field of a state struct is written and what it may hold.

    axes: one entry per array dimension: SEATS (a list, one entry per player), a tuple of
        labels (an object that leaves out zeros), or None (a plain list).
    low, high: the range of each value; None means whatever the C type holds.
    names: words for values, e.g. {0: "draw", 1: "play"}; other values are refused.
    bits: labels of a mask's bits, lowest first; the mask is written as a list of labels.
    bit_rows: the same where each entry of the last axis has labels of its own.
    about: what the field means, for the comment beside it in a position file.
    """

    axes: tuple[str | Sequence[str] | None, ...] = ()
    low: int | None = None
    high: int | None = None
    names: Mapping[int, str] | None = None
    bits: Sequence[str] | None = None
    bit_rows: Sequence[Sequence[str]] | None = None
    about: str = ""

    def entry(self, index: int, axes: tuple) -> Field:
        """How one entry of an axis is written, with these axes below it."""
        if axes or self.bit_rows is None:
            return self
        return replace(self, bits=self.bit_rows[index], bit_rows=None)


class Bounds:
    """The ranges of all entries of one C type, to be tested at once."""

    def __init__(self, base: np.dtype, places: np.ndarray, low: np.ndarray, high: np.ndarray):
        self.base = base
        self.bytes = places[:, None] + np.arange(base.itemsize)
        self.low, self.high = low, high

    def hold(self, data: np.ndarray) -> bool:
        values = data[self.bytes].view(self.base)[:, 0]
        return bool(((values >= self.low) & (values <= self.high)).all())


def _covered(dtype: np.dtype, first: int = 0) -> np.ndarray:
    """The bytes that belong to some member of a struct."""
    if dtype.fields is None:
        return np.arange(first, first + dtype.itemsize)
    members = [_covered(member[0], first + member[1]) for member in dtype.fields.values()]
    return np.concatenate(members)


class Layout:
    """The fields of one game's state struct."""

    def __init__(self, dtype: np.dtype, seats: int, fields: Mapping[str, Field]):
        self.dtype = dtype
        self.seats = seats
        unknown = set(fields) - set(dtype.names or ())
        if unknown:
            raise ValueError(f"no such field in the struct: {', '.join(sorted(unknown))}")
        self.names = [n for n in dtype.names or () if n != HEAD]
        self.fields = {name: self._complete(name, fields.get(name)) for name in self.names}
        self.padding = np.setdiff1d(np.arange(dtype.itemsize), _covered(dtype))
        self._bounds = self._list_bounds()
        # There may be gaps between the numbers that have a name.
        self._gaps = {
            name: field.names
            for name, field in self.fields.items()
            if field.names is not None and len(field.names) <= field.high - field.low  # type: ignore[operator]
        }

    def _complete(self, name: str, field: Field | None) -> Field:
        """Fill in the C type's range, and plain lists where no axes are named."""
        dtype = self.dtype[name]
        info = np.iinfo(dtype.base)
        field = field or Field()
        low = int(info.min) if field.low is None else field.low
        high = int(info.max) if field.high is None else field.high
        if field.names is not None:
            low, high = min(field.names), max(field.names)
        rows = field.bit_rows if field.bits is None else [field.bits]
        if rows is not None:
            labels = max(map(len, rows))
            low, high = 0, 2**labels - 1
            if high > info.max:
                raise ValueError(f"{name}: {labels} labels for {dtype.base}")
        if name.startswith("_"):
            low = high = 0
        axes = field.axes or (None,) * len(dtype.shape)
        if len(axes) != len(dtype.shape):
            raise ValueError(f"{name}: {len(axes)} axes for shape {dtype.shape}")
        for axis, length in zip(axes, dtype.shape, strict=True):
            if axis is not None and axis != SEATS and len(axis) > length:
                raise ValueError(f"{name}: {len(axis)} labels for {length} entries")
        return replace(field, axes=axes, low=low, high=high)

    # --- writing ---

    def encode(self, record: np.void, every: bool = False) -> dict[str, Any]:
        """The fields as JSON values, without padding; fields that are zero only on request."""
        written = {}
        for name in self.names:
            if name.startswith("_") or not (every or record[name].any()):
                continue
            field = self.fields[name]
            written[name] = self._encode(record[name], field.axes, field)
        return written

    def _encode(self, value: Any, axes: tuple, field: Field) -> Any:
        if not axes:
            number = int(value)
            if field.bits is not None:
                return [label for i, label in enumerate(field.bits) if number >> i & 1]
            return number if field.names is None else field.names[number]
        axis, rest = axes[0], axes[1:]
        if axis is None or isinstance(axis, str):
            count = self.seats if axis == SEATS else len(value)
            return [self._encode(value[i], rest, field.entry(i, rest)) for i in range(count)]
        return {
            label: self._encode(value[i], rest, field.entry(i, rest))
            for i, label in enumerate(axis)
            if value[i].any()
        }

    def comment(self, name: str) -> str:
        """What a field means and which values it may take, if known."""
        field = self.fields[name]
        if field.names is not None:
            words = [str(word) for word in field.names.values()]
            allowed = ", ".join(word or '""' for word in words)
        elif field.bits or field.bit_rows or field.high == np.iinfo(self.dtype[name].base).max:
            allowed = ""
        else:
            allowed = f"{field.low} to {field.high}"
        return f"{field.about} ({allowed})" if field.about and allowed else field.about or allowed

    # --- reading ---

    def decode(self, written: Any, path: str) -> np.ndarray:
        """A record with the written fields and zeros elsewhere, in range."""
        if not isinstance(written, dict):
            raise BadEntry(path, f"expected an object of fields, got {_kind(written)}")
        record = np.zeros((), self.dtype)
        public = [n for n in self.names if not n.startswith("_")]
        for name, value in written.items():
            if name not in public:
                raise BadEntry(f"{path}.{name}", f"unknown field; choose from {', '.join(public)}")
            self._decode(record, name, (), value, self.fields[name], f"{path}.{name}")
        return record

    def _decode(
        self, record: np.ndarray, name: str, index: tuple, value: Any, field: Field, path: str
    ) -> None:
        axes = field.axes[len(index) :]
        if not axes:
            record[name][index] = self._number(value, field, path)
            return
        axis = axes[0]
        if axis is None or isinstance(axis, str):
            length = self.seats if axis == SEATS else record[name].shape[len(index)]
            if not isinstance(value, list) or len(value) != length:
                raise BadEntry(path, f"expected a list of {length}, got {_kind(value)}")
            for i, entry in enumerate(value):
                at = field.entry(i, axes[1:])
                self._decode(record, name, (*index, i), entry, at, f"{path}[{i}]")
            return
        if not isinstance(value, dict):
            raise BadEntry(path, f"expected an object, got {_kind(value)}")
        for label, entry in value.items():
            if label not in axis:
                raise BadEntry(f"{path}.{label}", f"unknown; choose from {', '.join(axis)}")
            i = axis.index(label)
            at = field.entry(i, axes[1:])
            self._decode(record, name, (*index, i), entry, at, f"{path}.{label}")

    def _number(self, value: Any, field: Field, path: str) -> int:
        if field.bits is not None:
            return self._mask(value, field.bits, path)
        if field.names is not None:
            for number, word in field.names.items():
                if word == value:
                    return number
            words = ", ".join(str(w) for w in field.names.values())
            raise BadEntry(path, f"unknown value {value!r}; choose from {words}")
        problem = whole_problem(value, field.low, field.high)  # type: ignore[arg-type]
        if problem:
            raise BadEntry(path, problem)
        return value

    def _mask(self, value: Any, bits: Sequence[str], path: str) -> int:
        if not isinstance(value, list):
            raise BadEntry(path, f"expected a list of names, got {_kind(value)}")
        mask = 0
        for label in value:
            if label not in bits:
                raise BadEntry(path, f"unknown value {label!r}; choose from {', '.join(bits)}")
            bit = 1 << bits.index(label)
            if mask & bit:
                raise BadEntry(path, f"{label!r} is named twice")
            mask |= bit
        return mask

    def check_ranges(self, record: np.void) -> None:
        """Refuse bytes that no JSON could have produced: C code indexes with them."""
        data = np.frombuffer(record.tobytes(), np.uint8)
        if data[self.padding].any():
            at = int(self.padding[data[self.padding] != 0][0])
            raise BadPosition(
                f"byte {at}: {data[at]}, but no part of the state lies there; expected 0"
            )
        if not (
            all(bounds.hold(data) for bounds in self._bounds)
            and all(np.isin(record[name], [*named]).all() for name, named in self._gaps.items())
        ):
            self._name_what_is_out_of_range(record)

    def _list_bounds(self) -> list[Bounds]:
        """The ranges of all entries, those of one C type together."""
        parts: dict[np.dtype, list[tuple[np.ndarray, ...]]] = {}
        for name, field in self.fields.items():
            base = self.dtype[name].base
            parts.setdefault(base, []).append(self._bounds_of(name, field))
        return [
            Bounds(base, *(np.concatenate(rows) for rows in zip(*fields, strict=True)))
            for base, fields in parts.items()
        ]

    def _bounds_of(self, name: str, field: Field) -> tuple[np.ndarray, ...]:
        """The place of each entry and its range; entries that are not in use must be 0."""
        info = np.iinfo(self.dtype[name].base)
        shape = self.dtype[name].shape
        low = np.full(shape, max(field.low, info.min), info.dtype)  # type: ignore[type-var]
        high = np.full(shape, min(field.high, info.max), info.dtype)  # type: ignore[type-var]
        for i, axis in enumerate(field.axes):
            if axis is not None:
                used = self.seats if axis == SEATS else len(axis)
                for bound in (low, high):
                    np.moveaxis(bound, i, 0)[used:] = 0
        size = self.dtype[name].base.itemsize
        first = self.dtype.fields[name][1]  # type: ignore[index]
        places = first + size * np.arange(low.size)
        return places, low.ravel(), high.ravel()

    def _name_what_is_out_of_range(self, record: np.void) -> None:
        for name, field in self.fields.items():
            values = np.asarray(record[name])
            bad = (values < field.low) | (values > field.high)
            if name in self._gaps:
                bad |= ~np.isin(values, [*self._gaps[name]])
            for i, axis in enumerate(field.axes):
                if axis is None:
                    continue
                used = self.seats if axis == SEATS else len(axis)
                if np.moveaxis(values, i, 0)[used:].any():
                    what = "more seats than play" if axis == SEATS else "what has no name"
                    raise BadPosition(f"{name}: has entries for {what}")
            if bad.any():
                wrong = values[bad].flat[0]
                problem = whole_problem(int(wrong), field.low, field.high)  # type: ignore[arg-type]
                raise BadPosition(f"{name}: {problem or f'{wrong} means nothing here'}")


def _kind(value: Any) -> str:
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return "an object"
    return repr(value)
