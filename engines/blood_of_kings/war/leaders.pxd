"""Who leads a side on which armies of several players fight."""
from libc.stdint cimport int32_t

from eminence.engines.blood_of_kings.board cimport ask, happen, seat_after
from eminence.engines.blood_of_kings.state cimport (
    LEADER_ROLL, LEADER_VOTE, NAMING_LEADERS, SEAT, WITHDRAWING, State,
)
from eminence.engines.blood_of_kings.tables cimport ATTACKERS, DEFENDERS, KINGDOMS, Rules
from eminence.engines.blood_of_kings.war.sides cimport active_kingdom, ask_next_side, side_of
from eminence.engines.kit.bits cimport list_bits, lowest_bit64, popcount64


cdef inline int seats_on(const State *s, int side) noexcept nogil:
    """Mask of the players whose kingdoms are on a side."""
    cdef int mask = 0, kingdoms = side_of(s, side), k
    for k in range(KINGDOMS):
        if kingdoms >> k & 1 and s.ruler[k]:
            mask |= 1 << (s.ruler[k] - 1)
    return mask


cdef inline void appoint(State *s, int leader) noexcept nogil:
    """`leader` is a seat + 1, or 0 where nobody rules. Then it is the other side's turn."""
    s.leader[s.side] = leader
    s.vote = 0
    if s.side == ATTACKERS:
        ask_next_side(s, NAMING_LEADERS, DEFENDERS)
    else:
        ask_next_side(s, WITHDRAWING, DEFENDERS)


cdef inline int next_voter(const State *s, const Rules *r, int seats) noexcept nogil:
    """Clockwise from the active player; how far from there, or the number of seats."""
    cdef int first = s.ruler[active_kingdom(s)] - 1, steps = s.asked
    while steps < r.seats and not seats >> seat_after(r, first, steps) & 1:
        steps += 1
    return steps


cdef inline void resume_naming(State *s, const Rules *r) noexcept nogil:
    cdef int seats = seats_on(s, s.side)
    if popcount64(seats) <= 1:
        appoint(s, lowest_bit64(seats) + 1 if seats else 0)
        return
    s.asked = next_voter(s, r, seats)
    if s.asked < r.seats:
        ask(s, seat_after(r, s.ruler[active_kingdom(s)] - 1, s.asked), LEADER_VOTE)
    else:
        appoint(s, s.vote)


cdef inline int list_votes(const State *s, int32_t *out) noexcept nogil:
    cdef int n = list_bits(seats_on(s, s.side), out), i
    for i in range(n):
        out[i] += SEAT
    return n


cdef inline void decide_vote(State *s, int seat) noexcept nogil:
    """As soon as two differ they roll: further votes could not change that (Q34)."""
    s.asked += 1
    if s.vote and s.vote != seat + 1:
        s.vote = 0
        happen(s, LEADER_ROLL)
    else:
        s.vote = seat + 1


cdef inline int roll_leaders(const State *s) noexcept nogil:
    """Mask of the seats that roll for the lead of a side; each is as likely as the others."""
    return seats_on(s, s.side)


cdef inline void take_leader(State *s, int seat) noexcept nogil:
    appoint(s, seat + 1)
