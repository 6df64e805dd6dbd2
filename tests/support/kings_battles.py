"""Battles of Blood of Kings for tests: a table of six players with a battle about to begin."""

from __future__ import annotations

from collections.abc import Sequence

from kings_builder import KINGDOMS, C, Table, dice, kingdom, numbers, place, play, step_name

from eminence import engines

#: seat i rules kingdom i
SPAIN, BYZANTIUM, FRANCE, ITALY, ENGLAND, GERMANY = range(C.KINGDOMS)


def count(n: int) -> int:
    return int(C.COUNT) + n


STAY = count(0)


def answer(state: engines.State, where: str, enemy: str, garrison_first: bool) -> int:
    """No moves, no sieges, no claims; the battle that is wanted."""
    step, at = step_name(state), place(where)
    if step == "BATTLE_NEXT":
        return int(C.FLEETS) + at - C.FIRST_SEA if at >= C.FIRST_SEA else int(C.PLACE) + at
    if step == "BATTLE_AGAINST":
        return int(C.KINGDOM) + kingdom(enemy)
    if step == "FIRST_FORCE":
        return int(garrison_first)
    return int(C.NO)


def battle(
    table: Table,
    where: str,
    active: str = "France",
    enemy: str = "England",
    moves: Sequence[int] = (),
    garrison_first: bool = True,
) -> engines.State:
    """The active kingdom's Expansion, as far as the first question of its battle in a place."""
    state = play(table.kingdom(active), C.CARD_TYPE + C.EXPANSION, *moves)
    while not state.data["battle"]:
        play(state, answer(state, where, enemy, garrison_first))
    assert int(state.data["place"]) == place(where)
    return state


def assault(table: Table, where: str, active: str = "France") -> engines.State:
    """The active kingdom's Expansion, as far as the first dice of its assault, or its end.

    Enemies in the region withdraw from the battle that comes first.
    """
    state = play(table.kingdom(active), C.CARD_TYPE + C.EXPANSION)
    while step_name(state) != "ASSAULT":
        withdraws = step_name(state) == "WITHDRAW"
        play(state, max(state.actions()) if withdraws else min(state.actions()))
    return play(state, to(where))


def rouen(french: int = 4, english: int = 3) -> Table:
    """French armies in an English castle beside Paris; Calais is English too."""
    table = Table(6).hold("England", "Rouen").hold("England", "Calais")
    return table.armies("France", "Rouen", french).armies("England", "Rouen", english)


def before(french: int = 4, where: str = "Dijon") -> Table:
    """French armies before an English region; there is no cathedral beside Dijon."""
    table = Table(6).armies("France", where, french)
    return table.hold("England", where) if where == "Dijon" else table


def clash(state: engines.State, coloured: int, white: int) -> engines.State:
    """Nobody withdraws before the first clash of two, then the dice are rolled."""
    return play(state, STAY, dice(coloured, white))


def armies(state: engines.State, of: str, where: str) -> int:
    return int(state.data["armies"][kingdom(of)][place(where)])


def fleets(state: engines.State, of: str, where: str) -> int:
    return int(state.data["fleets"][kingdom(of)][place(where) - C.FIRST_SEA])


def crowns(state: engines.State, of: str) -> int:
    return int(state.data["crowns"][kingdom(of)])


def forces(state: engines.State) -> dict[str, int]:
    """Who still fights, by kingdom."""
    return {KINGDOMS[k]: int(n) for k, n in enumerate(state.data["force"]) if n}


def glory(state: engines.State, seat: int) -> int:
    return int(state.data["glory"][seat])


def siege(state: engines.State, of: str) -> set[str]:
    """Where a kingdom's siege tokens lie."""
    on_map = int(state.data["sieges"][kingdom(of)])
    return {name for i, name in enumerate(numbers().region_names) if on_map >> i & 1}


def to(where: str) -> int:
    """The action that names a place."""
    return int(C.PLACE) + place(where)


def options(state: engines.State) -> set[str]:
    """The places that may be named now."""
    names = (*numbers().region_names, *numbers().sea_names)
    return {name for name in names if to(name) in state.actions()}


def over(state: engines.State) -> bool:
    """Whether the battle is over, with nothing of it left in the state."""
    fields = (
        *("place", "assault", "sally", "late_sally", "clash", "attackers", "defenders"),
        *("levies", "vote", "casualties", "side", "asked", "refuge", "ransom"),
    )
    arrays = ("force", "waiting", "lost", "leaving", "leader")
    if state.data["battle"]:
        return False
    assert not any(int(state.data[name]) for name in fields)
    assert not any(state.data[name].any() for name in arrays)
    return True


__all__ = [
    *("BYZANTIUM", "C", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "SPAIN", "STAY", "Table"),
    *("armies", "assault", "battle", "before", "clash", "count", "crowns", "fleets", "forces"),
    *("glory", "options", "over", "play", "rouen", "siege", "step_name", "to"),
]
