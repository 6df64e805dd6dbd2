"""What `check` asks of a state or view; see checks.pyx."""
from eminence.cython_ext.game cimport Problem
from eminence.engines.blood_of_kings.state cimport BloodOfKings
from eminence.engines.blood_of_kings.tables cimport BloodOfKingsRules


cdef int check_all(
    const BloodOfKings *s, const BloodOfKingsRules *r, Problem *why
) noexcept nogil
