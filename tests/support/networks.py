"""Networks with drawn numbers, and the arithmetic as docs/networks.md shows it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from eminence import engines
from eminence.cython_ext.game import Game
from eminence.search.network.network_file import NetworkFile

PAGE = Path(__file__).parents[2] / "docs" / "networks.md"


def shown_code() -> list[str]:
    """The blocks of Python on the page about networks."""
    return re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)


def shown_functions() -> dict[str, Callable[..., Any]]:
    """`judge` and `scores` of the page."""
    names: dict[str, Any] = {}
    exec(shown_code()[0], names)
    return names


def drawn_arrays(
    features: int, widths: Sequence[int], traits: int, seed: int = 1
) -> dict[str, np.ndarray]:
    """The arrays of a network by their names in a file."""
    rng = np.random.default_rng(seed)
    shapes: dict[str, tuple[int, ...]] = {}
    inputs = features
    for layer, width in enumerate(widths):
        shapes |= {f"weights{layer}": (inputs, width), f"bias{layer}": (width,)}
        inputs = width
    shapes |= {"heads": (inputs, 2), "head_bias": (2,)}
    shapes |= {"traits": (traits, inputs), "trait_bias": (traits,)}
    return {
        name: rng.normal(0, shape[0] ** -0.5, shape).astype(np.float32)
        for name, shape in shapes.items()
    }


def arrays_for(game: Game, widths: Sequence[int] = (12, 5), seed: int = 1) -> dict[str, np.ndarray]:
    return drawn_arrays(len(game.words.features), widths, len(game.words.traits), seed)


def give_network(monkeypatch: pytest.MonkeyPatch, game: Game, path: Path) -> None:
    """Write a network for this game, and let it be the game's own from now on."""
    NetworkFile.of(game, arrays_for(game)).write(path)

    def network_of(module: Any, _: Any) -> str | None:
        return str(path) if module.__name__.endswith(f".{game.name}") else None

    monkeypatch.setattr(engines, "_network_of", network_of)
