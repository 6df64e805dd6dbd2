"""A position as a player reads it: who rules what, who is friendly, what stands where.

Only what the view itself shows is read.
"""

from __future__ import annotations

from eminence.cython_ext.game import Position, View
from eminence.engines.blood_of_kings import estimates, tables
from eminence.engines.blood_of_kings.names import CARDS, REGION_TYPES
from eminence.engines.blood_of_kings.numbers import Board
from eminence.engines.blood_of_kings.tables import (
    CAPITOL,
    FIRST_SEA,
    KINGDOMS,
    UNKNOWN,
    Achievement,
    Permit,
)
from eminence.engines.kit.wording import among, plural

#: nobody rules it, nobody holds it
NOBODY = -1
#: of two dice, how often the coloured one is higher
COLOURED_HIGHER = (1 - 1 / tables.DIE) / 2


def percent(chance: float) -> str:
    """Rounded, but never up to certain while it may still go wrong."""
    if 0.99 < chance < 1:
        return "over 99 %"
    return "under 1 %" if 0 < chance < 0.01 else f"{100 * chance:.0f} %"


def crowns(n: int) -> str:
    return plural(n, "Crown") if n else "free"


def armies(n: int) -> str:
    return plural(n, "army", "armies")


def levies(n: int) -> str:
    return plural(n, "levy", "levies")


def joined(*parts: str) -> str:
    """The parts of a note that say something."""
    return "; ".join(part for part in parts if part)


