"""Claims of seas, at the end of Preparations and Expansion (Q1)."""
from eminence.engines.blood_of_kings.board cimport friends_of
from eminence.engines.blood_of_kings.state cimport State
from eminence.engines.blood_of_kings.tables cimport SEAS
from eminence.engines.blood_of_kings.war.forces cimport active, fleets_at


cdef inline int claimable_seas(const State *s) noexcept nogil:
    """With an own fleet, without an enemy's, and with a flag to raise."""
    cdef int kingdom = active(s), friends = friends_of(s, kingdom), mask = 0, sea
    for sea in range(SEAS):
        if s.fleets[kingdom][sea] and s.sea_owner[sea] != kingdom + 1:
            if fleets_at(s, sea) & ~friends == 0:
                if s.sea_flags[sea] >> kingdom & 1 or s.flags_left[kingdom]:
                    mask |= 1 << sea
    return mask


cdef inline void claim_sea(State *s, int sea) noexcept nogil:
    """The flag comes to the top; one that lies there already is used again. No Glory."""
    cdef int kingdom = active(s)
    if not s.sea_flags[sea] >> kingdom & 1:
        s.sea_flags[sea] |= 1 << kingdom
        s.flags_left[kingdom] -= 1
    s.sea_owner[sea] = kingdom + 1
