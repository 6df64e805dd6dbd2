"""Whole plans, and what each got in which world; see book.pyx."""
from libc.math cimport isnan
from libc.stdint cimport int32_t, int64_t, uint64_t

from eminence.cython_ext.game cimport MAX_SEATS

cdef enum:
    MAX_SLOTS = 32          # decisions of a plan; what comes later is left to the rollouts


cdef struct Plan:
    uint64_t key            # hash of its actions
    int length
    int seen                # worlds of the pool as it is now that it was tried in
    double gain             # what it got more than the plans tried in the same worlds
    # Over all times it was tried, also in worlds that have changed since
    int64_t looks
    double square           # of the searcher's rewards
    double sums[MAX_SEATS]  # of rewards
    int32_t actions[MAX_SLOTS]


cdef class Book:
    cdef readonly int n             # plans
    cdef int most                   # of them
    cdef int worlds
    cdef int seat
    cdef int seats
    cdef Plan *plans
    cdef double *rewards            # [plan * worlds + world]; NaN: not tried
    cdef int32_t *found             # hash table of plan numbers, plus 1; 0: free
    cdef uint64_t mask              # its size - 1
    cdef int64_t noted              # what was written so far, and what the gains know of
    cdef int64_t reckoned
    # Of each world, over all plans tried in it
    cdef double *world_sum
    cdef int32_t *world_looks

    cdef inline double *row(self, int plan) noexcept nogil:
        return &self.rewards[<int64_t>plan * self.worlds]

    cdef inline bint was_tried(self, int plan, int world) noexcept nogil:
        return not isnan(self.row(plan)[world])

    cdef int file(self, const int32_t *actions, int length) noexcept nogil
    cdef double note(self, int plan, int world, const double *rewards) noexcept nogil
    cdef void update_gain(self, int plan) noexcept nogil
    cdef void update_gains(self) noexcept nogil
    cdef int duel(self, int one, int other, double *mean, double *error) noexcept nogil
    cdef void forget_world(self, int world) noexcept nogil
    cdef Plan *at(self, int i) except NULL
    cdef double _level(self)
