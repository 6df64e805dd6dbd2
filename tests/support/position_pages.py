"""Position files that the documentation shows, and what is said when they are spoilt."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from eminence import engines

DOCUMENT = Path(__file__).parents[2] / "docs" / "positions.md"


def documented(game: str) -> str:
    """The file of a game that docs/positions.md shows."""
    blocks = re.findall(r"```toml\n(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)
    return next(block for block in blocks if block.startswith(f'game = "{game}"'))


def changed(page: str, *changes: tuple[str, str]) -> str:
    """The file with some texts replaced, each where it first stands."""
    for old, new in changes:
        assert old in page
        page = page.replace(old, new, 1)
    return page


def said_about(page: str, *changes: tuple[str, str]) -> str:
    """Why the file is refused with these changes."""
    with pytest.raises(engines.BadPosition) as caught:
        engines.parse_position(changed(page, *changes))
    return str(caught.value)


def refuse_page(page: str, old: str, new: str, said: str) -> None:
    """With this change the file is refused, with a line for each wrong entry: one says so."""
    text = said_about(page, (old, new))
    assert any(said in line for line in text.splitlines()), text
