"""How likely an attack or assault succeeds if nobody withdraws or retreats.

Pure arithmetic of the two sizes and the battle table: worked out once, when the game is loaded,
so that an evaluation looks it up.
"""
from eminence.engines.blood_of_kings.tables cimport ATTACKERS, DIE, ODDS, SMALLER_SIDE, Rules

cdef enum:
    BY_TABLE = -1           # no side always loses the first unit


cdef inline int first_to_fall(
    const Rules *r, int attackers, int defenders, int face
) noexcept nogil:
    """The side that loses first, by the table alone; `face` counts from 0."""
    if r.table_first[face] != SMALLER_SIDE:
        return r.table_first[face]
    if attackers == defenders:
        return r.table_tie[face]
    return attackers > defenders


cdef inline double after_clash(
    const Rules *r, const double *win, int width, int attackers, int defenders, int side,
    int casualties
) noexcept nogil:
    """The attackers' chance after so many losses, which the sides take in turn, `side` first."""
    while casualties and attackers and defenders:
        if side == ATTACKERS:
            attackers -= 1
        else:
            defenders -= 1
        side ^= 1
        casualties -= 1
    if attackers >= r.surrender * defenders:
        return 1
    if defenders >= r.surrender * attackers:
        return 0
    return win[attackers * width + defenders]


cdef inline double one_clash_on(
    const Rules *r, const double *win, int width, int attackers, int defenders, int first
) noexcept nogil:
    """Computed from the odds of all smaller fights."""
    cdef double sum = 0
    cdef int face, white, side
    for face in range(DIE):
        side = first_to_fall(r, attackers, defenders, face) if first == BY_TABLE else first
        for white in range(1, DIE + 1):
            sum += after_clash(r, win, width, attackers, defenders, side, white)
    return sum / (DIE * DIE)


cdef inline void fill_wins(
    const Rules *r, double *win, int attackers, int defenders, int first
) noexcept nogil:
    """The odds of all fights up to that size, by attackers and defenders.

    Each clash leaves fewer, so smaller fights come first. `first`: the side that always loses
    the first unit of a clash, or BY_TABLE.
    """
    cdef int width = defenders + 1, a, d
    for a in range(attackers + 1):
        for d in range(width):
            if a == 0 or d == 0:
                win[a * width + d] = a > 0
            else:
                win[a * width + d] = one_clash_on(r, win, width, a, d, first)


cdef inline void fill_odds(Rules *r) noexcept nogil:
    fill_wins(r, &r.win[0][0], ODDS, ODDS, BY_TABLE)


cdef inline double win_chance(const Rules *r, int attackers, int defenders) noexcept nogil:
    """In larger fights almost only the ratio matters, so both sides are halved."""
    while attackers > ODDS or defenders > ODDS:
        attackers = (attackers + 1) / 2
        defenders = (defenders + 1) / 2
    return r.win[attackers][max(defenders, 0)]
