"""Entries of the game table that a small game may take as they are."""
from libc.stdint cimport int16_t, int32_t

from eminence.cython_ext.core cimport Rng
from eminence.cython_ext.game cimport FULL, MAX_SEATS, Head


cdef bint nothing_hidden(const void *s, const void *rules) noexcept nogil:
    return False


cdef void mark_view(void *s, const void *rules, int viewer) noexcept nogil:
    (<Head *>s).view_of = viewer


cdef void unmark_view(void *s, const void *rules, Rng *rng, int mode) noexcept nogil:
    (<Head *>s).view_of = FULL


cdef bint all_in_sight(void *s, const void *rules) noexcept nogil:
    """Everything may matter, and everybody sees it."""
    return True


cdef int no_event(const void *s, const void *rules, int *seat) noexcept nogil:
    seat[0] = -1
    return 0


cdef int no_outcomes(const void *s, const void *rules, int32_t *out, double *p) noexcept nogil:
    return 0


cdef int no_roll(const void *s, const void *rules, Rng *rng) noexcept nogil:
    return 0


cdef void even_standing(
    const void *s, const void *rules, const double *weights, double *out
) noexcept nogil:
    cdef int i
    for i in range(MAX_SEATS):
        out[i] = 0.5


cdef void even_priors(
    const void *s, const void *rules, const double *weights,
    const int32_t *actions, int n, double *out
) noexcept nogil:
    cdef int i
    for i in range(n):
        out[i] = 0.5


cdef void no_sources(const void *s, const void *rules, double *out) noexcept nogil:
    pass


cdef void no_facts(const void *s, const void *rules, int viewer, double *out) noexcept nogil:
    pass


cdef void no_features(const void *s, const void *rules, int seat, float *out) noexcept nogil:
    pass


cdef void no_traits(
    const void *s, const void *rules, const int32_t *actions, int n, int16_t *out
) noexcept nogil:
    pass
