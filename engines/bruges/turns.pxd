"""The round: its phases, whose turn it is, majorities, and the end."""
from libc.stdint cimport int32_t, uint16_t, uint64_t
from libc.string cimport memset

from eminence.cython_ext.game cimport OVER, Seen
from eminence.engines.bruges.board cimport (
    ask, canal_total, count_cards, dice_price, hand_total, happen, lowest_card, modifier,
    push_effect, put, seat_after, step_price, top_frame,
)
from eminence.engines.bruges.effects.counting cimport does_something, shows_high
from eminence.engines.bruges.drawing cimport push_draw, resume_draw, untopped_pile
from eminence.engines.bruges.effects.clauses cimport climb, resume_clauses, resume_event
from eminence.engines.bruges.plays cimport list_plays
from eminence.engines.bruges.state cimport (
    ACTIVATE, ADVANCE, COLOURS, DO_CLAUSES, DO_DRAW, DO_EVENT, DRAWING, ENDED, MAX_ACTIONS,
    MORE_HAND, MOST_PEOPLE, MOST_REPUTATION, NO, NOTHING, N_MAJORITIES, PLAYING, ROLL, ROLLING,
    SETTING_UP, TASK, THREATS, TURN, TURN_UP, WORKER, Clause, Rules, State,
)
from eminence.engines.bruges.threats cimport resume_suffer, threaten


cdef inline void proceed(State *s, const Rules *r, Seen *seen) noexcept nogil:
    """Go on until somebody is asked, something random happens, or the game is over."""
    cdef uint16_t *f
    while s.step == NOTHING and s.phase != ENDED:
        if s.depth == 0:
            go_on(s, r)
            continue
        f = top_frame(s)
        if f[TASK] == DO_CLAUSES:
            resume_clauses(s, r, f, seen)
        elif f[TASK] == DO_DRAW:
            resume_draw(s, r, f)
        elif f[TASK] == DO_EVENT:
            resume_event(s, r, f)
        else:
            resume_suffer(s, r, f, seen)


cdef inline void go_on(State *s, const Rules *r) noexcept nogil:
    """The stack is empty: go on with the next part of the phase."""
    if s.phase == SETTING_UP:
        if untopped_pile(s) >= 0:
            happen(s, TURN_UP)
        else:
            s.phase = DRAWING
    elif s.phase == ROLLING:
        if s.rolled < COLOURS:
            happen(s, ROLL)
        else:
            s.phase = THREATS
    elif s.phase == PLAYING:
        # If everybody sees that the turn is over, it ends by itself.
        if has_turn(s, r):
            ask(s, s.seat, TURN)
        else:
            end_turn(s, r)
    elif s.begun:
        next_seat(s, r)
    else:
        s.begun = 1
        begin_part(s, r)


cdef inline void begin_part(State *s, const Rules *r) noexcept nogil:
    """What happens to the seat in the first two phases."""
    cdef int seat = s.seat, colours = 0, missing, c
    if s.phase == DRAWING:
        missing = r.hand_size + modifier(s, r, seat, MORE_HAND) - hand_total(s, seat)
        if missing > 0:
            push_draw(s, seat, missing, False)
    elif s.phase == THREATS:
        for c in range(COLOURS):
            colours |= shows_high(s, r, c) << c
        threaten(s, r, seat, colours)
    elif can_advance(s, r):
        ask(s, seat, ADVANCE)


cdef inline bint can_advance(const State *s, const Rules *r) noexcept nogil:
    """Whether the seat can buy the step of this round (R11)."""
    cdef int price = dice_price(s, r)
    return price > 0 and s.reputation[s.seat] < r.steps and (
        step_price(s, r, s.seat, price) <= s.guilders[s.seat])


cdef inline void advance(State *s, const Rules *r) noexcept nogil:
    s.guilders[s.seat] -= step_price(s, r, s.seat, dice_price(s, r))
    climb(s, r, s.seat, 1)


