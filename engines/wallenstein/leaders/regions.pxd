"""Region cards (G1 to G6)."""
from libc.stdint cimport int32_t

from eminence.cython_ext.game cimport Seen
from eminence.engines.wallenstein.board cimport ask, fill_tray, gained, performer, regions_held
from eminence.engines.wallenstein.court.favors cimport open_court
from eminence.engines.wallenstein.state cimport (
    BENEFIT, BENEFITS, BENEFIT_ARMIES, BENEFIT_GRAIN, BENEFIT_POINTS, BENEFIT_THALERS,
    FROM_BENEFITS, MOST_GRAIN, MOST_POINTS, MOST_THALERS, POSITIONS, REGION_CARDS, TAKE_BENEFIT,
    Rules, State,
)


cdef inline void grant_benefits(State *s, const Rules *r, Seen *seen) noexcept nogil:
    """In player order, seats in enough regions get their next card, until one is asked (G2)."""
    if r.regions:
        while s.turn < POSITIONS:
            if s.leader[s.turn] and slide_card(s, r):
                return
            s.turn += 1
        s.turn = 0
    open_court(s, r, seen)


cdef inline bint slide_card(State *s, const Rules *r) noexcept nogil:
    """The top card of the seat's deck goes to the bottom; True if the seat has to choose (G3)."""
    cdef int32_t options[BENEFITS]
    cdef int seat = performer(s), n
    if regions_held(s, r, seat) < r.regions_needed:
        return False
    s.region_card[seat] = (s.region_card[seat] + 1) % REGION_CARDS
    n = benefit_actions(s, r, options)
    if n > 1:
        ask(s, BENEFIT, seat)
        return True
    if n:
        receive(s, r, seat, options[0] - TAKE_BENEFIT)
    return False


cdef inline int benefit_actions(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    """The benefits on the top card; armies only while there are any in the supply."""
    cdef int seat = performer(s), n = 0, kind
    for kind in range(BENEFITS):
        if r.benefit[s.region_card[seat]][kind] and (kind != BENEFIT_ARMIES or s.supply[seat]):
            out[n] = TAKE_BENEFIT + kind
            n += 1
    return n


cdef inline void receive(State *s, const Rules *r, int seat, int kind) noexcept nogil:
    cdef int amount = r.benefit[s.region_card[seat]][kind]
    if kind == BENEFIT_THALERS:
        s.thalers[seat] = gained(s.thalers[seat], amount, MOST_THALERS)
    elif kind == BENEFIT_GRAIN:
        s.grain[seat] = gained(s.grain[seat], amount, MOST_GRAIN)
    elif kind == BENEFIT_POINTS:
        s.points[seat][FROM_BENEFITS] = gained(s.points[seat][FROM_BENEFITS], amount, MOST_POINTS)
    else:
        fill_tray(s, seat, amount)


cdef inline void take_benefit(State *s, const Rules *r, int kind, Seen *seen) noexcept nogil:
    receive(s, r, performer(s), kind)
    s.turn += 1
    grant_benefits(s, r, seen)
