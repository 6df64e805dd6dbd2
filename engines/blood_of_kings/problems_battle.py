"""What `check` says of a battle that cannot be, by the codes of checks_battle.pxd."""

from __future__ import annotations

PROBLEMS = {
    51: "battle: none is under way, so place, attackers, force and all else of one must be 0",
    52: "battle: there are battles only while a kingdom with a ruler acts, in the kingdom "
    "phase, and none gets as far as this",
    53: "place: nobody can fight in {place}; a region or sea, and for an assault no cathedral",
    54: "attackers, defenders: these kingdoms are no two sides of enemies with units there",
    55: "force, waiting, lost: {kingdom} has {1} units in the battle, {2} of them are there",
    56: "leader: seat {1} cannot lead the {side} now, only a ruler on that side can",
    57: "clash, asked, vote, casualties, levies, sally, refuge, ransom: do not fit how "
    "far the battle has got",
    58: "leaving: {kingdom} cannot retreat with {1} units now",
    59: "step: {step!r} cannot come at this point of a battle",
    60: "player: seat {0} is not the one to {second_step} in this battle",
}
