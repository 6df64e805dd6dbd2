"""What a sensible player of Blood of Kings looks at; see guidance.pyx."""
from libc.stdint cimport int32_t

from eminence.engines.blood_of_kings.state cimport State
from eminence.engines.blood_of_kings.tables cimport Rules

cdef void evaluate(const State *s, const Rules *r, const double *w, double *out) noexcept nogil
cdef void settle(State *s, const Rules *r, const double *w) noexcept nogil
cdef void priors(
    const State *s, const Rules *r, const double *w, const int32_t *options, int n, double *out
) noexcept nogil
