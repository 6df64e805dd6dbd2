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

from eminence.cython_ext.errors import BadOption
from eminence.engines.kit import sheets
from eminence.engines.kit.guidance_file import GUIDANCE
from eminence.engines.kit.options import SourceLine, listed
from eminence.engines.kit.sheets import Row, Sheet, Toml, choice, column, number
from eminence.engines.kit.tables import Record, read_toml
from eminence.engines.royals import state

DATA = Path(__file__).parent / "data"
PLAYERS = (2, 3, 4, 5)
EDITIONS = ("abacusspiele", "arcane_wonders")
#: with fewer players than this the rulebooks name the colours
FREE_COLOURS = 3
#: the colours that the data give to the seats
AS_LISTED = "fewest"

SEAT_NAMES = tuple(f"seat{seat}" for seat in range(state.MAX_PLAYERS))

COUNTRIES = Sheet("countries.csv", "country", "higher+ lower+", state.COUNTRIES, "country")
CITIES = Sheet("cities.csv", "city", "country+ bonus+", (1, state.MAX_CITIES), "city")
TITLES = Sheet("titles.csv", "title", "cost+ points+ half+", state.TITLES, "title")
POSITIONS = Sheet("positions.csv", "city title", "influence+", (1, state.MAX_POSITIONS), "position")
PERIODS = Sheet("periods.csv", "period country", "first second", state.PERIODS * state.COUNTRIES)
CARDS = Sheet(
    "cards.csv",
    "edition country",
    " ".join(["cards", *(f"removed_{n}" for n in PLAYERS)]),
    len(EDITIONS) * state.COUNTRIES,
)
PAIRS = state.COUNTRIES * (state.COUNTRIES - 1) // 2
INTRIGUE = Sheet("intrigue.csv", "country other", "cards", PAIRS)
RULES = Toml("rules.toml")
EDITION_RULES = "editions.toml"
COUNTS = [str(n) for n in PLAYERS]
EDITION_TABLES = {
    "display": ["sizes"],
    "period": ["ends_on_empty_pile"],
    "final_tie": ["all_markers"],
    "first_turn": COUNTS,
    "house_bonus": COUNTS,
    # The colours are named by the data.
    "cubes": None,
    "colours": COUNTS,
}

SHEETS = (COUNTRIES, CITIES, TITLES, POSITIONS, PERIODS, CARDS, INTRIGUE)
TOMLS = (RULES.file, EDITION_RULES, GUIDANCE)
FILES = sheets.file_names(SHEETS, TOMLS)


class City(NamedTuple):
    name: str
    country: int
    bonus: int


class Position(NamedTuple):
    city: int
    title: int
    influence: int


@dataclass(frozen=True, kw_only=True)
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
    periods: tuple[str, ...] = RULES.value(
        "periods.names", sheets.different_words("periods", state.PERIODS, state.PERIODS)
    )
    deck: tuple[int, ...]
    intrigue_deck: tuple[int, ...]
    first_turn: tuple[int, ...]
    cubes: tuple[int, ...]
    display: int
    draw: int = RULES.number("draw.country_cards", 1, state.MAX_HAND)
    hand_limit: int = RULES.number("hand_limit.country_cards", 1, state.MAX_HAND)
    intrigue_limit: int = RULES.number("hand_limit.intrigue_cards", 1, state.MAX_INTRIGUE - 1)
    wild: int = RULES.number("wild.country_cards", 2, state.MAX_HAND)
    intrigue_wild: int = RULES.number("wild.intrigue_cards", 2, state.MAX_INTRIGUE)
    king_intrigue: int = RULES.number("king.intrigue_cards", 1, state.MAX_KING_INTRIGUE)
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
    values, rules = sheets.declared(folder, Board)
    editions = _editions(folder)
    _check_display(display, edition, editions)
    special = editions[edition]
    first = special["first_turn"]
    country_rows = COUNTRIES.read(folder, higher=number(1), lower=number(1))
    title_rows = _titles(folder)
    countries, titles = column(country_rows, "country"), column(title_rows, "title")
    cities = _cities(folder, countries)
    intrigue = INTRIGUE.pairs(folder, countries)
    board = Board(
        **values,
        countries=countries,
        pairs=tuple(sorted(intrigue)),
        titles=titles,
        cost=column(title_rows, "cost"),
        title_points=tuple((row["points"], row["half"]) for row in title_rows),
        cities=cities,
        positions=_positions(folder, cities, titles),
        country_bonus=tuple(_falling(row, "higher", "lower") for row in country_rows),
        house_bonus=_house_bonus(special["house_bonus"], players),
        period_points=_period_points(folder, values["periods"], countries),
        deck=_deck(folder, edition, countries, players),
        intrigue_deck=tuple(intrigue[pair]["cards"] for pair in sorted(intrigue)),
        first_turn=_per_seat(players, first.numbers(str(players), 1, values["draw"]), first),
        cubes=_cubes(special["cubes"], special["colours"], players, more_cubes),
        display=display,
        ends_on_empty_pile=special["period"].flag("ends_on_empty_pile"),
        all_markers_break_ties=special["final_tie"].flag("all_markers"),
    )
    _check_supply_of_cards(board, players, edition, rules)
    return board


