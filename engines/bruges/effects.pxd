"""The stack machine: effects clause by clause, with every choice a decision of its own.

A frame's clause is resumed until it is done. Whatever it pushes above itself is finished
first; whatever it asks is answered through `answer_clause`.
"""
from libc.stdint cimport int32_t, uint16_t, uint64_t

from cython_ext.game cimport Seen
from engines.bits cimport lowest_bit64
from engines.bruges.board cimport (
    ask, cards_left, colour_of, gain, hand_total, has, is_warded, lose, pop, push_effect, put,
    raise_event, seat_after, step_price, total_workers,
)
from engines.bruges.counting cimport (
    FROM_ONE, FROM_PILE, GIVE_GUILDERS, GIVE_WORKERS, MOST_CHOICES, amount_of, can_give,
    canal_options, canal_times, die_allows, does_something, markers_of, victims,
)
from engines.bruges.drawing cimport push_draw
from engines.bruges.plays cimport (
    begin_recruit, begin_use, build_canal, build_house, hand_colours, leave_hand, list_recruits,
    list_use, list_plays, return_threat, worker_colours,
)
from engines.bruges.rules cimport (
    ANY_COLOUR, AT, CANAL_TOKEN, CARD, CHOOSE_VICTIM, COLOUR, COLOURS, DISCARD, DRAW_CARDS,
    EACH_COLOUR, EXTRA_CANAL, EXTRA_HOUSE, EXTRA_PLAY, EXTRA_RECRUIT, EXTRA_STEP, GIVE_WORKER,
    GUILDERS_GAIN, HOUSE, HOUSE_CARD, LEFT, LOSE_CANAL, LOSE_HOUSE, LOW, NO, ON_ADVANCE,
    ON_OPP_RECRUIT, ON_RECRUIT, OPP_CANAL, OPP_CARDS, OPP_HOUSE, OPP_THREAT, OPP_VP, PER_COLOUR,
    PLAY_CARD, PLAY_DRAWN, RECRUIT, RECRUIT_PERSON, REPUTATION_STEPS, SEAT, SECTION, SECTIONS,
    SOURCE, STAGE, STEAL_GUILDERS, STEAL_WORKERS, TAKE_WORKER, TRADE, TRADE_GOODS, UNTHREAT,
    UNTHREAT_MARKERS, VICTIM, VP, WHO, WORKERS_GAIN, YES, Bruges, BrugesRules, Clause,
)
from engines.bruges.threats cimport ask_for_loss, list_colours, threaten


cdef inline const Clause *clause_of(const BrugesRules *r, const uint16_t *f) noexcept nogil:
    return &r.clause[f[AT]]


cdef inline void next_clause(Bruges *s, const BrugesRules *r, uint16_t *f) noexcept nogil:
    """Forget the clause's own numbers; the last one takes the frame with it."""
    if r.clause[f[AT]].last:
        pop(s)
        return
    f[AT] += 1
    f[LEFT] = f[LOW] = f[WHO] = f[STAGE] = 0


cdef inline void resume_event(Bruges *s, const BrugesRules *r, uint16_t *f) noexcept nogil:
    """The next person that waits for what happened (R26); a recruit also calls the others."""
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


cdef inline void resume_clauses(
    Bruges *s, const BrugesRules *r, uint16_t *f, Seen *seen
) noexcept nogil:
    cdef const Clause *clause = clause_of(r, f)
    cdef int verb = clause.verb
    if f[STAGE] == 0 and not die_allows(s, r, clause):
        next_clause(s, r, f)
    elif verb == VP or verb == GUILDERS_GAIN:
        do_gain(s, r, f, clause)
    elif verb == WORKERS_GAIN:
        do_workers(s, r, f, clause)
    elif verb == DRAW_CARDS:
        do_draw(s, r, f, clause)
    elif verb == UNTHREAT_MARKERS:
        do_unthreat(s, r, f, clause)
    elif verb == TRADE_GOODS:
        do_trade(s, r, f, clause)
    elif verb == PLAY_CARD:
        do_play(s, r, f, clause)
    elif verb == REPUTATION_STEPS:
        do_reputation(s, r, f, clause)
    elif verb == CANAL_TOKEN:
        do_canal(s, r, f, clause)
    elif verb == HOUSE_CARD:
        do_house(s, r, f, clause, seen)
    elif verb == RECRUIT_PERSON:
        if f[STAGE] or not does_something(s, r, f[SEAT], clause):
            next_clause(s, r, f)
        else:
            ask(s, f[SEAT], EXTRA_RECRUIT)
    else:
        do_to_others(s, r, f, clause, seen)


# --- gains ---

