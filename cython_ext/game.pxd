"""The contract: what a game is to the rest of Eminence. Read this file to write a game.

A *state* is one flat C struct of fixed size without a pointer in it, beginning with a `Head`.
Copying is one memcpy, pickling is its bytes, comparing is memcmp; so bytes that belong to no
member (padding) must be zero. A *view* is the same struct after everything has been wiped that
the viewer cannot know; `Head.view_of` says whose view it is. A *world* is a complete state that
fits a view. A *game* is a table of C functions over states (`Ops`) together with `rules`, the
read-only numbers of this loaded game (data folder and options).

What every function of a game promises
    - It takes no GIL, allocates nothing, raises nothing, and keeps nothing between calls. Searches
      call it from several threads at once.
    - It reads the state and `rules`, never a module global: two editions or two data folders live
      side by side in one process.
    - It trusts its caller. The Python classes at the end of this file check what people pass.
    - Randomness comes from the `Rng` it is given and is never part of a state.

How a game runs
    `start` writes the first state. Then `Head.player` says what comes next:
    - a seat: a *decision*. `actions` lists what is legal, `apply` plays one of them.
    - CHANCE: an *event*. `outcomes` lists what can happen, `roll` draws one of it, and `apply`
      plays that outcome like an action.
    - OVER: `returns` says who won.
    At a decision or event the list is never empty, and a game ends within `max_plies` decisions.

How knowledge works
    `apply` reports with `show` everything it reveals, and to whom. `conceal` makes a view of a
    state, `imagine` makes a world of a view, and viewing that world again gives the same view.
    Equal knowledge means equal bytes: two states that a seat cannot tell apart have the same view.

Begin with a copy of a small game (CONTRIBUTING.md says which).
`cython_ext/defaults.pxd` has ready functions for what a small game does not need, and
`engine.pxi`, included in `rules.pyx` behind the rules, makes the table of all functions. The tests
in `tests/contract` find every registered game and check all that is promised here.
"""
from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t, uint64_t
from libc.string cimport memset

from eminence.cython_ext.core cimport CHECK, Rng, combine


cdef enum:
    MAX_SEATS = 6
    # Head.player, besides a seat (0 .. seats - 1)
    CHANCE = -1             # an event is next
    OVER = -2               # the game has ended
    # Head.view_of, besides a seat
    PUBLIC = -1             # the view of an onlooker, who has no hand
    FULL = -2               # a complete state, nothing wiped
    NO_TRAIT = -1           # an empty place in a list of traits

# Masks of viewers for `show`: bits 0..5 are the seats, bit 6 the onlooker.
cdef enum:
    TO_PUBLIC = 1 << 6
    TO_ALL = (1 << 7) - 1   # every seat and the onlooker
    BY_CHANCE = 1 << 7      # add this when an event, not a player, caused the reveal

# How `imagine` draws hidden *choices* that were already made (plans, face-down cards). Hidden
# cards are always dealt.
cdef enum:
    UNIFORM = 0             # every possible choice is equally likely
    BY_PRIORS = 1           # by softmax of `priors`: likely moves are more likely


cdef struct Head:
    # The first member of every state.
    int8_t view_of          # FULL, PUBLIC, or a seat
    int8_t player           # the seat to act, CHANCE or OVER
    uint8_t lean            # 1: do not keep facts (set on the copies below a search root)
    uint8_t capped          # 1: ended by the turn cap, not by its rules


cdef struct Seen:
    # One running hash per viewer of all that it was shown: seats, onlooker, then the record of
    # chance. Search uses them as keys of its nodes; a viewer who is shown nothing keeps its hash.
    uint64_t key[8]
    uint64_t skip           # mask of viewers whose hash nobody will ask for, to save time


cdef struct Return:
    # What one seat got from a finished game.
    double win              # share of the win after the printed tie-breaks; sums to 1
    double rank             # 1 + better seats + other tied seats / 2
    double score            # the game's own points


cdef struct Problem:
    # Why `check` refuses: a member of the game's `enum Wrong`, and the numbers of its sentence,
    # which is in the game's words.
    int32_t code
    int32_t number[4]


# The functions of a game as others call them. A game writes them for its own structs: `State *`
# and `const Rules *` stand where these types say `void *`.

# --- the rules ---

# Write the first state, with nothing dealt yet. What is shuffled or dealt at the beginning of a
# game is a chain of events. A game gets a FULL state whose other bytes are zero.
ctypedef void (*StartFunction)(void *s, const void *rules) noexcept nogil

