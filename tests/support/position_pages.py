"""Position files that are damaged on purpose."""

from __future__ import annotations

import pytest

from eminence import engines


def refuse_page(page: str, old: str, new: str, said: str) -> None:
    """With this change the file is refused, with a line for each wrong entry; one is this."""
    assert old in page
    with pytest.raises(engines.BadPosition) as caught:
        engines.parse_position(page.replace(old, new, 1))
    assert any(said in line for line in str(caught.value).splitlines()), str(caught.value)
