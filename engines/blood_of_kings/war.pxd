"""The stages that Preparations and Expansion go through, and what they leave behind: nothing."""
from libc.string cimport memset

from engines.blood_of_kings.rules cimport BloodOfKings

cdef enum:                  # BloodOfKings.stage; the kingdom phase has those before and after
    START_STAGE = 2         # Preparations: units are raised
    SIEGE_STAGE             # from here on Expansion: sieges are rolled for
    MOVE_STAGE
    BATTLE_STAGE            # both cards
    ASSAULT_STAGE           # Expansion only
    BESIEGE_STAGE
    CLAIM_STAGE             # both cards
    WAR_DONE = 255

cdef enum:                  # BloodOfKings.moving: what is under way within a stage
    STANDING
    ARMIES_LEAVE            # from `from_place`, it is not known where to
    ARMIES_GO               # to `to_place`, it is not known how many
    FLEETS_LEAVE
    FLEETS_GO
    FLEETS_LOAD             # `carrying` fleets; `aboard` is filled from kingdom `loader` on
    SIEGE_ROLLED            # the dice for the siege of `from_place`
    FIGHTING                # battles in `from_place`, those against `fought` are done
    TWO_FORCES              # against `rivals`: which of two forces fights the first clash
    TOKEN_MOVES             # a siege token for `to_place` comes from elsewhere on the map


cdef inline void stand_still(BloodOfKings *s) noexcept nogil:
    """Nothing is under way within the stage."""
    s.moving = STANDING
    s.from_place = s.to_place = 0
    s.carrying = s.loader = 0
    s.fought = s.rivals = 0
    memset(s.aboard, 0, sizeof(s.aboard))


cdef inline void begin_stage(BloodOfKings *s, int stage) noexcept nogil:
    stand_still(s)
    s.settled = 0
    s.settled_seas = 0
    s.stage = stage
