"""From a line of JSON to a query.

Pure: no clock, no thread, no output. docs/protocol.md says what each field means; an error
names the field and what would be right there.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from eminence.cython_ext.errors import shown
from eminence.cython_ext.pages import Entries
from eminence.play.service.analysis_fields import (
    ANALYSE_FIELDS,
    HINT_FIELDS,
    MOST_ID,
    read_analyse,
    read_hint,
)
from eminence.play.service.queries import Ask, BadQuery, Query, Terminate, refusal
from eminence.play.service.session_fields import MESSAGES, OPEN_FIELDS, read_message, read_open

#: most bytes of a line
MOST_LINE = 2**20
#: most digits of a number: no field takes more, so longer ones need not be read
MOST_DIGITS = 30

#: The fields of each action beside `id` and `action`, and its reader. A query that names no
#: action means the first one.
ACTIONS: dict[str, tuple[Sequence[str], Callable[[str, Entries], Query]]] = {
    "analyse": (ANALYSE_FIELDS, read_analyse),
    "terminate": (
        ("terminate_id",),
        lambda id, query: Terminate(id, query.text("terminate_id", MOST_ID)),
    ),
    "terminate_all": ((), lambda id, _: Terminate(id, None)),
    "version": ((), lambda id, _: Ask(id, "version")),
    "games": ((), lambda id, _: Ask(id, "games")),
    "open": (OPEN_FIELDS, read_open),
    "hint": (HINT_FIELDS, read_hint),
    **{action: (fields, read_message(action)) for action, fields in MESSAGES.items()},
}


def parse(line: bytes) -> Query:
    """What a line asks for; raises `BadQuery` whatever is wrong with it."""
    query = Entries(_decoded(line))
    id = None
    try:
        id = query.text("id", MOST_ID)
        action = query.choice("action", list(ACTIONS), default=0)
        fields, read = list(ACTIONS.values())[action]
        # Report a misspelt field before the field that is missing because of it.
        for field in fields:
            query.has(field)
        query.close()
        return read(id, query)
    except Exception as error:
        raise refusal(id, error) from error


def _decoded(line: bytes) -> dict[str, Any]:
    if len(line) > MOST_LINE:
        raise BadQuery(None, None, f"a line of more than {MOST_LINE} bytes")
    if not line.strip():
        raise BadQuery(None, None, "an empty line: expected a query, a JSON object")
    try:
        written = json.loads(
            line.decode("utf-8"), parse_int=_whole, object_pairs_hook=_without_doubles
        )
    except BadQuery:
        raise
    except UnicodeDecodeError as error:
        raise BadQuery(None, None, f"not UTF-8 text: {error.reason}") from None
    except RecursionError:
        raise BadQuery(None, None, "nested too deeply for a query") from None
    except ValueError as error:
        raise BadQuery(None, None, f"not JSON: {error}") from None
    if not isinstance(written, dict):
        raise BadQuery(None, None, f"expected a JSON object, got {shown(written)}")
    return written


def _whole(digits: str) -> int:
    return int(digits[:MOST_DIGITS])


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise BadQuery(None, name, "given twice in one object")
        found[name] = value
    return found
