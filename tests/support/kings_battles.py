"""Battles of Blood of Kings for tests: a table of six players with a battle about to begin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kings_builder import KINGDOMS, C, Table, constants, kingdom, place, play, step_name
from kings_builder import HERE as GAME

import engines

B = constants(GAME / "sides.pxd")
#: seat i rules kingdom i
SPAIN, BYZANTIUM, FRANCE, ITALY, ENGLAND, GERMANY = range(C.KINGDOMS)


def mask(names: Sequence[str]) -> int:
    return sum(1 << kingdom(name) for name in names)


def on_field(table: Table, where: str) -> dict[int, int]:
    """The units of each kingdom of the kind that fights in a place."""
    at = place(where)
    if at >= C.FIRST_SEA:
        return {k: int(table.record["fleets"][k][at - C.FIRST_SEA]) for k in range(C.KINGDOMS)}
    return {k: int(table.record["armies"][k][at]) for k in range(C.KINGDOMS)}


def battle(
    table: Table,
    where: str,
    attackers: Sequence[str] = ("France",),
    defenders: Sequence[str] = ("England",),
    waiting: Mapping[str, int] | None = None,
    **fields: int,
) -> engines.State:
    """The first attacker is the active kingdom, its player has been made leader."""
    active = kingdom(attackers[0])
    units = on_field(table, where)
    held_back = {kingdom(name): n for name, n in (waiting or {}).items()}
    for k in range(C.KINGDOMS):
        if (mask(attackers) | mask(defenders)) >> k & 1:
            table.at("force", k, units[k] - held_back.get(k, 0))
            table.at("waiting", k, held_back.get(k, 0))
    table.played(attackers[0], C.EXPANSION)
    table.set(
        order=[active, *(k for k in range(C.KINGDOMS) if k != active)],
        battle=B["NAMING"],
        place=place(where),
        attackers=mask(attackers),
        defenders=mask(defenders),
        **{"stage": 2, **fields},
    )
    state = table.state(-1, C.LEADER_ROLL)
    return play(state, int(table.record["ruler"][active]) - 1)


def armies(state: engines.State, of: str, where: str) -> int:
    return int(state.data["armies"][kingdom(of)][place(where)])


def fleets(state: engines.State, of: str, where: str) -> int:
    return int(state.data["fleets"][kingdom(of)][place(where) - C.FIRST_SEA])


def crowns(state: engines.State, of: str) -> int:
    return int(state.data["crowns"][kingdom(of)])


def forces(state: engines.State) -> dict[str, int]:
    """Who still fights, by kingdom."""
    return {KINGDOMS[k]: int(n) for k, n in enumerate(state.data["force"]) if n}


def count(n: int) -> int:
    return int(C.COUNT) + n


def over(state: engines.State) -> bool:
    """Whether the battle is over, with nothing of it left in the state."""
    fields = ("battle", "place", "assault", "sally", "late_sally", "clash", "attackers")
    fields += ("defenders", "levies", "vote", "casualties", "side", "asked", "refuge", "ransom")
    arrays = ("force", "waiting", "lost", "leaving", "leader")
    if state.data["battle"]:
        return False
    assert not any(int(state.data[name]) for name in fields)
    assert not any(state.data[name].any() for name in arrays)
    return True


__all__ = [
    *("B", "BYZANTIUM", "C", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "SPAIN", "Table"),
    *("armies", "battle", "count", "crowns", "fleets", "forces", "over", "play", "step_name"),
]
