"""The numbers of Wallenstein: reads the data folder for one player count.

Errors (`BadData`) name file, row or table, and field. What C code relies on (array sizes,
counts of eight bits, a connected map) is proven here, once, when the game is loaded.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from eminence.cython_ext.errors import BadData
from eminence.engines.kit.guidance_file import GUIDANCE
from eminence.engines.kit.options import SourceLine
from eminence.engines.kit.tables import Entry, csv_sources, once, read_csv, read_toml, toml_sources
from eminence.engines.wallenstein.court.numbers import (
    COURT,
    FAVOR_COLUMNS,
    FAVOR_EFFECTS,
    FAVORS,
    Court,
    read_court,
)
from eminence.engines.wallenstein.leaders.numbers import (
    CARD_COLUMNS,
    CARDS_FILE,
    LEADERS_FILE,
    Leaders,
    RegionCards,
    read_leaders,
    read_region_cards,
)
from eminence.engines.wallenstein.names import ACTIONS, BUILDINGS, EFFECTS, TILES
from eminence.engines.wallenstein.state import (
    BOXES,
    COUNTIES,
    EVENTS,
    GROUPS,
    MAX_CUBES,
    MONEY_CARDS,
    MOST_GRAIN,
    MOST_POINTS,
    MOST_THALERS,
    REGIONS,
    ROUNDS,
    TILE_GRAIN,
    TILE_TAXES,
    YEARS,
    Effect,
    FavorEffect,
)

DATA = Path(__file__).parent / "data"
PLAYERS = (3, 4, 5)
#: parts of the game that may be left out
EXPANSIONS = ("court", "regions", "leaders")
SWITCH = ("off", "on")
SETUPS = ("default", "draft")
TOWERS = ("independent", "density")

#: rows of the chart of revolts
CHART = 8

COLUMNS = {
    "counties.csv": (
        *("county", "region", "tax", "grain", "sites", "three_players"),
        *("source", "three_players_source"),
    ),
    "borders.csv": ("county", "other", "source"),
    "supply.csv": ("unsupplied", "revolts", "peasants", "source"),
    "groups.csv": ("group", "armies", "most_players", "source"),
    "lineups.csv": ("players", "seat", "county", "armies", "source"),
    "events.csv": ("event", "effect", "amount", "lesser", "grain_loss", "source", "event_source"),
    "actions.csv": ("action", "cost", "armies", "source"),
    FAVORS: FAVOR_COLUMNS,
    CARDS_FILE: CARD_COLUMNS,
}
#: how many columns, from the first on, name a row
KEY_COLUMNS = {**dict.fromkeys(COLUMNS, 1), "borders.csv": 2, "lineups.csv": 3}
#: what the rows of a file introduce by name; the name has a source too
NAMES = {"counties.csv": "county", "borders.csv": "border", "events.csv": "event"}
RULES = "rules.toml"
TOWER = "tower.toml"
TOMLS = (RULES, TOWER, COURT, LEADERS_FILE, GUIDANCE)
FILES = (*COLUMNS, *TOMLS)

COUNTS = [str(n) for n in PLAYERS]
RULE_TABLES = {
    "regions": ["names"],
    "thalers": COUNTS,
    "cubes": ["armies", "peasants"],
    "tiles": [*BUILDINGS, "revolt_markers"],
    "cards": ["money", "open_actions", "events_a_year"],
    "bonus": list(TILES),
    "combat": ["neutral_peasants"],
    "scoring": ["county", "building", *BUILDINGS, "tie_loss"],
}
TOWER_TABLES = {
    "fill": ["armies", "peasants"],
    "independent": ["fresh_out", "stuck_out"],
    "density": ["fresh_out", "loosened"],
}


class County(NamedTuple):
    name: str
    region: int
    tax: int
    grain: int
    sites: int
    in_play: bool


class Event(NamedTuple):
    name: str
    effect: int
    amount: int
    lesser: int
    grain_loss: int


@dataclass(frozen=True)
class Board:
    """Every number of one loaded game. Counties, cards and tiles go by index."""

    regions: tuple[str, ...]
    counties: tuple[County, ...]
    borders: tuple[tuple[int, int], ...]
    chart: tuple[tuple[int, int, int], ...]
    groups: tuple[int, ...]
    lineups: tuple[tuple[tuple[int, int], ...], ...]
    events: tuple[Event, ...]
    cost: tuple[int, ...]
    armies: tuple[int, ...]
    thalers: int
    cubes: int
    peasants: int
    buildings: tuple[int, ...]
    money: tuple[int, ...]
    open_actions: int
    events_a_year: int
    bonus: tuple[int, ...]
    neutral_peasants: int
    county_points: int
    building_points: int
    majority: tuple[int, ...]
    tie_loss: int
    fill: int
    fill_peasants: int
    fresh_out: dict[str, float]
    stuck_out: float
    loosened: float
    court: Court
    region_cards: RegionCards
    leaders: Leaders

    @cached_property
    def names(self) -> tuple[str, ...]:
        """All counties, those out of play included."""
        return tuple(county.name for county in self.counties)

    @cached_property
    def event_names(self) -> tuple[str, ...]:
        return tuple(event.name for event in self.events)


def read(folder: Path, players: int) -> Board:
    """The numbers for one player count."""
    if not folder.is_dir():
        raise BadData(f"data: {folder} is no folder")
    rules = _tables(folder, RULES, RULE_TABLES)
    tower = _tables(folder, TOWER, TOWER_TABLES)
    regions = rules["regions"].words("names")
    if len(set(regions)) != REGIONS or len(regions) != REGIONS:
        raise rules["regions"].fail("names", f"expected {REGIONS} different regions")
    counties = _counties(folder, regions, players)
    groups = _groups(folder, players)
    cubes, scoring = rules["cubes"], rules["scoring"]
    armies = cubes.number("armies", 1, MAX_CUBES)
    fill = tower["fill"].number("armies", 0, armies)
    cost, deployed = _actions(folder)
    board = Board(
        regions=regions,
        counties=counties,
        borders=_borders(folder, counties),
        chart=_chart(folder),
        groups=groups,
        lineups=_lineups(folder, counties, groups, players),
        events=_events(folder),
        cost=cost,
        armies=deployed,
        thalers=rules["thalers"].number(str(players)),
        cubes=armies,
        peasants=cubes.number("peasants", 1, MAX_CUBES),
        buildings=tuple(rules["tiles"].number(kind) for kind in BUILDINGS),
        money=_money(rules["cards"]),
        open_actions=rules["cards"].number("open_actions", 1, BOXES - 1),
        events_a_year=rules["cards"].number("events_a_year", ROUNDS + 1, ROUNDS + 1),
        bonus=tuple(rules["bonus"].number(tile, 0, MAX_CUBES) for tile in TILES),
        neutral_peasants=rules["combat"].number("neutral_peasants", 1, MAX_CUBES),
        county_points=scoring.number("county", 0, 9),
        building_points=scoring.number("building", 0, 9),
        majority=tuple(scoring.number(kind, 0, 9) for kind in BUILDINGS),
        tie_loss=scoring.number("tie_loss", 0, 9),
        fill=fill,
        fill_peasants=tower["fill"].number("peasants", 0, cubes.number("peasants")),
        fresh_out={model: _fraction(tower[model], "fresh_out") for model in TOWERS},
        stuck_out=_fraction(tower["independent"], "stuck_out"),
        loosened=_fraction(tower["density"], "loosened"),
        court=read_court(folder),
        region_cards=read_region_cards(folder),
        leaders=read_leaders(folder, cost),
    )
    _check_amounts(board, rules, players)
    return board


def sources(data: Path | None = None) -> list[SourceLine]:
    """Every number of the data folder with its source."""
    folder = Path(data) if data is not None else DATA
    for players in PLAYERS:
        read(folder, players)
    lines: list[SourceLine] = []
    for file, columns in COLUMNS.items():
        keys = columns[: KEY_COLUMNS[file]]
        lines += csv_sources(read_csv(folder, file, columns), keys, NAMES.get(file, ""))
    for file in TOMLS:
        lines += toml_sources(read_toml(folder, file))
    return lines


# --- the files ---


def _tables(folder: Path, file: str, known: dict[str, list[str]]) -> dict[str, Entry]:
    entry = read_toml(folder, file).need(known)
    return {name: entry.table(name).need_sourced(keys) for name, keys in known.items()}


def _csv(folder: Path, file: str, most: int, exactly: bool = False) -> list[Entry]:
    rows = read_csv(folder, file, COLUMNS[file])
    if not rows or len(rows) > most or (exactly and len(rows) != most):
        raise BadData(f"{file}: {len(rows)} rows, expected {'' if exactly else '1 to '}{most}")
    return rows


def _counties(folder: Path, regions: tuple[str, ...], players: int) -> tuple[County, ...]:
    rows = _csv(folder, "counties.csv", COUNTIES)
    once(rows, "county", ["county"])
    return tuple(
        County(
            row.word("county"),
            row.choice("region", regions),
            row.number("tax", 0, 20),
            row.number("grain", 0, 20),
            row.number("sites", 0, len(BUILDINGS)),
            bool(row.number("three_players", 0, 1)) or players > PLAYERS[0],
        )
        for row in rows
    )


def _borders(folder: Path, counties: tuple[County, ...]) -> tuple[tuple[int, int], ...]:
    """Each border once; whoever plays can reach every county in play."""
    names = [county.name for county in counties]
    rows = _csv(folder, "borders.csv", COUNTIES * COUNTIES)
    found: set[tuple[int, int]] = set()
    for row in rows:
        a, b = row.choice("county", names), row.choice("other", names)
        pair = (min(a, b), max(a, b))
        if a == b or pair in found:
            raise row.fail("other", f"{row.word('other')!r}: expected each pair once")
        found.add(pair)
    in_play = {i for i, county in enumerate(counties) if county.in_play}
    reached = {min(in_play)} if in_play else set()
    while True:
        further = {
            c for a, b in found for c in (a, b) if {a, b} <= in_play and {a, b} & reached
        } | reached
        if further == reached:
            break
        reached = further
    if reached != in_play:
        lost = names[min(in_play - reached)]
        raise BadData(f"borders.csv, county: {lost} cannot be reached from the rest")
    return tuple(sorted(found))


def _chart(folder: Path) -> tuple[tuple[int, int, int], ...]:
    """From so many counties without grain on: revolts, and peasants more in each."""
    rows = _csv(folder, "supply.csv", CHART)
    chart = tuple(
        (
            row.number("unsupplied", 1, COUNTIES),
            row.number("revolts", 1, COUNTIES),
            row.number("peasants", 0, MAX_CUBES),
        )
        for row in rows
    )
    if chart[0][0] != 1:
        raise rows[0].fail("unsupplied", f"{chart[0][0]}: the chart begins with 1")
    for row, upper, lower in zip(rows[1:], chart, chart[1:], strict=False):
        if lower[0] <= upper[0]:
            raise row.fail("unsupplied", f"{lower[0]} is not above {upper[0]}")
    return chart


def _groups(folder: Path, players: int) -> tuple[int, ...]:
    rows = _csv(folder, "groups.csv", GROUPS)
    once(rows, "group", ["group"])
    sizes = [
        (row.number("armies", 1, 15), row.number("most_players", 1, PLAYERS[-1])) for row in rows
    ]
    for row, (upper, _), (lower, _) in zip(rows[1:], sizes, sizes[1:], strict=False):
        if lower > upper:
            raise row.fail("armies", f"{lower} is above {upper}: expected the largest first")
    return tuple(armies for armies, most in sizes if players <= most)


def _lineups(
    folder: Path, counties: tuple[County, ...], groups: tuple[int, ...], players: int
) -> tuple[tuple[tuple[int, int], ...], ...]:
    """For each seat its counties and their armies: one for each group, none twice."""
    names = [county.name for county in counties]
    letters = "ABCDE"
    lineups: list[list[tuple[int, int]]] = [[] for _ in range(players)]
    taken: set[int] = set()
    for row in _csv(folder, "lineups.csv", len(PLAYERS) * COUNTIES):
        count = row.number("players", PLAYERS[0], PLAYERS[-1])
        seat = row.choice("seat", letters[:count])
        county, armies = row.choice("county", names), row.number("armies", 1, MAX_CUBES)
        if count != players:
            continue
        if county in taken or not counties[county].in_play:
            raise row.fail("county", f"{names[county]} is not in play, or is taken already")
        taken.add(county)
        lineups[seat].append((county, armies))
    for letter, lineup in zip(letters, lineups, strict=False):
        sizes = sorted(armies for _, armies in lineup)
        if sizes != sorted(groups):
            raise BadData(
                f"lineups.csv, armies: {players} players, seat {letter} has {sizes}, "
                f"groups.csv has {sorted(groups)}"
            )
    return tuple(tuple(lineup) for lineup in lineups)


def _events(folder: Path) -> tuple[Event, ...]:
    rows = _csv(folder, "events.csv", EVENTS, exactly=True)
    once(rows, "event", ["event"])
    return tuple(
        Event(
            row.word("event"),
            row.choice("effect", EFFECTS),
            row.number("amount", 0, 20),
            row.number("lesser", 0, 20),
            row.number("grain_loss", 0, 20),
        )
        for row in rows
    )


def _actions(folder: Path) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Price and armies of each action, in the order of the mat."""
    rows = _csv(folder, "actions.csv", BOXES, exactly=True)
    for row, expected in zip(rows, ACTIONS, strict=True):
        if row.word("action") != expected:
            raise row.fail("action", f"expected {expected!r}, got {row.word('action')!r}")
    cost = tuple(row.number("cost", 0, 20) for row in rows)
    return cost, tuple(row.number("armies", 0, MAX_CUBES) for row in rows)


