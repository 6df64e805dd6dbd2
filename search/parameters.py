"""The parameters of agents: from text, to text, and refused with a reason."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from eminence.cython_ext.errors import BadData, BadOption
from eminence.cython_ext.game import Game
from eminence.cython_ext.pages import toml_of
from eminence.cython_ext.whole_numbers import UINT64_MAX, read_whole, whole


class Parameter(ABC):
    """One parameter of an agent."""

    default: Any

    @abstractmethod
    def checked(self, name: str, value: Any) -> Any:
        """The value as the agent keeps it; refuses what makes no sense."""

    @abstractmethod
    def read(self, name: str, text: str) -> Any:
        """The value that a specification's text means; `checked` comes after it."""

    def write(self, value: Any) -> str:
        """The text that `read` turns into this value."""
        return str(value)


@dataclass(frozen=True)
class Whole(Parameter):
    """A whole number in a range."""

    default: int
    low: int
    high: int

    def checked(self, name: str, value: Any) -> int:
        return whole(name, value, self.low, self.high)

    def read(self, name: str, text: str) -> int | str:
        return read_whole(text)


@dataclass(frozen=True)
class Real(Parameter):
    """A number in a range."""

    default: float
    low: float
    high: float

    def checked(self, name: str, value: Any) -> float:
        number = isinstance(value, int | float | np.number) and not isinstance(value, bool)
        if not number or not self.low <= value <= self.high:
            raise self._refusal(name, repr(value))
        return float(value)

    def read(self, name: str, text: str) -> float:
        try:
            return float(text)
        except ValueError:
            raise self._refusal(name, text) from None

    def write(self, value: float) -> str:
        return f"{value:g}" if float(f"{value:g}") == value else repr(value)

    def _refusal(self, name: str, shown: str) -> BadOption:
        return BadOption(f"{name}={shown}: choose a number from {self.low:g} to {self.high:g}")


@dataclass(frozen=True)
class Choice(Parameter):
    """One of a few words."""

    default: str
    choices: tuple[str, ...]

    def checked(self, name: str, value: Any) -> str:
        if value not in self.choices:
            raise BadOption(f"{name}={value}: choose {' or '.join(self.choices)}")
        return value

    def read(self, name: str, text: str) -> str:
        return text


@dataclass(frozen=True)
class Maybe(Parameter):
    """A parameter that may be None: then the game or the default decides."""

    inner: Parameter
    default: None = None

    def checked(self, name: str, value: Any) -> Any:
        return None if value is None else self.inner.checked(name, value)

    def read(self, name: str, text: str) -> Any:
        return self.inner.read(name, text)

    def write(self, value: Any) -> str:
        return self.inner.write(value)


SEED = Whole(default=0, low=0, high=UINT64_MAX)


@dataclass(frozen=True)
class Weights(Mapping[str, float]):
    """Weights that override a game's own, and where they come from."""

    pairs: tuple[tuple[str, float], ...]
    file: str | None = None

    def __getitem__(self, name: str) -> float:
        return dict(self.pairs)[name]

    def __iter__(self) -> Iterator[str]:
        return iter(dict(self.pairs))

    def __len__(self) -> int:
        return len(self.pairs)

    def over(self, game: Game) -> NDArray[np.float64]:
        """The game's weights overridden by these, in the order of its table."""
        try:
            return game.weight_vector(self)
        except BadOption as error:
            raise BadOption(f"{self.file or 'weights'}: {error}") from None


class WeightsParameter(Parameter):
    """The weights of `evaluate` and `priors`: a TOML file, or `{name:1.5;other:2}`."""

    default = Weights(())

    def checked(self, name: str, value: Any) -> Weights:
        if value is None:
            return self.default
        if isinstance(value, Weights):
            return value
        if isinstance(value, Mapping):
            return _numbers(value, None)
        if isinstance(value, str | Path):
            return _from_file(name, str(value))
        raise BadOption(f"{name}={value!r}: choose a TOML file or a dict of numbers")

    def read(self, name: str, text: str) -> str | dict[str, float]:
        if not text.startswith("{"):
            return text
        inside = text.removeprefix("{").removesuffix("}")
        written = {}
        for pair in inside.split(";") if inside else ():
            key, _, number = pair.partition(":")
            try:
                written[key] = float(number)
            except ValueError:
                raise BadOption(
                    f"{name}={text}: write {{name:number;name:number}}, or a TOML file's path"
                ) from None
        return written

    def write(self, value: Weights) -> str:
        if value.file is not None:
            return value.file
        return "{" + ";".join(f"{name}:{number!r}" for name, number in value.pairs) + "}"


def _from_file(parameter: str, file: str) -> Weights:
    if "," in file or file.startswith("{") or not file:
        raise BadOption(f"{parameter}={file}: choose a file whose name has no comma or brace")
    try:
        written = toml_of(Path(file).read_text("utf-8"))
    except OSError as error:
        raise BadOption(f"{parameter}={file}: {error.strerror or error}") from None
    except ValueError as error:
        raise BadData(f"{file}: not TOML: {error}") from None
    return _numbers(_without_sources(written), file)


def _without_sources(written: dict[str, Any]) -> dict[str, Any]:
    """The weights in a plain file, or in a copy of a game's own file with its other entries."""
    table = written.get("weights")
    if isinstance(table, dict):
        extra = [name for name in written if name not in ("weights", "search", "levels", "source")]
        written = {**{name: written[name] for name in extra}, **table}
    return {
        name: value
        for name, value in written.items()
        if not (isinstance(value, str) and (name == "source" or name.endswith("_source")))
    }


def _numbers(written: Mapping[str, Any], file: str | None) -> Weights:
    pairs = []
    for name, value in written.items():
        number = isinstance(value, int | float | np.number) and not isinstance(value, bool)
        if not number or not math.isfinite(value):
            raise BadData(f"{_place(file, name)}: expected a number, got {value!r}")
        pairs.append((str(name), float(value)))
    return Weights(tuple(pairs), file)


def _place(file: str | None, name: str) -> str:
    return f"weights: {name}" if file is None else f"{file}: {name}"
