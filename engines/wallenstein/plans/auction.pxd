"""The event of the round and the player order (R16 to R18)."""
from libc.stdint cimport int32_t

from eminence.cython_ext.core cimport lowest_bit
from eminence.cython_ext.game cimport CHANCE, TO_ALL, Seen, show
from eminence.engines.wallenstein.board cimport (
    ask, bit, in_first_spring, is_county, position_of, price_of_bid,
)
from eminence.engines.wallenstein.leaders.generals cimport next_leader
from eminence.engines.wallenstein.leaders.regions cimport grant_benefits
from eminence.engines.wallenstein.state cimport (
    CHOOSE, MONEY, NOTHING, POSITIONS, STATION, TAKE_POSITION, TIE, TOWER_CARD, Rules, State,
)


cdef inline void choose_event(State *s, const Rules *r, int card, Seen *seen) noexcept nogil:
    """Then all bids are turned up, and Thalers that were bid are paid (R16, R17)."""
    cdef int seat, bid
    s.open_events ^= 1 << card
    s.event = card + 1
    for seat in range(r.seats):
        bid = s.bid[seat]
        show(seen, TO_ALL, bid)
        s.thalers[seat] -= price_of_bid(bid)
        if is_county(bid):
            s.closed[seat] &= ~bit(bid - 1)
    next_chooser(s, r, seen)


cdef inline int bid_rank(int card) noexcept nogil:
    """Thalers first, then county cards, then cards without Thalers, then no card (R17, C7)."""
    if card == NOTHING:
        return 0
    if card == MONEY or card == TOWER_CARD:
        return 1
    if card < MONEY:
        return 2
    return 2 + card - MONEY


cdef inline int highest_bidders(const State *s, const Rules *r) noexcept nogil:
    """Mask of the seats that bid the most among those without a position."""
    cdef int mask = 0, best = -1, seat, rank
    for seat in range(r.seats):
        if position_of(s, seat) < POSITIONS:
            continue
        rank = bid_rank(s.bid[seat])
        if rank > best:
            best = rank
            mask = 0
        if rank == best:
            mask |= 1 << seat
    return mask


cdef inline void next_chooser(State *s, const Rules *r, Seen *seen) noexcept nogil:
    """The seat that bid most chooses; in a tie, one of them is drawn (R18)."""
    cdef int mask = highest_bidders(s, r)
    if mask == 0:
        place_leaders(s, r, seen)
    elif mask & (mask - 1):
        ask(s, TIE, CHANCE)
    else:
        ask_for_position(s, r, lowest_bit(mask), seen)


cdef inline int position_actions(const State *s, int32_t *out) noexcept nogil:
    cdef int n = 0, i
    for i in range(POSITIONS):
        if s.leader[i] == 0:
            out[n] = TAKE_POSITION + i
            n += 1
    return n


cdef inline void ask_for_position(State *s, const Rules *r, int seat, Seen *seen) noexcept nogil:
    cdef int32_t options[POSITIONS]
    ask(s, CHOOSE, seat)
    if position_actions(s, options) == 1:
        take_position(s, r, options[0] - TAKE_POSITION, seen)


cdef inline void take_position(State *s, const Rules *r, int position, Seen *seen) noexcept nogil:
    s.leader[position] = s.head.player + 1
    next_chooser(s, r, seen)


cdef inline void place_leaders(State *s, const Rules *r, Seen *seen) noexcept nogil:
    """Leaders are placed in the first spring, if not in the draft (L2, L3); then the benefits."""
    if r.leaders and in_first_spring(s) and next_leader(s, r, STATION):
        return
    grant_benefits(s, r, seen)
