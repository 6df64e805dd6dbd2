"""How a tree is written down node by node; see tree_builder.pyx."""
from libc.stdint cimport int8_t, int32_t, int64_t, uint64_t

from eminence.cython_ext.game cimport MAX_SEATS, Ops, Table
from eminence.solver.path cimport Path


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


cdef enum TreeProblem:
    FINE
    NO_MEMORY
    TOO_LARGE
    UNLIKE_VIEWS
    UNLIKE_ACTIONS
    NO_RECALL


cdef struct Array:
    # An array that doubles when it is full.
    void *block
    int64_t count
    int64_t room
    size_t size             # of one entry


cdef struct Filed:
    # Of the index that finds information sets by key.
    uint64_t key
    int32_t info            # plus 1; 0: free


cdef struct TreeBuilder:
    const Ops *ops
    const void *rules
    Array nodes
    Array infos
    Array actions
    Array ends            # MAX_SEATS returns each
    Array views
    Filed *index
    uint64_t mask
    Path *path
    void *view              # where a view is made
    bint capped
    int problem
    int seat                # whom the problem concerns


cdef struct Recall:
    # The slot that each seat came through last.
    int32_t slot[MAX_SEATS]


cdef int prepare(TreeBuilder *g, Table table) except -1
cdef int count(TreeBuilder *g, int level, int64_t *left) noexcept nogil
cdef int grow(TreeBuilder *g, int level, int64_t at, Recall recall) noexcept nogil
cdef void take_apart(TreeBuilder *g) noexcept nogil
