"""How many units can still move, and where they can go; nothing is changed here."""
from libc.stdint cimport uint64_t

from eminence.engines.blood_of_kings.board cimport bit, ruler_has
from eminence.engines.blood_of_kings.state cimport State
from eminence.engines.blood_of_kings.tables cimport FIRST_SEA, FREE_RIDERS, NOWHERE, Rules
from eminence.engines.blood_of_kings.war.forces cimport (
    active, armies_at, fleets_at, is_inside, one_step, regions_of,
)
from eminence.engines.kit.bits cimport lowest_bit64


# --- how many can still move (R32.1, R24.7) ---

cdef inline int unmoved(const State *s, int place) noexcept nogil:
    return s.armies[active(s)][place] - s.moved[place]


cdef inline bint may_ride(const State *s) noexcept nogil:
    """One army may still move a second time."""
    return not s.rider and ruler_has(s, active(s), FREE_RIDERS)


cdef inline int movable(const State *s, int place) noexcept nogil:
    """Armies that can leave together. A rider goes alone, and when all others have moved."""
    cdef int n = unmoved(s, place)
    if n == 0 and s.moved[place] and may_ride(s):
        return 1
    return n


# --- where armies can go ---

cdef inline uint64_t marches(const State *s, const Rules *r, int start, int friends) noexcept nogil:
    """Through friendly regions; nobody leaves one with an enemy army, but a rider (R32.2)."""
    cdef uint64_t friendly = regions_of(s, friends), seen = bit(start), front = seen, steps
    cdef int region
    if not friendly >> start & 1:
        return 0
    while front:
        region = lowest_bit64(front)
        front &= front - 1
        if armies_at(s, region) & ~friends and (region != start or unmoved(s, start)):
            continue
        steps = one_step(s, r, region, friends) & friendly & ~seen
        seen |= steps
        front |= steps
    return seen & ~bit(start)


cdef inline uint64_t land_targets(
    const State *s, const Rules *r, int start, int friends
) noexcept nogil:
    """By march or invasion, or from aboard; besieged armies can only board (R36.9)."""
    if start >= FIRST_SEA:
        return r.ports[start - FIRST_SEA]
    if is_inside(s, start, friends):
        return 0
    return one_step(s, r, start, friends) | marches(s, r, start, friends)


cdef inline int boarding_sea(const State *s, const Rules *r, int start, int friends) noexcept nogil:
    """The sea of a friendly port with a friendly fleet, or NOWHERE (R32.4)."""
    if start < FIRST_SEA and r.port[start] != NOWHERE and (
        regions_of(s, friends) >> start & 1 and fleets_at(s, r.port[start]) & friends
    ):
        return r.port[start]
    return NOWHERE


cdef inline bint has_target(const State *s, const Rules *r, int start, int friends) noexcept nogil:
    if start >= FIRST_SEA:
        return r.ports[start - FIRST_SEA] != 0
    if one_step(s, r, start, friends) and not is_inside(s, start, friends):
        return True
    return boarding_sea(s, r, start, friends) != NOWHERE


# --- whether they can move ---

cdef inline bint army_can_move(
    const State *s, const Rules *r, int place, int friends
) noexcept nogil:
    return movable(s, place) > 0 and has_target(s, r, place, friends)


cdef inline bint fleet_can_move(const State *s, const Rules *r, int sea) noexcept nogil:
    return s.fleets[active(s)][sea] > s.sailed[sea] and r.sea_borders[sea]


cdef inline int sailable(const State *s) noexcept nogil:
    """Fleets that can sail together from `from_place`."""
    cdef int sea = s.from_place - FIRST_SEA
    return s.fleets[active(s)][sea] - s.sailed[sea]
