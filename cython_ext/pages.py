"""Positions as people write them down: a page of named values with comments, and its reader.

A page becomes a TOML file, comments included, or JSON without them. Reading goes through
`Entries`, whose errors name the place in the file and what would be right there.
"""

from __future__ import annotations

import difflib
import json
import re
import textwrap
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from eminence.cython_ext.errors import BadEntry, shown
from eminence.cython_ext.whole_numbers import UINT64_MAX, whole_problem, whole_range

WIDTH = 96
#: where the comments behind short lines begin
COMMENT_COLUMN = 32
INDENT = "    "
#: a longer text of names becomes a list
LONG = 70
NONE = "none"
#: how deep tables and lists may be nested; our files need less than half of that
DEEPEST = 20
TOO_DEEP = f"more than {DEEPEST} tables or lists inside each other"
#: the entries that come from `Position.head`
HEAD_KEYS = ("view_of", "player", "capped")

BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
COUNTED = re.compile(r"(\d{1,3})\s+(.+)")


@dataclass(frozen=True)
class Page:
    """The values of a file, and its comments.

    comments: by place, such as `turn`, `turn.step` or `seats[0].hand`; "" opens the file.
    """

    values: dict[str, Any]
    comments: Mapping[str, str] = field(default_factory=dict)


# --- writing ---


def joined(names: Sequence[str]) -> str | list[str]:
    """Names separated by commas, or a list if that is long; `none` for nothing."""
    text = ", ".join(names)
    return (text or NONE) if len(text) <= LONG else list(names)


def counted(kinds: Sequence[str], counts: Sequence[int]) -> str | list[str]:
    """Kinds with their numbers, such as `3 France, 1 Spain`; `none` for nothing."""
    return joined([f"{n} {kind}" for kind, n in zip(kinds, counts, strict=False) if n])


def as_toml(page: Page) -> str:
    """The page as a TOML file: tables at the top level, everything below them in line."""
    plain = {k: v for k, v in page.values.items() if not _is_table(v) and not _is_tables(v)}
    parts = [[*_comment_lines(page.comments.get("", ""))], [*_entries(page, plain, "")]]
    for key, value in page.values.items():
        if _is_table(value):
            parts.append([*_table(page, f"[{_key(key)}]", value, key)])
        elif _is_tables(value):
            for i, entry in enumerate(value):
                parts.append([*_table(page, f"[[{_key(key)}]]", entry, f"{key}[{i}]")])
    return "\n\n".join("\n".join(lines) for lines in parts if lines) + "\n"


def as_json(page: Page) -> str:
    """The page's values as JSON."""
    return json.dumps(page.values, indent=2, ensure_ascii=False) + "\n"


def _is_table(value: Any) -> bool:
    return isinstance(value, dict)


def _is_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(v, dict) for v in value)


def _is_drawing(value: list[Any]) -> bool:
    """Are these texts of equal length, such as the rows of a board?"""
    texts = all(isinstance(v, str) for v in value)
    return len(value) > 2 and texts and len({len(v) for v in value}) == 1


def _list_lines(value: list[Any]) -> Iterator[str]:
    """The entries of a list on lines of their own, as many on each as fit."""
    line = INDENT
    for entry in value:
        text = f"{_inline(entry)},"
        if line != INDENT and (_is_drawing(value) or len(line) + 1 + len(text) > WIDTH):
            yield line
            line = INDENT
        line += text if line == INDENT else f" {text}"
    yield line


def _table(page: Page, head: str, values: Mapping[str, Any], path: str) -> Iterator[str]:
    yield from _comment_lines(page.comments.get(path, ""))
    yield head
    yield from _entries(page, values, f"{path}.")


def _comment_lines(text: str) -> Iterator[str]:
    for paragraph in text.splitlines():
        yield from textwrap.wrap(paragraph, WIDTH, initial_indent="# ", subsequent_indent="# ") or [
            "#"
        ]


