"""Blood of Kings: playing Preparations and Expansion cards in tests."""

from __future__ import annotations

from kings_builder import C, Table, kingdom, place, play, region, sea, step_name

import engines


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
