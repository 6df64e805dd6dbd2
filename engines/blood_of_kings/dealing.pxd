"""Cards from the deck: to the sets, face up, or to a hand, for its owner's eyes."""
from libc.stdint cimport int32_t
from libc.string cimport memset

from cython_ext.core cimport Rng, below
from cython_ext.game cimport BY_CHANCE, TO_ALL, Seen, seat_bit, show
from engines.blood_of_kings.board cimport happen
from engines.blood_of_kings.cards cimport draw_card
from engines.blood_of_kings.rules cimport DEAL, KINDS, MAX_PLAYERS, SETS, BloodOfKings


cdef inline void deal_sets(BloodOfKings *s) noexcept nogil:
    """One card to each of the sets."""
    s.deal_left = SETS
    s.deal_to = MAX_PLAYERS
    s.deal_at = 0


cdef inline void deal_hand(BloodOfKings *s, int seat, int cards) noexcept nogil:
    s.deal_left = cards
    s.deal_to = seat


cdef inline void end_deal(BloodOfKings *s) noexcept nogil:
    s.deal_left = s.deal_to = s.deal_at = 0


cdef inline void shuffle_discards(BloodOfKings *s) noexcept nogil:
    """The discards become the deck."""
    cdef int kind
    for kind in range(KINDS):
        s.deck[kind] += s.discards[kind]
        s.deck_size += s.discards[kind]
    memset(s.discards, 0, sizeof(s.discards))


cdef inline void resume_deal(BloodOfKings *s) noexcept nogil:
    """Where deck and discards are both used up, the rest is not dealt (Q49)."""
    if s.deck_size == 0:
        shuffle_discards(s)
    if s.deck_size == 0:
        end_deal(s)
    else:
        happen(s, DEAL)


cdef inline int list_deck(const BloodOfKings *s, int32_t *out, double *p) noexcept nogil:
    cdef int n = 0, kind
    for kind in range(KINDS):
        if s.deck[kind]:
            out[n] = kind
            p[n] = <double>s.deck[kind] / s.deck_size
            n += 1
    return n


cdef inline int roll_deck(const BloodOfKings *s, Rng *rng) noexcept nogil:
    cdef int left = below(rng, s.deck_size), kind = 0
    while left >= s.deck[kind]:
        left -= s.deck[kind]
        kind += 1
    return kind


cdef inline void take_dealt(BloodOfKings *s, int kind, Seen *seen) noexcept nogil:
    s.deck[kind] -= 1
    s.deck_size -= 1
    if s.deal_to == MAX_PLAYERS:
        show(seen, TO_ALL | BY_CHANCE, kind)
        s.sets[s.deal_at][kind] += 1
        s.deal_at += 1
    else:
        show(seen, seat_bit(s.deal_to) | BY_CHANCE, kind)
        draw_card(s, s.deal_to, kind)
    s.deal_left -= 1
    if s.deal_left == 0:
        end_deal(s)
