"""How a game is finished outside the tree.

Rollouts use nothing that the mover could not see: `priors` promise that by contract.
"""
from libc.math cimport exp
from libc.stdint cimport int32_t, uint32_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from eminence.cython_ext.core cimport Rng, below, mix64, unit
from eminence.cython_ext.game cimport CHANCE, MAX_SEATS, OVER, Ops, Return, Table, player_of, step
from eminence.search.kernels.best cimport Best, nothing_yet, offer
from eminence.search.rollouts.rewards cimport final_reward, read_aim, standing_reward
from eminence.search.network.guide cimport (
    Guidance, has_policy, judge_actions, judge_standings,
)

POLICIES = {
    "random": BY_CHANCE_ALONE, "priors": BY_GAME_PRIORS, "policy": BY_POLICY, "mast": BY_MAST,
    "none": NOT_AT_ALL,
}


# --- finishing a game ---

cdef void finish(
    const Ops *ops, const void *rules, void *s, Rollout *how, Rng *rng, double *reward
) noexcept nogil:
    """Play on from `s` by the policy, to the end or to the cut, and say what it is worth."""
    cdef Return end[MAX_SEATS]
    cdef double standing[MAX_SEATS]
    if how.policy == BY_CHANCE_ALONE and how.cut_rounds < 0:
        ops.playout(s, rules, rng, how.cut, end)
    else:
        play_by_policy(ops, rules, s, how, rng)
        if player_of(s) == OVER:
            ops.returns(s, rules, end)
    if player_of(s) == OVER:
        final_reward(end, ops.seats, &how.aim, reward)
    else:
        judge_standings(how.guide, s, standing)
        standing_reward(standing, ops.seats, &how.aim, reward)


cdef void play_by_policy(
    const Ops *ops, const void *rules, void *s, Rollout *how, Rng *rng
) noexcept nogil:
    """Play on to the end or to the cut; with no policy at all, to the next decision."""
    cdef int decisions = 0, rounds = 0, player, last = -1, n, action
    while True:
        player = player_of(s)
        if player == OVER:
            return
        if player == CHANCE:
            step(ops, rules, s, ops.roll(s, rules, rng), NULL)
            continue
        # A round is over when the turn goes back to the same or an earlier seat.
        if last >= 0 and player < last:
            rounds += 1
        last = player
        if how.policy == NOT_AT_ALL or decisions == how.cut or rounds == how.cut_rounds:
            return
        n = ops.actions(s, rules, how.actions)
        action = how.actions[choose(ops, rules, s, how, n, player, rng)]
        remember_played(how, player, action)
        step(ops, rules, s, action, NULL)
        decisions += 1


cdef int choose(
    const Ops *ops, const void *rules, const void *s, Rollout *how, int n, int player, Rng *rng
) noexcept nogil:
    """An index among n legal actions."""
    if n == 1:
        return 0
    if how.policy == BY_CHANCE_ALONE or unit(rng) < how.epsilon:
        return below(rng, n)
    if how.policy == BY_GAME_PRIORS:
        ops.priors(s, rules, how.guide.weights, how.actions, n, how.scores)
        return highest(how.scores, n, rng)
    if how.policy == BY_POLICY:
        return by_policy(how, s, n, rng)
    return by_mast(how, n, player, rng)


cdef int by_policy(Rollout *how, const void *s, int n, Rng *rng) noexcept nogil:
    """Drawn, so that no knife edge between two scores decides what is played."""
    cdef double top = 0
    cdef int i
    judge_actions(how.guide, s, how.actions, n, how.scores)
    if not has_policy(how.guide):
        for i in range(n):
            top = max(top, how.scores[i])
        for i in range(n):
            how.scores[i] = exp((how.scores[i] - top) / how.tau)
    return draw_by_weight(how.scores, n, rng)


