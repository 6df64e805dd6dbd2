"""One move ahead in imagined worlds: the loop behind `Greedy`.

Every action is tried in the same worlds and meets the same dice there (common random
numbers), so that what differs between two means is the action and not the luck.
"""
import numpy as np

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memcpy

from eminence.cython_ext.core cimport Rng, below, next64, seed_rng
from eminence.cython_ext.game cimport (
    CHANCE, MAX_SEATS, OVER, UNIFORM, Head, Ops, Return, Table, View, player_of, step,
)
from eminence.search.kernels.clock cimport now_ns
from eminence.search.rollouts.rewards cimport WIN, Aim, final_reward, read_aim, standing_reward
from eminence.search.network.guide cimport Guidance, Guide, judge_actions, judge_standings
from eminence.search.streams cimport open_stream

# Means closer than this differ by rounding, not by merit.
cdef double SAME = 1e-12


cdef double standing_after(
    const Guide *guide, const Aim *aim, void *s, int action, int seat, uint64_t dice
) noexcept nogil:
    """Play the action in `s`, roll up to the next decision, and say how `seat` stands."""
    cdef const Ops *ops = guide.ops
    cdef const void *rules = guide.rules
    cdef Rng rng
    cdef Return final[MAX_SEATS]
    cdef double standing[MAX_SEATS]
    cdef double worth[MAX_SEATS]
    seed_rng(&rng, dice)
    step(ops, rules, s, action, NULL)
    while player_of(s) == CHANCE:
        step(ops, rules, s, ops.roll(s, rules, &rng), NULL)
    if player_of(s) == OVER:
        ops.returns(s, rules, final)
        final_reward(final, ops.seats, aim, worth)
    else:
        judge_standings(guide, s, standing)
        standing_reward(standing, ops.seats, aim, worth)
    return worth[seat]


cdef int add_worlds(
    const Guide *guide, const Aim *aim, const void *view, void *world, void *child,
    const int32_t *actions, int n, int worlds, int64_t deadline_ns, const uint8_t *cancel,
    Rng *rng, double *sums
) noexcept nogil:
    """Add how the actions stand in so many worlds, or in those that there is time for."""
    cdef const Ops *ops = guide.ops
    cdef int seat = player_of(view), i, met = 0
    cdef uint64_t dice
    while met < worlds and not (met and (cancel[0] or 0 <= deadline_ns <= now_ns())):
        memcpy(world, view, ops.state_size)
        # Nothing below looks at facts: leave them behind and do not keep new ones.
        (<Head *>world).lean = 1
        ops.imagine(world, guide.rules, rng, UNIFORM)
        dice = next64(rng)
        for i in range(n):
            memcpy(child, world, ops.play_size)
            sums[i] += standing_after(guide, aim, child, actions[i], seat, dice)
        met += 1
    return met


cdef int best_of(const double *means, const double *priors, int n, Rng *rng) noexcept nogil:
    """The highest mean; ties go to the highest prior, then to a random one."""
    cdef double top = means[0], favourite = -1
    cdef int i, equals = 0, best = 0
    for i in range(1, n):
        top = max(top, means[i])
    for i in range(n):
        if means[i] >= top - SAME:
            favourite = max(favourite, priors[i])
    for i in range(n):
        if means[i] >= top - SAME and priors[i] >= favourite - SAME:
            equals += 1
            if below(rng, equals) == 0:
                best = i
    return best


def look_ahead(
    View view not None, const int32_t[::1] actions, int worlds, uint64_t seed,
    Guidance guidance not None, dict how not None, int64_t deadline_ns, const uint8_t[::1] cancel
):
    """(index of the best of these actions, their means and priors, in how many worlds).

    One world at least, and no new one after the deadline (-1: none) or a cancel.
    """
    cdef Table table = view.game.table
    cdef const Guide *guide = &guidance.guide
    cdef int n = <int>actions.shape[0], met
    cdef double[::1] means = np.zeros(n)
    cdef double[::1] priors = np.zeros(n)
    cdef Rng rng
    cdef Aim aim
    cdef int best, i
    cdef void *world = NULL
    cdef void *child = NULL
    read_aim(&aim, how)
    aim.reward = WIN
    open_stream(&rng, view, seed)
    try:
        world = table.new_state()
        child = table.new_state()
        with nogil:
            met = add_worlds(guide, &aim, view.s, world, child, &actions[0], n, worlds,
                             deadline_ns, &cancel[0], &rng, &means[0])
            for i in range(n):
                means[i] /= met
            judge_actions(guide, view.s, &actions[0], n, &priors[0])
            best = best_of(&means[0], &priors[0], n, &rng)
    finally:
        free(child)
        free(world)
    return best, list(means), list(priors), met
