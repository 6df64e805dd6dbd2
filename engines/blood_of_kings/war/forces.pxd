"""What the parts of war share: the active kingdom, where units stand, and what is under way.

`friends` is always the mask of the kingdoms friendly to the active one, including itself.
"""
from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memcpy, memset

from eminence.engines.blood_of_kings.board cimport ask, bit, friends_of, over_straits
from eminence.engines.blood_of_kings.state cimport COUNT, FLEETS, PLACE, STANDING, State
from eminence.engines.blood_of_kings.tables cimport (
    ALL_KINGDOMS, FIRST_SEA, KINGDOMS, PLACES, REGIONS, SEAS, Rules,
)
from eminence.engines.kit.counts cimport kinds_in


# --- the active kingdom ---

cdef inline int active(const State *s) noexcept nogil:
    """The kingdom whose card is resolved."""
    return s.order[s.acting]


cdef inline int active_friends(const State *s) noexcept nogil:
    return friends_of(s, active(s))


cdef inline void ask_active(State *s, int step) noexcept nogil:
    ask(s, s.ruler[active(s)] - 1, step)


# --- where units stand ---

cdef inline uint64_t union_of(const uint64_t *sets, int kingdoms) noexcept nogil:
    """The regions that any of the kingdoms holds, or besieges: `sets` has a mask for each."""
    cdef uint64_t regions = 0
    cdef int k
    for k in range(KINGDOMS):
        if kingdoms >> k & 1:
            regions |= sets[k]
    return regions


cdef inline int units_at(const State *s, int place) noexcept nogil:
    """Mask of the kingdoms that can fight there: by armies on land, by fleets at sea."""
    if place < FIRST_SEA:
        return armies_at(s, place)
    return kinds_in(&s.fleets[0][place - FIRST_SEA], KINGDOMS, SEAS)


cdef inline int armies_at(const State *s, int place) noexcept nogil:
    """Mask of the kingdoms with armies there, or aboard in that sea."""
    return kinds_in(&s.armies[0][place], KINGDOMS, PLACES)


cdef inline uint64_t one_step(
    const State *s, const Rules *r, int region, int friends
) noexcept nogil:
    """Regions an army can step into: by roads, and by straits with a friend's fleet (Q8)."""
    return r.roads[region] | over_straits(s, r, region, friends)


cdef inline bint is_inside(const State *s, int region, int friends) noexcept nogil:
    """Whether the active kingdom's armies in a region are under siege there (Q27)."""
    return (union_of(s.sieges, ALL_KINGDOMS & ~friends) & union_of(s.holds, friends)) >> region & 1


# --- actions ---

cdef inline int place_of(int action) noexcept nogil:
    """The place of PLACE + place, or of FLEETS + sea."""
    return FIRST_SEA + action - FLEETS if action >= FLEETS else action - PLACE


cdef inline int list_counts(int least, int most, int32_t *out) noexcept nogil:
    cdef int n
    for n in range(least, most + 1):
        out[n - least] = COUNT + n
    return most - least + 1


# --- what is under way ---

cdef inline void stand_still(State *s) noexcept nogil:
    """Nothing is under way within the stage."""
    s.moving = STANDING
    s.from_place = s.to_place = s.carrying = s.loader = s.fought = s.rivals = 0
    memset(s.aboard, 0, sizeof(s.aboard))


cdef inline void begin_stage(State *s, int stage) noexcept nogil:
    stand_still(s)
    s.settled = s.settled_seas = 0
    s.stage = stage
