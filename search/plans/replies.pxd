"""What the others do right after a plan, and how they learn; see replies.pyx."""
from libc.stdint cimport int32_t, uint64_t

from eminence.cython_ext.core cimport Rng
from eminence.search.plans.world_pool cimport WorldPool
from eminence.search.plans.book cimport Plan
from eminence.search.plans.worths cimport Worths


cdef class Replies:
    cdef WorldPool pool
    cdef Worths worths
    cdef Rng rng
    cdef double *usual              # [world * MAX_SEATS + seat]: rewards with no new replies

    cdef void play_usual(self, int world, const Plan *plan) noexcept nogil
    cdef void play_new(self, int world, const Plan *plan, int who) noexcept nogil
    cdef int _new_replies(
        self, int world, int who, int32_t *drawn, Rng *dice
    ) noexcept nogil
    cdef void redraw(self, int world) noexcept nogil
