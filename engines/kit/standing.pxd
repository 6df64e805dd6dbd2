"""From worths in a game's own points to standings that sum to 1."""
from libc.math cimport exp


cdef inline void softmax(
    const double *worth, int seats, double spread, double *out
) noexcept nogil:
    """The share of each seat; a lead of `spread` points counts e times as much."""
    cdef double highest = worth[0], sum = 0
    cdef int seat
    for seat in range(1, seats):
        highest = max(highest, worth[seat])
    for seat in range(seats):
        # Without a spread the leader takes all.
        out[seat] = exp((worth[seat] - highest) / max(spread, 1e-6))
        sum += out[seat]
    for seat in range(seats):
        out[seat] /= sum
