"""What comes next in the game; see flow.pyx."""
from libc.stdint cimport int32_t

from eminence.cython_ext.game cimport Seen
from eminence.engines.blood_of_kings.state cimport State
from eminence.engines.blood_of_kings.tables cimport Rules


cdef void proceed(State *s, const Rules *r, Seen *seen) noexcept nogil
cdef void resume(State *s, const Rules *r, Seen *seen) noexcept nogil
cdef int actions(const State *s, const Rules *r, int32_t *out) noexcept nogil
cdef void apply(State *s, const Rules *r, int action, Seen *seen) noexcept nogil
