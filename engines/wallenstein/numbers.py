"""The numbers of Wallenstein: reads the data folder for one player count.

Errors (`BadData`) name file, row or table, and field. What C code relies on (array sizes,
counts of eight bits, a connected map) is proven here, once, when the game is loaded.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from eminence.engines.kit import sheets
from eminence.engines.kit.guidance_file import GUIDANCE
from eminence.engines.kit.options import SourceLine
from eminence.engines.kit.sheets import Sheet, Toml, choice, column, names_of, number
from eminence.engines.kit.tables import Record
from eminence.engines.wallenstein import state
from eminence.engines.wallenstein.court import numbers as court
from eminence.engines.wallenstein.leaders import numbers as leaders
from eminence.engines.wallenstein.names import ACTIONS, BUILDINGS, EFFECTS, TILES
from eminence.engines.wallenstein.state import MAX_CUBES, ROUNDS, YEARS, Effect, FavorEffect

DATA = Path(__file__).parent / "data"
PLAYERS = (3, 4, 5)
#: parts of the game that may be left out
EXPANSIONS = ("court", "regions", "leaders")
SWITCH = ("off", "on")
SETUPS = ("default", "draft")
TOWERS = ("independent", "density")

#: rows of the chart of revolts
CHART = 8
MOST_LINEUPS = len(PLAYERS) * state.COUNTIES

COUNTIES = Sheet(
    "counties.csv", "county", "region tax grain sites three_players+", (1, state.COUNTIES), "county"
)
BORDERS = Sheet("borders.csv", "county other", "", (1, state.COUNTIES**2), "border")
SUPPLY = Sheet("supply.csv", "unsupplied", "revolts peasants", (1, CHART), once_each=False)
GROUPS = Sheet("groups.csv", "group", "armies most_players", (1, state.GROUPS))
LINEUPS = Sheet("lineups.csv", "players seat county", "armies", (1, MOST_LINEUPS))
EVENTS = Sheet("events.csv", "event+", "effect amount lesser grain_loss", state.EVENTS, "event")
ACTION_PRICES = Sheet("actions.csv", "action", "cost armies", state.BOXES)
RULES = Toml("rules.toml", {"thalers": [str(n) for n in PLAYERS]})
TOWER = Toml("tower.toml", {model: ["fresh_out"] for model in TOWERS})

SHEETS = (
    *(COUNTIES, BORDERS, SUPPLY, GROUPS, LINEUPS, EVENTS, ACTION_PRICES),
    *(court.FAVORS, leaders.REGION_CARDS),
)
TOMLS = (RULES.file, TOWER.file, court.COURT.file, leaders.LEADERS.file, GUIDANCE)
FILES = sheets.file_names(SHEETS, TOMLS)


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


def _money(cards: Record, name: str) -> tuple[int, ...]:
    money, expected = cards.numbers(name, 0, 20), range(state.MONEY_CARDS)
    if money != tuple(expected):
        raise cards.fail(name, f"expected {list(expected)}, one card of each")
    return money


def _fraction(table: Record, name: str) -> float:
    """Such as [2, 3]: a chance above 0 and below 1."""
    parts = table.numbers(name, 1, 1000)
    if len(parts) != 2 or parts[0] >= parts[1]:
        raise table.fail(name, f"expected a fraction such as [2, 3], got {list(parts)}")
    return parts[0] / parts[1]


@dataclass(frozen=True, kw_only=True)
class Board:
    """Every number of one loaded game. Counties, cards and tiles are indexed."""

    counties: tuple[County, ...]
    borders: tuple[tuple[int, int], ...]
    chart: tuple[tuple[int, int, int], ...]
    groups: tuple[int, ...]
    lineups: tuple[tuple[tuple[int, int], ...], ...]
    events: tuple[Event, ...]
    cost: tuple[int, ...]
    armies: tuple[int, ...]
    thalers: int
    fresh_out: dict[str, float]
    court: court.Court
    region_cards: leaders.RegionCards
    leaders: leaders.Leaders

    regions: tuple[str, ...] = RULES.value(
        "regions.names", sheets.different_words("regions", state.REGIONS, state.REGIONS)
    )
    cubes: int = RULES.number("cubes.armies", 1, MAX_CUBES)
    peasants: int = RULES.number("cubes.peasants", 1, MAX_CUBES)
    buildings: tuple[int, ...] = RULES.each("tiles", BUILDINGS)
    revolt_markers: int = RULES.number("tiles.revolt_markers")
    money: tuple[int, ...] = RULES.value("cards.money", _money)
    open_actions: int = RULES.number("cards.open_actions", 1, state.BOXES - 1)
    events_a_year: int = RULES.number("cards.events_a_year", ROUNDS + 1, ROUNDS + 1)
    bonus: tuple[int, ...] = RULES.each("bonus", TILES, 0, MAX_CUBES)
    neutral_peasants: int = RULES.number("combat.neutral_peasants", 1, MAX_CUBES)
    county_points: int = RULES.number("scoring.county", 0, 9)
    building_points: int = RULES.number("scoring.building", 0, 9)
    majority: tuple[int, ...] = RULES.each("scoring", BUILDINGS, 0, 9)
    tie_loss: int = RULES.number("scoring.tie_loss", 0, 9)
    fill: int = TOWER.number("fill.armies", 0, MAX_CUBES)
    fill_peasants: int = TOWER.number("fill.peasants", 0, MAX_CUBES)
    stuck_out: float = TOWER.value("independent.stuck_out", _fraction)
    loosened: float = TOWER.value("density.loosened", _fraction)

    #: all counties, those out of play included
    names = names_of("counties")
    event_names = names_of("events")


def read(folder: Path, players: int) -> Board:
    """The numbers for one player count."""
    values, rules = sheets.declared(folder, Board)
    rules["fill"].number("armies", 0, values["cubes"])
    rules["fill"].number("peasants", 0, values["peasants"])
    counties = _counties(folder, values["regions"], players)
    groups = _groups(folder, players)
    actions = ACTION_PRICES.read(
        folder, {"action": ACTIONS}, cost=number(0, 20), armies=number(0, MAX_CUBES)
    )
    board = Board(
        **values,
        counties=counties,
        borders=_borders(folder, counties),
        chart=_chart(folder),
        groups=groups,
        lineups=_lineups(folder, counties, groups, players),
        events=_events(folder),
        cost=column(actions, "cost"),
        armies=column(actions, "armies"),
        thalers=rules["thalers"].number(str(players)),
        fresh_out={model: _fraction(rules[model], "fresh_out") for model in TOWERS},
        court=court.read_court(folder),
        region_cards=leaders.read_region_cards(folder),
        leaders=leaders.read_leaders(folder, column(actions, "cost")),
    )
    _check_amounts(board, rules, players)
    return board


def sources(data: Path = DATA) -> list[SourceLine]:
    """Every number of the data folder with its source."""
    for players in PLAYERS:
        read(data, players)
    return sheets.folder_sources(data, SHEETS, TOMLS)


# --- the files ---


def _counties(folder: Path, regions: tuple[str, ...], players: int) -> tuple[County, ...]:
    def in_play(row: Record, name: str) -> bool:
        return bool(row.number(name, 0, 1)) or players > PLAYERS[0]

    rows = COUNTIES.read(
        folder,
        region=choice(regions),
        tax=number(0, 20),
        grain=number(0, 20),
        sites=number(0, len(BUILDINGS)),
        three_players=in_play,
    )
    return tuple(County(*row.cells) for row in rows)


def _borders(folder: Path, counties: tuple[County, ...]) -> tuple[tuple[int, int], ...]:
    """Each border once; every county in play can be reached."""
    names = [county.name for county in counties]
    found = sorted(BORDERS.pairs(folder, names))
    in_play = {i for i, county in enumerate(counties) if county.in_play}
    inside = [pair for pair in found if in_play.issuperset(pair)]
    lost = in_play - sheets.reached(min(in_play), inside) if in_play else None
    if lost:
        raise BORDERS.fail("county", f"{names[min(lost)]} cannot be reached from the rest")
    return tuple(found)


def _chart(folder: Path) -> tuple[tuple[int, int, int], ...]:
    """From how many counties without grain: how many revolts, with how many more peasants each."""
    some, more = number(1, state.COUNTIES), number(0, MAX_CUBES)
    rows = SUPPLY.read(folder, unsupplied=some, revolts=some, peasants=more)
    from_on = column(rows, "unsupplied")
    if from_on[0] != 1:
        raise rows[0].fail("unsupplied", f"{from_on[0]}: the chart begins with 1")
    for row, (upper, lower) in zip(rows[1:], pairwise(from_on), strict=True):
        if lower <= upper:
            raise row.fail("unsupplied", f"{lower} is not above {upper}")
    return tuple(row.cells for row in rows)


def _groups(folder: Path, players: int) -> tuple[int, ...]:
    rows = GROUPS.read(folder, armies=number(1, 15), most_players=number(1, PLAYERS[-1]))
    for row, (upper, lower) in zip(rows[1:], pairwise(column(rows, "armies")), strict=True):
        if lower > upper:
            raise row.fail("armies", f"{lower} is above {upper}: expected the largest first")
    return tuple(row["armies"] for row in rows if players <= row["most_players"])


def _lineups(
    folder: Path, counties: tuple[County, ...], groups: tuple[int, ...], players: int
) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Each seat's counties and their armies: one county for each group, none twice."""
    names = [county.name for county in counties]
    letters = "ABCDE"
    lineups: list[list[tuple[int, int]]] = [[] for _ in range(players)]
    taken: set[int] = set()
    for row in LINEUPS.read(
        folder,
        players=number(PLAYERS[0], PLAYERS[-1]),
        county=choice(names),
        armies=number(1, MAX_CUBES),
    ):
        count, _, county, armies = row.cells
        seat = row.choice("seat", letters[:count])
        if count != players:
            continue
        if county in taken or not counties[county].in_play:
            raise row.fail("county", f"{names[county]} is not in play, or is taken already")
        taken.add(county)
        lineups[seat].append((county, armies))
    for letter, lineup in zip(letters, lineups, strict=False):
        sizes = sorted(armies for _, armies in lineup)
        if sizes != sorted(groups):
            raise LINEUPS.fail(
                "armies",
                f"{players} players, seat {letter} has {sizes}, {GROUPS.file} has {sorted(groups)}",
            )
    return tuple(tuple(lineup) for lineup in lineups)


