"""Network files: the numbers of a small network, and what they were trained to see.

`network.pxd` says how it judges; docs/networks.md describes the file, entry by entry.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from eminence.cython_ext.errors import BadData, BadOption
from eminence.cython_ext.game import Game
from eminence.cython_ext.version import WRITER, __version__
from eminence.search.archives import DIGEST, not_such, read_archive, versions_told, write_archive
from eminence.search.network.network import Net
from eminence.search.network.recorded import Recorded, record

FORMAT = 1
KIND, REMEDY = "network", "docs/networks.md says what it holds"
MAX_LAYERS = 4
#: the largest number of features, traits or sums of a layer: C counts traits in 16 bits
MOST = 2**15 - 1
#: what the file must say, and which of it decides what is played
ABOUT = {
    "game": str,
    "options": list,
    "fingerprints": list,
    "features": list,
    "traits": list,
    "margin_scale": float,
    "search": dict,
    "recipe": dict,
    "results": dict,
}
IDENTITY = ("game", "features", "traits", "margin_scale", "search")
#: dimensions and kind of the arrays of `Recorded`
RECORDED = {
    "positions": (2, np.uint8),
    "position_options": (1, np.int16),
    "position_features": (2, np.float32),
    "position_traits": (3, np.int16),
}


@dataclass(frozen=True, eq=False)
class NetworkFile:
    """A network and what it was trained for; `net_for` makes it ready for a loaded game."""

    about: dict[str, Any]
    arrays: dict[str, NDArray[np.float32]]
    """Weights and biases by their names in the file."""
    recorded: Recorded
    file: str = ""
    pinned: bool = False
    """Whether the file must keep exactly this content."""
    _nets: dict[str, Net] = field(default_factory=dict, init=False, repr=False)
    """By the fingerprint of a game that it fits."""

    @classmethod
    def of(
        cls,
        games: Game | Sequence[Game],
        arrays: Mapping[str, ArrayLike],
        *,
        margin_scale: float = 1.0,
        search: Mapping[str, Any] | None = None,
        recipe: Mapping[str, Any] | None = None,
        results: Mapping[str, Any] | None = None,
    ) -> NetworkFile:
        """A network that was trained anywhere, for a game with one or several sets of options.

        games: the game as it was trained, loaded once for each set of options.
        margin_scale: the predicted margin times this is points.
        search: parameters of searching agents that suit it better than the game's own.
        recipe, results: how it was made and how well it did, as JSON can hold it.
        """
        games = [games] if isinstance(games, Game) else list(games)
        if not games or len({game.name for game in games}) != 1:
            raise BadOption("games: choose one game, loaded once for each set of its options")
        about = {
            "game": games[0].name,
            "options": [game.options for game in games],
            "fingerprints": [game.fingerprint for game in games],
            "features": list(games[0].words.features),
            "traits": list(games[0].words.traits),
            "margin_scale": float(margin_scale),
            "search": dict(search or {}),
            "recipe": dict(recipe or {}),
            "results": dict(results or {}),
            WRITER: __version__,
        }
        if not about["features"]:
            raise BadOption(f"{games[0].name} has no features")
        kept = {name: np.ascontiguousarray(array, np.float32) for name, array in arrays.items()}
        # As JSON gives it back: lists for tuples.
        return _checked(cls(json.loads(json.dumps(about)), kept, record(games)))

    @cached_property
    def digest(self) -> str:
        """A hash of all that this network plays."""
        identity = [self.about[key] for key in IDENTITY]
        found = hashlib.sha256(json.dumps(identity, sort_keys=True).encode())
        for name in sorted(self.arrays):
            array = np.ascontiguousarray(self.arrays[name])
            found.update(f"{name} {array.shape}".encode() + array.tobytes())
        return found.hexdigest()[:DIGEST]

    def net_for(self, game: Game) -> Net:
        """The network in C; refused for a game that shows it something else than it has learned."""
        if game.fingerprint not in self._nets:
            problem = self.misfit(game)
            if problem:
                raise BadOption(f"{self.title}: {problem}{versions_told(self.about)}")
            most = game.table.sizes["max_traits"]
            self._nets[game.fingerprint] = Net(self.arrays, most, self.about["margin_scale"])
        return self._nets[game.fingerprint]

    def misfit(self, game: Game) -> str:
        """Why this game cannot be judged by this network; empty if it can."""
        if self.about["game"] != game.name:
            return f"a network for {self.about['game']}, but the game is {game.name}"
        for kind in ("features", "traits"):
            theirs, ours = self.about[kind], list(getattr(game.words, kind))
            if theirs != ours:
                counts = f"the network knows {len(theirs)} {kind}, {game.name} has {len(ours)}"
                return f"{kind.removesuffix('s')} {_first_difference(theirs, ours)}; {counts}"
        options = json.loads(json.dumps(game.options))
        if options not in self.about["options"]:
            return ""
        return self.recorded.change(game, self.about["options"].index(options))

    def searching(self, **settings: Any) -> NetworkFile:
        """The same network with these settings of searches beside or instead of its own."""
        about = {**self.about, "search": {**self.search, **settings}}
        return _checked(NetworkFile(about, self.arrays, self.recorded))

    def write(self, file: str | Path) -> None:
        """Save as a compressed numpy archive, under exactly this name."""
        recorded = {name: getattr(self.recorded, name) for name in RECORDED}
        write_archive(file, self.about, {**self.arrays, **recorded}, FORMAT)

    @property
    def search(self) -> dict[str, Any]:
        """How an agent should search with it, where nobody says otherwise."""
        return self.about["search"]

    @property
    def widths(self) -> tuple[int, ...]:
        """Of the hidden layers."""
        layers = sum(name.startswith("weights") for name in self.arrays)
        return tuple(self.arrays[f"bias{k}"].size for k in range(layers))

    @property
    def guided(self) -> bool:
        """Whether it is fitted to what the game's own guidance gets wrong."""
        return "guidance" in self.arrays

    @property
    def title(self) -> str:
        """What errors call it."""
        return self.file or "network"

    def __getstate__(self) -> dict[str, Any]:
        """Without the networks in C, which belong to this process."""
        return {**self.__dict__, "_nets": {}}