def sources(data: Path = DATA) -> list[SourceLine]:
    """Every number of the data folder with its source."""
    for edition, special in _editions(data).items():
        for display in _sizes(special):
            for players in PLAYERS:
                read(data, players, edition, display)
    return sheets.folder_sources(data, SHEETS, TOMLS)


# --- the files ---


def _falling(row: Row, higher: str, lower: str) -> tuple[int, int]:
    """A pair of markers of which the first is worth at least the second."""
    if row[higher] < row[lower]:
        raise row.fail(higher, f"{row[higher]} is less than {lower} = {row[lower]}")
    return row[higher], row[lower]


def _titles(folder: Path) -> list[Row]:
    """From the lowest rank to the highest."""
    cost = number(1, state.MAX_HAND)
    rows = TITLES.read(folder, cost=cost, points=number(1), half=number(1))
    for row in rows:
        if row["points"] != 2 * row["half"]:
            raise row.fail("half", f"{row['half']} is not half of points = {row['points']}")
    for below, row in pairwise(rows):
        for name in ("cost", "points"):
            if row[name] <= below[name]:
                raise row.fail(name, f"{row[name]} is not above {below['title']}'s {below[name]}")
    return rows


def _cities(folder: Path, countries: tuple[str, ...]) -> tuple[City, ...]:
    cities = tuple(City(*row.cells) for row in CITIES.read(folder, country=choice(countries)))
    for country, name in enumerate(countries):
        if not any(city.country == country for city in cities):
            raise CITIES.fail("country", f"no city lies in {name}")
    return cities


def _positions(
    folder: Path, cities: tuple[City, ...], titles: tuple[str, ...]
) -> tuple[Position, ...]:
    """In the order of the cities, the higher title first."""
    names = [city.name for city in cities]
    rows = POSITIONS.read(folder, city=choice(names), title=choice(titles), influence=number(1))
    found = [Position(*row.cells) for row in rows]
    for index, name in enumerate(names):
        if not any(position.city == index for position in found):
            raise POSITIONS.fail("city", f"{name} has no position")
    _check_tie_breaks(rows, found, cities)
    return tuple(sorted(found, key=lambda p: (p.city, -p.title)))


def _check_tie_breaks(rows: list[Row], positions: list[Position], cities: tuple[City, ...]) -> None:
    """City bonuses must differ among positions of one title in one country."""
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
    of, points = choice(countries), number(1)
    rows = PERIODS.read(folder, period=choice(periods), country=of, first=points, second=points)
    found = {row.cells[:2]: _falling(row, "first", "second") for row in rows}
    return sheets.grid(found, (state.PERIODS, state.COUNTRIES))