def _events(folder: Path) -> tuple[Event, ...]:
    few = number(0, 20)
    rows = EVENTS.read(folder, effect=choice(EFFECTS), amount=few, lesser=few, grain_loss=few)
    return tuple(Event(*row.cells) for row in rows)


def _check_amounts(board: Board, rules: dict[str, Record], players: int) -> None:
    """Armies and markers never run out if the rules rely on them; counts fit eight bits."""
    if sum(board.groups) + board.fill > board.cubes:
        raise rules["cubes"].fail(
            "armies",
            f"{board.cubes}, but {sum(board.groups)} are deployed and {board.fill} dropped",
        )
    needed = 2 * ROUNDS * players
    if board.revolt_markers < needed:
        raise rules["tiles"].fail("revolt_markers", f"a year can need {needed}")
    floors = [e.amount for e in board.events if e.effect in (Effect.TAX_FLOOR, Effect.GRAIN_FLOOR)]
    best = max(*(c.tax for c in board.counties), *(c.grain for c in board.counties), *floors)
    income = best + max(board.bonus[state.TILE_TAXES], board.bonus[state.TILE_GRAIN])
    income += max(board.leaders.led)
    gifts = YEARS * sum(max(card) for card in board.region_cards.benefits)
    gifts += board.court.most(FavorEffect.GIVE_THALERS)
    if board.thalers + YEARS * ROUNDS * income + gifts > state.MOST_THALERS:
        raise rules["thalers"].fail(
            str(players), f"more than {state.MOST_THALERS} may be collected"
        )
    harvest = ROUNDS * income + sum(max(card) for card in board.region_cards.benefits)
    for gift, before, most in (
        (FavorEffect.GIVE_GRAIN, harvest, state.MOST_GRAIN),
        (FavorEffect.GIVE_POINTS, 0, state.MOST_POINTS),
    ):
        if before + board.court.most(gift) > most:
            raise court.FAVORS.fail(
                "amount",
                f"with these cards somebody may have more than {most} {court.FAVOR_EFFECTS[gift]}",
            )
    in_play = sum(county.in_play for county in board.counties)
    if in_play < players * len(board.groups) + 3:
        raise COUNTIES.fail(
            "three_players",
            f"{in_play} counties for {players} players with "
            f"{len(board.groups)} groups each, three more are needed for the draft",
        )
