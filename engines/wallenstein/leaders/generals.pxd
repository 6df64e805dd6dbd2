"""Military leaders: where they go and what they leave behind (L1 to L11)."""
from libc.stdint cimport int32_t

from eminence.engines.kit.bits cimport list_bits64
from eminence.engines.wallenstein.board cimport ask, bit, performer, statue_count
from eminence.engines.wallenstein.state cimport (
    FROM_STATUES, FROM_TROPHIES, LEAD, LEAD_PLAINLY, LEAD_TO, MAX_ACTIONS, POSITIONS, Rules, State,
)


# --- where they go ---

cdef inline int lead_actions(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    """Another own county; if it is next to the old one, with or without a statue (L5, L6)."""
    cdef int seat = performer(s), n, at = s.general[seat] - 1
    if at < 0:
        return list_bits64(s.owned[seat], LEAD_TO, out)
    n = list_bits64(s.owned[seat] & ~bit(at), LEAD_TO, out)
    return n + list_bits64(s.owned[seat] & r.neighbours[at], LEAD_PLAINLY, out + n)


cdef inline bint ask_for_leader(State *s, const Rules *r, int phase) noexcept nogil:
    """Whether this seat is asked where its leader goes; with only one way, he goes at once."""
    cdef int32_t options[MAX_ACTIONS]
    cdef int seat = performer(s), n = lead_actions(s, r, options)
    if n > 1:
        ask(s, phase, seat)
        return True
    if n:
        send_leader(s, r, seat, options[0])
    return False


cdef inline void send_leader(State *s, const Rules *r, int seat, int action) noexcept nogil:
    """He leaves a statue behind if he goes to a neighbour, and captures those he finds."""
    cdef int at = s.general[seat] - 1, county, other
    if action >= LEAD_PLAINLY:
        county = action - LEAD_PLAINLY
    else:
        county = action - LEAD_TO
        if at >= 0 and r.neighbours[at] >> county & 1:
            s.statues[at] += 1
            s.honoured[seat] |= bit(at)
    s.general[seat] = county + 1
    for other in range(r.seats):
        if other != seat and s.honoured[other] >> county & 1:
            s.honoured[other] ^= bit(county)
            s.trophies[seat] += s.statues[county]
            s.statues[county] = 0


# --- when they go: up to the next question, in player order ---

cdef inline bint next_leader(State *s, const Rules *r, int phase) noexcept nogil:
    """Whether somebody is asked to move a leader on the board, or to place one off it."""
    while s.turn < POSITIONS:
        if s.leader[s.turn] and (s.general[performer(s)] > 0) == (phase == LEAD) and (
            ask_for_leader(s, r, phase)
        ):
            return True
        s.turn += 1
    s.turn = 0
    return False


# --- points ---

cdef inline void score_statues(State *s, const Rules *r) noexcept nogil:
    """Points at the end of the game (L10)."""
    cdef int seat
    for seat in range(r.seats):
        s.points[seat][FROM_STATUES] = r.statue_points * statue_count(s, seat)
        s.points[seat][FROM_TROPHIES] = r.trophy_points * s.trophies[seat]
