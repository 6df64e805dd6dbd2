"""Whole plans, and what each got in which world.

A plan is tried at most once in a world, for the second time would show the same. Plans that
were tried in different worlds are compared by their *gain*: the mean of what they got more than
all plans tried in the same world did on average. Two plans that met in the same worlds are
compared world by world, in a `duel`.
"""
from libc.math cimport INFINITY, NAN, sqrt
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memcpy, memset

from cython_ext.core cimport hash_bytes


cdef int open_book(Book *book, int most, int worlds) except -1:
    """Room for so many plans and worlds; `close_book` gives it back."""
    cdef uint64_t size = 16
    while size < 2 * <uint64_t>most:
        size *= 2
    memset(book, 0, sizeof(Book))
    book.most, book.worlds, book.mask = most, worlds, size - 1
    book.plans = <Plan *>calloc(most, sizeof(Plan))
    book.rewards = <double *>calloc(<size_t>most * worlds, sizeof(double))
    book.found = <int32_t *>calloc(size, sizeof(int32_t))
    book.world_sum = <double *>calloc(worlds, sizeof(double))
    book.world_looks = <int32_t *>calloc(worlds, sizeof(int32_t))
    if (book.plans == NULL or book.rewards == NULL or book.found == NULL
            or book.world_sum == NULL or book.world_looks == NULL):
        raise MemoryError
    return 0


cdef void close_book(Book *book) noexcept:
    free(book.plans)
    free(book.rewards)
    free(book.found)
    free(book.world_sum)
    free(book.world_looks)


cdef int file_plan(Book *book, const int32_t *actions, int length) noexcept nogil:
    """The number of the plan, new or known; -1: the book is full."""
    cdef size_t size = length * sizeof(int32_t)
    cdef uint64_t key = hash_bytes(<const uint8_t *>actions, size), at = key & book.mask
    cdef Plan *plan
    cdef int i
    while book.found[at]:
        plan = &book.plans[book.found[at] - 1]
        if plan.key == key and plan.length == length and (
            memcmp(plan.actions, actions, size) == 0
        ):
            return book.found[at] - 1
        at = (at + 1) & book.mask
    if book.n == book.most:
        return -1
    plan = &book.plans[book.n]
    plan.key, plan.length = key, length
    memcpy(plan.actions, actions, size)
    for i in range(book.worlds):
        book.rewards[<int64_t>book.n * book.worlds + i] = NAN
    book.n += 1
    book.found[at] = book.n
    return book.n - 1


cdef double note_reward(Book *book, int plan, int world, double reward) noexcept nogil:
    """What the plan got in a world; returns how much more that is than plans get there."""
    book.rewards[<int64_t>plan * book.worlds + world] = reward
    book.plans[plan].seen += 1
    book.plans[plan].looks += 1
    book.world_sum[world] += reward
    book.world_looks[world] += 1
    return reward - book.world_sum[world] / book.world_looks[world]


cdef void update_gain(Book *book, int plan) noexcept nogil:
    """By what is known of the worlds now."""
    cdef const double *rewards = &book.rewards[<int64_t>plan * book.worlds]
    cdef double sum = 0
    cdef int i
    for i in range(book.worlds):
        if not isnan(rewards[i]):
            sum += rewards[i] - book.world_sum[i] / book.world_looks[i]
    book.plans[plan].gain = sum / max(book.plans[plan].seen, 1)


cdef void update_gains(Book *book) noexcept nogil:
    cdef int plan
    for plan in range(book.n):
        update_gain(book, plan)


cdef int duel(
    const Book *book, int one, int other, double *mean, double *error
) noexcept nogil:
    """In how many worlds both were tried, and what `one` got more there, with its error."""
    cdef const double *ours = &book.rewards[<int64_t>one * book.worlds]
    cdef const double *theirs = &book.rewards[<int64_t>other * book.worlds]
    cdef double sum = 0, square = 0, more
    cdef int i, n = 0
    for i in range(book.worlds):
        if not isnan(ours[i]) and not isnan(theirs[i]):
            more = ours[i] - theirs[i]
            sum += more
            square += more * more
            n += 1
    mean[0] = sum / max(n, 1)
    # One world says nothing of how far worlds lie apart.
    error[0] = INFINITY
    if n > 1:
        error[0] = sqrt(max(square / n - mean[0] * mean[0], 0.0) / (n - 1))
    return n


cdef void forget_world(Book *book, int world) noexcept nogil:
    """The world has changed: what plans got in it holds no more."""
    cdef int plan
    for plan in range(book.n):
        if was_tried(book, plan, world):
            book.rewards[<int64_t>plan * book.worlds + world] = NAN
            book.plans[plan].seen -= 1
    book.world_sum[world] = 0
    book.world_looks[world] = 0
