"""Cathedrals: the active kingdom with the most regions around one may raise its flag there."""
from libc.stdint cimport int32_t, uint64_t

from eminence.engines.blood_of_kings.board cimport adjacent, ask, can_raise_flag, list_choices
from eminence.engines.blood_of_kings.kingdom.realm cimport conquer
from eminence.engines.blood_of_kings.state cimport CATHEDRAL_FLAG, NO, PLACE, State
from eminence.engines.blood_of_kings.tables cimport CATHEDRAL, KINGDOMS, STRAITS, Rules
from eminence.engines.kit.bits cimport lowest_bit64, popcount64


cdef inline int regions_around(
    const State *s, const Rules *r, int cathedral, int kingdom
) noexcept nogil:
    """Regions of the kingdom adjacent to a cathedral, over straits too."""
    cdef int n = popcount64(r.roads[cathedral] & s.holds[kingdom]), i, other
    for i in range(STRAITS):
        if r.strait_from[i] == cathedral or r.strait_to[i] == cathedral:
            other = r.strait_from[i] + r.strait_to[i] - cathedral
            if s.holds[kingdom] >> other & 1 and adjacent(s, r, cathedral, other):
                n += 1
    return n


cdef inline bint is_open_to(
    const State *s, const Rules *r, int cathedral, int kingdom
) noexcept nogil:
    """At least two regions around it and more than any other kingdom has, and a flag."""
    cdef int most = regions_around(s, r, cathedral, kingdom), k
    if most < r.cathedral_regions or not can_raise_flag(s, kingdom, cathedral):
        return False
    for k in range(KINGDOMS):
        if k != kingdom and regions_around(s, r, cathedral, k) >= most:
            return False
    return True


cdef inline uint64_t open_cathedrals(const State *s, const Rules *r, int kingdom) noexcept nogil:
    cdef uint64_t left = r.of_type[CATHEDRAL] & ~s.holds[kingdom], found = 0
    while left:
        if is_open_to(s, r, lowest_bit64(left), kingdom):
            found |= left & -left
        left &= left - 1
    return found


cdef inline void resume_cathedrals(State *s, const Rules *r) noexcept nogil:
    """Offered at the start and end of a kingdom's action and after changes of control (Q40)."""
    cdef int kingdom = s.order[s.acting]
    if s.ruler[kingdom] and open_cathedrals(s, r, kingdom):
        ask(s, s.ruler[kingdom] - 1, CATHEDRAL_FLAG)
    else:
        s.cathedral_due = 0


cdef inline int list_cathedrals(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    return list_choices(open_cathedrals(s, r, s.order[s.acting]), PLACE, True, out)


cdef inline void decide_cathedral(State *s, const Rules *r, int action) noexcept nogil:
    if action == NO:
        s.cathedral_due = 0
    else:
        conquer(s, r, s.order[s.acting], action - PLACE)
