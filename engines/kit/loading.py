"""What `load` of a game with a data folder returns to the registry."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from types import ModuleType

from eminence.cython_ext.fields import Field
from eminence.cython_ext.game import Table
from eminence.cython_ext.words import Words
from eminence.engines.kit.guidance_file import search_defaults, weight_names, weights
from eminence.engines.kit.options import Parts
from eminence.engines.kit.tables import data_hash


def parts_of(
    table: Table,
    words: Words,
    fields: Mapping[str, Field],
    state: ModuleType,
    folder: Path,
    files: Iterable[str],
) -> Parts:
    """The parts of a game: `state` declares its weights, `files` are those of its folder."""
    return Parts(
        table,
        words,
        fields,
        weights(folder, weight_names(state)),
        data_hash(folder, files),
        search_defaults(folder),
    )