cdef inline void do_gain(
    Bruges *s, const BrugesRules *r, uint16_t *f, const Clause *clause
) noexcept nogil:
    cdef int seat = f[SEAT], amount = amount_of(s, r, seat, clause)
    gain(&s.points[seat] if clause.verb == VP else &s.guilders[seat], amount)
    next_clause(s, r, f)


cdef inline void do_workers(
    Bruges *s, const BrugesRules *r, uint16_t *f, const Clause *clause
) noexcept nogil:
    cdef int seat = f[SEAT], c
    if clause.colour == ANY_COLOUR:
        if f[STAGE] == 0:
            f[STAGE] = 1
            f[LEFT] = min(amount_of(s, r, seat, clause), MOST_CHOICES)
        if f[LEFT]:
            ask(s, seat, TAKE_WORKER)
            return
    else:
        for c in range(COLOURS):
            if clause.colour == EACH_COLOUR or clause.colour == c:
                gain(&s.workers[seat][c], amount_of(s, r, seat, clause))
    next_clause(s, r, f)


cdef inline void do_draw(
    Bruges *s, const BrugesRules *r, uint16_t *f, const Clause *clause
) noexcept nogil:
    """Draw, and when that is done discard."""
    cdef int seat = f[SEAT]
    if f[STAGE] == 0:
        f[STAGE] = 1
        push_draw(s, seat, clause.amount, False)
        return
    if f[STAGE] == 1:
        f[STAGE] = 2
        f[LEFT] = min(<int>clause.extra, hand_total(s, seat))
    if f[LEFT]:
        ask(s, seat, DISCARD)
    else:
        next_clause(s, r, f)


cdef inline void do_unthreat(
    Bruges *s, const BrugesRules *r, uint16_t *f, const Clause *clause
) noexcept nogil:
    if f[STAGE] == 0:
        f[STAGE] = 1
        f[LEFT] = clause.amount
    if f[LEFT] and markers_of(s, f[SEAT], clause, f[LOW]):
        ask(s, f[SEAT], UNTHREAT)
    else:
        next_clause(s, r, f)


cdef inline void do_trade(
    Bruges *s, const BrugesRules *r, uint16_t *f, const Clause *clause
) noexcept nogil:
    if f[STAGE] == 0:
        f[STAGE] = 1
        f[LEFT] = clause.amount
    if f[LEFT] and can_give(s, f[SEAT], clause) and (
        clause.option == GIVE_GUILDERS or worker_colours(s, f[SEAT]) >> f[LOW]
    ):
        ask(s, f[SEAT], TRADE)
    else:
        next_clause(s, r, f)


# --- extra actions ---

cdef inline void do_play(
    Bruges *s, const BrugesRules *r, uint16_t *f, const Clause *clause
) noexcept nogil:
    """From the hand, or with a card drawn for it; by the seat whose turn it is (R27)."""
    if clause.option == FROM_PILE:
        if f[STAGE] == 0 and cards_left(s):
            f[STAGE] = 1
            push_draw(s, f[SEAT], 1, True)
        elif s.aside_colour:
            ask(s, f[SEAT], PLAY_DRAWN)
        else:
            next_clause(s, r, f)
    elif hand_total(s, f[SEAT]):
        ask(s, f[SEAT], EXTRA_PLAY)
    else:
        next_clause(s, r, f)


cdef inline void do_reputation(
    Bruges *s, const BrugesRules *r, uint16_t *f, const Clause *clause
) noexcept nogil:
    if not does_something(s, r, f[SEAT], clause):
        next_clause(s, r, f)
    elif clause.price:
        ask(s, f[SEAT], EXTRA_STEP)
    else:
        advance_by_clause(s, r, f)


cdef inline void advance_by_clause(
    Bruges *s, const BrugesRules *r, uint16_t *f
) noexcept nogil:
    cdef const Clause *clause = clause_of(r, f)
    cdef int seat = f[SEAT], steps = min(<int>clause.amount, r.steps - s.reputation[seat])
    s.guilders[seat] -= step_price(s, r, seat, clause.price)
    next_clause(s, r, f)
    climb(s, r, seat, steps)


cdef inline void climb(Bruges *s, const BrugesRules *r, int seat, int steps) noexcept nogil:
    s.reputation[seat] += steps
    raise_event(s, r, ON_ADVANCE, seat, steps, -1)


cdef inline void do_canal(
    Bruges *s, const BrugesRules *r, uint16_t *f, const Clause *clause
) noexcept nogil:
    if f[STAGE] == 0:
        f[STAGE] = 1
        f[LEFT] = clause.amount
    if f[LEFT] and canal_options(s, r, f[SEAT], canal_times(clause)):
        ask(s, f[SEAT], EXTRA_CANAL)
    else:
        next_clause(s, r, f)


