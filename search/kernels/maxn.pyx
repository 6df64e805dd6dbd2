"""Depth-limited max^n with sampled chance: the other per-world player of `PIMC`.

Every seat picks what is best for itself; an event is the average of a few rolls; at the depth
limit `evaluate` estimates. It sees the world it is given, like any determinized search.
"""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

from eminence.cython_ext.core cimport Rng, seed_rng
from eminence.cython_ext.game cimport CHANCE, MAX_SEATS, OVER, Ops, Return, State, player_of, step
from eminence.search.kernels.clock cimport now_ns
from eminence.search.network.guide cimport judge_standings
from eminence.search.rollouts.rewards cimport final_reward, standing_reward
from eminence.search.rollouts.rollouts cimport Finisher, Rollout

cdef struct Walk:
    const Ops *ops
    const void *rules
    const Rollout *how
    Rng rng
    int samples
    int64_t left            # states that may still be visited
    int64_t deadline_ns
    bint late               # the deadline has passed, or the search was cancelled
    const uint8_t *cancel
    uint8_t *states         # one per level
    int32_t *actions        # max_actions per level


cdef void value_of(Walk *walk, int level, int depth, double *out) noexcept nogil:
    """What the state at `level` is worth to each seat."""
    cdef const Ops *ops = walk.ops
    cdef void *s = walk.states + level * ops.state_size
    cdef Return end[MAX_SEATS]
    cdef double standing[MAX_SEATS]
    cdef int player = player_of(s)
    walk.left -= 1
    if player == OVER:
        ops.returns(s, walk.rules, end)
        final_reward(end, ops.seats, &walk.how.aim, out)
    elif player == CHANCE:
        average_roll(walk, level, depth, out)
    elif depth == 0 or walk.left <= 0 or is_late(walk):
        judge_standings(walk.how.guide, s, standing)
        standing_reward(standing, ops.seats, &walk.how.aim, out)
    else:
        best_reply(walk, level, depth, player, out)


cdef bint is_late(Walk *walk) noexcept nogil:
    """Is the time up? The answer stays yes from then on."""
    if not walk.late:
        walk.late = walk.cancel[0] or 0 <= walk.deadline_ns <= now_ns()
    return walk.late


cdef void average_roll(Walk *walk, int level, int depth, double *out) noexcept nogil:
    """The mean over all samples, or over those that there was time for: at least one."""
    cdef const Ops *ops = walk.ops
    cdef uint8_t *s = walk.states + level * ops.state_size
    cdef uint8_t *child = s + ops.state_size
    cdef double value[MAX_SEATS]
    cdef int seat, rolled = 0
    for seat in range(ops.seats):
        out[seat] = 0
    while rolled < walk.samples and not (rolled and is_late(walk)):
        memcpy(child, s, ops.state_size)
        while player_of(child) == CHANCE:
            step(ops, walk.rules, child, ops.roll(child, walk.rules, &walk.rng), NULL)
        value_of(walk, level + 1, depth, value)
        for seat in range(ops.seats):
            out[seat] += value[seat] / walk.samples
        rolled += 1
    for seat in range(ops.seats):
        out[seat] *= <double>walk.samples / rolled


cdef void best_reply(Walk *walk, int level, int depth, int player, double *out) noexcept nogil:
    cdef const Ops *ops = walk.ops
    cdef uint8_t *s = walk.states + level * ops.state_size
    cdef uint8_t *child = s + ops.state_size
    cdef int32_t *actions = walk.actions + level * ops.max_actions
    cdef double value[MAX_SEATS]
    cdef int n = ops.actions(s, walk.rules, actions), i
    for i in range(n):
        if i and is_late(walk):
            break
        memcpy(child, s, ops.state_size)
        step(ops, walk.rules, child, actions[i], NULL)
        value_of(walk, level + 1, depth - 1, value)
        if i == 0 or value[player] > out[player]:
            memcpy(out, value, sizeof(value))


def action_values(
    State world not None, Finisher finisher not None, int depth, int samples, int64_t most,
    uint64_t seed, int64_t deadline_ns, const uint8_t[::1] cancel, double[:, ::1] out
):
    """Fill in, per legal action and seat, what it is worth; how many states were visited.

    The actions share the states that may be visited, and the time, evenly; what one leaves goes
    to the next.
    """
    cdef const Ops *ops = &world.game.table.ops
    cdef Walk walk
    # A decision takes a level, and so does the run of events that may follow it.
    cdef int levels = 2 * depth + 2, n, i, seat
    cdef int64_t share, left = most, now
    cdef double value[MAX_SEATS]
    walk.ops = ops
    walk.rules = world.game.table.rules
    walk.how = &finisher.how
    walk.samples = samples
    walk.deadline_ns = -1
    walk.cancel = &cancel[0]
    walk.states = <uint8_t *>calloc(levels, ops.state_size)
    walk.actions = <int32_t *>calloc(levels, ops.max_actions * sizeof(int32_t))
    seed_rng(&walk.rng, seed)
    try:
        if walk.states == NULL or walk.actions == NULL:
            raise MemoryError
        with nogil:
            n = ops.actions(world.s, walk.rules, walk.actions)
            for i in range(n):
                memcpy(walk.states + ops.state_size, world.s, ops.state_size)
                step(ops, walk.rules, walk.states + ops.state_size, walk.actions[i], NULL)
                share = left // (n - i)
                walk.left = share
                walk.late = False
                if deadline_ns >= 0:
                    now = now_ns()
                    walk.deadline_ns = now + max(0, deadline_ns - now) // (n - i)
                value_of(&walk, 1, depth - 1, value)
                left -= share - walk.left
                for seat in range(ops.seats):
                    out[i, seat] = value[seat]
    finally:
        free(walk.states)
        free(walk.actions)
    return most - left