class Situation:
    """Questions about one position of one loaded game."""

    def __init__(self, board: Board, position: Position) -> None:
        self.on = board
        self.position = position
        self.data = position.data

    # --- seats ---

    @property
    def seats(self) -> int:
        return int(self.position.game.seats)

    @property
    def viewer(self) -> int:
        """The seat that looks, or NOBODY for an onlooker and for the whole state."""
        seat = self.position.seat if isinstance(self.position, View) else NOBODY
        return seat if seat is not None and seat >= 0 else NOBODY

    @property
    def mover(self) -> int:
        """The seat that is to decide."""
        return int(self.position.player)

    @property
    def active_seat(self) -> int:
        """The seat that plays Dynasty cards, or talks."""
        return int(self.data["first"] + self.data["acting"]) % self.seats

    def has_tile(self, seat: int, tile: Achievement) -> bool:
        return seat >= 0 and bool(int(self.data["tiles"][seat]) >> tile & 1)

    def ruler_has(self, kingdom: int, tile: Achievement) -> bool:
        return kingdom >= 0 and self.has_tile(self.ruler(kingdom), tile)

    # --- kingdoms ---

    @property
    def active(self) -> int:
        """The kingdom whose card is resolved."""
        return int(self.data["order"][self.data["acting"]])

    def name(self, kingdom: int) -> str:
        return self.on.kingdoms[kingdom]

    def ruler(self, kingdom: int) -> int:
        return int(self.data["ruler"][kingdom]) - 1

    def ruler_word(self, kingdom: int) -> str:
        """Such as `seat 2` or `in Chaos`."""
        ruler = self.ruler(kingdom)
        return f"seat {ruler}" if ruler >= 0 else "in Chaos"

    def ruler_owner(self, kingdom: int) -> str:
        """The same to the seat that is to decide: its own kingdoms are `yours`."""
        ruler = self.ruler(kingdom)
        return "yours" if ruler >= 0 and ruler == self.mover else self.ruler_word(kingdom)

    def cost(self, kingdom: int, price: int) -> str:
        """Such as `5 Crowns of 12`: a price, and what the treasury has."""
        return f"{crowns(price)} of {self.data['crowns'][kingdom]}" if price else "free"

    def friendly(self, a: int, b: int) -> bool:
        """The same kingdom, the same ruler, or an Alliance."""
        alliance = self.data["alliance"]
        same = a == b or (self.ruler(a) >= 0 and self.ruler(a) == self.ruler(b))
        return same or alliance[a] == b + 1 or alliance[b] == a + 1

    def friends(self, kingdom: int) -> list[int]:
        return [k for k in range(KINGDOMS) if self.friendly(kingdom, k)]

    def played(self, kingdom: int) -> str:
        """The name of the Kingdom card of this turn, "" before it is played."""
        card = int(self.data["played"][kingdom])
        return CARDS[card - 1] if card else ""

    def permitting(self, permit: Permit) -> list[int]:
        """The kingdoms whose card of this turn permits such Dynasty cards."""
        played, shielded = self.data["played"], int(self.data["shielded"])
        return [
            k
            for k in range(KINGDOMS)
            if played[k] and self.on.permits[played[k] - 1] & permit and not shielded >> k & 1
        ]

    def level(self, kingdom: int, institution: int) -> int:
        """From 0, as the lists of a mat."""
        return int(self.data["level"][kingdom][institution])

    def bonus(self, kingdom: int) -> int:
        """What the ruler adds in a succession."""
        bonus = self.on.mats[kingdom].influence[self.level(kingdom, tables.LEGAL)]
        if self.ruler_has(kingdom, Achievement.DIVINE_RIGHT):
            bonus += self.on.achievements[Achievement.DIVINE_RIGHT].numbers["influence"]
        return bonus

    def unrest_word(self, kingdom: int, more: int = 0) -> str:
        """Such as `2 of 3`: unrest and stability."""
        calm = estimates.stability_of(self.position, kingdom)
        return f"{int(self.data['unrest'][kingdom]) + more} of {calm}"

    def rebels(self, kingdom: int, more: int) -> bool:
        """Whether so much more unrest starts a violent succession."""
        calm = estimates.stability_of(self.position, kingdom)
        unrest = int(self.data["unrest"][kingdom]) + more
        return self.ruler(kingdom) >= 0 and unrest >= calm

    # --- the map ---

    def place_name(self, place: int) -> str:
        """Such as `Paris` or `the North Sea`."""
        name = self.on.place_names[place]
        return f"the {name}" if place >= FIRST_SEA else name

    def holder(self, region: int) -> int:
        """The kingdom that controls a region, or NOBODY."""
        holds = self.data["holds"]
        return next((k for k in range(KINGDOMS) if int(holds[k]) >> region & 1), NOBODY)

    def holder_word(self, region: int) -> str:
        holder = self.holder(region)
        return self.name(holder) if holder >= 0 else "independent"

    def ground(self, region: int) -> str:
        """Such as `castle of Spain, seat 2` or `independent town`."""
        holder, kind = self.holder(region), REGION_TYPES[self.on.regions[region].type]
        if holder < 0:
            return f"independent {kind}"
        return f"{kind} of {self.name(holder)}, {self.ruler_owner(holder)}"

    def armies_at(self, place: int) -> dict[int, int]:
        """How many armies of which kingdoms, in a region or at sea."""
        there = self.data["armies"][:, place]
        return {k: int(n) for k, n in enumerate(there) if n}

    def fleets_at(self, sea: int) -> dict[int, int]:
        there = self.data["fleets"][:, sea]
        return {k: int(n) for k, n in enumerate(there) if n}

    def counts(self, units: dict[int, int]) -> str:
        """Such as `2 France, 1 England`."""
        return ", ".join(f"{n} {self.name(k)}" for k, n in units.items())

    def units_of(self, kingdom: int) -> int:
        """Armies and fleets on the map."""
        return int(self.data["armies"][kingdom].sum() + self.data["fleets"][kingdom].sum())

    def enemies_at(self, place: int) -> dict[int, int]:
        """Armies there, or fleets at sea, that are no friends of the active kingdom."""
        at_sea = place >= FIRST_SEA
        units = self.fleets_at(place - FIRST_SEA) if at_sea else self.armies_at(place)
        return {k: n for k, n in units.items() if not self.friendly(self.active, k)}

    def besiegers(self, region: int) -> list[int]:
        sieges = self.data["sieges"]
        return [k for k in range(KINGDOMS) if int(sieges[k]) >> region & 1]

    def has_flag(self, kingdom: int, region: int) -> bool:
        return bool(int(self.data["flags"][kingdom]) >> region & 1)

    def held_of_type(self, kingdom: int, kind: int) -> int:
        """How many regions of a type the kingdom holds."""
        held = int(self.data["holds"][kingdom])
        return sum(region.type == kind for region in among(self.on.regions, held))

    def flag_price(self, has_one: bool, kingdom: int) -> str:
        """What a flag raised there costs; one that lies there already is used again."""
        return "" if has_one else f"1 flag of {self.data['flags_left'][kingdom]}"

    def sea_owner(self, sea: int) -> int:
        return int(self.data["sea_owner"][sea]) - 1

    def levies_of(self, region: int) -> int:
        """Levies of a region against somebody without a flag or tile there."""
        kind = self.on.regions[region].type
        found, holder = self.on.levies[kind], self.holder(region)
        if holder < 0 or kind == tables.CATHEDRAL:
            return found
        found += self.on.mats[holder].fortification[self.level(holder, tables.MILITARY)]
        mighty = self.on.achievements[Achievement.MIGHTY_CASTLES].numbers
        everywhere = not mighty["castles_only"] or kind == tables.CASTLE
        if everywhere and self.ruler_has(holder, Achievement.MIGHTY_CASTLES):
            found += mighty["fortification"]
        return found

    def base_income(self, kingdom: int, sea: int) -> int:
        """What the sea brings this kingdom before it is multiplied."""
        base = self.on.seas[sea].base_income
        if self.ruler_has(kingdom, Achievement.TREASURE_FLEET):
            base += self.on.achievements[Achievement.TREASURE_FLEET].numbers["income"]
        return base

    def income_of_sea(self, kingdom: int, sea: int) -> int:
        """What the sea brings this kingdom with each Taxation."""
        multiplier = self.on.mats[kingdom].sea[self.level(kingdom, tables.ECONOMIC)]
        return self.base_income(kingdom, sea) * multiplier

    def incomes_by_level(self, kingdom: int, institution: int) -> list[tuple[tuple[int, ...], int]]:
        """What an institution brings at each of its levels, and how often."""
        mat = self.on.mats[kingdom]
        if institution == tables.RELIGIOUS:
            return [(mat.cathedral, self.held_of_type(kingdom, tables.CATHEDRAL))]
        if institution != tables.ECONOMIC:
            return []
        held = [s for s in range(len(self.on.seas)) if self.sea_owner(s) == kingdom]
        return [
            (mat.capitol, self.held_of_type(kingdom, CAPITOL)),
            (mat.castle, self.held_of_type(kingdom, tables.CASTLE)),
            (mat.town, self.held_of_type(kingdom, tables.TOWN)),
            (mat.sea, sum(self.base_income(kingdom, sea) for sea in held)),
        ]

    def can_raise_flag(self, kingdom: int, region: int) -> bool:
        return self.has_flag(kingdom, region) or self.data["flags_left"][kingdom] > 0

    # --- cards ---

    def stack(self, seat: int, kingdom: int) -> list[int]:
        """The kinds of a seat's influence cards, from the bottom up; UNKNOWN if not seen."""
        heights = self.data["height"]
        start = int(heights[:seat].sum() + heights[seat][:kingdom].sum())
        return [int(kind) for kind in self.data["mat"][start : start + int(heights[seat][kingdom])]]

    def legal(self, kind: int, kingdom: int) -> bool:
        """Whether a card counts as influence there; all others are bluffs."""
        return kind != UNKNOWN and bool(self.on.deck[kind].shields >> kingdom & 1)

    def worth(self, kind: int, kingdom: int) -> str:
        """Such as `worth 7 in France` or `a bluff in France`."""
        where = self.name(kingdom)
        if kind == UNKNOWN:
            return "a card that you do not know"
        if not self.legal(kind, kingdom):
            return f"a bluff in {where}"
        return f"worth {self.on.deck[kind].value} in {where}"

    # --- glory ---

    def glory_for(self, kingdom: int, region: int) -> str:
        """What a conquest brings, such as `1 glory from seat 2`."""
        capitol = self.on.regions[region].type == CAPITOL
        if not capitol and not self.can_raise_flag(kingdom, region):
            return "no flag left: nothing is gained"
        n = self.on.capitol_glory if capitol else self.on.region_glory
        holder = self.holder(region)
        loser = self.ruler(holder) if holder >= 0 else NOBODY
        extra = f" and the rule of {self.name(holder)}" if capitol else ""
        if loser >= 0 and loser == self.ruler(kingdom):
            return f"no glory: both have one ruler{extra}"
        return f"{n} glory from {self._source(loser)}{extra}"

    def prize(self, region: int) -> str:
        """What taking the region brings the active kingdom."""
        return self.glory_for(self.active, region)

    def _source(self, loser: int) -> str:
        """Where taken glory comes from: a seat that has any, or the pool."""
        if loser < 0 or not (self.data["glory"][loser] or self.data["tiles"][loser]):
            return "the pool"
        return f"seat {loser}"

    def total_glory(self, seat: int) -> int:
        tiles = int(self.data["tiles"][seat]).bit_count()
        return int(self.data["glory"][seat]) + self.on.glory_per_tile * tiles

    # --- what is under way ---

    def side(self, side: int) -> list[int]:
        """The kingdoms that attack or defend."""
        field = "attackers" if side == tables.ATTACKERS else "defenders"
        return [*among(range(KINGDOMS), int(self.data[field]))]

    def strength(self, side: int) -> int:
        """Units of a side in the fight, levies included."""
        units = sum(int(self.data["force"][k]) for k in self.side(side))
        return units + (int(self.data["levies"]) if side == tables.DEFENDERS else 0)
