"""The contract: what a game is to the rest of Eminence.

A *state* is one flat C struct of fixed size without a pointer in it, beginning with a
`Head`. Copying is one memcpy, pickling is its bytes, comparing is memcmp. A *view* is a
state of which everything has been wiped that the viewer cannot know; `Head.view_of` says
whose view it is. A *game* is a table of C functions over states (`Ops`) together with
`rules`, the read-only tables of this loaded game (data folder and options). No rule
number and no weight is a module global.

Nothing below takes the GIL, allocates, or keeps anything between calls.

Vocabulary
    seat       0 .. seats-1
    decision   a state whose `player` is a seat
    event      a state whose `player` is CHANCE: something random happens next
    outcome    one result of an event; played with `apply` like an action
    world      a complete state that fits a view
"""
from libc.stdint cimport int8_t, int32_t, uint8_t, uint64_t

from cython_ext.core cimport CHECK, Rng, combine


cdef enum:
    MAX_SEATS = 6
    # Head.player, besides a seat
    CHANCE = -1
    OVER = -2
    # Head.view_of, besides a seat
    PUBLIC = -1             # an onlooker without a hand
    FULL = -2               # a complete state

# Who is shown something: bits 0..5 are seats, then the onlooker and the chance record.
cdef enum:
    TO_PUBLIC = 1 << 6
    TO_ALL = (1 << 7) - 1   # every seat and the onlooker
    BY_CHANCE = 1 << 7      # add this when an event, not a player, caused the reveal

# How `imagine` treats hidden *choices* that were already made (plans, face-down cards).
cdef enum:
    UNIFORM = 0             # like unseen cards: every arrangement alike
    BY_PRIORS = 1           # redrawn by softmax of `priors`


cdef struct Head:
    int8_t view_of          # FULL, PUBLIC, or a seat
    int8_t player           # seat to act, CHANCE or OVER
    uint8_t lean            # 1: do not keep facts (set on the copies below a search root)
    uint8_t capped          # 1: ended by the turn cap, not by its rules


cdef struct Seen:
    # One running hash per viewer of all that it was shown: seats, onlooker, chance.
    uint64_t key[8]
    uint64_t skip           # mask of viewers whose hash nobody will ask for, to save time


cdef struct Return:
    double win              # share of the win after the printed tie-breaks; sums to 1
    double rank             # 1 + better seats + other tied seats / 2
    double score            # the game's own points


cdef struct Problem:
    # Why `check` refuses: an index into the game's `problems` texts, and their numbers.
    int32_t code
    int32_t number[3]


cdef struct Ops:
    int seats
    int play_size           # the facts block lies behind these bytes; search copies only them
    int state_size
    int max_actions         # most legal actions at one decision
    int max_outcomes        # most outcomes of one event
    int max_plies           # no game has more decisions
    int n_weights
    int n_sources
    int n_facts

    # Write the first state: FULL, nothing dealt.
    void (*start)(void *s, const void *rules) noexcept nogil
    # Decision: legal ids, ascending and unique, never empty. Returns how many.
    int (*actions)(const void *s, const void *rules, int32_t *out) noexcept nogil
    # Play an action or an outcome. Deterministic. Reports reveals to `seen` unless NULL.
    void (*apply)(void *s, const void *rules, int action, Seen *seen) noexcept nogil
    # Event: its kind (>= 0); `seat` gets the seat it happens to, or -1.
    int (*event)(const void *s, const void *rules, int *seat) noexcept nogil
    # Event: all outcomes, ascending, with probabilities that sum to 1. Returns how many.
    int (*outcomes)(const void *s, const void *rules, int32_t *out, double *p) noexcept nogil
    # Event: one outcome, drawn with those probabilities.
    int (*roll)(const void *s, const void *rules, Rng *rng) noexcept nogil
    # OVER: one entry per seat.
    void (*returns)(const void *s, const void *rules, Return *out) noexcept nogil
    # Decision: 1 if some opponent cannot tell two of the legal actions apart.
    bint (*hidden)(const void *s, const void *rules) noexcept nogil
    # Turn a FULL state into `viewer`'s view (a seat or PUBLIC). Equal knowledge, equal bytes.
    void (*conceal)(void *s, const void *rules, int viewer) noexcept nogil
    # 0 if the state or view makes sense; else fills `why` and returns its code.
    int (*check)(const void *s, const void *rules, Problem *why) noexcept nogil
    # Fill a view that `check` accepted with one world that fits it. Bounded, cannot fail.
    # Everybody's view of that world is one that `check` accepts: what the others know is
    # imagined too. Where `lean` is set, what lies behind `play_size` may be left as it is.
    void (*imagine)(void *s, const void *rules, Rng *rng, int mode) noexcept nogil
    # Hash of the viewer's own secrets. NULL: of the concealed bytes.
    uint64_t (*private_key)(const void *s, const void *rules, int viewer) noexcept nogil
    # View of the mover: take back its own hidden decisions since anybody else acted, so that
    # it could plan them anew. NULL: the game does not offer it.
    void (*rewind)(void *s, const void *rules) noexcept nogil
    # Standing of each seat in [0, 1], by the agent's weights.
    void (*evaluate)(
        const void *s, const void *rules, const double *weights, double *out
    ) noexcept nogil
    # Decision: cheap scores of the given actions in [0, 1], from what the mover may see.
    void (*priors)(
        const void *s, const void *rules, const double *weights,
        const int32_t *actions, int n, double *out
    ) noexcept nogil
    # Points so far: out[seat * n_sources + source].
    void (*sources)(const void *s, const void *rules, double *out) noexcept nogil
    # State or view: wipe all that can no longer matter. NULL: nothing is wiped, 0.
    # States with equal essences are worth the same to every seat, if all know the state.
    # Returns 1 if the essence holds nothing that a seat which may still decide cannot see: a
    # mover's view and all its worlds then have one essence, and so it stays until the end.
    bint (*essence)(void *s, const void *rules) noexcept nogil
    # World: the named numbers that `viewer` cannot see.
    void (*facts)(const void *s, const void *rules, int viewer, double *out) noexcept nogil
    # Uniform random play to the end or through `limit` decisions. Returns the decisions made;
    # fills `out` if the game ended.
    int (*playout)(
        void *s, const void *rules, Rng *rng, int limit, Return *out
    ) noexcept nogil


