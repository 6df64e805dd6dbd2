"""temporary"""
from __future__ import annotations
import json
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any
import numpy as np
from eminence.cython_ext.game import Game
from eminence.search.network.network import Net
from eminence.search.parameters import Parameter


NO_NETWORK = "none"


@dataclass(frozen=True, eq=False)
class NetworkFile:
    about: dict[str, Any]
    arrays: dict[str, Any]
    file: str = field(default="", compare=False)

    def net_for(self, game: Game) -> Net:
        if not hasattr(self, "_net"):
            object.__setattr__(self, "_net", Net(dict(self.arrays), game.table.sizes["max_traits"]))
        return self._net

    @property
    def search(self):
        return self.about.get("search", {})

    def write(self, file):
        with Path(file).open("wb") as out:
            np.savez_compressed(out, about=np.array(json.dumps(self.about)), **self.arrays)


@lru_cache(maxsize=16)
def read_network(file) -> NetworkFile:
    with np.load(file) as a:
        about = json.loads(str(a["about"]))
        return NetworkFile(about, {k: a[k] for k in a.files if k != "about"}, str(file))


class NetworkParameter(Parameter):
    default = None
    def checked(self, name, value):
        if value is None or value == "none" or isinstance(value, NetworkFile):
            return value
        return read_network(str(value))
    def read(self, name, text):
        return text
    def write(self, value):
        return value if isinstance(value, str) else value.file


def chosen_network(value, game) -> NetworkFile | None:
    return value if isinstance(value, NetworkFile) else None
