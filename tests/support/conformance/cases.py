"""Every registered game with every option set worth testing."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from eminence import engines

MOST_OPTION_SETS = 16
#: Large games: every pair of choices occurs, which takes far fewer sets than all.
IN_PAIRS = {"wallenstein"}
#: Long games: what replaces a default, so that a random game is short enough to follow.
SHORTER: dict[str, dict[str, Any]] = {"blood_of_kings": {"turn_cap": 15}}
#: Values of options without a list of choices: a game is tested with these as well.
BESIDE: dict[str, tuple[dict[str, Any], ...]] = {
    "royals": ({"players": 4, "more_cubes": "seat0+seat2"},)
}
#: Games that refuse some options together. Only these are loaded to find out, which takes long.
CHOOSY = {"royals"}
#: An option with these choices is an expansion.
SWITCH = OFF, _ = ("off", "on")


@dataclass(frozen=True)
class Case:
    """One game with one option set."""

    name: str
    choices: tuple[tuple[str, Any], ...]

    @property
    def options(self) -> dict[str, Any]:
        return dict(self.choices)

    @property
    def option_id(self) -> str:
        """The options as part of a file's name; switches only if they are on."""
        return ",".join(f"{k}={v}" for k, v in self.choices if v != OFF) or "default"

    @property
    def is_basic(self) -> bool:
        """Whether every expansion is off."""
        return all(value == OFF for _, value in self.choices if value in SWITCH)

    @property
    def has_all(self) -> bool:
        """Whether every expansion is on, or there are none."""
        return all(value != OFF for _, value in self.choices)

    @property
    def is_first(self) -> bool:
        """Whether it is the first of the game's option sets."""
        return self == cases_of(self.name)[0]

    @property
    def id(self) -> str:
        return f"{self.name}-{self.option_id}"

    def load(self) -> engines.Game:
        return _load(self)


@cache
def _load(case: Case) -> engines.Game:
    return engines.load(case.name, **case.options)


def is_offered(case: Case) -> bool:
    """Whether the game accepts these options together."""
    if case.name not in CHOOSY:
        return True
    try:
        case.load()
    except engines.BadOption:
        return False
    return True


def _one_at_a_time(
    known: dict[str, engines.Option], shorter: dict[str, Any]
) -> Iterator[dict[str, Any]]:
    """The defaults, then each option at its ends; of a long game every number of players."""
    defaults = {name: option.default for name, option in known.items()} | shorter
    yield defaults
    for name, option in known.items():
        if name in shorter:
            continue
        tried = (option.choices[0], option.choices[-1])
        for choice in option.choices if shorter and name == "players" else tried:
            if choice != option.default:
                yield defaults | {name: choice}


def every_case(name: str) -> Iterator[Case]:
    """All option sets that the game offers."""
    known = engines.options(name)
    product = itertools.product(*(option.choices for option in known.values()))
    every = (Case(name, tuple(zip(known, values, strict=True))) for values in product)
    return filter(is_offered, every)


Pair = tuple[tuple[str, Any], ...]


def _pairs(case: Case) -> set[Pair]:
    return set(itertools.combinations(case.choices, 2))


def _in_pairs(name: str) -> Iterator[Case]:
    """Option sets in which every two choices meet: always the one with most new pairs.

    First those of the game without expansions, then those with all of them.
    """
    every = list(every_case(name))
    met: set[Pair] = set()
    for among in (
        [case for case in every if case.is_basic],
        [case for case in every if case.has_all],
        every,
    ):
        missing = set().union(*(_pairs(case) for case in among)) - met
        if among[0].is_basic and among is not every:
            missing = {pair for pair in missing if not any(v in SWITCH for _, v in pair)}
        while missing:
            best = max(among, key=lambda case: len(_pairs(case) & missing))
            missing -= _pairs(best)
            met |= _pairs(best)
            yield best


@cache
def cases_of(name: str) -> tuple[Case, ...]:
    """All option sets if they are few; else the defaults and one option varied at a time."""
    if name in IN_PAIRS:
        return tuple(_in_pairs(name))
    known = engines.options(name)
    offered = tuple(itertools.islice(every_case(name), MOST_OPTION_SETS + 1))
    if len(offered) <= MOST_OPTION_SETS:
        defaults = {option: known[option].default for option in known}
        sets = (defaults | beside for beside in BESIDE.get(name, ()))
        return offered + tuple(Case(name, tuple(options.items())) for options in sets)
    sets = _one_at_a_time(known, SHORTER.get(name, {}))
    varied = (Case(name, tuple(options.items())) for options in sets)
    return tuple(filter(is_offered, varied))


def all_cases(full: bool = False) -> list[Case]:
    """The cases of all games; in full, every combination of the large ones."""
    return [
        case
        for name in engines.names()
        for case in (every_case(name) if full and name in IN_PAIRS else cases_of(name))
    ]
