"""The TOML file of a tournament or a sweep: read, with errors that name file and field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from eminence import engines
from eminence.cython_ext.errors import BadData, BadOption
from eminence.cython_ext.game import Game
from eminence.cython_ext.pages import toml_of
from eminence.engines.kit.options import listed


def read_toml(path: str | Path) -> dict[str, Any]:
    """The content of a TOML file; an error of one line if it cannot be read."""
    try:
        return toml_of(Path(path).read_text("utf-8"))
    except OSError as error:
        raise BadData(f"{path}: {error.strerror or error}") from None
    except ValueError as error:
        raise BadData(f"{path}: {error}") from None


def games_from(written: Any, where: str) -> list[Game]:
    """Games with their player counts and options."""
    if not isinstance(written, list) or not all(isinstance(each, dict) for each in written):
        raise BadData(f'{where}: games: write [[games]] with name = "royals", players = [2, 3]')
    games = []
    for number, each in enumerate(written, 1):
        options = dict(each)
        name, players = options.pop("name", None), options.pop("players", None)
        if not isinstance(name, str):
            raise BadData(f"{where}: game {number}: name is missing: {listed(engines.names())}")
        counts = players if isinstance(players, list) else [players]
        for count in counts:
            chosen = options if count is None else {**options, "players": count}
            try:
                games.append(engines.load(name, **chosen))
            except BadOption as error:
                raise BadData(f"{where}: game {number}: {error}") from None
    return games


def refuse_unknown(written: Mapping[str, Any], fields: Sequence[str], where: str) -> None:
    """A misspelt field is an error, never ignored."""
    for key in written:
        if key not in fields:
            raise BadData(f"{where}: unknown field {key!r}: choose {listed(fields)}")
