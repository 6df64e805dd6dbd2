"""The games. `load` one by name; `names` lists them.

>>> from eminence import engines
>>> game = engines.load("tic_tac_toe")
>>> state = game.root()
>>> state.apply(state.parse("x(0,2)"))
>>> print(state)
..x
...
...
"""

from __future__ import annotations

import hashlib
import json
import shlex
from collections.abc import Mapping
from functools import partial
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from eminence.cython_ext.chance import Chance
from eminence.cython_ext.errors import (
    BadData,
    BadEntry,
    BadOption,
    BadPosition,
    EminenceError,
    IllegalAction,
    Unsolved,
)
from eminence.cython_ext.game import CHANCE_PLAYER as CHANCE
from eminence.cython_ext.game import OVER_PLAYER as OVER
from eminence.cython_ext.game import PUBLIC_VIEWER as PUBLIC
from eminence.cython_ext.game import Game, Sink, State, View
from eminence.cython_ext.measuring.perft import perft
from eminence.cython_ext.results import Perft, Return
from eminence.engines.kit.options import Option, SourceLine, complete, listed
from eminence.engines.kit.tables import reconstructed_share
from eminence.engines.positions import (
    parse_position,
    position_from,
    position_json,
    position_toml,
    read_position,
)

__all__ = [
    "CHANCE",
    "OVER",
    "PUBLIC",
    "BadData",
    "BadEntry",
    "BadOption",
    "BadPosition",
    "Chance",
    "EminenceError",
    "Game",
    "IllegalAction",
    "Option",
    "Perft",
    "Return",
    "Sink",
    "SourceLine",
    "State",
    "Unsolved",
    "View",
    "describe",
    "load",
    "names",
    "options",
    "parse_position",
    "perft",
    "position_from",
    "position_json",
    "position_toml",
    "read_position",
    "reconstructed",
    "sources",
]

#: One line per game; the folder of that name holds it.
GAMES = (
    "blood_of_kings",
    "bruges",
    "connect_four",
    "goofspiel",
    "kuhn_poker",
    "leduc_poker",
    "phantom_ttt",
    "royals",
    "stacks",
    "tic_tac_toe",
    "wallenstein",
)

#: Hashes of data that were once numbers in the code. With exactly these data the game is the
#: same as before, so its saved games, policies and runs stay valid.
SINCE_BEFORE_DATA = {
    "leduc_poker": "4adfa279c191ccaf6389cd105a8d8244fd6c941cf87adbc7eddd1fb2fe0b9411"
}


def names() -> list[str]:
    """The names of all games."""
    return sorted(GAMES)


def _module(name: str) -> ModuleType:
    if name not in GAMES:
        raise BadOption(f"unknown game {name!r}: choose {listed(names())}")
    return import_module(f"eminence.engines.{name}")


def options(name: str) -> dict[str, Option]:
    """The options of a game, each with default and choices."""
    return dict(_module(name).OPTIONS)


def describe(name: str) -> str:
    """The first line of the game's documentation."""
    return (_module(name).__doc__ or "").strip().splitlines()[0]


def sources(name: str, data: str | Path | None = None) -> list[SourceLine]:
    """Every number of a game's data folder with its source; empty if it has no such folder.

    A game with a data folder lists them itself: `sources(data)` of its numbers.py.
    """
    module = _module(name)
    if getattr(module, "DATA", None) is None:
        return []
    return list(module.numbers.sources(module.DATA if data is None else Path(data)))


def reconstructed(name: str, data: str | Path | None = None) -> str:
    """How much of a game's data is reconstructed, in one line for people; empty if nothing is.

    Counted from the sources that are named in our data folder, or in that of `data`.
    """
    share = reconstructed_share(sources(name, data))
    folder = "" if data is None else f" --data {shlex.quote(str(data))}"
    command = f"eminence games {name} --reconstructed{folder}"
    return share and f"Reconstructed, not printed: {share}. List: {command}"


def _network_of(module: ModuleType, chosen: Mapping[str, Any]) -> str | None:
    """The path of the game's own network, used with any data folder; None if it has none.

    A game may leave it out with some of its options, by `WITHOUT_NETWORK`: where it plays worse.
    """
    left_out = getattr(module, "WITHOUT_NETWORK", {})
    path = Path(str(module.__file__)).parent / "network.npz"
    if any(chosen[name] in values for name, values in left_out.items()):
        return None
    return str(path) if path.is_file() else None


def load(name: str, *, data: str | Path | None = None, **given: Any) -> Game:
    """Load a game with its options; `data` names a data folder to use instead of ours."""
    module = _module(name)
    chosen = complete(name, module.OPTIONS, given)
    if not isinstance(data, str | Path | None):
        raise BadOption(f"unknown option data={data!r}: choose the path of a data folder")
    if data is None:
        parts = module.load(**chosen)
    elif getattr(module, "DATA", None) is None:
        raise BadOption(f"unknown option data={str(data)!r}: {name} has no data folder")
    else:
        data = str(Path(data).resolve())
        parts = module.load(**chosen, data=Path(data))
    data_hash = "" if parts.data_hash == SINCE_BEFORE_DATA.get(name) else parts.data_hash
    identity = json.dumps([name, module.VERSION, chosen, data_hash], sort_keys=True)
    return Game(
        parts.table,
        name,
        chosen,
        parts.words,
        dict(parts.fields),
        partial(load, name, data=data, **chosen),
        hashlib.sha256(identity.encode()).hexdigest(),
        dict(parts.weights),
        dict(parts.search),
        dict(parts.levels),
        _network_of(module, chosen),
    )
