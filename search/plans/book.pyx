"""Whole plans, and the reward of each in each world.

A plan is tried at most once in a world, for the second time would show the same. Plans that
were tried in different worlds are compared by their *gain*: the mean of what they got more than
all plans tried in the same world did on average. Two plans that met in the same worlds are
compared world by world, in a `duel`.
"""
import numpy as np

from libc.math cimport INFINITY, NAN, sqrt
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memcpy

from eminence.cython_ext.core cimport hash_bytes
from eminence.search.kernels.root_counts cimport Count, RootCounts


cdef class Book:
    """At most so many plans of a seat, in so many worlds."""

    def __cinit__(self, int most, int worlds, int seat, int seats):
        cdef uint64_t size = 16
        while size < 2 * <uint64_t>most:
            size *= 2
        self.most, self.worlds, self.mask = most, worlds, size - 1
        self.seat, self.seats = seat, seats
        self.plans = <Plan *>calloc(most, sizeof(Plan))
        self.rewards = <double *>calloc(<size_t>most * worlds, sizeof(double))
        self.found = <int32_t *>calloc(size, sizeof(int32_t))
        self.world_sum = <double *>calloc(worlds, sizeof(double))
        self.world_looks = <int32_t *>calloc(worlds, sizeof(int32_t))
        if (self.plans == NULL or self.rewards == NULL or self.found == NULL
                or self.world_sum == NULL or self.world_looks == NULL):
            raise MemoryError

    def __dealloc__(self):
        free(self.plans)
        free(self.rewards)
        free(self.found)
        free(self.world_sum)
        free(self.world_looks)

    # --- writing ---

    cdef int file(self, const int32_t *actions, int length) noexcept nogil:
        """The number of the plan, new or known; -1: the book is full."""
        cdef size_t size = length * sizeof(int32_t)
        cdef uint64_t key = hash_bytes(<const uint8_t *>actions, size), at = key & self.mask
        cdef Plan *plan
        cdef int i
        while self.found[at]:
            plan = &self.plans[self.found[at] - 1]
            if plan.key == key and plan.length == length and (
                memcmp(plan.actions, actions, size) == 0
            ):
                return self.found[at] - 1
            at = (at + 1) & self.mask
        if self.n == self.most:
            return -1
        plan = &self.plans[self.n]
        plan.key, plan.length = key, length
        memcpy(plan.actions, actions, size)
        for i in range(self.worlds):
            self.row(self.n)[i] = NAN
        self.n += 1
        self.found[at] = self.n
        return self.n - 1

    cdef double note(self, int plan, int world, const double *rewards) noexcept nogil:
        """Note the rewards of a plan in a world; returns its gain over the other plans there."""
        cdef double own = rewards[self.seat]
        cdef int i
        self.row(plan)[world] = own
        self.plans[plan].seen += 1
        self.plans[plan].looks += 1
        self.plans[plan].square += own * own
        for i in range(self.seats):
            self.plans[plan].sums[i] += rewards[i]
        self.world_sum[world] += own
        self.world_looks[world] += 1
        self.noted += 1
        return own - self.world_sum[world] / self.world_looks[world]

    cdef void forget_world(self, int world) noexcept nogil:
        """The world has changed: forget what plans got in it."""
        cdef int plan
        for plan in range(self.n):
            if self.was_tried(plan, world):
                self.row(plan)[world] = NAN
                self.plans[plan].seen -= 1
        self.world_sum[world] = 0
        self.world_looks[world] = 0
        self.noted += 1

    # --- comparing ---

    cdef void update_gain(self, int plan) noexcept nogil:
        """Compute a plan's gain again, from what is known of the worlds now."""
        cdef const double *row = self.row(plan)
        cdef double sum = 0
        cdef int i
        for i in range(self.worlds):
            if not isnan(row[i]):
                sum += row[i] - self.world_sum[i] / self.world_looks[i]
        self.plans[plan].gain = sum / max(self.plans[plan].seen, 1)

    cdef void update_gains(self) noexcept nogil:
        cdef int plan
        if self.reckoned < self.noted:
            for plan in range(self.n):
                self.update_gain(plan)
            self.reckoned = self.noted

    cdef int duel(self, int one, int other, double *mean, double *error) noexcept nogil:
        """In how many worlds both were tried, and what `one` got more there, with its error."""
        cdef const double *ours = self.row(one)
        cdef const double *theirs = self.row(other)
        cdef double sum = 0, square = 0, more
        cdef int i, n = 0
        for i in range(self.worlds):
            if not isnan(ours[i]) and not isnan(theirs[i]):
                more = ours[i] - theirs[i]
                sum += more
                square += more * more
                n += 1
        mean[0] = sum / max(n, 1)
        # One world says nothing about how much worlds differ.
        error[0] = INFINITY
        if n > 1:
            error[0] = sqrt(max(square / n - mean[0] * mean[0], 0.0) / (n - 1))
        return n

    def best_first(self, list plans not None):
        """The plans by their gain; ties keep their order."""
        self.update_gains()
        return sorted(plans, key=lambda i: (-self.at(i).gain, i))

    def leaders(self, int most):
        """The best of the plans that were tried in enough worlds, the best first."""
        cdef int i, enough = 0
        for i in range(self.n):
            enough = max(enough, self.plans[i].seen)
        # Half as many worlds as any: a lucky first look is not enough to lead.
        chosen = [i for i in range(self.n) if 2 * self.plans[i].seen >= enough]
        return self.best_first(chosen)[:most]

    def mixture(self, double doubt):
        """Weights of all plans: their looks, where not clearly worse than the best, else 0.

        Clearly: by more than `doubt` standard errors, in the worlds that both were tried in.
        """
        cdef double[::1] weights = np.zeros(self.n)
        cdef double mean, error
        leaders = self.leaders(self.n)
        for i in leaders:
            self.duel(leaders[0], i, &mean, &error)
            if i == leaders[0] or mean <= doubt * error:
                weights[<int>i] = self.at(i).looks
        return np.asarray(weights)

    # --- reading ---

    cdef Plan *at(self, int i) except NULL:
        if i < 0 or i >= self.n:
            raise IndexError(f"plan {i} of {self.n}")
        return &self.plans[i]

    def actions(self, int i):
        """The plan, slot by slot."""
        cdef Plan *plan = self.at(i)
        return tuple([plan.actions[slot] for slot in range(plan.length)])

    def got(self, int i):
        """What the plan got in each world; NaN where it was not tried."""
        self.at(i)
        return np.array([self.row(i)[world] for world in range(self.worlds)])

    def counts(self, int i, int slot, const int32_t[::1] actions):
        """What is known about a slot's actions, from plans that agree with this one before it."""
        cdef Plan *plan = self.at(i)
        cdef Plan *other
        cdef RootCounts counts = RootCounts(actions.shape[0], self.seats)
        cdef int j, k
        cdef int64_t looks = 0
        for j in range(self.n):
            other = &self.plans[j]
            if other.length <= slot or memcmp(
                other.actions, plan.actions, slot * sizeof(int32_t)
            ):
                continue
            looks += other.looks
            for k in range(counts.n):
                if actions[k] == other.actions[slot]:
                    add_plan(&counts.counts[k], other, self.seats)
                    break
        for k in range(counts.n):
            counts.counts[k].available = looks
        return counts

    def compared(self, int first, int most):
        """(actions, looks, values of every seat) of a plan and the others that had most looks.

        Actions are filled up with -1. The searcher's own values differ by the gains, which compare
        plans in the same worlds; the others share the rest as they did on average.
        """
        others = sorted([i for i in range(self.n) if i != first and self.at(i).looks],
                        key=lambda i: (-self.at(i).looks, i))
        chosen = [first, *others[:most - 1]]
        self.update_gains()
        level = self._level()
        actions = np.full((len(chosen), MAX_SLOTS), -1, np.int32)
        values = np.zeros((len(chosen), self.seats), np.float32)
        for k, i in enumerate(chosen):
            actions[k, :self.at(i).length] = self.actions(i)
            own = min(max(level + self.at(i).gain, 0.0), 1.0)
            sums = np.array([self.at(i).sums[seat] for seat in range(self.seats)])
            sums[self.seat] = 0
            values[k] = (1 - own) * sums / max(sums.sum(), 1e-9)
            values[k, self.seat] = own
        looks = np.array([self.at(i).looks for i in chosen], np.int32)
        return actions, looks, values

    cdef double _level(self):
        """The searcher's mean reward, each world counted once."""
        cdef double sum = 0
        cdef int world, met = 0
        for world in range(self.worlds):
            if self.world_looks[world]:
                sum += self.world_sum[world] / self.world_looks[world]
                met += 1
        return sum / max(met, 1)

    @property
    def memory(self):
        """Bytes in use."""
        return self.n * (sizeof(Plan) + self.worlds * sizeof(double))


cdef void add_plan(Count *count, const Plan *plan, int seats) noexcept:
    cdef int seat
    count.visits += plan.looks
    count.square += plan.square
    for seat in range(seats):
        count.sums[seat] += plan.sums[seat]
