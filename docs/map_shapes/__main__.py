"""Write the maps again: `python -m docs.map_shapes [game ...]`, all of them without a name."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from docs.map_shapes.cells import cell_map
from docs.map_shapes.dots import OUTLINES, dot_map
from docs.map_shapes.plan import PLACES
from docs.map_shapes.writing import write
from eminence import engines

GAMES = Path(engines.__path__[0])


def main(names: Sequence[str]) -> None:
    for name in names or sorted(file.parent.name for file in GAMES.glob(f"*/{PLACES}")):
        folder = GAMES / name
        draw = dot_map if (folder / OUTLINES).exists() else cell_map
        write(folder, draw(folder))


if __name__ == "__main__":
    main(sys.argv[1:])
