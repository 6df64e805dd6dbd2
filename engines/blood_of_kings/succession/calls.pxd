"""Peaceful, violent and chaotic successions: who is called, and the cards they commit.

Cards committed face down stay on their stacks until `throne.conclude` turns them up. `committed`
counts them from the top, and `pledged` says before whom they lie.
"""
from libc.stdint cimport int32_t

from eminence.cython_ext.game cimport TO_ALL, Seen, show
from eminence.engines.blood_of_kings.board cimport ask, has_tile, seat_after
from eminence.engines.blood_of_kings.dynasty.cards cimport (
    discard_from_mat, is_legal_influence, stack_top,
)
from eminence.engines.blood_of_kings.kingdom.realm cimport release_troops
from eminence.engines.blood_of_kings.state cimport (
    CALL, CHAOTIC, COMMIT, COMMIT_COUNT, COUNT, DECLARE, MOST_AT_ONCE, NO, REVEAL, SEAT, VIOLENT,
    YES, State,
)
from eminence.engines.blood_of_kings.succession.throne cimport (
    NOBODY, challengers_of, conclude, ruler_bit, single,
)
from eminence.engines.blood_of_kings.tables cimport LOYAL_BARONS, STRATEGIC_MARRIAGE, Rules
from eminence.engines.kit.bits cimport list_bits64


cdef inline void begin_challenge(State *s, const Rules *r, int kind, int kingdom) noexcept nogil:
    """A ruler's troops go home first, except in chaos."""
    s.challenge = kind
    s.throne = kingdom
    if kind != CHAOTIC:
        release_troops(s, r, kingdom)


# --- who can still do something: everybody can see all of it ---

cdef inline int cards_left(const State *s, int seat) noexcept nogil:
    """Cards on the seat's stack that it has not committed."""
    return s.height[seat][s.throne] - s.committed[seat]


cdef inline bint can_declare(const State *s, int seat) noexcept nogil:
    """Whether an achievement lets the seat challenge without a card."""
    return seat + 1 != s.ruler[s.throne] and (has_tile(s, seat, STRATEGIC_MARRIAGE) or (
        s.challenge == VIOLENT and has_tile(s, seat, LOYAL_BARONS)))


cdef inline bint may_declare(const State *s, int seat) noexcept nogil:
    """Whether the seat `can_declare` and has not done so yet."""
    return not s.declared >> seat & 1 and can_declare(s, seat)


cdef inline int callable_seats(const State *s, const Rules *r) noexcept nogil:
    """Mask of the seats other than the ruler's that are still to be called in this round."""
    cdef int mask = 0, seat
    for seat in range(r.seats):
        if cards_left(s, seat) or may_declare(s, seat):
            mask |= 1 << seat
    return mask & ~(s.called | ruler_bit(s))


cdef inline bint ruler_answers(const State *s) noexcept nogil:
    """After all others; in a peaceful succession only if there is a challenger (R26.5)."""
    return not s.called & ruler_bit(s) and cards_left(s, s.ruler[s.throne] - 1) > 0 and (
        s.challenge == VIOLENT or challengers_of(s) > 0)


# --- calling ---

cdef inline void call(State *s, int seat) noexcept nogil:
    s.called |= 1 << seat
    s.caller = seat + 1


cdef inline void end_call(State *s, const Rules *r) noexcept nogil:
    """If the ruler adds cards against violence, all others are called again (R27.3)."""
    cdef bint again = s.challenge == VIOLENT and s.caller == s.ruler[s.throne] and s.added > 0
    s.caller = s.added = 0
    if again:
        s.called = 0
        if callable_seats(s, r) == 0:
            s.called = ruler_bit(s)


cdef inline void call_in_player_order(State *s, const Rules *r, Seen *seen) noexcept nogil:
    cdef int open_seats = callable_seats(s, r), i, seat
    for i in range(r.seats):
        seat = seat_after(r, s.first, i)
        if open_seats >> seat & 1:
            call(s, seat)
            return
    conclude(s, r, seen)


