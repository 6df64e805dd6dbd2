"""Phantom tic-tac-toe: nobody sees the other's marks.

A seat that tries a cell of the other's learns just that and moves again; the other is shown
nothing. A seat knows its marks, the cells it found taken, and how many marks there are.
"""
from libc.stdint cimport int16_t, int32_t, int8_t, uint16_t, uint8_t

from eminence.cython_ext.core cimport Rng, below, next64, popcount32
from eminence.cython_ext.defaults cimport (
    even_priors as priors, even_standing as evaluate, no_event as event, no_facts as facts,
    no_outcomes as outcomes, no_roll as roll, no_sources as sources,
)
from eminence.cython_ext.game cimport (
    FULL, OVER, PUBLIC, TO_ALL, Head, Ops, Problem, Return, Seen, Table, refuse, seat_bit, show,
)
from eminence.engines.kit.bits cimport list_bits
from eminence.engines.kit.duel cimport settle_duel
from eminence.engines.tic_tac_toe.lines cimport ALL_CELLS, N_CELLS, has_line

cdef enum:
    MAX_ACTIONS = N_CELLS
    MOST_MARKS = 5          # of one seat
    MOST_MASKS = 126        # ways to choose 4 or 5 of 9 cells
    MOST_SETS = 19683       # 3 ** 9: pairs of sets of cells without a common one
    MOST_PAIRS = 1 << 20    # more than all worlds of one onlooker's view

    # What `show` tells, besides the cell of an own mark.
    FOUND = 16              # + cell: it is taken
    MARKED = 32             # + winner: somebody made a mark, and whether that won

cpdef enum:                 # what a network sees
    SEE_TO_MOVE = 0
    SEE_WON
    SEE_LOST
    SEE_MADE                # marks on the board
    SEE_NOT_FOUND           # the other's marks that the seat has not found
    SEE_OWN                 # a number per cell, here and below
    SEE_FOUND = SEE_OWN + N_CELLS
    SEE_OWN_THIRD = SEE_FOUND + N_CELLS         # not known to be taken: a mark would win
    SEE_OTHER_THIRD = SEE_OWN_THIRD + N_CELLS   # a line with two cells found
    SEE_END = SEE_OTHER_THIRD + N_CELLS

cpdef enum:
    TRAIT_CELL = 0
    TRAIT_WINS = TRAIT_CELL + N_CELLS           # if the cell is free
    TRAIT_BLOCKS                                # a line with two cells found
    TRAIT_END

cdef enum:
    MAX_TRAITS = 3

cpdef enum Wrong:           # what `check` finds; the sentences are in words.py
    OK
    WRONG_WINNER
    WRONG_PLAYER
    SAME_CELL
    WRONG_MARKS             # seat, how many it made
    SECRET_GIVEN            # seat
    UNEXPLAINED_FIND        # seat

cdef struct State:
    Head head
    uint16_t marks[2]       # seat 0 is x, seat 1 is o; of another's only what the viewer found
    uint16_t found[2]       # the other's cells that this seat knows; its own secret
    uint8_t made            # marks on the board; public, since the turn passes with each
    int8_t winner           # seat + 1; 0: nobody (yet); public

cdef struct Rules:
    int seats
    # What `imagine` chooses from: the sets of n cells that leave out a given set of cells, listed
    # separately with and without a line. For n they begin at `first[line][left out][n]` of `masks`.
    uint16_t first[2][ALL_CELLS + 1][MOST_MARKS + 2]
    uint16_t masks[MOST_SETS]


cdef inline int marks_of(int made, int seat) noexcept nogil:
    """How many of the marks are a seat's: they alternate, x first."""
    return (made + 1 - seat) >> 1


cdef void start(State *s, const Rules *r) noexcept nogil:
    """Zero bytes: an empty board, and seat 0 to move."""


