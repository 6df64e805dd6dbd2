"""Flat Monte Carlo: every action tried in the same worlds, no tree; the loop behind `FlatMC`."""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memcpy

from eminence.cython_ext.core cimport Rng, combine, seed_rng
from eminence.cython_ext.game cimport MAX_SEATS, UNIFORM, Head, Ops, Table, View, step
from eminence.search.kernels.clock cimport now_ns
from eminence.search.rollouts.rollouts cimport Finisher, finish, learn_mast, remember_played


def sample_worlds(
    View view not None, Finisher finisher not None, const int32_t[::1] actions, uint64_t seed,
    int64_t first, int64_t count, int64_t deadline_ns, const uint8_t[::1] cancel,
    double[:, ::1] sums, double[::1] squares
):
    """Add the rewards of each action in worlds first .. first + count; how many were done.

    World k is the same for every action and every call with the same seed.
    """
    cdef Table table = view.game.table
    cdef Ops *ops = &table.ops
    cdef double reward[MAX_SEATS]
    cdef int seat = view.seat, i, j, n = actions.shape[0]
    cdef int64_t k, done = 0
    cdef Rng rng
    cdef void *world = NULL
    cdef void *child = NULL
    try:
        world = table.new_state()
        child = table.new_state()
        with nogil:
            for k in range(first, first + count):
                seed_rng(&rng, combine(seed, 2 * k))
                memcpy(world, view.s, ops.state_size)
                (<Head *>world).lean = 1
                ops.imagine(world, table.rules, &rng, UNIFORM)
                for i in range(n):
                    seed_rng(&rng, combine(seed, 2 * k + 1))
                    memcpy(child, world, ops.play_size)
                    remember_played(&finisher.how, seat, actions[i])
                    step(ops, table.rules, child, actions[i], NULL)
                    finish(ops, table.rules, child, &finisher.how, &rng, reward)
                    learn_mast(&finisher.how, reward)
                    for j in range(ops.seats):
                        sums[i, j] += reward[j]
                    squares[i] += reward[seat] * reward[seat]
                done += 1
                if cancel[0] or (deadline_ns >= 0 and now_ns() >= deadline_ns):
                    break
    finally:
        free(world)
        free(child)
    return done
