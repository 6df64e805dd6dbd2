"""How a year and a round begin: event cards, action cards, bonus tiles (R8 to R12)."""
from eminence.cython_ext.core cimport lowest_bit, popcount32
from eminence.cython_ext.game cimport CHANCE
from eminence.engines.wallenstein.board cimport ask
from eminence.engines.wallenstein.state cimport (
    BOXES, FAVOR_CARD, PLAN, POSITIONS, ROW, TILE, Rules, State,
)


cdef inline void reveal_event_card(State *s, const Rules *r, int card) noexcept nogil:
    s.event_deck ^= 1 << card
    s.open_events |= 1 << card
    if popcount32(s.open_events) == r.events_a_year:
        ask(s, ROW, CHANCE)


cdef inline int unseen_actions(const State *s) noexcept nogil:
    """Mask of the action cards that do not lie open."""
    cdef int mask = (1 << BOXES) - 1, i
    for i in range(s.row_size):
        mask ^= 1 << (s.row[i] - 1)
    return mask


cdef inline void lay_action(State *s, int action) noexcept nogil:
    s.row[s.row_size] = action + 1
    s.row_size += 1


cdef inline void lay_first_actions(State *s, const Rules *r, int action) noexcept nogil:
    lay_action(s, action)
    if s.row_size == r.open_actions:
        s.phase = TILE


cdef inline int free_tiles(const State *s) noexcept nogil:
    cdef int mask = (1 << POSITIONS) - 1, i
    for i in range(POSITIONS):
        if s.tile[i]:
            mask ^= 1 << (s.tile[i] - 1)
    return mask


cdef inline void lay_tile(State *s, const Rules *r, int tile) noexcept nogil:
    """The last tile is not an event: everybody can see which it is."""
    cdef int i = 0, left
    while s.tile[i]:
        i += 1
    s.tile[i] = tile + 1
    left = free_tiles(s)
    if left & (left - 1) == 0:
        s.tile[i + 1] = lowest_bit(left) + 1
        if r.court:
            ask(s, FAVOR_CARD, CHANCE)
        else:
            ask(s, PLAN, 0)
