"""The rooms: imports run one way only, and each room keeps to its own business."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

import eminence
from eminence import engines

ROOT = Path(__file__).parents[2]
PACKAGE = "eminence"
ROOMS = ("cython_ext", "engines", "search", "solver", "experiments", "play")
MAY_IMPORT = {
    "cython_ext": {"cython_ext"},
    "engines": {"engines", "cython_ext"},
    "search": {"search", "cython_ext"},
    "solver": {"solver", "search", "cython_ext"},
    "experiments": {PACKAGE, *ROOMS} - {"play"},
    "play": {PACKAGE, *ROOMS},
}
IMPORT = re.compile(
    r"^\s*(?:from\s+([\w.]+)\s+c?import\s+(\([^)]*\)|[^;\n]*)"
    r"|c?import\s+([\w.]+(?:\s*,\s*[\w.]+)*))",
    re.MULTILINE,
)
NAME = re.compile(r"(\w+)(?:\s+as\s+\w+)?")
INCLUDE = re.compile(r'^\s*include\s+"([\w./]+)"', re.MULTILINE)
#: The places for source files outside the tests.
PLACES = (*ROOMS, "benchmarks", "docs", "examples")
MAX_LINES = 500
MAX_FILES = 25
#: A room that draws random numbers or reads the clock cannot be repeated from a seed.
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
    for module, names, modules in IMPORT.findall(text):
        if module == PACKAGE:
            found.update(f"{PACKAGE}.{name}" for name in NAME.findall(names))
        else:
            found.update([module] if module else re.split(r"\s*,\s*", modules))
    included = (path.replace("../", "").replace("/", ".") for path in INCLUDE.findall(text))
    return found | {f"{PACKAGE}.{path}" for path in included if path.split(".")[0] in ROOMS}


def room_of(module: str) -> str:
    """The room of one of our modules, or the package itself; the top-level name of any other."""
    top, _, rest = module.partition(".")
    return rest.partition(".")[0] if top == PACKAGE and rest else top


def test_imports_are_found_in_all_their_forms() -> None:
    text = (
        "import os, eminence.search.uct\nfrom eminence.engines.royals cimport X\n"
        "    cimport eminence.cython_ext.core\nfrom eminence import experiments as many, load\n"
        'include "../solver/loop.pxi"\nfrom eminence import (\n    play,\n)\n'
        'import eminence\nname = "import this"\n'
    )
    modules = {
        "os": "os",
        "eminence": PACKAGE,
        "eminence.search.uct": "search",
        "eminence.engines.royals": "engines",
        "eminence.cython_ext.core": "cython_ext",
        "eminence.experiments": "experiments",
        "eminence.load": "load",
        "eminence.solver.loop.pxi": "solver",
        "eminence.play": "play",
    }
    assert imported(text) == set(modules)
    assert {module: room_of(module) for module in modules} == modules


@pytest.mark.parametrize("room", ROOMS)
def test_imports_run_downhill(room: str) -> None:
    assert sources(room), f"{room} is empty"
    uphill = [
        f"{path.relative_to(ROOT)} imports {module}"
        for path in sources(room)
        for module in sorted(imported(path.read_text(encoding="utf-8")))
        if module.split(".")[0] in (PACKAGE, "tests", "conformance")
        and room_of(module) not in MAY_IMPORT[room]
    ]
    assert not uphill, "\n".join(uphill)


def test_rooms_are_imported_by_their_full_name() -> None:
    """`search` and `play` are common names: a user's own folder would hide ours."""
    short = [
        f"{path.relative_to(ROOT)} imports {module}"
        for place in (*PLACES, "tests")
        for path in sources(place)
        for module in imported(path.read_text(encoding="utf-8"))
        if module.split(".")[0] in ROOMS
    ]
    assert not short, "\n".join(short)


def test_no_source_file_is_too_long() -> None:
    lengths = {
        path.relative_to(ROOT): len(path.read_text(encoding="utf-8").splitlines())
        for place in PLACES
        for path in sources(place)
    }
    too_long = {str(path): lines for path, lines in lengths.items() if lines > MAX_LINES}
    assert not too_long


def test_no_folder_holds_too_many_source_files() -> None:
    folders = Counter(path.parent for place in PLACES for path in sources(place))
    too_full = {
        str(folder.relative_to(ROOT)): files
        for folder, files in folders.items()
        if files > MAX_FILES
    }
    assert not too_full


def test_the_package_has_a_link_to_every_room() -> None:
    package = ROOT / "build" / "names" / PACKAGE
    links = {path.name: path.resolve() for path in package.iterdir() if path.is_symlink()}
    rooms = {room: (ROOT / room).resolve() for room in ROOMS}
    assert links.items() >= rooms.items()
    assert links["__init__.py"] == (ROOT / "eminence.py").resolve()


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
    """Another package of that name would be used without notice."""
    place = Path(eminence.__path__[0]).resolve().parent
    installed = list(place.glob(f"{PACKAGE}-*.dist-info"))
    assert place.is_relative_to(ROOT.resolve()) or installed, f"imported from {place}"


def test_tests_need_only_what_is_installed() -> None:
    """Folders that are not installed are found only where pytest happens to look."""
    stray = [
        str(path.relative_to(ROOT))
        for path in sources("tests")
        for module in imported(path.read_text(encoding="utf-8"))
        if module.split(".")[0] in ("benchmarks", "examples", "docs")
    ]
    assert not stray, stray
