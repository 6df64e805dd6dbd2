"""Views and worlds: what a seat cannot see goes to the pool, and is dealt from there.

Every card shows its colour, wherever it lies; so hidden cards are exchanged within a colour.
"""
from libc.stdint cimport int32_t, uint64_t, uint8_t

from eminence.cython_ext.core cimport CHECK, Rng, below
from eminence.cython_ext.game cimport FULL
from eminence.engines.kit.bits cimport list_bits64, popcount64
from eminence.engines.bruges.board cimport drop, home_colour, list_cards, lowest_card, put
from eminence.engines.bruges.state cimport (
    COLOURS, MAX_CARDS, PER_COLOUR, PICK_DOWN, Deck, Rules, State,
)


cdef inline int being_lost(const State *s, int seat, int colour) noexcept nogil:
    """1 while the seat chooses which house of that colour it loses: its card still lies there."""
    return s.step == PICK_DOWN and s.head.player == seat and s.use_colour == colour


cdef inline int cards_down(const State *s, int seat, int colour) noexcept nogil:
    """Face-down cards of a seat."""
    return s.houses[seat][colour] + being_lost(s, seat, colour)


cdef inline void conceal(State *s, const Rules *r, int viewer) noexcept nogil:
    cdef int32_t people[MAX_CARDS]
    cdef uint8_t *home
    cdef int seat, c, i
    for seat in range(r.seats):
        if seat == viewer:
            continue
        for c in range(COLOURS):
            s.pool[c] |= s.hand[seat][c] & ~s.shown[c]
            s.hand[seat][c] &= s.shown[c]
            s.pool[c] |= s.down[seat][c]
            s.down[seat][c] = 0
        for i in range(list_cards(s.people[seat], 0, people)):
            home = &s.home[r.row[people[i]]]
            home[0] = MAX_CARDS + 1 + home_colour(r, home[0])
    if s.aside and s.seat != viewer:
        put(s.pool, s.aside - 1)
        s.aside = 0
    s.head.view_of = viewer


# --- worlds ---

cdef inline int deal_one(Deck *deck, Rng *rng) noexcept nogil:
    """A random card of the deck, by its bit; it leaves the deck."""
    cdef int i, bit
    CHECK(deck.left > 0)
    i = below(rng, deck.left)
    bit = deck.bit[i]
    deck.left -= 1
    deck.bit[i] = deck.bit[deck.left]
    return bit


cdef inline uint64_t deal(Deck *deck, int n, Rng *rng) noexcept nogil:
    """n random cards of the deck, as a mask."""
    cdef uint64_t cards = 0
    while n > 0:
        cards |= <uint64_t>1 << deal_one(deck, rng)
        n -= 1
    return cards


cdef inline void deal_homes(
    State *s, const Rules *r, int seat, Deck *decks, Rng *rng
) noexcept nogil:
    """The card below each person of a seat, of the colour that its back shows."""
    cdef int c, colour, bit
    cdef uint64_t left
    cdef uint8_t *home
    for c in range(COLOURS):
        left = s.people[seat][c]
        while left:
            home = &s.home[r.row[lowest_card(left, c)]]
            left &= left - 1
            colour = home[0] - MAX_CARDS - 1
            bit = deal_one(&decks[colour], rng)
            home[0] = r.row[colour * PER_COLOUR + bit] + 1
            s.down[seat][colour] |= <uint64_t>1 << bit


cdef inline void imagine(State *s, const Rules *r, Rng *rng, int mode) noexcept nogil:
    """Every card of one colour could lie wherever that colour lies hidden.

    Hands and houses of the others are dealt; what is left is in the piles.
    """
    cdef Deck decks[COLOURS]
    cdef int seat, c, missing
    for c in range(COLOURS):
        decks[c].left = list_bits64(s.pool[c], 0, decks[c].bit)
    for seat in range(r.seats):
        if seat == s.head.view_of:
            continue
        deal_homes(s, r, seat, decks, rng)
        for c in range(COLOURS):
            missing = s.hand_count[seat][c]
            if s.hand[seat][c]:
                # What everybody knows of this hand lies there already, and is not in the pool.
                missing -= popcount64(s.hand[seat][c])
                s.pool[c] |= s.hand[seat][c]
            s.hand[seat][c] |= deal(&decks[c], missing, rng)
            s.down[seat][c] |= deal(&decks[c], s.empty[seat][c] + being_lost(s, seat, c), rng)
            s.pool[c] ^= s.hand[seat][c] | s.down[seat][c]
    if s.aside_colour and s.aside == 0:
        c = s.aside_colour - 1
        s.aside = c * PER_COLOUR + deal_one(&decks[c], rng) + 1
        drop(s.pool, s.aside - 1)
    s.head.view_of = FULL
