"""The Preparations card: raising armies and fleets, then battles and claims of seas."""
from libc.stdint cimport int32_t

from engines.blood_of_kings.rules cimport BloodOfKings, BloodOfKingsRules

cdef enum:
    PREPARATIONS_DONE = 255     # the stage that the kingdom phase goes on with


cdef inline void resume_preparations(
    BloodOfKings *s, const BloodOfKingsRules *r
) noexcept nogil:
    s.stage = PREPARATIONS_DONE


cdef inline int list_preparations(
    const BloodOfKings *s, const BloodOfKingsRules *r, int32_t *out
) noexcept nogil:
    return 0


cdef inline void decide_preparations(
    BloodOfKings *s, const BloodOfKingsRules *r, int action
) noexcept nogil:
    pass
