"""The network of an agent: the game's own, one from a file, or none."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Literal

from eminence.cython_ext.errors import BadOption
from eminence.cython_ext.game import Game
from eminence.search.archives import PINNED, pinned_text, read_pinned
from eminence.search.network.network_file import NetworkFile, read_network
from eminence.search.parameters import Parameter

NONE: Literal["none"] = "none"
#: what an agent keeps: None stands for the game's own
Chosen = NetworkFile | Literal["none"] | None
#: networks that another process has sent, by their digests
_received: dict[str, NetworkFile] = {}


class NetworkParameter(Parameter):
    """`none` or a network file; `name.npz@hash` must be the one with this content.

    By default the game's own network, where it has one.
    """

    default = None

    def checked(self, name: str, value: Any) -> Chosen:
        if value is None or isinstance(value, NetworkFile):
            return value
        if not isinstance(value, str | Path) or not str(value) or "," in str(value):
            raise BadOption(f"{name}={value}: choose none or a file whose name has no comma")
        if value == NONE:
            return NONE
        match = PINNED.fullmatch(str(value))
        return read_network(value) if match is None else _pinned(match[1], match[2])

    def read(self, name: str, text: str) -> str:
        return text

    def write(self, value: NetworkFile | Literal["none"]) -> str:
        return NONE if value == NONE else pinned_text(value)


def keep_received(network: NetworkFile) -> None:
    """Keep a network for agents that name its digest: this machine may not have its file."""
    _received[network.digest] = network


@lru_cache(maxsize=64)
def _pinned(name: str, digest: str) -> NetworkFile:
    """The network with this content, under this name: one that was sent, else that of the file.

    Kept, because every new agent asks; the digest says that it is still the right one.
    """
    sent = _received.get(digest)
    if sent is not None:
        return replace(sent, file=name, pinned=True)
    return read_pinned(f"{name}@{digest}", read_network)


def chosen_network(value: Chosen, game: Game) -> NetworkFile | None:
    """The network that an agent uses in this game, by the value of its parameter.

    The game's own must fit the games it was trained for. With other data it may see other things
    than it has learned; then there is none. A file that somebody has named is refused instead.
    """
    if isinstance(value, NetworkFile):
        return _fitting(value, game)
    if value == NONE or game.network is None:
        return None
    return _own_if_it_fits(game.network, game)


@lru_cache(maxsize=64)
def _own_if_it_fits(path: str, game: Game) -> NetworkFile | None:
    own = _own_network(path)
    known = game.fingerprint in own.about["fingerprints"]
    return _fitting(own, game) if known or not own.misfit(game) else None


def _fitting(network: NetworkFile, game: Game) -> NetworkFile:
    network.net_for(game)  # refuses what does not fit
    return network


@cache
def _own_network(path: str) -> NetworkFile:
    return read_network(path)
