"""The documents say what is so: examples run, tables match the registry."""

import doctest
import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

import engines
import play
import search

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))


def load_script(path):
    """A script as a module, without running its main."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run_doctest(text, name):
    test = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    assert test.examples
    report = []
    results = doctest.DocTestRunner().run(test, out=report.append)
    assert results.failed == 0, "".join(report)


def test_the_readmes_example_does_what_it_shows():
    blocks = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert len(blocks) == 1
    run_doctest(blocks[0], "README.md")


def test_the_agents_page_does_what_it_shows():
    page = (ROOT / "docs" / "agents.md").read_text("utf-8")
    for block in re.findall(r"```python\n(.*?)```", page, re.DOTALL):
        run_doctest(block, "agents.md")


@pytest.mark.parametrize("name", search.names())
def test_the_agents_page_explains_every_parameter(name):
    page = (ROOT / "docs" / "agents.md").read_text("utf-8")
    assert f"| `{name}` |" in page
    missing = [p for p in search.make(name).parameters if f"`{p}" not in page]
    assert not missing


@pytest.mark.parametrize("module", [engines, search])
def test_the_rooms_examples_do_what_they_show(module):
    run_doctest(module.__doc__, module.__name__)


def test_the_readmes_table_lists_the_games_of_the_registry():
    script = load_script(ROOT / "docs" / "games_table.py")
    assert script.with_table(README) == README, "run `make docs`"


def test_the_readme_names_every_make_target_that_it_promises():
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    promised = re.findall(
        r"make ([a-z-]+)", README + (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    )
    assert {"demo", "test"} <= set(promised) <= set(targets)


def test_the_changelog_has_an_entry_for_this_version():
    assert f"## {play.__version__}" in (ROOT / "CHANGELOG.md").read_text("utf-8")


def test_links_between_documents_lead_somewhere():
    for page in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_example_runs(path):
    done = subprocess.run(
        [sys.executable, str(path)],
        cwd=ROOT,
        env={"PYTHONPATH": ":".join(p for p in sys.path if p)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "seat 0" in done.stdout or "won" in done.stdout


def test_the_watched_views_show_nothing_of_the_others():
    watch = load_script(ROOT / "examples" / "watch_a_view.py")
    for view in watch.views("kuhn_poker", seat=1, seed=4):
        assert view.seat == 1
        assert view.data["card"][0] == 0
        assert view.data["card"][1] != 0
