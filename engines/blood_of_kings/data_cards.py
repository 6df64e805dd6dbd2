"""What Kingdom cards permit, the Dynasty deck, the battle table and the tiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from cython_ext.errors import BadData
from engines.blood_of_kings.names import ACHIEVEMENTS, CARDS, DYNASTY, EVIDENCE, INSTITUTIONS
from engines.tables import Entry, once, read_csv, read_toml

PERMITS = "permits.csv"
DECK = "deck.csv"
BATTLE = "battle.csv"
TILES = "achievements.toml"
GENERIC, SHIELD = "generic", "shield"
GENERICS = 3
NO_SHIELDS = "none"
MAX_COPIES = 60
MAX_DECK = 128
#: who loses the first unit of a clash
SIDES = ("attacker", "defender", "smaller")
NO_TIE = "none"
FACES = 6

COLUMNS = {
    PERMITS: ("card", "dynasty", "source"),
    DECK: ("type", "shields", "value", "copies", "source", "value_source", "copies_source"),
    BATTLE: ("die", "first", "tie", "source"),
}
KEY_COLUMNS = {PERMITS: 2, DECK: 3, BATTLE: 1}

#: what a tile's numbers are called and may be; a tile's other entries tell about it
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


class DynastyCard(NamedTuple):
    """A kind of card. Shields is a mask of kingdoms; a generic card has all of them."""

    name: str
    type: int
    value: int
    shields: int
    copies: int


class Achievement(NamedTuple):
    """A tile; flags are numbers too, and lists of institutions are masks."""

    id: str
    name: str
    evidence: int
    effect: str
    numbers: Mapping[str, int]


def permits(folder: Path) -> tuple[int, ...]:
    """By Kingdom card a mask of the Dynasty cards that may follow it."""
    rows = read_csv(folder, PERMITS, COLUMNS[PERMITS])
    once(rows, "dynasty", ["card", "dynasty"])
    found = [0] * len(CARDS)
    for row in rows:
        found[row.choice("card", CARDS)] |= 1 << row.choice("dynasty", DYNASTY)
    return tuple(found)


def deck(folder: Path, kingdoms: Sequence[str]) -> tuple[DynastyCard, ...]:
    """The kinds: three generic, one for each kingdom, one for each two, four others."""
    expected = [
        *[(GENERIC, NO_SHIELDS)] * GENERICS,
        *((SHIELD, kingdom) for kingdom in kingdoms),
        *((SHIELD, f"{a}+{b}") for a, b in combinations(kingdoms, 2)),
        *((kind, NO_SHIELDS) for kind in DYNASTY[1:]),
    ]
    rows = read_csv(folder, DECK, COLUMNS[DECK])
    if len(rows) != len(expected):
        raise BadData(f"{DECK}: {len(rows)} rows, expected {len(expected)}")
    for row, (kind, shields) in zip(rows, expected, strict=True):
        for column, word in (("type", kind), ("shields", shields)):
            if row.word(column) != word:
                raise row.fail(column, f"expected {word!r}, got {row.word(column)!r}")
    once(rows, "value", ["type", "shields", "value"])
    found = tuple(_dynasty_card(row, kingdoms) for row in rows)
    total = sum(card.copies for card in found)
    if total > MAX_DECK:
        raise BadData(f"{DECK}, copies: {total} cards, choose at most {MAX_DECK}")
    return found


def _dynasty_card(row: Entry, kingdoms: Sequence[str]) -> DynastyCard:
    kind, shields = row.word("type"), row.word("shields")
    copies = row.number("copies", 0, MAX_COPIES)
    if kind in DYNASTY:
        row.number("value", 0, 0)
        return DynastyCard(kind, DYNASTY.index(kind), 0, 0, copies)
    value = row.number("value", 1, 20)
    if kind == GENERIC:
        every = (1 << len(kingdoms)) - 1
        return DynastyCard(f"influence {value}", 0, value, every, copies)
    shown = shields.split("+")
    mask = sum(1 << kingdoms.index(kingdom) for kingdom in shown)
    return DynastyCard(f"{'/'.join(shown)} {value}", 0, value, mask, copies)


def battle(folder: Path) -> tuple[tuple[int, int], ...]:
    """For each face of the coloured die who loses first, and who if the sides are equal."""
    rows = read_csv(folder, BATTLE, COLUMNS[BATTLE])
    if len(rows) != FACES:
        raise BadData(f"{BATTLE}: {len(rows)} rows, expected {FACES}")
    found = []
    for face, row in enumerate(rows, 1):
        if row.number("die") != face:
            raise row.fail("die", f"expected {face}: the faces in their order")
        first = row.choice("first", SIDES)
        if SIDES[first] == "smaller":
            tie = row.choice("tie", SIDES[:2])
        else:
            row.choice("tie", (NO_TIE,))
            tie = first
        found.append((first, tie))
    return tuple(found)


def achievements(folder: Path) -> tuple[Achievement, ...]:
    """All tiles, in the order in which the rules know them."""
    file = read_toml(folder, TILES).need(ACHIEVEMENTS)
    tiles = tuple(_tile(file.table(tile), tile) for tile in ACHIEVEMENTS)
    for i, tile in enumerate(tiles):
        if tile.name.lower() in (other.name.lower() for other in tiles[:i]):
            raise file.table(tile.id).fail("name", f"{tile.name!r} is another tile's name")
    return tiles


def _tile(table: Entry, tile: str) -> Achievement:
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


def _institutions(table: Entry, field: str) -> int:
    mask = 0
    for word in table.words(field):
        if word not in INSTITUTIONS:
            known = ", ".join(INSTITUTIONS)
            raise table.fail(field, f"unknown {word!r}: choose from {known}")
        mask |= 1 << INSTITUTIONS.index(word)
    return mask
