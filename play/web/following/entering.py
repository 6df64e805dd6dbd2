"""What the companion's page may say: read here before a worker looks at it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from eminence.cython_ext.errors import BadEntry, shown
from eminence.cython_ext.pages import Entries
from eminence.engines import BadOption
from eminence.engines.kit.options import listed
from eminence.play.service.analysis_fields import MOST_ID
from eminence.play.web.client_messages import decoded
from eminence.play.web.lobby import read_options

OPEN, TAKE, HINT, CLOSE = "open", "take", "hint", "close"
#: The fields of each action beside `id` and `action`. All but `take` are messages of
#: docs/protocol.md; a hint has the server's limits and no own ones.
FIELDS: dict[str, tuple[str, ...]] = {
    OPEN: ("game", "options", "seat", "names"),
    TAKE: ("session", "said"),
    "observe": ("session", "text"),
    "play": ("session", "move"),
    "undo": ("session", "times"),
    "fix": ("session", "entry", "text"),
    "legal": ("session",),
    "board": ("session",),
    HINT: ("session",),
    CLOSE: ("session",),
}
#: entries of one game
MOST_ENTRIES = 5_000


@dataclass(frozen=True)
class Said:
    """A message whose form is right; a worker reads the rest."""

    id: str
    action: str
    text: str
    """The whole message, as the protocol has it."""
    entries: tuple[str, ...] = ()
    """Of `take`: what was said before, in order."""


def read_said(text: str) -> Said:
    """A message; refused in one line if it has other fields than it may have."""
    fields = decoded(text)
    entries = Entries(fields)
    try:
        id = entries.text("id", MOST_ID)
        action = entries.value("action", listed([*FIELDS]))
        if not isinstance(action, str) or action not in FIELDS:
            raise entries.fail("action", f"unknown {shown(action)}; choose {listed([*FIELDS])}")
        for field in FIELDS[action]:
            entries.has(field)
        entries.close()
        if action == OPEN:
            # Forms have options as text.
            text = json.dumps({**fields, **read_options(fields)})
        return Said(id, action, text, _entries(entries) if action == TAKE else ())
    except BadEntry as error:
        raise BadOption(str(error)) from None


def _entries(entries: Entries) -> tuple[str, ...]:
    value: Any = entries.value("said", "a list of texts")
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise entries.fail("said", "expected a list of texts")
    return tuple(value)
