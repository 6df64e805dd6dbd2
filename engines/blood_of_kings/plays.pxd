"""A dynasty card under way: who plays it, what may be targeted, and how far it has got."""
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy

from engines.blood_of_kings.board cimport bit, seat_after
from engines.blood_of_kings.rules cimport (
    KINGDOMS, REGIONS, BloodOfKings, BloodOfKingsRules,
)

cdef enum:                  # BloodOfKings.stage in the dynasty phase
    PLAYING                 # the next card, or enough
    NAMING                  # the region of diplomacy, the tokens of the order track
    OFFERING                # that region, to a beneficiary
    CONSENTING
    NAMING_SECOND           # Popular Support, Persuasive Diplomats
    POLLING                 # the others, for foils
    FOILED
    RESOLVING               # cursor 1: the second kingdom of an Unrest card
    LOSING                  # a unit, by attrition
    REORDERING              # cursor: cards put back
    PLACING                 # tokens of the order track
    STEALING
    DISCARDING              # cursor: the last kind discarded without need
    PICKING                 # a set
    EXCHANGING              # a card of that set, which cursor names
    DRAWING                 # without a kingdom
    N_STAGES

cdef enum:
    WORD = 8                # bytes looked at together


cdef inline int active_seat(const BloodOfKings *s, const BloodOfKingsRules *r) noexcept nogil:
    """In player order (R16.1)."""
    return seat_after(r, s.first, s.acting)


cdef inline int permitting(
    const BloodOfKings *s, const BloodOfKingsRules *r, int type_
) noexcept nogil:
    """Mask of the kingdoms whose card of this turn permits a type of dynasty card (R16.2)."""
    cdef int mask = 0, k
    for k in range(KINGDOMS):
        if s.played[k] and r.permits[s.played[k] - 1] & type_:
            mask |= 1 << k
    return mask & ~s.shielded


cdef inline uint64_t regions_with_armies(const BloodOfKings *s, int kingdom) noexcept nogil:
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


cdef inline void begin_card(BloodOfKings *s, int use, int target, int stage) noexcept nogil:
    s.use = use
    s.target = target
    s.stage = stage


cdef inline void end_card(BloodOfKings *s) noexcept nogil:
    """The next card may be played."""
    s.card = s.use = s.target = s.second = s.refused = s.tokens = s.placed = 0
    s.regions[0] = s.regions[1] = s.gainers[0] = s.gainers[1] = 0
    s.whom = s.polled = s.foils = s.foiler = s.cursor = 0
    s.stage = PLAYING
