"""From what each seat is worth to how it stands; for the guidance of the games."""
from libc.math cimport exp


cdef inline void share_standing(
    const double *worth, int seats, double spread, double *out
) noexcept nogil:
    """Softmax: shares of 1. Without a spread the leader takes all."""
    cdef double highest = worth[0], sum = 0
    cdef int seat
    for seat in range(1, seats):
        highest = max(highest, worth[seat])
    for seat in range(seats):
        out[seat] = exp((worth[seat] - highest) / max(spread, 1e-6))
        sum += out[seat]
    for seat in range(seats):
        out[seat] /= sum
