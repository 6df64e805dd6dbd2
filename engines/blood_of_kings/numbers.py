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

from eminence.engines.blood_of_kings import tables
from eminence.engines.blood_of_kings.dynasty import numbers as dynasty
from eminence.engines.blood_of_kings.dynasty.numbers import DynastyCard
from eminence.engines.blood_of_kings.kingdom import numbers as kingdom
from eminence.engines.blood_of_kings.kingdom import tiles
from eminence.engines.blood_of_kings.kingdom.numbers import Mat
from eminence.engines.blood_of_kings.kingdom.tiles import Achievement
from eminence.engines.blood_of_kings.names import REGION_TYPES
from eminence.engines.blood_of_kings.tables import CATHEDRAL, Negotiation
from eminence.engines.blood_of_kings.war import numbers as war
from eminence.engines.blood_of_kings.war.numbers import Region, Sea
from eminence.engines.kit import sheets
from eminence.engines.kit.guidance_file import GUIDANCE
from eminence.engines.kit.options import SourceLine
from eminence.engines.kit.sheets import Toml, names_of
from eminence.engines.kit.tables import Record
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

RULES = Toml("rules.toml")
SHEETS = (
    *war.MAP,
    *(kingdom.MATS, kingdom.GRANTS, kingdom.KINGDOM_CARDS),
    *(dynasty.PERMITS, dynasty.DECK),
    war.BATTLE,
)
TOMLS = (RULES.file, tiles.TILES, GUIDANCE)
FILES = sheets.file_names(SHEETS, TOMLS)

FORTIFIED = REGION_TYPES[:3]

# Limits of what the rules can count.
MAX_HAND = 10
MAX_DISPLAY = 5
MAX_UNITS = 31
MAX_FLAGS = 31
MAX_SIEGE = 7


@dataclass(frozen=True, kw_only=True)
class Board:
    """Every number of the game. Kingdoms, seas, regions, cards and tiles are indexed."""

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
    #: by face of the coloured die: who loses first; if the smaller side does, who loses in a tie
    battle: tuple[tuple[int, int], ...]
    achievements: tuple[Achievement, ...]

    flags: int = RULES.number("setup.flags", 1, MAX_FLAGS)
    glory: int = RULES.number("setup.glory", 0, 4)
    hand: int = RULES.number("setup.hand", 1, MAX_HAND)
    sets: int = RULES.number("setup.sets", tables.SETS, tables.SETS)
    display: int = RULES.number("setup.display", 1, MAX_DISPLAY)
    glory_per_tile: int = RULES.number("setup.glory_per_tile", 1, 9)
    armies: int = RULES.number("tokens.armies", 1, MAX_UNITS)
    fleets: int = RULES.number("tokens.fleets", 1, MAX_UNITS)
    flag_tokens: int = RULES.number("tokens.flags", 1, MAX_FLAGS)
    siege_tokens: int = RULES.number("tokens.siege", 1, MAX_SIEGE)
    trade: tuple[int, int] = RULES.each("tokens", ("trade_front", "trade_back"), 0, 20)
    #: by type of region
    raising: tuple[int, ...] = RULES.each("raising", REGION_TYPES, 0, 9)
    unit_price: int = RULES.number("raising.price", 0, 20)
    levies: tuple[int, ...] = RULES.each("levies", FORTIFIED, 0, 9)
    levies_own_flag: int = RULES.number("levies.own_flag", 0, 9)
    garrison: tuple[int, ...] = RULES.each("garrison", FORTIFIED, 0, 9)
    siege_own_flag: int = RULES.number("garrison.own_flag", 0, 5)
    region_glory: int = RULES.number("glory.region", 0, 9)
    capitol_glory: int = RULES.number("glory.capitol", 0, 9)
    development_glory: int = RULES.number("glory.development", 0, 9)
    ransom_glory: int = RULES.number("glory.ransom", 0, 9)
    cathedral_regions: int = RULES.number("cathedrals.regions", 1, 9)
    surrender: int = RULES.number("battle.surrender", 2, 9)
    council_price: int = RULES.number("actions.council", 0, 99)
    unrest_falls: int = RULES.number("succession.unrest_falls", 0, 99)
    transfer_share: int = RULES.number("negotiation.transfer_share", 1, 9)
    offers: int = RULES.number("negotiation.offers", 0, 9)
    exchanges: int = RULES.number("negotiation.exchanges", 0, 99)

    region_names = names_of("regions")
    sea_names = names_of("seas")
    card_names = names_of("deck")
    tile_names = names_of("achievements")

    @cached_property
    def place_names(self) -> tuple[str, ...]:
        """Regions, unused numbers between, then the seas."""
        unused = [f"({i})" for i in range(len(self.regions), tables.FIRST_SEA)]
        return (*self.region_names, *unused, *self.sea_names)

    def owned(self, kingdom: int) -> tuple[Region, ...]:
        """The regions that a kingdom starts with."""
        return tuple(region for region in self.regions if region.kingdom == kingdom)

    def starting_income(self, kingdom: int) -> int:
        mat, owned = self.mats[kingdom], self.owned(kingdom)
        return mat.capitol[0] + sum(
            (region.type == tables.CASTLE) * mat.castle[0]
            + (region.type == tables.TOWN) * mat.town[0]
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
    values, rules = sheets.declared(folder, Board)
    for name in ("levies", "garrison"):
        # The fourth type of region is not fortified.
        values[name] += (0,)
    kingdoms, colours = war.kingdoms(folder)
    seas = war.seas(folder)
    sea_names = [sea.name for sea in seas]
    regions = war.regions(folder, kingdoms, seas)
    region_names = [region.name for region in regions]
    mats = kingdom.mats(folder, kingdoms)
    starting, total = kingdom.kingdom_cards(folder, kingdoms, mats)
    board = Board(
        **values,
        kingdoms=kingdoms,
        colours=colours,
        seas=seas,
        sea_borders=tuple(sorted(war.SEA_BORDERS.pairs(folder, sea_names))),
        regions=regions,
        roads=tuple(sorted(war.ROADS.pairs(folder, region_names))),
        straits=war.straits(folder, region_names, sea_names),
        mats=mats,
        starting_cards=starting,
        total_cards=total,
        permits=dynasty.permits(folder),
        deck=dynasty.deck(folder, kingdoms),
        battle=war.battle(folder),
        achievements=tiles.achievements(folder),
    )
    war.check_reach(board.regions, board.roads, board.straits, board.sea_borders)
    _check_amounts(board, rules)
    return board


def sources(data: Path = DATA) -> list[SourceLine]:
    """Every number of the data folder with its source."""
    read(data)
    return sheets.folder_sources(data, SHEETS, TOMLS)


def _check_amounts(board: Board, rules: dict[str, Record]) -> None:
    """There are enough tokens and cards to hand out."""
    rules["setup"].number("glory_per_tile", board.glory + 1, 9)
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
        raise dynasty.DECK.fail("copies", f"{cards} cards, the first deal needs {needed}")
    if board.trade[0] > board.trade[1]:
        raise rules["tokens"].fail(
            "trade_front", f"{board.trade[0]} is above trade_back: the front is the smaller"
        )
