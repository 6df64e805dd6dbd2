"""What the others do right after a plan, and how they learn what pays.

They learn as the searcher does, by the worth of an action in a slot, with one difference: in each
world they hold other cards, so that there are no whole plans of theirs to be kept, only worths. A
new reply is credited with what it brings its seat more than the pool's reply does in the same
world against the same plan.
"""
from libc.stdint cimport int32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from eminence.cython_ext.core cimport Rng, seed_rng
from eminence.cython_ext.game cimport MAX_SEATS, player_of
from eminence.search.plans.world_pool cimport MAX_REPLIES, WorldPool
from eminence.search.plans.book cimport Plan
from eminence.search.plans.worths cimport Worths


cdef class Replies:
    """The replies of a pool's worlds."""

    def __cinit__(self, WorldPool pool not None, Worths worths not None, uint64_t seed):
        self.pool, self.worths = pool, worths
        seed_rng(&self.rng, seed)
        self.usual = <double *>calloc(pool.size * MAX_SEATS, sizeof(double))
        if self.usual == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.usual)

    cdef void play_usual(self, int world, const Plan *plan) noexcept nogil:
        """What everybody gets by the pool's replies to this plan."""
        self.pool.try_plan(world, plan.actions, plan.length, &self.usual[world * MAX_SEATS])

    cdef void play_new(self, int world, const Plan *plan, int who) noexcept nogil:
        """Try and credit new replies of one seat; `play_usual` was there before."""
        cdef int32_t drawn[MAX_REPLIES]
        cdef double reward[MAX_SEATS]
        cdef Rng dice
        cdef int n
        self.pool.enter(world)
        self.pool.open_dice(world, &dice)
        self.pool.follow(plan.actions, plan.length, &dice)
        n = self._new_replies(world, who, drawn, &dice)
        self.pool.end(&dice, reward)
        self.worths.credit(who, drawn, n, reward[who] - self.usual[world * MAX_SEATS + who])

    cdef int _new_replies(
        self, int world, int who, int32_t *drawn, Rng *dice
    ) noexcept nogil:
        """Play the pool's replies, but new ones for `who`; how many these are."""
        cdef int i = 0, n = 0, at
        while i < MAX_REPLIES and self.pool.goes_on(False):
            if player_of(self.pool.state) == who:
                at = self.worths.softmax(who, n, -1, &self.rng)
                drawn[n] = self.pool.how.actions[at]
                n += 1
            else:
                at = self.pool.usual_reply(world, i, dice)
            self.pool.play(self.pool.how.actions[at])
            i += 1
        return n

    cdef void redraw(self, int world) noexcept nogil:
        """Put replies into the pool that were found to pay."""
        cdef int32_t *replies = &self.pool.replies[<size_t>world * MAX_REPLIES]
        cdef int turn[MAX_SEATS]
        cdef int i = 0, player
        memset(turn, 0, sizeof(turn))
        self.pool.enter(world)
        self.pool.follow(NULL, 0, &self.rng)
        while i < MAX_REPLIES and self.pool.goes_on(False):
            player = player_of(self.pool.state)
            replies[i] = self.pool.how.actions[
                self.worths.softmax(player, turn[player], -1, &self.rng)]
            turn[player] += 1
            self.pool.play(replies[i])
            i += 1
        self.pool.n_replies[world] = i
        self.pool.forget_played()