cdef int actions(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    cdef int mover = s.head.player
    return list_bits(~(s.marks[mover] | s.found[mover]) & ALL_CELLS, out)


cdef bint hidden(const State *s, const Rules *r) noexcept nogil:
    return popcount32(s.marks[s.head.player] | s.found[s.head.player]) < N_CELLS - 1


cdef inline int player_after(const State *s) noexcept nogil:
    if s.winner or s.made == N_CELLS:
        return OVER
    return s.made & 1


cdef void apply(State *s, const Rules *r, int action, Seen *seen) noexcept nogil:
    cdef int mover = s.head.player
    if s.marks[1 - mover] >> action & 1:
        s.found[mover] |= 1 << action
        show(seen, seat_bit(mover), FOUND + action)
        return
    s.marks[mover] |= 1 << action
    s.made += 1
    if has_line(s.marks[mover]):
        s.winner = mover + 1
    show(seen, seat_bit(mover), action)
    show(seen, TO_ALL, MARKED + s.winner)
    s.head.player = player_after(s)


cdef void returns(const State *s, const Rules *r, Return *out) noexcept nogil:
    settle_duel((s.winner == 1) - (s.winner == 2), out)


cdef void conceal(State *s, const Rules *r, int viewer) noexcept nogil:
    cdef int seat, known = 0 if viewer == PUBLIC else s.found[viewer]
    for seat in range(2):
        if seat != viewer:
            s.marks[seat] = known
            s.found[seat] = 0
    s.head.view_of = viewer


cdef inline int deciding(int marks, bint won) noexcept nogil:
    """The cells, of the seat that ended the game, that may hold its last mark."""
    cdef int cell, cells = 0
    for cell in range(N_CELLS):
        if marks >> cell & 1 and not (won and has_line(marks & ~(1 << cell))):
            cells |= 1 << cell
    return cells


cdef inline bint just_ended(int marks, int found, bint won) noexcept nogil:
    """Whether a mark that the other had not found can be the last one, which ended the game."""
    return deciding(marks, won) & ~found != 0


cdef inline bint ended_by(const State *s, int seat) noexcept nogil:
    return s.head.player == OVER and (s.made - 1) & 1 == seat


cdef int fitting(const State *s, const Rules *r, int viewer, uint16_t *out) noexcept nogil:
    """All the places where the other seat's marks may be as far as the viewer knows."""
    cdef int other = 1 - viewer, found = s.found[viewer], count = marks_of(s.made, other)
    cdef bint won = s.winner == other + 1
    cdef const uint16_t *first = &r.first[won][s.marks[viewer]][count]
    cdef int n = 0, i
    for i in range(first[0], first[1]):
        out[n] = r.masks[i]
        # Keep only sets with a mark on every cell found taken.
        n += found & ~r.masks[i] == 0
    if not ended_by(s, other):
        return n
    count = n
    n = 0
    for i in range(count):
        out[n] = out[i]
        n += just_ended(out[i], found, won)
    return n


cdef inline int discoveries(const State *s, int seat) noexcept nogil:
    """How many sets of this seat's cells the other may have found."""
    cdef int marks = s.marks[seat], ways = 1 << popcount32(marks)
    if ended_by(s, seat):
        # The other cannot have found all cells that may hold the last mark.
        ways -= ways >> popcount32(deciding(marks, s.winner != 0))
    return ways


cdef inline int imagine_found(const State *s, int seat, Rng *rng) noexcept nogil:
    """What the other has found of this seat's cells: every set it may know is equally likely."""
    cdef int marks = s.marks[seat], last, cell, pick
    if not ended_by(s, seat):
        return marks & <int>next64(rng)
    last = deciding(marks, s.winner != 0)
    marks &= ~last & <int>next64(rng)
    pick = below(rng, (1 << popcount32(last)) - 1)
    for cell in range(N_CELLS):
        if last >> cell & 1:
            marks |= (pick & 1) << cell
            pick >>= 1
    return marks


cdef int pick_pair(State *s, const Rules *r, int pick) noexcept nogil:
    """Set the marks of pair number `pick`, each counted once per discovery; returns the rest.

    A pair is two arrangements without a common cell, seat 0's first.
    """
    cdef uint16_t fits[MOST_MASKS]
    cdef const uint16_t *first = &r.first[s.winner == 1][0][marks_of(s.made, 0)]
    cdef int i, j, n
    for i in range(first[0], first[1]):
        s.marks[0] = r.masks[i]
        n = fitting(s, r, 0, fits)
        for j in range(n):
            s.marks[1] = fits[j]
            pick -= discoveries(s, 0) * discoveries(s, 1)
            if pick < 0:
                return pick
    return pick


cdef void imagine(State *s, const Rules *r, Rng *rng, int mode) noexcept nogil:
    """Every world that fits is equally likely: the others' marks, and what they have found."""
    cdef uint16_t fits[MOST_MASKS]
    cdef int viewer = s.head.view_of, seat
    if viewer == PUBLIC:
        pick_pair(s, r, below(rng, MOST_PAIRS - pick_pair(s, r, MOST_PAIRS)))
    else:
        s.marks[1 - viewer] = fits[below(rng, fitting(s, r, viewer, fits))]
    for seat in range(2):
        if seat != viewer:
            s.found[seat] = imagine_found(s, 1 - seat, rng)
    s.head.view_of = FULL


cdef int check(const State *s, const Rules *r, Problem *why) noexcept nogil:
    cdef int seat, count, last = (s.made - 1) & 1
    if s.winner and (s.winner != last + 1 or marks_of(s.made, last) < 3):
        return refuse(why, WRONG_WINNER)
    if s.head.player != player_after(s):
        return refuse(why, WRONG_PLAYER)
    if s.marks[0] & s.marks[1]:
        return refuse(why, SAME_CELL)
    for seat in range(2):
        count = marks_of(s.made, seat)
        if s.head.view_of == FULL or s.head.view_of == seat:
            # As many marks as made; a line if that seat won, otherwise none.
            if popcount32(s.marks[seat]) != count or has_line(s.marks[seat]) != (
                s.winner == seat + 1
            ):
                return refuse(why, WRONG_MARKS, seat, count)
        # In a view, another seat has the marks that the viewer found, and no discoveries.
        elif s.found[seat] or s.marks[seat] != (
            0 if s.head.view_of == PUBLIC else s.found[1 - seat]
        ):
            return refuse(why, SECRET_GIVEN, seat)
    return OK if s.head.view_of == PUBLIC else check_found(s, r, why)


cdef int check_found(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """Some arrangement of the other's marks explains what a seat found."""
    cdef uint16_t fits[MOST_MASKS]
    cdef int seat, other
    cdef bint explained = True
    for seat in range(2):
        other = 1 - seat
        if s.head.view_of == FULL:
            explained = not s.found[seat] & ~s.marks[other] and (
                not ended_by(s, other)
                or just_ended(s.marks[other], s.found[seat], s.winner != 0))
        elif s.head.view_of == seat:
            explained = fitting(s, r, seat, fits) > 0
        if not explained:
            return refuse(why, UNEXPLAINED_FIND, seat)
    return OK


# --- what a network sees ---

cdef inline int thirds(int marks, int taken) noexcept nogil:
    """The cells, not known to be taken, that make a line with these marks."""
    cdef int cell, cells = 0
    for cell in range(N_CELLS):
        if not taken >> cell & 1 and has_line(marks | 1 << cell):
            cells |= 1 << cell
    return cells


cdef void features(const State *s, const Rules *r, int seat, float *out) noexcept nogil:
    """The other's marks come in only as far as this seat found them, in a world too."""
    cdef int own = s.marks[seat], found = s.found[seat], cell
    cdef int own_thirds = thirds(own, own | found), other_thirds = thirds(found, own | found)
    out[SEE_TO_MOVE] = s.head.player == seat
    out[SEE_WON] = s.winner == seat + 1
    out[SEE_LOST] = s.winner == 2 - seat
    out[SEE_MADE] = s.made / <float>N_CELLS
    out[SEE_NOT_FOUND] = (
        (marks_of(s.made, 1 - seat) - popcount32(found)) / <float>MOST_MARKS
    )
    for cell in range(N_CELLS):
        out[SEE_OWN + cell] = own >> cell & 1
        out[SEE_FOUND + cell] = found >> cell & 1
        out[SEE_OWN_THIRD + cell] = own_thirds >> cell & 1
        out[SEE_OTHER_THIRD + cell] = other_thirds >> cell & 1


cdef void traits(
    const State *s, const Rules *r, const int32_t *actions, int n, int16_t *out
) noexcept nogil:
    cdef int own = s.marks[s.head.player], found = s.found[s.head.player], i
    cdef int16_t *of_action
    for i in range(n):
        of_action = out + i * MAX_TRAITS
        of_action[0] = TRAIT_CELL + actions[i]
        if has_line(own | 1 << actions[i]):
            of_action[1] = TRAIT_WINS
        if has_line(found | 1 << actions[i]):
            of_action[2] = TRAIT_BLOCKS


include "../../cython_ext/engine.pxi"


cdef void list_masks(Rules *r) noexcept nogil:
    cdef int line, left_out, count, mask, n = 0
    for line in range(2):
        for left_out in range(ALL_CELLS + 1):
            for count in range(MOST_MARKS + 1):
                r.first[line][left_out][count] = n
                for mask in range(ALL_CELLS + 1):
                    if (popcount32(mask) == count and mask & left_out == 0
                            and has_line(mask) == line):
                        r.masks[n] = mask
                        n += 1
            r.first[line][left_out][MOST_MARKS + 1] = n


def table() -> Table:
    cdef Ops ops
    cdef Rules rules
    begin_table(&ops, &rules)
    rules.seats = 2
    list_masks(&rules)
    # Nine marks; each seat finds at most four cells before the last mark is made.
    ops.max_plies = N_CELLS + 2 * (MOST_MARKS - 1)
    ops.n_features = SEE_END
    ops.n_traits = TRAIT_END
    ops.max_traits = MAX_TRAITS
    ops.n_actions = N_CELLS
    return finish_table(&ops, &rules)
