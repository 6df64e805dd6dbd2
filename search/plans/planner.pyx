"""Searching for plans by naive sampling and coordinate ascent: the loops behind `PlanSearch`."""
import numpy as np

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

from eminence.cython_ext.core cimport Rng, below, combine, seed_rng, unit
from eminence.cython_ext.game cimport MAX_SEATS, View
from eminence.search.plans.world_pool cimport MAX_REPLIES, WorldPool
from eminence.search.kernels.best cimport Best, nothing_yet, offer
from eminence.search.kernels.clock cimport now_ns
from eminence.search.plans.book cimport MAX_SLOTS, Book, Plan
from eminence.search.plans.replies cimport Replies
from eminence.search.rollouts.rollouts cimport Finisher, draw_by_weight
from eminence.search.plans.worths cimport Worths

cdef enum:
    # Trials per world before sampling opens the next one: a gain needs plans to compare with.
    COMPANY = 8
    # Steps after which gains are computed again.
    STALE = 32
    # Steps in a row without a new plan after which the search assumes that there is none.
    MISSES = 256
    # Changes in a row that may fail before another champion is improved.
    PATIENCE = 256
    # Standard errors by which a change must be ahead to be accepted at once.
    CLEAR = 2
    # Streams of the proposals and of new replies; those of the worlds have lower numbers.
    TO_PROPOSE = 1 << 30
    TO_LEARN


def plan_bytes(View view not None, int64_t worlds, int64_t plans):
    """Bytes that a `Planner` with so many worlds and plans reserves, without small things."""
    cdef int64_t world = view.game.table.ops.play_size + MAX_REPLIES * sizeof(int32_t)
    return plans * (sizeof(Plan) + worlds * sizeof(double)) + worlds * world


