"""What a sensible player of Blood of Kings looks at; see guidance.pyx."""
from libc.stdint cimport int32_t

cdef void evaluate(
    const void *state, const void *rules, const double *weights, double *out
) noexcept nogil
cdef void priors(
    const void *state, const void *rules, const double *weights,
    const int32_t *actions, int n, double *out
) noexcept nogil
