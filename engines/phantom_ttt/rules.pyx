"""Phantom tic-tac-toe: nobody sees the other's marks.

Who tries a cell that the other holds learns just that and moves again; the other is shown
nothing. A seat knows its marks, the cells it found taken, and how many marks there are.
"""
import numpy as np

from libc.stdint cimport int8_t, int32_t, uint8_t, uint16_t
from libc.string cimport memset

from cython_ext.core cimport Rng, below, popcount32
from cython_ext.defaults cimport (
    even_priors as priors, even_standing as evaluate, no_event as event, no_facts as facts,
    no_outcomes as outcomes, no_roll as roll, no_sources as sources,
)
from cython_ext.game cimport (
    FULL, OVER, PUBLIC, TO_ALL, Head, Ops, Problem, Return, Seen, Table, new_table, refuse,
    seat_bit, show,
)
from engines.bits cimport list_bits
from engines.duel cimport settle_duel
from engines.tic_tac_toe.lines cimport ALL_CELLS, has_line

cdef enum:
    MAX_ACTIONS = 9
    N_CELLS = 9
    MOST_MARKS = 5          # of one seat
    MOST_MASKS = 126        # ways to choose 4 or 5 of 9 cells

    # What `show` tells, besides the cell of an own mark.
    FOUND = 16              # + cell: it is taken
    MARKED = 32             # + winner: somebody made a mark, and whether that won

cdef struct PhantomTtt:
    Head head
    uint16_t marks[2]       # seat 0 is x, seat 1 is o; of another's only what the viewer found
    uint16_t found[2]       # the other's cells that this seat knows; its own secret
    uint8_t made            # marks on the board; public, since the turn passes with each
    int8_t winner           # seat + 1; 0: nobody (yet); public

cdef struct PhantomRules:
    # All sets of n cells, apart by whether they hold a line: what `imagine` chooses from.
    uint16_t masks[2][MOST_MARKS + 1][MOST_MASKS]
    int32_t n_masks[2][MOST_MARKS + 1]


cdef inline int marks_of(int made, int seat) noexcept nogil:
    """How many of the marks are a seat's: they alternate, x first."""
    return (made + 1 - seat) >> 1


cdef void start(void *state, const void *rules) noexcept nogil:
    s = <PhantomTtt *>state
    memset(s, 0, sizeof(PhantomTtt))
    s.head.view_of = FULL


cdef int actions(const void *state, const void *rules, int32_t *out) noexcept nogil:
    s = <const PhantomTtt *>state
    cdef int mover = s.head.player
    return list_bits(~(s.marks[mover] | s.found[mover]) & ALL_CELLS, out)


cdef bint hidden(const void *state, const void *rules) noexcept nogil:
    s = <const PhantomTtt *>state
    cdef int known = s.marks[s.head.player] | s.found[s.head.player]
    return popcount32(known) < N_CELLS - 1


cdef inline int player_after(const PhantomTtt *s) noexcept nogil:
    if s.winner or s.made == N_CELLS:
        return OVER
    return s.made & 1


cdef void apply(void *state, const void *rules, int action, Seen *seen) noexcept nogil:
    s = <PhantomTtt *>state
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


cdef void returns(const void *state, const void *rules, Return *out) noexcept nogil:
    s = <const PhantomTtt *>state
    settle_duel((s.winner == 1) - (s.winner == 2), out)


cdef void conceal(void *state, const void *rules, int viewer) noexcept nogil:
    s = <PhantomTtt *>state
    cdef int seat, known = 0
    if viewer != PUBLIC:
        known = s.found[viewer]
    for seat in range(2):
        if seat != viewer:
            s.marks[seat] = known
            s.found[seat] = 0
    s.head.view_of = viewer


cdef inline bint just_ended(int marks, int found, bint won) noexcept nogil:
    """Could a mark that the other had not found be the last one, and end the game?"""
    cdef int cell
    for cell in range(N_CELLS):
        if (marks & ~found) >> cell & 1 and not (won and has_line(marks & ~(1 << cell))):
            return True
    return False


cdef inline bint ended_by(const PhantomTtt *s, int seat) noexcept nogil:
    return s.head.player == OVER and (s.made - 1) & 1 == seat


cdef int fitting(
    const PhantomTtt *s, const PhantomRules *r, int viewer, uint16_t *out
) noexcept nogil:
    """All the places where the other seat's marks may be as far as the viewer knows."""
    cdef int other = 1 - viewer, own = s.marks[viewer], found = s.found[viewer]
    cdef int count = marks_of(s.made, other), n = 0, i, mask
    cdef bint won = s.winner == other + 1, ended = ended_by(s, other)
    cdef const uint16_t *masks = r.masks[won][count]
    for i in range(r.n_masks[won][count]):
        mask = masks[i]
        out[n] = mask
        # Neither on an own mark nor missing from a cell found taken.
        n += ((mask & own) | (found & ~mask)) == 0
    if not ended:
        return n
    count = n
    n = 0
    for i in range(count):
        out[n] = out[i]
        n += just_ended(out[i], found, won)
    return n


