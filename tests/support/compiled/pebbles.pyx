"""A game made for testing agents: its weights decide what looks good, and nothing else does.

Two seats in turn make two decisions each: take a red pebble, take a blue one, or throw a
die in one of two ways that differ in name only. `evaluate` weighs pebbles and pips; `priors`
like one action, named by a weight. The seat with more pips at the end wins.
"""
import numpy as np

from libc.stdint cimport int32_t, uint8_t
from libc.string cimport memset

from eminence.cython_ext.core cimport Rng, below
from eminence.cython_ext.defaults cimport (
    mark_view as conceal, no_facts as facts, no_sources as sources, nothing_hidden as hidden,
    unmark_view as imagine,
)
from eminence.cython_ext.game cimport (
    BY_CHANCE, CHANCE, FULL, OVER, TO_ALL, Head, Ops, Problem, Return, Seen, Table, new_table,
    rank_seats, refuse, show,
)

cdef enum:
    MAX_ACTIONS = 4
    TURNS = 4
    RED = 0
    BLUE = 1
    PIPS = 2
    FAVOURITE = 3           # the weight that names the action which priors like

cdef struct Pebbles:
    Head head
    uint8_t held[2][3]      # per seat: red, blue, pips
    uint8_t turns           # decisions made


cdef void start(void *state, const void *rules) noexcept nogil:
    s = <Pebbles *>state
    memset(s, 0, sizeof(Pebbles))
    s.head.view_of = FULL


cdef int actions(const void *state, const void *rules, int32_t *out) noexcept nogil:
    cdef int i
    for i in range(MAX_ACTIONS):
        out[i] = i
    return MAX_ACTIONS


cdef int event(const void *state, const void *rules, int *seat) noexcept nogil:
    seat[0] = (<const Pebbles *>state).turns % 2
    return 0


cdef int outcomes(const void *state, const void *rules, int32_t *out, double *p) noexcept nogil:
    cdef int i
    for i in range(6):
        out[i] = i + 1
        p[i] = 1.0 / 6
    return 6


cdef int roll(const void *state, const void *rules, Rng *rng) noexcept nogil:
    return 1 + below(rng, 6)


cdef void apply(void *state, const void *rules, int action, Seen *seen) noexcept nogil:
    s = <Pebbles *>state
    cdef int seat = s.turns % 2
    if s.head.player == CHANCE:
        s.held[seat][PIPS] += action
        show(seen, TO_ALL | BY_CHANCE, action)
    else:
        show(seen, TO_ALL, action)
        if action >= PIPS:
            s.head.player = CHANCE
            return
        s.held[seat][action] += 1
    s.turns += 1
    s.head.player = s.turns % 2
    if s.turns == TURNS:
        s.head.player = OVER


cdef void returns(const void *state, const void *rules, Return *out) noexcept nogil:
    s = <const Pebbles *>state
    cdef double pips[2]
    cdef int seat
    for seat in range(2):
        pips[seat] = out[seat].score = s.held[seat][PIPS]
    rank_seats(pips, 2, out)


cdef int check(const void *state, const void *rules, Problem *why) noexcept nogil:
    return refuse(why, 1) if (<const Pebbles *>state).turns > TURNS else 0


cdef void evaluate(
    const void *state, const void *rules, const double *weights, double *out
) noexcept nogil:
    s = <const Pebbles *>state
    cdef int seat, kind
    for seat in range(2):
        out[seat] = 0
        for kind in range(3):
            out[seat] += weights[kind] * s.held[seat][kind] / 100


cdef void priors(
    const void *state, const void *rules, const double *weights,
    const int32_t *ids, int n, double *out
) noexcept nogil:
    cdef int i
    for i in range(n):
        out[i] = ids[i] == <int>weights[FAVOURITE]


include "../../../cython_ext/engine.pxi"


def table() -> Table:
    cdef Ops ops
    cdef Pebbles blank
    memset(&blank, 0, sizeof(blank))
    fill_functions(&ops)
    ops.seats = 2
    ops.play_size = ops.state_size = sizeof(Pebbles)
    ops.max_outcomes = 6
    ops.max_plies = TURNS
    ops.n_weights = 4
    return new_table(&ops, NULL, 0, np.asarray(<const Pebbles[:1]>&blank).dtype)