cdef inline void next_seat(State *s, const Rules *r) noexcept nogil:
    """The next seat's part of the phase; after the last one the next phase."""
    s.begun = 0
    s.seat = seat_after(r, s.seat, 1)
    if s.seat == s.start_seat:
        s.phase += 1


# --- phase 3 ---

cdef inline bint can_activate(const State *s, const Rules *r, int card) noexcept nogil:
    """Whether the worker is there and some clause does something (R20)."""
    cdef const Clause *clause = &r.clause[r.effect[card] - 1]
    if r.activation[card] == WORKER and s.workers[s.seat][r.activation_colour[card]] == 0:
        return False
    while not does_something(s, r, s.seat, clause):
        if clause.last:
            return False
        clause += 1
    return True


cdef inline int list_ready(const State *s, const Rules *r, int most, int32_t *out) noexcept nogil:
    """The people that can be activated now, up to so many."""
    cdef int n = 0, c
    cdef uint64_t left
    for c in range(COLOURS):
        left = s.people[s.seat][c] & r.active[c] & ~s.used[c]
        while left and n < most:
            out[n] = ACTIVATE + lowest_card(left, c)
            left &= left - 1
            n += can_activate(s, r, out[n] - ACTIVATE)
    return n


cdef inline bint must_play(const State *s) noexcept nogil:
    """Whether the turn's card must still be played; it may be one drawn in the turn (R12)."""
    return s.begun == 0 and hand_total(s, s.seat) > 0


cdef inline bint has_turn(const State *s, const Rules *r) noexcept nogil:
    """Whether the seat can still do anything but end its turn."""
    cdef int32_t ready[1]
    return must_play(s) or list_ready(s, r, 1, ready) > 0


cdef inline int list_turn(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    """All plays before the card; the end of the turn after it or without one; people always."""
    cdef int n = 1
    out[0] = NO
    if must_play(s):
        n = list_plays(s, r, out, 0)
    return n + list_ready(s, r, MAX_ACTIONS - n, out + n)


cdef inline void activate(State *s, const Rules *r, int card) noexcept nogil:
    """Pay the worker, turn the card, begin its effect (R22, R23)."""
    if r.activation[card] == WORKER:
        s.workers[s.seat][r.activation_colour[card]] -= 1
    put(s.used, card)
    push_effect(s, s.seat, r.effect[card] - 1, card)


cdef inline void end_turn(State *s, const Rules *r) noexcept nogil:
    s.begun = 0
    s.seat = seat_after(r, s.seat, 1)
    if s.seat == s.start_seat:
        s.cycle += 1
        if s.cycle == r.cards_per_round:
            end_round(s, r)


# --- phase 4 ---

cdef inline int standing_in(const State *s, int seat, int majority) noexcept nogil:
    if majority == MOST_REPUTATION:
        return s.reputation[seat]
    if majority == MOST_PEOPLE:
        return count_cards(s.people[seat])
    return canal_total(s, seat)


cdef inline void award_majorities(State *s, const Rules *r) noexcept nogil:
    """A marker for the one seat with the most; once won it stays (R30)."""
    cdef int majority, seat, value, best, leader
    for majority in range(N_MAJORITIES):
        best = leader = -1
        for seat in range(r.seats):
            value = standing_in(s, seat, majority)
            if value > best:
                best = value
                leader = seat
            elif value == best:
                leader = -1
        if leader >= 0:
            s.majority[leader] |= 1 << majority


cdef inline void end_round(State *s, const Rules *r) noexcept nogil:
    award_majorities(s, r)
    if s.last_round:
        s.phase = ENDED
        s.head.player = OVER
        return
    memset(s.used, 0, sizeof(s.used))
    memset(s.dice, 0, sizeof(s.dice))
    s.rolled = 0
    s.cycle = 0
    s.round += 1
    s.start_seat = seat_after(r, s.start_seat, 1)
    s.seat = s.start_seat
    s.phase = DRAWING
    # The extra pile came into play while cards were being played: this round is the last.
    s.last_round = s.extra_in
