"""Blood of Kings: impossible battles and assaults are refused in one line."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from kings_battles import ENGLAND, FRANCE, ITALY, C, Table, assault, battle, count, play
from kings_builder import dice, place

from eminence import engines
from eminence.cython_ext.errors import BadPosition
from eminence.engines.blood_of_kings.state import Wrong
from eminence.engines.blood_of_kings.war.words import PROBLEMS


def withdrawing() -> engines.State:
    """England may withdraw before the first clash."""
    table = Table(6).hold("England", "Rouen").hold("England", "Calais")
    return battle(table.armies("France", "Rouen", 4).armies("England", "Rouen", 4), "Rouen")


def retreating() -> engines.State:
    """France may retreat from an even battle."""
    return play(withdrawing(), count(0), dice(6, 2))


def sent_off() -> engines.State:
    """England sends French armies to Paris or Angers."""
    table = Table(6).hold("England", "Rouen").hold("France", "Angers")
    state = battle(table.armies("France", "Rouen", 4).armies("England", "Rouen", 4), "Rouen")
    return play(state, count(0), dice(6, 2), count(2))


def voting() -> engines.State:
    """France and Italy are to name their leader."""
    table = Table(6).alliance("Italy", "France").armies("France", "Rouen", 2)
    return battle(table.armies("Italy", "Rouen", 2).armies("England", "Rouen", 3), "Rouen")


def choosing() -> engines.State:
    """England chooses a casualty."""
    return play(voting(), C.SEAT + FRANCE, C.SEAT + FRANCE, dice(1, 3))


def ransoming() -> engines.State:
    """England may pay."""
    return play(withdrawing(), count(2), dice(6, 1))


def sailing() -> engines.State:
    """French armies may go with a fleet that retreats."""
    table = Table(6).fleets("France", "North Sea", 4).fleets("England", "North Sea", 4)
    state = battle(table.armies("France", "North Sea", 2), "North Sea")
    return play(state, dice(6, 1), count(1), C.PLACE + place("Baltic Sea"))


def assaulting() -> engines.State:
    """France may call an assault off."""
    table = Table(6).hold("England", "Dijon").armies("France", "Dijon", 4)
    return play(assault(table.level("England", C.MILITARY, 3), "Dijon"), dice(5, 3))


def idle() -> engines.State:
    return Table(6).kingdom("France")


def altered(state: engines.State, changes: dict[str, Any]) -> bytes:
    """`name` sets a field, `name.i` one of its entries, `player` who is to act."""
    record = np.frombuffer(state.to_bytes(), state.game.table.dtype)[0].copy()
    for name, value in changes.items():
        field, _, index = name.partition(".")
        if field == "player":
            record["head"]["player"] = value
        elif index:
            record[field][int(index)] = value
        else:
            record[field] = value
    return record.tobytes()


@pytest.mark.parametrize(
    "make",
    [withdrawing, retreating, sent_off, voting, choosing, ransoming, sailing, assaulting, idle],
)
def test_what_can_be_is_accepted(make: Any) -> None:
    state = make()
    assert state.game.from_bytes(state.to_bytes()) == state


@pytest.mark.parametrize(
    ("make", "changes", "code"),
    [
        (idle, {"force.2": 1}, Wrong.BAD_IDLE_BATTLE),
        (idle, {"place": 3}, Wrong.BAD_IDLE_BATTLE),
        (idle, {"leader.1": 1}, Wrong.BAD_IDLE_BATTLE),
        (withdrawing, {"battle": C.GIVING + 1}, Wrong.BAD_BATTLE),
        (withdrawing, {"attackers": 0}, Wrong.BAD_SIDES),
        (withdrawing, {"defenders": 0}, Wrong.BAD_SIDES),
        (withdrawing, {"defenders": 1 << FRANCE}, Wrong.BAD_SIDES),
        (assaulting, {"attackers": 1 << ITALY}, Wrong.BAD_SIDES),
        (withdrawing, {"force.2": 5}, Wrong.BAD_FORCE),
        (withdrawing, {"force.0": 1}, Wrong.BAD_FORCE),
        (withdrawing, {"waiting.2": 1}, Wrong.BAD_FORCE),
        (withdrawing, {"force.4": 3, "waiting.4": 1}, Wrong.BAD_FORCE),
        (retreating, {"force.2": 2, "waiting.2": 1, "clash": 1}, Wrong.BAD_FORCE),
        (withdrawing, {"lost.0": 1}, Wrong.BAD_FORCE),
        (sailing, {"leaving.2": 0}, Wrong.BAD_FORCE),
        (withdrawing, {"leader.0": ITALY + 1}, Wrong.BAD_LEADER),
        (withdrawing, {"leader.1": 0}, Wrong.BAD_LEADER),
        (voting, {"leader.0": FRANCE + 1}, Wrong.BAD_LEADER),
        (assaulting, {"leader.1": ENGLAND + 1}, Wrong.BAD_LEADER),
        (assaulting, {"leader.0": 0}, Wrong.BAD_LEADER),
        (withdrawing, {"asked": 7}, Wrong.BAD_FIGHT_COUNT),
        (withdrawing, {"vote": 1}, Wrong.BAD_FIGHT_COUNT),
        (voting, {"vote": ENGLAND + 1}, Wrong.BAD_FIGHT_COUNT),
        (choosing, {"casualties": 7}, Wrong.BAD_FIGHT_COUNT),
        (withdrawing, {"casualties": 1}, Wrong.BAD_FIGHT_COUNT),
        (withdrawing, {"levies": 1}, Wrong.BAD_FIGHT_COUNT),
        (withdrawing, {"sally": 1 << ENGLAND}, Wrong.BAD_FIGHT_COUNT),
        (sailing, {"sally": 1 << FRANCE}, Wrong.BAD_FIGHT_COUNT),
        (withdrawing, {"late_sally": 1 << FRANCE, "clash": 1}, Wrong.BAD_FIGHT_COUNT),
        (withdrawing, {"refuge": 1}, Wrong.BAD_FIGHT_COUNT),
        (sailing, {"refuge": 6}, Wrong.BAD_FIGHT_COUNT),
        (sailing, {"refuge": 99}, Wrong.BAD_FIGHT_COUNT),
        (withdrawing, {"ransom": 1}, Wrong.BAD_FIGHT_COUNT),
        (ransoming, {"ransom": 9}, Wrong.BAD_FIGHT_COUNT),
        (ransoming, {"ransom": 1, "asked": FRANCE}, Wrong.BAD_FIGHT_COUNT),
        (withdrawing, {"leaving.2": 1}, Wrong.BAD_LEAVING),
        (sent_off, {"leaving.2": 5}, Wrong.BAD_LEAVING),
        (sent_off, {"leaving.4": 1}, Wrong.BAD_LEAVING),
        (sent_off, {"asked": FRANCE}, Wrong.BAD_LEAVING),
        (withdrawing, {"battle": C.ROLLING}, Wrong.BAD_FIGHT_STEP),
        (withdrawing, {"asked": FRANCE}, Wrong.BAD_FIGHT_STEP),
        (withdrawing, {"asked": C.KINGDOMS}, Wrong.BAD_FIGHT_STEP),
        (withdrawing, {"step": C.PLAY_CARD}, Wrong.BAD_FIGHT_STEP),
        (retreating, {"asked": ENGLAND}, Wrong.BAD_FIGHT_STEP),
        (sent_off, {"leaving.2": 0}, Wrong.BAD_FIGHT_STEP),
        (choosing, {"casualties": 0}, Wrong.BAD_FIGHT_STEP),
        (choosing, {"side": 1}, Wrong.BAD_FIGHT_STEP),
        (ransoming, {"crowns.4": 0}, Wrong.BAD_FIGHT_STEP),
        (ransoming, {"asked": FRANCE, "ransom": 0}, Wrong.BAD_FIGHT_STEP),
        (sailing, {"asked": ENGLAND}, Wrong.BAD_FIGHT_STEP),
        (assaulting, {"levies": 0}, Wrong.BAD_SIDES),
        (withdrawing, {"force.2": 0, "waiting.2": 4}, Wrong.BAD_SIDES),
        (idle, {"step": C.RANSOM}, Wrong.BAD_FIGHT_STEP),
        (withdrawing, {"player": FRANCE}, Wrong.BAD_FIGHT_PLAYER),
        (choosing, {"player": ITALY}, Wrong.BAD_FIGHT_PLAYER),
        (ransoming, {"player": FRANCE}, Wrong.BAD_FIGHT_PLAYER),
        (voting, {"player": ITALY}, Wrong.BAD_FIGHT_PLAYER),
    ],
)
def test_what_cannot_be_is_refused(make: Any, changes: dict[str, Any], code: int) -> None:
    state = make()
    with pytest.raises(BadPosition) as refusal:
        state.game.from_bytes(altered(state, changes))
    text, field, _ = PROBLEMS[code]
    assert str(refusal.value).startswith(field)
    assert max(re.split("{.*?}", text), key=len) in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    "changes",
    [
        {"place": 200},
        {"attackers": 1 << 6 | 1 << FRANCE},
        {"lost.2": 200},
        {"side": 2},
        {"clash": 2},
    ],
)
def test_what_is_out_of_range_is_refused(changes: dict[str, Any]) -> None:
    state = withdrawing()
    with pytest.raises(BadPosition, match=next(iter(changes)).partition(".")[0]):
        state.game.from_bytes(altered(state, changes))


@pytest.mark.parametrize(
    ("make", "changes"),
    [
        (withdrawing, {"place": 63}),
        (assaulting, {"place": place("Lincoln")}),
        (assaulting, {"place": place("North Sea")}),
        (withdrawing, {"alliance.2": ENGLAND + 1}),
    ],
)
def test_what_does_not_fit_the_expansion_is_refused(make: Any, changes: dict[str, Any]) -> None:
    """By the checks of the card or of the battle, whichever comes first."""
    state = make()
    with pytest.raises(BadPosition):
        state.game.from_bytes(altered(state, changes))
