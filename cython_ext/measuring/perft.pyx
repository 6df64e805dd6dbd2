"""Counting a game tree, to compare rules with known numbers."""
import numpy as np

from eminence.cython_ext.whole_numbers import INT_MAX, whole
from eminence.cython_ext.errors import BadOption
from eminence.cython_ext.results import Perft

from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from eminence.cython_ext.game cimport CHANCE, OVER, State, Table, player_of, step


def perft(State state not None, depth):
    """Count the states of the tree below `state`, itself included, down to `depth` plies."""
    cdef Table table = state.game.table
    cdef uint64_t counts[3]
    cdef int plies = whole("depth", depth, 0, INT_MAX)
    memset(counts, 0, sizeof(counts))
    # Room for a path of that length; the product needs more than an int.
    cdef size_t rows = <size_t>plies + 1
    width = max(table.ops.max_actions, table.ops.max_outcomes)
    cdef uint8_t[::1] states
    cdef int32_t[::1] options
    try:
        states = np.empty(rows * table.ops.state_size, np.uint8)
        options = np.empty(rows * <size_t>width, np.int32)
    except MemoryError:
        raise BadOption(f"depth={plies}: no room for so long a path; choose less") from None
    cdef double[::1] p = np.empty(table.ops.max_outcomes + 1)
    cdef int c_width = width
    memcpy(&states[0], state.s, table.ops.state_size)
    with nogil:
        _count(table, &states[0], &options[0], &p[0], c_width, plies, counts)
    return Perft(counts[0], counts[1], counts[2])


cdef void _count(
    Table table, uint8_t *s, int32_t *options, double *p, int width, int depth, uint64_t *counts
) noexcept nogil:
    cdef int player = player_of(s), n, i
    cdef uint8_t *child = s + table.ops.state_size
    if player == OVER:
        counts[2] += 1
        return
    counts[0 if player == CHANCE else 1] += 1
    if depth == 0:
        return
    if player == CHANCE:
        n = table.ops.outcomes(s, table.rules, options, p)
    else:
        n = table.ops.actions(s, table.rules, options)
    for i in range(n):
        memcpy(child, s, table.ops.state_size)
        step(&table.ops, table.rules, child, options[i], NULL)
        _count(table, child, options + width, p, width, depth - 1, counts)
