"""An agent's weights for `evaluate` and `priors`, checked against those that a game has."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from eminence.cython_ext.errors import BadOption, shown


def weights_over(game: str, own: Mapping[str, float], given: Any) -> dict[str, float]:
    """The game's own weights in their order, overridden by those that were given."""
    merged = dict(own)
    given = {} if given is None else given
    if not isinstance(given, Mapping):
        raise BadOption(f"weights: expected names with numbers, got {shown(given)}")
    for name, value in given.items():
        if name not in merged:
            allowed = f"choose from {', '.join(merged)}" if merged else "it has none"
            raise BadOption(f"{name}: no weight of {game}; {allowed}")
        if not _is_finite(value):
            raise BadOption(f"{name}: expected a number, got {shown(value)}")
        merged[name] = value
    return merged


def _is_finite(value: Any) -> bool:
    if isinstance(value, bool) or not isinstance(value, (int, float, np.integer, np.floating)):
        return False
    try:
        return math.isfinite(value)
    except OverflowError:
        return False
