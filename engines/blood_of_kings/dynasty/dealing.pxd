"""Cards from the deck: to the sets, face up, or to a hand, for its owner's eyes."""
from libc.string cimport memset

from eminence.cython_ext.game cimport BY_CHANCE, TO_ALL, Seen, seat_bit, show
from eminence.engines.blood_of_kings.board cimport happen
from eminence.engines.blood_of_kings.dynasty.cards cimport draw_card
from eminence.engines.blood_of_kings.state cimport DEAL, State
from eminence.engines.blood_of_kings.tables cimport KINDS, MAX_PLAYERS, SETS


cdef inline void deal_sets(State *s) noexcept nogil:
    """One card to each of the sets."""
    s.deal_left = SETS
    s.deal_to = MAX_PLAYERS
    s.deal_at = 0


cdef inline void deal_hand(State *s, int seat, int cards) noexcept nogil:
    s.deal_left = cards
    s.deal_to = seat


cdef inline void end_deal(State *s) noexcept nogil:
    s.deal_left = s.deal_to = s.deal_at = 0


cdef inline void shuffle_discards(State *s) noexcept nogil:
    """The discards become the deck."""
    cdef int kind
    for kind in range(KINDS):
        s.deck[kind] += s.discards[kind]
        s.deck_size += s.discards[kind]
    memset(s.discards, 0, sizeof(s.discards))


cdef inline void resume_deal(State *s) noexcept nogil:
    """If deck and discards are both used up, the rest is not dealt (Q49)."""
    if s.deck_size == 0:
        shuffle_discards(s)
    if s.deck_size == 0:
        end_deal(s)
    else:
        happen(s, DEAL)


cdef inline void take_dealt(State *s, int kind, Seen *seen) noexcept nogil:
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