cdef int highest(const double *scores, int n, Rng *rng) noexcept nogil:
    """The index of the highest score; one of several equals is drawn."""
    cdef Best best
    cdef int i
    nothing_yet(&best)
    for i in range(n):
        offer(&best, i, scores[i], rng)
    return best.at


# --- MAST: what an action has been worth in this search, wherever it was played ---

cdef MastSlot *slot_of(MastSlot *table, uint32_t key) noexcept nogil:
    """The key's slot, or one that may be taken for it."""
    cdef uint32_t at = <uint32_t>mix64(key) & (MAST_SLOTS - 1)
    cdef int _i
    for _i in range(MAST_PROBES):
        if table[at].key == key or table[at].key == 0:
            break
        at = (at + 1) & (MAST_SLOTS - 1)
    if table[at].key != key:
        memset(&table[at], 0, sizeof(MastSlot))
        table[at].key = key
    return &table[at]


cdef inline MastSlot *mast_slot(MastSlot *table, int seat, int action) noexcept nogil:
    return slot_of(table, (<uint32_t>action << 3 | seat) + 1)


cdef int by_mast(Rollout *how, int n, int player, Rng *rng) noexcept nogil:
    cdef MastSlot *slot
    cdef int i
    for i in range(n):
        slot = mast_slot(how.mast, player, how.actions[i])
        # An action that was never played is as good as the best.
        how.scores[i] = exp((slot.w / slot.n if slot.n else 1.0) / how.tau - 1 / how.tau)
    return draw_by_weight(how.scores, n, rng)


cdef int draw_by_weight(const double *weights, int n, Rng *rng) noexcept nogil:
    """An index with a chance in proportion to its weight, never one without any."""
    cdef double left = 0
    cdef int i, last = 0
    for i in range(n):
        left += weights[i]
    left *= unit(rng)
    for i in range(n):
        if weights[i] > 0:
            last = i
            left -= weights[i]
            if left < 0:
                break
    return last


cdef void remember_played(Rollout *how, int seat, int action) noexcept nogil:
    if how.mast != NULL and how.n_played < how.most_played:
        how.played[2 * how.n_played] = seat
        how.played[2 * how.n_played + 1] = action
        how.n_played += 1


cdef void learn_mast(Rollout *how, const double *reward) noexcept nogil:
    """Credit everything played in this simulation, and forget the list."""
    cdef int i, seat
    cdef MastSlot *slot
    if how.mast == NULL:
        return
    for i in range(how.n_played):
        seat = how.played[2 * i]
        slot = mast_slot(how.mast, seat, how.played[2 * i + 1])
        slot.n += 1
        slot.w += reward[seat]
    how.n_played = 0


cdef class Finisher:
    def __cinit__(self, Table table not None, dict how, Guidance guidance not None):
        cdef int most = table.ops.max_plies + 1
        self.guidance = guidance
        self.how.guide = &guidance.guide
        self.how.policy = POLICIES[how["rollout"]]
        read_aim(&self.how.aim, how)
        self.how.epsilon = how["epsilon"]
        self.how.tau = how["tau"]
        self.how.cut = how["cut"] or -1
        self.how.cut_rounds = how["cut_rounds"] or -1
        self.how.actions = <int32_t *>calloc(table.ops.max_actions, sizeof(int32_t))
        self.how.scores = <double *>calloc(table.ops.max_actions, sizeof(double))
        if self.how.actions == NULL or self.how.scores == NULL:
            raise MemoryError
        if self.how.policy == BY_MAST:
            self.how.most_played = most
            self.how.played = <int32_t *>calloc(2 * most, sizeof(int32_t))
            self.how.mast = <MastSlot *>calloc(MAST_SLOTS, sizeof(MastSlot))
            if self.how.played == NULL or self.how.mast == NULL:
                raise MemoryError

    def __dealloc__(self):
        free(self.how.actions)
        free(self.how.scores)
        free(self.how.played)
        free(self.how.mast)
