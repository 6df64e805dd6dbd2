"""Views and worlds: what a seat cannot see goes to the pool, and is dealt from there.

Every card shows its colour, wherever it lies; so hidden cards are exchanged within a colour.
"""
from libc.stdint cimport uint64_t

from cython_ext.core cimport CHECK, Rng, below
from engines.bits cimport lowest_bit64, popcount64
from engines.bruges.board cimport put
from engines.bruges.rules cimport COLOURS, PER_COLOUR, PICK_DOWN, Bruges, BrugesRules, Deck


cdef inline int cards_down(const Bruges *s, int seat, int colour) noexcept nogil:
    """Face-down cards of a seat; while it says which one was lost, that is one more."""
    return s.houses[seat][colour] + (
        s.step == PICK_DOWN and s.head.player == seat and s.use_colour == colour)


cdef inline void hide(Bruges *s, const BrugesRules *r, int viewer) noexcept nogil:
    cdef int seat, c
    for seat in range(r.seats):
        if seat == viewer:
            continue
        for c in range(COLOURS):
            s.pool[c] |= s.hand[seat][c] & ~s.shown[c]
            s.hand[seat][c] &= s.shown[c]
            s.pool[c] |= s.down[seat][c]
            s.down[seat][c] = 0
    if s.aside and s.seat != viewer:
        put(s.pool, s.aside - 1)
        s.aside = 0


cdef inline uint64_t deal(Deck *deck, int n, Rng *rng) noexcept nogil:
    """n random cards of the deck, as a mask; they leave it."""
    cdef uint64_t cards = 0
    cdef int i
    CHECK(n <= deck.left)
    while n > 0:
        i = below(rng, deck.left)
        cards |= <uint64_t>1 << deck.card[i]
        deck.left -= 1
        deck.card[i] = deck.card[deck.left]
        n -= 1
    return cards


cdef inline void deal_colour(
    Bruges *s, const BrugesRules *r, int colour, Rng *rng
) noexcept nogil:
    """Hands and houses of the others; what is left is in the piles."""
    cdef Deck deck
    cdef uint64_t left = s.pool[colour], cards
    cdef int seat, missing
    deck.left = 0
    while left:
        deck.card[deck.left] = lowest_bit64(left)
        deck.left += 1
        left &= left - 1
    for seat in range(r.seats):
        if seat == s.head.view_of:
            continue
        missing = s.hand_count[seat][colour]
        if s.hand[seat][colour]:
            missing -= popcount64(s.hand[seat][colour])
        cards = deal(&deck, missing, rng)
        s.hand[seat][colour] |= cards
        s.pool[colour] ^= cards
        cards = deal(&deck, cards_down(s, seat, colour), rng)
        s.down[seat][colour] = cards
        s.pool[colour] ^= cards
    if s.aside_colour == colour + 1 and s.aside == 0:
        cards = deal(&deck, 1, rng)
        s.aside = colour * PER_COLOUR + lowest_bit64(cards) + 1
        s.pool[colour] ^= cards
