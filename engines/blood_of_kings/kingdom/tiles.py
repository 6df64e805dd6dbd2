"""The Achievement tiles of Blood of Kings."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from eminence.engines.blood_of_kings.names import ACHIEVEMENTS, EVIDENCE, INSTITUTIONS
from eminence.engines.kit.tables import Record, read_toml

TILES = "achievements.toml"
#: The names and ranges of a tile's numbers; a tile's other entries are for people.
PARAMETERS: Mapping[str, Mapping[str, tuple[int, int]]] = {
    "divine_right": {"influence": (0, 20)},
    "elite_guard": {"armies": (0, 9)},
    "famous_troupe": {"cost": (0, 99), "glory": (0, 4)},
    "glorious_capitol": {"income": (0, 20)},
    "grand_tourneys": {"unrest": (0, 20)},
    "heavenly_cathedrals": {"stability": (0, 20)},
    "kings_justice": {"reductions": (0, 20)},
    "loyal_barons": {"cards": (0, 9)},
    "massive_armada": {"fleets": (0, 9)},
    "mercenary_companies": {"armies": (0, 9)},
    "merchant_league": {"income": (0, 20)},
    "mighty_castles": {"fortification": (0, 9)},
    "monastic_order": {"reduction": (0, 99)},
    "popular_support": {"unrest": (0, 20)},
    "siege_engines": {"levies": (0, 9), "least_levies": (0, 9)},
    "strategic_marriage": {"influence": (0, 20)},
    "temple_knights": {"armies": (0, 9)},
    "treasure_fleet": {"income": (0, 20)},
}
FLAGS = {"deadly_archers": "assaults", "mighty_castles": "castles_only"}
INSTITUTION_LISTS = {"monastic_order": "institutions"}
ABOUT = ("name", "evidence", "effect")


class Achievement(NamedTuple):
    """A tile; flags are numbers too, and lists of institutions are masks."""

    id: str
    name: str
    evidence: int
    effect: str
    numbers: Mapping[str, int]


def achievements(folder: Path) -> tuple[Achievement, ...]:
    """All tiles, in the order in which the rules know them."""
    file = read_toml(folder, TILES).need(ACHIEVEMENTS)
    tiles = tuple(_tile(file.table(tile), tile) for tile in ACHIEVEMENTS)
    for i, tile in enumerate(tiles):
        if tile.name.lower() in (other.name.lower() for other in tiles[:i]):
            raise file.table(tile.id).fail("name", f"{tile.name!r} is another tile's name")
    return tiles


def _tile(table: Record, tile: str) -> Achievement:
    ranges = PARAMETERS.get(tile, {})
    flag, institutions = FLAGS.get(tile), INSTITUTION_LISTS.get(tile)
    others = [key for key in (flag, institutions) if key is not None]
    table.need_sourced([*ABOUT, *ranges, *others])
    numbers = {key: table.number(key, *bounds) for key, bounds in ranges.items()}
    if flag is not None:
        numbers[flag] = int(table.flag(flag))
    if institutions is not None:
        numbers[institutions] = _institutions(table, institutions)
    evidence = table.choice("evidence", EVIDENCE)
    return Achievement(tile, table.word("name"), evidence, table.word("effect"), numbers)


def _institutions(table: Record, field: str) -> int:
    mask = 0
    for word in table.words(field):
        if word not in INSTITUTIONS:
            known = ", ".join(INSTITUTIONS)
            raise table.fail(field, f"unknown {word!r}: choose from {known}")
        mask |= 1 << INSTITUTIONS.index(word)
    return mask
