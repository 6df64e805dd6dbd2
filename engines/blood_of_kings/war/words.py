"""War in words: steps, moves, problems."""

from __future__ import annotations

from eminence.cython_ext.words import refusals
from eminence.engines.blood_of_kings.state import Action, Step, Wrong

STEPS = {
    Step.RAISE: "raise units",
    Step.SIEGE_ROLL: "roll for a siege",
    Step.MOVE_FROM: "choose units to move",
    Step.MOVE_TO: "choose where to",
    Step.MOVE_COUNT: "choose how many",
    Step.CARRY: "take armies aboard",
    Step.BATTLE_NEXT: "choose a battle",
    Step.BATTLE_AGAINST: "choose an enemy",
    Step.FIRST_FORCE: "choose who fights first",
    Step.LEADER_VOTE: "vote for a leader",
    Step.WITHDRAW: "withdraw",
    Step.CASUALTY: "choose a casualty",
    Step.RETREAT: "retreat",
    Step.RETREAT_TO: "choose where they retreat to",
    Step.RANSOM: "pay ransom",
    Step.RANSOM_TO: "choose who gets ransom",
    Step.ASSAULT: "assault",
    Step.PLACE_SIEGE: "lay siege",
    Step.SIEGE_SOURCE: "choose a siege token",
    Step.CLAIM_SEA: "claim a sea",
}
MOVES = {
    Step.RAISE: {Action.NO: "raise no more"},
    Step.SIEGE_ROLL: {Action.NO: "roll for no siege", Action.PLACE: "roll for the siege of {}"},
    Step.MOVE_FROM: {
        Action.NO: "end the moves",
        Action.PLACE: "move armies from {}",
        Action.FLEETS: "move fleets from the {}",
    },
    Step.MOVE_TO: {Action.PLACE: "move to {}", Action.FLEETS: "sail to the {}"},
    Step.MOVE_COUNT: {Action.COUNT: "move {}"},
    Step.CARRY: {Action.NO: "take none of {} aboard", Action.COUNT: "take {} aboard"},
    Step.BATTLE_NEXT: {
        Action.NO: "fight no more",
        Action.PLACE: "fight in {}",
        Action.FLEETS: "fight in the {}",
    },
    Step.BATTLE_AGAINST: {Action.NO: "fight nobody else there", Action.KINGDOM: "fight {}"},
    Step.FIRST_FORCE: {
        Action.NO: "the relief fights first",
        Action.YES: "the besieged fight first",
    },
    Step.LEADER_VOTE: {Action.SEAT: "vote for seat {}"},
    Step.WITHDRAW: {Action.COUNT: "withdraw {}"},
    Step.CASUALTY: {Action.KINGDOM: "{} loses one"},
    Step.RETREAT: {
        Action.NO: "go on with the assault",
        Action.YES: "call the assault off",
        Action.COUNT: "retreat with {}",
    },
    Step.RETREAT_TO: {Action.PLACE: "they retreat to {}"},
    Step.RANSOM: {Action.NO: "pay no ransom", Action.YES: "pay the ransom"},
    Step.RANSOM_TO: {Action.KINGDOM: "pay a Crown to {}"},
    Step.ASSAULT: {Action.NO: "assault no more", Action.PLACE: "assault {}"},
    Step.PLACE_SIEGE: {Action.NO: "lay no more sieges", Action.PLACE: "besiege {}"},
    Step.SIEGE_SOURCE: {Action.PLACE: "take the token from {}"},
    Step.CLAIM_SEA: {Action.NO: "claim no sea", Action.PLACE: "claim {}"},
}
#: what is counted in a step, and the field that says of which kingdom
COUNTED = {
    Step.MOVE_COUNT: ("army", "armies", ""),
    Step.CARRY: ("army", "armies", "loader"),
    Step.WITHDRAW: ("army", "armies", "asked"),
    Step.RETREAT: ("unit", "units", "asked"),
}
FLEETS_COUNTED = ("fleet", "fleets", "")
SENTENCES = """
# --- Preparations and Expansion ---
NO_WAR moving: this and raised, moved, sailed, entered, settled, from_place, to_place, carrying,
    aboard, fought, rivals must be 0 unless a card of war has come to what they are for
BAD_STAGE step: '{0:step}' cannot come at this point of the Preparations or Expansion card
BAD_RAISED raised: {0:region} cannot have raised these units, by from_place, entered and
    settled_seas
BAD_MOVED moved: more have moved or sailed to {0:place} than are there, or than may
BAD_MOVE moving: no such move leads from {0:place} to {1:place}
BAD_LOAD aboard[{0}]: armies of {0:kingdom} cannot sail along like that
BAD_ENCOUNTER from_place: no such battles can be under way in {0:place}
BAD_SIEGE_ROLL from_place: no roll for {0:region}, or no siege of it
BAD_SETTLED settled: this, entered or settled_seas name places that cannot be done with by now
# --- battles ---
BAD_IDLE_BATTLE battle: none is under way, so place, attackers, force and all else of one must be 0
BAD_BATTLE battle: there are battles only while a kingdom with a ruler acts, in the kingdom phase,
    and none gets as far as this
BAD_FIELD place: nobody can fight in {0:place}; a region or sea, and for an assault no cathedral
BAD_SIDES attackers: these and the defenders are no two sides of enemies with units there
BAD_FORCE force[{0}]: {0:kingdom} has {1} units in the battle with those waiting and lost, {2} of
    them are there
BAD_LEADER leader[{0}]: seat {1} cannot lead the {0:side} now, only a ruler on that side can
BAD_FIGHT_COUNT clash: this, asked, vote, casualties, levies, sally, refuge or ransom do not fit how
    far the battle has got
BAD_LEAVING leaving[{0}]: {0:kingdom} cannot retreat with {1} units now
BAD_FIGHT_STEP step: '{0:step}' cannot come at this point of a battle
BAD_FIGHT_PLAYER: seat {0} is not the one to {1:step} in this battle
"""
PROBLEMS = refusals(Wrong, SENTENCES)
