"""What an action is worth in a slot: the mean gain of the plans that had it there.

It is drawn towards zero, the gain of an average plan, while it was tried only a few times; so an
action that was never tried is worth as much as an average one.
"""
from libc.math cimport exp, sqrt
from libc.stdint cimport int32_t, uint32_t
from libc.stdlib cimport calloc, free

from eminence.cython_ext.core cimport Rng, unit
from eminence.search.plans.world_pool cimport MAX_REPLIES, WorldPool
from eminence.search.kernels.best cimport Best, nothing_yet, offer
from eminence.search.rollouts.rollouts cimport MAST_SLOTS, MastSlot, draw_by_weight, slot_of

cdef enum:
    # Tries with no gain that every worth begins with.
    DOUBT = 4

# Worths closer than this differ by rounding.
cdef double SAME = 1e-12


cdef class Worths:
    """The worths of all seats' actions by slot, and how they choose actions in a pool's world."""

    def __cinit__(self, WorldPool pool not None, dict how not None):
        self.pool = pool
        self.el = how["el"]
        self.slots = <MastSlot *>calloc(MAST_SLOTS, sizeof(MastSlot))
        if self.slots == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.slots)

    cdef MastSlot *_slot(self, int seat, int slot, int action) noexcept nogil:
        # Numbers above three million come round again: such actions share a slot.
        cdef uint32_t key = (<uint32_t>action * MAX_REPLIES + slot) << 3 | seat
        return slot_of(self.slots, key + 1)

    cdef void credit(
        self, int seat, const int32_t *actions, int length, double gain
    ) noexcept nogil:
        """A plan with these actions gained so much."""
        cdef MastSlot *known
        cdef int i
        for i in range(length):
            known = self._slot(seat, i, actions[i])
            known.n += 1
            known.w += gain

    cdef double worth(self, int seat, int slot, int action) noexcept nogil:
        cdef const MastSlot *known = self._slot(seat, slot, action)
        return known.w / (known.n + DOUBT)

    # --- an index among the legal actions of the pool's world ---

    cdef int highest(self, int seat, int slot, Rng *rng) noexcept nogil:
        """The highest worth; ties go to the higher prior, then to any."""
        cdef double worth, top = -1e300
        cdef Best best
        cdef int i
        if self.pool.n == 1:
            return 0
        self.pool.score_by_priors()
        nothing_yet(&best)
        for i in range(self.pool.n):
            worth = self.worth(seat, slot, self.pool.how.actions[i])
            if worth > top + SAME:
                top = worth
                nothing_yet(&best)
            if worth >= top - SAME:
                offer(&best, i, self.pool.how.scores[i], rng)
        return best.at

    cdef int greedy(self, int seat, int slot, Rng *rng) noexcept nogil:
        """The highest, but by priors with chance el."""
        if unit(rng) < self.el:
            return self.pool.by_priors(rng)
        return self.highest(seat, slot, rng)

    cdef int softmax(self, int seat, int slot, int without, Rng *rng) noexcept nogil:
        """In proportion to exp(worth / spread), one action left out; by priors with chance el.

        The spread is the standard deviation of what the legal actions are worth.
        """
        cdef double *scores = self.pool.how.scores
        cdef double sum = 0, square = 0, scale
        cdef int i, n = self.pool.n
        if n == 1 or unit(rng) < self.el:
            return self.pool.by_priors(rng)
        for i in range(n):
            scores[i] = self.worth(seat, slot, self.pool.how.actions[i])
            sum += scores[i]
            square += scores[i] * scores[i]
        scale = 1 / sqrt(max(square / n - (sum / n) * (sum / n), SAME))
        for i in range(n):
            scores[i] = exp((scores[i] - sum / n) * scale)
            if self.pool.how.actions[i] == without:
                scores[i] = 0
        return draw_by_weight(scores, n, rng)
