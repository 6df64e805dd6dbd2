"""Answers of `eminence analyse`: each is one JSON object on one line of ASCII."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from eminence import engines
from eminence.cython_ext.version import __version__
from eminence.solver import Analysis

#: most characters of a message, and of a field's name: both may quote the query
MOST_MESSAGE, MOST_FIELD = 1000, 200
#: most things that an error names as fitting
MOST_FITTING = 100


def analysed(id: str, analysis: Analysis, final: bool, terminated: bool = False) -> str:
    """An analysis, with the measured time apart: all the rest can be repeated."""
    written = analysis.to_dict()
    seconds = written.pop("seconds")
    ended = {"terminated": True} if terminated else {}
    return _line(id, final=final, **ended, analysis=written, seconds=seconds)


def not_begun(id: str) -> str:
    """A query that was terminated while it waited."""
    return _line(id, final=True, terminated=True, analysis=None)


def terminating(id: str, ids: Sequence[str]) -> str:
    """The answer to a terminating query: what it ends. Each ended query is answered, too."""
    return _line(id, final=True, terminating=list(ids))


def about(id: str, what: str) -> str:
    """The version, or the games with their options."""
    told = __version__ if what == "version" else {name: _game(name) for name in engines.names()}
    return _line(id, final=True, **{what: told})


def _game(name: str) -> dict[str, Any]:
    options = {key: _option(option) for key, option in engines.options(name).items()}
    return {"about": engines.describe(name), "options": options}


def _option(option: engines.Option) -> dict[str, Any]:
    also = {} if option.also is None else {"also": str(option.also)}
    choices = list(option.choices)
    return {"default": option.default, "choices": choices, **also, "help": option.help}


def followed(id: str, fields: Mapping[str, Any]) -> str:
    """The answer to a message about a game that is followed."""
    return _line(id, final=True, **fields)


def failed(id: str | None, field: str | None, message: str, fitting: Sequence[str] = ()) -> str:
    """What is wrong with a query; without id or field if it cannot be blamed on one."""
    where = None if field is None else _cut(field, MOST_FIELD)
    said = _cut(" ".join(message.split()), MOST_MESSAGE)
    right = {"fitting": list(fitting[:MOST_FITTING])} if fitting else {}
    return _line(id, error={"field": where, "message": said, **right})


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 3]}..."


def _line(id: str | None, **fields: Any) -> str:
    # NaN is not valid JSON, though Python writes and reads it.
    return json.dumps({"id": id, **fields}, allow_nan=False)