def _entries(page: Page, values: Mapping[str, Any], path: str) -> Iterator[str]:
    for key, value in values.items():
        comment = page.comments.get(f"{path}{key}", "")
        line = f"{_key(key)} = {_inline(value)}"
        noted = f"{line:<{COMMENT_COLUMN}}  # {comment}"
        broken = isinstance(value, list) and (len(line) > WIDTH or _is_drawing(value))
        if comment and len(noted) <= WIDTH and not broken:
            yield noted
            continue
        yield from _comment_lines(comment)
        if broken:
            yield f"{_key(key)} = ["
            yield from _list_lines(value)
            yield "]"
        else:
            yield line


def _key(key: str) -> str:
    return key if BARE_KEY.fullmatch(key) else _quoted(key)


def _quoted(text: str) -> str:
    # JSON leaves this one control character as it is.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _inline(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        inner = ", ".join(f"{_key(k)} = {_inline(v)}" for k, v in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list):
        return f"[{', '.join(_inline(v) for v in value)}]"
    return _quoted(value) if isinstance(value, str) else str(value)


# --- reading ---


def toml_of(text: str) -> dict[str, Any]:
    """The values of a TOML text; ValueError with a message of one line if it cannot be read."""
    try:
        found = tomllib.loads(text)
    except RecursionError:
        raise ValueError(TOO_DEEP) from None
    except ValueError as error:
        raise ValueError(" ".join(str(error).split())) from None
    # Dotted keys may nest without limit, and numbers may be of any size.
    level: list[Any] = [found]
    for _ in range(DEEPEST):
        inner = [each.values() if isinstance(each, dict) else each for each in level]
        values = [value for part in inner for value in part]
        if any(isinstance(value, int) and abs(value) > UINT64_MAX for value in values):
            raise ValueError(f"a whole number beyond {UINT64_MAX}")
        level = [value for value in values if isinstance(value, dict | list)]
        if not level:
            return found
    raise ValueError(TOO_DEEP)


