"""The numbers of Blood of Kings: reads the data folder.

Errors (`BadData`) name file, row or table, and field. What C code relies on (array sizes,
ranges, one capitol each, cards and flags that suffice) is proven here, once, when the game is
loaded. Each chapter reads its own: the map and the battle table in `war`, mats and tiles in
`kingdom`, the deck in `dynasty`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from eminence.cython_ext.errors import BadData
from eminence.engines.blood_of_kings.dynasty import numbers as dynasty
from eminence.engines.blood_of_kings.dynasty.numbers import DynastyCard
from eminence.engines.blood_of_kings.kingdom import numbers as kingdom
from eminence.engines.blood_of_kings.kingdom import tiles
from eminence.engines.blood_of_kings.kingdom.numbers import Mat
from eminence.engines.blood_of_kings.kingdom.tiles import Achievement
from eminence.engines.blood_of_kings.names import REGION_TYPES
from eminence.engines.blood_of_kings.tables import (
    CASTLE,
    CATHEDRAL,
    FIRST_SEA,
    SETS,
    TOWN,
    Negotiation,
)
from eminence.engines.blood_of_kings.war import numbers as war
from eminence.engines.blood_of_kings.war.numbers import Region, Sea
from eminence.engines.kit import tables
from eminence.engines.kit.guidance_file import GUIDANCE
from eminence.engines.kit.options import SourceLine
from eminence.engines.kit.tables import Entry, read_toml
from eminence.engines.kit.wording import by_number

DATA = Path(__file__).parent / "data"
PLAYERS = (3, 4, 5, 6)
TILE_COUNTS = (10, 15, 30)
NEGOTIATIONS = by_number(
    {
        Negotiation.NEGOTIATE_ALL: "full",
        Negotiation.NEGOTIATE_MONEY: "money",
        Negotiation.NEGOTIATE_NOTHING: "none",
    }
)
RANDOM_TILES = "random"

RULES = "rules.toml"
TOMLS = (RULES, tiles.TILES, GUIDANCE)
#: the fingerprint of a data folder depends on this order
COLUMNS = {**war.MAP_COLUMNS, **kingdom.COLUMNS, **dynasty.COLUMNS, **war.BATTLE_COLUMNS}
#: how many columns, from the first on, name a row
KEY_COLUMNS = {**war.KEY_COLUMNS, **kingdom.KEY_COLUMNS, **dynasty.KEY_COLUMNS}
#: what the rows of a file introduce by name; the name has a source too
NAMES = {
    "seas.csv": "sea",
    "sea_borders.csv": "border",
    "regions.csv": "region",
    "roads.csv": "road",
    "kingdoms.csv": "kingdom",
    "permits.csv": "permit",
}
FILES = (*COLUMNS, *TOMLS)

FORTIFIED = REGION_TYPES[:3]
RULE_TABLES = {
    "setup": ["flags", "glory", "hand", "sets", "display", "glory_per_tile"],
    "tokens": ["armies", "fleets", "flags", "siege", "trade_front", "trade_back"],
    "raising": [*REGION_TYPES, "price"],
    "levies": [*FORTIFIED, "own_flag"],
    "garrison": [*FORTIFIED, "own_flag"],
    "glory": ["region", "capitol", "development", "ransom"],
    "cathedrals": ["regions"],
    "battle": ["surrender"],
    "actions": ["council"],
    "succession": ["unrest_falls"],
    "negotiation": ["transfer_share", "offers", "exchanges"],
}

# What the rules can count.
MAX_HAND = 10
MAX_DISPLAY = 5
MAX_UNITS = 31
MAX_FLAGS = 31
MAX_SIEGE = 7


@dataclass(frozen=True)
class Board:
    """Every number of the game. Kingdoms, seas, regions, cards and tiles go by index."""

    kingdoms: tuple[str, ...]
    colours: tuple[str, ...]
    seas: tuple[Sea, ...]
    sea_borders: tuple[tuple[int, int], ...]
    regions: tuple[Region, ...]
    roads: tuple[tuple[int, int], ...]
    #: two regions and the sea between them
    straits: tuple[tuple[int, int, int], ...]
    mats: tuple[Mat, ...]
    #: by kingdom and Kingdom card
    starting_cards: tuple[tuple[int, ...], ...]
    total_cards: tuple[tuple[int, ...], ...]
    #: by Kingdom card, a mask of the types of Dynasty cards
    permits: tuple[int, ...]
    deck: tuple[DynastyCard, ...]
    #: by face of the coloured die: who loses first, and who if the smaller does and both tie
    battle: tuple[tuple[int, int], ...]
    achievements: tuple[Achievement, ...]
    flags: int
    glory: int
    hand: int
    sets: int
    display: int
    glory_per_tile: int
    armies: int
    fleets: int
    flag_tokens: int
    siege_tokens: int
    trade: tuple[int, int]
    #: by type of region
    raising: tuple[int, ...]
    levies: tuple[int, ...]
    garrison: tuple[int, ...]
    unit_price: int
    levies_own_flag: int
    siege_own_flag: int
    region_glory: int
    capitol_glory: int
    development_glory: int
    ransom_glory: int
    cathedral_regions: int
    surrender: int
    council_price: int
    unrest_falls: int
    transfer_share: int
    offers: int
    exchanges: int

    @cached_property
    def region_names(self) -> tuple[str, ...]:
        return tuple(region.name for region in self.regions)

    @cached_property
    def sea_names(self) -> tuple[str, ...]:
        return tuple(sea.name for sea in self.seas)

    @cached_property
    def card_names(self) -> tuple[str, ...]:
        """The kinds of Dynasty cards."""
        return tuple(card.name for card in self.deck)

    @cached_property
    def tile_names(self) -> tuple[str, ...]:
        return tuple(tile.name for tile in self.achievements)

    @cached_property
    def place_names(self) -> tuple[str, ...]:
        """Regions, unused numbers between, then the seas."""
        unused = [f"({i})" for i in range(len(self.regions), FIRST_SEA)]
        return (*self.region_names, *unused, *self.sea_names)

    def owned(self, kingdom: int) -> tuple[Region, ...]:
        """The regions that a kingdom starts with."""
        return tuple(region for region in self.regions if region.kingdom == kingdom)

    def starting_income(self, kingdom: int) -> int:
        mat, owned = self.mats[kingdom], self.owned(kingdom)
        return mat.capitol[0] + sum(
            (region.type == CASTLE) * mat.castle[0]
            + (region.type == TOWN) * mat.town[0]
            + (region.type == CATHEDRAL) * mat.cathedral[0]
            for region in owned
        )

    def starting_stability(self, kingdom: int) -> int:
        cathedrals = sum(region.type == CATHEDRAL for region in self.owned(kingdom))
        return self.mats[kingdom].stability[0] + cathedrals

    def flags_left(self, kingdom: int) -> int:
        """In the treasury when the game begins."""
        return self.flags - len(self.owned(kingdom))


def read(folder: Path) -> Board:
    """All numbers of a data folder."""
    if not folder.is_dir():
        raise BadData(f"data: {folder} is no folder")
    rules = _rules(folder)
    kingdoms, colours = war.kingdoms(folder)
    seas = war.seas(folder)
    regions = war.regions(folder, kingdoms, seas)
    sea_borders = war.sea_borders(folder, seas)
    roads = war.roads(folder, regions)
    straits = war.straits(folder, regions, seas)
    war.check_reach(regions, roads, straits, sea_borders)
    mats = kingdom.mats(folder, kingdoms)
    starting, total = kingdom.kingdom_cards(folder, kingdoms, mats)
    setup, tokens, glory = rules["setup"], rules["tokens"], rules["glory"]
    raising, levies, garrison = rules["raising"], rules["levies"], rules["garrison"]
    talks = rules["negotiation"]
    board = Board(
        kingdoms=kingdoms,
        colours=colours,
        seas=seas,
        sea_borders=sea_borders,
        regions=regions,
        roads=roads,
        straits=straits,
        mats=mats,
        starting_cards=starting,
        total_cards=total,
        permits=dynasty.permits(folder),
        deck=dynasty.deck(folder, kingdoms),
        battle=war.battle(folder),
        achievements=tiles.achievements(folder),
        flags=setup.number("flags", 1, MAX_FLAGS),
        glory=setup.number("glory", 0, 4),
        hand=setup.number("hand", 1, MAX_HAND),
        sets=setup.number("sets", SETS, SETS),
        display=setup.number("display", 1, MAX_DISPLAY),
        glory_per_tile=setup.number("glory_per_tile", setup.number("glory") + 1, 9),
        armies=tokens.number("armies", 1, MAX_UNITS),
        fleets=tokens.number("fleets", 1, MAX_UNITS),
        flag_tokens=tokens.number("flags", 1, MAX_FLAGS),
        siege_tokens=tokens.number("siege", 1, MAX_SIEGE),
        trade=(tokens.number("trade_front", 0, 20), tokens.number("trade_back", 0, 20)),
        raising=tuple(raising.number(kind, 0, 9) for kind in REGION_TYPES),
        levies=(*(levies.number(kind, 0, 9) for kind in FORTIFIED), 0),
        garrison=(*(garrison.number(kind, 0, 9) for kind in FORTIFIED), 0),
        unit_price=raising.number("price", 0, 20),
        levies_own_flag=levies.number("own_flag", 0, 9),
        siege_own_flag=garrison.number("own_flag", 0, 5),
        region_glory=glory.number("region", 0, 9),
        capitol_glory=glory.number("capitol", 0, 9),
        development_glory=glory.number("development", 0, 9),
        ransom_glory=glory.number("ransom", 0, 9),
        cathedral_regions=rules["cathedrals"].number("regions", 1, 9),
        surrender=rules["battle"].number("surrender", 2, 9),
        council_price=rules["actions"].number("council", 0, 99),
        unrest_falls=rules["succession"].number("unrest_falls", 0, 99),
        transfer_share=talks.number("transfer_share", 1, 9),
        offers=talks.number("offers", 0, 9),
        exchanges=talks.number("exchanges", 0, 99),
    )
    _check_amounts(board, rules)
    return board


def data_hash(folder: Path) -> str:
    """A hash over all data files."""
    return tables.data_hash(folder, FILES)


def sources(data: Path | None = None) -> list[SourceLine]:
    """Every number of the data folder with its source."""
    folder = Path(data) if data is not None else DATA
    read(folder)
    return tables.folder_sources(folder, COLUMNS, KEY_COLUMNS, NAMES, TOMLS)


def _rules(folder: Path) -> dict[str, Entry]:
    file = read_toml(folder, RULES).need(RULE_TABLES)
    return {name: file.table(name).need_sourced(keys) for name, keys in RULE_TABLES.items()}


def _check_amounts(board: Board, rules: dict[str, Entry]) -> None:
    """Tokens and cards suffice for what hands them out."""
    for k, name in enumerate(board.kingdoms):
        if board.flags_left(k) < 0:
            raise rules["setup"].fail(
                "flags", f"{board.flags}, but {name} starts with {len(board.owned(k))} regions"
            )
        mat = board.mats[k]
        flags, siege = board.flags + sum(mat.flags), sum(mat.siege)
        if flags > board.flag_tokens:
            raise rules["tokens"].fail("flags", f"{board.flag_tokens}, but {name} can gain {flags}")
        if siege > board.siege_tokens:
            raise rules["tokens"].fail(
                "siege", f"{board.siege_tokens}, but {name} can gain {siege}"
            )
    cards = sum(card.copies for card in board.deck)
    needed = board.sets + PLAYERS[-1] * board.hand
    if cards < needed:
        raise BadData(f"{dynasty.DECK}, copies: {cards} cards, the first deal needs {needed}")
    if board.trade[0] > board.trade[1]:
        raise rules["tokens"].fail(
            "trade_front", f"{board.trade[0]} is above trade_back: the front is the smaller"
        )
