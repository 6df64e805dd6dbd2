"""The Expansion card: sieges, movement, then battles, assaults, new sieges and claims of seas."""
from libc.stdint cimport int32_t

from cython_ext.game cimport Seen
from engines.blood_of_kings.rules cimport BloodOfKings, BloodOfKingsRules

cdef enum:
    EXPANSION_DONE = 255    # the stage that the kingdom phase goes on with


cdef inline void resume_expansion(BloodOfKings *s, const BloodOfKingsRules *r) noexcept nogil:
    s.stage = EXPANSION_DONE


cdef inline int list_expansion(
    const BloodOfKings *s, const BloodOfKingsRules *r, int32_t *out
) noexcept nogil:
    return 0


cdef inline void decide_expansion(
    BloodOfKings *s, const BloodOfKingsRules *r, int step, int seat, int action
) noexcept nogil:
    pass


cdef inline void roll_siege(
    BloodOfKings *s, const BloodOfKingsRules *r, int coloured, int white
) noexcept nogil:
    pass
