"""A game made for testing agents: its weights decide what looks good, and nothing else does.

Two seats in turn make two decisions each: take a red pebble, take a blue one, or throw a
die in one of two ways that differ in name only. `evaluate` weighs pebbles and pips; `priors`
like one action, named by a weight. The seat with more pips at the end wins.
"""
from libc.stdint cimport int32_t, uint8_t

from eminence.cython_ext.core cimport Rng, below
from eminence.cython_ext.defaults cimport (
    mark_view as conceal, no_facts as facts, no_features as features,
    no_sources as sources, no_traits as traits, nothing_hidden as hidden,
    unmark_view as imagine,
)
from eminence.cython_ext.game cimport (
    BY_CHANCE, CHANCE, OVER, TO_ALL, Head, Ops, Problem, Return, Seen, Table, rank_seats, refuse,
    show,
)

cdef enum:
    MAX_ACTIONS = 4
    TURNS = 4
    RED = 0
    BLUE = 1
    PIPS = 2
    FAVOURITE = 3           # the weight that names the action which priors like

cdef struct State:
    Head head
    uint8_t held[2][3]      # per seat: red, blue, pips
    uint8_t turns           # decisions made

cdef struct Rules:
    int seats


cdef void start(State *s, const Rules *r) noexcept nogil:
    """Zero bytes: nobody holds anything."""


cdef int actions(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    cdef int i
    for i in range(MAX_ACTIONS):
        out[i] = i
    return MAX_ACTIONS


cdef int event(const State *s, const Rules *r, int *seat) noexcept nogil:
    seat[0] = s.turns % 2
    return 0


cdef int outcomes(const State *s, const Rules *r, int32_t *out, double *p) noexcept nogil:
    cdef int i
    for i in range(6):
        out[i] = i + 1
        p[i] = 1.0 / 6
    return 6


cdef int roll(const State *s, const Rules *r, Rng *rng) noexcept nogil:
    return 1 + below(rng, 6)


cdef void apply(State *s, const Rules *r, int action, Seen *seen) noexcept nogil:
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


cdef void returns(const State *s, const Rules *r, Return *out) noexcept nogil:
    cdef double pips[2]
    cdef int seat
    for seat in range(2):
        pips[seat] = out[seat].score = s.held[seat][PIPS]
    rank_seats(pips, 2, out)


cdef int check(const State *s, const Rules *r, Problem *why) noexcept nogil:
    return refuse(why, 1) if s.turns > TURNS else 0


cdef void evaluate(
    const State *s, const Rules *r, const double *weights, double *out
) noexcept nogil:
    cdef int seat, kind
    for seat in range(2):
        out[seat] = 0
        for kind in range(3):
            out[seat] += weights[kind] * s.held[seat][kind] / 100


cdef void priors(
    const State *s, const Rules *r, const double *weights, const int32_t *ids, int n, double *out
) noexcept nogil:
    cdef int i
    for i in range(n):
        out[i] = ids[i] == <int>weights[FAVOURITE]


include "../../../cython_ext/engine.pxi"


def table() -> Table:
    cdef Ops ops
    cdef Rules rules
    begin_table(&ops, &rules)
    rules.seats = 2
    ops.max_outcomes = 6
    ops.max_plies = TURNS
    ops.n_weights = 4
    return finish_table(&ops, &rules)
