"""The random stream of one match.

Each event draws from a generator of its own, opened by (seed, kind, seat, how many of
that kind and seat came before). Paired games therefore stay aligned when their decisions
differ; a stream keyed by a plain running index would not.
"""
from eminence.cython_ext.whole_numbers import UINT64_MAX, whole

from libc.stdint cimport uint64_t


cdef uint64_t checked_seed(seed) except? 0:
    """A caller's seed; refused unless it is a whole number of 64 bits."""
    return whole("seed", seed, 0, UINT64_MAX)


cdef class Chance:
    """Counts the events of a match; `State.resolve` draws from it."""

    def __init__(self, seed):
        self.seed = checked_seed(seed)
        self.ordinals = {}

    cdef uint64_t count(self, int kind, int seat) except? 0:
        """Count this event and return its ordinal."""
        ordinal = self.ordinals.get((kind, seat), 0)
        self.ordinals[kind, seat] = ordinal + 1
        return ordinal

    def copy(self):
        return _restore_chance(self.seed, dict(self.ordinals))

    def __eq__(self, other):
        if not isinstance(other, Chance):
            return NotImplemented
        return self.seed == other.seed and self.ordinals == (<Chance>other).ordinals

    def __hash__(self):
        return hash((self.seed, frozenset(self.ordinals.items())))

    def __reduce__(self):
        return _restore_chance, (self.seed, dict(self.ordinals))

    def __repr__(self):
        return f"Chance(seed={self.seed})"


def _restore_chance(seed, ordinals):
    chance = Chance(seed)
    (<Chance>chance).ordinals = ordinals
    return chance