cdef inline int player_of(const void *s) noexcept nogil:
    """The seat to act, CHANCE or OVER: every state keeps it in its head."""
    return (<const Head *>s).player


cdef inline int view_of(const void *s) noexcept nogil:
    return (<const Head *>s).view_of


cdef inline int seat_bit(int seat) noexcept nogil:
    return 1 << seat


cdef inline void show(Seen *seen, int to, uint64_t value) noexcept nogil:
    """Tell the viewers in mask `to` a value. The others' keys stay as they are."""
    cdef int i
    if seen != NULL:
        to &= ~<int>seen.skip
        for i in range(8):
            if to >> i & 1:
                seen.key[i] = combine(seen.key[i], value)


cdef inline void step(
    const Ops *ops, const void *rules, void *s, int action, Seen *seen
) noexcept nogil:
    """`apply`, and in a debug build the invariants of the result."""
    ops.apply(s, rules, action, seen)
    CHECK(ops.check(s, rules, NULL) == 0)


cdef inline void rank_seats(const double *strength, int seats, Return *out) noexcept nogil:
    """Fill win and rank from final strengths: the highest wins, equals share."""
    cdef int i, j, better, tied, winners = 0
    for i in range(seats):
        better = 0
        tied = 0
        for j in range(seats):
            if strength[j] > strength[i]:
                better += 1
            elif j != i and strength[j] == strength[i]:
                tied += 1
        out[i].rank = 1 + better + 0.5 * tied
        out[i].win = 0
        if better == 0:
            winners = tied + 1
            out[i].win = 1
    for i in range(seats):
        out[i].win /= winners


cdef inline int refuse(Problem *why, int code, int a=0, int b=0, int c=0) noexcept nogil:
    """For `check`: name the contradiction and return its code."""
    if why != NULL:
        why.code = code
        why.number[0] = a
        why.number[1] = b
        why.number[2] = c
    return code


cdef class Table:
    """A game at C level: its functions and the rules they read. Search works on this."""
    cdef Ops ops
    cdef void *rules        # owned; freed with the table
    cdef readonly object dtype

    cdef void *new_state(self) except NULL


cdef Table new_table(const Ops *ops, const void *rules, size_t rules_size, object dtype)


cdef class Game:
    """A loaded game: its table, its words, and how to load it again."""
    cdef readonly Table table
    cdef readonly str name
    cdef readonly dict options
    cdef readonly object words
    cdef readonly dict weights
    cdef readonly dict search           # the game's own defaults for searching agents
    cdef readonly dict levels           # the game's own opponents, by how hard they are
    cdef readonly str fingerprint
    cdef readonly object fields
    cdef object reload


cdef class Position:
    """What states and views share: a block of bytes that a game gives meaning to."""
    cdef readonly Game game
    cdef void *s

    cdef int legal(self, int32_t *out) except -1


cdef class State(Position):
    pass


cdef class View(Position):
    pass
