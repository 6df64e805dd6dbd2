"""Battles on land and at sea, and assaults: clash by clash, to the ransom."""
from libc.stdint cimport int32_t

from engines.blood_of_kings.rules cimport BloodOfKings, BloodOfKingsRules


cdef inline void begin_battle(
    BloodOfKings *s, const BloodOfKingsRules *r, int place, int attackers, int defenders, int waiting
) noexcept nogil:
    """The active kingdom's side attacks; masks of kingdoms, all their units there take part."""
    pass


cdef inline void begin_assault(
    BloodOfKings *s, const BloodOfKingsRules *r, int region
) noexcept nogil:
    pass


cdef inline void resume_battle(BloodOfKings *s, const BloodOfKingsRules *r) noexcept nogil:
    s.battle = 0


cdef inline int list_battle(
    const BloodOfKings *s, const BloodOfKingsRules *r, int32_t *out
) noexcept nogil:
    return 0


cdef inline void decide_battle(
    BloodOfKings *s, const BloodOfKingsRules *r, int step, int seat, int action
) noexcept nogil:
    pass


cdef inline void roll_clash(
    BloodOfKings *s, const BloodOfKingsRules *r, int coloured, int white
) noexcept nogil:
    pass


cdef inline int roll_leaders(const BloodOfKings *s) noexcept nogil:
    """Mask of the seats that roll for the lead of a side."""
    return 1


cdef inline void take_leader(BloodOfKings *s, int seat) noexcept nogil:
    pass
