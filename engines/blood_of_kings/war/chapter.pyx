"""War, compiled as one module: raising units, moves, battles, assaults and sieges."""
from libc.stdint cimport int32_t

from eminence.cython_ext.game cimport Problem
from eminence.engines.blood_of_kings.state cimport (
    FOR_SIEGE, LEADER_VOTE, OK, RAISE, RANSOM_TO, State,
)
from eminence.engines.blood_of_kings.tables cimport ATTACKERS, DEFENDERS, DIE, PREPARATIONS, Rules
from eminence.engines.blood_of_kings.war.battle cimport (
    begin_assault, decide_battle, list_battle, resume_battle,
)
from eminence.engines.blood_of_kings.war.battle_checks cimport check_battle
from eminence.engines.blood_of_kings.war.checks cimport check_expansion
from eminence.engines.blood_of_kings.war.clashes cimport archers_shoot, roll_clash
from eminence.engines.blood_of_kings.war.expansion cimport (
    decide_expansion, list_expansion, resume_expansion,
)
from eminence.engines.blood_of_kings.war.forces cimport active
from eminence.engines.blood_of_kings.war.leaders cimport roll_leaders, take_leader
from eminence.engines.blood_of_kings.war.preparations cimport (
    decide_preparations, list_preparations, resume_preparations,
)
from eminence.engines.blood_of_kings.war.sides cimport strength
from eminence.engines.blood_of_kings.war.sieges cimport roll_siege, siege_succeeds


# --- going on ---

cdef void resume_fight(State *s, const Rules *r) noexcept nogil:
    resume_battle(s, r)


cdef void resume_card_of_war(State *s, const Rules *r) noexcept nogil:
    """Preparations or Expansion of the active kingdom."""
    if s.played[active(s)] == PREPARATIONS + 1:
        resume_preparations(s, r)
    else:
        resume_expansion(s, r)


# --- decisions ---

cdef bint is_battle_step(int step) noexcept nogil:
    return LEADER_VOTE <= step <= RANSOM_TO


cdef int list_war(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    if is_battle_step(s.step):
        return list_battle(s, r, out)
    if s.step == RAISE:
        return list_preparations(s, r, out)
    return list_expansion(s, r, out)


cdef void decide_war(State *s, const Rules *r, int step, int seat, int action) noexcept nogil:
    if is_battle_step(step):
        decide_battle(s, r, step, seat, action)
    elif step == RAISE:
        decide_preparations(s, r, action)
    else:
        decide_expansion(s, r, step, seat, action)


# --- chance ---

cdef void roll_in_war(
    State *s, const Rules *r, int dice_for, int coloured, int white
) noexcept nogil:
    if dice_for == FOR_SIEGE:
        roll_siege(s, r, coloured, white)
    else:
        roll_clash(s, r, coloured, white)


cdef int possible_leaders(const State *s) noexcept nogil:
    return roll_leaders(s)


cdef void name_leader(State *s, int seat) noexcept nogil:
    take_leader(s, seat)


# --- estimates ---

cdef Assault weigh_assault(const State *s, const Rules *r, int region) noexcept nogil:
    """The active kingdom assaults the region, in a copy."""
    cdef State begun = s[0]
    cdef Assault found
    begin_assault(&begun, r, region)
    found.attackers = strength(&begun, ATTACKERS)
    found.levies = begun.levies
    found.armies = strength(&begun, DEFENDERS) - found.levies
    found.archers = archers_shoot(&begun, r)
    return found


cdef int rolls_that_take(const State *s, const Rules *r, int region) noexcept nogil:
    cdef int coloured, white, n = 0
    for coloured in range(1, DIE + 1):
        for white in range(1, DIE + 1):
            n += siege_succeeds(s, r, region, coloured, white)
    return n


# --- checks ---

cdef int check_war(const State *s, const Rules *r, Problem *why) noexcept nogil:
    cdef int code = check_expansion(s, r, why)
    return check_battle(s, r, why) if code == OK else code
