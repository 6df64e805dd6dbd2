"""Cards kept as counts by kind: a pile, a hand, a display."""
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t

from eminence.cython_ext.core cimport Rng, below


ctypedef fused Count:
    uint8_t
    uint16_t
    int


cdef inline int total(const Count *counts, int kinds) noexcept nogil:
    cdef int sum = 0, k
    for k in range(kinds):
        sum += counts[k]
    return sum


cdef inline int total_of(const Count *counts, int kinds, int allowed) noexcept nogil:
    """`total` of the kinds in the mask `allowed`."""
    cdef int sum = 0, k
    for k in range(kinds):
        if allowed >> k & 1:
            sum += counts[k]
    return sum


cdef inline uint32_t kinds_in(const Count *counts, int kinds, int stride=1) noexcept nogil:
    """Mask of the kinds with a count above 0; their counts lie `stride` places apart."""
    cdef uint32_t mask = 0
    cdef int k
    for k in range(kinds):
        mask |= <uint32_t>(counts[k * stride] > 0) << k
    return mask


cdef inline int list_kinds(
    const Count *counts, int kinds, int size, int32_t *out, double *p
) noexcept nogil:
    """The kinds among `size` cards, with the probability of drawing each."""
    cdef int n = 0, k
    for k in range(kinds):
        if counts[k]:
            out[n] = k
            p[n] = <double>counts[k] / size
            n += 1
    return n


cdef inline int pick_kind(const Count *counts, int size, Rng *rng) noexcept nogil:
    """The kind of one of `size` cards, all equally likely."""
    cdef int left = below(rng, size), k = 0
    while left >= counts[k]:
        left -= counts[k]
        k += 1
    return k
