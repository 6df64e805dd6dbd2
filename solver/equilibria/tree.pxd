"""The whole tree of a small game as arrays; see tree.pyx."""
from libc.stdint cimport int32_t, int64_t, uint8_t

from eminence.solver.equilibria.tree_builder cimport Info, Node


cdef class Tree:
    cdef readonly object game
    cdef readonly str utility
    cdef readonly int seats
    cdef readonly int64_t n_nodes
    cdef readonly int64_t n_inner
    cdef readonly int64_t n_ends
    cdef readonly int64_t n_infos
    cdef readonly int64_t n_slots
    cdef readonly bint zero_sum
    cdef readonly bint capped
    cdef Node *nodes        # parents before their children
    cdef Info *infos        # a seat's earlier ones come before its later ones
    cdef int32_t *inner     # the nodes that are not ends, in order
    cdef int32_t *actions   # per slot
    cdef double *payoffs    # per end and seat
    cdef uint8_t *views     # per information set
    cdef size_t view_size
