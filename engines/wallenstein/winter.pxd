"""Winter: grain, revolts, scoring, the end (R37 to R42)."""
from libc.stdint cimport uint64_t
from libc.string cimport memset

from eminence.cython_ext.core cimport lowest_bit
from eminence.cython_ext.game cimport CHANCE, OVER, Return, rank_seats
from eminence.engines.kit.bits cimport lowest_bit64, popcount64
from eminence.engines.kit.counts cimport total
from eminence.engines.wallenstein.board cimport ask, bit, gained, performer, points_now
from eminence.engines.wallenstein.combat cimport begin_revolt
from eminence.engines.wallenstein.leaders.generals cimport next_leader, score_statues
from eminence.engines.wallenstein.state cimport (
    ENDED, MAX_PLAYERS, MOST_POINTS, MOST_THALERS, NEW_EVENT, N_SOURCES, POSITIONS, REVOLT_CARD,
    REVOLT_ORDER, SPRING, STATION, WINTER_REVOLT, WINTER_SOURCES, Rules, State,
)


cdef inline void begin_winter(State *s, const Rules *r) noexcept nogil:
    """The last open event card says how much grain everybody loses (R37)."""
    cdef int loss = r.grain_loss[lowest_bit(s.open_events)], seat
    for seat in range(r.seats):
        s.grain[seat] -= min(<int>s.grain[seat], loss)
    s.turn = 0
    supply_counties(s, r)


cdef inline void supply_counties(State *s, const Rules *r) noexcept nogil:
    """In the player order of fall; a seat with too little grain suffers revolts (R38)."""
    cdef int counties, missing
    while s.turn < POSITIONS:
        if s.leader[s.turn]:
            counties = popcount64(s.owned[performer(s)])
            missing = counties - s.grain[performer(s)]
            if missing > 0:
                s.due = min(r.revolts[missing], counties)
                s.extra = r.extra[missing]
                draw_revolts(s, r)
                return
        s.turn += 1
    s.turn = 0
    return_leaders(s, r)


cdef inline void draw_revolts(State *s, const Rules *r) noexcept nogil:
    """One event for each card; none if all cards left must be drawn."""
    cdef uint64_t hand = s.owned[performer(s)] & ~s.revolting
    if s.due == popcount64(hand):
        s.revolting |= hand
        s.due = 0
    if s.due:
        ask(s, REVOLT_CARD, CHANCE)
    else:
        next_revolt(s, r)


cdef inline void next_revolt(State *s, const Rules *r) noexcept nogil:
    """The owner says which comes first; nobody is asked about the last one (R39)."""
    if s.revolting == 0:
        s.extra = 0
        s.turn += 1
        supply_counties(s, r)
    elif s.revolting & (s.revolting - 1):
        ask(s, REVOLT_ORDER, performer(s))
    else:
        suffer_revolt(s, lowest_bit64(s.revolting))


cdef inline void suffer_revolt(State *s, int county) noexcept nogil:
    s.revolting ^= bit(county)
    begin_revolt(s, performer(s), county, s.extra, WINTER_REVOLT)


cdef inline void return_leaders(State *s, const Rules *r) noexcept nogil:
    """Leaders that have fled are placed again only after the revolts of the first winter (L9)."""
    if r.leaders and s.year == 0 and next_leader(s, r, STATION):
        return
    end_year(s, r)


cdef inline void end_year(State *s, const Rules *r) noexcept nogil:
    """Scoring (R40); then the board is cleared, and after the second year the game ends (R41)."""
    cdef int won[MAX_PLAYERS][WINTER_SOURCES]
    cdef int seat, i
    points_now(s, r, won)
    for seat in range(r.seats):
        for i in range(WINTER_SOURCES):
            s.points[seat][i] = gained(s.points[seat][i], won[seat][i], MOST_POINTS)
    s.turn = 0
    s.open_events = 0
    memset(s.markers, 0, sizeof(s.markers))
    memset(s.grain, 0, sizeof(s.grain))
    memset(s.leader, 0, sizeof(s.leader))
    memset(s.region_card, 0, sizeof(s.region_card))
    if s.year == 1:
        score_statues(s, r)
        ask(s, ENDED, OVER)
    else:
        s.year = 1
        s.season = SPRING
        ask(s, NEW_EVENT, CHANCE)


cdef inline void returns(const State *s, const Rules *r, Return *out) noexcept nogil:
    """Victory points, then Thalers (R42)."""
    cdef double strength[MAX_PLAYERS]
    cdef int seat
    for seat in range(r.seats):
        out[seat].score = total(s.points[seat], N_SOURCES)
        strength[seat] = out[seat].score * (MOST_THALERS + 1) + s.thalers[seat]
    rank_seats(strength, r.seats, out)
