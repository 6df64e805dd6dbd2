"""What is known of each root action: visits, sightings, rewards per seat and their squares.

Every searching agent ends in one of these. A search of a thousand simulations takes a third of
a millisecond in a small game, so its statistics must not take longer.
"""
from libc.math cimport sqrt
from libc.stdint cimport int64_t
from libc.stdlib cimport calloc, free


cdef class RootCounts:
    """Counts of `n` actions in a game of so many seats, in the order of the legal actions."""

    def __cinit__(self, int n, int seats):
        cdef int i
        self.n = n
        self.seats = seats
        self.counts = <Count *>calloc(n, sizeof(Count))
        self.all_sums = <double *>calloc(n * seats, sizeof(double))
        if self.counts == NULL or self.all_sums == NULL:
            raise MemoryError
        for i in range(n):
            self.counts[i].sums = &self.all_sums[i * seats]

    def __dealloc__(self):
        free(self.counts)
        free(self.all_sums)

    def add(self, int i, int64_t times, const double[::1] sums, double square):
        """The action was tried so many times, with these sums of rewards and squares."""
        cdef Count *count = self.at(i)
        cdef int seat
        count.visits += times
        count.available += times
        count.square += square
        for seat in range(self.seats):
            count.sums[seat] += sums[seat]

    def merge(self, RootCounts other not None):
        """Add what another one knows of the same actions."""
        cdef int i, seat
        if (self.n, self.seats) != (other.n, other.seats):
            raise ValueError("counts of different actions or seats")
        for i in range(self.n):
            self.counts[i].visits += other.counts[i].visits
            self.counts[i].available += other.counts[i].available
            self.counts[i].square += other.counts[i].square
            for seat in range(self.seats):
                self.counts[i].sums[seat] += other.counts[i].sums[seat]

    def visits(self):
        """Visits per action."""
        return [self.counts[i].visits for i in range(self.n)]

    def available(self):
        """Sightings per action."""
        return [self.counts[i].available for i in range(self.n)]

    def mean(self, int i, int seat):
        """The seat's mean reward; zero where nothing was tried."""
        cdef Count *count = self.at(i)
        return count.sums[seat] / max(count.visits, 1)

    def means(self, int i):
        """The mean rewards of every seat."""
        return tuple([self.mean(i, seat) for seat in range(self.seats)])

    def error(self, int i, int seat):
        """Standard error of the searcher's mean; `seat` is the searcher."""
        cdef Count *count = self.at(i)
        cdef double n = max(count.visits, 1), mean = count.sums[seat] / n
        return sqrt(max(count.square / n - mean * mean, 0.0) / n)

    def most_visited(self, int seat):
        """The action with the most visits; equals by the seat's mean reward, then the first."""
        cdef int i, best = 0
        for i in range(1, self.n):
            if self.counts[i].visits > self.counts[best].visits or (
                self.counts[i].visits == self.counts[best].visits
                and self.mean(i, seat) > self.mean(best, seat)
            ):
                best = i
        return best