def _first_difference(theirs: list[str], ours: list[str]) -> str:
    for name in theirs:
        if name not in ours:
            return f"{name!r} is missing"
    for name in ours:
        if name not in theirs:
            return f"{name!r} is new"
    was, is_now = next(pair for pair in zip(theirs, ours, strict=False) if pair[0] != pair[1])
    return f"{is_now!r} is in the place of {was!r}"


def read_network(file: str | Path) -> NetworkFile:
    """Read what `NetworkFile.write` wrote; anything else is refused."""
    about, arrays = read_archive(file, KIND, FORMAT, REMEDY)
    if not arrays.keys() >= {"weights0", *RECORDED}:
        raise not_such(file, KIND, REMEDY)
    recorded = Recorded(**{name: arrays.pop(name) for name in RECORDED})
    return _checked(NetworkFile(about, arrays, recorded, str(file)))


def _checked(network: NetworkFile) -> NetworkFile:
    problem = _wrong_about(network) or _wrong_arrays(network) or _wrong_record(network)
    if problem:
        raise BadData(f"{network.title}: {problem}")
    return network


def _wrong_about(network: NetworkFile) -> str:
    about = network.about
    for key, wanted in ABOUT.items():
        if not isinstance(about.get(key), wanted):
            return f"about: {key} is missing or no {wanted.__name__}"
    for key in ("features", "traits", "fingerprints"):
        if not all(isinstance(name, str) for name in about[key]):
            return f"about: {key} are not all text"
    for key in ("features", "traits"):
        if len(set(about[key])) != len(about[key]):
            return f"about: {key} have a name twice"
    if not all(isinstance(options, dict) for options in about["options"]):
        return "about: options are not all tables"
    if not 1 <= len(about["options"]) == len(about["fingerprints"]):
        return "about: not a fingerprint for each of its options"
    if not 0 < about["margin_scale"] < float("inf"):
        return "about: margin_scale is no number above 0"
    return ""


def _shapes(network: NetworkFile) -> dict[str, tuple[int, ...]]:
    """The shape that each array must have, from the names and the number of sums of each layer."""
    shapes: dict[str, tuple[int, ...]] = {}
    width, traits = len(network.about["features"]), len(network.about["traits"])
    n_layers = sum(name.startswith("weights") for name in network.arrays)
    for k in range(n_layers):
        bias = network.arrays.get(f"bias{k}")
        sums = 0 if bias is None else bias.size
        shapes |= {f"weights{k}": (width, sums), f"bias{k}": (sums,)}
        width = sums
    heads = {"heads": (width, 2), "head_bias": (2,)}
    if network.guided:
        heads["guidance"] = (2,)
    return shapes | heads | {"traits": (traits, width), "trait_bias": (traits,)}


def _wrong_arrays(network: NetworkFile) -> str:
    shapes = _shapes(network)
    for name, shape in shapes.items():
        array = network.arrays.get(name)
        if array is None:
            return f"{name}: missing"
        if array.dtype != np.float32:
            return f"{name}: expected float32 numbers, got {array.dtype}"
        if array.shape != shape:
            return f"{name}: expected the shape {shape}, got {array.shape}"
        if not np.isfinite(array).all():
            return f"{name}: not all numbers are finite"
    extra = sorted(network.arrays.keys() - shapes.keys())
    if extra:
        return f"{extra[0]}: no array of a network"
    if f"weights{MAX_LAYERS}" in shapes:
        return f"weights{MAX_LAYERS}: at most {MAX_LAYERS} hidden layers"
    if not all(1 <= size <= MOST for name in shapes if "weights" in name for size in shapes[name]):
        return f"weights: from 1 to {MOST} features and sums in each layer"
    return ""


def _wrong_record(network: NetworkFile) -> str:
    recorded, about = network.recorded, network.about
    rows = len(recorded.positions)
    for each in fields(recorded):
        array, (ndim, kind) = getattr(recorded, each.name), RECORDED[each.name]
        if array.dtype != kind or array.ndim != ndim:
            return f"{each.name}: expected {np.dtype(kind)} numbers, dimensions: {ndim}"
        if len(array) != rows:
            return f"{each.name}: expected {rows} rows, got {len(array)}"
    if recorded.position_features.shape[1:] != (len(about["features"]),):
        return f"position_features: expected {len(about['features'])} features in each row"
    which = recorded.position_options
    if rows and not (which.min() >= 0 and which.max() < len(about["options"])):
        return "position_options: no such options"
    return ""
