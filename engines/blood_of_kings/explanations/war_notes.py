"""Notes on moves of Preparations and Expansion, but for the fights themselves."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from eminence.engines.blood_of_kings import estimates, tables
from eminence.engines.blood_of_kings.explanations.situation import (
    Situation,
    armies,
    joined,
    levies,
    percent,
)
from eminence.engines.blood_of_kings.state import Action, Moving, Step
from eminence.engines.blood_of_kings.tables import CATHEDRAL, FIRST_SEA, Achievement
from eminence.engines.kit.wording import plural

#: bits of a count in the field that says what the current region has raised
BITS = 4


# --- raising units ---


def _raised(now: Situation, region: int) -> list[int]:
    """Paid armies, paid fleets, free armies, free fleets of this region with this card."""
    if region != now.data["from_place"]:
        return [0, 0, 0, 0]
    return [int(now.data["raised"]) >> BITS * i & (1 << BITS) - 1 for i in range(4)]


def _is_free_army(now: Situation, region: int) -> bool:
    """Free armies come before those that cost (R24.5, R24.16, R24.27)."""
    paid_armies, paid_fleets, free, _ = _raised(now, region)
    tile, earned = {
        tables.CAPITOL: (Achievement.ELITE_GUARD, paid_armies > 0),
        tables.TOWN: (Achievement.MERCENARY_COMPANIES, paid_armies + paid_fleets > 0),
        CATHEDRAL: (Achievement.TEMPLE_KNIGHTS, True),
    }.get(now.on.regions[region].type, (None, False))
    if tile is None or not earned or not now.ruler_has(now.active, tile):
        return False
    return free < now.on.achievements[tile].numbers["armies"]


def _is_free_fleet(now: Situation, region: int) -> bool:
    """Those of the Massive Armada come first (R24.15)."""
    if not now.ruler_has(now.active, Achievement.MASSIVE_ARMADA):
        return False
    granted = now.on.achievements[Achievement.MASSIVE_ARMADA].numbers["fleets"]
    return _raised(now, region)[3] < granted


def _unit_cost(now: Situation, free: bool) -> str:
    return now.cost(now.active, 0 if free else now.on.unit_price)


def _army_raised(now: Situation, region: int) -> str:
    there = int(now.data["armies"][now.active][region]) + 1
    return joined(
        _unit_cost(now, _is_free_army(now, region)),
        f"then {armies(there)} there",
        _fights(now, region),
    )


def _fleet_raised(now: Situation, region: int) -> str:
    sea = now.on.regions[region].port
    there = int(now.data["fleets"][now.active][sea]) + 1
    return joined(
        _unit_cost(now, _is_free_fleet(now, region)),
        f"then {plural(there, 'fleet')} in {now.place_name(FIRST_SEA + sea)}",
        _fights(now, FIRST_SEA + sea),
    )


def _fights(now: Situation, place: int) -> str:
    enemies = now.enemies_at(place)
    return f"battle against {now.counts(enemies)}" if enemies else ""


# --- moving ---


def _leave(now: Situation, place: int) -> str:
    there, moved = int(now.data["armies"][now.active][place]), int(now.data["moved"][place])
    said = f"{armies(there)} there"
    return f"{said}, {moved} moved already" if moved else said


def _fleets_leave(now: Situation, sea: int) -> str:
    aboard = now.armies_at(FIRST_SEA + sea)
    friends = sum(n for k, n in aboard.items() if now.friendly(now.active, k))
    fleets = plural(int(now.data["fleets"][now.active][sea]), "fleet")
    return joined(f"{fleets} there", f"can take {armies(friends)} along" if friends else "")


def _end_moves(now: Situation, _: int) -> str:
    return "then battles, assaults, new sieges"


def _walls(now: Situation, region: int) -> str:
    """The levies that an assault on the region would meet."""
    holder = now.holder(region)
    hostile = holder < 0 or not now.friendly(now.active, holder)
    if not hostile or now.on.regions[region].type == CATHEDRAL:
        return ""
    return levies(estimates.assault_on(now.position, region)[2])


def _go(now: Situation, place: int) -> str:
    """Land or a sea; armies that meet enemies have to fight, but for those that land at home."""
    if place >= FIRST_SEA:
        return f"aboard; {_fleets_there(now, place - FIRST_SEA)}"
    enemies = now.enemies_at(place)
    return joined(
        now.ground(place),
        _walls(now, place),
        f"enemies there: {now.counts(enemies)}" if enemies else "",
    )


def _sail(now: Situation, sea: int) -> str:
    owner = now.sea_owner(sea)
    held = f"held by {now.name(owner)}" if owner >= 0 else "held by nobody"
    return joined(held, _fights(now, FIRST_SEA + sea) or _fleets_there(now, sea))


def _fleets_there(now: Situation, sea: int) -> str:
    found = now.fleets_at(sea)
    return f"fleets there: {now.counts(found)}" if found else "no fleets there"


def _how_many(now: Situation, n: int) -> str:
    """What stays behind."""
    start, kingdom = int(now.data["from_place"]), now.active
    if now.data["moving"] == Moving.FLEETS_GO:
        left = int(now.data["fleets"][kingdom][start - FIRST_SEA]) - n
        return f"leaves {plural(left, 'fleet')} behind"
    left = int(now.data["armies"][kingdom][start]) - n
    ends = not left and kingdom in now.besiegers(start) if start < FIRST_SEA else False
    return joined(
        f"leaves {armies(left)} in {now.place_name(start)}", "the siege there ends" if ends else ""
    )


def _carry(now: Situation, n: int) -> str:
    """Armies that stay at sea without a friendly fleet are lost (Q11)."""
    start, loader = int(now.data["from_place"]), int(now.data["loader"])
    left = int(now.data["armies"][loader][start]) - n
    fleets = now.fleets_at(start - FIRST_SEA)
    fleets[now.active] -= int(now.data["carrying"])
    safe = any(fleets[k] and now.friendly(loader, k) for k in fleets)
    if not left:
        return "none stays behind"
    return f"{left} stay behind" + ("" if safe else " and are lost without a fleet")


def _carry_none(now: Situation, _: int) -> str:
    return _carry(now, 0)


# --- sieges and seas ---


def _siege_rolled(now: Situation, region: int) -> str:
    chance = percent(estimates.siege_chance(now.position, region))
    return f"{chance} to take it; {now.prize(region)}"


def _besiege(now: Situation, region: int) -> str:
    """The roll comes with a later Expansion; in ports it needs a fleet."""
    port = now.on.regions[region].port
    blockade = port < 0 or now.data["fleets"][now.active][port]
    chance = percent(estimates.siege_chance(now.position, region))
    tokens = estimates.siege_tokens_of(now.position, now.active)
    return joined(
        f"{chance} at a later Expansion, as it stands",
        "" if blockade else f"needs a fleet in {now.place_name(FIRST_SEA + port)}",
        f"1 siege token of {tokens}" if tokens else "takes a token from another siege",
    )


def _siege_source(now: Situation, region: int) -> str:
    return "the siege there ends"


def _sea_claimed(now: Situation, place: int) -> str:
    kingdom, sea = now.active, place - FIRST_SEA
    owner = now.sea_owner(sea)
    has_one = bool(int(now.data["sea_flags"][sea]) >> kingdom & 1)
    return joined(
        f"income {now.income_of_sea(kingdom, sea)} more",
        f"taken from {now.name(owner)}" if owner >= 0 else "",
        now.flag_price(has_one, kingdom),
    )


KNOWN: Mapping[tuple[int, int], Callable[[Situation, int], str]] = {
    (Step.RAISE, Action.RAISE_ARMY): _army_raised,
    (Step.RAISE, Action.RAISE_FLEET): _fleet_raised,
    (Step.MOVE_FROM, Action.PLACE): _leave,
    (Step.MOVE_FROM, Action.FLEETS): _fleets_leave,
    (Step.MOVE_FROM, Action.NO): _end_moves,
    (Step.MOVE_TO, Action.PLACE): _go,
    (Step.MOVE_TO, Action.FLEETS): _sail,
    (Step.MOVE_COUNT, Action.COUNT): _how_many,
    (Step.CARRY, Action.COUNT): _carry,
    (Step.CARRY, Action.NO): _carry_none,
    (Step.SIEGE_ROLL, Action.PLACE): _siege_rolled,
    (Step.PLACE_SIEGE, Action.PLACE): _besiege,
    (Step.SIEGE_SOURCE, Action.PLACE): _siege_source,
    (Step.CLAIM_SEA, Action.PLACE): _sea_claimed,
}