# Decision: write the ids of all legal actions, ascending and unique, and return how many: 1 or
# more. They follow from what the mover knows: the mover's view gives the same list. Use one id
# for one thing wherever you can, since rollouts share what they learn about an id.
ctypedef int (*ActionsFunction)(const void *s, const void *rules, int32_t *out) noexcept nogil

# Play a legal action or a possible outcome in place, up to the next decision, event or the
# end. Deterministic. Calls `show` for all that it reveals; `seen` may be NULL, and must not
# change what happens. Where `Head.lean` is set, facts need not be kept.
ctypedef void (*ApplyFunction)(void *s, const void *rules, int action, Seen *seen) noexcept nogil

# Event: its kind (0 or more; the words have a name for each), and in `seat` to whom it
# happens, or -1. Events of one kind and seat share a random stream of the match, so two games
# with one seed meet the same cards there even after their decisions differ.
ctypedef int (*EventFunction)(const void *s, const void *rules, int *seat) noexcept nogil

# Event: all possible outcomes, ascending and unique, with probabilities that sum to 1.
# Returns how many. An event with a huge number of outcomes is better split into several.
ctypedef int (*OutcomesFunction)(
    const void *s, const void *rules, int32_t *out, double *p
) noexcept nogil

# Event: one outcome, drawn with those probabilities. It exists besides `outcomes` because
# drawing one card is much faster than listing all of them.
ctypedef int (*RollFunction)(const void *s, const void *rules, Rng *rng) noexcept nogil

# OVER: the result of each seat. `rank_seats` below fills win and rank from final strengths.
ctypedef void (*ReturnsFunction)(const void *s, const void *rules, Return *out) noexcept nogil

# Decision: 1 if some opponent cannot tell two of the legal actions apart, such as a card that
# is laid face down. Search mixes its moves there; a wrong 0 makes it predictable.
ctypedef bint (*HiddenFunction)(const void *s, const void *rules) noexcept nogil

# --- knowledge ---

# Turn a FULL state into the view of `viewer` (a seat or PUBLIC): wipe all that it cannot know
# and set `view_of`. Wiped means the same value whatever was there, and no trace of it in
# counters, orders or padding. While several seats decide at the same time, the view of a seat
# that has not decided makes that seat the player and holds none of the others' choices.
ctypedef void (*ConcealFunction)(void *s, const void *rules, int viewer) noexcept nogil

# 0 if the state or view can occur and be played to its end; else fills `why` (unless it is
# NULL) by `refuse` and returns the code. It is the guard for positions that people write down,
# so it must withstand any bytes that lie within the ranges of the fields. Numbers that only
# follow from others must follow. The checked build runs it after every step.
ctypedef int (*CheckFunction)(const void *s, const void *rules, Problem *why) noexcept nogil

# Turn a view that `check` accepted into one world that fits it, at random: hidden cards as
# often as the deal makes them, hidden choices by `mode`. Bounded in time, cannot fail.
# A world is a state like any other: everybody's view of it is one that `check` accepts. So
# what the others know is imagined too. Where `Head.lean` is set, what lies behind `play_size`
# may be left as it is.
ctypedef void (*ImagineFunction)(void *s, const void *rules, Rng *rng, int mode) noexcept nogil

# Hash of what `viewer` alone knows, the same in a world and in the viewer's own view. Search
# tells information sets apart by it. NULL: the hash of the concealed bytes is taken, which is
# right but slower.
ctypedef uint64_t (*PrivateKeyFunction)(const void *s, const void *rules, int viewer) noexcept nogil

# View of the mover: take back its own hidden decisions since anybody else acted, so that it
# can plan them anew. Worth having in games with long secret plans. NULL: not offered.
ctypedef void (*RewindFunction)(void *s, const void *rules) noexcept nogil

# --- guidance: how good it looks. It makes agents stronger, never wrong ---

# World: how well each seat stands, in [0, 1], by the agent's weights. Used where a search
# stops before the end of the game.
ctypedef void (*EvaluateFunction)(
    const void *s, const void *rules, const double *weights, double *out
) noexcept nogil

# Decision: a cheap score in [0, 1] of each of the given actions, from what the mover may see.
# Called for every move of a guided rollout: speed matters more than precision.
ctypedef void (*PriorsFunction)(
    const void *s, const void *rules, const double *weights,
    const int32_t *actions, int n, double *out
) noexcept nogil

# World, not over, in place: finish what is half done, such as a card that still asks for its
# targets, by the priors, up to chance at most. `evaluate` and networks judge what comes of it: a
# card half played is worth what it is about to do. NULL: every position can be judged as it is.
ctypedef void (*SettleFunction)(
    void *s, const void *rules, const double *weights
) noexcept nogil

