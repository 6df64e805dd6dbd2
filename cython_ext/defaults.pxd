"""Entries of the game table that a small game may take as they are."""
from libc.stdint cimport int16_t, int32_t, uint64_t

from eminence.cython_ext.core cimport Rng


# A game without hidden information.
cdef bint nothing_hidden(const void *s, const void *rules) noexcept nogil
cdef void mark_view(void *s, const void *rules, int viewer) noexcept nogil
cdef void unmark_view(void *s, const void *rules, Rng *rng, int mode) noexcept nogil
cdef bint all_in_sight(void *s, const void *rules) noexcept nogil

# A game without chance: never called, since no state has CHANCE to act.
cdef int no_event(const void *s, const void *rules, int *seat) noexcept nogil
cdef int no_outcomes(const void *s, const void *rules, int32_t *out, double *p) noexcept nogil
cdef int no_roll(const void *s, const void *rules, Rng *rng) noexcept nogil

# A game that gives no guidance: everybody stands alike, every move looks alike.
cdef void even_standing(
    const void *s, const void *rules, const double *weights, double *out
) noexcept nogil
cdef void even_priors(
    const void *s, const void *rules, const double *weights,
    const int32_t *actions, int n, double *out
) noexcept nogil

# A game without named point sources or facts.
cdef void no_sources(const void *s, const void *rules, double *out) noexcept nogil
cdef void no_facts(const void *s, const void *rules, int viewer, double *out) noexcept nogil

# A game that no network plays.
cdef void no_features(const void *s, const void *rules, int seat, float *out) noexcept nogil
cdef void no_traits(
    const void *s, const void *rules, const int32_t *actions, int n, int16_t *out
) noexcept nogil
