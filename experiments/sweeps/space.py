"""What a sweep may change: options of an agent and weights of a game, each with its values.

A parameter is named as in a specification, `c` or `worlds`; weights have a prefix,
`weights.card`. It takes one of a list of values, or any value of a range.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

from eminence.cython_ext.errors import BadOption
from eminence.cython_ext.game import Game
from eminence.cython_ext.whole_numbers import whole
from eminence.engines.kit.options import listed
from eminence.experiments.games.job import canonical
from eminence.search import Agent, make
from eminence.search.parameters import Choice, Maybe, Parameter, Real, Whole

if TYPE_CHECKING:
    from optuna.distributions import BaseDistribution

#: A value for each parameter.
Values = Mapping[str, Any]

WEIGHT = "weights."
#: Digits of a number that was drawn: more would only make specifications hard to read.
DIGITS = 4
#: A longer list is probably a mistake.
MANY = 10_000
RANGE_FIELDS = ("low", "high", "log", "step")


class Dimension(ABC):
    """One parameter and the values it may take; Optuna sees them as codes."""

    name: str

    @abstractmethod
    def written(self) -> dict[str, Any]:
        """The dimension as a file has it."""

    @abstractmethod
    def all_values(self) -> Sequence[Any] | None:
        """Every value there is; None: too many to count."""

    @abstractmethod
    def distribution(self) -> BaseDistribution:
        """The codes."""

    @abstractmethod
    def decode(self, code: Any) -> Any:
        """The value that a code stands for."""

    @abstractmethod
    def encode(self, value: Any) -> Any:
        """The code of a value; None if the dimension does not hold it."""


@dataclass(frozen=True)
class Listed(Dimension):
    """One of these values; with a `step` they are a range, and neighbours are alike."""

    name: str
    values: tuple[Any, ...]
    step: float | None = None

    def written(self) -> dict[str, Any]:
        if self.step is None:
            return {"choices": list(self.values)}
        return {"low": self.values[0], "high": self.values[-1], "step": self.step}

    def all_values(self) -> Sequence[Any]:
        return self.values

    def distribution(self) -> BaseDistribution:
        from optuna.distributions import CategoricalDistribution, IntDistribution

        if self.step is not None:
            return IntDistribution(0, len(self.values) - 1)
        return CategoricalDistribution(tuple(range(len(self.values))))

    def decode(self, code: Any) -> Any:
        return self.values[code]

    def encode(self, value: Any) -> Any:
        return self.values.index(value) if value in self.values else None


@dataclass(frozen=True)
class Range(Dimension):
    """Any number from `low` to `high`, `whole` ones only or all of them."""

    name: str
    low: float
    high: float
    log: bool
    whole: bool

    def written(self) -> dict[str, Any]:
        return {"low": self.low, "high": self.high, "log": self.log}

    def all_values(self) -> Sequence[Any] | None:
        many = not self.whole or self.log or self.high - self.low >= MANY
        return None if many else range(int(self.low), int(self.high) + 1)

    def distribution(self) -> BaseDistribution:
        from optuna.distributions import FloatDistribution, IntDistribution

        if self.whole:
            return IntDistribution(int(self.low), int(self.high), log=self.log)
        return FloatDistribution(self.low, self.high, log=self.log)

    def decode(self, code: Any) -> Any:
        if self.whole:
            return int(code)
        return min(max(float(f"{code:.{DIGITS}g}"), self.low), self.high)

    def encode(self, value: Any) -> Any:
        number = isinstance(value, int | float) and not isinstance(value, bool)
        return value if number and self.low <= value <= self.high else None


@dataclass(frozen=True)
class Space:
    """All parameters of a sweep."""

    dimensions: tuple[Dimension, ...]

    @property
    def names(self) -> list[str]:
        return [dimension.name for dimension in self.dimensions]

    def written(self) -> dict[str, Any]:
        """The space as a file has it; `read_space` reads it again."""
        return {dimension.name: dimension.written() for dimension in self.dimensions}

    def encode(self, values: Values) -> dict[str, Any] | None:
        """The codes of all values; None if the space does not hold them."""
        codes = {d.name: d.encode(values[d.name]) for d in self.dimensions}
        return None if None in codes.values() else codes

    def decode(self, codes: Mapping[str, Any]) -> dict[str, Any]:
        """The values behind the codes."""
        return {d.name: d.decode(codes[d.name]) for d in self.dimensions}

    def grid(self) -> list[dict[str, Any]]:
        """Every point; refused if there is no end to them."""
        lists: list[Sequence[Any]] = []
        for dimension in self.dimensions:
            values = dimension.all_values()
            if values is None:
                raise BadOption(
                    f"space: {dimension.name}: a grid needs choices, or a range with a step"
                )
            lists.append(values)
        points = math.prod(map(len, lists))
        if points > MANY:
            raise BadOption(f"space: the grid has {points} points: choose {MANY} or fewer")
        return [dict(zip(self.names, point, strict=True)) for point in product(*lists)]


def read_space(written: Mapping[str, Any], spec: str, game: Game) -> Space:
    """The space that a file or a dict describes, for this agent in this game."""
    flat = _flat(written)
    if not flat:
        raise BadOption("space: name one parameter at least, such as worlds")
    agent = make(spec)
    return Space(tuple(_dimension(name, entry, agent, game) for name, entry in flat.items()))


def _flat(written: Mapping[str, Any]) -> dict[str, Any]:
    """`weights.card` without quotes is a table in a table; here it is one name again."""
    flat: dict[str, Any] = {}
    for name, entry in written.items():
        fields = {*RANGE_FIELDS, "choices"}
        if name == "weights" and isinstance(entry, Mapping) and not fields & {*entry}:
            flat.update({f"{WEIGHT}{weight}": inner for weight, inner in entry.items()})
        else:
            flat[name] = entry
    return flat


def parameter_of(name: str, agent: Agent, game: Game) -> Parameter:
    """The parameter with this name; refuses what agent or game does not have."""
    if name.startswith(WEIGHT) and "weights" in agent.parameters:
        weight = name.removeprefix(WEIGHT)
        if weight in game.weights:
            return Real(game.weights[weight], -math.inf, math.inf)
    parameter = agent.parameters.get(name)
    if parameter is None or name in ("weights", "seed"):
        known = [each for each in agent.parameters if each not in ("weights", "seed")]
        if "weights" in agent.parameters:
            known += [f"{WEIGHT}{weight}" for weight in game.weights]
        allowed = f"choose {listed(known)}" if known else f"{agent.name} has none to tune"
        raise BadOption(f"space: unknown parameter {name!r} of {agent.name}: {allowed}")
    return parameter.inner if isinstance(parameter, Maybe) else parameter


def _dimension(name: str, entry: Any, agent: Agent, game: Game) -> Dimension:
    parameter = parameter_of(name, agent, game)
    place = f"space: {name}"
    if not isinstance(entry, Mapping):
        raise BadOption(f"{place}: write {{ low = 1, high = 9 }} or {{ choices = [1, 2] }}")
    for key in entry:
        if key not in (*RANGE_FIELDS, "choices"):
            fields = listed([*RANGE_FIELDS, "choices"])
            raise BadOption(f"{place}: unknown field {key!r}: choose {fields}")
    if "choices" in entry:
        if len(entry) > 1:
            raise BadOption(f"{place}: choices stand alone, without low, high, log and step")
        return Listed(name, _choices(place, entry["choices"], parameter))
    if isinstance(parameter, Choice):
        raise BadOption(f"{place}: write choices, some of {listed(parameter.choices, 'and')}")
    return _range(name, place, entry, parameter)


def _choices(place: str, written: Any, parameter: Parameter) -> tuple[Any, ...]:
    if not isinstance(written, list | tuple) or not written:
        raise BadOption(f"{place}: choices: write a list of values")
    values = tuple(parameter.checked(place, value) for value in written)
    for i, value in enumerate(values):
        if value in values[:i]:
            raise BadOption(f"{place}: {value} is there twice")
    return values


def _range(name: str, place: str, entry: Mapping[str, Any], parameter: Parameter) -> Listed | Range:
    for end in ("low", "high"):
        if end not in entry:
            raise BadOption(f"{place}: {end} is missing: write low and high, or choices")
    low, high = (parameter.checked(f"{place}: {end}", entry[end]) for end in ("low", "high"))
    if not (math.isfinite(low) and math.isfinite(high) and low < high):
        raise BadOption(f"{place}: low={low:g}, high={high:g}: low must be the lower one")
    log = entry.get("log", False)
    if not isinstance(log, bool):
        raise BadOption(f"{place}: log={log!r}: choose true or false")
    if log and low <= 0:
        raise BadOption(f"{place}: low={low:g}: a logarithmic range begins above 0")
    is_whole = isinstance(parameter, Whole)
    if "step" not in entry:
        return Range(name, low, high, log, is_whole)
    if log:
        raise BadOption(f"{place}: a range has log or step, not both")
    step = entry["step"]
    return Listed(name, _steps(place, low, high, step, is_whole), step)


def _steps(place: str, low: float, high: float, step: Any, is_whole: bool) -> tuple[Any, ...]:
    number = isinstance(step, int | float) and not isinstance(step, bool)
    if is_whole:
        whole(f"{place}: step", step, 1, int(high - low))
    elif not number or not 0 < step <= high - low:
        raise BadOption(f"{place}: step={step!r}: choose a number from 0 to {high - low:g}")
    # A little beyond the range, because 0.1 + 0.1 + 0.1 may exceed 0.3.
    count = int((high - low) / step * (1 + 1e-9)) + 1
    if count > MANY:
        raise BadOption(f"{place}: step={step!r}: {count} values are too many")
    values: Iterable[Any] = (low + i * step for i in range(count))
    return tuple(values if is_whole else (float(f"{value:.12g}") for value in values))


def with_values(spec: str, values: Values, game: Game) -> str:
    """The specification of this agent with these values, without needless weights."""
    agent = make(spec)
    given = {key: getattr(agent, key) for key in agent.parameters}
    for name, value in values.items():
        parameter_of(name, agent, game)
        if not name.startswith(WEIGHT):
            given[name] = value
    if "weights" in given:
        weights = dict(given["weights"]) | {
            name.removeprefix(WEIGHT): value
            for name, value in values.items()
            if name.startswith(WEIGHT)
        }
        own = game.weights
        given["weights"] = {k: v for k, v in weights.items() if k not in own or v != own[k]}
    return canonical(str(type(agent)(**given)), game)


def values_of(spec: str, names: Iterable[str], game: Game) -> dict[str, Any]:
    """What this agent has for these parameters; None: left to the game."""
    agent = make(spec)
    found: dict[str, Any] = {}
    for name in names:
        parameter_of(name, agent, game)
        if name.startswith(WEIGHT):
            weight = name.removeprefix(WEIGHT)
            found[name] = agent.weights.get(weight, game.weights[weight])  # type: ignore[attr-defined]
        else:
            found[name] = getattr(agent, name)
    return found
