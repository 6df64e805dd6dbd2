"""Stopwatches over the game table: the loops run in C without the GIL, one thread.

Each takes positions and a number of rounds and returns seconds, so that the caller chooses
how long to measure and how to summarise.
"""
import numpy as np

from eminence.cython_ext.whole_numbers import INT64_MAX, whole

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memcpy
from posix.time cimport CLOCK_MONOTONIC, clock_gettime, timespec

from eminence.cython_ext.chance cimport checked_seed
from eminence.cython_ext.core cimport Rng, seed_rng
from eminence.cython_ext.game cimport (
    MAX_SEATS, UNIFORM, Game, Head, Position, Return, State, Table, View,
)


cdef double now() noexcept nogil:
    cdef timespec t
    clock_gettime(CLOCK_MONOTONIC, &t)
    return t.tv_sec + 1e-9 * t.tv_nsec


cdef uint8_t[::1] packed(list positions):
    """The bytes of positions of one game, one after the other."""
    if not positions:
        raise ValueError("positions: expected one at least, got none")
    return np.frombuffer(b"".join(p.to_bytes() for p in positions), np.uint8).copy()


cdef Table table_of(list positions):
    cdef Game game = positions[0].game
    if any(p.game != game for p in positions):
        raise ValueError("positions: expected positions of one game")
    return game.table


def time_playouts(State state not None, n, seed):
    """Play `n` random games from a state: (player decisions made, seconds)."""
    cdef int64_t rounds = whole("n", n, 0, INT64_MAX)
    cdef uint64_t stream = checked_seed(seed)
    cdef Table table = state.game.table
    cdef void *scratch = table.new_state()
    cdef Return out[MAX_SEATS]
    cdef Rng rng
    cdef int64_t decisions = 0
    cdef int64_t _
    cdef double seconds
    seed_rng(&rng, stream)
    with nogil:
        seconds = now()
        for _ in range(rounds):
            memcpy(scratch, state.s, table.ops.play_size)
            decisions += table.ops.playout(scratch, table.rules, &rng, -1, out)
        seconds = now() - seconds
    free(scratch)
    return decisions, seconds


def time_copies(Position position not None, n):
    """Copy a position `n` times, alternating between two buffers: seconds."""
    cdef int64_t rounds = whole("n", n, 0, INT64_MAX)
    cdef Table table = position.game.table
    cdef void *left = table.new_state()
    cdef void *right = table.new_state()
    cdef int64_t _
    cdef double seconds
    with nogil:
        seconds = now()
        for _ in range(0, rounds, 2):
            memcpy(left, position.s, table.ops.state_size)
            memcpy(right, position.s, table.ops.state_size)
        seconds = now() - seconds
    free(left)
    free(right)
    return seconds


def time_actions(list states not None, n):
    """List the legal actions `n` times, going around the states: (actions found, seconds)."""
    cdef int64_t rounds = whole("n", n, 0, INT64_MAX)
    cdef uint8_t[::1] block = packed(states)
    cdef Table table = table_of(states)
    cdef int32_t[::1] out = np.empty(table.ops.max_actions, np.int32)
    cdef int64_t size = table.ops.state_size, end = size * len(states), at = 0, found = 0
    cdef int64_t _
    cdef double seconds
    if any(s.player < 0 for s in states):
        raise ValueError("states: expected decisions only")
    with nogil:
        seconds = now()
        for _ in range(rounds):
            found += table.ops.actions(&block[at], table.rules, &out[0])
            at += size
            if at == end:
                at = 0
        seconds = now() - seconds
    return found, seconds


def time_imagine(list views not None, n, seed):
    """Copy a view and fill it with a world, `n` times, going around the views: seconds."""
    cdef int64_t rounds = whole("n", n, 0, INT64_MAX)
    cdef uint64_t stream = checked_seed(seed)
    cdef uint8_t[::1] block = packed(views)
    cdef Table table = table_of(views)
    cdef void *scratch = table.new_state()
    cdef int64_t size = table.ops.state_size, end = size * len(views), at = 0
    cdef Rng rng
    cdef int64_t _
    cdef double seconds
    seed_rng(&rng, stream)
    with nogil:
        seconds = now()
        for _ in range(rounds):
            memcpy(scratch, &block[at], size)
            table.ops.imagine(scratch, table.rules, &rng, UNIFORM)
            at += size
            if at == end:
                at = 0
        seconds = now() - seconds
    free(scratch)
    return seconds


def time_worlds(View view not None, n, seed):
    """Imagine a world and play it to its end at random, `n` times: seconds.

    The least that an iteration of a search with full rollouts could cost. Facts are not kept,
    as in a search.
    """
    cdef int64_t rounds = whole("n", n, 0, INT64_MAX)
    cdef uint64_t stream = checked_seed(seed)
    cdef Table table = view.game.table
    cdef void *scratch = table.new_state()
    cdef Return out[MAX_SEATS]
    cdef Rng rng
    cdef int64_t _
    cdef double seconds
    seed_rng(&rng, stream)
    with nogil:
        seconds = now()
        for _ in range(rounds):
            memcpy(scratch, view.s, table.ops.state_size)
            (<Head *>scratch).lean = 1
            table.ops.imagine(scratch, table.rules, &rng, UNIFORM)
            table.ops.playout(scratch, table.rules, &rng, -1, out)
        seconds = now() - seconds
    free(scratch)
    return seconds
