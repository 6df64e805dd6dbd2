"""Position files: what one seat knows, in TOML or JSON, written by a program or by hand.

A file names its game and options; the rest is in the game's own words. The JSON of
`View.to_json` is a position file too.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from eminence import engines
from eminence.cython_ext.errors import BadEntry, BadField, BadOption, BadPosition, shown
from eminence.cython_ext.fields import HEAD
from eminence.cython_ext.game import Game, View
from eminence.cython_ext.pages import Entries, Page, as_json, as_toml, toml_of
from eminence.cython_ext.version import UNNAMED, WRITER, __version__, naming_versions
from eminence.cython_ext.words import HEAD_COMMENTS, PositionForm
from eminence.engines.kit.lines import line_of
from eminence.engines.kit.options import listed
from eminence.engines.kit.page import usual_title

T = TypeVar("T")

#: the key of a form that lists the fields of the state
PLAIN = "position"
#: the entries that say which game it is
NAMING = ("game", "options")


def position_page(view: View) -> Page:
    """A view as a page: its game, its options, and the position in the game's words."""
    form = view.game.words.form
    page = _fields_page(view) if form is None else form.write(view)
    values = {"game": view.game.name, WRITER: __version__, **page.values}
    # Tables come after plain entries in a file.
    rest = {key: value for key, value in values.items() if isinstance(value, dict | list)}
    plain = {key: value for key, value in values.items() if key not in rest}
    comments = {WRITER: "the version that wrote this; may be left out", **page.comments}
    return Page({**plain, "options": dict(view.game.options), **rest}, comments)


def _fields_page(view: View) -> Page:
    """The page of a game without a form: the fields of the state."""
    layout = view.game.fields
    fields = layout.encode(view.data, every=True)
    comments = {"": usual_title(view), **HEAD_COMMENTS}
    comments |= {f"{PLAIN}.{name}": layout.comment(name) for name in fields}
    return Page({**view.head(), PLAIN: fields}, comments)


def position_toml(view: View) -> str:
    """A view as a commented TOML file; `read_position` reads it back."""
    return as_toml(position_page(view))


def position_json(view: View) -> str:
    """A view as a JSON file with the same entries."""
    return as_json(position_page(view))


def read_position(path: str | Path, data: str | Path | None = None) -> View:
    """The view that a file describes; errors name the file and the entry."""
    return from_file(path, lambda written: position_from(written, data))


def parse_position(text: str, data: str | Path | None = None) -> View:
    """The view that the text of a file describes, TOML or JSON."""
    return position_from(entries_of(text), data)


def position_from(written: Any, data: str | Path | None = None) -> View:
    """The view that the entries of a file describe."""
    entries = Entries(written)
    game = game_from(entries, data)
    return view_from(game, {k: v for k, v in entries.values.items() if k not in NAMING})


def view_from(game: Game, written: dict[str, Any]) -> View:
    """The view that the entries of a file describe, without those that name the game."""
    # People write words by hand; a list of fields comes from a program.
    writer = written.get(WRITER, UNNAMED if PLAIN in written else None)
    with naming_versions(writer):
        told = {key: value for key, value in written.items() if key != WRITER}
        if PLAIN not in told:
            _refuse_odd_seats(told)
            if game.words.form is not None:
                return _filled(game, game.words.form, told)
        # TOML has dates, which mean nothing here: the entry refuses the text.
        return game.view_from_json(json.dumps(told, default=str))


def _filled(game: Game, form: PositionForm, written: dict[str, Any]) -> View:
    """The view that a filled-in form describes."""
    record = np.zeros((), game.fields.dtype)
    head = Entries(written).head()
    form.read(written, record)
    try:
        return game.view_from_record(record, head)
    except BadField as error:
        raise form.blame(error, int(record[HEAD]["view_of"])) from None


def _refuse_odd_seats(written: dict[str, Any]) -> None:
    """Checked first: if it is unclear whose view this is, every other entry would be blamed."""
    for key in ("view_of", "player"):
        value = written.get(key, 0)
        if isinstance(value, bool) or not isinstance(value, int | str):
            raise BadEntry(key, f"expected a seat, or a word for nobody, got {shown(value)}")


def from_file(path: str | Path, build: Callable[[Any], T]) -> T:
    """What `build` makes from the entries of a file; errors name the file."""
    text = ""
    try:
        text = Path(path).read_text("utf-8")
        return build(entries_of(text))
    except UnicodeDecodeError as error:
        raise BadPosition(f"{path}: not UTF-8 text: {error.reason}") from None
    except OSError as error:
        raise BadPosition(f"{path}: {error.strerror}") from None
    except BadEntry as error:
        for entry in error.entries:
            entry.file, entry.line = str(path), line_of(text, entry.place)
        raise
    except (BadPosition, BadOption) as error:
        raise BadPosition(f"{path}: {error}") from None


def entries_of(text: str) -> Any:
    """What a text holds: JSON if it begins like JSON, else TOML."""
    # No TOML file begins with a brace.
    is_json = text.lstrip().startswith("{")
    try:
        return json.loads(text) if is_json else toml_of(text)
    except RecursionError:
        raise BadPosition("nested too deeply for a position") from None
    except ValueError as error:
        kind = "JSON" if is_json else "TOML"
        raise BadPosition(f"not {kind}: {' '.join(str(error).split())}") from None


def game_from(entries: Entries, data: str | Path | None = None) -> Game:
    """The game that a file names, with its options."""
    name = entries.value("game", f"{listed(engines.names())}")
    if not isinstance(name, str):
        raise entries.fail("game", f"expected {listed(engines.names())}, got {shown(name)}")
    if name not in engines.names():
        raise entries.fail("game", f"unknown {shown(name)}; choose {listed(engines.names())}")
    options = entries.table("options", optional=True).values
    for key in options:
        if key not in engines.options(name):
            known = ", ".join(engines.options(name))
            raise entries.fail(f"options.{key}", f"unknown; choose from {known}")
    try:
        return engines.load(name, data=data, **options)
    except BadOption as error:
        raise entries.fail("options", str(error)) from None
