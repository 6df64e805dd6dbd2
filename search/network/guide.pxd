"""How positions and moves are judged: by the game's own guidance, or by a network."""
from libc.stdint cimport int16_t, int32_t

from eminence.cython_ext.game cimport Ops, Table
from eminence.search.network.network cimport Net, Network


cdef struct Guide:
    const Ops *ops
    const void *rules
    const double *weights       # the agent's, for evaluate and priors
    const Network *network      # NULL: evaluate and priors judge
    # Buffers of the caller, for a network
    void *settled               # room for a state; NULL: the game settles nothing
    float *features         # of all seats
    float *room
    float *logits
    int16_t *traits


cdef void softmax_in_place(double *x, int n) noexcept nogil
cdef void standings_by_network(const Guide *guide, const void *s, double *out) noexcept nogil
# The win shares that the game's own guidance sees in a world, as logits
cdef void guidance_logits(const Guide *guide, const void *s, double *out) noexcept nogil
cdef void policy_of_network(
    const Guide *guide, const void *s, const int32_t *actions, int n, double *out
) noexcept nogil


cdef inline void judge_standings(const Guide *guide, const void *s, double *out) noexcept nogil:
    """How well each seat stands in a world, in [0, 1]."""
    if guide.network == NULL:
        guide.ops.evaluate(s, guide.rules, guide.weights, out)
    else:
        standings_by_network(guide, s, out)


cdef inline bint has_policy(const Guide *guide) noexcept nogil:
    """Whether a network scores actions: one that has learned no moves leaves them to the game."""
    return guide.network != NULL and guide.network.knows_moves


cdef inline void judge_actions(
    const Guide *guide, const void *s, const int32_t *actions, int n, double *out
) noexcept nogil:
    """A score in [0, 1] of each of these actions of the mover; those of a policy sum to 1."""
    if has_policy(guide):
        policy_of_network(guide, s, actions, n, out)
    else:
        guide.ops.priors(s, guide.rules, guide.weights, actions, n, out)


cdef class Guidance:
    """A guide with buffers of its own. One per thread: two must not share it."""
    cdef Guide guide
    cdef object weights_kept
    cdef Net net_kept

    cdef int _make_room(self, Table table, Net net) except -1
