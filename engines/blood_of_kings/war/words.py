"""War in words: steps, moves, problems."""

from __future__ import annotations

from eminence.cython_ext.words import refusals
from eminence.engines.blood_of_kings.state import Action, Step, Wrong
from eminence.engines.kit.wording import step_words

STEP_WORDS = """
RAISE: raise units | NO raise no more
SIEGE_ROLL: roll for a siege | NO roll for no siege | PLACE roll for the siege of {}
MOVE_FROM: choose units to move | NO end the moves | PLACE move armies from {}
    | FLEETS move fleets from the {}
MOVE_TO: choose where to | PLACE move to {} | FLEETS sail to the {}
MOVE_COUNT: choose how many | COUNT move {}
CARRY: take armies aboard | NO take none of {} aboard | COUNT take {} aboard
BATTLE_NEXT: choose a battle | NO fight no more | PLACE fight in {} | FLEETS fight in the {}
BATTLE_AGAINST: choose an enemy | NO fight nobody else there | KINGDOM fight {}
FIRST_FORCE: choose who fights first | NO the relief fights first | YES the besieged fight first
LEADER_VOTE: vote for a leader | SEAT vote for seat {}
WITHDRAW: withdraw | COUNT withdraw {}
CASUALTY: choose a casualty | KINGDOM {} loses one
RETREAT: retreat | NO go on with the assault | YES call the assault off | COUNT retreat with {}
RETREAT_TO: choose where they retreat to | PLACE they retreat to {}
RANSOM: pay ransom | NO pay no ransom | YES pay the ransom
RANSOM_TO: choose who gets ransom | KINGDOM pay a Crown to {}
ASSAULT: assault | NO assault no more | PLACE assault {}
PLACE_SIEGE: lay siege | NO lay no more sieges | PLACE besiege {}
SIEGE_SOURCE: choose a siege token | PLACE take the token from {}
CLAIM_SEA: claim a sea | NO claim no sea | PLACE claim {}
"""
STEPS, MOVES = step_words(Step, Action, STEP_WORDS)
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
