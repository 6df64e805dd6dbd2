"""Blood of Kings: playing Preparations and Expansion cards in tests."""

from __future__ import annotations

import random

from kings_builder import KINGDOMS, C, Table, kingdom, numbers, place, play, region, sea, step_name

from eminence import engines


def prepare(table: Table, name: str) -> engines.State:
    """The kingdom has just played Preparations."""
    return play(table.kingdom(name), C.CARD_TYPE + C.PREPARATIONS)


def expand(table: Table, name: str) -> engines.State:
    """The kingdom has just played Expansion."""
    return play(table.kingdom(name), C.CARD_TYPE + C.EXPANSION)


#: the stage of the kingdom phase when a card is done
LEAVE = 254
#: independent regions far from where the tests are
FAR_AWAY = ("Buda", "Sofia", "Smyrna", "Nicaea")


def spend_flags(table: Table, name: str) -> Table:
    """The kingdom has raised its last flag, far away."""
    for where in FAR_AWAY[: int(table.record["flags_left"][kingdom(name)])]:
        table.hold(name, where)
    assert table.record["flags_left"][kingdom(name)] == 0
    return table


# --- ids ---


def army(name: str) -> int:
    return C.RAISE_ARMY + region(name)


def fleet(port: str) -> int:
    return C.RAISE_FLEET + region(port)


def at(name: str) -> int:
    """A region or sea, as start, target or choice."""
    return C.PLACE + place(name)


def ships(name: str) -> int:
    """The fleets of a sea."""
    return C.FLEETS + sea(name)


def lift(name: str) -> int:
    return C.LIFT + region(name)


def n(count: int) -> int:
    return C.COUNT + count


def against(name: str) -> int:
    return C.KINGDOM + kingdom(name)


# --- looking ---


def armies(state: engines.State, of: str, where: str) -> int:
    return int(state.data["armies"][kingdom(of)][place(where)])


def fleets(state: engines.State, of: str, where: str) -> int:
    return int(state.data["fleets"][kingdom(of)][sea(where)])


def besieges(state: engines.State, of: str, where: str) -> bool:
    return bool(int(state.data["sieges"][kingdom(of)]) >> region(where) & 1)


def targets(state: engines.State, start: int) -> set[int]:
    """Where those that leave from `start` can go; asked without changing the state."""
    trial = state.copy()
    play(trial, start)
    assert step_name(trial) == "MOVE_TO", step_name(trial)
    return set(trial.actions())


def over(state: engines.State) -> bool:
    """The card of the first kingdom is done; its last cathedrals may still be offered."""
    data = state.data
    return bool(data["acting"] or data["phase"] != C.KINGDOM_PHASE or data["stage"] >= LEAVE)


# --- random positions ---

#: the achievements that matter to these cards
OWN_TILES = (
    *("free_riders", "elite_guard", "massive_armada", "mercenary_companies"),
    *("temple_knights", "full_granaries", "siege_engines"),
)
#: where all kingdoms meet
CORNERS = (
    ("London", "York", "Calais", "Bristol", "Rouen", "Bruges"),
    ("Rome", "Pisa", "Naples", "Palermo", "Milan", "Venice"),
    ("Paris", "Orleans", "Chartres", "Angers", "La Rochelle", "Bordeaux"),
)


def friendly(table: Table, a: int, b: int) -> bool:
    s = table.record
    return bool(
        a == b
        or (s["ruler"][a] and s["ruler"][a] == s["ruler"][b])
        or s["alliance"][a] == b + 1
        or s["alliance"][b] == a + 1
    )


def crowded(seed: int) -> Table:
    """All kingdoms' armies in one corner of the map; fleets, sieges, friends and tiles."""
    rng = random.Random(seed)
    table = Table(players=3 + seed % 4, achievements=30)
    corner = rng.choice(CORNERS)
    ruled = [k for k in range(len(KINGDOMS)) if table.record["ruler"][k]]
    for _ in range(rng.randrange(4)):
        a, b = rng.sample(ruled, 2)
        table.alliance(KINGDOMS[a], KINGDOMS[b])
    for k, name in enumerate(KINGDOMS):
        if k in ruled:
            table.crowns(name, rng.randrange(9))
        table.level(name, C.MILITARY, rng.randrange(1, 5))
        for where in rng.sample(corner, rng.randrange(2, 5)):
            table.armies(name, where, rng.randrange(1, 4))
            _besiege(table, rng, k, where)
        for water in rng.sample(numbers().sea_names, rng.randrange(5)):
            table.fleets(name, water, rng.randrange(1, 3))
    for tile in OWN_TILES:
        table.tiles(rng.randrange(table.players), tile)
    return table


def _besiege(table: Table, rng: random.Random, k: int, where: str) -> None:
    """In an enemy region, as far as the tokens go."""
    board, here = numbers(), region(where)
    lord = next((j for j in range(6) if int(table.record["holds"][j]) >> here & 1), -1)
    level = int(table.record["level"][k][C.MILITARY])
    tokens = sum(board.mats[k].siege[: level + 1])
    used = int(table.record["sieges"][k]).bit_count()
    enemy = lord < 0 or not friendly(table, k, lord)
    if enemy and used < tokens and where != "Chartres" and rng.random() < 0.6:
        table.siege(KINGDOMS[k], where)
