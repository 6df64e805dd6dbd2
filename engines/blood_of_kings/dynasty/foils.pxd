"""Foils: before a dynasty card takes effect all others are asked, whatever they hold (R20.3 on)."""
from eminence.cython_ext.game cimport TO_ALL, Seen, show
from eminence.engines.blood_of_kings.board cimport active_seat, ask, happen, has_tile, seat_after
from eminence.engines.blood_of_kings.dynasty.cards cimport discard_from_hand
from eminence.engines.blood_of_kings.dynasty.plays cimport end_card
from eminence.engines.blood_of_kings.state cimport (
    DICE, FOIL, FOILED, FOR_FOIL, NO, RESOLVING, State,
)
from eminence.engines.blood_of_kings.tables cimport INTRIGUE_CARD, WEB_OF_INFORMERS, Rules

cdef enum:
    MOST_FOILS = 2          # the second by the Web of Informers only


cdef inline bint may_foil(const State *s, int seat) noexcept nogil:
    """Decided by what everybody sees: the number of cards, not which they are."""
    return s.hand_count[seat] and not s.polled >> seat & 1 and (
        s.foils == 0 or has_tile(s, seat, WEB_OF_INFORMERS))


cdef inline void end_poll(State *s, int stage) noexcept nogil:
    s.polled = s.foils = s.foiler = 0
    s.stage = stage


cdef inline void resume_poll(State *s, const Rules *r) noexcept nogil:
    """Clockwise from the active player; the first to say so foils (Q48)."""
    cdef int i, seat
    if s.foils < MOST_FOILS:
        for i in range(1, r.seats):
            seat = seat_after(r, active_seat(s, r), i)
            if may_foil(s, seat):
                ask(s, seat, FOIL)
                return
    end_poll(s, RESOLVING)


cdef inline void decide_foil(State *s, int seat, int action) noexcept nogil:
    if action == NO:
        s.polled |= 1 << seat
        return
    discard_from_hand(s, seat, INTRIGUE_CARD)
    s.foiler = seat + 1
    s.dice_for = FOR_FOIL
    happen(s, DICE)


cdef inline bint foil_succeeds(const State *s, int seat, int coloured, int white) noexcept nogil:
    return coloured > white or (coloured == white and has_tile(s, seat, WEB_OF_INFORMERS))


cdef inline void roll_foil(State *s, int coloured, int white) noexcept nogil:
    if foil_succeeds(s, s.foiler - 1, coloured, white):
        end_poll(s, FOILED)
    else:
        s.foils += 1
        s.foiler = s.polled = 0


cdef inline void be_foiled(State *s, const Rules *r, Seen *seen) noexcept nogil:
    """The card has no effect; influence is turned up, bluff or not (R20.6)."""
    cdef int kind = s.card - 1
    if s.card:
        show(seen, TO_ALL, kind)
        discard_from_hand(s, active_seat(s, r), kind)
    end_card(s)
