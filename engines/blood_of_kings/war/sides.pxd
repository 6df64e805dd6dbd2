"""The two sides of a battle or assault, and what all parts of it ask of them.

Side 0 are the attackers, side 1 the defenders: kingdoms, and in an assault levies. `force` is
what still fights of a kingdom; armies that withdrew stand in the region and fight no longer.
"""
from libc.stdint cimport uint8_t

from eminence.engines.blood_of_kings.board cimport controller, friends_of
from eminence.engines.blood_of_kings.kingdom.realm cimport tidy_map
from eminence.engines.blood_of_kings.state cimport CONQUERING, PAYING, State
from eminence.engines.blood_of_kings.tables cimport DEFENDERS, FIRST_SEA, KINGDOMS, Rules

cdef enum:                  # who is not in the first clash (R36.11)
    NOBODY_WAITS
    RELIEF_WAITS            # those who moved in
    SALLY_WAITS             # those inside

cdef inline bint at_sea(const State *s) noexcept nogil:
    return s.place >= FIRST_SEA


cdef inline int active_kingdom(const State *s) noexcept nogil:
    return s.order[s.acting]


cdef inline int side_of(const State *s, int side) noexcept nogil:
    """Mask of the kingdoms on a side."""
    return s.defenders if side else s.attackers


cdef inline int fighting(const State *s, int side) noexcept nogil:
    """Mask of those kingdoms of a side that have units in the fight."""
    cdef int mask = side_of(s, side), k
    for k in range(KINGDOMS):
        if s.force[k] == 0:
            mask &= ~(1 << k)
    return mask


cdef inline int strength(const State *s, int side) noexcept nogil:
    """Units of a side, levies included."""
    cdef int mask = side_of(s, side), sum = s.levies if side else 0, k
    for k in range(KINGDOMS):
        if mask >> k & 1:
            sum += s.force[k]
    return sum


cdef inline uint8_t *units_here(State *s, int kingdom) noexcept nogil:
    """The kingdom's units of the kind that fights here."""
    if at_sea(s):
        return &s.fleets[kingdom][s.place - FIRST_SEA]
    return &s.armies[kingdom][s.place]


cdef inline void lose_units(State *s, int kingdom, int n) noexcept nogil:
    """Casualties, or all that surrender: off the map, and counted for the ransom."""
    units_here(s, kingdom)[0] -= n
    s.force[kingdom] -= n
    s.lost[kingdom] += n


cdef inline int friends_of_side(const State *s, int side) noexcept nogil:
    """Mask of kingdoms friendly to one that fights on a side."""
    cdef int mask = 0, left = fighting(s, side), k
    for k in range(KINGDOMS):
        if left >> k & 1:
            mask |= friends_of(s, k)
    return mask


cdef inline int region_holder(const State *s) noexcept nogil:
    """Who controls the region fought over; -1: nobody, or this is a sea."""
    return -1 if at_sea(s) else controller(s, s.place)


cdef inline void ask_next_side(State *s, int stage, int side) noexcept nogil:
    s.battle = stage
    s.side = side
    s.asked = 0


cdef inline void end_fight(State *s, const Rules *r, int loser) noexcept nogil:
    """One side is destroyed, has surrendered or left: conquest and ransom follow."""
    tidy_map(s, r)
    ask_next_side(s, CONQUERING if s.assault and loser == DEFENDERS else PAYING, loser)
