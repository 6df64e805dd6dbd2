"""Rollouts to the end of the game: every move in the same worlds, with the same dice.

What a fixed policy makes of each move is an honest sample: worlds are drawn independently of
each other and of any search, so statistics of them mean what they say. Averages in a search tree do
not: there the play changes with what was seen before.
"""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

from eminence.cython_ext.core cimport CHECK, Rng, combine, seed_rng
from eminence.cython_ext.game cimport MAX_SEATS, OVER, UNIFORM, Head, Ops, Return, Table, View
from eminence.cython_ext.game cimport player_of, step
from eminence.search.kernels.clock cimport now_ns
from eminence.search.rollouts.rollouts cimport Finisher, Rollout, finish

cpdef enum:
    FIGURES = 4             # of each seat: win share, rank, score, reward
    REWARD = 3              # the last of them: what moves are ranked by


def roll_out(
    View view not None, Finisher finisher not None, const int32_t[::1] actions, uint64_t seed,
    int64_t first, int64_t count, int rolls, int64_t deadline_ns, const uint8_t[::1] cancel,
    double[:, :, :, ::1] ends, double[:, :, ::1] gains, double[:, ::1] facts
):
    """Play out each action in worlds first .. first + count; how many worlds were finished.

    Row w of the outputs is world first + w, a mean over so many `rolls`:
    ends[w, action, seat] is (win share, rank, score, reward of the finisher),
    gains[w, action, seat * sources + source] the points still to come from each source, facts[w]
    what the viewer cannot see there. The last two have an entry more than they need. World k is
    the same in every call with the same seed. A finisher that cuts games short or learns is not
    for this.
    """
    cdef Table table = view.game.table
    cdef Ops *ops = &table.ops
    cdef int64_t w, done = 0
    cdef int i, seat = view.seat, n = actions.shape[0], n_points = ops.seats * ops.n_sources
    cdef Rng rng
    cdef void *world = NULL
    cdef void *child = NULL
    cdef double *before = NULL
    cdef double *after = NULL
    if (
        finisher.how.cut >= 0 or finisher.how.cut_rounds >= 0 or finisher.how.mast != NULL
        or ends.shape[0] < count or gains.shape[0] < count or facts.shape[0] < count
        or ends.shape[1] != n or gains.shape[1] != n or ends.shape[2] != ops.seats
        or ends.shape[3] != FIGURES or gains.shape[2] != n_points + 1
        or facts.shape[1] != ops.n_facts + 1 or rolls < 1
    ):
        raise ValueError("rollouts: a policy that is not fixed, or room that does not fit")
    try:
        world = table.new_state()
        child = table.new_state()
        before = <double *>calloc(n_points + 1, sizeof(double))
        after = <double *>calloc(n_points + 1, sizeof(double))
        if before == NULL or after == NULL:
            raise MemoryError
        with nogil:
            for w in range(count):
                seed_rng(&rng, combine(seed, (first + w) * (rolls + 1)))
                memcpy(world, view.s, ops.state_size)
                (<Head *>world).lean = 1
                ops.imagine(world, table.rules, &rng, UNIFORM)
                ops.facts(world, table.rules, seat, &facts[w, 0])
                ops.sources(world, table.rules, before)
                for i in range(n):
                    if cancel[0]:
                        break
                    try_action(
                        ops, table.rules, world, child, actions[i], &finisher.how,
                        combine(seed, (first + w) * (rolls + 1)), rolls, before, after,
                        &ends[w, i, 0, 0], &gains[w, i, 0])
                if cancel[0]:
                    # A world in which not all were tried does not count.
                    break
                done += 1
                if deadline_ns >= 0 and now_ns() >= deadline_ns:
                    break
    finally:
        free(world)
        free(child)
        free(before)
        free(after)
    return done


cdef void try_action(
    const Ops *ops, const void *rules, const void *world, void *child, int action,
    Rollout *how, uint64_t seed, int rolls, const double *before, double *after,
    double *ends, double *gains
) noexcept nogil:
    """One action in one world: the means over all rolls of dice."""
    cdef Return end[MAX_SEATS]
    cdef double reward[MAX_SEATS]
    cdef double share = 1.0 / rolls
    cdef int roll, seat, i, n_points = ops.seats * ops.n_sources
    cdef Rng rng
    for i in range(FIGURES * ops.seats):
        ends[i] = 0
    for i in range(n_points):
        gains[i] = 0
    for roll in range(rolls):
        seed_rng(&rng, combine(seed, roll + 1))
        memcpy(child, world, ops.play_size)
        step(ops, rules, child, action, NULL)
        finish(ops, rules, child, how, &rng, reward)
        CHECK(player_of(child) == OVER)
        ops.returns(child, rules, end)
        ops.sources(child, rules, after)
        for seat in range(ops.seats):
            ends[FIGURES * seat] += share * end[seat].win
            ends[FIGURES * seat + 1] += share * end[seat].rank
            ends[FIGURES * seat + 2] += share * end[seat].score
            ends[FIGURES * seat + REWARD] += share * reward[seat]
        for i in range(n_points):
            gains[i] += share * (after[i] - before[i])