def _deck(folder: Path, edition: str, countries: tuple[str, ...], players: int) -> tuple[int, ...]:
    """Country cards in the game after those for this player count are put away."""
    left = [0] * state.COUNTRIES
    for row in CARDS.read(
        folder, edition=choice(EDITIONS), country=choice(countries), cards=number(1)
    ):
        for count in PLAYERS:
            if row[f"removed_{count}"] > row["cards"]:
                raise row.fail(f"removed_{count}", f"more than the {row['cards']} cards there are")
        if EDITIONS[row["edition"]] == edition:
            left[row["country"]] = row["cards"] - row[f"removed_{players}"]
    return tuple(left)


def _editions(folder: Path) -> dict[str, dict[str, Record]]:
    """The tables of each edition by name."""
    file = read_toml(folder, EDITION_RULES).need(EDITIONS)
    return {edition: file.table(edition).tables(EDITION_TABLES) for edition in EDITIONS}


def _sizes(special: dict[str, Record]) -> tuple[int, ...]:
    return special["display"].numbers("sizes", 1, 8)


def _check_display(display: int, edition: str, editions: dict[str, dict[str, Record]]) -> None:
    sizes = {name: _sizes(special) for name, special in editions.items()}
    if display not in sizes[edition]:
        owners = [name for name in EDITIONS if display in sizes[name]]
        raise BadOption(
            f"display={display} belongs to edition {listed(owners or ['none'])}: "
            f"choose display={listed(sizes[edition])}"
        )


def _per_seat(players: int, values: tuple, table: Record) -> tuple:
    if len(values) != players:
        raise table.fail(str(players), f"{len(values)} entries for {players} players")
    return values


def _house_bonus(table: Record, players: int) -> tuple[int, ...]:
    values = table.numbers(str(players), 1)
    if len(values) > state.MAX_HOUSE_MARKERS:
        raise table.fail(str(players), f"choose at most {state.MAX_HOUSE_MARKERS} markers")
    if list(values) != sorted(values, reverse=True):
        raise table.fail(str(players), "expected the highest marker first")
    return values


def _cubes(cubes: Record, colours: Record, players: int, more_cubes: str) -> tuple[int, ...]:
    """What each seat has, with the colours of the data or with other ones."""
    names = _per_seat(players, colours.words(str(players)), colours)
    for name in names:
        if name not in cubes.names:
            raise colours.fail(str(players), f"unknown colour {name!r}")
        if names.count(name) > 1:
            raise colours.fail(str(players), f"colour {name!r} twice")
    listed_cubes = tuple(cubes.number(name, 2) for name in names)
    if more_cubes == AS_LISTED:
        return listed_cubes
    every = [cubes.number(name, 2) for name in cubes.names]
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


def _check_supply_of_cards(
    board: Board, players: int, edition: str, rules: dict[str, Record]
) -> None:
    """However players hoard cards, one can be drawn; and every count fits eight bits."""
    if board.draw > board.display:
        # With an empty pile the display alone must be enough for a turn.
        raise rules["draw"].fail(
            "country_cards",
            f"{board.draw} is more than a display of {board.display}, which can be all there is "
            "to draw from",
        )
    if board.hand_limit + board.draw > state.MAX_HAND:
        raise rules["hand_limit"].fail(
            "country_cards", f"limit and draw together are more than {state.MAX_HAND} cards"
        )
    needed = players * board.hand_limit + board.draw + board.display
    if not needed < sum(board.deck) <= state.MAX_COUNT:
        raise CARDS.fail(
            f"{edition}, removed_{players}",
            f"leaves {sum(board.deck)} Country cards, choose {needed + 1} to {state.MAX_COUNT}",
        )
    needed = players * board.intrigue_limit + 1
    if not needed < sum(board.intrigue_deck) <= state.MAX_COUNT:
        raise INTRIGUE.fail(
            "cards",
            f"{sum(board.intrigue_deck)} Intrigue cards, choose {needed + 1} to {state.MAX_COUNT}",
        )
