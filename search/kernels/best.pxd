"""The highest of many scores in one pass; each tie is broken by one random number."""
from eminence.cython_ext.core cimport Rng, below


cdef struct Best:
    double score
    int at                  # its index; 0 while nothing was offered
    int tied                # how many had this score so far


cdef inline void nothing_yet(Best *best) noexcept nogil:
    best.score = -1e300
    best.at = 0
    best.tied = 0


cdef inline void offer(Best *best, int i, double score, Rng *rng) noexcept nogil:
    if score > best.score:
        best.score = score
        best.at = i
        best.tied = 1
    elif score == best.score:
        best.tied += 1
        if below(rng, best.tied) == 0:
            best.at = i
