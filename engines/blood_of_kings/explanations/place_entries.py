"""Entries for the map: kingdoms, regions, seas, straits."""

from __future__ import annotations

from collections.abc import Iterator

from eminence.cython_ext.words import Entry
from eminence.engines.blood_of_kings import tables
from eminence.engines.blood_of_kings.explanations.situation import crowns, levies
from eminence.engines.blood_of_kings.names import CARDS, REGION_TYPES
from eminence.engines.blood_of_kings.numbers import Board
from eminence.engines.blood_of_kings.tables import CATHEDRAL
from eminence.engines.kit.options import listed
from eminence.engines.kit.wording import counted, plural

KINGDOM, SEA, STRAIT = "kingdom", "sea", "strait"


def strait_name(board: Board, strait: int) -> str:
    a, b, _ = board.straits[strait]
    return f"Strait {board.region_names[a]}-{board.region_names[b]}"


def place_entries(board: Board) -> Iterator[Entry]:
    for k, name in enumerate(board.kingdoms):
        yield Entry(name, KINGDOM, kingdom_text(board, k))
    for kind, word in enumerate(REGION_TYPES):
        for i, region in enumerate(board.regions):
            if region.type == kind:
                yield Entry(region.name, word, region_text(board, i))
    for sea, name in enumerate(board.sea_names):
        yield Entry(name, SEA, sea_text(board, sea))
    for strait in range(len(board.straits)):
        yield Entry(strait_name(board, strait), STRAIT, strait_text(board, strait))


def kingdom_text(board: Board, kingdom: int) -> str:
    lands = [f"{region.name} ({REGION_TYPES[region.type]})" for region in board.owned(kingdom)]
    cards = [told.removeprefix("1 ") for told in counted(CARDS, board.starting_cards[kingdom])]
    return (
        f"It begins with {listed(lands, 'and')}, an income of "
        f"{crowns(board.starting_income(kingdom))}, a stability of "
        f"{board.starting_stability(kingdom)} and {plural(board.flags_left(kingdom), 'flag')} in "
        f"its treasury. Its first hand: {listed(cards, 'and')}. It has {board.armies} army tokens "
        f"and {board.fleets} fleet tokens; its colour is {board.colours[kingdom]}."
    )


# --- regions ---


def region_text(board: Board, region: int) -> str:
    place = board.regions[region]
    owner = board.kingdoms[place.kingdom] if place.kingdom >= 0 else ""
    start = f"It belongs to {owner} at the start." if owner else "It is independent at the start."
    port = f" Its port lies on the {board.sea_names[place.port]}." if place.port >= 0 else ""
    return f"{start}{port} {ways_text(board, region)} {_yield_text(board, region)}"


def ways_text(board: Board, region: int) -> str:
    """Its roads and straits."""
    names = board.region_names
    roads = [names[a + b - region] for a, b in board.roads if region in (a, b)]
    leads = "A road leads" if len(roads) == 1 else "Roads lead"
    told = f"{leads} to {listed(roads, 'and')}." if roads else "No road leads there."
    for a, b, sea in board.straits:
        if region in (a, b):
            told += f" A strait of the {board.sea_names[sea]} leads to {names[a + b - region]}."
    return told


def _yield_text(board: Board, region: int) -> str:
    """What it is worth: income at the first level, units, levies, glory."""
    kind = board.regions[region].type
    first = board.regions[region].kingdom
    income = type_income(board, max(first, 0), kind)
    glory = board.capitol_glory if kind == tables.CAPITOL else board.region_glory
    institution = "Religious" if kind == CATHEDRAL else "Economic"
    brings = f"It brings {income} income at the first level of the {institution} institution"
    if kind == CATHEDRAL:
        return (
            f"{brings}, 1 stability, and {glory} glory when a flag is raised there; no army takes "
            "it by force."
        )
    return (
        f"{brings}, raises up to {_raised(board, region)} and is defended by "
        f"{levies(board.levies[kind])} and the fortification of its holder; taking it brings "
        f"{glory} glory."
    )


def type_income(board: Board, kingdom: int, kind: int) -> int:
    """Income of a type of region at the first level."""
    mat = board.mats[kingdom]
    return (mat.capitol, mat.castle, mat.town, mat.cathedral)[kind][0]


def _raised(board: Board, region: int) -> str:
    """Such as `3 units` or `2 armies`; fleets only where there is a port."""
    place = board.regions[region]
    n = board.raising[place.type]
    return plural(n, "unit") if place.port >= 0 else plural(n, "army", "armies")


# --- the sea ---


def sea_text(board: Board, sea: int) -> str:
    names = board.sea_names
    ports = [region.name for region in board.regions if region.port == sea]
    beside = [names[a + b - sea] for a, b in board.sea_borders if sea in (a, b)]
    straits = [strait_name(board, i) for i, strait in enumerate(board.straits) if strait[2] == sea]
    told = (
        f"Its base income is {board.seas[sea].base_income}, times the multiplier of the Economic "
        "institution, for the kingdom that holds it."
    )
    told += f" Next to it: {listed(beside, 'and')}." if beside else " No other sea is next to it."
    told += f" Ports: {listed(ports, 'and')}." if ports else ""
    return f"{told} Across it: {listed(straits, 'and')}." if straits else told


def strait_text(board: Board, strait: int) -> str:
    a, b, sea = board.straits[strait]
    names = board.region_names
    return (
        f"It joins {names[a]} and {names[b]} like a road while a friendly fleet is in the "
        f"{board.sea_names[sea]}; without one they are not next to each other."
    )
