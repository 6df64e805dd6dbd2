"""Who knows what: only the plans are secret (R43 to R45)."""
from libc.math cimport exp
from libc.stdint cimport int32_t, uint64_t, uint8_t
from libc.string cimport memset

from eminence.cython_ext.core cimport Rng, below, unit
from eminence.cython_ext.game cimport FULL, UNIFORM
from eminence.engines.kit.bits cimport list_bits64, take_bit64
from eminence.engines.wallenstein.board cimport bit, is_county, opened_boxes, plans_lie
from eminence.engines.wallenstein.plans.planning cimport Hand, discard, hand_of
from eminence.engines.wallenstein.state cimport (
    FACE_DOWN, HAND_CARDS, MAX_PLAYERS, MONEY, MONEY_CARDS, NOTHING, PLAN, ROUND_EVENT, TOWER_CARD,
    TOWER_CARDS, Rules, State,
)
from eminence.engines.wallenstein.worth cimport bid_gain, card_worth


cdef inline bint hidden(const State *s, const Rules *r) noexcept nogil:
    return s.phase == PLAN


cdef inline uint64_t closed_at_most(const State *s, const Rules *r, int seat) noexcept nogil:
    """While plans lie: the seat's counties whose card was not turned up in this round."""
    cdef uint64_t counties = s.owned[seat]
    cdef int i, opened
    if s.phase != ROUND_EVENT and is_county(s.bid[seat]):
        counties &= ~bit(s.bid[seat] - 1)
    opened = opened_boxes(s, r, seat)
    for i in range(r.boxes):
        if opened >> i & 1 and is_county(s.box[seat][i]):
            counties &= ~bit(s.box[seat][i] - 1)
    return counties


cdef inline int mover_in_view(const State *s, const Rules *r, int viewer) noexcept nogil:
    """While all plan: the viewer until it has finished, then the first other seat."""
    if viewer >= 0 and s.planned[viewer] < r.plan_steps:
        return viewer
    return 1 if viewer == 0 else 0


cdef inline void forget_plan(State *s, int seat) noexcept nogil:
    s.planned[seat] = 0
    s.bid[seat] = NOTHING
    memset(s.box[seat], 0, sizeof(s.box[seat]))


cdef inline void rewind(State *s, const Rules *r) noexcept nogil:
    """An unfinished plan starts afresh; nothing else is decided in secret."""
    if s.phase == PLAN:
        forget_plan(s, s.head.player)


cdef inline void conceal(State *s, const Rules *r, int viewer) noexcept nogil:
    cdef int seat, i, opened
    s.head.view_of = viewer
    if s.phase == PLAN:
        for seat in range(MAX_PLAYERS):
            if seat != viewer:
                forget_plan(s, seat)
        s.head.player = mover_in_view(s, r, viewer)
    elif plans_lie(s):
        for seat in range(r.seats):
            if seat == viewer:
                continue
            if s.phase == ROUND_EVENT and s.bid[seat] != NOTHING:
                s.bid[seat] = FACE_DOWN
            opened = opened_boxes(s, r, seat)
            for i in range(r.boxes):
                if s.box[seat][i] != NOTHING and not opened >> i & 1:
                    s.box[seat][i] = FACE_DOWN


cdef inline void imagine(State *s, const Rules *r, Rng *rng, int mode) noexcept nogil:
    """Lay the unseen cards of each other seat into its covered boxes.

    Plans that are still being made are no part of a view: their owners decide afterwards.
    """
    cdef int seat, viewer = s.head.view_of
    s.head.view_of = FULL
    if not plans_lie(s):
        return
    for seat in range(r.seats):
        if seat != viewer:
            lay_plan(s, r, seat, rng, mode)


cdef inline void lay_plan(State *s, const Rules *r, int seat, Rng *rng, int mode) noexcept nogil:
    """Every arrangement equally likely; or box by box, by softmax of each card's worth there."""
    cdef double weight[HAND_CARDS]
    cdef uint8_t cards[HAND_CARDS]
    cdef int n, i, j
    if s.bid[seat] == FACE_DOWN:
        s.bid[seat] = guess_bid(s, r, seat, rng, mode)
    n = unseen_cards(s, r, seat, cards)
    for i in range(r.boxes):
        if s.box[seat][i] != FACE_DOWN:
            continue
        if mode == UNIFORM:
            j = below(rng, n)
        else:
            for j in range(n):
                weight[j] = exp(card_worth(s, r, r.weights, seat, i, cards[j]))
            j = draw_by(weight, n, rng)
        n -= 1
        s.box[seat][i] = cards[j]
        cards[j] = cards[n]


cdef inline int guess_bid(
    const State *s, const Rules *r, int seat, Rng *rng, int mode
) noexcept nogil:
    """Any card that could be bid: a county, or an amount of Thalers that the seat had."""
    cdef int32_t cards[HAND_CARDS]
    cdef double weight[HAND_CARDS]
    cdef int n = list_bits64(s.closed[seat], 1, cards), i
    for i in range(min(MONEY_CARDS, <int>s.thalers[seat] + 1)):
        cards[n] = MONEY + i
        n += 1
    for _ in range(TOWER_CARDS if r.court else 0):
        cards[n] = TOWER_CARD
        n += 1
    if mode == UNIFORM:
        return cards[below(rng, n)]
    for i in range(n):
        weight[i] = exp(bid_gain(r.weights, cards[i]))
    return cards[draw_by(weight, n, rng)]


cdef inline int unseen_cards(const State *s, const Rules *r, int seat, uint8_t *out) noexcept nogil:
    """The cards that may lie in the seat's face-down boxes; returns how many."""
    cdef Hand hand = hand_of(r, s.closed[seat])
    cdef int n = 0, i
    discard(&hand, s.bid[seat])
    for i in range(r.boxes):
        discard(&hand, s.box[seat][i])
    while hand.counties:
        out[n] = take_bit64(&hand.counties)
        n += 1
    for i in range(hand.money + hand.tower):
        out[n + i] = MONEY if i < hand.money else TOWER_CARD
    return n + hand.money + hand.tower


cdef inline int draw_by(const double *weight, int n, Rng *rng) noexcept nogil:
    """A random index, each as likely as its weight says."""
    cdef double sum = 0, left
    cdef int i
    for i in range(n):
        sum += weight[i]
    left = unit(rng) * sum
    for i in range(n - 1):
        left -= weight[i]
        if left < 0:
            return i
    return n - 1


cdef inline void facts(const State *s, const Rules *r, int viewer, double *out) noexcept nogil:
    """For each seat and action: whether a county card lies face down in that box."""
    cdef int seat, i, opened
    cdef bint lie = plans_lie(s)
    for seat in range(r.seats):
        opened = opened_boxes(s, r, seat) if lie else 0
        for i in range(r.boxes):
            out[seat * r.boxes + i] = (
                lie and seat != viewer and not opened >> i & 1 and is_county(s.box[seat][i]))
