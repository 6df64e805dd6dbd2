"""The canals and the reputation track as text; the rest of the table is on the board."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from eminence.cython_ext.text_lines import columns, hanging, held
from eminence.cython_ext.words import MAP_WIDTH
from eminence.engines.bruges.effects.effect_text import points
from eminence.engines.bruges.numbers import SECTIONS, Board


def map_text(board: Board, data: np.void, players: int) -> str:
    """Two canals for each seat, a statue behind them; then who stands where on the track."""
    lines = [line for seat in range(players) for line in _canals(board, data, seat)]
    return "\n".join([*lines, "", *_track(board, data, players)])


def _canals(board: Board, data: np.void, seat: int) -> Iterator[str]:
    width = max(map(len, board.colours)) + len("[ 1]")
    for side, section in enumerate(SECTIONS):
        built, statue = int(data["canal"][seat][side]), int(data["statue"][seat][side])
        spaces = [
            f"[{board.colours[space.colour]} {space.cost}]"
            if i < built
            else f" {board.colours[space.colour]} {space.cost} "
            for i, space in enumerate(board.canals[seat][side])
        ]
        label = f"seat {seat}" if side == 0 else ""
        won = [f"statue {statue}"] if statue else []
        row = " ".join(held(f"{space:<{width}}") for space in [*spaces, *won])
        for line in hanging(f"{label:<7}{section:<6} ", row, width=columns(MAP_WIDTH)):
            yield line.rstrip()


def _track(board: Board, data: np.void, players: int) -> Iterator[str]:
    for step, worth in enumerate(board.step_points):
        here = [f"seat {seat}" for seat in range(players) if data["reputation"][seat] == step]
        place = "town hall" if step == 0 else f"step {step}"
        yield f"{place:<10} {points(worth):<10} {', '.join(here)}".rstrip()