cdef inline void do_house(
    Bruges *s, const BrugesRules *r, uint16_t *f, const Clause *clause, Seen *seen
) noexcept nogil:
    if clause.option == FROM_PILE:
        if f[STAGE] == 0 and cards_left(s):
            f[STAGE] = 1
            push_draw(s, f[SEAT], 1, True)
            return
        next_clause(s, r, f)
        if s.aside_colour:
            build_house(s, r, s.aside - 1, seen)
    elif hand_total(s, f[SEAT]):
        ask(s, f[SEAT], EXTRA_HOUSE)
    else:
        next_clause(s, r, f)


# --- what opponents lose ---

cdef inline void do_to_others(
    Bruges *s, const BrugesRules *r, uint16_t *f, const Clause *clause, Seen *seen
) noexcept nogil:
    """Opponents in turn order; STAGE 1: WHO of them is at it, 2: one alone was chosen (R29)."""
    cdef int seat = f[SEAT], verb = clause.verb, chosen
    if f[STAGE] == 0:
        f[STAGE] = 1
        if (verb == STEAL_GUILDERS or verb == STEAL_WORKERS) and clause.option == FROM_ONE:
            chosen = victims(s, r, seat, verb)
            f[STAGE] = 2
            if chosen & (chosen - 1):
                ask(s, seat, CHOOSE_VICTIM)
                return
            if chosen:
                begin_victim(s, r, f, clause, lowest_bit64(chosen))
    if f[LEFT]:
        hurt(s, r, f, clause, seat_after(r, seat, f[WHO]), seen)
        return
    if f[STAGE] == 1 and f[WHO] + 1 < r.seats:
        begin_victim(s, r, f, clause, seat_after(r, seat, f[WHO] + 1))
    else:
        next_clause(s, r, f)


cdef inline void begin_victim(
    Bruges *s, const BrugesRules *r, uint16_t *f, const Clause *clause, int victim
) noexcept nogil:
    """How much this opponent has to lose."""
    f[WHO] = victim - f[SEAT] if victim > f[SEAT] else victim - f[SEAT] + r.seats
    f[LOW] = 0
    f[LEFT] = clause.amount
    if is_warded(s, r, victim):
        f[LEFT] = 0
    elif clause.verb == STEAL_WORKERS:
        f[LEFT] = min(<int>clause.amount, total_workers(s, victim))
    elif clause.verb == OPP_CARDS:
        f[LEFT] = min(<int>clause.amount, hand_total(s, victim))


cdef inline void hurt(
    Bruges *s, const BrugesRules *r, uint16_t *f, const Clause *clause, int victim, Seen *seen
) noexcept nogil:
    """One loss, or all of them where nothing is to be chosen."""
    cdef int verb = clause.verb, n = f[LEFT]
    if verb == STEAL_WORKERS:
        if n == total_workers(s, victim):
            take_all_workers(s, f, victim)
        else:
            ask(s, victim, GIVE_WORKER)
        return
    if verb == OPP_CARDS:
        ask(s, victim, DISCARD)
        return
    if verb == OPP_CANAL or verb == OPP_HOUSE or verb == OPP_THREAT:
        f[LEFT] -= 1
        if verb == OPP_THREAT:
            threaten(s, r, victim, 1 << clause.colour)
        else:
            ask_for_loss(s, r, victim, LOSE_CANAL if verb == OPP_CANAL else LOSE_HOUSE, seen)
        return
    f[LEFT] = 0
    if verb == OPP_VP:
        lose(&s.points[victim], n)
        return
    if verb == STEAL_GUILDERS:
        gain(&s.guilders[f[SEAT]], min(n, <int>s.guilders[victim]))
    lose(&s.guilders[victim], n)


cdef inline void take_all_workers(Bruges *s, uint16_t *f, int victim) noexcept nogil:
    cdef int c
    f[LEFT] = 0
    for c in range(COLOURS):
        gain(&s.workers[f[SEAT]][c], s.workers[victim][c])
        s.workers[victim][c] = 0


# --- choices ---

cdef inline int list_discards(
    const Bruges *s, const uint16_t *f, int seat, int32_t *out
) noexcept nogil:
    """Colour by colour, so that the counts everybody sees leave enough to finish (R28.4)."""
    cdef int later = 0, n = 0, c
    cdef uint64_t left
    for c in range(f[LOW], COLOURS):
        later += s.hand_count[seat][c]
    for c in range(f[LOW], COLOURS):
        if later >= f[LEFT]:
            left = s.hand[seat][c]
            while left:
                out[n] = CARD + c * PER_COLOUR + lowest_bit64(left)
                left &= left - 1
                n += 1
        later -= s.hand_count[seat][c]
    return n


