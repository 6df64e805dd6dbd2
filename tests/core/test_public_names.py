"""`import eminence`: every name that it lists is there, imported when somebody asks for it."""

from __future__ import annotations

import subprocess
import sys

import pytest

import eminence

ROOMS = "print(*sorted(name for name in sys.modules if name.startswith('eminence.')))"


def loaded_after(code: str) -> list[str]:
    """The rooms that a fresh process has imported after this."""
    done = subprocess.run(
        [sys.executable, "-c", f"import sys\n{code}\n{ROOMS}"],
        capture_output=True,
        text=True,
        check=True,
    )
    return sorted({name.split(".")[1] for name in done.stdout.split()})


@pytest.mark.parametrize("name", eminence.__all__)
def test_every_listed_name_is_there_and_comes_from_its_room(name: str) -> None:
    value = getattr(eminence, name)
    assert name in dir(eminence)
    assert getattr(value, "__name__", name).rpartition(".")[2] == name


def test_a_star_imports_what_is_listed() -> None:
    found: dict[str, object] = {}
    exec("from eminence import *", found)
    assert set(found) - {"__builtins__"} == set(eminence.__all__)


def test_an_unknown_name_is_named() -> None:
    with pytest.raises(AttributeError, match="module 'eminence' has no attribute 'lod'"):
        eminence.lod  # noqa: B018
    with pytest.raises(ImportError, match="cannot import name 'lod' from 'eminence'"):
        exec("from eminence import lod")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "rooms"),
    [
        ("import eminence; dir(eminence)", []),
        ("import eminence; eminence.__version__", ["cython_ext"]),
        ("import eminence; eminence.load('kuhn_poker')", ["cython_ext", "engines"]),
        ("from eminence import search", ["cython_ext", "search"]),
        ("from eminence import make", ["cython_ext", "search"]),
        ("import eminence.play.start", ["play"]),
    ],
)
def test_asking_for_one_room_imports_only_what_it_needs(code: str, rooms: list[str]) -> None:
    assert loaded_after(code) == rooms
