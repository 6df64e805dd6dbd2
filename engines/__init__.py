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
from eminence.engines.kit.levels_file import levels
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

#: Hashes of our data, each with the hash that the same data had before something left the files or
#: came there that is no rule: numbers that once were code, the bots' levels. The game is the same,
#: so its saved games, policies and networks stay valid.
SAME_AS_BEFORE = {
    "4adfa279c191ccaf6389cd105a8d8244fd6c941cf87adbc7eddd1fb2fe0b9411": "",
    "d01c385d29d3fd7931933fd08aa110c9fde6adbea2491c0d27099c578cc0394c": (
        "f17f0800f1f4407f80bffbfe7628e76fc11dcf92b8b7c372fcc6cc4adbc46641"
    ),
    "ac231ef45724bcd6cab223dbd8d5784595e877446b3469af8c8be54d0ef86ccf": (
        "a03be909994180dc6b31556ad59d1399b2d5ff4a5e9eddfeb451c70ab3da72dd"
    ),
    "80c1e6f8f03649cf52135f21241faaf237b183e9e8fa5fe5535cef892ce20abb": (
        "cc04db3a2956f09e6d4403c8cf3b64bb86fe5ecb399354dc188b6ba759f21e8e"
    ),
    "614107fc0027e12fcd151e8a6d7ab5a9a025ea21d9ba0478a5fc2ce57dfa66af": (
        "6336284b04b78f4e6a8ccb085b076dc46643272cec4e28d923ca11bcb9ac70e7"
    ),
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
    if any(chosen[name] in values for name, values in left_out.items()):
        return None
    return _if_there(_folder(module) / "network.npz")


def _policy_of(module: ModuleType, chosen: Mapping[str, Any]) -> str | None:
    """The path of the policy that solves the game with these options; None: none ships."""
    options = "-".join(f"{name}={value}" for name, value in chosen.items())
    return _if_there(_folder(module) / "policies" / f"{options}.npz")


def _folder(module: ModuleType) -> Path:
    return Path(str(module.__file__)).parent


def _if_there(path: Path) -> str | None:
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
    data_hash = SAME_AS_BEFORE.get(parts.data_hash, parts.data_hash)
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
        levels(_folder(module), chosen),
        _network_of(module, chosen),
        _policy_of(module, chosen) if data is None else None,
    )
