"""Small C pieces that everything else inlines: checks, hashing, random streams.

Two generators, for two jobs:

* `Rng` (xoshiro256++) is what search, playouts and `imagine` draw from.
* `event_rng` (Philox4x64-10, counter based) opens a fresh `Rng` for one chance event
  of a match. It is keyed by (seed, kind, seat, ordinal), so two games with the same
  seed roll the same dice for the same event even after their decisions differ.

Both are tested against known answers (`tests/core/test_random_streams.py`).
"""
from libc.stdint cimport uint8_t, uint32_t, uint64_t


cdef extern from *:
    """
    #include <stdio.h>
    #include <stdlib.h>
    #include <stdint.h>

    /* noexcept code cannot raise: a broken promise stops a debug build with its place,
       and costs nothing in a release build. */
    #ifdef EMINENCE_DEBUG
    static void eminence_check_failed(const char *what, const char *file, int line) {
        fprintf(stderr, "%s:%d: CHECK failed: %s\\n", file, line, what);
        abort();
    }
    #define CHECK(cond) ((cond) ? (void)0 : eminence_check_failed(#cond, __FILE__, __LINE__))
    #define EMINENCE_IS_DEBUG 1
    #else
    #define CHECK(cond) ((void)0)
    #define EMINENCE_IS_DEBUG 0
    #endif

    static inline uint64_t mul_high(uint64_t a, uint64_t b) {
        return (uint64_t)(((unsigned __int128)a * b) >> 64);
    }
    /* Inline: without the processor's own instruction the builtin would be a call. */
    static inline int popcount32(uint32_t x) {
        x -= x >> 1 & 0x55555555U;
        x = (x & 0x33333333U) + (x >> 2 & 0x33333333U);
        return (int)(((x + (x >> 4)) & 0x0F0F0F0FU) * 0x01010101U >> 24);
    }
    #define lowest_bit(x) __builtin_ctz(x)
    """
    void CHECK(bint cond) noexcept nogil
    bint IS_DEBUG "EMINENCE_IS_DEBUG"
    uint64_t mul_high(uint64_t a, uint64_t b) noexcept nogil
    int popcount32(uint32_t x) noexcept nogil
    int lowest_bit(uint32_t x) noexcept nogil


cdef struct Rng:
    uint64_t s[4]


cdef inline uint64_t mix64(uint64_t x) noexcept nogil:
    """The finaliser of splitmix64: every input bit reaches every output bit."""
    x = (x ^ (x >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    x = (x ^ (x >> 27)) * <uint64_t>0x94D049BB133111EB
    return x ^ (x >> 31)


cdef inline uint64_t combine(uint64_t key, uint64_t value) noexcept nogil:
    """Fold `value` into a running hash; order matters."""
    return mix64((key ^ value) * <uint64_t>0x9E3779B97F4A7C15 + key + 1)


cdef inline uint64_t hash_bytes(const uint8_t *data, size_t size) noexcept nogil:
    cdef uint64_t key = size
    cdef size_t i
    for i in range(size):
        key = (key ^ data[i]) * <uint64_t>0x100000001B3
    return mix64(key)


cdef inline void seed_rng(Rng *rng, uint64_t seed) noexcept nogil:
    """Fill the 256-bit state from 64 bits with splitmix64."""
    cdef int i
    for i in range(4):
        seed += <uint64_t>0x9E3779B97F4A7C15
        rng.s[i] = mix64(seed)


cdef inline uint64_t rotate_left(uint64_t x, int k) noexcept nogil:
    return (x << k) | (x >> (64 - k))


cdef inline uint64_t next64(Rng *rng) noexcept nogil:
    cdef uint64_t result = rotate_left(rng.s[0] + rng.s[3], 23) + rng.s[0]
    cdef uint64_t t = rng.s[1] << 17
    rng.s[2] ^= rng.s[0]
    rng.s[3] ^= rng.s[1]
    rng.s[1] ^= rng.s[2]
    rng.s[0] ^= rng.s[3]
    rng.s[2] ^= t
    rng.s[3] = rotate_left(rng.s[3], 45)
    return result


cdef inline int below(Rng *rng, int n) noexcept nogil:
    """Uniform in 0..n-1. One multiply, no rejection: the bias is under n / 2**64."""
    return <int>mul_high(next64(rng), <uint64_t>n)


cdef inline double unit(Rng *rng) noexcept nogil:
    """Uniform in [0, 1)."""
    return <double>(next64(rng) >> 11) * (1.0 / 9007199254740992.0)


cdef inline void philox4x64(uint64_t *ctr, uint64_t key0, uint64_t key1) noexcept nogil:
    """Philox4x64-10 in place on a 256-bit counter."""
    cdef uint64_t hi0, lo0, hi1, lo1
    for _ in range(10):
        hi0 = mul_high(<uint64_t>0xD2E7470EE14C6C93, ctr[0])
        lo0 = <uint64_t>0xD2E7470EE14C6C93 * ctr[0]
        hi1 = mul_high(<uint64_t>0xCA5A826395121157, ctr[2])
        lo1 = <uint64_t>0xCA5A826395121157 * ctr[2]
        ctr[0] = hi1 ^ ctr[1] ^ key0
        ctr[1] = lo1
        ctr[2] = hi0 ^ ctr[3] ^ key1
        ctr[3] = lo0
        key0 += <uint64_t>0x9E3779B97F4A7C15
        key1 += <uint64_t>0xBB67AE8584CAA73B


cdef inline void event_rng(
    Rng *rng, uint64_t seed, int kind, int seat, uint64_t ordinal
) noexcept nogil:
    """Open the generator of one chance event: its Philox block is the whole state."""
    cdef uint64_t label = (<uint64_t><uint32_t>kind << 32) | <uint32_t>(seat + 1)
    rng.s[0] = ordinal
    rng.s[1] = 0
    rng.s[2] = 0
    rng.s[3] = 0
    philox4x64(rng.s, seed, label)
