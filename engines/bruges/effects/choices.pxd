"""What a clause asks: the options, and what choosing one does."""
from libc.stdint cimport int32_t, uint16_t

from eminence.cython_ext.game cimport Seen
from eminence.engines.kit.bits cimport list_bits64
from eminence.engines.kit.counts cimport Count
from eminence.engines.bruges.board cimport colour_of, colours_in, gain, hire, put
from eminence.engines.bruges.effects.counting cimport (
    canal_options, canal_times, markers_of, victims,
)
from eminence.engines.bruges.plays cimport (
    begin_recruit, begin_use, build_canal, leave_hand, list_plays, list_recruits, return_threat,
)
from eminence.engines.bruges.state cimport (
    CARD, CHOOSE_VICTIM, COLOUR, COLOURS, DISCARD, EXTRA_CANAL, EXTRA_HOUSE, EXTRA_PLAY,
    EXTRA_RECRUIT, EXTRA_STEP, GIVE_GUILDERS, GIVE_WORKER, GIVE_WORKERS, HOUSE, LEFT, LOW, NO,
    PER_COLOUR, PLAY_DRAWN, RECRUIT, SEAT, SECTION, TAKE_WORKER, TRADE, UNTHREAT, USE, VICTIM, YES,
    Clause, Rules, State,
)
from eminence.engines.bruges.effects.clauses cimport (
    advance_by_clause, begin_victim, clause_of, next_clause,
)


cdef inline int list_discards(
    const State *s, const uint16_t *f, int seat, int32_t *out
) noexcept nogil:
    """Discard colour by colour; the counts everybody sees must leave enough to finish (R28.4)."""
    cdef int mask = givable_colours(s.hand_count[seat], f), n = 0, c
    for c in range(COLOURS):
        if mask >> c & 1:
            n += list_bits64(s.hand[seat][c], CARD + c * PER_COLOUR, out + n)
    return n


cdef inline int givable_colours(const Count *counts, const uint16_t *f) noexcept nogil:
    """Mask of the colours that leave enough to finish in ascending order."""
    cdef int later = 0, mask = 0, low = f[LOW], c
    for c in range(COLOURS - 1, low - 1, -1):
        later += counts[c]
        if counts[c] and later >= f[LEFT]:
            mask |= 1 << c
    return mask


cdef inline int list_choices(
    const State *s, const Rules *r, const uint16_t *f, int32_t *out
) noexcept nogil:
    """The options of a decision that a clause asks for."""
    cdef const Clause *clause = clause_of(r, f)
    cdef int seat = s.head.player, step = s.step
    if step == TAKE_WORKER:
        return list_bits64(((1 << COLOURS) - 1) >> f[LOW] << f[LOW], COLOUR, out)
    if step == GIVE_WORKER:
        return list_bits64(givable_colours(s.workers[seat], f), COLOUR, out)
    if step == DISCARD:
        return list_discards(s, f, seat, out)
    if step == CHOOSE_VICTIM:
        return list_bits64(victims(s, r, seat, clause.verb), VICTIM, out)
    out[0] = NO
    if step == UNTHREAT:
        return 1 + list_bits64(markers_of(s, seat, clause, f[LOW]), COLOUR, out + 1)
    if step == TRADE and clause.option == GIVE_WORKERS:
        return 1 + list_bits64(
            colours_in(s.workers[seat]) >> f[LOW] << f[LOW], COLOUR, out + 1)
    if step == TRADE or step == EXTRA_STEP:
        out[1] = YES
        return 2
    if step == EXTRA_PLAY:
        return list_plays(s, r, out, 1)
    if step == EXTRA_HOUSE:
        return 1 + list_bits64(colours_in(s.hand_count[seat]), USE + HOUSE * 8, out + 1)
    if step == EXTRA_RECRUIT:
        return list_recruits(s, r, clause.price, out, 1)
    return 1 + list_bits64(canal_options(s, r, seat, canal_times(clause)), SECTION, out + 1)


cdef inline void answer_clause(
    State *s, const Rules *r, uint16_t *f, int step, int seat, int action, Seen *seen
) noexcept nogil:
    """Carry out what the seat chose at this step, and count it."""
    cdef const Clause *clause = clause_of(r, f)
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
            f[LOW] = action - COLOUR
            move_marker_or_worker(s, r, f, step, seat, action - COLOUR)


cdef inline void play_card(
    State *s, const Rules *r, int action, bint free_house, Seen *seen
) noexcept nogil:
    if action >= RECRUIT:
        begin_recruit(s, r, action - RECRUIT, 0)
    else:
        begin_use(s, r, action, free_house, seen)


cdef inline void receive_trade(State *s, int seat, const Clause *clause) noexcept nogil:
    gain(&s.guilders[seat] if clause.per_index else &s.points[seat], clause.extra)


cdef inline void move_marker_or_worker(
    State *s, const Rules *r, uint16_t *f, int step, int seat, int colour
) noexcept nogil:
    if step == UNTHREAT:
        return_threat(s, r, seat, colour)
        return
    if step == TAKE_WORKER:
        hire(&s.workers[seat][colour], 1)
        return
    s.workers[seat][colour] -= 1
    if step == TRADE:
        receive_trade(s, seat, clause_of(r, f))
    else:
        hire(&s.workers[f[SEAT]][colour], 1)
