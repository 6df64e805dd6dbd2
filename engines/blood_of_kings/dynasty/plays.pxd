"""A dynasty card under way: who plays it, what may be targeted, and how far it has got."""
from libc.stdint cimport uint64_t, uint8_t
from libc.string cimport memcpy

from eminence.engines.blood_of_kings.board cimport bit
from eminence.engines.blood_of_kings.state cimport PLAYING, State
from eminence.engines.blood_of_kings.tables cimport KINGDOMS, REGIONS, Rules

cdef enum:
    WORD = 8                # bytes looked at together


cdef inline int permitting(const State *s, const Rules *r, int type_) noexcept nogil:
    """Mask of the kingdoms whose card of this turn permits a type of dynasty card (R16.2)."""
    cdef int mask = 0, k
    for k in range(KINGDOMS):
        if s.played[k] and r.permits[s.played[k] - 1] & type_:
            mask |= 1 << k
    return mask & ~s.shielded


cdef inline uint64_t regions_with_armies(const State *s, int kingdom) noexcept nogil:
    cdef const uint8_t *armies = s.armies[kingdom]
    cdef uint64_t mask = 0, word
    cdef int start = 0, region
    while start < REGIONS:
        memcpy(&word, armies + start, WORD)
        if word:
            for region in range(start, start + WORD):
                if armies[region]:
                    mask |= bit(region)
        start += WORD
    return mask


cdef inline void begin_card(State *s, int use, int target, int stage) noexcept nogil:
    s.use = use
    s.target = target
    s.stage = stage


cdef inline void end_card(State *s) noexcept nogil:
    """The next card may be played."""
    s.card = s.use = s.target = s.second = s.refused = s.tokens = s.placed = 0
    s.regions[0] = s.regions[1] = s.gainers[0] = s.gainers[1] = 0
    s.whom = s.polled = s.foils = s.foiler = s.cursor = 0
    s.stage = PLAYING
