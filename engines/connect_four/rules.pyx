"""Connect four on two bitboards, made for speed.

Column c owns bits 7c .. 7c+6, bottom first; the seventh bit of a column stays empty, so that
adding 1 at its bottom finds the next free cell and shifted lines never run around a corner.
"""
from libc.stdint cimport int16_t, int32_t, uint64_t, uint8_t

from eminence.cython_ext.defaults cimport (
    all_in_sight, even_priors as priors, even_standing as evaluate, mark_view as conceal,
    no_event as event, no_facts as facts, no_outcomes as outcomes, no_roll as roll,
    no_sources as sources, nothing_hidden as hidden, unmark_view as imagine,
)
from eminence.cython_ext.game cimport (
    OVER, TO_ALL, Head, Ops, Problem, Return, Seen, Table, refuse, show,
)
from eminence.engines.kit.bits cimport lowest_bit64, popcount64, take_bit64
from eminence.engines.kit.duel cimport settle_duel

cpdef enum:
    ROWS = 6
    COLUMNS = 7
    STRIDE = 7              # bits per column

# What a network sees. A cell has the number ROWS * column + row, the lowest row first.
cpdef enum:
    SEE_TO_MOVE = 0
    SEE_WINS_NOW            # the seat has a move that makes four
    SEE_LOSES_NOW           # the other has
    SEE_OWN                 # a number per cell, here and below
    SEE_OTHER = SEE_OWN + ROWS * COLUMNS
    SEE_OWN_FOURTH = SEE_OTHER + ROWS * COLUMNS         # empty: a piece here would make four
    SEE_OTHER_FOURTH = SEE_OWN_FOURTH + ROWS * COLUMNS
    SEE_END = SEE_OTHER_FOURTH + ROWS * COLUMNS

cpdef enum:
    TRAIT_CELL = 0          # where the piece comes to lie
    TRAIT_WINS = TRAIT_CELL + ROWS * COLUMNS
    TRAIT_BLOCKS            # the other would have made four there
    TRAIT_OPENS_OTHER       # the other makes four on top of it
    TRAIT_OPENS_OWN         # the mover could make four on top of it
    TRAIT_END

cdef enum:
    MAX_TRAITS = 5
    MAX_ACTIONS = COLUMNS
    COLUMN = 0x3F           # the cells of column 0

cdef extern from *:
    """
    #define BOTTOM_ROW 0x40810204081ULL                 /* one bit per column */
    #define ALL_CELLS (BOTTOM_ROW * 0x3FULL)
    """
    uint64_t BOTTOM_ROW
    uint64_t ALL_CELLS

cpdef enum Wrong:           # what `check` finds; the sentences are in words.py
    OK
    SAME_CELL
    HANGING_PIECE
    NOT_IN_TURN             # pieces of x, pieces of o
    PLAYED_ON
    WRONG_PLAYER

cdef struct State:
    Head head
    uint8_t _pad[4]
    uint64_t marks[2]       # seat 0 is x, seat 1 is o

cdef struct Rules:
    int seats


cdef inline bint four_along(uint64_t marks, int shift) noexcept nogil:
    cdef uint64_t pairs = marks & (marks >> shift)
    return (pairs & (pairs >> 2 * shift)) != 0


cdef inline bint has_four(uint64_t marks) noexcept nogil:
    """Upright, level, and both slopes."""
    return (
        four_along(marks, 1) or four_along(marks, STRIDE)
        or four_along(marks, STRIDE - 1) or four_along(marks, STRIDE + 1)
    )


cdef void start(State *s, const Rules *r) noexcept nogil:
    """Zero bytes: an empty board, and seat 0 to move."""


