"""How likely an attack or assault succeeds if nobody withdraws or retreats.

Pure arithmetic of the two sizes and the battle table: worked out once, when the game is loaded,
so that an evaluation looks it up.
"""
from engines.blood_of_kings.rules cimport DIE, ODDS, BloodOfKingsRules

cdef enum:
    SMALLER = 2             # BloodOfKingsRules.table_first


cdef inline int first_to_fall(
    const BloodOfKingsRules *r, int attackers, int defenders, int face
) noexcept nogil:
    """0 the attackers, 1 the defenders, by the table alone; `face` counts from 0."""
    if r.table_first[face] != SMALLER:
        return r.table_first[face]
    if attackers == defenders:
        return r.table_tie[face]
    return attackers > defenders


cdef inline double after_clash(
    const BloodOfKingsRules *r, int attackers, int defenders, int side, int casualties
) noexcept nogil:
    """The attackers' chance once so many have been lost by turns, `side` first."""
    while casualties and attackers and defenders:
        if side == 0:
            attackers -= 1
        else:
            defenders -= 1
        side ^= 1
        casualties -= 1
    if attackers >= r.surrender * defenders:
        return 1
    if defenders >= r.surrender * attackers:
        return 0
    return r.win[attackers][defenders]


cdef inline double one_clash_on(
    const BloodOfKingsRules *r, int attackers, int defenders
) noexcept nogil:
    """From the odds of all smaller fights."""
    cdef double sum = 0
    cdef int face, white, side
    for face in range(DIE):
        side = first_to_fall(r, attackers, defenders, face)
        for white in range(1, DIE + 1):
            sum += after_clash(r, attackers, defenders, side, white)
    return sum / (DIE * DIE)


cdef inline void fill_odds(BloodOfKingsRules *r) noexcept nogil:
    """Each clash leaves fewer, so smaller fights come first."""
    cdef int attackers, defenders
    for attackers in range(ODDS + 1):
        for defenders in range(ODDS + 1):
            if attackers == 0 or defenders == 0:
                r.win[attackers][defenders] = attackers > 0
            else:
                r.win[attackers][defenders] = one_clash_on(r, attackers, defenders)


cdef inline double win_chance(
    const BloodOfKingsRules *r, int attackers, int defenders
) noexcept nogil:
    """Of larger fights the ratio decides nearly alone."""
    while attackers > ODDS or defenders > ODDS:
        attackers = (attackers + 1) / 2
        defenders = (defenders + 1) / 2
    return r.win[attackers][max(defenders, 0)]
