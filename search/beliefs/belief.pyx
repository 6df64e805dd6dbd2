"""Worlds weighted step by step by how likely the others' moves were: a particle filter.

A belief begins with imagined worlds that fit a seat's first view. Whenever the seat sees something,
each world takes a step that shows just this, and its weight is multiplied by the chance of it: of
the outcome at an event, of the move by the policy at another's decision. What shows the seat
nothing is played by the same policy on the way. A world in which nothing fits is out. When few
worlds carry the weight they are drawn anew, and when hardly any is left the belief begins again
with the present view and has forgotten what came before.
"""
import numpy as np

from libc.math cimport exp
from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memcpy

from eminence.cython_ext.core cimport hash_bytes, seed_rng, unit
from eminence.cython_ext.game cimport (
    CHANCE, OVER, UNIFORM, Ops, View, player_of, step, view_of,
)
from eminence.search.network.guide cimport Guidance, has_policy, judge_actions
from eminence.search.rollouts.rollouts cimport draw_by_weight

cdef enum Kind:
    SHOWS_ELSE                  # the seat would have seen something else
    SHOWS_NOTHING
    SHOWS_IT

cdef enum:
    MOST_UNSEEN = 400           # steps in a row that show the seat nothing

#: how much a game's priors tell moves apart: the softmax of priors over this is the policy
cdef double HEAT = 0.1
#: the chance that a player does just anything
cdef double DOUBT = 0.2
#: below so many worlds' worth the belief begins again
cdef double FEWEST = 4
#: below this share of all worlds they are drawn anew
cdef double UNEVEN = 0.5


