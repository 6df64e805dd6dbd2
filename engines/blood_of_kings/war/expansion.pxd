"""The Expansion card, and the stages that it shares with Preparations (R15.1)."""
from libc.stdint cimport int32_t, uint64_t

from eminence.engines.blood_of_kings.board cimport ask, bit, friends_of
from eminence.engines.blood_of_kings.state cimport (
    ASSAULT, ASSAULT_STAGE, BATTLE_NEXT, BATTLE_STAGE, BESIEGE_STAGE, CARRY, CLAIM_SEA, CLAIM_STAGE,
    FINISH, FIRST_FORCE, MOVE_FROM, MOVE_STAGE, NO, PLACE, PLACE_SIEGE, SIEGE_ROLL, SIEGE_SOURCE,
    SIEGE_STAGE, START_STAGE, State,
)
from eminence.engines.blood_of_kings.tables cimport CATHEDRAL, EXPANSION, FIRST_SEA, Rules
from eminence.engines.blood_of_kings.war.battle cimport begin_assault
from eminence.engines.blood_of_kings.war.claims cimport claim_sea, claimable_seas
from eminence.engines.blood_of_kings.war.encounters cimport (
    decide_encounter, list_encounters, resume_encounters,
)
from eminence.engines.blood_of_kings.war.forces cimport active, regions_of, regions_with_armies
from eminence.engines.blood_of_kings.war.moves cimport decide_move, list_moves, resume_moves
from eminence.engines.blood_of_kings.war.sieges cimport (
    besiege, decide_siege_roll, list_sieges, move_token, resume_besieging, resume_sieges,
)
from eminence.engines.blood_of_kings.war.stages cimport begin_stage
from eminence.engines.kit.bits cimport list_bits64


# --- assaults (R35.1) ---

cdef inline uint64_t assailable(const State *s, const Rules *r) noexcept nogil:
    """Enemy regions with own armies that were not assaulted yet; no cathedrals (Q24)."""
    cdef int kingdom = active(s)
    return regions_with_armies(s, kingdom) & ~(
        regions_of(s, friends_of(s, kingdom)) | s.settled | r.of_type[CATHEDRAL])


# --- stages ---

cdef inline void end_battles(State *s) noexcept nogil:
    s.entered = 0
    begin_stage(s, ASSAULT_STAGE if s.played[active(s)] == EXPANSION + 1 else CLAIM_STAGE)


cdef inline void resume_war(State *s, const Rules *r) noexcept nogil:
    """Battles and claims, for both cards; assaults and new sieges for Expansion."""
    if s.stage == BATTLE_STAGE:
        if not resume_encounters(s, r):
            end_battles(s)
    elif s.stage == ASSAULT_STAGE:
        if assailable(s, r):
            ask(s, s.ruler[active(s)] - 1, ASSAULT)
        else:
            begin_stage(s, BESIEGE_STAGE)
    elif s.stage == BESIEGE_STAGE:
        if not resume_besieging(s, r):
            begin_stage(s, CLAIM_STAGE)
    elif claimable_seas(s):
        ask(s, s.ruler[active(s)] - 1, CLAIM_SEA)
    else:
        begin_stage(s, FINISH)


cdef inline void resume_expansion(State *s, const Rules *r) noexcept nogil:
    if s.stage == START_STAGE:
        begin_stage(s, SIEGE_STAGE)
    elif s.stage == SIEGE_STAGE:
        if not resume_sieges(s, r):
            begin_stage(s, MOVE_STAGE)
    elif s.stage == MOVE_STAGE:
        resume_moves(s, r)
    else:
        resume_war(s, r)


# --- decisions ---

cdef inline int list_expansion(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    cdef int step = s.step
    if MOVE_FROM <= step <= CARRY:
        return list_moves(s, r, out)
    if BATTLE_NEXT <= step <= FIRST_FORCE:
        return list_encounters(s, r, out)
    out[0] = NO
    if step == ASSAULT:
        return 1 + list_bits64(assailable(s, r), PLACE, out + 1)
    if step == CLAIM_SEA:
        return 1 + list_bits64(claimable_seas(s), PLACE + FIRST_SEA, out + 1)
    return list_sieges(s, r, out)


cdef inline void decide_expansion(
    State *s, const Rules *r, int step, int seat, int action
) noexcept nogil:
    if MOVE_FROM <= step <= CARRY:
        decide_move(s, r, step, action)
    elif BATTLE_NEXT <= step <= FIRST_FORCE:
        decide_encounter(s, r, step, action)
    elif step == SIEGE_ROLL:
        decide_siege_roll(s, action)
    elif step == SIEGE_SOURCE:
        move_token(s, action - PLACE)
    elif action == NO:
        begin_stage(s, next_stage(step))
    elif step == ASSAULT:
        s.settled |= bit(action - PLACE)
        begin_assault(s, r, action - PLACE)
    elif step == PLACE_SIEGE:
        besiege(s, r, action - PLACE)
    else:
        claim_sea(s, action - PLACE - FIRST_SEA)


cdef inline int next_stage(int step) noexcept nogil:
    """After enough was said of assaults, sieges or claims."""
    if step == ASSAULT:
        return BESIEGE_STAGE
    if step == PLACE_SIEGE:
        return CLAIM_STAGE
    return FINISH
