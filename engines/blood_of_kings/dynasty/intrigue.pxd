"""Intrigue in one's own turn: looking at a stack, the order track, Secret Allies (R20)."""
from libc.stdint cimport int32_t, uint8_t
from libc.string cimport memcpy, memmove

from eminence.cython_ext.game cimport BY_CHANCE, TO_ALL, Seen, seat_bit, show
from eminence.engines.blood_of_kings.board cimport active_seat, ask, happen, has_tile
from eminence.engines.blood_of_kings.dynasty.cards cimport (
    forget_places, look_at_stack, pass_card, stack_start,
)
from eminence.engines.blood_of_kings.dynasty.plays cimport end_card, permitting
from eminence.engines.blood_of_kings.state cimport (
    KIND, KINGDOM, NO, ORDER_PLACE, ORDER_TARGET, POLLING, REORDER, REORDERING, STEAL, STEALING,
    STEAL_FROM, State,
)
from eminence.engines.blood_of_kings.tables cimport KINGDOMS, MAY_INTRIGUE, SECRET_ALLIES, Rules
from eminence.engines.kit.bits cimport list_bits64, lowest_bit64
from eminence.engines.kit.counts cimport kinds_in


# --- looking at a stack ---

cdef inline void resolve_look(State *s, const Rules *r, Seen *seen) noexcept nogil:
    """A single card cannot be reordered, so others who know it still do."""
    cdef int seat = active_seat(s, r), n = s.height[s.whom][s.target], i
    cdef int start = stack_start(s, s.whom, s.target)
    for i in range(start, start + n):
        show(seen, seat_bit(seat), s.mat[i])
    look_at_stack(s, seat, s.whom, s.target)
    forget_places(s, seat, s.whom, s.target)
    s.stage = REORDERING


cdef inline void resume_reordering(State *s, const Rules *r) noexcept nogil:
    """From the bottom up. Whether to ask depends only on the height, which the others see."""
    if s.height[s.whom][s.target] - s.cursor > 1:
        ask(s, active_seat(s, r), REORDER)
    else:
        s.cursor = 0
        s.stage = STEALING


cdef inline int list_stack(const State *s, int32_t *out) noexcept nogil:
    """The kinds that have not been put back yet."""
    cdef int start = stack_start(s, s.whom, s.target), kinds = 0, i
    for i in range(start + s.cursor, start + s.height[s.whom][s.target]):
        kinds |= 1 << s.mat[i]
    return list_bits64(kinds, KIND, out)


cdef inline void put_back(State *s, int seat, int action, Seen *seen) noexcept nogil:
    """The owner may look at its stack at any time, so it sees the card too."""
    cdef int at = stack_start(s, s.whom, s.target) + s.cursor, i = at, kind = action - KIND
    cdef int knows = seat_bit(seat) | seat_bit(s.whom)
    show(seen, knows, action)
    show(seen, TO_ALL & ~knows, NO)
    while s.mat[i] != kind:
        i += 1
    memmove(&s.mat[at + 1], &s.mat[at], i - at)
    s.mat[at] = kind
    s.cursor += 1


# --- the order track ---

cdef inline int tokens_to_take(const State *s, const Rules *r) noexcept nogil:
    """Tokens are taken in the order of the kingdoms, so each set can be named in one way only."""
    cdef int mask = permitting(s, r, MAY_INTRIGUE)
    while s.tokens >> lowest_bit64(mask | 1 << KINGDOMS):
        mask &= mask - 1
    return mask


cdef inline void resume_taking(State *s, const Rules *r) noexcept nogil:
    cdef int mask = tokens_to_take(s, r)
    if mask == 0:
        s.stage = POLLING
    elif s.tokens == 0 and mask & (mask - 1) == 0:
        s.tokens = mask
    else:
        ask(s, active_seat(s, r), ORDER_TARGET)


cdef inline void take_token(State *s, int action) noexcept nogil:
    if action == NO:
        s.stage = POLLING
    else:
        s.tokens |= 1 << (action - KINGDOM)


cdef inline int free_positions(const State *s) noexcept nogil:
    """Mask of the places without a token that was put back."""
    cdef int mask = 0, i
    for i in range(KINGDOMS):
        mask |= (not s.placed >> s.order[i] & 1) << i
    return mask


cdef inline void put_token(State *s, int position) noexcept nogil:
    """The lowest kingdom taken up goes there for good; the rest fill the gaps in their order."""
    cdef int kingdom = lowest_bit64(s.tokens), i, at = 0
    cdef uint8_t before[KINGDOMS]
    memcpy(before, s.order, KINGDOMS)
    for i in range(KINGDOMS):
        if i == position:
            s.order[i] = kingdom
        elif not s.placed >> before[i] & 1:
            while before[at] == kingdom or s.placed >> before[at] & 1:
                at += 1
            s.order[i] = before[at]
            at += 1
    s.tokens &= s.tokens - 1
    s.placed |= 1 << kingdom


cdef inline void resume_placing(State *s, const Rules *r) noexcept nogil:
    cdef int places = free_positions(s)
    if s.tokens == 0:
        s.placed = 0
        s.stage = STEALING
    elif places & (places - 1) == 0:
        put_token(s, lowest_bit64(places))
    else:
        ask(s, active_seat(s, r), ORDER_PLACE)


# --- Secret Allies ---

cdef inline int robbable(const State *s, const Rules *r) noexcept nogil:
    """Mask of the others who have cards."""
    return kinds_in(s.hand_count, r.seats) & ~seat_bit(active_seat(s, r))


cdef inline void rob(State *s, int seat) noexcept nogil:
    s.whom = seat
    happen(s, STEAL)


cdef inline void resume_stealing(State *s, const Rules *r) noexcept nogil:
    cdef int seat = active_seat(s, r)
    cdef int victims = robbable(s, r) if has_tile(s, seat, SECRET_ALLIES) else 0
    if victims == 0:
        end_card(s)
    elif victims & (victims - 1):
        ask(s, seat, STEAL_FROM)
    else:
        rob(s, lowest_bit64(victims))


cdef inline void take_stolen(State *s, const Rules *r, int kind, Seen *seen) noexcept nogil:
    """Thief and victim know which card it is, the others only that one is gone."""
    cdef int seat = active_seat(s, r), victim = s.whom
    show(seen, seat_bit(seat) | seat_bit(victim) | BY_CHANCE, kind)
    pass_card(s, victim, seat, kind)
    end_card(s)
