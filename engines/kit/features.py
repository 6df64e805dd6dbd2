"""Names of features and traits, told from the enums that say where each block of numbers begins.

The enums have no names, because Cython takes no named one as an index; so each has a prefix:

    SEE_    what there is to see of the table
    SIDE_   what there is to see of each seat
    TRAIT_  what an action may be
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from types import ModuleType

#: whose numbers come when: the seat itself, then the others in turn order
SIDES = ("own", "next", "third", "fourth", "fifth", "sixth")


def block_names(module: ModuleType, prefix: str) -> tuple[str, ...]:
    """A name for each number: `SEE_HAND = 4` and a next block at 6 give `hand 0` and `hand 1`.

    The last member names no block: it says where the others end.
    """
    return tuple(_numbered(module, prefix))


def features_by_side(module: ModuleType, seats: int) -> tuple[str, ...]:
    """Names where the blocks of each seat follow those of the table, the seat's own first."""
    of_side = block_names(module, "SIDE_")
    return block_names(module, "SEE_") + tuple(
        f"{side} {name}" for side in SIDES[:seats] for name in of_side
    )


def _numbered(module: ModuleType, prefix: str) -> Iterator[str]:
    begins = {name: at for name, at in vars(module).items() if name.startswith(prefix)}
    for here, after in pairwise(sorted(begins, key=begins.__getitem__)):
        name = here.removeprefix(prefix).lower().replace("_", " ")
        length = begins[after] - begins[here]
        if length < 1:
            raise ValueError(f"{here} and {after} begin at the same number")
        yield from (f"{name} {i}" for i in range(length)) if length > 1 else (name,)
