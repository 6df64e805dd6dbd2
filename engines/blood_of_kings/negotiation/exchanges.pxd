"""Skilled Negotiator (R24.24): its owner swaps cards with others, gives or is given them.

Only the two of them see the cards; everybody sees whether there is one.
"""
from libc.stdint cimport int32_t

from eminence.cython_ext.game cimport TO_ALL, Seen, seat_bit, show
from eminence.engines.blood_of_kings.board cimport active_seat, ask, has_tile, list_choices
from eminence.engines.blood_of_kings.dynasty.cards cimport glimpse, pass_card
from eminence.engines.blood_of_kings.negotiation.talks cimport next_stage
from eminence.engines.blood_of_kings.state cimport (
    ANSWERING, ANSWER_CARD, CONFIRMING, CONFIRM_TRADE, EXCHANGES, KIND, NO, OFFERING_CARD,
    OFFER_CARD, OFFER_TO, RETURNS, SEAT, YES, State,
)
from eminence.engines.blood_of_kings.tables cimport KINDS, NEGOTIATE_ALL, SKILLED_NEGOTIATOR, Rules
from eminence.engines.kit.bits cimport list_bits64
from eminence.engines.kit.counts cimport kinds_in


cdef inline int partners(const State *s, const Rules *r, int seat) noexcept nogil:
    """Mask of the seats to exchange with: only for the achievement's owner, and only so often."""
    cdef int mask = 0, other
    if r.negotiation != NEGOTIATE_ALL or s.offers >= r.exchanges or not (
        has_tile(s, seat, SKILLED_NEGOTIATOR)
    ):
        return 0
    for other in range(r.seats):
        if other != seat and s.hand_count[seat] + s.hand_count[other]:
            mask |= 1 << other
    return mask


cdef inline void resume_exchanges(State *s, const Rules *r) noexcept nogil:
    cdef int seat = active_seat(s, r)
    if s.stage == EXCHANGES and partners(s, r, seat) == 0:
        end_exchanges(s)
    elif s.stage == EXCHANGES:
        ask(s, seat, OFFER_TO)
    elif s.stage == CONFIRMING:
        ask(s, seat, CONFIRM_TRADE)
    elif s.stage == ANSWERING:
        ask(s, s.partner - 1, ANSWER_CARD)
    elif s.hand_count[seat]:
        ask(s, seat, OFFER_CARD)
    else:
        s.stage = ANSWERING


cdef inline int list_exchange(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    """The owner may ask for a card without offering one; the partner may take without giving."""
    cdef int seat = s.head.player, hand = kinds_in(s.hand[seat], KINDS), n
    if s.step == OFFER_TO:
        return list_choices(partners(s, r, seat), SEAT, True, out)
    if s.step == CONFIRM_TRADE:
        return list_choices(1 << YES, 0, True, out)
    if s.step == OFFER_CARD:
        return list_choices(hand, KIND, s.hand_count[s.partner - 1] > 0, out)
    n = list_choices((s.offered > 0) << YES, 0, True, out)
    return n + list_bits64(hand, KIND, out + n)


cdef inline void end_exchanges(State *s) noexcept nogil:
    next_stage(s, RETURNS)
    s.acting += 1


cdef inline void end_exchange(State *s) noexcept nogil:
    """Agreed or not, the exchange counts, so that talks end."""
    s.offered = s.answered = s.partner = 0
    s.stage = EXCHANGES
    s.offers += 1


cdef inline void exchange_cards(State *s, int seat) noexcept nogil:
    if s.offered:
        pass_card(s, seat, s.partner - 1, s.offered - 1)
    if s.answered:
        pass_card(s, s.partner - 1, seat, s.answered - 1)


cdef inline void show_offer(int action, int a, int b, Seen *seen) noexcept nogil:
    """Both see the card; the others see only that there is one."""
    cdef int both = seat_bit(a) | seat_bit(b)
    show(seen, both, action)
    show(seen, TO_ALL & ~both, KIND if action >= KIND else action)


cdef inline void decide_exchange(
    State *s, const Rules *r, int step, int seat, int action, Seen *seen
) noexcept nogil:
    cdef int holder = active_seat(s, r), partner = s.partner - 1
    if step == OFFER_CARD or step == ANSWER_CARD:
        show_offer(action, holder, partner, seen)
    if step == OFFER_TO:
        if action == NO:
            end_exchanges(s)
        else:
            s.partner = action - SEAT + 1
            s.stage = OFFERING_CARD
    elif step == OFFER_CARD:
        if action != NO:
            s.offered = 1 + action - KIND
            glimpse(s, partner, holder, action - KIND)
        s.stage = ANSWERING
    elif action >= KIND:
        s.answered = 1 + action - KIND
        glimpse(s, holder, partner, action - KIND)
        s.stage = CONFIRMING
    else:
        if action == YES:
            exchange_cards(s, holder)
        end_exchange(s)
