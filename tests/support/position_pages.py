"""Position files that are spoilt on purpose."""

from __future__ import annotations

import pytest

import engines


def refuse_page(page: str, old: str, new: str, said: str) -> None:
    """With this change the file is refused in one line that says so."""
    assert old in page
    with pytest.raises(engines.BadPosition) as caught:
        engines.parse_position(page.replace(old, new, 1))
    assert said in str(caught.value), str(caught.value)
    assert "\n" not in str(caught.value)
