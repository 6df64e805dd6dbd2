"""The whole tree of a small game as arrays; see tree.pyx."""
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t


cdef struct Node:
    double chance           # of the step that leads here, where chance makes it; else 1
    int32_t first           # the children lie side by side; at an end its number instead
    int32_t width           # children; 0: the game is over
    int32_t info            # information set of the mover; -1: nobody decides
    int8_t player


cdef struct Info:
    int32_t first           # its slots, one per action, lie side by side
    int32_t width
    int32_t parent          # the slot that the seat came through last; -1: its first decision
    int8_t seat


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
    cdef Info *infos        # of a seat, those it comes through first come first
    cdef int32_t *inner     # the nodes that are no ends, in order
    cdef int32_t *actions   # per slot
    cdef double *payoffs    # per end and seat
    cdef uint8_t *views     # per information set
    cdef size_t view_size
