"""Connect four on two bitboards, made for speed.

Column c owns bits 7c .. 7c+6, bottom first; the seventh bit of a column stays empty, so that
adding 1 at its bottom finds the next free cell and shifted lines never run around a corner.
"""
from libc.stdint cimport int32_t, uint64_t, uint8_t

from eminence.cython_ext.defaults cimport (
    all_in_sight, even_priors as priors, even_standing as evaluate, no_features as features,
    no_traits as traits, mark_view as conceal,
    no_event as event, no_facts as facts, no_outcomes as outcomes, no_roll as roll,
    no_sources as sources, nothing_hidden as hidden, unmark_view as imagine,
)
from eminence.cython_ext.game cimport (
    OVER, TO_ALL, Head, Ops, Problem, Return, Seen, Table, refuse, show,
)
from eminence.engines.kit.bits cimport popcount64
from eminence.engines.kit.duel cimport settle_duel

cpdef enum:
    ROWS = 6
    COLUMNS = 7
    STRIDE = 7              # bits per column

cdef enum:
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


include "../../cython_ext/engine.pxi"


def table() -> Table:
    cdef Ops ops
    cdef Rules rules
    begin_table(&ops, &rules)
    rules.seats = 2
    ops.essence = all_in_sight
    ops.max_plies = ROWS * COLUMNS
    return finish_table(&ops, &rules)
