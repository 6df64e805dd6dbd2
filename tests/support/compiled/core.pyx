"""Python access to the C helpers of `cython_ext`."""
from eminence.cython_ext.errors import IllegalAction

from libc.stdint cimport uint64_t, uint8_t
from libc.string cimport memset

from eminence.cython_ext.core cimport (
    CHECK, IS_DEBUG, Rng, below, event_rng, next64, philox4x64, seed_rng,
)
from eminence.cython_ext.game cimport (
    CHANCE, MAX_SEATS, Head, Return, State, player_of, rank_seats,
)


def xoshiro(words, int n):
    """The first n outputs of xoshiro256++ from a given 256-bit state."""
    cdef Rng rng
    for i in range(4):
        rng.s[i] = words[i]
    return [next64(&rng) for _ in range(n)]


def seeded(uint64_t seed, int n):
    """The first n outputs of a search stream."""
    cdef Rng rng
    seed_rng(&rng, seed)
    return [next64(&rng) for _ in range(n)]


def philox(counter, uint64_t key0, uint64_t key1):
    """One Philox4x64-10 block."""
    cdef uint64_t block[4]
    for i in range(4):
        block[i] = counter[i]
    philox4x64(block, key0, key1)
    return [block[i] for i in range(4)]


def event_stream(uint64_t seed, int kind, int seat, uint64_t ordinal, int n):
    """The first n outputs of the stream of one chance event."""
    cdef Rng rng
    event_rng(&rng, seed, kind, seat, ordinal)
    return [next64(&rng) for _ in range(n)]


def draws_below(uint64_t seed, int bound, int n):
    cdef Rng rng
    seed_rng(&rng, seed)
    return [below(&rng, bound) for _ in range(n)]


def ranked(strengths):
    """(win, rank) per seat for final strengths."""
    cdef double values[MAX_SEATS]
    cdef Return out[MAX_SEATS]
    for i, value in enumerate(strengths):
        values[i] = value
    rank_seats(values, len(strengths), out)
    return [(out[i].win, out[i].rank) for i in range(len(strengths))]


cdef class Stream:
    """The stream that playouts draw from, one draw at a time."""
    cdef Rng rng

    def __init__(self, uint64_t seed):
        seed_rng(&self.rng, seed)

    def below(self, int n):
        return below(&self.rng, n)

    def roll(self, State state not None):
        """An outcome of the pending event, by the game's own `roll`."""
        if player_of(state.s) != CHANCE:
            raise IllegalAction("no chance event is pending")
        return state.game.table.ops.roll(state.s, state.game.table.rules, &self.rng)


def lean_copy(State state not None):
    """A state as search copies it: it keeps no facts, and garbage lies where they would be.

    The checked build checks whole states, so there are zeros there instead, as in new memory.
    """
    cdef State lean = state.copy()
    cdef int play_size = state.game.table.ops.play_size
    cdef int garbage = 0 if IS_DEBUG else 0xAB
    (<Head *>lean.s).lean = 1
    memset(<uint8_t *>lean.s + play_size, garbage, state.game.table.ops.state_size - play_size)
    return lean


# --- errors that must stop a debug build; in a release build they are undefined in C ---

def double_up(int n):
    """Overflows for a large n."""
    return n + n


def entry_of_four(int i):
    """Leaves the array for i > 3."""
    cdef int[4] row = [0, 1, 2, 3]
    return row[i]


def bit(int i):
    """Shifts too far for i > 31."""
    return 1 << i


def promise(bint kept):
    CHECK(kept)
