"""Secret plans: everybody at the same time (R13 to R15)."""
from libc.stdint cimport int32_t, uint64_t

from eminence.cython_ext.game cimport CHANCE, TO_ALL, Seen, seat_bit, show
from eminence.engines.kit.bits cimport list_bits64, popcount64
from eminence.engines.wallenstein.board cimport ask, bit
from eminence.engines.wallenstein.state cimport (
    FACE_DOWN, MONEY, MONEY_CARDS, NOTHING, ROUND_EVENT, TOWER_CARD, TOWER_CARDS, Rules, State,
)


cdef struct Hand:
    uint64_t counties       # a bit for each card, which is 1 + county
    int money, tower        # how many of these cards


cdef inline Hand hand_of(const Rules *r, uint64_t counties) noexcept nogil:
    """All cards of a seat that has these counties."""
    cdef Hand hand
    hand.counties = counties << 1
    hand.money = MONEY_CARDS
    hand.tower = TOWER_CARDS if r.court else 0
    return hand


cdef inline void discard(Hand *hand, int card) noexcept nogil:
    """Take a card out of a hand; no branches, since every decision of a plan does it often."""
    hand.counties &= ~bit(card)
    hand.money -= MONEY <= card < FACE_DOWN
    hand.tower -= card == TOWER_CARD


cdef inline int cards_in(const Hand *hand) noexcept nogil:
    return popcount64(hand.counties) + hand.money + hand.tower


cdef inline int plan_actions(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    """A box stays empty only if there are too few cards for all boxes left (R13)."""
    cdef int seat = s.head.player, planned = s.planned[seat], n = 0, i
    cdef Hand hand = hand_of(r, s.owned[seat])
    discard(&hand, s.bid[seat])
    for i in range(planned - 1):
        discard(&hand, s.box[seat][i])
    if cards_in(&hand) < r.plan_steps - planned:
        out[0] = NOTHING
        n = 1
    n += list_bits64(hand.counties, 0, out + n)
    if planned == 0:
        # A bid must be paid (R14).
        for i in range(min(MONEY_CARDS, <int>s.thalers[seat] + 1)):
            out[n] = MONEY + i
            n += 1
    elif hand.money:
        out[n] = MONEY
        n += 1
    if hand.tower:
        out[n] = TOWER_CARD
        n += 1
    return n


cdef inline void plan(State *s, const Rules *r, int card, Seen *seen) noexcept nogil:
    cdef int seat = s.head.player, place = s.planned[seat]
    if place == 0:
        s.bid[seat] = card
    else:
        s.box[seat][place - 1] = card
    show(seen, seat_bit(seat), card)
    s.planned[seat] = place + 1
    if place + 1 < r.plan_steps:
        return
    seat = 0
    while seat < r.seats and s.planned[seat] == r.plan_steps:
        seat += 1
    if seat < r.seats:
        s.head.player = seat
    else:
        end_planning(s, r, seen)


cdef inline void end_planning(State *s, const Rules *r, Seen *seen) noexcept nogil:
    """Everybody sees which boxes are covered, not with what (R13)."""
    cdef int seat, i
    cdef uint64_t covered
    for seat in range(r.seats):
        covered = s.bid[seat] != NOTHING
        for i in range(r.boxes):
            covered = covered << 1 | (s.box[seat][i] != NOTHING)
        show(seen, TO_ALL, covered)
        s.planned[seat] = 0
        s.closed[seat] = s.owned[seat]
    ask(s, ROUND_EVENT, CHANCE)
