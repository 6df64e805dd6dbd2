"""Views and worlds: what a seat cannot see goes to the deck, and is dealt from there.

A viewer knows its own hand and mat, the cards it has looked at as long as they lie where they
lay, and of other seats the cards that everybody saw them take: these are somewhere among their
hand and their face-down cards. Everything else is uniform; no face-down card is taken to be
an honest one.
"""
from libc.stdint cimport uint8_t
from libc.string cimport memset

from cython_ext.core cimport CHECK, Rng, below
from engines.blood_of_kings.cards cimport cards_on_mats, stack_start
from engines.blood_of_kings.rules cimport (
    KINDS, KINGDOMS, MAX_CARDS, TOLD, UNKNOWN, BloodOfKings, BloodOfKingsRules,
)


# --- views ---

cdef inline void keep_told(BloodOfKings *s, int viewer) noexcept nogil:
    """Only what this viewer was told."""
    cdef int i, n = 0
    for i in range(TOLD):
        if s.told[i][0] == viewer + 1 and viewer >= 0:
            s.told[n] = s.told[i]
            n += 1
    memset(s.told[n], 0, (TOLD - n) * 3)


cdef inline void hide_mat(BloodOfKings *s, int seat, int viewer) noexcept nogil:
    """Face-down cards that the viewer has not looked at go to the deck."""
    cdef int start = stack_start(s, seat, 0), end = stack_start(s, seat + 1, 0), i
    for i in range(start, end):
        if seat == viewer:
            s.known[i] = 0
        elif viewer >= 0 and s.known[i] >> viewer & 1:
            s.known[i] = 1 << viewer
        else:
            s.deck[s.mat[i]] += 1
            s.mat[i] = UNKNOWN
            s.known[i] = 0


cdef inline void certain_cards(
    const BloodOfKings *s, int seat, int viewer, uint8_t *out
) noexcept nogil:
    """What the viewer knows to be among the seat's hand and the face-down cards it has not seen.

    A card that it has seen face down may be one of those that it knew of.
    """
    cdef int i, kind
    for kind in range(KINDS):
        out[kind] = s.owned[seat][kind]
    for i in range(TOLD):
        if s.told[i][0] == viewer + 1 and viewer >= 0 and s.told[i][1] == seat:
            out[s.told[i][2]] += 1
    for i in range(stack_start(s, seat, 0), stack_start(s, seat + 1, 0)):
        if s.mat[i] != UNKNOWN and out[s.mat[i]]:
            out[s.mat[i]] -= 1


cdef inline void hide_hand(BloodOfKings *s, int seat, int viewer) noexcept nogil:
    """All of it goes to the deck, and what is certain comes back."""
    cdef uint8_t certain[KINDS]
    cdef int kind
    certain_cards(s, seat, viewer, certain)
    for kind in range(KINDS):
        s.deck[kind] += s.hand[seat][kind] - certain[kind]
        s.hand[seat][kind] = certain[kind]


cdef inline void hide(BloodOfKings *s, const BloodOfKingsRules *r, int viewer) noexcept nogil:
    cdef int seat
    keep_told(s, viewer)
    for seat in range(r.seats):
        hide_mat(s, seat, viewer)
        if seat != viewer:
            hide_hand(s, seat, viewer)


# --- worlds ---

cdef inline int draw_from(uint8_t *pool, int *left, Rng *rng) noexcept nogil:
    """A random card of the pool leaves it."""
    cdef int i = below(rng, left[0]), kind = 0
    while i >= pool[kind]:
        i -= pool[kind]
        kind += 1
    pool[kind] -= 1
    left[0] -= 1
    return kind


cdef inline void deal_seat(
    BloodOfKings *s, const BloodOfKingsRules *r, int seat, int *pool_size, Rng *rng
) noexcept nogil:
    """Fill the seat's hidden places: the certain cards at random ones, the rest from the deck."""
    cdef int start = stack_start(s, seat, 0), end = stack_start(s, seat + 1, 0)
    cdef int certain = 0, places = s.hand_count[seat], i, kind
    cdef uint8_t sure[KINDS]
    for kind in range(KINDS):
        sure[kind] = s.hand[seat][kind]
        certain += sure[kind]
        s.hand[seat][kind] = 0
    for i in range(start, end):
        places += s.mat[i] == UNKNOWN
    CHECK(certain <= places)
    for i in range(start, end):
        if s.mat[i] == UNKNOWN:
            if below(rng, places) < certain:
                s.mat[i] = draw_from(sure, &certain, rng)
            else:
                s.mat[i] = draw_from(s.deck, pool_size, rng)
            places -= 1
    while places > 0:
        if below(rng, places) < certain:
            kind = draw_from(sure, &certain, rng)
        else:
            kind = draw_from(s.deck, pool_size, rng)
        s.hand[seat][kind] += 1
        places -= 1


cdef inline void deal_world(
    BloodOfKings *s, const BloodOfKingsRules *r, Rng *rng
) noexcept nogil:
    cdef int pool_size = 0, seat, kind
    for kind in range(KINDS):
        pool_size += s.deck[kind]
    for seat in range(r.seats):
        if seat != s.head.view_of:
            deal_seat(s, r, seat, &pool_size, rng)
    CHECK(pool_size == s.deck_size)
