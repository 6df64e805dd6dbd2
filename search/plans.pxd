"""Whole plans, and what each got in which world; see plans.pyx."""
from libc.math cimport isnan
from libc.stdint cimport int32_t, int64_t, uint64_t

cdef enum:
    MAX_SLOTS = 32          # decisions of a plan; what comes later is left to the rollouts


cdef struct Plan:
    uint64_t key            # hash of its actions
    int length
    int seen                # worlds of this bank that it was tried in
    int64_t looks           # how often it was tried, in all banks
    double gain             # what it got more than the plans tried in the same worlds
    int32_t actions[MAX_SLOTS]


cdef struct Book:
    int n                   # plans
    int most                # of them
    int worlds
    Plan *plans
    double *rewards         # [plan * worlds + world]; NaN: not tried
    int32_t *found          # hash table of plan numbers, plus 1; 0: free
    uint64_t mask           # its size - 1
    # Of each world, over all plans tried in it
    double *world_sum
    int32_t *world_looks


cdef inline bint was_tried(const Book *book, int plan, int world) noexcept nogil:
    return not isnan(book.rewards[<int64_t>plan * book.worlds + world])


cdef int open_book(Book *book, int most, int worlds) except -1
cdef void close_book(Book *book) noexcept
cdef int file_plan(Book *book, const int32_t *actions, int length) noexcept nogil
cdef double note_reward(Book *book, int plan, int world, double reward) noexcept nogil
cdef void update_gain(Book *book, int plan) noexcept nogil
cdef void update_gains(Book *book) noexcept nogil
cdef int duel(
    const Book *book, int one, int other, double *mean, double *error
) noexcept nogil
cdef void forget_world(Book *book, int world) noexcept nogil
