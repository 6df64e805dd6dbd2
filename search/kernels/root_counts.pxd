"""What is known of each root action; see root_counts.pyx."""
from libc.stdint cimport int64_t


cdef struct Count:
    int64_t visits
    int64_t available       # how often the action was legal where it could have been tried
    double square           # sum of the searcher's squared rewards
    double *sums            # of rewards, per seat


cdef class RootCounts:
    cdef readonly int n
    cdef readonly int seats
    cdef Count *counts
    cdef double *all_sums

    cdef inline Count *at(self, int i) except NULL:
        if i < 0 or i >= self.n:
            raise IndexError(f"action {i} of {self.n}")
        return &self.counts[i]