class Entries:
    """One table of a file. Ask for each entry once, then `close` refuses what is left over."""

    def __init__(self, values: Any, path: str = "") -> None:
        if not isinstance(values, dict):
            raise BadEntry(path or "file", f"expected a table, got {shown(values)}")
        self.values = values
        self.path = path
        self.asked: list[str] = []

    def fail(self, key: str, message: str) -> BadEntry:
        """The error to raise about an entry."""
        return BadEntry(self.place(key), message)

    def place(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key

    def has(self, key: str) -> bool:
        if key not in self.asked:
            self.asked.append(key)
        return key in self.values

    def value(self, key: str, expected: str) -> Any:
        """An entry that must be there."""
        if not self.has(key):
            raise self.fail(key, f"missing; expected {expected}")
        return self.values[key]

    def number(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number in range."""
        if default is not None and not self.has(key):
            return default
        value = self.value(key, whole_range(low, high))
        problem = whole_problem(value, low, high)
        if problem:
            raise self.fail(key, problem)
        return value

    def real(self, key: str, low: float, high: float) -> float:
        """A number in range."""
        expected = f"a number, {low:g} to {high:g}"
        value = self.value(key, expected)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.fail(key, f"expected {expected}, got {shown(value)}")
        if not low <= value <= high:
            raise self.fail(key, f"{shown(value)} is out of range, choose {low:g} to {high:g}")
        return float(value)

    def text(self, key: str, most: int) -> str:
        """A text that is not empty and not too long."""
        expected = f"a text of 1 to {most} characters"
        value = self.value(key, expected)
        if not isinstance(value, str) or not 1 <= len(value) <= most:
            raise self.fail(key, f"expected {expected}, got {shown(value)}")
        return value

    def flag(self, key: str) -> bool:
        """True or false; false if left out."""
        value = self.values[key] if self.has(key) else False
        if not isinstance(value, bool):
            raise self.fail(key, f"expected true or false, got {shown(value)}")
        return value

    def choice(self, key: str, choices: Sequence[str], default: int | None = None) -> int:
        """Which of the choices is named."""
        if default is not None and not self.has(key):
            return default
        value = self.value(key, f"one of {', '.join(choices)}")
        if not isinstance(value, str):
            raise self.fail(key, f"expected one of {', '.join(choices)}; got {shown(value)}")
        return self._kind(key, value, choices)

    def counts(self, key: str, kinds: Sequence[str]) -> list[int]:
        """How many of each kind a list such as `3 France, Spain` names; none if left out."""
        found = [0] * len(kinds)
        for text in self._listed(key):
            match = None if _index(text, kinds) is not None else COUNTED.fullmatch(text)
            number, name = (int(match[1]), match[2]) if match else (1, text)
            found[self._kind(key, name, kinds)] += number
        return found

    def sequence(self, key: str, kinds: Sequence[str]) -> list[int]:
        """The kinds that a list names, in its order; none if left out."""
        return [self._kind(key, text, kinds) for text in self._listed(key)]

    def names(self, key: str, kinds: Sequence[str]) -> list[int]:
        """The kinds that a list names, each at most once; none if left out."""
        found: list[int] = []
        for kind in self.sequence(key, kinds):
            if kind in found:
                raise self.fail(key, f"{kinds[kind]} is named twice")
            found.append(kind)
        return found

    def _listed(self, key: str) -> list[str]:
        """Words between commas, or a list of words."""
        if not self.has(key):
            return []
        value = self.values[key]
        if isinstance(value, str):
            value = [] if value.strip().lower() in ("", NONE) else value.split(",")
        if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
            raise self.fail(
                key, f"expected names with commas between them, got {shown(self.values[key])}"
            )
        return [" ".join(text.split()) for text in value]

    def _kind(self, key: str, name: str, kinds: Sequence[str]) -> int:
        found = _index(name, kinds)
        if found is not None:
            return found
        if not name:
            raise self.fail(key, "nothing between two commas")
        close = difflib.get_close_matches(name.lower(), [k.lower() for k in kinds], 1, 0.7)
        if close:
            meant = kinds[[k.lower() for k in kinds].index(close[0])]
            raise self.fail(key, f"unknown {shown(name)}; did you mean {meant}?")
        raise self.fail(key, f"unknown {shown(name)}; choose from {', '.join(kinds)}")

    def table(self, key: str, optional: bool = False) -> Entries:
        """A table inside this one; an empty one stands in for an optional one."""
        if optional and not self.has(key):
            return Entries({}, self.place(key))
        return Entries(self.value(key, "a table"), self.place(key))

    def tables(self, key: str, count: int) -> list[Entries]:
        """A list of tables of known length."""
        value = self.value(key, f"{count} tables")
        if not isinstance(value, list) or len(value) != count:
            raise self.fail(key, f"expected {count} tables, got {shown(value)}")
        return [Entries(entry, f"{self.place(key)}[{i}]") for i, entry in enumerate(value)]

    def head(self) -> dict[str, Any]:
        """The entries that the files of all games share, for `Game` to check."""
        return {key: self.values[key] for key in HEAD_KEYS if self.has(key)}

    def strays(self) -> Iterator[BadEntry]:
        """An error for each entry that nobody asked for."""
        for key in self.values:
            if key not in self.asked:
                yield self.fail(key, f"unknown; choose from {', '.join(self.asked)}")

    def close(self) -> None:
        """Refuse entries that nobody asked for."""
        for error in self.strays():
            raise error


def _index(name: str, kinds: Sequence[str]) -> int | None:
    """The index of the name among the kinds, ignoring capitals and blanks."""
    wanted = " ".join(name.lower().split())
    for i, kind in enumerate(kinds):
        if kind.lower() == wanted:
            return i
    return None
