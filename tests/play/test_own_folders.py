"""A user's own folders named `search`, `play` or `experiments` cause no trouble."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

#: the folder with the user's own agent
OWN = "search"
NAMES = ("cython_ext", "engines", "search", "solver", "experiments", "play", "tests")
AGENT = """
import eminence


class Mine(eminence.Random):
    name = "mine"
"""
USES_ALL = f"""
import eminence
from {OWN}.mine import Mine

game = eminence.load("tic_tac_toe")
view = game.root().view(0)
best = eminence.make("greedy").search(view).best
advice = eminence.analyse(view, eminence.Limit(iterations=50))
print(best in view.actions(), len(advice.moves), Mine().search(view).best in view.actions())
"""
ON_RAY = f"""
import eminence
from {OWN}.mine import Mine

eminence.search.AGENTS["mine"] = Mine
match = eminence.Match(eminence.load("tic_tac_toe"), "mine", "random", blocks=2)
print(match.run(eminence.Place(workers=1)).columns()["games"])
"""
EXTENSION = """
from eminence.cython_ext.game cimport View


def seat(View view not None):
    return view.seat


def loaded():
    import eminence

    return seat(eminence.load("tic_tac_toe").root().view(1))
"""


@pytest.fixture(params=["packages", "plain folders"])
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """With folders that have the names of the rooms, and an agent in one of them."""
    for name in NAMES:
        (tmp_path / name).mkdir()
        if request.param == "packages":
            (tmp_path / name / "__init__.py").touch()
    (tmp_path / OWN / "mine.py").write_text(AGENT)
    return tmp_path


def python(folder: Path, *arguments: str, typed: str | None = None) -> str:
    """The output of a Python that is started in this folder."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        input=typed,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_script_beside_them_runs(folder: Path) -> None:
    (folder / "script.py").write_text(USES_ALL)
    assert python(folder, "script.py") == "True 9 True\n"


def test_a_notebook_beside_them_runs(folder: Path) -> None:
    """A notebook's process imports from the current folder first, and gets cells one by one."""
    assert python(folder, "-", typed=USES_ALL) == "True 9 True\n"


@pytest.mark.slow
def test_the_command_beside_them_runs(folder: Path) -> None:
    assert "tic_tac_toe" in python(folder, "-m", "eminence", "games")


@pytest.mark.ray
@pytest.mark.parametrize("way", ["script", pytest.param("notebook", marks=pytest.mark.soak)])
def test_a_match_on_ray_beside_them_runs(folder: Path, way: str) -> None:
    """The workers get an agent from such a folder, and import our rooms all the same."""
    (folder / "script.py").write_text(ON_RAY)
    arguments, typed = (["script.py"], None) if way == "script" else (["-"], ON_RAY)
    assert python(folder, *arguments, typed=typed) == "[4]\n"


@pytest.mark.slow
def test_a_cython_module_beside_them_finds_our_declarations(folder: Path) -> None:
    (folder / "extension.pyx").write_text(EXTENSION)
    python(folder, "-m", "Cython.Build.Cythonize", "-i", "-q", "extension.pyx")
    assert python(folder, "-c", "import extension; print(extension.loaded())") == "1\n"
