"""Where an agent's randomness comes from: its seed and the view, nothing else.

So the same agent answers the same view alike however often and in whatever order it is
asked, and different views of one game draw from unrelated streams.
"""
from libc.stdint cimport uint8_t, uint64_t

from eminence.cython_ext.core cimport Rng, below, combine, hash_bytes, seed_rng
from eminence.cython_ext.game cimport View
from eminence.search.rollouts.rollouts cimport draw_by_weight


cdef void open_stream(Rng *rng, View view, uint64_t seed):
    cdef uint64_t key = hash_bytes(<const uint8_t *>view.s, view.game.table.ops.state_size)
    seed_rng(rng, combine(seed, key))


def stream_seed(View view not None, uint64_t seed, uint64_t stream):
    """The seed of one of an agent's streams at this view."""
    cdef uint64_t key = hash_bytes(<const uint8_t *>view.s, view.game.table.ops.state_size)
    return combine(combine(seed, key), stream)


def pick(View view not None, uint64_t seed, int n):
    """A number from 0 to n-1, all equally likely."""
    cdef Rng rng
    open_stream(&rng, view, seed)
    return below(&rng, n)


def pick_by_weight(uint64_t seed, const double[::1] weights):
    """An index with a chance in proportion to its weight."""
    cdef Rng rng
    seed_rng(&rng, seed)
    return draw_by_weight(&weights[0], <int>weights.shape[0], &rng)
