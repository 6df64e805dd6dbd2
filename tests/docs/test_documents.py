"""The documents are true: examples run, tables match the registry."""

import doctest
import importlib.util
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

import eminence
from eminence import engines, experiments, search, solver
from eminence.cython_ext.version import __version__
from eminence.play import main
from eminence.play.table import typed_input
from eminence.play.table.levels import levels_of

pytestmark = pytest.mark.slow

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


def test_the_experiments_page_does_what_it_shows():
    page = (ROOT / "docs" / "experiments.md").read_text("utf-8")
    shown = [b for b in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if ">>>" in b]
    assert shown
    for block in shown:
        run_doctest(block, "experiments.md")


def test_the_experiments_page_names_every_command_and_file_that_it_promises():
    page = (ROOT / "docs" / "experiments.md").read_text("utf-8")
    commands = set(re.findall(r"eminence (\w+)", page))
    assert {"match", "test", "tournament", "sweep", "report"} <= commands
    assert commands <= set(main.parsers()[1])
    for file in re.findall(r"examples/\w+\.toml", page):
        assert (ROOT / file).exists()


def test_the_positions_page_does_what_it_shows():
    page = (ROOT / "docs" / "positions.md").read_text("utf-8")
    for block in re.findall(r"```python\n(.*?)```", page, re.DOTALL):
        run_doctest(block, "positions.md")
    by_hand, *_ = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    view = engines.parse_position(by_hand)
    assert view.player == view.seat == 0
    assert view.actions()


def test_the_solvers_page_does_what_it_shows():
    page = (ROOT / "docs" / "solvers.md").read_text("utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    run_doctest("\n".join(blocks), "solvers.md")


def test_the_solvers_page_shows_what_the_command_prints(tmp_path, monkeypatch, capsys):
    page = (ROOT / "docs" / "solvers.md").read_text("utf-8")
    ((typed, shown),) = re.findall(r"```\n\$ eminence (.*?)\n(.*?)```", page, re.DOTALL)
    monkeypatch.chdir(tmp_path)
    assert main.main([*typed.split(), "--quiet"]) == 0
    assert capsys.readouterr().out == shown


def test_the_positions_page_shows_what_the_command_refuses(tmp_path):
    """Each line of its refusals comes from its own file with one mistake in it."""
    page = (ROOT / "docs" / "positions.md").read_text("utf-8")
    by_hand, *_ = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    mistakes = [
        ('discards = "4 France', 'discards = "20 France'),
        ("cards = 3", "cards = 13"),
        ('city_bonuses = "Dijon"', ""),
        ('titles = "Baron"', 'titles = "King"'),
        ("round = 4", "round = 4\ndrawn_intrigue = true"),
        ("3 France, 1 Spain", "3 Frnace, 1 Spain"),
    ]
    shown = re.findall(r"^table\.toml: (.*)$", page, re.MULTILINE)
    for (right, wrong), line in zip(mistakes, shown, strict=True):
        assert right in by_hand
        path = tmp_path / "table.toml"
        path.write_text(by_hand.replace(right, wrong), "utf-8")
        with pytest.raises(engines.BadPosition) as caught:
            engines.read_position(path)
        assert str(caught.value) == f"{path}: {line}"


PLAY = (ROOT / "docs" / "play.md").read_text("utf-8")


def test_the_play_page_shows_what_its_command_prints(monkeypatch, capsys):
    example = r"printf '(.*)' \| eminence (.*)\n\n```text\n((?s:.*?))```"
    typed, arguments, shown = re.search(example, PLAY).groups()
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed.replace("\\n", "\n")))
    # A short path, because longer ones go to a line of their own.
    with tempfile.TemporaryDirectory(dir="/tmp") as home:
        monkeypatch.setenv("XDG_STATE_HOME", home)
        assert main.main(arguments.split()) == 0
    assert capsys.readouterr().out.replace(home, "~/.local/state") == shown


def test_the_play_page_explains_every_command_and_flag():
    missing = [name for name in typed_input.COMMANDS if f"`{name}" not in PLAY]
    flags = {*main.parsers()[1]["play"].flags(), *main.parsers()[1]["replay"].flags()}
    missing += [flag for flag in flags - {"--help"} if flag not in PLAY]
    assert not missing


def test_the_play_page_names_the_levels_that_were_measured():
    for game in (engines.load("royals"), engines.load("connect_four")):
        for spec in levels_of(game).values():
            assert f"`{spec}`" in PLAY


@pytest.mark.parametrize("name", search.names())
def test_the_agents_page_explains_every_parameter(name):
    page = (ROOT / "docs" / "agents.md").read_text("utf-8")
    assert f"| `{name}` |" in page
    missing = [p for p in search.AGENTS[name].parameters if f"`{p}" not in page]
    assert not missing


@pytest.mark.parametrize("module", [eminence, engines, search, solver, experiments])
def test_the_rooms_examples_do_what_they_show(module):
    run_doctest(module.__doc__, module.__name__)


@pytest.mark.parametrize(
    "page", ["README.md", "docs/hints.md", "docs/play.md", "docs/positions.md"]
)
def test_the_pages_say_of_the_games_what_is_so(page):
    script = load_script(ROOT / "docs" / "games_table.py")
    assert script.written(page) == (ROOT / page).read_text("utf-8"), "run `make docs`"


@pytest.mark.parametrize("page", ["README.md", "docs/hints.md", "docs/positions.md"])
@pytest.mark.parametrize("name", engines.names())
def test_the_pages_say_how_much_of_a_game_is_reconstructed(page, name):
    """Counted here from the marks in the data themselves."""
    marks = [line.source.partition(":")[0] for line in engines.sources(name)]
    count = marks.count("reconstructed")
    text = (ROOT / page).read_text("utf-8")
    shown = [line for line in text.splitlines() if f"`{name}`" in line and "Reconstr" in line]
    assert len(shown) == bool(count)
    for line in shown:
        assert f"{count} of {len(marks)} values" in line
        assert f"`eminence games {name} --reconstructed`" in line


def test_the_readme_names_every_make_target_that_it_promises():
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    promised = re.findall(r"make ([a-z-]+)", README + (ROOT / "CONTRIBUTING.md").read_text("utf-8"))
    assert {"demo", "test"} <= set(promised) <= set(targets)


def test_the_changelog_has_an_entry_for_this_version():
    assert f"## {__version__}" in (ROOT / "CHANGELOG.md").read_text("utf-8")


def test_links_between_documents_lead_somewhere():
    for page in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def run_python(*arguments, timeout=60):
    """Standard output of a Python that finds this project."""
    done = subprocess.run(
        [sys.executable, *map(str, arguments)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": ":".join(p for p in sys.path if p)},
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_example_runs(path):
    shown = run_python(path)
    assert "seat 0" in shown or "won" in shown


def test_the_example_in_cython_compiles_and_wins(tmp_path):
    source = shutil.copy(ROOT / "examples" / "cython_agent.pyx", tmp_path)
    run_python("-m", "Cython.Build.Cythonize", "-i", "-q", source, timeout=120)
    play_it = f"import sys; sys.path.append({str(tmp_path)!r}); import cython_agent as a; a.main()"
    assert run_python("-c", play_it) == "dreamer won 10 of 10 games against random\n"


def test_the_watched_views_show_nothing_of_the_others():
    watch = load_script(ROOT / "examples" / "watch_a_view.py")
    for view in watch.views("kuhn_poker", seat=1, seed=4):
        assert view.seat == 1
        assert view.data["card"][0] == 0
        assert view.data["card"][1] != 0
