"""What the first page asks for: which games there are, and a new table."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from eminence import engines
from eminence.cython_ext.errors import BadEntry
from eminence.cython_ext.pages import Entries
from eminence.engines import BadOption
from eminence.engines.kit.options import LEVELS, Option
from eminence.engines.positions import game_from
from eminence.play.table.level_worth import known_worth_of
from eminence.play.table.levels import DEFAULT_LEVEL, bot_of
from eminence.play.web.hall import PERSON, Setup, line_up_of


@lru_cache(maxsize=1)
def games_fields() -> dict[str, Any]:
    """All games with their options, and the levels of bots."""
    return {
        "games": [_game(name) for name in engines.names()],
        "levels": list(LEVELS),
        "level": DEFAULT_LEVEL,
        "person": PERSON,
    }


def _game(name: str) -> dict[str, Any]:
    options = [_option(key, option) for key, option in engines.options(name).items()]
    return {"name": name, "about": engines.describe(name), "options": options}


def _option(name: str, option: Option) -> dict[str, Any]:
    return {
        "name": name,
        "default": str(option.default),
        "choices": [str(choice) for choice in option.choices],
        "help": option.help,
        "offered": option.offered,
        "free": option.also is not None,
    }


def worth_fields(setup: Setup) -> dict[str, Any]:
    """What the chosen levels are worth at such a table, as far as that was measured."""
    bots = [bot_of(setup.game, who) for who in setup.line_up if who != PERSON]
    return {"worth": known_worth_of(setup.game, bots)}


def setup_of(written: Mapping[str, Any]) -> Setup:
    """The table that a request describes; options may be given as text."""
    try:
        return _setup(Entries({**written, **read_options(written)}))
    except BadEntry as error:
        raise BadOption(str(error)) from None


def _setup(entries: Entries) -> Setup:
    for field in ("game", "options", "seats", "hints"):
        entries.has(field)
    entries.close()
    named = entries.value("seats", f"a list of {PERSON} or levels")
    if not isinstance(named, list) or not all(isinstance(who, str) for who in named):
        raise entries.fail("seats", f"expected a list of {PERSON} or levels")
    hints = entries.flag("hints")
    game = game_from(entries)
    return Setup(game, line_up_of(game, named), hints)


def read_options(written: Mapping[str, Any]) -> dict[str, Any]:
    """The options with the values that their texts mean, where the game knows them."""
    name, options = written.get("game"), written.get("options")
    if not isinstance(options, dict) or not isinstance(name, str) or name not in engines.names():
        return {}
    known = engines.options(name)
    return {
        "options": {
            key: known[key].read(value) if key in known and isinstance(value, str) else value
            for key, value in options.items()
        }
    }
