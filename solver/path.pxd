"""The states from a root down to where a walk of the tree stands, one per level.

Levels are added when a walk first gets that deep; addresses into a path hold until then, so
a walk must ask for them again after every step down.
"""
from libc.stdint cimport int32_t, uint8_t
from libc.stdlib cimport calloc, free, realloc

from eminence.cython_ext.game cimport Ops, Seen


cdef struct Path:
    size_t state_size
    size_t width            # most options at one level
    int levels
    uint8_t *states
    Seen *seen
    int32_t *options
    double *chances         # of the options, where they are outcomes


cdef inline int reserve_levels(Path *path, int levels) noexcept nogil:
    """Room for so many levels; -1: no memory."""
    cdef void *block
    cdef int room
    if levels <= path.levels:
        return 0
    room = 2 * levels
    block = realloc(path.states, room * path.state_size)
    if block == NULL:
        return -1
    path.states = <uint8_t *>block
    block = realloc(path.seen, room * sizeof(Seen))
    if block == NULL:
        return -1
    path.seen = <Seen *>block
    block = realloc(path.options, room * path.width * sizeof(int32_t))
    if block == NULL:
        return -1
    path.options = <int32_t *>block
    block = realloc(path.chances, room * path.width * sizeof(double))
    if block == NULL:
        return -1
    path.chances = <double *>block
    path.levels = room
    return 0


cdef inline Path *new_path(const Ops *ops) noexcept nogil:
    """A path with its first levels; NULL: no memory."""
    cdef Path *path = <Path *>calloc(1, sizeof(Path))
    if path == NULL:
        return NULL
    path.state_size = ops.state_size
    path.width = max(ops.max_actions, ops.max_outcomes)
    if reserve_levels(path, 64) < 0:
        free_path(path)
        return NULL
    return path


cdef inline void free_path(Path *path) noexcept nogil:
    if path != NULL:
        free(path.states)
        free(path.seen)
        free(path.options)
        free(path.chances)
        free(path)


cdef inline uint8_t *state_at(const Path *path, int level) noexcept nogil:
    return path.states + level * path.state_size


cdef inline int32_t *options_at(const Path *path, int level) noexcept nogil:
    return path.options + level * path.width


cdef inline double *chances_at(const Path *path, int level) noexcept nogil:
    return path.chances + level * path.width
