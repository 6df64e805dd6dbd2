"""The modules of `benchmarks`: they are not installed, so they are found by their place."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


def benchmark(name: str) -> ModuleType:
    """A module of `benchmarks`, wherever pytest was started."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(ROOT)
        return import_module(f"benchmarks.{name}")
