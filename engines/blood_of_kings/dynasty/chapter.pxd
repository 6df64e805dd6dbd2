"""What the rest of the game asks of the dynasty phase; see chapter.pyx."""
from libc.stdint cimport int32_t

from eminence.cython_ext.game cimport Seen
from eminence.engines.blood_of_kings.state cimport State
from eminence.engines.blood_of_kings.tables cimport Rules


cdef void resume_dynasty(State *s, const Rules *r, Seen *seen) noexcept nogil
cdef int list_dynasty(const State *s, const Rules *r, int32_t *out) noexcept nogil
cdef void decide_dynasty(
    State *s, const Rules *r, int step, int seat, int action, Seen *seen
) noexcept nogil
cdef void roll_dynasty(
    State *s, const Rules *r, int dice_for, int coloured, int white
) noexcept nogil
cdef int rolls_that_foil(const State *s, int seat) noexcept nogil