cdef class Planner:
    """A book of plans, a pool of worlds to try them in, and how new plans are found."""

    cdef WorldPool pool
    cdef Worths worths
    cdef Replies replies
    cdef readonly Book book
    cdef const uint8_t[::1] cancelled
    cdef int32_t[::1] root          # the first slot's actions, ascending
    cdef double e0, eg
    cdef bint again                 # will the later slots be searched when they come?
    cdef int first
    cdef Rng rng
    cdef int64_t left               # simulations until the end
    cdef int64_t pause              # simulations until the caller wants to look for signals
    cdef int64_t deadline
    cdef readonly int64_t done      # simulations
    cdef int64_t looks              # of them those that tried a plan
    cdef int misses                 # steps in a row without a new plan
    cdef int opened                 # worlds that sampling uses
    cdef int climber                # the champion whose turn it is
    cdef int failures               # failed changes of it in a row
    cdef int answered               # worlds that replies were learned in

    def __cinit__(
        self, View view not None, const int32_t[::1] actions, Finisher finisher not None,
        dict how not None, uint64_t seed, int worlds, int plans, const uint8_t[::1] cancelled
    ):
        self.pool = WorldPool(view, finisher, how, seed, worlds)
        self.worths = Worths(self.pool, how)
        self.replies = Replies(self.pool, self.worths, combine(seed, TO_LEARN))
        self.root, self.cancelled = np.array(actions, np.int32), cancelled
        self.e0, self.eg, self.again = how["e0"], how["eg"], how["again"]
        self.first = min(how["first"], worlds)
        self.deadline = -1
        seed_rng(&self.rng, combine(seed, TO_PROPOSE))
        self.book = Book(plans, worlds, view.seat, view.game.seats)

    def allow(self, int64_t left, int64_t deadline_ns, int64_t pause):
        """How many simulations are left, the deadline (-1: none), and when to return.

        A pause interrupts nothing: the step under way is finished first.
        """
        self.left, self.deadline, self.pause = left, deadline_ns, pause

    cdef bint _late(self) noexcept nogil:
        return self.cancelled[0] or 0 <= self.deadline <= now_ns()

    cdef bint _spent(self) noexcept nogil:
        return self.left <= 0 or self._late()

    cdef bint _rests(self) noexcept nogil:
        return self.pause <= 0 or self._spent()

    cdef void _count(self) noexcept nogil:
        self.done += 1
        self.left -= 1
        self.pause -= 1

    # --- trying a plan ---

    cdef void _try(self, int plan, int world) noexcept nogil:
        cdef double reward[MAX_SEATS]
        cdef const int32_t *actions = self.book.plans[plan].actions
        cdef int length = self.book.plans[plan].length, seat = self.pool.seat
        cdef double gain
        self.pool.try_plan(world, actions, length, reward)
        gain = self.book.note(plan, world, reward)
        self.worths.credit(seat, actions, length, gain)
        self.looks += 1
        self._count()

    cdef bint _reach(self, int world) noexcept nogil:
        """Is there such a world? The worlds up to it are imagined in order, while there is time."""
        while self.pool.built <= world and not self._late():
            self.pool.enter(self.pool.built)
        return world < self.pool.built

    cdef void _look(self, int plan, int times, int first, int worlds) noexcept nogil:
        """Try the plan in up to so many of the worlds it has not met, from `first` on."""
        cdef int i, world
        for i in range(worlds):
            world = (first + i) % worlds
            if times == 0:
                break
            if not self.book.was_tried(plan, world):
                if not self._reach(world):
                    break
                self._try(plan, world)
                times -= 1
                if self._spent():
                    break
        self.book.update_gain(plan)

    # --- naive sampling ---

    def begin(self):
        """Try the first plan once, whether or not there is time for it."""
        self.allow(1, -1, 1)
        with nogil:
            self._sample_once()

    def sample(self):
        """Propose plans and try them, while allowed; False: no new plan is found."""
        cdef int step = 0
        self.misses = 0
        with nogil:
            while not self._rests() and self.misses < MISSES:
                if step % STALE == 0:
                    self.book.update_gains()
                step += 1
                self._sample_once()
        return self.misses < MISSES

    cdef void _sample_once(self) noexcept nogil:
        cdef int worlds = self._open_worlds(), plan = -1
        if self.book.n and unit(&self.rng) >= self.e0:
            plan = self._known(worlds)
        if plan < 0:
            plan = self._propose()
        if plan < 0 or self.book.plans[plan].seen >= worlds:
            self.misses += 1
            return
        self.misses = 0
        self._look(plan, self.first, <int>(self.looks % worlds), worlds)

    cdef int _open_worlds(self) noexcept nogil:
        """How many worlds to use: more once these were met often enough, or give nothing new."""
        cdef int64_t more = max(self.opened + self.misses, self.looks // COMPANY)
        self.opened = <int>max(self.first, min(<int64_t>self.pool.size, more))
        return self.opened

    cdef int _known(self, int worlds) noexcept nogil:
        """The plan with the highest gain, or any with chance eg; -1: all have met all worlds."""
        cdef bint any_plan = unit(&self.rng) < self.eg
        cdef Best best
        cdef int i
        nothing_yet(&best)
        for i in range(self.book.n):
            if self.book.plans[i].seen < worlds:
                offer(&best, i, 0 if any_plan else self.book.plans[i].gain, &self.rng)
        return best.at if best.tied else -1

    cdef int _propose(self) noexcept nogil:
        """A plan whose slots are filled one by one; the first one has no exploration in it."""
        cdef int32_t actions[MAX_SLOTS]
        cdef int slot = 0
        self.pool.enter(below(&self.rng, max(self.pool.built, 1)))
        while slot < MAX_SLOTS and self._slot_goes_on(slot):
            actions[slot] = self.pool.how.actions[self._choose(slot)]
            self.pool.play(actions[slot])
            slot += 1
        self.pool.forget_played()
        return self.book.file(actions, slot)

    cdef int _choose(self, int slot) noexcept nogil:
        if self.book.n == 0:
            return self.worths.highest(self.pool.seat, slot, &self.rng)
        return self.worths.greedy(self.pool.seat, slot, &self.rng)

    cdef bint _slot_goes_on(self, int slot) noexcept nogil:
        """The first slot may be limited to some of its actions."""
        cdef int i
        if not self.pool.goes_on(True):
            return False
        if slot == 0:
            self.pool.n = <int>self.root.shape[0]
            for i in range(self.pool.n):
                self.pool.how.actions[i] = self.root[i]
        return True

    # --- coordinate ascent ---

    def climb(self, int32_t[::1] champions):
        """Change one slot of a champion at a time; what beats it takes its place.

        One champion after the other, each until changes fail for a while. As long as allowed;
        False: nothing new is found.
        """
        cdef int n = <int>champions.shape[0]
        self.misses = 0
        with nogil:
            while not self._rests() and self.misses < MISSES:
                if self.failures >= PATIENCE:
                    self.climber += 1
                    self.failures = 0
                self._challenge(&champions[self.climber % n])
        return self.misses < MISSES

    cdef void _challenge(self, int32_t *champion) noexcept nogil:
        """Put a variation of the champion in its place if that is better."""
        cdef int before = self.book.n, other = self._vary(champion[0])
        self.failures += 1
        self.misses += 1
        if other >= before:
            self.misses = 0
            if self._beats(other, champion[0]):
                champion[0] = other
                self.failures = 0

    cdef int _vary(self, int champion) noexcept nogil:
        """The champion with another action in one slot and later slots repaired; -1: no room."""
        cdef int32_t actions[MAX_SLOTS]
        cdef const int32_t *old = self.book.plans[champion].actions
        cdef int length = self.book.plans[champion].length
        cdef int at = self._slot_to_change(length), slot = 0, displaced = old[at], action
        self.pool.enter(below(&self.rng, self.pool.built))
        while slot < MAX_SLOTS and self._slot_goes_on(slot):
            if slot < at and self.pool.index_of(old[slot]) >= 0:
                action = old[slot]
            elif slot == at:
                action = self.pool.how.actions[
                    self.worths.softmax(self.pool.seat, slot, displaced, &self.rng)]
            else:
                action = self._repaired(slot, old[slot] if slot < length else -1, displaced)
            actions[slot] = action
            self.pool.play(action)
            slot += 1
        self.pool.forget_played()
        return self.book.file(actions, slot)

    cdef int _slot_to_change(self, int length) noexcept nogil:
        """Any slot; if the later ones will be searched again, the first one half of the time."""
        if self.again and unit(&self.rng) < 0.5:
            return 0
        return below(&self.rng, length)

    cdef int _repaired(self, int slot, int old, int displaced) noexcept nogil:
        """The old action; else, as in an exchange, the displaced one; else a fresh choice."""
        if self.pool.index_of(old) >= 0:
            return old
        if self.pool.index_of(displaced) >= 0:
            return displaced
        return self.pool.how.actions[self._choose(slot)]

    cdef bint _beats(self, int one, int champion) noexcept nogil:
        """Try both in ever more worlds, until one of them seems better there.

        The champion wins when it is not behind, the other one when it is clearly ahead.
        """
        cdef int worlds = self.book.worlds, first = below(&self.rng, worlds)
        cdef int target = self.first, i
        cdef double mean, error
        while True:
            for i in range(target):
                self._meet(one, (first + i) % worlds)
                self._meet(champion, (first + i) % worlds)
            self.book.duel(one, champion, &mean, &error)
            if mean <= 0 or self._spent():
                return False
            if mean > CLEAR * error or target == worlds:
                return True
            target = min(2 * target, worlds)

    cdef void _meet(self, int plan, int world) noexcept nogil:
        if not (self.book.was_tried(plan, world) or self._spent()) and self._reach(world):
            self._try(plan, world)

    # --- more worlds for some plans ---

    def extend(self, const int32_t[::1] plans, int worlds):
        """Try the plans in all of the first so many worlds, while allowed; False: it is done."""
        cdef int i = 0, n = <int>plans.shape[0]
        with nogil:
            while i < n and not self._rests():
                self._look(plans[i], worlds, 0, worlds)
                i += 1
        return i < n

    # --- replies that learn ---

    def answer(self, const double[::1] mixture):
        """Let the others find out, while allowed, what pays in reply to a mixture of plans."""
        with nogil:
            while not self._rests():
                self._answer(draw_by_weight(&mixture[0], <int>mixture.shape[0], &self.rng))
        return True

    cdef void _answer(self, int plan) noexcept nogil:
        """In the next world: the replies it has, and then new ones of each seat in turn."""
        cdef int world = self.answered % self.pool.built, seat
        self.answered += 1
        self.replies.play_usual(world, &self.book.plans[plan])
        self._count()
        for seat in range(self.pool.ops.seats):
            if seat != self.pool.seat and not self._spent():
                self.replies.play_new(world, &self.book.plans[plan], seat)
                self._count()

    def learn_replies(self, double share):
        """Replace the replies in this share of the worlds by what was found to pay, in time."""
        cdef int world
        with nogil:
            for world in range(self.pool.built):
                if self._late():
                    break
                if unit(&self.rng) < share:
                    self.replies.redraw(world)
                    self.book.forget_world(world)

    # --- what was learned ---

    def has_run(self):
        """Is there more than one slot to plan?"""
        return self.pool.has_run(self.root)

    def has_replies(self):
        """Does any other seat decide right after the plan without having seen it?"""
        return any([self.pool.n_replies[i] for i in range(self.pool.built)])

    @property
    def room(self):
        """Worlds that the pool can hold."""
        return self.pool.size

    @property
    def worlds(self):
        """Worlds that were imagined."""
        return self.pool.built

    @property
    def memory(self):
        """Bytes of plans and worlds in use."""
        return self.book.memory + self.pool.built * (
            self.pool.ops.play_size + MAX_REPLIES * sizeof(int32_t))
