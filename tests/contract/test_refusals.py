"""What `check` says: a sentence for each code, about things that a person can find."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

from eminence import engines
from eminence.cython_ext.errors import BadEntry, BadField

#: numbers that `check` may give with a code
NUMBERS = (0, 1, 1, 0)


def codes(name: str) -> Any:
    """The game's `enum Wrong`, from where its rules declare it."""
    for module in ("state", "rules"):
        try:
            return import_module(f"eminence.engines.{name}.{module}").Wrong
        except (ImportError, AttributeError):
            continue
    raise AssertionError(f"{name} declares no Wrong")


def loaded(name: str) -> engines.Game:
    """The game with all its options on: an expansion has entries of its own."""
    known = engines.options(name).items()
    return engines.load(name, **{key: "on" for key, option in known if "on" in option.choices})


@pytest.mark.parametrize("name", engines.names())
def test_every_code_has_its_sentence_and_every_sentence_its_code(name: str) -> None:
    assert {*engines.load(name).words.problems} == {code for code in codes(name) if code}


@pytest.mark.slow
@pytest.mark.parametrize("name", engines.names())
def test_every_sentence_can_be_filled_and_blames_what_exists(name: str) -> None:
    words = loaded(name).words
    for code, refusal in words.problems.items():
        error = words.refusal(code, NUMBERS)
        assert "{" not in str(error), code
        assert not refusal.field or refusal.field in loaded(name).fields.names, code
        if isinstance(error, BadField) and words.form is not None:
            blamed = words.form.blame(error, 0)
            assert isinstance(blamed, BadEntry), f"{code!r} blames {error.field}, no entry"
            assert "{" not in blamed.place
