"""Tic-tac-toe: the smallest complete game. Read it first, and copy it for an open game.
kuhn_poker shows hidden cards and chance, leduc_poker a data folder.

Nothing is hidden and nothing is random here. What is left is what every game has: a state, what
may be played, what a move does, who wins, which positions make sense.

A game is a table of functions, `Ops`; cython_ext/game.pxd says what each of them must do. All
of them run without the GIL: no Python objects, no allocation, no exceptions. They do not check
their arguments, because the classes `State` and `View` have done so before they call.

Cell i is row i // 3, column i % 3. An action is the cell that the mover marks.
"""
from libc.stdint cimport int16_t, int32_t, uint16_t

from eminence.cython_ext.core cimport popcount32
# What this game has no use for, under the names that the table expects. A game with chance or
# secrets writes these functions itself.
from eminence.cython_ext.defaults cimport (
    all_in_sight, even_priors as priors, even_standing as evaluate, mark_view as conceal,
    no_event as event, no_facts as facts, no_outcomes as outcomes, no_roll as roll,
    no_sources as sources, nothing_hidden as hidden, unmark_view as imagine,
)
from eminence.cython_ext.game cimport (
    OVER, TO_ALL, Head, Ops, Problem, Return, Seen, Table, refuse, show,
)
from eminence.engines.kit.duel cimport settle_duel
from eminence.engines.tic_tac_toe.lines cimport ALL_CELLS, N_CELLS, has_line

# What a network sees, and what moves have in common: where each block of numbers begins. The names
# of the numbers follow from the members.
cpdef enum:
    SEE_TO_MOVE = 0
    SEE_OWN = 1             # a number per cell
    SEE_OTHER = SEE_OWN + N_CELLS
    SEE_END = SEE_OTHER + N_CELLS

cpdef enum:
    TRAIT_CELL = 0
    TRAIT_END = TRAIT_CELL + N_CELLS

cdef enum:
    MAX_ACTIONS = N_CELLS   # the most that `actions` can list; the playout's array has this size

# What `check` finds wrong with a position. `cpdef` makes the names visible to Python: words.py has
# one sentence for each but OK. A comment names the numbers that go into the sentence.
cpdef enum Wrong:
    OK
    SAME_CELL
    NOT_IN_TURN             # marks of x, marks of o
    PLAYED_ON               # who has the line, who moved after it
    WRONG_PLAYER

# One flat struct without pointers, so that a copy is one memcpy. It holds what a player must
# know to go on, and nothing that follows from the rest. `head` comes first in every game: whose
# view this is, and who is to move.
cdef struct State:
    Head head
    uint16_t marks[2]       # seat 0 is x, seat 1 is o; bit i is cell i

# The numbers of a loaded game, which follow from its options and data. There are none here but the
# one that every game has.
cdef struct Rules:
    int seats


cdef void start(State *s, const Rules *r) noexcept nogil:
    """Write the first state. Every byte is zero before: an empty board, and seat 0 to move."""


cdef int actions(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    """List what the mover may play, ascending, and return how many there are.

    It is asked only while somebody is to move, and then there is always something to play.
    """
    cdef int taken = s.marks[0] | s.marks[1]
    cdef int cell, n = 0
    for cell in range(N_CELLS):
        if not taken >> cell & 1:
            out[n] = cell
            n += 1
    return n


cdef inline int next_player(const State *s, int mover) noexcept nogil:
    """Who acts after this move; `check` asks the same question of a position."""
    if has_line(s.marks[mover]) or (s.marks[0] | s.marks[1]) == ALL_CELLS:
        return OVER
    return 1 - mover


cdef void apply(State *s, const Rules *r, int action, Seen *seen) noexcept nogil:
    """Play one action.

    `show` reports who learns what: here everybody sees the cell. Search tells positions apart
    by these reports, so whatever a move reveals must be shown, and no more.
    """
    cdef int mover = s.head.player
    s.marks[mover] |= 1 << action
    show(seen, TO_ALL, action)
    s.head.player = next_player(s, mover)


cdef void returns(const State *s, const Rules *r, Return *out) noexcept nogil:
    """The result of a finished game: win share, rank and score of each seat.

    A game with more seats fills the scores and leaves the rest to `rank_seats`.
    """
    settle_duel(<int>has_line(s.marks[0]) - <int>has_line(s.marks[1]), out)


cdef int check(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """Refuse what no game can reach: positions come from files and from people.

    What is accepted here must be playable to the end. The checked build asks it after every
    move as well.
    """
    cdef int n0 = popcount32(s.marks[0]), n1 = popcount32(s.marks[1])
    cdef int last = 0 if n0 > n1 else 1
    if s.marks[0] & s.marks[1]:
        return refuse(why, SAME_CELL)
    if n0 != n1 and n0 != n1 + 1:
        return refuse(why, NOT_IN_TURN, n0, n1)
    if has_line(s.marks[1 - last]):
        return refuse(why, PLAYED_ON, 1 - last, last)
    if s.head.player != next_player(s, last):
        return refuse(why, WRONG_PLAYER)
    return OK


cdef void features(const State *s, const Rules *r, int seat, float *out) noexcept nogil:
    """What a network sees from this seat; `out` is all zero before. Optional, like `traits`."""
    cdef int cell
    out[SEE_TO_MOVE] = s.head.player == seat
    for cell in range(N_CELLS):
        out[SEE_OWN + cell] = s.marks[seat] >> cell & 1
        out[SEE_OTHER + cell] = s.marks[1 - seat] >> cell & 1


cdef void traits(
    const State *s, const Rules *r, const int32_t *actions, int n, int16_t *out
) noexcept nogil:
    """What each action is, in small ids that others may share: here just its cell."""
    cdef int i
    for i in range(n):
        out[i] = TRAIT_CELL + actions[i]


# Defines `playout`, with the rules above inlined, and what makes a table of the functions above.
include "../../cython_ext/engine.pxi"


def table() -> Table:
    """The game for the registry: its functions, its sizes, and the layout of its struct."""
    cdef Ops ops
    cdef Rules rules
    begin_table(&ops, &rules)
    rules.seats = 2
    # Optional: everybody sees all that matters, so the solver may merge states.
    ops.essence = all_in_sight
    ops.max_plies = N_CELLS
    ops.n_features = SEE_END
    ops.n_traits = TRAIT_END
    ops.max_traits = 1
    ops.n_actions = N_CELLS
    return finish_table(&ops, &rules)
