"""What is known of states already solved, found by 128 bits of their bytes.

The chance that any two of a billion states share a key is below 1e-20: treated as never.
"""
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

from eminence.cython_ext.core cimport mul_high


cdef struct Key:
    uint64_t low
    uint64_t high           # never 0


cdef struct Memo:
    uint64_t mask
    uint64_t count
    int width               # numbers per state
    Key *keys               # high == 0: free
    double *numbers         # of a free place: zeros


cdef inline uint64_t fold(uint64_t a, uint64_t b) noexcept nogil:
    """Both halves of a product, one over the other."""
    return (a * b) ^ mul_high(a, b)


cdef inline Key key_of(const uint8_t *data, size_t size) noexcept nogil:
    """Eight bytes at a time into two lanes that mix differently."""
    cdef uint64_t low = 0x9E3779B97F4A7C15, high = 0xC2B2AE3D27D4EB4F, word = 0
    cdef size_t i
    cdef Key key
    for i in range(0, size & ~<size_t>7, 8):
        memcpy(&word, data + i, 8)
        low = fold(low ^ word, 0xA0761D6478BD642F)
        high = fold(high + word, 0xE7037ED1A0B428DB) + low
    word = 0
    memcpy(&word, data + (size & ~<size_t>7), size & 7)
    key.low = fold(low ^ word ^ size, 0x8EBC6AF09C88C6E3) + high
    key.high = fold(high + word, 0x589965CC75374CC3) ^ low
    if key.high == 0:
        key.high = 1
    return key


cdef inline int open_memo(Memo *memo, uint64_t size, int width) noexcept nogil:
    """An empty one with so many places, a power of two; -1: no memory."""
    memo.mask = size - 1
    memo.count = 0
    memo.width = width
    memo.keys = <Key *>calloc(size, sizeof(Key))
    memo.numbers = <double *>calloc(size, width * sizeof(double))
    return -1 if memo.keys == NULL or memo.numbers == NULL else 0


cdef inline void close_memo(Memo *memo) noexcept nogil:
    free(memo.keys)
    free(memo.numbers)


cdef inline uint64_t place_of(const Memo *memo, Key key) noexcept nogil:
    """Where the key is, or where it belongs if it is new. Half the places are free."""
    cdef uint64_t at = key.low & memo.mask
    while memo.keys[at].high != 0 and (
        memo.keys[at].high != key.high or memo.keys[at].low != key.low
    ):
        at = (at + 1) & memo.mask
    return at


cdef inline int64_t enter(Memo *memo, Key key) noexcept nogil:
    """The place of a key, made if it is new; -1: no memory."""
    cdef uint64_t at
    if 2 * memo.count > memo.mask and widen_memo(memo) < 0:
        return -1
    at = place_of(memo, key)
    if memo.keys[at].high == 0:
        memo.keys[at] = key
        memo.count += 1
    return at


cdef inline int widen_memo(Memo *memo) noexcept nogil:
    cdef Memo wider
    cdef uint64_t i, at
    if open_memo(&wider, 2 * (memo.mask + 1), memo.width) < 0:
        close_memo(&wider)
        return -1
    wider.count = memo.count
    for i in range(memo.mask + 1):
        if memo.keys[i].high != 0:
            at = place_of(&wider, memo.keys[i])
            wider.keys[at] = memo.keys[i]
            memcpy(
                wider.numbers + at * memo.width, memo.numbers + i * memo.width,
                memo.width * sizeof(double))
    close_memo(memo)
    memo[0] = wider
    return 0
