"""Every function in the stubs that takes a whole number refuses odd ones in one line."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from eminence import engines
from eminence.cython_ext import chance, game
from eminence.cython_ext.measuring import measure, perft

ODD = (
    *(sign * 2**bits for bits in (31, 32, 40, 63, 64, 70) for sign in (1, -1)),
    *(10**5000, -(10**5000), 0.5, math.nan, math.inf, 1e300, 1j),
    *(
        "1",
        "",
        b"1",
        None,
        [],
        {},
        (),
        object(),
        np.float64(1),
        np.array([1, 2]),
        np.uint64(2**64 - 1),
    ),
)
ROUNDS = range(2**63)
MODULES = (game, chance, measure, perft)


@dataclass(frozen=True)
class Door:
    """A function or method with a parameter that is a whole number."""

    owner: Any
    name: str
    parameter: str
    parameters: tuple[tuple[str, str], ...]  # names and annotations of those without default

    @property
    def id(self) -> str:
        return f"{self.owner.__name__}.{self.name}-{self.parameter}"


def doors() -> Iterator[Door]:
    for module in MODULES:
        stub = Path(module.__file__).with_name(f"{module.__name__.split('.')[-1]}.pyi")
        yield from doors_in(ast.parse(stub.read_text("utf-8")), module)


def doors_in(node: ast.Module | ast.ClassDef, owner: Any) -> Iterator[Door]:
    for child in node.body:
        if isinstance(child, ast.ClassDef):
            yield from doors_in(child, getattr(owner, child.name))
        elif isinstance(child, ast.FunctionDef):
            asked = [(a.arg, ast.unparse(a.annotation)) for a in child.args.args if a.annotation]
            needed = asked[: len(asked) - len(child.args.defaults)]
            for parameter, annotation in asked:
                if annotation == "int":
                    yield Door(owner, child.name, parameter, tuple(needed))


@pytest.fixture
def sound() -> dict[str, Any]:
    """For each annotation something that suits it."""
    state = engines.load("kuhn_poker", players=3).root()
    state.resolve(engines.Chance(1))
    view = state.view(0)
    return {
        "State": state,
        "View": view,
        "Position": view,
        "list[State]": [state],
        "list[View]": [view],
        "int": 0,
    }


def test_the_stubs_name_the_doors() -> None:
    found = {door.id for door in doors()}
    assert {
        "eminence.cython_ext.measuring.perft.perft-depth",
        "State.playout-limit",
        "State.playout-seed",
        "State.apply-action",
        "State.view-viewer",
        "View.sample-seed",
        "Position.text-action",
        "Chance.__init__-seed",
        "eminence.cython_ext.measuring.measure.time_worlds-n",
    } <= found


@pytest.mark.parametrize("door", [pytest.param(door, id=door.id) for door in doors()])
def test_an_odd_number_is_refused_in_one_line(door: Door, sound: dict[str, Any]) -> None:
    for value in ODD:
        if door.parameter == "n" and isinstance(value, int) and value in ROUNDS:
            continue
        arguments = {name: sound[kind] for name, kind in door.parameters}
        arguments[door.parameter] = value
        if isinstance(door.owner, type) and door.name != "__init__":
            call = getattr(sound[door.owner.__name__], door.name)
        else:
            call = door.owner if isinstance(door.owner, type) else getattr(door.owner, door.name)
        complaint = complaint_of(call, arguments)
        assert complaint or in_range(door, value), f"{value!r:.40} was accepted"
        assert "\n" not in complaint
        assert len(complaint) < 400


def complaint_of(call: Callable[..., object], arguments: dict[str, Any]) -> str:
    """The error about its arguments; nothing if it takes them."""
    try:
        call(**arguments)
    except engines.EminenceError as error:
        return str(error)
    return ""


def in_range(door: Door, value: Any) -> bool:
    """The odd numbers that a function may take: seeds have 64 bits."""
    return door.parameter == "seed" and isinstance(value, int | np.integer) and 0 <= value < 2**64
