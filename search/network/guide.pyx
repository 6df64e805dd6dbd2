"""How positions and moves are judged: by the game's own guidance, or by a network.

A network sees what a seat may know (`features`) and nothing else. Each seat's win logit comes from
its own side; the softmax over seats makes win shares of them.
"""
import numpy as np

from libc.math cimport exp, log
from libc.stdint cimport int16_t, int32_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

from eminence.cython_ext.game cimport (
    MAX_SEATS, OVER, Head, Position, Return, State, Table, list_traits, look, look_for_all,
    player_of,
)
from eminence.search.network.network cimport Net, score_actions, think, win_logit

cdef double LEAST_SHARE = 1e-6  # a share of 0 has no log


cdef void softmax_in_place(double *x, int n) noexcept nogil:
    cdef double top = x[0], sum = 0
    cdef int i
    for i in range(1, n):
        top = max(top, x[i])
    for i in range(n):
        x[i] = exp(x[i] - top)
        sum += x[i]
    for i in range(n):
        x[i] /= sum


cdef void guidance_logits(const Guide *guide, const void *s, double *out) noexcept nogil:
    cdef int seat
    guide.ops.evaluate(s, guide.rules, guide.weights, out)
    for seat in range(guide.ops.seats):
        out[seat] = log(max(out[seat], LEAST_SHARE))


cdef const void *settle_apart(const Guide *guide, const void *s) noexcept nogil:
    """The state after what is half done, in the guide's own room; `s` stays as it is."""
    if guide.settled == NULL or player_of(s) < 0:
        return s
    memcpy(guide.settled, s, guide.ops.play_size)
    (<Head *>guide.settled).lean = 1
    guide.ops.settle(guide.settled, guide.rules, guide.weights)
    return guide.settled


cdef void standings_by_network(const Guide *guide, const void *s, double *out) noexcept nogil:
    cdef int seat, seats = guide.ops.seats
    cdef const float *seen
    cdef double guided[MAX_SEATS]
    cdef Return final[MAX_SEATS]
    s = settle_apart(guide, s)
    if player_of(s) == OVER:
        guide.ops.returns(s, guide.rules, final)
        for seat in range(seats):
            out[seat] = final[seat].win
        return
    look_for_all(guide.ops, guide.rules, s, guide.features)
    for seat in range(seats):
        seen = guide.features + <size_t>seat * guide.ops.n_features
        out[seat] = win_logit(guide.network, think(guide.network, seen, guide.room))
    if guide.network.own_shares != 0:
        guidance_logits(guide, s, guided)
        for seat in range(seats):
            out[seat] += guide.network.own_shares * guided[seat]
    softmax_in_place(out, seats)


cdef void policy_of_network(
    const Guide *guide, const void *s, const int32_t *actions, int n, double *out
) noexcept nogil:
    """The softmax of the logits of these actions, from the mover's side."""
    cdef double own_priors = guide.network.own_priors
    cdef const float *hidden
    cdef int i
    look(guide.ops, guide.rules, s, player_of(s), guide.features)
    hidden = think(guide.network, guide.features, guide.room)
    list_traits(guide.ops, guide.rules, s, actions, n, guide.traits)
    score_actions(guide.network, hidden, guide.traits, n, guide.logits)
    if own_priors != 0:
        guide.ops.priors(s, guide.rules, guide.weights, actions, n, out)
    for i in range(n):
        out[i] = guide.logits[i] + (own_priors * out[i] if own_priors != 0 else 0)
    softmax_in_place(out, n)


cdef class Guidance:
    def __cinit__(self, Table table not None, const double[::1] weights, Net net=None):
        cdef Guide *guide = &self.guide
        self.weights_kept = weights
        guide.ops = &table.ops
        guide.rules = table.rules
        guide.weights = &weights[0]
        if net is not None:
            self._make_room(table, net)

    cdef int _make_room(self, Table table, Net net) except -1:
        cdef Guide *guide = &self.guide
        cdef size_t most = table.ops.max_actions
        self.net_kept = net
        guide.network = &net.network
        guide.features = <float *>calloc(
            <size_t>table.ops.seats * table.ops.n_features, sizeof(float))
        guide.room = <float *>calloc(net.network.room, sizeof(float))
        guide.logits = <float *>calloc(most, sizeof(float))
        guide.traits = <int16_t *>calloc(most * table.ops.max_traits, sizeof(int16_t))
        if guide.features == NULL or guide.room == NULL or guide.logits == NULL \
                or guide.traits == NULL:
            raise MemoryError
        if table.ops.settle != NULL:
            guide.settled = table.new_state()
        return 0

    def __dealloc__(self):
        free(self.guide.features)
        free(self.guide.room)
        free(self.guide.logits)
        free(self.guide.traits)
        free(self.guide.settled)

    def standings(self, State state not None):
        """How well each seat stands in a world."""
        cdef double out[MAX_SEATS]
        judge_standings(&self.guide, state.s, out)
        return [out[seat] for seat in range(self.guide.ops.seats)]

    def scores(self, Position position not None):
        """A score for each legal action of the mover."""
        cdef int32_t[::1] ids = np.empty(self.guide.ops.max_actions, np.int32)
        cdef double[::1] out = np.zeros(self.guide.ops.max_actions)
        cdef int n = position.legal(&ids[0])
        if n:
            judge_actions(&self.guide, position.s, &ids[0], n, &out[0])
        return [out[i] for i in range(n)]
