"""docs/own_cards.md: what it shows is what the effect compiler and the command do."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from eminence.engines.bruges.effects import language as effects
from eminence.engines.bruges.numbers import DATA, MAX_NESTING, read
from eminence.play import main

PAGE = (Path(__file__).parents[2] / "docs" / "own_cards.md").read_text("utf-8")
BOARD = read(DATA, 2)


def test_every_effect_that_the_page_shows_compiles() -> None:
    shown = re.findall(r"^\| ([^|]+) \| `([^`]+)` \|$", PAGE, re.MULTILINE)
    tongue = effects.Tongue(BOARD.colours, BOARD.groups)
    compiled = 0
    for what, effect in shown:
        scoped = re.match(r"(round|mod|on\[)", effect)
        activation = "infinity" if scoped else "laurel" if "laurel" in what else "arrow"
        if "(" in effect:
            compiled += len(effects.compile_effect(effect, activation, tongue)) > 0
    assert compiled == 14


def test_the_page_names_everything_that_can_be_counted_and_every_event() -> None:
    for name in (
        *effects.EVENTS.values(),
        *(per for per in effects.PER.values() if per not in ("house", "person")),
    ):
        assert f"`{name}`" in PAGE
    assert (MAX_NESTING, effects.MOST) == (3, 20), "the limits that the page names"


def test_the_check_names_the_mistake_that_the_page_shows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = shutil.copytree(DATA, tmp_path / "my_bruges")
    assert main.main(["games", "bruges", "--sources", "--data", str(folder)]) == 0
    assert "Sexton effect = vp(1)" in capsys.readouterr().out
    (said,) = re.findall(r"^cards\.csv, row 12, .*$", PAGE, re.MULTILINE)
    cards = (folder / "cards.csv").read_text("utf-8")
    assert "Sexton,blue,3,worker,blue,vp(1)," in cards
    cards = cards.replace("Sexton,blue,3,worker,blue,vp(1),", "Sexton,blue,3,worker,blue,vp(99),")
    (folder / "cards.csv").write_text(cards, "utf-8")
    assert main.main(["games", "bruges", "--sources", "--data", str(folder)]) != 0
    assert said in capsys.readouterr().err
