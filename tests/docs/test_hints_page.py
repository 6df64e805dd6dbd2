"""The page on hints and the room's own example do what they show."""

import doctest
import re
from pathlib import Path

from eminence import solver
from eminence.play import main

PAGE = (Path(__file__).parents[2] / "docs" / "hints.md").read_text("utf-8")


def test_the_rooms_example_does_what_it_shows():
    test = doctest.DocTestParser().get_doctest(solver.__doc__, {}, "solver", "solver", 0)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0


def test_the_page_shows_what_its_commands_print(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    position, hint = re.findall(r"^eminence (.*)$", PAGE, re.MULTILINE)[:2]
    command, _, file = position.partition(" > ")
    assert main.main(command.split()) == 0
    (tmp_path / file).write_text(capsys.readouterr().out, "utf-8")
    assert main.main(hint.split()) == 0
    # Only the time differs.
    *printed, last = capsys.readouterr().out.splitlines()
    (shown,) = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
    *expected, footer = shown.splitlines()
    assert printed == expected
    assert last.rpartition(", ")[0] == footer.rpartition(", ")[0]


def test_the_pages_example_in_python_does_what_it_shows():
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    test = doctest.DocTestParser().get_doctest(code, {}, "hints.md", "hints.md", 0)
    assert doctest.DocTestRunner().run(test).failed == 0


def test_the_page_names_every_limit():
    limits = solver.Limit.__dataclass_fields__
    assert all(f"{name}=" in PAGE for name in limits)
