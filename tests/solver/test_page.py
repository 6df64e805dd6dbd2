"""The page on hints and the room's own example do what they show."""

import doctest
import re
from pathlib import Path

import solver

PAGE = (Path(__file__).parents[2] / "docs" / "hints.md").read_text("utf-8")


def test_the_rooms_example_does_what_it_shows():
    test = doctest.DocTestParser().get_doctest(solver.__doc__, {}, "solver", "solver", 0)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0


def test_the_page_shows_what_its_example_prints(capsys):
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    (shown,) = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
    exec(code, {})
    # Only the time differs.
    *printed, last = capsys.readouterr().out.splitlines()
    *expected, footer = shown.splitlines()
    assert printed == expected
    assert last.rpartition(", ")[0] == footer.rpartition(", ")[0]


def test_the_page_names_every_limit():
    limits = solver.Limit.__dataclass_fields__
    assert all(f"{name}=" in PAGE for name in limits)
