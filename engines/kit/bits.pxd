"""Sets of small numbers kept as bit masks, for the engines."""
from libc.stdint cimport int32_t, uint32_t, uint64_t

from eminence.cython_ext.core cimport lowest_bit


cdef extern from *:
    """
    #define popcount64(x) __builtin_popcountll(x)
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


cdef inline int list_choices(uint64_t mask, int base, int32_t *out) noexcept nogil:
    """Action 0, which declines, then `list_bits64`."""
    out[0] = 0
    return 1 + list_bits64(mask, base, out + 1)
