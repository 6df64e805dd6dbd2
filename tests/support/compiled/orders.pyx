"""A game made for testing agents that plan: everybody fills a row of boxes in secret.

Seat after seat lays a card of its own into each box, in the order of the boxes; every seat has
the same cards and may use each once. Then all plans are shown. A plan is worth the fit of each card
to its box plus the link between each two neighbours, minus a fine for each box in which another
seat has the same card, plus the seat's luck, if there is any. The highest score wins. The tables
come from the test.

Planning is one of two kinds. Together: while it plans, a seat is the mover of its own view, and
the others have planned nothing in it or in its worlds. In turn: everybody sees who has planned,
and a world holds plans for them, drawn evenly or by the fit of the cards.
"""
from libc.math cimport exp
from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from eminence.cython_ext.core cimport Rng, below
from eminence.cython_ext.defaults cimport (
    even_standing as evaluate, no_facts as facts, no_features as features,
    no_sources as sources, no_traits as traits,
)
from eminence.cython_ext.game cimport (
    BY_CHANCE, BY_PRIORS, CHANCE, FULL, OVER, TO_ALL, Head, Ops, Problem, Return, RewindFunction,
    Seen, rank_seats, refuse, seat_bit, show,
)
from eminence.search.rollouts.rollouts cimport draw_by_weight

cdef enum:
    MAX_ACTIONS = 64
    MOST_SEATS = 4
    MOST_BOXES = 12

# How much better than others a card must fit to be e times as likely.
cdef double HEAT = 0.1

cdef struct State:
    Head head
    uint8_t filled[MOST_SEATS]              # boxes
    uint8_t card[MOST_SEATS][MOST_BOXES]
    uint8_t luck[MOST_SEATS]                # pips
    uint8_t rolled                          # seats that had their luck

cdef struct Rules:
    int seats, boxes, cards
    bint in_turn
    int pips                                # luck is 0 .. pips - 1; 1: there is none
    double fine
    double fit[MOST_BOXES][MAX_ACTIONS]
    double link[MAX_ACTIONS][MAX_ACTIONS]


cdef void start(State *s, const Rules *r) noexcept nogil:
    """Zero bytes: every box is empty."""


