"""Every numbered clause of a game's RULES.md has a test that names it.

A clause is a line that begins with its number, R1 or R4.2 (in expansions also C1, G1, L1),
after any bullet, heading or bold marks; a ruling with a number of its own, Q7, is one too. A
test names it with @pytest.mark.rule("R4.2"), in a file or folder under tests/ that has the
game in its name.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from eminence import engines

ROOT = Path(__file__).parents[2]
NUMBER = r"[RCGLQ]\d+(?:\.\d+)*[a-z]?"
CLAUSE = re.compile(rf"^[\s#*|>-]*({NUMBER})\b", re.MULTILINE)
MARK = re.compile(r"mark\.rule\(([^)]*)\)")


def clauses(text: str) -> list[str]:
    """The numbers of all clauses; a number that heads others is not a clause itself."""
    found = list(dict.fromkeys(CLAUSE.findall(text)))
    return [c for c in found if not any(other.startswith(f"{c}.") for other in found)]


def marked(text: str) -> set[str]:
    return {number for mark in MARK.findall(text) for number in re.findall(NUMBER, mark)}


@cache
def marked_for(name: str) -> set[str]:
    files = [p for p in (ROOT / "tests").rglob("test_*.py") if name in str(p.relative_to(ROOT))]
    return set().union(*(marked(path.read_text(encoding="utf-8")) for path in files))


def rules_of(name: str) -> str:
    """The text of a game's RULES.md; small games have none."""
    path = ROOT / "engines" / name / "RULES.md"
    return path.read_text(encoding="utf-8") if path.exists() else ""


def test_clauses_and_marks_are_found() -> None:
    text = "# R1 Setup\n- **R1.1** Deal.\n- R1.2 Cut, see R9.\n| R2 | Play |\nAs R3 says\n"
    text += "- **Q1** A tie.\n"
    assert clauses(text) == ["R1.1", "R1.2", "R2", "Q1"]
    assert marked('@pytest.mark.rule("R1.1", "R2", "Q1")\n') == {"R1.1", "R2", "Q1"}


@pytest.mark.slow
def test_every_clause_has_a_test() -> None:
    untested = [
        f"{name} {clause}"
        for name in engines.names()
        for clause in clauses(rules_of(name))
        if clause not in marked_for(name)
    ]
    assert not untested, "clauses without a test: " + ", ".join(untested)


@pytest.mark.parametrize("name", engines.names())
def test_marks_name_clauses_that_exist(name: str) -> None:
    assert marked_for(name) <= set(CLAUSE.findall(rules_of(name)))