cdef inline void call_by_ruler(State *s, const Rules *r, Seen *seen) noexcept nogil:
    cdef int open_seats = callable_seats(s, r), ruler = s.ruler[s.throne] - 1
    if single(open_seats) != NOBODY:
        call(s, single(open_seats))
    elif open_seats:
        ask(s, ruler, CALL)
    elif ruler_answers(s):
        call(s, ruler)
    else:
        conclude(s, r, seen)


# --- answering ---

cdef inline bint must_go_on(const State *s, int seat) noexcept nogil:
    """A challenger who has turned up only bluffs must go on until a legal card appears (R26.3)."""
    return s.added > 0 and not (s.revealed | s.declared | ruler_bit(s)) >> seat & 1


cdef inline void turn_up_next(State *s, const Rules *r, int seat, Seen *seen) noexcept nogil:
    """Turned up, a legal card counts; legal or not, the card is discarded."""
    cdef int kind = s.mat[stack_top(s, seat, s.throne)]
    show(seen, TO_ALL, kind)
    if is_legal_influence(r, kind, s.throne):
        s.revealed |= 1 << seat
        s.influence[seat] += r.value[kind]
    if may_declare(s, seat):
        s.declared |= 1 << seat
    s.added += 1
    discard_from_mat(s, seat, s.throne)


cdef inline void commit_next(State *s, int seat, int before) noexcept nogil:
    """A seat that puts a card before itself challenges, and declares if it can."""
    if before == seat and may_declare(s, seat):
        s.declared |= 1 << seat
    s.pledged[stack_top(s, seat, s.throne) - s.committed[seat]] = before + 1
    s.committed[seat] += 1
    s.added += 1


cdef inline void resume_call(State *s, const Rules *r, int seat, Seen *seen) noexcept nogil:
    if cards_left(s, seat) == 0 and (s.added or not may_declare(s, seat)):
        end_call(s, r)
    elif s.challenge == CHAOTIC:
        ask(s, seat, COMMIT_COUNT)
    elif s.challenge == VIOLENT:
        ask(s, seat, COMMIT)
    elif must_go_on(s, seat):
        turn_up_next(s, r, seat, seen)
    else:
        ask(s, seat, REVEAL)


cdef inline void resume_succession(State *s, const Rules *r, Seen *seen) noexcept nogil:
    if s.caller:
        resume_call(s, r, s.caller - 1, seen)
    elif s.challenge == CHAOTIC:
        call_in_player_order(s, r, seen)
    else:
        call_by_ruler(s, r, seen)


# --- lists and decisions ---

cdef inline int list_succession(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    """A declaration comes before the first card of a call."""
    cdef int seat = s.head.player, cards = cards_left(s, seat), answers = 1 << NO, n, i
    if s.step == CALL:
        return list_bits64(callable_seats(s, r), SEAT, out)
    if s.step == REVEAL and cards:
        answers |= 1 << YES
    if s.added == 0 and may_declare(s, seat):
        answers |= 1 << DECLARE
    n = list_bits64(answers, 0, out)
    if s.step == COMMIT and cards:
        n += list_bits64((1 << r.seats) - 1, SEAT, out + n)
    if s.step == COMMIT_COUNT:
        # Limited by the number of ids; no stack is nearly that high.
        for i in range(1, min(cards, MOST_AT_ONCE) + 1):
            out[n] = COUNT + i
            n += 1
    return n


cdef inline void decide_succession(
    State *s, const Rules *r, int step, int seat, int action, Seen *seen
) noexcept nogil:
    if step == CALL:
        call(s, action - SEAT)
    elif action == NO:
        end_call(s, r)
    elif action == DECLARE:
        s.declared |= 1 << seat
        if step != COMMIT:
            end_call(s, r)
    elif step == REVEAL:
        turn_up_next(s, r, seat, seen)
    elif step == COMMIT:
        commit_next(s, seat, action - SEAT)
    else:
        s.committed[seat] = action - COUNT
        if may_declare(s, seat):
            s.declared |= 1 << seat
        end_call(s, r)
