"""The stack machine: effects clause by clause, with every choice a decision of its own.

A frame's clause is resumed until it is done. Whatever it pushes above itself is finished
first; what it asks is listed and answered in `choices`.
"""
from libc.stdint cimport uint16_t

from eminence.cython_ext.game cimport Seen
from eminence.engines.kit.bits cimport lowest_bit64
from eminence.engines.bruges.board cimport (
    ask, cards_left, gain, hand_total, has, has_several, hire, is_warded, lose, pop, push_effect,
    raise_event, seat_after, step_price, total,
)
from eminence.engines.bruges.effects.counting cimport (
    amount_of, can_give, canal_options, canal_times, die_allows, does_something, markers_of,
    victims,
)
from eminence.engines.bruges.drawing cimport push_draw
from eminence.engines.bruges.plays cimport build_house
from eminence.engines.bruges.state cimport (
    ANY_COLOUR, AT, CANAL_TOKEN, CHOOSE_VICTIM, COLOURS, DISCARD, DRAW_CARDS, EACH_COLOUR,
    EXTRA_CANAL, EXTRA_HOUSE, EXTRA_PLAY, EXTRA_RECRUIT, EXTRA_STEP, FROM_ONE, FROM_PILE,
    GIVE_WORKER, GUILDERS_GAIN, HOUSE_CARD, LEFT, LOSE_CANAL, LOSE_HOUSE, LOW, MOST_CHOICES,
    ON_ADVANCE, ON_OPP_RECRUIT, ON_RECRUIT, OPP_CANAL, OPP_CARDS, OPP_HOUSE, OPP_THREAT, OPP_VP,
    PLAY_CARD, PLAY_DRAWN, RECRUIT_PERSON, REPUTATION_STEPS, SEAT, SOURCE, STAGE, STEAL_GUILDERS,
    STEAL_WORKERS, TAKE_WORKER, TRADE, TRADE_GOODS, UNTHREAT, UNTHREAT_MARKERS, VP, WHO,
    WORKERS_GAIN, Clause, Rules, State,
)
from eminence.engines.bruges.threats cimport ask_for_loss, threaten


cdef inline const Clause *clause_of(const Rules *r, const uint16_t *f) noexcept nogil:
    return &r.clause[f[AT]]


cdef inline void next_clause(State *s, const Rules *r, uint16_t *f) noexcept nogil:
    """Go to the next clause with fresh numbers; after the last one, drop the frame."""
    if r.clause[f[AT]].last:
        pop(s)
        return
    f[AT] += 1
    f[LEFT] = f[LOW] = f[WHO] = f[STAGE] = 0


cdef inline void resume_event(State *s, const Rules *r, uint16_t *f) noexcept nogil:
    """The next person waiting for what happened (R26); a recruit also calls the others' people."""
    cdef int event = f[AT], seat = f[SEAT], i = f[WHO], other, card
    if i < r.n_triggers[event]:
        f[WHO] += 1
        card = r.trigger[event][i].card
        for other in range(r.seats):
            if (other == seat) != (event == ON_OPP_RECRUIT) and card + 1 != f[SOURCE]:
                if has(s.people[other], card):
                    push_effect(s, other, r.trigger[event][i].clause, card)
                    return
    elif f[LEFT] > 1:
        f[LEFT] -= 1
        f[WHO] = 0
    elif event == ON_RECRUIT:
        f[AT] = ON_OPP_RECRUIT
        f[WHO] = 0
    else:
        pop(s)


