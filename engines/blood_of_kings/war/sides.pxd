"""The two sides of a battle or assault: who is on them, who leads them, and who is beaten.

Side 0 is the attackers, side 1 the defenders: kingdoms, and in an assault levies. `force` counts
the units of a kingdom that still fight; armies that withdrew stay in the region but do not fight.
"""
from libc.stdint cimport uint8_t

from eminence.engines.blood_of_kings.board cimport (
    ask, controller, friends_of, happen, seat_after,
)
from eminence.engines.blood_of_kings.kingdom.realm cimport tidy_map
from eminence.engines.blood_of_kings.state cimport (
    CONQUERING, LEADER_ROLL, LEADER_VOTE, NAMING_LEADERS, PAYING, WITHDRAWING, State,
)
from eminence.engines.blood_of_kings.tables cimport (
    ATTACKERS, DEFENDERS, FIRST_SEA, KINGDOMS, Rules,
)
from eminence.engines.blood_of_kings.war.forces cimport active
from eminence.engines.kit.bits cimport lowest_bit64, popcount64
from eminence.engines.kit.counts cimport kinds_in, total_of


cdef inline bint at_sea(const State *s) noexcept nogil:
    return s.place >= FIRST_SEA


cdef inline int side_of(const State *s, int side) noexcept nogil:
    """Mask of the kingdoms on a side."""
    return s.defenders if side else s.attackers


cdef inline int fighting(const State *s, int side) noexcept nogil:
    """Mask of those kingdoms of a side that have units in the fight."""
    return side_of(s, side) & kinds_in(s.force, KINGDOMS)


cdef inline int strength(const State *s, int side) noexcept nogil:
    """Units of a side, levies included."""
    return total_of(s.force, KINGDOMS, side_of(s, side)) + (s.levies if side else 0)


cdef inline int friends_of_side(const State *s, int side) noexcept nogil:
    """Mask of kingdoms friendly to one that fights on a side."""
    cdef int mask = 0, left = fighting(s, side), k
    for k in range(KINGDOMS):
        if left >> k & 1:
            mask |= friends_of(s, k)
    return mask


cdef inline int lord_here(const State *s) noexcept nogil:
    """Mask of the kingdom that controls the region fought over, if there is one."""
    cdef int holder = -1 if at_sea(s) else controller(s, s.place)
    return 1 << holder if holder >= 0 else 0


# --- units ---

cdef inline uint8_t *units_in(State *s, int kingdom, int place) noexcept nogil:
    """The kingdom's units of the kind that fights there."""
    if place >= FIRST_SEA:
        return &s.fleets[kingdom][place - FIRST_SEA]
    return &s.armies[kingdom][place]


cdef inline void lose_units(State *s, int kingdom, int n) noexcept nogil:
    """Casualties, or all units that surrender: off the map, and counted for the ransom."""
    units_in(s, kingdom, s.place)[0] -= n
    s.force[kingdom] -= n
    s.lost[kingdom] += n


# --- from stage to stage ---

cdef inline void ask_next_side(State *s, int stage, int side) noexcept nogil:
    s.battle = stage
    s.side = side
    s.asked = 0


cdef inline void take_field(State *s, int stage) noexcept nogil:
    """All units of both sides fight, except those that wait."""
    cdef int k
    for k in range(KINGDOMS):
        if (s.attackers | s.defenders) >> k & 1:
            s.force[k] = units_in(s, k, s.place)[0] - s.waiting[k]
    ask_next_side(s, stage, ATTACKERS)


cdef inline void end_fight(State *s, const Rules *r, int loser) noexcept nogil:
    """One side is destroyed, has surrendered or left: conquest and ransom follow."""
    tidy_map(s, r)
    ask_next_side(s, CONQUERING if s.assault and loser == DEFENDERS else PAYING, loser)


# --- who leads a side on which armies of several players fight ---

cdef inline int seats_on(const State *s, int side) noexcept nogil:
    """Mask of the players whose kingdoms are on a side."""
    cdef int mask = 0, kingdoms = side_of(s, side), k
    for k in range(KINGDOMS):
        if kingdoms >> k & 1 and s.ruler[k]:
            mask |= 1 << (s.ruler[k] - 1)
    return mask


cdef inline void appoint(State *s, int leader) noexcept nogil:
    """`leader` is seat + 1, or 0 if nobody rules. Then it is the other side's turn."""
    s.leader[s.side] = leader
    s.vote = 0
    ask_next_side(s, NAMING_LEADERS if s.side == ATTACKERS else WITHDRAWING, DEFENDERS)


cdef inline int voter(const State *s, const Rules *r) noexcept nogil:
    """The seat that `asked` stands for, counted clockwise from the active player."""
    return seat_after(r, s.ruler[active(s)] - 1, s.asked)


cdef inline void resume_naming(State *s, const Rules *r) noexcept nogil:
    cdef int seats = seats_on(s, s.side)
    if popcount64(seats) <= 1:
        appoint(s, lowest_bit64(seats) + 1 if seats else 0)
        return
    while s.asked < r.seats and not seats >> voter(s, r) & 1:
        s.asked += 1
    if s.asked < r.seats:
        ask(s, voter(s, r), LEADER_VOTE)
    else:
        appoint(s, s.vote)


cdef inline void decide_vote(State *s, int seat) noexcept nogil:
    """As soon as two votes differ they roll: further votes could not change that (Q34)."""
    s.asked += 1
    if s.vote and s.vote != seat + 1:
        s.vote = 0
        happen(s, LEADER_ROLL)
    else:
        s.vote = seat + 1
