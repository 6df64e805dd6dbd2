"""What a sensible Royals player looks at; see guidance.pyx."""
from libc.stdint cimport int32_t


cdef void evaluate(const void *s, const void *r, const double *w, double *out) noexcept nogil
cdef void priors(
    const void *s, const void *r, const double *w, const int32_t *actions, int n, double *out
) noexcept nogil
