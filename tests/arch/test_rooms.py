"""The rooms: imports run downhill only, and each room keeps out what is not its business."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

import engines

ROOT = Path(__file__).parents[2]
ROOMS = ("cython_ext", "engines", "search", "solver", "experiments", "play")
MAY_IMPORT = {
    "cython_ext": {"cython_ext"},
    "engines": {"engines", "cython_ext"},
    "search": {"search", "cython_ext"},
    "solver": {"solver", "search", "cython_ext"},
    "experiments": set(ROOMS),
    "play": set(ROOMS),
}
IMPORT = re.compile(
    r"^\s*(?:from\s+([\w.]+)\s+c?import\b|c?import\s+([\w.]+(?:\s*,\s*[\w.]+)*))", re.MULTILINE
)
INCLUDE = re.compile(r'^\s*include\s+"([\w./]+)"', re.MULTILINE)
#: A room that draws or waits by itself cannot be repeated from a seed.
UNSEEDED = {"random", "time", "secrets", "datetime"}


def sources(room: str) -> list[Path]:
    return sorted(
        path
        for path in (ROOT / room).rglob("*")
        if path.suffix in (".py", ".pyx", ".pxd", ".pxi", ".pyi")
    )


def imported(text: str) -> set[str]:
    """The modules that a source imports, cimports or includes from, by full name."""
    found: set[str] = set()
    for module, modules in IMPORT.findall(text):
        found.update([module] if module else re.split(r"\s*,\s*", modules))
    found.update(path.replace("../", "").replace("/", ".") for path in INCLUDE.findall(text))
    return found


def test_imports_are_found_in_all_their_forms() -> None:
    text = (
        "import os, search.uct\nfrom engines.royals cimport X\n    cimport cython_ext.core\n"
        'include "../solver/loop.pxi"\nfrom play import (\n    main,\n)\nname = "import this"\n'
    )
    assert imported(text) == {
        "os",
        "search.uct",
        "engines.royals",
        "cython_ext.core",
        "solver.loop.pxi",
        "play",
    }


@pytest.mark.parametrize("room", ROOMS)
def test_imports_run_downhill(room: str) -> None:
    assert sources(room), f"{room} is empty"
    uphill = [
        f"{path.relative_to(ROOT)} imports {module}"
        for path in sources(room)
        for module in sorted(imported(path.read_text(encoding="utf-8")))
        if module.split(".")[0] in {*ROOMS, "tests", "conformance"} - MAY_IMPORT[room]
    ]
    assert not uphill, "\n".join(uphill)


@pytest.mark.parametrize("room", ["cython_ext", "engines", "search", "solver"])
def test_nothing_is_drawn_or_timed_outside_the_seeds(room: str) -> None:
    stray = [
        f"{path.relative_to(ROOT)} imports {module}"
        for path in sources(room)
        for module in sorted(imported(path.read_text(encoding="utf-8")))
        if module.split(".")[0] in UNSEEDED or module == "numpy.random"
    ]
    assert not stray, "\n".join(stray)


def test_ray_is_used_by_experiments_alone() -> None:
    stray = [
        str(path.relative_to(ROOT))
        for room in ROOMS
        if room not in ("experiments", "play")
        for path in sources(room)
        for module in imported(path.read_text(encoding="utf-8"))
        if module.split(".")[0] == "ray"
    ]
    assert not stray, stray


def test_the_registry_lists_every_folder_with_rules() -> None:
    folders = {path.parent.name for path in (ROOT / "engines").glob("*/rules.pyx")}
    assert set(engines.names()) == folders


def test_the_core_names_no_game() -> None:
    naming = [
        f"{path.relative_to(ROOT)} names {name}"
        for path in sources("cython_ext")
        for name in engines.names()
        if re.search(rf"\b{name}\b", path.read_text(encoding="utf-8"))
    ]
    assert not naming, "\n".join(naming)


def test_rooms_are_imported_from_this_project() -> None:
    """`search` and `play` are common names: another package of that name would win silently."""
    places = {room: Path(import_module(room).__file__ or "").parents[1] for room in ROOMS}
    assert len(set(places.values())) == 1, f"rooms from different places: {places}"
    place = next(iter(places.values())).resolve()
    installed = list(place.glob("eminence-*.dist-info"))
    assert place.is_relative_to(ROOT.resolve()) or installed, f"rooms imported from {place}"


def test_tests_need_only_what_is_installed() -> None:
    """Folders that are not installed are found only where pytest happens to look."""
    stray = [
        str(path.relative_to(ROOT))
        for path in sources("tests")
        for module in imported(path.read_text(encoding="utf-8"))
        if module.split(".")[0] in ("benchmarks", "examples", "docs")
    ]
    assert not stray, stray


def test_helpers_of_tests_cannot_stand_in_for_a_room() -> None:
    taken = {path.stem for path in (ROOT / "tests" / "support").iterdir()} & set(ROOMS)
    assert not taken
