"""What `check` says of a battle that cannot be, by the codes of checks_battle.pxd."""

from __future__ import annotations

PROBLEMS = {
    51: "battle: none is under way, so place, attackers, force and all else of one must be 0",
    52: "battle: {0} is no stage of one, or no ruled kingdom is acting in the kingdom phase",
    53: "place: nobody can fight in {0}; a region or sea, and for an assault no cathedral",
    54: "attackers, defenders: the sets {0} and {1} are no two sides of enemies with units",
    55: "force, waiting, lost: {kingdom} has {1} units in the battle, {2} of them are there",
    56: "leader: seat {1} cannot lead side {0} at this stage, only a ruler on that side can",
    57: "clash, asked, vote, casualties, levies, sally, refuge, ransom: do not fit the stage",
    58: "leaving: {kingdom} cannot retreat with {1} units at this stage",
    59: "step: {step!r} cannot be asked at stage {1} of a battle",
    60: "player: seat {0} is not the one to {second_step} in this battle",
}
