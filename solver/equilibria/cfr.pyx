"""Counterfactual regret minimisation over a flattened tree.

`vanilla` (Zinkevich et al. 2007) and `plus` (Tammelin 2014: regrets never below zero, later
policies weigh more) walk the whole tree for one seat after the other; `external` (Lanctot et
al. 2009) draws what chance and the others do.
"""
import numpy as np

from libc.stdint cimport int64_t
from libc.stdlib cimport calloc, free

from eminence.cython_ext.chance cimport checked_seed
from eminence.cython_ext.core cimport Rng, seed_rng, unit
from eminence.solver.equilibria.tree_builder cimport Info, Node
from eminence.solver.equilibria.tree cimport Tree

#: in the order of the enum
VARIANTS = ("vanilla", "plus", "external")

cdef enum Variant:
    VANILLA
    PLUS
    EXTERNAL


cdef class Learner:
    """Regrets and summed policies of all information sets, grown iteration by iteration."""
    cdef readonly Tree tree
    cdef readonly int64_t iterations
    cdef int variant
    cdef Rng rng
    # per slot
    cdef double *regret
    cdef double *total      # policies, summed with their weights
    cdef double *now        # the present policy
    cdef double *reach      # by the seat's own choices, the slot's action included
    # per node
    cdef double *others     # chance that all but one seat come here
    cdef double *value      # seats times; the ends' are written once

    def __cinit__(self, Tree tree not None, str variant not None, seed):
        cdef int64_t i
        cdef int seat
        self.tree = tree
        self.variant = VARIANTS.index(variant)
        seed_rng(&self.rng, checked_seed(seed))
        self.regret = <double *>calloc(tree.n_slots + 1, sizeof(double))
        self.total = <double *>calloc(tree.n_slots + 1, sizeof(double))
        self.now = <double *>calloc(tree.n_slots + 1, sizeof(double))
        self.reach = <double *>calloc(tree.n_slots + 1, sizeof(double))
        self.others = <double *>calloc(tree.n_nodes, sizeof(double))
        self.value = <double *>calloc(tree.n_nodes * tree.seats, sizeof(double))
        if (
            self.regret == NULL or self.total == NULL or self.now == NULL
            or self.reach == NULL or self.others == NULL or self.value == NULL
        ):
            raise MemoryError
        for i in range(tree.n_nodes):
            if tree.nodes[i].width == 0:
                for seat in range(tree.seats):
                    self.value[seat * tree.n_nodes + i] = (
                        tree.payoffs[tree.nodes[i].first * tree.seats + seat])
        for i in range(tree.n_infos):
            self._match(&tree.infos[i])

    def __dealloc__(self):
        free(self.regret)
        free(self.total)
        free(self.now)
        free(self.reach)
        free(self.others)
        free(self.value)

    def run(self, int64_t iterations):
        """So many more iterations, each with an update of every seat."""
        cdef int64_t _i
        with nogil:
            for _i in range(iterations):
                self.iterations += 1
                if self.variant == EXTERNAL:
                    self._iterate_sampled()
                else:
                    self._iterate()

    def average(self):
        """The average policy per slot, which is the one that converges; uniform where unknown."""
        cdef double[::1] out = np.empty(self.tree.n_slots)
        cdef Info *info
        cdef int64_t k
        for k in range(self.tree.n_infos):
            info = &self.tree.infos[k]
            normalise(self.total + info.first, info.width, &out[info.first])
        return np.asarray(out)

    # --- the whole tree ---

    cdef void _iterate(self) noexcept nogil:
        cdef int seat
        cdef double weight = 1
        if self.variant == PLUS:
            weight = <double>self.iterations
        for seat in range(self.tree.seats):
            self._reach_nodes(seat)
            self._add_policy(seat, weight)
            self._learn(seat)
            self._choose(seat)

    cdef void _reach_nodes(self, int seat) noexcept nogil:
        """How likely chance and the others lead to each node; parents come before children."""
        cdef const Node *nodes = self.tree.nodes
        cdef const Node *node
        cdef const double *now
        cdef double here
        cdef int64_t k
        cdef int i
        self.others[0] = 1
        for k in range(self.tree.n_inner):
            node = &nodes[self.tree.inner[k]]
            here = self.others[self.tree.inner[k]]
            if node.info < 0:
                for i in range(node.width):
                    self.others[node.first + i] = here * nodes[node.first + i].chance
            elif node.player == seat:
                for i in range(node.width):
                    self.others[node.first + i] = here
            else:
                now = self.now + self.tree.infos[node.info].first
                for i in range(node.width):
                    self.others[node.first + i] = here * now[i]

    cdef void _add_policy(self, int seat, double weight) noexcept nogil:
        """Add the present policy to the sum, weighted by how likely the seat gets here."""
        cdef const Info *info
        cdef double reach
        cdef int64_t k
        cdef int i
        for k in range(self.tree.n_infos):
            info = &self.tree.infos[k]
            if info.seat != seat:
                continue
            reach = 1
            if info.parent >= 0:
                reach = self.reach[info.parent]
            for i in range(info.first, info.first + info.width):
                self.reach[i] = reach * self.now[i]
                self.total[i] += weight * self.reach[i]

    cdef void _learn(self, int seat) noexcept nogil:
        """What each node is worth to the seat, from the ends up, and what it regrets there."""
        cdef const Node *nodes = self.tree.nodes
        cdef const Node *node
        cdef double *value = self.value + seat * self.tree.n_nodes
        cdef const double *below
        cdef const double *now
        cdef double *regret
        cdef double here
        cdef int64_t k
        cdef int i
        for k in range(self.tree.n_inner - 1, -1, -1):
            node = &nodes[self.tree.inner[k]]
            below = value + node.first
            here = 0
            if node.info < 0:
                for i in range(node.width):
                    here += nodes[node.first + i].chance * below[i]
            else:
                now = self.now + self.tree.infos[node.info].first
                for i in range(node.width):
                    here += now[i] * below[i]
                if node.player == seat:
                    regret = self.regret + self.tree.infos[node.info].first
                    for i in range(node.width):
                        regret[i] += self.others[self.tree.inner[k]] * (below[i] - here)
            value[self.tree.inner[k]] = here

    cdef void _choose(self, int seat) noexcept nogil:
        cdef const Info *info
        cdef int64_t k
        cdef int i
        for k in range(self.tree.n_infos):
            info = &self.tree.infos[k]
            if info.seat != seat:
                continue
            if self.variant == PLUS:
                for i in range(info.first, info.first + info.width):
                    self.regret[i] = max(self.regret[i], 0.0)
            self._match(info)

    cdef void _match(self, const Info *info) noexcept nogil:
        """Regret matching: in proportion to positive regrets, evenly if there are none."""
        cdef int i
        for i in range(info.first, info.first + info.width):
            self.now[i] = max(self.regret[i], 0.0)
        normalise(self.now + info.first, info.width, self.now + info.first)

    # --- one drawn line per update ---

    cdef void _iterate_sampled(self) noexcept nogil:
        cdef int seat
        for seat in range(self.tree.seats):
            self._sample(0, seat)

    cdef double _sample(self, int64_t at, int seat) noexcept nogil:
        """What the node is worth to the seat, where it tries all it can and the rest is drawn."""
        cdef const Node *node = &self.tree.nodes[at]
        cdef const Info *info
        cdef double *now
        cdef int i
        if node.width == 0:
            return self.value[seat * self.tree.n_nodes + at]
        if node.info < 0:
            return self._sample(node.first + self._draw_outcome(node), seat)
        info = &self.tree.infos[node.info]
        self._match(info)
        if node.player == seat:
            return self._try_all(node, info, seat)
        now = self.now + info.first
        # Every seat's policy is averaged in the updates of the seat before it.
        if node.player == (seat + 1) % self.tree.seats:
            for i in range(info.width):
                self.total[info.first + i] += now[i]
        return self._sample(node.first + draw(now, info.width, &self.rng), seat)

    cdef double _try_all(self, const Node *node, const Info *info, int seat) noexcept nogil:
        """Perfect recall: no other step of this walk meets the same information set."""
        cdef double *value = self.value + seat * self.tree.n_nodes + node.first
        cdef double here = 0
        cdef int i
        for i in range(info.width):
            # An end's value is there already and is written again as it is.
            value[i] = self._sample(node.first + i, seat)
            here += self.now[info.first + i] * value[i]
        for i in range(info.width):
            self.regret[info.first + i] += value[i] - here
        return here

    cdef int _draw_outcome(self, const Node *node) noexcept nogil:
        cdef double left = unit(&self.rng)
        cdef int i
        for i in range(node.width - 1):
            left -= self.tree.nodes[node.first + i].chance
            if left < 0:
                return i
        return node.width - 1


cdef int draw(const double *chances, int n, Rng *rng) noexcept nogil:
    """Draw an index by its chance; rounding never draws one with chance 0."""
    cdef double left = unit(rng)
    cdef int i, last = 0
    for i in range(n):
        if chances[i] > 0:
            last = i
            left -= chances[i]
            if left < 0:
                break
    return last


cdef void normalise(const double *weights, int n, double *out) noexcept nogil:
    """Weights as shares of their sum; even ones if all are zero."""
    cdef double sum = 0
    cdef int i
    for i in range(n):
        sum += weights[i]
    for i in range(n):
        if sum > 0:
            out[i] = weights[i] / sum
        else:
            out[i] = 1.0 / n
