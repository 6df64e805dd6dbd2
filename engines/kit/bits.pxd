"""Sets of small numbers kept as bit masks, for the engines."""
from libc.stdint cimport int32_t, uint32_t, uint64_t

from eminence.cython_ext.core cimport Rng, below, lowest_bit


cdef extern from *:
    """
    /* Inline: without the processor's own instruction the builtin would be a call. */
    static inline int popcount64(uint64_t x) {
        x -= x >> 1 & 0x5555555555555555ULL;
        x = (x & 0x3333333333333333ULL) + (x >> 2 & 0x3333333333333333ULL);
        return (int)(((x + (x >> 4)) & 0x0F0F0F0F0F0F0F0FULL) * 0x0101010101010101ULL >> 56);
    }
    #define lowest_bit64(x) __builtin_ctzll(x)
    """
    int popcount64(uint64_t x) noexcept nogil
    int lowest_bit64(uint64_t x) noexcept nogil


cdef inline int nth_bit(uint32_t mask, int n) noexcept nogil:
    """The n-th lowest member of the set, counting from 0."""
    while n > 0:
        mask &= mask - 1
        n -= 1
    return lowest_bit(mask)


cdef inline int nth_bit64(uint64_t mask, int n) noexcept nogil:
    """`nth_bit` of a larger set."""
    while n > 0:
        mask &= mask - 1
        n -= 1
    return lowest_bit64(mask)


cdef inline int take_bit64(uint64_t *mask) noexcept nogil:
    """Take the lowest member out of a set, and return it."""
    cdef int lowest = lowest_bit64(mask[0])
    mask[0] &= mask[0] - 1
    return lowest


cdef inline int pick_bit64(uint64_t mask, Rng *rng) noexcept nogil:
    """A random member, each as likely as the others."""
    return nth_bit64(mask, below(rng, popcount64(mask)))


cdef inline int list_bits(uint32_t mask, int32_t *out) noexcept nogil:
    """Write the members in ascending order; returns how many."""
    cdef int n = 0
    while mask:
        out[n] = lowest_bit(mask)
        mask &= mask - 1
        n += 1
    return n


cdef inline int list_bits64(uint64_t mask, int base, int32_t *out) noexcept nogil:
    """`list_bits` of a larger set, `base` added to each member."""
    cdef int n = 0
    while mask:
        out[n] = base + lowest_bit64(mask)
        mask &= mask - 1
        n += 1
    return n


cdef inline int list_evenly(uint64_t mask, int32_t *out, double *p) noexcept nogil:
    """For `outcomes`: the members, all equally likely; returns how many."""
    cdef int n = list_bits64(mask, 0, out), i
    for i in range(n):
        p[i] = 1.0 / n
    return n