# --- for networks: what there is to see, as numbers. A game may leave both out ---

# State or view: what `seat` may know, seen from its side: itself first, then the others in turn
# order. `out` comes in zeroed and has room for `n_features`. Numbers of ordinary size, mostly
# between 0 and 1; they are equal in all worlds of the seat's view. They follow from the first
# `play_size` bytes alone, because search asks in lean copies. How many there are and what each
# means is the same for all options of a game: one network serves them all.
ctypedef void (*FeaturesFunction)(
    const void *s, const void *rules, int seat, float *out
) noexcept nogil

# State: the features of every seat, one seat after the other. Worth having where the seats see much
# of the same, since a search asks for all of them at each leaf. NULL: each is asked for by itself.
ctypedef void (*FeaturesOfAllFunction)(
    const void *s, const void *rules, float *out
) noexcept nogil

# Decision: what each of the given actions is, in small ids: verb, target, price class, ...
# Actions that have something in common share ids, so that a policy learns for all of them at once.
# `out` has `max_traits` places per action and comes in filled with NO_TRAIT. Follows from what
# the mover may see.
ctypedef void (*TraitsFunction)(
    const void *s, const void *rules, const int32_t *actions, int n, int16_t *out
) noexcept nogil

# --- for hints and solvers ---

# Points so far, as far as known here: out[seat * n_sources + source].
ctypedef void (*SourcesFunction)(const void *s, const void *rules, double *out) noexcept nogil

# State or view: wipe all that can no longer matter. States with equal essences are worth the
# same to every seat, if all know the state. Returns 1 if what is left can be seen by every
# seat that may still decide: a mover's view and all its worlds then have one essence, and so
# it stays until the end. Solvers merge states by it. NULL: nothing is wiped, returns 0.
ctypedef bint (*EssenceFunction)(void *s, const void *rules) noexcept nogil

# World: the named numbers that `viewer` cannot see, such as what an opponent holds. Hints use
# them to say what a move depends on.
ctypedef void (*FactsFunction)(
    const void *s, const void *rules, int viewer, double *out
) noexcept nogil

# --- filled by engine.pxi ---

# Uniform random play in place, to the end or through `limit` decisions (-1: no limit). Returns
# the decisions made; fills `out` if the game ended.
ctypedef int (*PlayoutFunction)(
    void *s, const void *rules, Rng *rng, int limit, Return *out
) noexcept nogil


cdef struct Ops:
    # Sizes. `table()` in a game's rules.pyx sets what engine.pxi cannot know; it may depend on the
    # options.
    int seats               # at most MAX_SEATS; by engine.pxi, as in the rules
    # Facts ("this slot holds that card") lie at the end of the struct, behind these bytes. They
    # only serve views, so search copies just `play_size` bytes below its root. A game without
    # facts leaves it to engine.pxi, which takes the whole state.
    int play_size
    int state_size          # by engine.pxi
    # Limits that callers reserve room for. Too high costs a little memory, too low overflows it.
    int max_actions         # most legal actions at one decision; by engine.pxi
    int max_outcomes        # most outcomes of one event
    int max_plies           # no game has more decisions; a turn cap may be needed to promise it
    # Lengths of the lists that `evaluate`, `sources` and `facts` work on; the names are in the
    # game's words and guidance file.
    int n_weights
    int n_sources
    int n_facts
    # For networks; all zero: the game has no features. Equal for all options of a game.
    int n_features          # numbers that `features` writes
    int n_traits            # all ids of `traits` lie below it
    int max_traits          # places for traits per action
    int n_actions           # all ids of actions lie below it

    StartFunction start
    ActionsFunction actions
    ApplyFunction apply
    EventFunction event
    OutcomesFunction outcomes
    RollFunction roll
    ReturnsFunction returns
    HiddenFunction hidden
    ConcealFunction conceal
    CheckFunction check
    ImagineFunction imagine
    PrivateKeyFunction private_key
    RewindFunction rewind
    EvaluateFunction evaluate
    PriorsFunction priors
    SettleFunction settle
    FeaturesFunction features
    FeaturesOfAllFunction features_of_all
    TraitsFunction traits
    SourcesFunction sources
    EssenceFunction essence
    FactsFunction facts
    PlayoutFunction playout


# --- what rules call ---

cdef inline int player_of(const void *s) noexcept nogil:
    """The seat to act, CHANCE or OVER: every state keeps it in its head."""
    return (<const Head *>s).player


cdef inline int view_of(const void *s) noexcept nogil:
    """FULL, PUBLIC, or the seat whose view it is."""
    return (<const Head *>s).view_of