def _money(cards: Entry) -> tuple[int, ...]:
    money = cards.numbers("money", 0, 20)
    if money != tuple(range(MONEY_CARDS)):
        raise cards.fail("money", f"expected {list(range(MONEY_CARDS))}, one card of each")
    return money


def _fraction(table: Entry, field: str) -> float:
    """Such as [2, 3]: a chance above 0 and below 1."""
    parts = table.numbers(field, 1, 1000)
    if len(parts) != 2 or parts[0] >= parts[1]:
        raise table.fail(field, f"expected a fraction such as [2, 3], got {list(parts)}")
    return parts[0] / parts[1]


def _check_amounts(board: Board, rules: dict[str, Entry], players: int) -> None:
    """Armies and markers never run out where the rules rely on them; counts fit eight bits."""
    if sum(board.groups) + board.fill > board.cubes:
        raise rules["cubes"].fail(
            "armies",
            f"{board.cubes}, but {sum(board.groups)} are deployed and {board.fill} dropped",
        )
    needed = 2 * ROUNDS * players
    if rules["tiles"].number("revolt_markers") < needed:
        raise rules["tiles"].fail("revolt_markers", f"a year can need {needed}")
    floors = [e.amount for e in board.events if e.effect in (Effect.TAX_FLOOR, Effect.GRAIN_FLOOR)]
    best = max(*(c.tax for c in board.counties), *(c.grain for c in board.counties), *floors)
    income = best + max(board.bonus[TILE_TAXES], board.bonus[TILE_GRAIN])
    income += max(board.leaders.led)
    gifts = YEARS * sum(max(card) for card in board.region_cards.benefits)
    gifts += board.court.most(FavorEffect.GIVE_THALERS)
    if board.thalers + YEARS * ROUNDS * income + gifts > MOST_THALERS:
        raise rules["thalers"].fail(str(players), f"more than {MOST_THALERS} may be collected")
    harvest = ROUNDS * income + sum(max(card) for card in board.region_cards.benefits)
    for gift, before, most in (
        (FavorEffect.GIVE_GRAIN, harvest, MOST_GRAIN),
        (FavorEffect.GIVE_POINTS, 0, MOST_POINTS),
    ):
        if before + board.court.most(gift) > most:
            raise BadData(
                f"{FAVORS}, amount: with these cards somebody may have more than "
                f"{most} {FAVOR_EFFECTS[gift]}"
            )
    in_play = sum(county.in_play for county in board.counties)
    if in_play < players * len(board.groups) + 3:
        raise BadData(
            f"counties.csv, three_players: {in_play} counties for {players} players with "
            f"{len(board.groups)} groups each, three more are needed for the draft"
        )
