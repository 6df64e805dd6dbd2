"""The random stream of one match."""
from libc.stdint cimport uint64_t


cdef class Chance:
    cdef readonly uint64_t seed
    cdef dict ordinals

    cdef uint64_t count(self, int kind, int seat) except? 0


cdef uint64_t checked_seed(object seed) except? 0
