"""What the rest of the game asks of the dynasty phase; see chapter.pyx."""
from libc.stdint cimport int32_t

from eminence.cython_ext.game cimport Problem, Seen
from eminence.engines.blood_of_kings.state cimport BloodOfKings
from eminence.engines.blood_of_kings.tables cimport BloodOfKingsRules


cdef void resume_dynasty(
    BloodOfKings *s, const BloodOfKingsRules *r, Seen *seen
) noexcept nogil
cdef int list_dynasty(
    const BloodOfKings *s, const BloodOfKingsRules *r, int32_t *out
) noexcept nogil
cdef void decide_dynasty(
    BloodOfKings *s, const BloodOfKingsRules *r, int step, int seat, int action, Seen *seen
) noexcept nogil
cdef void roll_dynasty(
    BloodOfKings *s, const BloodOfKingsRules *r, int dice_for, int coloured, int white
) noexcept nogil
cdef void steal_card(
    BloodOfKings *s, const BloodOfKingsRules *r, int kind, Seen *seen
) noexcept nogil
cdef int rolls_that_foil(const BloodOfKings *s, int seat) noexcept nogil
cdef int check_dynasty_phase(
    const BloodOfKings *s, const BloodOfKingsRules *r, Problem *why
) noexcept nogil