cdef void imagine_both(PhantomTtt *s, const PhantomRules *r, Rng *rng) noexcept nogil:
    """For an onlooker: every pair of arrangements without a common cell is alike."""
    cdef uint16_t fits[MOST_MASKS]
    cdef bint won = s.winner == 1
    cdef int count = marks_of(s.made, 0), total = 0, i, n, pick
    for i in range(r.n_masks[won][count]):
        s.marks[0] = r.masks[won][count][i]
        total += fitting(s, r, 0, fits)
    pick = below(rng, total)
    for i in range(r.n_masks[won][count]):
        s.marks[0] = r.masks[won][count][i]
        n = fitting(s, r, 0, fits)
        if pick < n:
            s.marks[1] = fits[pick]
            return
        pick -= n


cdef void imagine(void *state, const void *rules, Rng *rng, int mode) noexcept nogil:
    """The other's discoveries stay empty: they are its secret."""
    s = <PhantomTtt *>state
    cdef uint16_t fits[MOST_MASKS]
    cdef int viewer = s.head.view_of, n
    if viewer == PUBLIC:
        imagine_both(s, <const PhantomRules *>rules, rng)
    else:
        n = fitting(s, <const PhantomRules *>rules, viewer, fits)
        s.marks[1 - viewer] = fits[below(rng, n)]
    s.head.view_of = FULL


cdef int check(const void *state, const void *rules, Problem *why) noexcept nogil:
    s = <const PhantomTtt *>state
    cdef int seat, last = (s.made - 1) & 1
    if s.winner and (s.winner != last + 1 or marks_of(s.made, last) < 3):
        return refuse(why, 1)
    if s.head.player != player_after(s):
        return refuse(why, 2)
    if s.marks[0] & s.marks[1]:
        return refuse(why, 3)
    for seat in range(2):
        if s.head.view_of == FULL or s.head.view_of == seat:
            if check_own_marks(s, seat, why):
                return 4
        elif check_secrets(s, seat, why):
            return 5
    if s.head.view_of != PUBLIC:
        return check_found(s, <const PhantomRules *>rules, why)
    return 0


cdef int check_own_marks(const PhantomTtt *s, int seat, Problem *why) noexcept nogil:
    """As many as made, with a line if that seat won and with none else."""
    cdef int count = popcount32(s.marks[seat])
    if count != marks_of(s.made, seat) or has_line(s.marks[seat]) != (s.winner == seat + 1):
        return refuse(why, 4, seat, marks_of(s.made, seat))
    return 0


cdef int check_secrets(const PhantomTtt *s, int seat, Problem *why) noexcept nogil:
    """In a view, another seat has the marks that the viewer found, and no discoveries."""
    cdef int known = 0
    if s.head.view_of != PUBLIC:
        known = s.found[1 - seat]
    return refuse(why, 5, seat) if s.found[seat] or s.marks[seat] != known else 0


cdef int check_found(const PhantomTtt *s, const PhantomRules *r, Problem *why) noexcept nogil:
    """Some arrangement of the other's marks explains what a seat found."""
    cdef uint16_t fits[MOST_MASKS]
    cdef int seat, other
    for seat in range(2):
        other = 1 - seat
        if s.head.view_of == FULL:
            if s.found[seat] & ~s.marks[other]:
                return refuse(why, 6, seat)
            if ended_by(s, other) and not just_ended(
                s.marks[other], s.found[seat], s.winner != 0
            ):
                return refuse(why, 6, seat)
        elif s.head.view_of == seat and fitting(s, r, seat, fits) == 0:
            return refuse(why, 6, seat)
    return 0


include "../../cython_ext/engine.pxi"


cdef void list_masks(PhantomRules *r) noexcept nogil:
    cdef int mask, count
    cdef bint line
    memset(r, 0, sizeof(PhantomRules))
    for mask in range(ALL_CELLS + 1):
        count = popcount32(mask)
        line = has_line(mask)
        if count <= MOST_MARKS:
            r.masks[line][count][r.n_masks[line][count]] = mask
            r.n_masks[line][count] += 1


def table() -> Table:
    cdef Ops ops
    cdef PhantomRules rules
    cdef PhantomTtt blank
    memset(&blank, 0, sizeof(blank))
    fill_functions(&ops)
    list_masks(&rules)
    ops.seats = 2
    ops.play_size = ops.state_size = sizeof(PhantomTtt)
    ops.max_outcomes = 1
    # Nine marks; each seat finds at most four cells before the last mark is made.
    ops.max_plies = N_CELLS + 2 * (MOST_MARKS - 1)
    return new_table(&ops, &rules, sizeof(rules), np.asarray(<const PhantomTtt[:1]>&blank).dtype)
