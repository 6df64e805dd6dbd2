"""Searching for plans by naive sampling and coordinate ascent: the loops behind `PlanSearch`."""
import numpy as np

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

from cython_ext.core cimport Rng, below, combine, seed_rng, unit
from cython_ext.game cimport MAX_SEATS, View
from search.bank cimport MAX_REPLIES, Bank
from search.best cimport Best, nothing_yet, offer
from search.clock cimport now_ns
from search.plans cimport (
    MAX_SLOTS, Book, Plan, close_book, duel, file_plan, forget_world, note_reward, open_book,
    update_gain, update_gains, was_tried,
)
from search.replies cimport Replies
from search.rollouts cimport Finisher, draw_by_weight
from search.tally cimport Count, Tally
from search.worths cimport Worths

cdef enum:
    # Looks per world before sampling opens the next one: a gain needs company.
    COMPANY = 8
    # Steps after which gains are reckoned anew.
    STALE = 32
    # Steps in a row that find no new plan before the search takes it that there is none.
    MISSES = 256
    # Streams of the proposals and of new replies; those of the worlds have lower numbers.
    TO_PROPOSE = 1 << 30
    TO_LEARN


cdef class Planner:
    """A book of plans, a bank of worlds to try them in, and how new plans are found."""

    cdef Bank bank
    cdef Worths worths
    cdef Replies replies
    cdef Book book
    cdef const uint8_t[::1] cancelled
    cdef int32_t[::1] root          # the first slot's actions, ascending
    cdef double e0, eg
    cdef int first
    cdef Rng rng
    cdef readonly Tally tally       # of the first slot's actions
    cdef int64_t left               # simulations until the end
    cdef int64_t pause              # simulations until the caller wants to look for signals
    cdef int64_t deadline
    cdef readonly int64_t done      # simulations
    cdef int64_t looks              # of them those that tried a plan
    cdef int misses                 # steps in a row without a new plan
    cdef int opened                 # worlds that sampling uses
    cdef int answered               # worlds that replies were learned in

    def __cinit__(
        self, View view not None, const int32_t[::1] actions, Finisher finisher not None,
        dict how not None, uint64_t seed, int worlds, int plans, const uint8_t[::1] cancelled
    ):
        self.bank = Bank(view, finisher, how, seed, worlds)
        self.worths = Worths(self.bank, how)
        self.replies = Replies(self.bank, self.worths, combine(seed, TO_LEARN))
        self.root, self.cancelled = np.array(actions, np.int32), cancelled
        self.tally = Tally(len(actions), view.game.seats)
        self.e0, self.eg = how["e0"], how["eg"]
        self.first = min(how["first"], worlds)
        self.deadline = -1
        seed_rng(&self.rng, combine(seed, TO_PROPOSE))
        open_book(&self.book, plans, worlds)

    def __dealloc__(self):
        close_book(&self.book)

    def allow(self, int64_t left, int64_t deadline_ns, int64_t pause):
        """How many simulations are left, until when (-1: no matter), and when to return.

        A pause breaks nothing off: what is going on is brought to its end before it.
        """
        self.left, self.deadline, self.pause = left, deadline_ns, pause

    cdef bint _spent(self) noexcept nogil:
        return self.left <= 0 or self.cancelled[0] or 0 <= self.deadline <= now_ns()

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
        cdef int length = self.book.plans[plan].length
        cdef double gain
        self.bank.try_plan(world, actions, length, reward)
        gain = note_reward(&self.book, plan, world, reward[self.bank.seat])
        self.worths.credit(self.bank.seat, actions, length, gain)
        self._credit_root(actions[0], reward)
        self.looks += 1
        self._count()

    cdef void _credit_root(self, int action, const double *reward) noexcept nogil:
        cdef double own = reward[self.bank.seat]
        cdef Count *count
        cdef int i, seat
        for i in range(self.tally.n):
            count = &self.tally.counts[i]
            count.available += 1
            if self.root[i] == action:
                count.visits += 1
                count.square += own * own
                for seat in range(self.tally.seats):
                    count.sums[seat] += reward[seat]

    cdef void _look(self, int plan, int times, int first, int worlds) noexcept nogil:
        """Try the plan in up to so many of the worlds it has not met, from `first` on."""
        cdef int i, world
        for i in range(worlds):
            world = (first + i) % worlds
            if times == 0:
                break
            if not was_tried(&self.book, plan, world):
                self._try(plan, world)
                times -= 1
                if self._spent():
                    break
        update_gain(&self.book, plan)

    # --- naive sampling ---

    def sample(self):
        """Propose plans and look at them, while allowed; False: nothing new is found."""
        cdef int step = 0
        self.misses = 0
        with nogil:
            while not self._rests() and self.misses < MISSES:
                if step % STALE == 0:
                    update_gains(&self.book)
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
        """How many are in use: more when these were met a few times, or have nothing new."""
        cdef int64_t more = max(self.opened + self.misses, self.looks // COMPANY)
        self.opened = <int>max(self.first, min(<int64_t>self.bank.size, more))
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
        self.bank.enter(below(&self.rng, max(self.bank.built, 1)))
        return file_plan(&self.book, actions, self._fill(actions, 0))

    cdef int _fill(self, int32_t *actions, int slot) noexcept nogil:
        """Fill the slots from this one to the end of the run; the length of the plan."""
        while slot < MAX_SLOTS and self._slot_goes_on(slot):
            actions[slot] = self.bank.how.actions[self._choose(slot)]
            self.bank.play(actions[slot])
            slot += 1
        self.bank.forget_played()
        return slot

    cdef int _choose(self, int slot) noexcept nogil:
        if self.book.n == 0:
            return self.worths.highest(self.bank.seat, slot, &self.rng)
        return self.worths.greedy(self.bank.seat, slot, &self.rng)

    cdef bint _slot_goes_on(self, int slot) noexcept nogil:
        """The first slot may be limited to some of its actions."""
        cdef int i
        if not self.bank.goes_on(True):
            return False
        if slot == 0:
            self.bank.n = <int>self.root.shape[0]
            for i in range(self.bank.n):
                self.bank.how.actions[i] = self.root[i]
        return True

    # --- coordinate ascent ---

    def climb(self, int32_t[::1] champions):
        """Change one slot of a champion at a time; what beats it takes its place.

        As long as allowed; False: nothing new is found.
        """
        cdef int i
        self.misses = 0
        with nogil:
            while not self._rests() and self.misses < MISSES:
                i = below(&self.rng, <int>champions.shape[0])
                champions[i] = self._challenge(champions[i])
        return self.misses < MISSES

    cdef int _challenge(self, int champion) noexcept nogil:
        """The better one of the champion and a variation of it."""
        cdef int before = self.book.n, other = self._vary(champion)
        if other < before:
            self.misses += 1
            return champion
        self.misses = 0
        return other if self._beats(other, champion) else champion

    cdef int _vary(self, int champion) noexcept nogil:
        """The champion with another action in one slot, and repaired behind it; -1: no room."""
        cdef int32_t actions[MAX_SLOTS]
        cdef const int32_t *old = self.book.plans[champion].actions
        cdef int length = self.book.plans[champion].length
        cdef int at = below(&self.rng, length), slot = 0, displaced = old[at], action
        self.bank.enter(below(&self.rng, self.bank.built))
        while slot < MAX_SLOTS and self._slot_goes_on(slot):
            if slot < at and self.bank.index_of(old[slot]) >= 0:
                action = old[slot]
            elif slot == at:
                action = self.bank.how.actions[
                    self.worths.softmax(self.bank.seat, slot, displaced, &self.rng)]
            else:
                action = self._repaired(slot, old[slot] if slot < length else -1, displaced)
            actions[slot] = action
            self.bank.play(action)
            slot += 1
        self.bank.forget_played()
        return file_plan(&self.book, actions, slot)

    cdef int _repaired(self, int slot, int old, int displaced) noexcept nogil:
        """The old action; else, as in an exchange, the displaced one; else a fresh choice."""
        if self.bank.index_of(old) >= 0:
            return old
        if self.bank.index_of(displaced) >= 0:
            return displaced
        return self.bank.how.actions[self._choose(slot)]

    cdef bint _beats(self, int one, int champion) noexcept nogil:
        """Try it in ever more of the champion's worlds, while it does better there."""
        cdef int worlds = self.book.worlds, first = below(&self.rng, worlds)
        cdef int target = self.first, met = 0, i, world
        cdef double mean, error
        for i in range(worlds):
            world = (first + i) % worlds
            if not was_tried(&self.book, champion, world):
                continue
            if self._spent():
                return False
            self._try(one, world)
            met += 1
            if met == target:
                duel(&self.book, one, champion, &mean, &error)
                if mean <= 0:
                    return False
                target *= 2
        duel(&self.book, one, champion, &mean, &error)
        return mean > 0

    # --- more worlds for some plans ---

    def extend(self, const int32_t[::1] plans, int worlds):
        """Try the plans in all of the first so many worlds, while allowed; False: it is done."""
        cdef int i = 0, n = <int>plans.shape[0]
        with nogil:
            while i < n and not self._rests():
                self._look(plans[i], worlds, 0, worlds)
                i += 1
        return i < n

    def best_first(self, list plans not None):
        """The plans by their gain; equals in order."""
        update_gains(&self.book)
        return sorted(plans, key=lambda i: (-self.gain(i), i))

    def leaders(self, int most):
        """The best of the plans that met enough worlds, the best first."""
        cdef int i, enough = 0
        for i in range(self.book.n):
            enough = max(enough, self.book.plans[i].seen)
        # Half as many worlds as any: a lucky first look is not enough to lead.
        chosen = [i for i in range(self.book.n) if 2 * self.book.plans[i].seen >= enough]
        return self.best_first(chosen)[:most]

    # --- replies that learn ---

    def answer(self, const double[::1] mixture):
        """Let the others find out, while allowed, what pays in reply to a mixture of plans."""
        with nogil:
            while not self._rests():
                self._answer(draw_by_weight(&mixture[0], <int>mixture.shape[0], &self.rng))
        return True

    cdef void _answer(self, int plan) noexcept nogil:
        """In the next world: the replies it has, and then new ones of each seat in turn."""
        cdef int world = self.answered % self.bank.built, seat
        self.answered += 1
        self.replies.play_usual(world, &self.book.plans[plan])
        self._count()
        for seat in range(self.bank.ops.seats):
            if seat != self.bank.seat and not self._spent():
                self.replies.play_new(world, &self.book.plans[plan], seat)
                self._count()

    def learn_replies(self, double share):
        """Replace the replies in this share of the worlds by what was found to pay."""
        cdef int world
        with nogil:
            for world in range(self.bank.built):
                if unit(&self.rng) < share:
                    self.replies.redraw(world)
                    forget_world(&self.book, world)

    # --- what was learned ---

    def has_run(self):
        """Is there more than one slot to plan?"""
        return self.bank.has_run(self.root)

    def has_replies(self):
        """Does any other seat decide, unseeing, right after the plan?"""
        return any([self.bank.n_replies[i] for i in range(self.bank.built)])

    @property
    def room(self):
        """Worlds that the bank can hold."""
        return self.bank.size

    @property
    def worlds(self):
        """Worlds that were imagined."""
        return self.bank.built

    @property
    def plans(self):
        return self.book.n

    @property
    def memory(self):
        """Bytes of plans, rewards and worlds in use."""
        return (self.book.n * (sizeof(Plan) + self.book.worlds * sizeof(double))
                + self.bank.built * (self.bank.ops.play_size + MAX_REPLIES * sizeof(int32_t)))

    def plan(self, int i):
        """The actions of a plan."""
        self._need(i)
        return tuple([self.book.plans[i].actions[slot]
                      for slot in range(self.book.plans[i].length)])

    def line(self, int i, uint64_t seed):
        """As much of a plan as can be played in the world that `seed` imagines."""
        self._need(i)
        return self.bank.line(self.book.plans[i].actions, self.book.plans[i].length, seed)

    def seen(self, int i):
        """In how many worlds of the bank it was tried."""
        self._need(i)
        return self.book.plans[i].seen

    def gain(self, int i):
        self._need(i)
        return self.book.plans[i].gain

    def rewards(self, int i):
        """What it got in each world; NaN where it was not tried."""
        self._need(i)
        cdef double[::1] row = np.empty(self.book.worlds)
        cdef int world
        for world in range(self.book.worlds):
            row[world] = self.book.rewards[<int64_t>i * self.book.worlds + world]
        return np.asarray(row)

    def mixture(self, double doubt):
        """Weights of all plans: their looks, where not clearly worse than the best, else 0.

        Clearly: by more than `doubt` standard errors, in the worlds that both were tried in.
        """
        cdef double[::1] weights = np.zeros(self.book.n)
        cdef double mean, error
        leaders = self.leaders(self.book.n)
        for i in leaders:
            duel(&self.book, leaders[0], i, &mean, &error)
            if i == leaders[0] or mean <= doubt * error:
                weights[<int>i] = self.book.plans[<int>i].looks
        return np.asarray(weights)

    cdef int _need(self, int i) except -1:
        if i < 0 or i >= self.book.n:
            raise IndexError(f"plan {i} of {self.book.n}")
        return 0