cdef inline int seat_bit(int seat) noexcept nogil:
    """The mask of `show` for one seat; masks are joined with `|`."""
    return 1 << seat


cdef inline void show(Seen *seen, int to, uint64_t value) noexcept nogil:
    """Tell the viewers in mask `to` a value. The others' keys stay as they are.

    A reveal is a fact that the viewers learn: an action that was played openly, a card that was
    turned. A viewer who sees that something hidden happened is shown a constant.
    """
    cdef int i
    if seen != NULL:
        to &= ~<int>seen.skip
        for i in range(8):
            if to >> i & 1:
                seen.key[i] = combine(seen.key[i], value)


cdef inline void step(
    const Ops *ops, const void *rules, void *s, int action, Seen *seen
) noexcept nogil:
    """`apply`, and in a debug build `check` of the result."""
    ops.apply(s, rules, action, seen)
    CHECK(ops.check(s, rules, NULL) == 0)


cdef inline void look(
    const Ops *ops, const void *rules, const void *s, int seat, float *out
) noexcept nogil:
    """Fill in all features of a seat; games write only what is not zero."""
    memset(out, 0, ops.n_features * sizeof(float))
    ops.features(s, rules, seat, out)


cdef inline void look_for_all(
    const Ops *ops, const void *rules, const void *s, float *out
) noexcept nogil:
    """Fill in the features of all seats, one after the other."""
    cdef size_t seat
    if ops.features_of_all == NULL:
        for seat in range(<size_t>ops.seats):
            look(ops, rules, s, <int>seat, out + seat * ops.n_features)
        return
    memset(out, 0, <size_t>ops.seats * ops.n_features * sizeof(float))
    ops.features_of_all(s, rules, out)


cdef inline void list_traits(
    const Ops *ops, const void *rules, const void *s, const int32_t *actions, int n, int16_t *out
) noexcept nogil:
    """Fill in the traits of the given actions; games write only those that there are."""
    memset(out, 0xFF, <size_t>n * ops.max_traits * sizeof(int16_t))
    ops.traits(s, rules, actions, n, out)


cdef inline void rank_seats(const double *strength, int seats, Return *out) noexcept nogil:
    """Fill win and rank from final strengths: the highest wins, equals share.

    A strength is the score with the tie-breaks added in, such as points + money / 1000.
    """
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


cdef inline int refuse(Problem *why, int code, int a=0, int b=0, int c=0, int d=0) noexcept nogil:
    """For `check`: name the contradiction and return its code.

    The numbers a to d fill the gaps {0} to {3} of the sentence in the game's words.
    """
    if why != NULL:
        why.code = code
        why.number[0] = a
        why.number[1] = b
        why.number[2] = c
        why.number[3] = d
    return code


# --- the Python side (game.pyx): classes that check every argument ---

cdef class Table:
    """A game at C level: its functions and the rules they read. Search works on this alone."""
    cdef Ops ops
    cdef void *rules        # owned; freed with the table
    cdef readonly object dtype

    cdef void *new_state(self) except NULL


# What `table()` of a game returns. The table keeps a copy of the rules; `dtype` is the numpy type
# of the struct, taken from the C declaration so that the two cannot differ.
cdef Table new_table(const Ops *ops, const void *rules, size_t rules_size, object dtype)


cdef class Game:
    """A loaded game: its table, its words, and how to load it again."""
    cdef readonly Table table
    cdef readonly str name
    cdef readonly dict options          # all of them, by name
    cdef readonly object words          # an eminence.cython_ext.words.Words
    cdef readonly dict weights          # what `evaluate` and `priors` weigh by if no agent says
    cdef readonly dict search           # the game's own defaults for searching agents
    cdef readonly dict levels           # the game's own opponents, by how hard they are
    cdef readonly str fingerprint       # hash of rules, data and options
    cdef readonly object fields         # an eminence.cython_ext.fields.Layout: the struct by names
    cdef readonly str network           # path of the game's own network, None if it has none
    cdef readonly str policy            # path of the policy that solves it, None if it has none
    cdef object reload                  # loads an equal game, in another process too


cdef class Position:
    """What states and views share: a block of bytes that a game gives meaning to."""
    cdef readonly Game game
    cdef void *s            # `state_size` bytes, owned

    # Fill `out` (room for max_actions) with the legal actions and return how many.
    cdef int legal(self, int32_t *out) except -1
    cdef _features(self, int seat)


cdef class State(Position):
    """A complete state. Rules, matches and tests use it."""


cdef class View(Position):
    """What one seat knows. Agents get nothing else."""
