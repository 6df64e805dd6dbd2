"""Worlds for plans to be tried in; see world_pool.pyx."""
from libc.stdint cimport int32_t, uint8_t, uint64_t

from eminence.cython_ext.core cimport Rng
from eminence.cython_ext.game cimport Ops, View
from eminence.search.plans.book cimport MAX_SLOTS
from eminence.search.rollouts.rollouts cimport Finisher, Rollout

cdef enum:
    MAX_REPLIES = 5 * MAX_SLOTS


cdef class WorldPool:
    cdef View view
    cdef Finisher finisher
    cdef Ops *ops
    cdef const void *rules
    cdef Rollout *how
    cdef int seat
    cdef int guess
    cdef double heat
    cdef uint64_t seed
    cdef readonly int size
    cdef readonly int built
    cdef uint8_t *worlds            # [size * play_size]
    cdef int32_t *replies           # [size * MAX_REPLIES]
    cdef int32_t *n_replies         # [size]
    cdef void *state                # the world that is being played
    cdef int n                      # its legal actions, in `how.actions`

    cdef void enter(self, int world) noexcept nogil
    cdef void _build(self, int world) noexcept nogil
    cdef void _draw_replies(self, int world) noexcept nogil
    cdef bint goes_on(self, bint ours) noexcept nogil
    cdef int index_of(self, int action) noexcept nogil
    cdef void score_by_priors(self) noexcept nogil
    cdef int by_priors(self, Rng *rng) noexcept nogil
    cdef void play(self, int action) noexcept nogil
    cdef void forget_played(self) noexcept nogil
    cdef void open_dice(self, int world, Rng *dice) noexcept nogil
    cdef int planned(
        self, const int32_t *actions, int length, int i, Rng *dice
    ) noexcept nogil
    cdef int usual_reply(self, int world, int i, Rng *dice) noexcept nogil
    cdef void follow(self, const int32_t *actions, int length, Rng *dice) noexcept nogil
    cdef void follow_replies(self, int world, Rng *dice) noexcept nogil
    cdef void end(self, Rng *dice, double *reward) noexcept nogil
    cdef void try_plan(
        self, int world, const int32_t *actions, int length, double *reward
    ) noexcept nogil
    cdef bint _leads_on(self, int action) noexcept nogil
