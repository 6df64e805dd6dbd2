"""Python doors to the C helpers, for tests only."""
from libc.stdint cimport uint64_t

from cython_ext.core cimport Rng, below, event_rng, next64, philox4x64, seed_rng


def xoshiro(words, int n):
    """The first n outputs of xoshiro256++ from a given 256-bit state."""
    cdef Rng rng
    for i in range(4):
        rng.s[i] = words[i]
    return [next64(&rng) for _ in range(n)]


def seeded(uint64_t seed, int n):
    """The first n outputs of a search stream."""
    cdef Rng rng
    seed_rng(&rng, seed)
    return [next64(&rng) for _ in range(n)]


def philox(counter, uint64_t key0, uint64_t key1):
    """One Philox4x64-10 block."""
    cdef uint64_t block[4]
    for i in range(4):
        block[i] = counter[i]
    philox4x64(block, key0, key1)
    return [block[i] for i in range(4)]


def event_stream(uint64_t seed, int kind, int seat, uint64_t ordinal, int n):
    """The first n outputs of the stream of one chance event."""
    cdef Rng rng
    event_rng(&rng, seed, kind, seat, ordinal)
    return [next64(&rng) for _ in range(n)]


def draws_below(uint64_t seed, int bound, int n):
    cdef Rng rng
    seed_rng(&rng, seed)
    return [below(&rng, bound) for _ in range(n)]
