"""Tic-tac-toe on two bitboards; cell i is row i // 3, column i % 3."""
import numpy as np

from libc.stdint cimport int32_t, uint16_t
from libc.string cimport memset

from cython_ext.core cimport popcount32
from cython_ext.defaults cimport (
    all_in_sight, even_priors as priors, even_standing as evaluate, mark_view as conceal,
    no_event as event, no_facts as facts, no_outcomes as outcomes, no_roll as roll,
    no_sources as sources, nothing_hidden as hidden, unmark_view as imagine,
)
from cython_ext.game cimport (
    FULL, OVER, TO_ALL, Head, Ops, Problem, Return, Seen, Table, new_table, refuse,
    show,
)
from engines.duel cimport settle_duel
from engines.tic_tac_toe.lines cimport ALL_CELLS, has_line

cdef enum:
    MAX_ACTIONS = 9

cdef struct TicTacToe:
    Head head
    uint16_t marks[2]       # seat 0 is x, seat 1 is o


cdef void start(void *state, const void *rules) noexcept nogil:
    s = <TicTacToe *>state
    memset(s, 0, sizeof(TicTacToe))
    s.head.view_of = FULL


cdef int actions(const void *state, const void *rules, int32_t *out) noexcept nogil:
    s = <const TicTacToe *>state
    cdef int taken = s.marks[0] | s.marks[1]
    cdef int cell, n = 0
    for cell in range(9):
        if not taken >> cell & 1:
            out[n] = cell
            n += 1
    return n


cdef inline int next_player(const TicTacToe *s, int mover) noexcept nogil:
    if has_line(s.marks[mover]) or (s.marks[0] | s.marks[1]) == ALL_CELLS:
        return OVER
    return 1 - mover


cdef void apply(void *state, const void *rules, int action, Seen *seen) noexcept nogil:
    s = <TicTacToe *>state
    cdef int mover = s.head.player
    s.marks[mover] |= 1 << action
    show(seen, TO_ALL, action)
    s.head.player = next_player(s, mover)


cdef void returns(const void *state, const void *rules, Return *out) noexcept nogil:
    s = <const TicTacToe *>state
    settle_duel(<int>has_line(s.marks[0]) - <int>has_line(s.marks[1]), out)


cdef int check(const void *state, const void *rules, Problem *why) noexcept nogil:
    s = <const TicTacToe *>state
    cdef int n0 = popcount32(s.marks[0]), n1 = popcount32(s.marks[1])
    cdef int last = 0 if n0 > n1 else 1
    if s.marks[0] & s.marks[1]:
        return refuse(why, 1)
    if n0 != n1 and n0 != n1 + 1:
        return refuse(why, 2, n0, n1)
    if has_line(s.marks[1 - last]):
        return refuse(why, 3, 1 - last, last)
    if s.head.player != next_player(s, last):
        return refuse(why, 4)
    return 0


include "../../cython_ext/engine.pxi"


def table() -> Table:
    cdef Ops ops
    cdef TicTacToe blank
    memset(&blank, 0, sizeof(blank))
    fill_functions(&ops)
    ops.essence = all_in_sight
    ops.seats = 2
    ops.play_size = ops.state_size = sizeof(TicTacToe)
    ops.max_outcomes = 1
    ops.max_plies = 9
    return new_table(&ops, NULL, 0, np.asarray(<const TicTacToe[:1]>&blank).dtype)
