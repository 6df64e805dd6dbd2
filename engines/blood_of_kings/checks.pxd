"""What `check` asks of a state or view; see checks.pyx."""
from eminence.cython_ext.game cimport Problem
from eminence.engines.blood_of_kings.state cimport State
from eminence.engines.blood_of_kings.tables cimport Rules


cdef int check(const State *s, const Rules *r, Problem *why) noexcept nogil