cdef int actions(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    cdef uint64_t top = (s.marks[0] | s.marks[1]) >> (ROWS - 1)
    cdef int column, n = 0
    for column in range(COLUMNS):
        out[n] = column
        n += not top >> STRIDE * column & 1
    return n


cdef inline int next_player(const State *s, int mover) noexcept nogil:
    if has_four(s.marks[mover]) or (s.marks[0] | s.marks[1]) == ALL_CELLS:
        return OVER
    return 1 - mover


cdef void apply(State *s, const Rules *r, int action, Seen *seen) noexcept nogil:
    cdef int mover = s.head.player, bottom = STRIDE * action
    cdef uint64_t taken = s.marks[0] | s.marks[1]
    s.marks[mover] |= (taken + (<uint64_t>1 << bottom)) & (<uint64_t>COLUMN << bottom)
    show(seen, TO_ALL, action)
    s.head.player = next_player(s, mover)


cdef void returns(const State *s, const Rules *r, Return *out) noexcept nogil:
    settle_duel(<int>has_four(s.marks[0]) - <int>has_four(s.marks[1]), out)


cdef int check(const State *s, const Rules *r, Problem *why) noexcept nogil:
    cdef uint64_t taken = s.marks[0] | s.marks[1]
    cdef int n0 = popcount64(s.marks[0]), n1 = popcount64(s.marks[1])
    cdef int last = 0 if n0 > n1 else 1
    if s.marks[0] & s.marks[1]:
        return refuse(why, SAME_CELL)
    if taken & ~ALL_CELLS or taken & (taken + BOTTOM_ROW):
        return refuse(why, HANGING_PIECE)
    if n0 != n1 and n0 != n1 + 1:
        return refuse(why, NOT_IN_TURN, n0, n1)
    if has_four(s.marks[1 - last]) or not one_drop_made(s, last):
        return refuse(why, PLAYED_ON)
    if s.head.player != next_player(s, last):
        return refuse(why, WRONG_PLAYER)
    return OK


cdef bint one_drop_made(const State *s, int last) noexcept nogil:
    """Fours, if there are any, all came with the last drop: taking it back leaves none."""
    cdef uint64_t taken = s.marks[0] | s.marks[1], heads = taken + BOTTOM_ROW, top
    cdef int column
    if not has_four(s.marks[last]):
        return True
    for column in range(COLUMNS):
        # The bit above the highest piece, moved down; an empty column has no such piece.
        top = (heads & (<uint64_t>0x7F << STRIDE * column)) >> 1
        if top & s.marks[last] and not has_four(s.marks[last] & ~top):
            return True
    return False


# --- what a network sees ---

cdef inline uint64_t fourths_along(uint64_t marks, int shift) noexcept nogil:
    """Cells, taken or not, that make four with three pieces in this direction."""
    cdef uint64_t up = (marks << shift) & (marks << 2 * shift)
    cdef uint64_t down = (marks >> shift) & (marks >> 2 * shift)
    return (
        up & (marks << 3 * shift) | up & (marks >> shift)
        | down & (marks << shift) | down & (marks >> 3 * shift)
    )


cdef inline uint64_t fourths(const State *s, int seat) noexcept nogil:
    """The empty cells where a piece of this seat would make four."""
    cdef uint64_t marks = s.marks[seat], cells
    cells = (
        fourths_along(marks, 1) | fourths_along(marks, STRIDE)
        | fourths_along(marks, STRIDE - 1) | fourths_along(marks, STRIDE + 1)
    )
    return cells & ALL_CELLS & ~(s.marks[0] | s.marks[1])


cdef inline uint64_t landings(const State *s) noexcept nogil:
    """The lowest empty cell of each column that is not full."""
    return ((s.marks[0] | s.marks[1]) + BOTTOM_ROW) & ALL_CELLS


cdef inline int number_of(int bit) noexcept nogil:
    """The number of a cell: the bit of each column that stays empty is not counted."""
    return bit - bit / STRIDE


cdef inline void mark_cells(uint64_t cells, float *out) noexcept nogil:
    while cells:
        out[number_of(take_bit64(&cells))] = 1


cdef void features(const State *s, const Rules *r, int seat, float *out) noexcept nogil:
    cdef uint64_t own = fourths(s, seat), other = fourths(s, 1 - seat), next_cells = landings(s)
    out[SEE_TO_MOVE] = s.head.player == seat
    out[SEE_WINS_NOW] = (own & next_cells) != 0
    out[SEE_LOSES_NOW] = (other & next_cells) != 0
    mark_cells(s.marks[seat], out + SEE_OWN)
    mark_cells(s.marks[1 - seat], out + SEE_OTHER)
    mark_cells(own, out + SEE_OWN_FOURTH)
    mark_cells(other, out + SEE_OTHER_FOURTH)


cdef void traits(
    const State *s, const Rules *r, const int32_t *actions, int n, int16_t *out
) noexcept nogil:
    cdef int mover = s.head.player, i, bit
    cdef uint64_t own = fourths(s, mover), other = fourths(s, 1 - mover), next_cells = landings(s)
    cdef int16_t *of_action
    for i in range(n):
        bit = lowest_bit64(next_cells & (<uint64_t>COLUMN << STRIDE * actions[i]))
        of_action = out + i * MAX_TRAITS
        of_action[0] = TRAIT_CELL + number_of(bit)
        if own >> bit & 1:
            of_action[1] = TRAIT_WINS
        if other >> bit & 1:
            of_action[2] = TRAIT_BLOCKS
        if other >> (bit + 1) & 1:
            of_action[3] = TRAIT_OPENS_OTHER
        if own >> (bit + 1) & 1:
            of_action[4] = TRAIT_OPENS_OWN


include "../../cython_ext/engine.pxi"


def table() -> Table:
    cdef Ops ops
    cdef Rules rules
    begin_table(&ops, &rules)
    rules.seats = 2
    ops.essence = all_in_sight
    ops.max_plies = ROWS * COLUMNS
    ops.n_features = SEE_END
    ops.n_traits = TRAIT_END
    ops.max_traits = MAX_TRAITS
    ops.n_actions = COLUMNS
    return finish_table(&ops, &rules)
