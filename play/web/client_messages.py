"""What a browser may say: read once, here, field by field. docs/web.md explains them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from eminence.cython_ext.errors import BadEntry, shown
from eminence.cython_ext.pages import Entries
from eminence.engines import BadOption
from eminence.engines.kit.options import LEVELS, listed
from eminence.play.web.tokens import MOST_TOKEN

#: characters of a move, a name or a stamp
MOST_TEXT = 500
#: seats of the largest game
MOST_SEATS = 6
#: the fields of each message, apart from `type`
FIELDS = {
    "hello": ("table", "token"),
    "move": ("text", "stamp"),
    "undo": (),
    "answer": ("agree",),
    "hint": (),
    "takeover": ("seat", "level"),
    "return": (),
    "rematch": (),
    "log": (),
    "rules": (),
    "look": ("name",),
}


@dataclass(frozen=True)
class Message:
    """A message that is well formed; only its own fields are filled."""

    type: str
    table: str = ""
    token: str = ""
    text: str = ""
    stamp: str = ""
    agree: bool = False
    seat: int = 0
    level: str = ""
    name: str = ""


def read_message(text: str) -> Message:
    """The message in a text; refused in one line if anything is wrong."""
    entries = Entries(decoded(text), "")
    try:
        kind = entries.value("type", listed([*FIELDS]))
        if not isinstance(kind, str) or kind not in FIELDS:
            raise entries.fail("type", f"unknown {shown(kind)}; choose {listed([*FIELDS])}")
        for field in FIELDS[kind]:
            entries.has(field)
        entries.close()
        return Message(kind, **{field: _read(entries, field) for field in FIELDS[kind]})
    except BadEntry as error:
        raise BadOption(str(error)) from None


def _read(entries: Entries, field: str) -> Any:
    if field == "seat":
        return entries.number(field, 0, MOST_SEATS - 1)
    if field == "agree":
        return entries.flag(field)
    if field == "level":
        return LEVELS[entries.choice(field, LEVELS)]
    return entries.text(field, MOST_TOKEN if field in ("table", "token") else MOST_TEXT)


def decoded(text: str | bytes) -> Any:
    """The object in a JSON text."""
    try:
        value = json.loads(text, parse_constant=_no_number)
    except RecursionError:
        raise BadOption("no JSON that can be read: too much inside each other") from None
    except ValueError as error:
        raise BadOption(f"no JSON: {' '.join(str(error).split())}") from None
    if not isinstance(value, dict):
        raise BadOption(f"expected an object such as {{...}}, got {shown(value)}")
    return value


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is no number")
