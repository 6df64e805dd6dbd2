"""What comes next in the game; see flow.pyx."""
from libc.stdint cimport int32_t

from eminence.cython_ext.game cimport Seen
from eminence.engines.blood_of_kings.state cimport BloodOfKings
from eminence.engines.blood_of_kings.tables cimport BloodOfKingsRules


cdef void proceed(BloodOfKings *s, const BloodOfKingsRules *r, Seen *seen) noexcept nogil
cdef void resume(BloodOfKings *s, const BloodOfKingsRules *r, Seen *seen) noexcept nogil
cdef int list_actions(
    const BloodOfKings *s, const BloodOfKingsRules *r, int32_t *out
) noexcept nogil
cdef void decide(
    BloodOfKings *s, const BloodOfKingsRules *r, int step, int seat, int action, Seen *seen
) noexcept nogil
cdef void take_outcome(
    BloodOfKings *s, const BloodOfKingsRules *r, int step, int outcome, Seen *seen
) noexcept nogil