cdef class Belief:
    """What a seat may believe, after the views it was shown with `see`."""

    def __cinit__(self, View first not None, Guidance guidance not None, uint64_t seed, int worlds):
        cdef size_t most
        self.table = first.game.table
        self.guidance = guidance
        self.view = first
        self.n = worlds
        seed_rng(&self.rng, seed)
        most = max(self.table.ops.max_actions, self.table.ops.max_outcomes)
        self.worlds = <uint8_t *>calloc(worlds, self.table.ops.state_size)
        self.others = <uint8_t *>calloc(worlds, self.table.ops.state_size)
        self.weights = <double *>calloc(worlds, sizeof(double))
        self.sums = <double *>calloc(worlds, sizeof(double))
        self.child = self.table.new_state()
        self.ids = <int32_t *>calloc(most, sizeof(int32_t))
        self.chances = <double *>calloc(most, sizeof(double))
        self.kinds = <uint8_t *>calloc(most, sizeof(uint8_t))
        if self.worlds == NULL or self.others == NULL or self.weights == NULL \
                or self.sums == NULL or self.ids == NULL or self.chances == NULL \
                or self.kinds == NULL:
            raise MemoryError
        self._imagine_all()

    def __dealloc__(self):
        free(self.worlds)
        free(self.others)
        free(self.weights)
        free(self.sums)
        free(self.child)
        free(self.ids)
        free(self.chances)
        free(self.kinds)

    # --- what searches and hints ask ---

    cdef Pool pool(self) noexcept:
        return Pool(self.n, self.table.ops.state_size, self.worlds, self.sums)

    @property
    def size(self):
        """How many worlds there are, equal ones counted each."""
        return self.n

    def effective(self):
        """How many different worlds of equal weight it is worth."""
        cdef dict found = {}
        cdef int i
        for i in range(self.n):
            key = hash_bytes(self.worlds + i * self.table.ops.state_size, self.table.ops.play_size)
            found[key] = found.get(key, 0.0) + self.weights[i]
        return 1.0 / sum([share * share for share in found.values()])

    def facts(self):
        """The hidden numbers of each world, (worlds, facts); `shares` has the worlds' weights."""
        cdef Ops *ops = &self.table.ops
        cdef double[:, ::1] out = np.zeros((self.n, ops.n_facts + 1))
        cdef int i
        for i in range(self.n):
            ops.facts(
                self.worlds + i * ops.state_size, self.table.rules, self.view.seat, &out[i, 0])
        return np.asarray(out)[:, :ops.n_facts]

    def shares(self):
        """The weight of each world; together 1."""
        return np.array([self.weights[i] for i in range(self.n)])

    def worlds_as_bytes(self):
        """Each world as the bytes of a state."""
        cdef size_t size = self.table.ops.state_size
        return [(<const char *>self.worlds + i * size)[:size] for i in range(self.n)]

    # --- what the seat sees ---

    def see(self, View after not None):
        """Take in the seat's next view."""
        cdef const void *before = self.view.s
        cdef void *world
        cdef double worth
        cdef int i
        with nogil:
            for i in range(self.n):
                if self.weights[i] > 0:
                    world = self.worlds + i * self.table.ops.state_size
                    self.weights[i] *= self._follow(world, before, after.s)
                    if self.weights[i] > 0 and not self._catch_up(world, after.s):
                        self.weights[i] = 0
            worth = self._normalise()
        self.view = after
        with nogil:
            if worth < min(FEWEST, UNEVEN * self.n):
                self._imagine_all()
            elif worth < UNEVEN * self.n:
                self._resample()

    cdef void _imagine_all(self) noexcept nogil:
        """Begin with worlds that fit the view, all alike."""
        cdef const Ops *ops = &self.table.ops
        cdef void *world
        cdef int i
        for i in range(self.n):
            world = self.worlds + i * ops.state_size
            memcpy(world, self.view.s, ops.state_size)
            ops.imagine(world, self.table.rules, &self.rng, UNIFORM)
            self.weights[i] = 1
        self._normalise()

    cdef double _follow(self, void *world, const void *before, const void *after) noexcept nogil:
        """Play up to the step that shows the seat the next view; the chance of that."""
        cdef double chance = 1
        cdef bint own
        cdef int drawn, _
        for _ in range(MOST_UNSEEN):
            own = player_of(world) == view_of(after)
            drawn = self._step(world, before, after)
            if drawn < 0:
                return 0
            if not own:
                chance *= self.mass
            if self.kinds[drawn] == SHOWS_IT:
                return chance
        return 0

    cdef bint _catch_up(self, void *world, const void *view) noexcept nogil:
        """If the seat is to move: play what the others decide in secret before; can it be?"""
        cdef int _
        if player_of(view) != view_of(view):
            return True
        for _ in range(MOST_UNSEEN):
            if player_of(world) == view_of(view):
                return True
            if self._step(world, view, view) < 0:
                return False
        return False

    cdef int _step(self, void *world, const void *before, const void *after) noexcept nogil:
        """Take a step that shows the seat its next view or nothing; -1: there is none.

        Its place among all steps; `mass` is the chance of all that could have been taken.
        """
        cdef int n = self._ways(world, before, after), i, drawn
        self.mass = 0
        for i in range(n):
            if self.kinds[i] == SHOWS_ELSE:
                self.chances[i] = 0
            self.mass += self.chances[i]
        if self.mass <= 0:
            return -1
        drawn = draw_by_weight(self.chances, n, &self.rng)
        step(&self.table.ops, self.table.rules, world, self.ids[drawn], NULL)
        return drawn

    cdef int _ways(self, const void *world, const void *before, const void *after) noexcept nogil:
        """All steps in a world, the chance of each, and what it shows; returns how many."""
        cdef const Ops *ops = &self.table.ops
        cdef int seat = view_of(after), n = self._likely(world, seat), i
        for i in range(n):
            memcpy(self.child, world, ops.state_size)
            step(ops, self.table.rules, self.child, self.ids[i], NULL)
            ops.conceal(self.child, self.table.rules, seat)
            if memcmp(self.child, after, ops.state_size) == 0:
                self.kinds[i] = SHOWS_IT
            elif memcmp(self.child, before, ops.state_size) == 0:
                self.kinds[i] = SHOWS_NOTHING
            else:
                self.kinds[i] = SHOWS_ELSE
        return n

    cdef int _likely(self, const void *world, int seat) noexcept nogil:
        """All steps in a world and the chance of each; returns how many.

        What the seat itself decided it knows: its own moves are told apart by what they show.
        """
        cdef const Ops *ops = &self.table.ops
        cdef double top = 0, sum = 0
        cdef int n, i
        if player_of(world) == OVER:
            return 0
        if player_of(world) == CHANCE:
            return ops.outcomes(world, self.table.rules, self.ids, self.chances)
        n = ops.actions(world, self.table.rules, self.ids)
        if n == 1 or player_of(world) == seat:
            for i in range(n):
                self.chances[i] = 1
            return n
        judge_actions(&self.guidance.guide, world, self.ids, n, self.chances)
        if not has_policy(&self.guidance.guide):
            for i in range(n):
                top = max(top, self.chances[i])
            for i in range(n):
                self.chances[i] = exp((self.chances[i] - top) / HEAT)
        for i in range(n):
            sum += self.chances[i]
        for i in range(n):
            self.chances[i] = (1 - DOUBT) * self.chances[i] / sum + DOUBT / n
        return n

    # --- weights ---

    cdef double _normalise(self) noexcept nogil:
        """Make the weights' sum 1; how many worlds of equal weight they are worth, 0 for none."""
        cdef double sum = 0, squares = 0
        cdef int i
        for i in range(self.n):
            sum += self.weights[i]
        if sum <= 0:
            return 0
        for i in range(self.n):
            self.weights[i] /= sum
            squares += self.weights[i] * self.weights[i]
            self.sums[i] = self.weights[i] + (self.sums[i - 1] if i else 0)
        self.sums[self.n - 1] = 1
        return 1 / squares

    cdef void _resample(self) noexcept nogil:
        """Draw all worlds anew by their weights, at even distances."""
        cdef size_t size = self.table.ops.state_size
        cdef double at = unit(&self.rng) / self.n
        cdef uint8_t *drawn = self.others
        cdef int i, taken = 0
        for i in range(self.n):
            while self.sums[taken] <= at and taken < self.n - 1:
                taken += 1
            memcpy(drawn + i * size, self.worlds + taken * size, size)
            at += 1.0 / self.n
        self.others = self.worlds
        self.worlds = drawn
        for i in range(self.n):
            self.weights[i] = 1
        self._normalise()
