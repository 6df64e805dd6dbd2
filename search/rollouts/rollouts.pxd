"""How a game is finished outside the tree; see rollouts.pyx."""
from libc.stdint cimport int32_t, uint32_t

from eminence.cython_ext.core cimport Rng
from eminence.cython_ext.game cimport Ops, Table
from eminence.search.rollouts.rewards cimport Aim
from eminence.search.network.guide cimport Guidance, Guide


cdef enum Policy:
    BY_CHANCE_ALONE         # uniform, by the game's own playout loop
    BY_GAME_PRIORS          # epsilon-greedy on the game's priors
    BY_POLICY               # drawn: by a network's policy, or by the softmax of the priors
    BY_MAST                 # softmax of each action's average reward in this search
    NOT_AT_ALL              # judged at once, at the next decision

cdef enum:
    MAST_SLOTS = 1 << 14    # power of two; a full neighbourhood forgets, it never fails
    MAST_PROBES = 8


cdef struct MastSlot:
    uint32_t key            # whose mean this slot holds, above 0; 0: free
    uint32_t n
    double w


cdef struct Rollout:
    Policy policy
    Aim aim
    double epsilon          # share of uniform moves in priors and MAST rollouts
    double tau              # temperature of MAST, and of priors that are drawn from
    int cut                 # decisions before `evaluate` takes over; -1: never
    int cut_rounds          # the same in rounds of the table; -1: never
    const Guide *guide      # judges positions and moves
    # Buffers of the caller
    int32_t *actions
    double *scores
    MastSlot *mast          # MAST_SLOTS, or NULL
    int32_t *played         # (seat, action) pairs of this simulation, for MAST
    int n_played
    int most_played


cdef void finish(
    const Ops *ops, const void *rules, void *s, Rollout *how, Rng *rng, double *reward
) noexcept nogil
cdef void play_by_policy(
    const Ops *ops, const void *rules, void *s, Rollout *how, Rng *rng
) noexcept nogil
cdef MastSlot *slot_of(MastSlot *table, uint32_t key) noexcept nogil
cdef int draw_by_weight(const double *weights, int n, Rng *rng) noexcept nogil
cdef void remember_played(Rollout *how, int seat, int action) noexcept nogil
cdef void learn_mast(Rollout *how, const double *reward) noexcept nogil


cdef class Finisher:
    """A rollout with buffers of its own, read from an agent's parameters."""
    cdef Rollout how
    cdef Guidance guidance