cdef inline void resume_clauses(State *s, const Rules *r, uint16_t *f, Seen *seen) noexcept nogil:
    cdef const Clause *clause = clause_of(r, f)
    cdef int verb = clause.verb, seat = f[SEAT]
    if f[STAGE] == 0 and not die_allows(s, r, clause):
        next_clause(s, r, f)
    elif verb == VP or verb == GUILDERS_GAIN:
        gain(
            &s.points[seat] if verb == VP else &s.guilders[seat], amount_of(s, r, seat, clause))
        next_clause(s, r, f)
    elif verb == WORKERS_GAIN:
        do_workers(s, r, f, clause)
    elif verb == DRAW_CARDS:
        do_draw(s, r, f, clause)
    elif verb == UNTHREAT_MARKERS:
        begin_count(f, clause.amount)
        ask_if(s, r, f, f[LEFT] and markers_of(s, seat, clause, f[LOW]), UNTHREAT)
    elif verb == TRADE_GOODS:
        begin_count(f, clause.amount)
        ask_if(s, r, f, f[LEFT] and can_give(s, seat, clause, f[LOW]), TRADE)
    elif verb == CANAL_TOKEN:
        begin_count(f, clause.amount)
        ask_if(s, r, f, f[LEFT] and canal_options(s, r, seat, canal_times(clause)), EXTRA_CANAL)
    elif verb == PLAY_CARD or verb == HOUSE_CARD:
        do_card(s, r, f, clause, seen)
    elif verb == RECRUIT_PERSON:
        ask_if(s, r, f, does_something(s, r, seat, clause), EXTRA_RECRUIT)
    elif verb == REPUTATION_STEPS and clause.price == 0 and does_something(s, r, seat, clause):
        advance_by_clause(s, r, f)
    elif verb == REPUTATION_STEPS:
        ask_if(s, r, f, does_something(s, r, seat, clause), EXTRA_STEP)
    else:
        do_to_others(s, r, f, clause, seen)


cdef inline void begin_count(uint16_t *f, int times) noexcept nogil:
    """When the clause begins: how often it may ask."""
    if f[STAGE] == 0:
        f[STAGE] = 1
        f[LEFT] = times


cdef inline void ask_if(
    State *s, const Rules *r, uint16_t *f, bint possible, int step
) noexcept nogil:
    """Ask the owner; if there is nothing to choose, the clause is done."""
    if possible:
        ask(s, f[SEAT], step)
    else:
        next_clause(s, r, f)


cdef inline void do_workers(
    State *s, const Rules *r, uint16_t *f, const Clause *clause
) noexcept nogil:
    cdef int seat = f[SEAT], c
    if clause.colour == ANY_COLOUR:
        begin_count(f, min(amount_of(s, r, seat, clause), MOST_CHOICES))
        ask_if(s, r, f, f[LEFT], TAKE_WORKER)
        return
    for c in range(COLOURS):
        if clause.colour == EACH_COLOUR or clause.colour == c:
            hire(&s.workers[seat][c], amount_of(s, r, seat, clause))
    next_clause(s, r, f)


cdef inline void do_draw(
    State *s, const Rules *r, uint16_t *f, const Clause *clause
) noexcept nogil:
    """Draw, and when that is done discard."""
    if f[STAGE] == 0:
        f[STAGE] = 1
        push_draw(s, f[SEAT], clause.amount, False)
        return
    if f[STAGE] == 1:
        f[STAGE] = 2
        f[LEFT] = min(<int>clause.extra, hand_total(s, f[SEAT]))
    ask_if(s, r, f, f[LEFT], DISCARD)


cdef inline void do_card(
    State *s, const Rules *r, uint16_t *f, const Clause *clause, Seen *seen
) noexcept nogil:
    """Play or build with a card of the hand, or with one that is drawn for it (R27)."""
    cdef bint builds = clause.verb == HOUSE_CARD
    if clause.option != FROM_PILE:
        ask_if(s, r, f, hand_total(s, f[SEAT]), EXTRA_HOUSE if builds else EXTRA_PLAY)
    elif f[STAGE] == 0 and cards_left(s):
        f[STAGE] = 1
        push_draw(s, f[SEAT], 1, True)
    elif s.aside_colour and not builds:
        ask(s, f[SEAT], PLAY_DRAWN)
    else:
        next_clause(s, r, f)
        if s.aside_colour:
            build_house(s, r, s.aside - 1, seen)


