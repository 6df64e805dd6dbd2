"""The numbers of Royals: reads the data folder for one player count and edition.

Errors (`BadData`) name file, row or table, and field. What C code relies on (array sizes,
counts of eight bits, enough cards to draw) is proven here, once, when the game is loaded.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise
from pathlib import Path
from typing import NamedTuple

from eminence.cython_ext.errors import BadData, BadOption
from eminence.engines.kit import tables
from eminence.engines.kit.guidance_file import GUIDANCE
from eminence.engines.kit.options import SourceLine, listed
from eminence.engines.kit.tables import Entry, once, read_csv, read_tables, read_toml
from eminence.engines.royals.state import (
    COUNTRIES,
    MAX_CITIES,
    MAX_COUNT,
    MAX_HAND,
    MAX_HOUSE_MARKERS,
    MAX_INTRIGUE,
    MAX_KING_INTRIGUE,
    MAX_PLAYERS,
    MAX_POSITIONS,
    PERIODS,
    TITLES,
)

DATA = Path(__file__).parent / "data"
PLAYERS = (2, 3, 4, 5)
EDITIONS = ("abacusspiele", "arcane_wonders")
#: with fewer players than this the rulebooks name the colours
FREE_COLOURS = 3
#: the colours that the data give to the seats
AS_LISTED = "fewest"

SEAT_NAMES = tuple(f"seat{seat}" for seat in range(MAX_PLAYERS))

COLUMNS = {
    "countries.csv": ("country", "higher", "lower", "source", "higher_source", "lower_source"),
    "cities.csv": ("city", "country", "bonus", "source", "country_source", "bonus_source"),
    "titles.csv": (
        *("title", "cost", "points", "half"),
        *("source", "cost_source", "points_source", "half_source"),
    ),
    "positions.csv": ("city", "title", "influence", "source", "influence_source"),
    "periods.csv": ("period", "country", "first", "second", "source"),
    "cards.csv": (*("edition", "country", "cards"), *(f"removed_{n}" for n in PLAYERS), "source"),
    "intrigue.csv": ("country", "other", "cards", "source"),
}
#: how many columns, from the first on, name a row
KEY_COLUMNS = {
    **dict.fromkeys(COLUMNS, 2),
    **dict.fromkeys(("countries.csv", "cities.csv", "titles.csv"), 1),
}
#: what the rows of a file introduce by name; the name has a source too
NAMES = {
    "countries.csv": "country",
    "cities.csv": "city",
    "titles.csv": "title",
    "positions.csv": "position",
}
RULES = "rules.toml"
EDITION_RULES = "editions.toml"
FILES = (*COLUMNS, RULES, EDITION_RULES, GUIDANCE)


class City(NamedTuple):
    name: str
    country: int
    bonus: int


class Position(NamedTuple):
    city: int
    title: int
    influence: int


@dataclass(frozen=True)
class Board:
    """Every number of one loaded game. Kinds of card, titles and places go by index."""

    countries: tuple[str, ...]
    pairs: tuple[tuple[int, int], ...]
    titles: tuple[str, ...]
    cost: tuple[int, ...]
    title_points: tuple[tuple[int, int], ...]
    cities: tuple[City, ...]
    positions: tuple[Position, ...]
    country_bonus: tuple[tuple[int, int], ...]
    house_bonus: tuple[int, ...]
    period_points: tuple[tuple[tuple[int, int], ...], ...]
    periods: tuple[str, ...]
    deck: tuple[int, ...]
    intrigue_deck: tuple[int, ...]
    first_turn: tuple[int, ...]
    cubes: tuple[int, ...]
    display: int
    hand_limit: int
    intrigue_limit: int
    draw: int
    wild: int
    intrigue_wild: int
    king_intrigue: int
    ends_on_empty_pile: bool
    all_markers_break_ties: bool

    @cached_property
    def pair_names(self) -> tuple[str, ...]:
        """The kinds of Intrigue card, such as `France/Spain`."""
        return tuple(f"{self.countries[a]}/{self.countries[b]}" for a, b in self.pairs)

    @cached_property
    def position_names(self) -> tuple[str, ...]:
        """Such as `Dijon Baron`."""
        return tuple(f"{self.cities[p.city].name} {self.titles[p.title]}" for p in self.positions)


def read(
    folder: Path, players: int, edition: str, display: int, more_cubes: str = AS_LISTED
) -> Board:
    """The numbers for one player count, edition, display size, and choice of colours."""
    if not folder.is_dir():
        raise BadData(f"data: {folder} is no folder")
    country_rows = _csv(folder, "countries.csv", COUNTRIES)
    countries = _names(country_rows, "country")
    country_bonus = tuple(_falling(row, "higher", "lower") for row in country_rows)
    titles, cost, title_points = _titles(folder)
    cities = _cities(folder, countries)
    positions = _positions(folder, cities, titles)
    pairs, intrigue_deck = _intrigue(folder, countries)
    rules = read_tables(folder, RULES, RULE_TABLES)
    periods = rules["periods"].words("names")
    if len(set(periods)) != PERIODS or len(periods) != PERIODS:
        raise rules["periods"].fail("names", f"expected {PERIODS} different periods")
    editions = _editions(folder)
    special = editions[edition]
    sizes = {e: editions[e]["display"].numbers("sizes", 1, 8) for e in EDITIONS}
    if display not in sizes[edition]:
        owners = [e for e in EDITIONS if display in sizes[e]]
        raise BadOption(
            f"display={display} belongs to edition {listed(owners or ['none'])}: "
            f"choose display={listed(sizes[edition])}"
        )
    board = Board(
        countries=countries,
        pairs=pairs,
        titles=titles,
        cost=cost,
        title_points=title_points,
        cities=cities,
        positions=positions,
        country_bonus=country_bonus,
        house_bonus=_house_bonus(special["house_bonus"], players),
        period_points=_period_points(folder, periods, countries),
        periods=periods,
        deck=_deck(folder, edition, countries, players),
        intrigue_deck=intrigue_deck,
        first_turn=_first_turn(special["first_turn"], players, rules["draw"]),
        cubes=_cubes(special["cubes"], special["colours"], players, more_cubes),
        display=display,
        hand_limit=rules["hand_limit"].number("country_cards", 1, MAX_HAND),
        intrigue_limit=rules["hand_limit"].number("intrigue_cards", 1, MAX_INTRIGUE - 1),
        draw=rules["draw"].number("country_cards", 1, MAX_HAND),
        wild=rules["wild"].number("country_cards", 2, MAX_HAND),
        intrigue_wild=rules["wild"].number("intrigue_cards", 2, MAX_INTRIGUE),
        king_intrigue=rules["king"].number("intrigue_cards", 1, MAX_KING_INTRIGUE),
        ends_on_empty_pile=special["period"].flag("ends_on_empty_pile"),
        all_markers_break_ties=special["final_tie"].flag("all_markers"),
    )
    _check_supply_of_cards(board, players, edition, rules["hand_limit"])
    return board


def sources(data: Path | None = None) -> list[SourceLine]:
    """Every number of the data folder with its source."""
    folder = Path(data) if data is not None else DATA
    for edition, special in _editions(folder).items():
        for display in special["display"].numbers("sizes", 1, 8):
            for players in PLAYERS:
                read(folder, players, edition, display)
    tomls = (RULES, EDITION_RULES, GUIDANCE)
    return tables.folder_sources(folder, COLUMNS, KEY_COLUMNS, NAMES, tomls)


# --- the files ---


def _csv(folder: Path, file: str, count: int | None = None) -> list[Entry]:
    return read_csv(folder, file, COLUMNS[file], count)


def _names(rows: list[Entry], field: str) -> tuple[str, ...]:
    once(rows, field, [field])
    return tuple(row.word(field) for row in rows)


def _falling(row: Entry, higher: str, lower: str) -> tuple[int, int]:
    """A pair of markers of which the first is worth at least the second."""
    pair = row.number(higher, 1), row.number(lower, 1)
    if pair[0] < pair[1]:
        raise row.fail(higher, f"{pair[0]} is less than {lower} = {pair[1]}")
    return pair


def _titles(folder: Path) -> tuple[tuple[str, ...], tuple[int, ...], tuple[tuple[int, int], ...]]:
    """Titles from the lowest rank to the highest, with cost and points (full, half)."""
    rows = _csv(folder, "titles.csv", TITLES)
    names = _names(rows, "title")
    cost = tuple(row.number("cost", 1, MAX_HAND) for row in rows)
    points = tuple((row.number("points", 1), row.number("half", 1)) for row in rows)
    for row, (full, half) in zip(rows, points, strict=True):
        if full != 2 * half:
            raise row.fail("half", f"{half} is not half of points = {full}")
    for (below, row), (a, b), (p, q) in zip(
        pairwise(rows), pairwise(cost), pairwise(points), strict=True
    ):
        if b <= a:
            raise row.fail("cost", f"{b} is not above {below.word('title')}'s {a}")
        if q[0] <= p[0]:
            raise row.fail("points", f"{q[0]} is not above {below.word('title')}'s {p[0]}")
    return names, cost, points


def _cities(folder: Path, countries: tuple[str, ...]) -> tuple[City, ...]:
    rows = _csv(folder, "cities.csv")
    if len(rows) > MAX_CITIES:
        raise BadData(f"cities.csv: {len(rows)} cities, choose at most {MAX_CITIES}")
    names = _names(rows, "city")
    cities = tuple(
        City(name, row.choice("country", countries), row.number("bonus"))
        for name, row in zip(names, rows, strict=True)
    )
    for country, name in enumerate(countries):
        if not any(city.country == country for city in cities):
            raise BadData(f"cities.csv, country: no city lies in {name}")
    return cities


def _positions(
    folder: Path, cities: tuple[City, ...], titles: tuple[str, ...]
) -> tuple[Position, ...]:
    """In the order of the cities, the higher title first."""
    rows = _csv(folder, "positions.csv")
    if len(rows) > MAX_POSITIONS:
        raise BadData(f"positions.csv: {len(rows)} positions, choose at most {MAX_POSITIONS}")
    once(rows, "title", ["city", "title"])
    names = [city.name for city in cities]
    found = [
        Position(row.choice("city", names), row.choice("title", titles), row.number("influence", 1))
        for row in rows
    ]
    for index, name in enumerate(names):
        if not any(position.city == index for position in found):
            raise BadData(f"positions.csv, city: {name} has no position")
    _check_tie_breaks(rows, found, cities)
    return tuple(sorted(found, key=lambda p: (p.city, -p.title)))


def _check_tie_breaks(
    rows: list[Entry], positions: list[Position], cities: tuple[City, ...]
) -> None:
    """City bonuses must tell positions of one title in one country apart."""
    for (_, a), (row, b) in combinations(zip(rows, positions, strict=True), 2):
        first, second = cities[a.city], cities[b.city]
        if a.title == b.title and first[1:] == second[1:]:
            raise row.fail(
                "title",
                f"{first.name} and {second.name} both have a {row.word('title')} and the City "
                f"bonus {first.bonus} in cities.csv, which leaves period ties open",
            )


def _period_points(
    folder: Path, periods: tuple[str, ...], countries: tuple[str, ...]
) -> tuple[tuple[tuple[int, int], ...], ...]:
    rows = _csv(folder, "periods.csv", PERIODS * COUNTRIES)
    once(rows, "country", ["period", "country"])
    points = {
        (row.choice("period", periods), row.choice("country", countries)): _falling(
            row, "first", "second"
        )
        for row in rows
    }
    return tuple(tuple(points[p, c] for c in range(COUNTRIES)) for p in range(PERIODS))


def _deck(folder: Path, edition: str, countries: tuple[str, ...], players: int) -> tuple[int, ...]:
    """Country cards in the game after those for this player count are put away."""
    rows = _csv(folder, "cards.csv", len(EDITIONS) * COUNTRIES)
    once(rows, "country", ["edition", "country"])
    left = [0] * COUNTRIES
    for row in rows:
        of_edition = EDITIONS[row.choice("edition", EDITIONS)]
        country = row.choice("country", countries)
        cards = row.number("cards", 1)
        for count in PLAYERS:
            if row.number(f"removed_{count}") > cards:
                raise row.fail(f"removed_{count}", f"more than the {cards} cards there are")
        if of_edition == edition:
            left[country] = cards - row.number(f"removed_{players}")
    return tuple(left)


def _intrigue(
    folder: Path, countries: tuple[str, ...]
) -> tuple[tuple[tuple[int, int], ...], tuple[int, ...]]:
    """The kinds of Intrigue card in canonical order and how many there are of each."""
    pairs = tuple(combinations(range(COUNTRIES), 2))
    rows = _csv(folder, "intrigue.csv", len(pairs))
    counts: dict[tuple[int, int], int] = {}
    for row in rows:
        a, b = row.choice("country", countries), row.choice("other", countries)
        pair = (min(a, b), max(a, b))
        if a == b or pair in counts:
            raise row.fail("other", f"{row.word('other')!r}: expected each pair of countries once")
        counts[pair] = row.number("cards")
    return pairs, tuple(counts[pair] for pair in pairs)


RULE_TABLES = {
    "periods": ["names"],
    "draw": ["country_cards"],
    "hand_limit": ["country_cards", "intrigue_cards"],
    "wild": ["country_cards", "intrigue_cards"],
    "king": ["intrigue_cards"],
}

COUNTS = [str(n) for n in PLAYERS]
EDITION_TABLES = {
    "display": ["sizes"],
    "period": ["ends_on_empty_pile"],
    "final_tie": ["all_markers"],
    "first_turn": COUNTS,
    "house_bonus": COUNTS,
    "cubes": None,
    "colours": COUNTS,
}


def _editions(folder: Path) -> dict[str, dict[str, Entry]]:
    """The tables of each edition by name."""
    file = read_toml(folder, EDITION_RULES).need(EDITIONS)
    return {edition: _edition(file.table(edition)) for edition in EDITIONS}


def _edition(edition: Entry) -> dict[str, Entry]:
    edition.need(EDITION_TABLES)
    found = {}
    for name, keys in EDITION_TABLES.items():
        table = edition.table(name)
        # The colours are named by the data.
        names = keys or [k for k in table.values if not tables.is_source(k)]
        found[name] = table.need_sourced(names)
    return found


def _first_turn(table: Entry, players: int, draw: Entry) -> tuple[int, ...]:
    most = draw.number("country_cards", 1, MAX_HAND)
    return _per_seat(table, players, table.numbers(str(players), 1, most))


def _per_seat(table: Entry, players: int, values: tuple) -> tuple:
    if len(values) != players:
        raise table.fail(str(players), f"{len(values)} entries for {players} players")
    return values


def _house_bonus(table: Entry, players: int) -> tuple[int, ...]:
    values = table.numbers(str(players), 1)
    if len(values) > MAX_HOUSE_MARKERS:
        raise table.fail(str(players), f"choose at most {MAX_HOUSE_MARKERS} markers")
    if list(values) != sorted(values, reverse=True):
        raise table.fail(str(players), "expected the highest marker first")
    return values


def _cubes(cubes: Entry, colours: Entry, players: int, more_cubes: str) -> tuple[int, ...]:
    """What each seat has, with the colours of the data or with other ones."""
    names = _per_seat(colours, players, colours.words(str(players)))
    for name in names:
        if name not in cubes.values or tables.is_source(name):
            raise colours.fail(str(players), f"unknown colour {name!r}")
        if names.count(name) > 1:
            raise colours.fail(str(players), f"colour {name!r} twice")
    listed_cubes = tuple(cubes.number(name, 2) for name in names)
    if more_cubes == AS_LISTED:
        return listed_cubes
    every = [cubes.number(name, 2) for name in cubes.values if not tables.is_source(name)]
    return _chosen_cubes(listed_cubes, every, more_cubes)


def _chosen_cubes(
    listed_cubes: tuple[int, ...], every: list[int], more_cubes: str
) -> tuple[int, ...]:
    """The named seats take colours with the most cubes, the others those with fewer (R1)."""
    players, chosen = len(listed_cubes), more_cubes.split("+")
    for name in chosen:
        if name not in SEAT_NAMES[:players]:
            raise BadOption(
                f"more_cubes={more_cubes}: {players} play: choose from "
                f"{listed(SEAT_NAMES[:players])}"
            )
    large = [n for n in every if n == max(every)]
    small = [n for n in every if n < max(every)]
    if players < FREE_COLOURS:
        least = most = listed_cubes.count(max(every))
    else:
        least, most = max(0, players - len(small)), min(len(large), players)
    if not least <= len(chosen) <= most:
        counts = listed([*range(max(1, least), most + 1)])
        raise BadOption(
            f"more_cubes={more_cubes}: names {len(chosen)}, but of {players} players {counts} "
            f"have {max(every)} cubes: name as many, or choose {AS_LISTED}"
        )
    return tuple(large[0] if seat in chosen else small.pop(0) for seat in SEAT_NAMES[:players])


def _check_supply_of_cards(board: Board, players: int, edition: str, limits: Entry) -> None:
    """However cards are hoarded, one can be drawn; and every count fits its eight bits."""
    if board.draw > board.display:
        # With an empty pile the display alone must do for a turn.
        raise BadData(
            f"{RULES}, [draw], country_cards: {board.draw} is more than a display of "
            f"{board.display}, which can be all there is to draw from"
        )
    if board.hand_limit + board.draw > MAX_HAND:
        raise limits.fail(
            "country_cards", f"limit and draw together are more than {MAX_HAND} cards"
        )
    needed = players * board.hand_limit + board.draw + board.display
    if not needed < sum(board.deck) <= MAX_COUNT:
        raise BadData(
            f"cards.csv, {edition}, removed_{players}: leaves {sum(board.deck)} Country cards, "
            f"choose {needed + 1} to {MAX_COUNT}"
        )
    needed = players * board.intrigue_limit + 1
    if not needed < sum(board.intrigue_deck) <= MAX_COUNT:
        raise BadData(
            f"intrigue.csv, cards: {sum(board.intrigue_deck)} Intrigue cards, "
            f"choose {needed + 1} to {MAX_COUNT}"
        )
