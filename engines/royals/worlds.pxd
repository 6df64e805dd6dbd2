"""Worlds that fit a view: the cards that the viewer cannot place are dealt."""
from libc.stdint cimport uint8_t
from libc.string cimport memset

from eminence.cython_ext.core cimport CHECK, Rng, unit
from eminence.cython_ext.game cimport FULL
from eminence.engines.kit.counts cimport pick_kind, total, total_of
from eminence.engines.royals.payments cimport Duty, country_duty, intrigue_duty
from eminence.engines.royals.state cimport COUNTRIES, MAX_HAND, ONLOOKER, PAIRS, Rules, State


cdef inline void imagine(State *s, const Rules *r, Rng *rng, int mode) noexcept nogil:
    """Deal the unplaced cards to the hands' unknown places; the rest are the piles.

    The mover comes first, since a payment under way says something about its hand.
    """
    cdef int i, holder, n, left = total(s.pile, COUNTRIES)
    cdef int unplaced_intrigue = total(s.intrigue_pile, PAIRS)
    for i in range(r.seats):
        holder = s.seat + i
        if holder >= r.seats:
            holder -= r.seats
        if holder == s.head.view_of:
            continue
        n = s.hand_size[holder] - total(s.hand[holder], COUNTRIES)
        if i == 0:
            deal_mover(s.pile, s.hand[holder], COUNTRIES, n, left, country_duty(s, r), rng)
        else:
            deal(s.pile, s.hand[holder], n, left, rng)
        left -= n
        n = s.intrigue_size[holder]
        if i == 0:
            deal_mover(
                s.intrigue_pile, s.intrigue[holder], PAIRS, n, unplaced_intrigue,
                intrigue_duty(s, r), rng)
        else:
            deal(s.intrigue_pile, s.intrigue[holder], n, unplaced_intrigue, rng)
        unplaced_intrigue -= n
    if not s.head.lean:
        share_what_all_know(s, r)
    s.head.view_of = FULL


cdef inline void share_what_all_know(State *s, const Rules *r) noexcept nogil:
    """The other seats know of each other's hands what the onlooker knows (R31)."""
    cdef int viewer
    for viewer in range(r.seats):
        if viewer != s.head.view_of:
            s.known[viewer] = s.known[ONLOOKER]
            memset(s.known[viewer][viewer], 0, sizeof(s.known[viewer][viewer]))


cdef inline void deal(uint8_t *pool, uint8_t *hand, int n, int left, Rng *rng) noexcept nogil:
    """n random cards from a pool of `left` into a hand."""
    cdef int k
    while n > 0:
        k = pick_kind(pool, left, rng)
        pool[k] -= 1
        hand[k] += 1
        left -= 1
        n -= 1


cdef inline void deal_mover(
    uint8_t *pool, uint8_t *hand, int kinds, int n, int left, Duty duty, Rng *rng
) noexcept nogil:
    """`deal`, given that the hand can give what is due."""
    cdef int missing = duty.due - total_of(hand, kinds, duty.allowed)
    if missing > 0:
        deal_with_duty(pool, hand, kinds, n, left, duty.allowed, missing, rng)
    else:
        deal(pool, hand, n, left, rng)


cdef inline void deal_with_duty(
    uint8_t *pool, uint8_t *hand, int kinds, int n, int left, int allowed, int missing, Rng *rng
) noexcept nogil:
    """First how many of the allowed kinds, by the truncated hypergeometric law; then which."""
    cdef uint8_t part[PAIRS]
    cdef int good = total_of(pool, kinds, allowed), k
    cdef int count = hypergeometric_from(missing, good, left - good, n, rng)
    for k in range(kinds):
        part[k] = pool[k] if allowed >> k & 1 else 0
        pool[k] -= part[k]
    deal(part, hand, count, good, rng)
    deal(pool, hand, n - count, left - good, rng)
    for k in range(kinds):
        pool[k] += part[k]


cdef inline int hypergeometric_from(int least, int good, int bad, int n, Rng *rng) noexcept nogil:
    """How many good cards are among n draws, given that there are at least `least`."""
    cdef double weight[MAX_HAND + 1]
    cdef double sum = 0, left
    cdef int first = max(least, n - bad), last = min(good, n), x
    CHECK(first <= last)
    weight[first] = 1
    for x in range(first, last):
        weight[x + 1] = weight[x] * (good - x) * (n - x) / ((x + 1.0) * (bad - n + x + 1))
    for x in range(first, last + 1):
        sum += weight[x]
    left = unit(rng) * sum
    x = first
    while x < last and left >= weight[x]:
        left -= weight[x]
        x += 1
    return x
