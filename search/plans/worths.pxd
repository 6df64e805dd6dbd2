"""What an action is worth in a slot; see worths.pyx."""
from libc.stdint cimport int32_t

from eminence.cython_ext.core cimport Rng
from eminence.search.plans.world_pool cimport WorldPool
from eminence.search.rollouts.rollouts cimport MastSlot


cdef class Worths:
    cdef WorldPool pool
    cdef double el
    cdef MastSlot *slots            # MAST_SLOTS

    cdef MastSlot *_slot(self, int seat, int slot, int action) noexcept nogil
    cdef void credit(
        self, int seat, const int32_t *actions, int length, double gain
    ) noexcept nogil
    cdef double worth(self, int seat, int slot, int action) noexcept nogil
    cdef int highest(self, int seat, int slot, Rng *rng) noexcept nogil
    cdef int greedy(self, int seat, int slot, Rng *rng) noexcept nogil
    cdef int softmax(self, int seat, int slot, int without, Rng *rng) noexcept nogil
