"""Traits of one move as a list, and numbers sorted into classes."""
from libc.stdint cimport int16_t

from eminence.engines.blood_of_kings.sight.traits cimport MAX_TRAITS, TRAIT_PRIZE


cdef struct Traits:
    int16_t *at
    int n


cdef inline void add(Traits *t, int trait) noexcept nogil:
    """What does not fit is left out; so the most telling ones come first."""
    if t.n < MAX_TRAITS:
        t.at[t.n] = trait
        t.n += 1


cdef inline void name_prize(Traits *t, double prize) noexcept nogil:
    """Glory that armies can expect to take: hardly any, some, much."""
    add(t, TRAIT_PRIZE + (prize > 0.15) + (prize > 0.6))


cdef inline int class4(int n, int first, int second, int third) noexcept nogil:
    """How many of the bounds are reached."""
    return (n >= first) + (n >= second) + (n >= third)


cdef inline int count_class(int n) noexcept nogil:
    """0, 1, 2, 3, 4, 5-6, 7-9, more."""
    return n if n <= 4 else 4 + class4(n, 5, 7, 10)


cdef inline int share_class(int n, int most) noexcept nogil:
    """Below a third, a half, two thirds, all of it, and all."""
    if n >= most:
        return 4
    return class4(6 * n, 2 * most, 3 * most, 4 * most)


cdef inline int odds_class(double odds) noexcept nogil:
    return (odds >= 0.1) + (odds >= 0.3) + (odds >= 0.5) + (odds >= 0.7) + (odds >= 0.9)