cdef int actions(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    """The cards that the mover has not used."""
    cdef int seat = s.head.player, card, box, n = 0
    cdef uint64_t used = 0
    for box in range(s.filled[seat]):
        used |= <uint64_t>1 << s.card[seat][box]
    for card in range(r.cards):
        if not used >> card & 1:
            out[n] = card
            n += 1
    return n


cdef bint hidden(const State *s, const Rules *r) noexcept nogil:
    """All but the very last card, if everybody knows that it is the last."""
    cdef int seat = s.head.player
    return not r.in_turn or seat < r.seats - 1 or s.filled[seat] < r.boxes - 1


cdef int event(const State *s, const Rules *r, int *seat) noexcept nogil:
    seat[0] = s.rolled
    return 0


cdef int outcomes(const State *s, const Rules *r, int32_t *out, double *p) noexcept nogil:
    cdef int i, pips = r.pips
    for i in range(pips):
        out[i] = i
        p[i] = 1.0 / pips
    return pips


cdef int roll(const State *s, const Rules *r, Rng *rng) noexcept nogil:
    return below(rng, r.pips)


cdef inline int next_to_plan(const State *s, const Rules *r) noexcept nogil:
    """The first seat with an empty box; CHANCE if there is none."""
    cdef int seat
    for seat in range(r.seats):
        if s.filled[seat] < r.boxes:
            return seat
    return CHANCE


cdef void apply(State *s, const Rules *r, int action, Seen *seen) noexcept nogil:
    cdef int seat = s.head.player, i
    if seat == CHANCE:
        s.luck[s.rolled] = action
        s.rolled += 1
        show(seen, TO_ALL | BY_CHANCE, action)
        if s.rolled == r.seats:
            s.head.player = OVER
        return
    s.card[seat][s.filled[seat]] = action
    s.filled[seat] += 1
    show(seen, seat_bit(seat), action)
    if s.filled[seat] == r.boxes:
        s.head.player = next_to_plan(s, r)
        if s.head.player == CHANCE:
            for i in range(r.seats * MOST_BOXES):
                show(seen, TO_ALL, s.card[i // MOST_BOXES][i % MOST_BOXES])


cdef double score_of(const State *s, const Rules *r, int seat) noexcept nogil:
    cdef double score = s.luck[seat]
    cdef int box, card, other
    for box in range(r.boxes):
        card = s.card[seat][box]
        score += r.fit[box][card]
        if box > 0:
            score += r.link[s.card[seat][box - 1]][card]
        for other in range(r.seats):
            if other != seat and s.card[other][box] == card:
                score -= r.fine
    return score


cdef void returns(const State *s, const Rules *r, Return *out) noexcept nogil:
    cdef double scores[MOST_SEATS]
    cdef int seat
    for seat in range(r.seats):
        scores[seat] = out[seat].score = score_of(s, r, seat)
    rank_seats(scores, r.seats, out)


cdef void conceal(State *s, const Rules *r, int viewer) noexcept nogil:
    """While anybody plans, a seat knows the cards of its own plan only."""
    cdef int seat
    if s.head.player >= 0:
        for seat in range(MOST_SEATS):
            if seat != viewer:
                memset(s.card[seat], 0, sizeof(s.card[seat]))
                if not r.in_turn:
                    s.filled[seat] = 0
        if not r.in_turn and viewer >= 0 and s.filled[viewer] < r.boxes:
            s.head.player = viewer
        else:
            s.head.player = next_to_plan(s, r)
    s.head.view_of = viewer


cdef void imagine(State *s, const Rules *r, Rng *rng, int mode) noexcept nogil:
    """Plans for those who have planned, as far as they got."""
    cdef int seat, box
    if s.head.player >= 0:
        for seat in range(r.seats):
            if seat != s.head.view_of:
                for box in range(s.filled[seat]):
                    s.card[seat][box] = drawn_card(s, r, seat, box, mode, rng)
    s.head.view_of = FULL


cdef int drawn_card(
    const State *s, const Rules *r, int seat, int box, int mode, Rng *rng
) noexcept nogil:
    """A card that the seat has not used before: any, or better fitting ones more often."""
    cdef double weights[MAX_ACTIONS]
    cdef int card, before
    for card in range(r.cards):
        weights[card] = exp(r.fit[box][card] / HEAT) if mode == BY_PRIORS else 1
        for before in range(box):
            if s.card[seat][before] == card:
                weights[card] = 0
    return draw_by_weight(weights, r.cards, rng)


cdef void rewind(State *s, const Rules *r) noexcept nogil:
    s.filled[s.head.player] = 0
    memset(s.card[s.head.player], 0, sizeof(s.card[0]))


cdef int check(const State *s, const Rules *r, Problem *why) noexcept nogil:
    cdef int seat
    for seat in range(r.seats):
        if s.filled[seat] > r.boxes:
            return refuse(why, 1, seat, s.filled[seat], r.boxes)
    return 0


cdef void priors(
    const State *s, const Rules *r, const double *weights, const int32_t *ids, int n, double *out
) noexcept nogil:
    """The fit alone, as far as the weight says."""
    cdef const double *fit = r.fit[s.filled[s.head.player]]
    cdef int i
    for i in range(n):
        out[i] = weights[0] * fit[ids[i]]


include "../../../cython_ext/engine.pxi"


def table(
    int seats, const double[:, ::1] fit, const double[:, ::1] link, double fine, int pips,
    bint in_turn, bint rewinds
):
    """A game with a fit per box and card and a link per two cards; does it offer `rewind`?"""
    cdef Ops ops
    cdef Rules *rules = <Rules *>calloc(1, sizeof(Rules))
    cdef int boxes = fit.shape[0], cards = fit.shape[1], i, j
    if rules == NULL:
        raise MemoryError
    begin_table(&ops, rules)
    try:
        if seats > MOST_SEATS or boxes > MOST_BOXES or not boxes < cards <= MAX_ACTIONS:
            raise ValueError(f"{seats} seats, {boxes} boxes, {cards} cards: choose others")
        rules.seats, rules.boxes, rules.cards = seats, boxes, cards
        rules.pips, rules.fine, rules.in_turn = pips, fine, in_turn
        for i in range(cards):
            for j in range(boxes):
                rules.fit[j][i] = fit[j, i]
            for j in range(cards):
                rules.link[i][j] = link[i, j]
        ops.max_actions = cards
        ops.max_outcomes = pips
        ops.max_plies = seats * boxes
        ops.n_weights = 1
        if rewinds:
            ops.rewind = <RewindFunction>rewind
        return finish_table(&ops, rules)
    finally:
        free(rules)
