"""Stacks: open pick-ups, face-down stacks, bluffs, peeks, reorders and a foil poll.

The parts lie in files of their own and are inlined here: `state`, `moves` (what may be played),
`turns` (what it changes), `knowledge`, `checks` and `features` (what a network sees).
"""
from libc.stdint cimport int32_t

from eminence.cython_ext.core cimport Rng
from eminence.cython_ext.defaults cimport even_priors as priors, even_standing as evaluate
from eminence.cython_ext.game cimport CHANCE, OVER, Ops, Return, Seen, Table, rank_seats
from eminence.engines.kit.counts cimport list_kinds, pick_kind, total
from eminence.engines.stacks.checks cimport check
from eminence.engines.stacks.features cimport (
    MAX_TRAITS, SEE_SIDES, SIDE_END, TRAIT_END, features, traits,
)
from eminence.engines.stacks.knowledge cimport conceal, imagine
from eminence.engines.stacks.moves cimport actions
from eminence.engines.stacks.state cimport (
    DEAL, DO_CARD, DO_END, EVENT_DEAL, EVENT_ROW, FACE_UP, FILL, FOIL, KINDS, MAX_ACTIONS, ORDER,
    PLAY, POLL, SEATS, TURN, Rules, State, count_unseen, dealt_to, sees_slot,
)
from eminence.engines.stacks.turns cimport (
    answer_poll, deal_card, fill_row, play_card, put_back, use_turn,
)


cdef void start(State *s, const Rules *r) noexcept nogil:
    s.head.player = CHANCE


# --- decisions ---

cdef void apply(State *s, const Rules *r, int action, Seen *seen) noexcept nogil:
    if s.head.player == CHANCE:
        if s.phase == DEAL:
            deal_card(s, r, action, seen)
        else:
            fill_row(s, r, action, seen)
    elif s.phase == TURN:
        use_turn(s, r, action, seen)
    elif s.phase == PLAY:
        play_card(s, r, action - DO_CARD, seen)
    elif s.phase == POLL:
        answer_poll(s, r, action, seen)
    else:
        put_back(s, r, action - DO_CARD, seen)


cdef bint hidden(const State *s, const Rules *r) noexcept nogil:
    cdef int32_t out[MAX_ACTIONS]
    return (s.phase == PLAY or s.phase == ORDER) and actions(s, r, out) > 1


# --- chance ---

cdef int event(const State *s, const Rules *r, int *seat) noexcept nogil:
    if s.phase == FILL:
        seat[0] = -1
        return EVENT_ROW
    seat[0] = dealt_to(s, r)
    return EVENT_DEAL


cdef int outcomes(const State *s, const Rules *r, int32_t *out, double *p) noexcept nogil:
    cdef int left[KINDS]
    count_unseen(s, r, left)
    return list_kinds(left, KINDS, total(left, KINDS), out, p)


cdef int roll(const State *s, const Rules *r, Rng *rng) noexcept nogil:
    cdef int left[KINDS]
    count_unseen(s, r, left)
    return pick_kind(left, total(left, KINDS), rng)


# --- points ---

cdef inline int stack_points(const State *s, const Rules *r, int stack) noexcept nogil:
    """At the end: honest cards count a little more, caught bluffs nothing (R14)."""
    cdef int points = 0, slot, claim
    for slot in range(s.height[stack]):
        claim = s.claims[stack][slot]
        if s.card[stack][slot] == claim:
            points += r.value[claim - 1] + r.bonus
        elif not s.knows[stack][slot] & FACE_UP:
            points += r.value[claim - 1]
    return points


cdef void returns(const State *s, const Rules *r, Return *out) noexcept nogil:
    cdef double strength[SEATS]
    cdef int seat
    for seat in range(r.seats):
        strength[seat] = s.challenges[seat] + stack_points(s, r, seat)
        out[seat].score = strength[seat]
    rank_seats(strength, r.seats, out)


cdef void sources(const State *s, const Rules *r, double *out) noexcept nogil:
    cdef int seat
    for seat in range(r.seats):
        out[2 * seat] = s.challenges[seat]
        out[2 * seat + 1] = stack_points(s, r, seat) if s.head.player == OVER else 0


cdef void facts(const State *s, const Rules *r, int viewer, double *out) noexcept nogil:
    """Bluffs that the viewer cannot see, and foils in other hands."""
    cdef int seat, slot
    out[0] = out[1] = 0
    for seat in range(r.seats):
        if seat != viewer:
            out[1] += s.hand[seat][FOIL]
        for slot in range(s.height[seat]):
            if not sees_slot(s, viewer, seat, slot):
                out[0] += s.card[seat][slot] != s.claims[seat][slot]


include "../../cython_ext/engine.pxi"


def table(int seats, int copies, int last_turn, numbers) -> Table:
    """`numbers`: deal, hand_limit, row, height, bonus, and values per kind."""
    cdef Ops ops
    cdef Rules rules
    begin_table(&ops, &rules)
    options = {"seats": seats, "copies": copies, "last_turn": last_turn}
    rules = {**options, **numbers, "value": numbers["values"]}
    ops.play_size = <size_t>&(<State *>NULL).mixed
    ops.max_outcomes = KINDS
    # The longest turn: say it, ask everybody else, put back all cards of a stack but one.
    ops.max_plies = last_turn * (1 + (seats - 1) + (rules.height - 1))
    ops.n_sources = 2
    ops.n_facts = 2
    ops.n_features = SEE_SIDES + SEATS * SIDE_END
    ops.n_traits = TRAIT_END
    ops.max_traits = MAX_TRAITS
    ops.n_actions = DO_END
    return finish_table(&ops, &rules)
