"""Worlds that fit what a seat saw, each with a weight, for searches to draw from."""
from libc.stdint cimport int32_t, uint8_t

from eminence.cython_ext.core cimport Rng, unit
from eminence.cython_ext.game cimport Table, View
from eminence.search.network.guide cimport Guidance


cdef struct Pool:
    int n                       # 0: no belief, worlds are imagined alike
    size_t size                 # of a world
    const uint8_t *worlds
    const double *sums          # the weights of all worlds up to this one; the last is 1


cdef inline const void *drawn_world(const Pool *pool, Rng *rng) noexcept nogil:
    """A world by its weight."""
    cdef double at = unit(rng)
    cdef int low = 0, high = pool.n - 1, middle
    while low < high:
        middle = (low + high) // 2
        if pool.sums[middle] > at:
            high = middle
        else:
            low = middle + 1
    return pool.worlds + low * pool.size


cdef class Belief:
    cdef Table table
    cdef Guidance guidance
    cdef readonly View view     # the last that was seen
    cdef Rng rng
    cdef int n
    cdef uint8_t *worlds
    cdef uint8_t *others        # room for as many again
    cdef double *weights
    cdef double *sums
    # Room for one step
    cdef void *child
    cdef int32_t *ids
    cdef double *chances
    cdef uint8_t *kinds
    cdef double mass            # the chance of all that the last step could have been

    cdef Pool pool(self) noexcept
    cdef void _imagine_all(self) noexcept nogil
    cdef double _follow(self, void *world, const void *before, const void *after) noexcept nogil
    cdef bint _catch_up(self, void *world, const void *view) noexcept nogil
    cdef int _step(self, void *world, const void *before, const void *after) noexcept nogil
    cdef int _ways(self, const void *world, const void *before, const void *after) noexcept nogil
    cdef int _likely(self, const void *world, int seat) noexcept nogil
    cdef double _normalise(self) noexcept nogil
    cdef void _resample(self) noexcept nogil
