"""What a sensible Bruges player looks at; see guidance.pyx."""
from libc.stdint cimport int32_t

from eminence.engines.bruges.state cimport Rules, State


cdef void evaluate(const State *s, const Rules *r, const double *w, double *out) noexcept nogil
cdef void settle(State *s, const Rules *r, const double *w) noexcept nogil
cdef void priors(
    const State *s, const Rules *r, const double *w, const int32_t *actions, int n, double *out
) noexcept nogil
cdef void score(
    const State *s, const Rules *r, const double *w, const int32_t *actions, int n, double *out
) noexcept nogil