cdef inline int givable_workers(
    const Bruges *s, const uint16_t *f, int seat
) noexcept nogil:
    """Mask of colours in ascending order that leave enough workers to finish."""
    cdef int later = 0, mask = 0, c
    for c in range(f[LOW], COLOURS):
        later += s.workers[seat][c]
    for c in range(f[LOW], COLOURS):
        if s.workers[seat][c] and later >= f[LEFT]:
            mask |= 1 << c
        later -= s.workers[seat][c]
    return mask


cdef inline int list_choices(
    const Bruges *s, const BrugesRules *r, const uint16_t *f, int32_t *out
) noexcept nogil:
    """The options of a decision that a clause asks for."""
    cdef const Clause *clause = clause_of(r, f)
    cdef int seat = s.head.player, step = s.step, n = 0, i, mask
    if step == TAKE_WORKER:
        return list_colours(((1 << COLOURS) - 1) >> f[LOW] << f[LOW], out, 0)
    if step == GIVE_WORKER:
        return list_colours(givable_workers(s, f, seat), out, 0)
    if step == DISCARD:
        return list_discards(s, f, seat, out)
    if step == CHOOSE_VICTIM:
        mask = victims(s, r, seat, clause.verb)
        for i in range(r.seats):
            if mask >> i & 1:
                out[n] = VICTIM + i
                n += 1
        return n
    out[0] = NO
    if step == UNTHREAT:
        return list_colours(markers_of(s, seat, clause, f[LOW]), out, 1)
    if step == TRADE and clause.option == GIVE_WORKERS:
        return list_colours(worker_colours(s, seat) >> f[LOW] << f[LOW], out, 1)
    if step == TRADE or step == EXTRA_STEP:
        out[1] = YES
        return 2
    if step == EXTRA_PLAY:
        return list_plays(s, r, out, 1)
    if step == EXTRA_HOUSE:
        return list_use(HOUSE, hand_colours(s, seat), out, 1)
    if step == EXTRA_RECRUIT:
        return list_recruits(s, r, clause.price, out, 1)
    mask = canal_options(s, r, seat, canal_times(clause))
    n = 1
    for i in range(SECTIONS):
        if mask >> i & 1:
            out[n] = SECTION + i
            n += 1
    return n


cdef inline void answer_clause(
    Bruges *s, const BrugesRules *r, uint16_t *f, int step, int seat, int action, Seen *seen
) noexcept nogil:
    """Carry out what the seat chose at this step, and count it."""
    cdef const Clause *clause = clause_of(r, f)
    cdef int colour = action - COLOUR
    if action == NO:
        next_clause(s, r, f)
    elif step == CHOOSE_VICTIM:
        begin_victim(s, r, f, clause, action - VICTIM)
    elif step == EXTRA_STEP:
        advance_by_clause(s, r, f)
    elif step == EXTRA_RECRUIT:
        next_clause(s, r, f)
        begin_recruit(s, r, action - RECRUIT, clause.price)
    elif step == EXTRA_HOUSE or step == EXTRA_PLAY or step == PLAY_DRAWN:
        next_clause(s, r, f)
        play_card(s, r, action, step == EXTRA_HOUSE, seen)
    else:
        f[LEFT] -= 1
        if step == DISCARD:
            f[LOW] = colour_of(action - CARD)
            leave_hand(s, seat, action - CARD)
            put(s.discards, action - CARD)
        elif step == EXTRA_CANAL:
            build_canal(s, r, seat, action - SECTION, canal_times(clause))
        elif step == TRADE and clause.option == GIVE_GUILDERS:
            s.guilders[seat] -= clause.price
            receive_trade(s, seat, clause)
        else:
            f[LOW] = colour
            move_marker_or_worker(s, r, f, step, seat, colour)


cdef inline void play_card(
    Bruges *s, const BrugesRules *r, int action, bint free_house, Seen *seen
) noexcept nogil:
    if action >= RECRUIT:
        begin_recruit(s, r, action - RECRUIT, 0)
    else:
        begin_use(s, r, action, free_house, seen)


cdef inline void receive_trade(Bruges *s, int seat, const Clause *clause) noexcept nogil:
    gain(&s.guilders[seat] if clause.per_index else &s.points[seat], clause.extra)


cdef inline void move_marker_or_worker(
    Bruges *s, const BrugesRules *r, uint16_t *f, int step, int seat, int colour
) noexcept nogil:
    if step == UNTHREAT:
        return_threat(s, r, seat, colour)
        return
    if step == TAKE_WORKER:
        gain(&s.workers[seat][colour], 1)
        return
    s.workers[seat][colour] -= 1
    if step == TRADE:
        receive_trade(s, seat, clause_of(r, f))
    else:
        gain(&s.workers[f[SEAT]][colour], 1)