cdef inline void advance_by_clause(State *s, const Rules *r, uint16_t *f) noexcept nogil:
    cdef const Clause *clause = clause_of(r, f)
    cdef int seat = f[SEAT], steps = min(<int>clause.amount, r.steps - s.reputation[seat])
    s.guilders[seat] -= step_price(s, r, seat, clause.price)
    next_clause(s, r, f)
    climb(s, r, seat, steps)


cdef inline void climb(State *s, const Rules *r, int seat, int steps) noexcept nogil:
    s.reputation[seat] += steps
    raise_event(s, r, ON_ADVANCE, seat, steps, -1)


# --- what opponents lose ---

cdef inline void do_to_others(
    State *s, const Rules *r, uint16_t *f, const Clause *clause, Seen *seen
) noexcept nogil:
    """Opponents in turn order; STAGE 1: it is the turn of WHO, 2: a single one was chosen (R29)."""
    cdef int seat = f[SEAT], verb = clause.verb, chosen
    if f[STAGE] == 0:
        f[STAGE] = 1
        if (verb == STEAL_GUILDERS or verb == STEAL_WORKERS) and clause.option == FROM_ONE:
            chosen = victims(s, r, seat, verb)
            f[STAGE] = 2
            if has_several(chosen):
                ask(s, seat, CHOOSE_VICTIM)
                return
            if chosen:
                begin_victim(s, r, f, clause, lowest_bit64(chosen))
    if f[LEFT]:
        hurt(s, r, f, clause, seat_after(r, seat, f[WHO]), seen)
    elif f[STAGE] == 1 and f[WHO] + 1 < r.seats:
        begin_victim(s, r, f, clause, seat_after(r, seat, f[WHO] + 1))
    else:
        next_clause(s, r, f)


cdef inline void begin_victim(
    State *s, const Rules *r, uint16_t *f, const Clause *clause, int victim
) noexcept nogil:
    """How much this opponent has to lose."""
    f[WHO] = victim - f[SEAT] if victim > f[SEAT] else victim - f[SEAT] + r.seats
    f[LOW] = 0
    f[LEFT] = clause.amount
    if is_warded(s, r, victim):
        f[LEFT] = 0
    elif clause.verb == STEAL_WORKERS:
        f[LEFT] = min(<int>clause.amount, total(s.workers[victim]))
    elif clause.verb == OPP_CARDS:
        f[LEFT] = min(<int>clause.amount, hand_total(s, victim))


cdef inline void hurt(
    State *s, const Rules *r, uint16_t *f, const Clause *clause, int victim, Seen *seen
) noexcept nogil:
    """One loss, or all of them if there is nothing to choose."""
    cdef int verb = clause.verb, n = f[LEFT]
    if verb == OPP_CARDS:
        ask(s, victim, DISCARD)
    elif verb == STEAL_WORKERS and n < total(s.workers[victim]):
        ask(s, victim, GIVE_WORKER)
    elif verb == STEAL_WORKERS:
        take_all_workers(s, f, victim)
    elif verb == OPP_THREAT:
        f[LEFT] -= 1
        threaten(s, r, victim, 1 << clause.colour)
    elif verb == OPP_CANAL or verb == OPP_HOUSE:
        f[LEFT] -= 1
        ask_for_loss(s, r, victim, LOSE_CANAL if verb == OPP_CANAL else LOSE_HOUSE, seen)
    else:
        f[LEFT] = 0
        if verb == STEAL_GUILDERS:
            gain(&s.guilders[f[SEAT]], min(n, <int>s.guilders[victim]))
        lose(&s.points[victim] if verb == OPP_VP else &s.guilders[victim], n)


cdef inline void take_all_workers(State *s, uint16_t *f, int victim) noexcept nogil:
    cdef int c
    f[LEFT] = 0
    for c in range(COLOURS):
        hire(&s.workers[f[SEAT]][c], s.workers[victim][c])
        s.workers[victim][c] = 0
