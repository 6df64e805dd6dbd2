"""Where units stand: masks that the cards of war ask for again and again.

`friends` is always the mask of the kingdoms friendly to the active one, itself included.
"""
from libc.stdint cimport uint64_t
from libc.string cimport memcpy

from eminence.engines.blood_of_kings.board cimport bit, over_straits
from eminence.engines.blood_of_kings.state cimport State
from eminence.engines.blood_of_kings.tables cimport (
    ALL_KINGDOMS, FIRST_SEA, KINGDOMS, REGIONS, Rules,
)

cdef enum:
    EIGHT = 8               # counts of one byte that are looked at in one go


cdef inline int active(const State *s) noexcept nogil:
    """The kingdom whose card is resolved."""
    return s.order[s.acting]


cdef inline uint64_t regions_with_armies(const State *s, int kingdom) noexcept nogil:
    cdef uint64_t found = 0, eight
    cdef int word, region
    for word in range(REGIONS / EIGHT):
        memcpy(&eight, &s.armies[kingdom][word * EIGHT], EIGHT)
        if eight:
            for region in range(word * EIGHT, (word + 1) * EIGHT):
                if s.armies[kingdom][region]:
                    found |= bit(region)
    return found


cdef inline uint64_t regions_of(const State *s, int kingdoms) noexcept nogil:
    """Controlled by one of the kingdoms."""
    cdef uint64_t regions = 0
    cdef int k
    for k in range(KINGDOMS):
        if kingdoms >> k & 1:
            regions |= s.holds[k]
    return regions


cdef inline uint64_t besieged_by(const State *s, int kingdoms) noexcept nogil:
    """Regions with a siege token of one of the kingdoms."""
    cdef uint64_t regions = 0
    cdef int k
    for k in range(KINGDOMS):
        if kingdoms >> k & 1:
            regions |= s.sieges[k]
    return regions


cdef inline int armies_at(const State *s, int place) noexcept nogil:
    """Mask of the kingdoms with armies there."""
    cdef int mask = 0, k
    for k in range(KINGDOMS):
        mask |= (s.armies[k][place] > 0) << k
    return mask


cdef inline int fleets_at(const State *s, int sea) noexcept nogil:
    cdef int mask = 0, k
    for k in range(KINGDOMS):
        mask |= (s.fleets[k][sea] > 0) << k
    return mask


cdef inline int units_at(const State *s, int place) noexcept nogil:
    """Mask of the kingdoms that can fight there: by armies on land, by fleets at sea."""
    if place < FIRST_SEA:
        return armies_at(s, place)
    return fleets_at(s, place - FIRST_SEA)


cdef inline uint64_t one_step(
    const State *s, const Rules *r, int region, int friends
) noexcept nogil:
    """Regions an army can step into: by roads, and by straits with a friend's fleet (Q8)."""
    return r.roads[region] | over_straits(s, r, region, friends)


cdef inline bint is_inside(const State *s, int region, int friends) noexcept nogil:
    """Whether the active kingdom's armies in a region are under siege there (Q27)."""
    return (besieged_by(s, ALL_KINGDOMS & ~friends) & regions_of(s, friends)) >> region & 1
