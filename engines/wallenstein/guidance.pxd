"""What a sensible Wallenstein player looks at; see guidance.pyx."""
from libc.stdint cimport int32_t

from eminence.engines.wallenstein.state cimport Rules, State, Weights


cdef void evaluate(const State *s, const Rules *r, Weights w, double *out) noexcept nogil
cdef void priors(
    const State *s, const Rules *r, Weights w, const int32_t *actions, int n, double *out
) noexcept nogil
