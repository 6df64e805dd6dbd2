"""Assaults on regions (R35.1), and claims of seas at the end of both cards (Q1)."""
from libc.stdint cimport uint64_t

from eminence.engines.blood_of_kings.board cimport (
    bit, controller, friendly_regions, friends_of, regions_with_armies,
)
from eminence.engines.blood_of_kings.state cimport ROLLING, State
from eminence.engines.blood_of_kings.tables cimport ATTACKERS, CATHEDRAL, FIRST_SEA, SEAS, Rules
from eminence.engines.blood_of_kings.war.forces cimport active, active_friends, armies_at, units_at
from eminence.engines.blood_of_kings.war.levies cimport levies_against
from eminence.engines.blood_of_kings.war.sides cimport take_field


cdef inline uint64_t hostile_ground(const State *s, const Rules *r) noexcept nogil:
    """Enemy regions with own armies; cathedrals are never assaulted (Q24)."""
    return regions_with_armies(s, active(s)) & ~(
        friendly_regions(s, active(s)) | r.of_type[CATHEDRAL])


cdef inline void begin_assault(State *s, const Rules *r, int region) noexcept nogil:
    """Only the active kingdom attacks; all armies friendly to the region defend (Q33)."""
    cdef int attacker = active(s), holder = controller(s, region)
    s.settled |= bit(region)
    s.place = region
    s.assault = 1
    s.attackers = 1 << attacker
    s.leader[ATTACKERS] = s.ruler[attacker]
    s.levies = levies_against(s, r, region, holder, attacker)
    if holder >= 0:
        s.defenders = friends_of(s, holder) & (armies_at(s, region) | 1 << holder) & ~s.attackers
    take_field(s, ROLLING)


cdef inline int claimable_seas(const State *s) noexcept nogil:
    """Seas with an own fleet, no enemy fleet, and a flag to raise."""
    cdef int kingdom = active(s), friends = active_friends(s), mask = 0, sea
    for sea in range(SEAS):
        if s.fleets[kingdom][sea] and s.sea_owner[sea] != kingdom + 1:
            if units_at(s, FIRST_SEA + sea) & ~friends == 0:
                if s.sea_flags[sea] >> kingdom & 1 or s.flags_left[kingdom]:
                    mask |= 1 << sea
    return mask


cdef inline void claim_sea(State *s, int sea) noexcept nogil:
    """The flag goes on top; one that lies there already is used again. No Glory."""
    cdef int kingdom = active(s)
    if not s.sea_flags[sea] >> kingdom & 1:
        s.sea_flags[sea] |= 1 << kingdom
        s.flags_left[kingdom] -= 1
    s.sea_owner[sea] = kingdom + 1
