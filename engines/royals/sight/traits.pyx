"""What each move of Royals is, in small ids that moves share.

From what the mover sees. While a claim is being paid for, the board is seen as claimed.
"""
from libc.stdint cimport int16_t, int32_t

from eminence.engines.royals.board cimport Price, cards_to_draw, price_of
from eminence.engines.royals.prospects cimport (
    NOTHING, Gain, Prospects, Visits, as_claimed, best_in, gain_of, look_at_table, look_from_seat,
    visits_of,
)
from eminence.engines.royals.state cimport (
    CLAIM, COUNTRIES, COUNTRY_AMOUNTS, DISCARD_COUNTRY, DISCARD_INTRIGUE, END_TURN, FROM_DISPLAY,
    FROM_PILE, GIVE_COUNTRY, GIVE_INTRIGUE, INTRIGUE_AMOUNTS, INTRIGUE_CARD, Rules, State,
)
from eminence.engines.royals.turns cimport is_last_round


cdef void traits(
    const State *s, const Rules *r, const int32_t *actions, int n, int16_t *out
) noexcept nogil:
    cdef State room
    cdef const State *board = as_claimed(s, r, &room)
    cdef Visits visits = visits_of(board, r, s.seat)
    cdef Prospects ahead
    cdef int i, action
    cdef int16_t *own
    look_at_table(board, r, &ahead)
    look_from_seat(board, r, s.seat, &visits, &ahead)
    for i in range(n):
        action = actions[i]
        own = out + i * MAX_TRAITS
        if action == END_TURN:
            end_traits(board, r, &ahead, own)
        elif action < END_TURN:
            draw_traits(board, r, &ahead, action, own)
        elif action < GIVE_INTRIGUE:
            give_traits(board, r, &ahead, action - GIVE_COUNTRY, own)
        elif action < CLAIM:
            give_intrigue_traits(board, action - GIVE_INTRIGUE, own)
        else:
            claim_traits(board, r, &ahead, action, own)


cdef inline int worth_class(float worth) noexcept nogil:
    """Of a position's worth less its cards; the lowest class: nothing, or a bad bargain."""
    if worth < 0:
        return 0 if worth < -8 else 1 if worth < -4 else 2
    return (
        3 if worth < 2 else 4 if worth < 4 else 5 if worth < 7 else 6 if worth < 11
        else 7 if worth < 16 else 8)


cdef inline void end_traits(
    const State *s, const Rules *r, const Prospects *ahead, int16_t *out
) noexcept nogil:
    cdef int country
    cdef float best = NOTHING
    for country in range(COUNTRIES):
        best = max(best, best_in(s, r, ahead, country, 0, ahead.cards))
    out[0] = TRAIT_END_TURN
    out[1] = TRAIT_END_OVER_LIMIT + max(0, min(3, s.hand_size[s.seat] - r.hand_limit))
    out[2] = TRAIT_END_FORGOES + worth_class(best)
    if is_last_round(s, r):
        out[3] = TRAIT_END_LAST


cdef inline void draw_traits(
    const State *s, const Rules *r, const Prospects *ahead, int action, int16_t *out
) noexcept nogil:
    cdef int left = cards_to_draw(s, r) - s.drawn - 1, country = action - FROM_DISPLAY
    if action == INTRIGUE_CARD:
        out[0] = TRAIT_DRAW_INTRIGUE
        out[1] = TRAIT_INTRIGUE_HELD + min(4, <int>s.intrigue_size[s.seat])
        return
    out[1] = TRAIT_DRAWS_LEFT + min(2, left)
    if action == FROM_PILE:
        out[0] = TRAIT_FROM_PILE
        return
    out[0] = TRAIT_TAKE
    out[2] = TRAIT_TAKE_COUNTRY + country
    out[3] = TRAIT_TAKE_HELD + min(N_HELD - 1, <int>s.hand[s.seat][country])
    out[4] = TRAIT_TAKE_BEST + worth_class(
        best_in(s, r, ahead, country, 1, ahead.cards + 1))


cdef inline void give_traits(
    const State *s, const Rules *r, const Prospects *ahead, int code, int16_t *out
) noexcept nogil:
    cdef int country = code / COUNTRY_AMOUNTS, amount = code % COUNTRY_AMOUNTS
    cdef int left = s.hand[s.seat][country] - amount
    out[0] = TRAIT_DISCARD_CARDS if s.phase == DISCARD_COUNTRY else TRAIT_PAY_CARDS
    out[1] = TRAIT_GIVE_COUNTRY + country
    out[2] = TRAIT_GIVE_AMOUNT + amount
    out[3] = TRAIT_GIVE_LEFT + min(N_HELD - 1, left)
    # What is due is not among the cards to spend, before and after it is given.
    out[4] = TRAIT_GIVE_BEST + worth_class(
        best_in(s, r, ahead, country, -amount, ahead.cards))


cdef inline void give_intrigue_traits(const State *s, int code, int16_t *out) noexcept nogil:
    cdef int pair = code / INTRIGUE_AMOUNTS, amount = code % INTRIGUE_AMOUNTS
    cdef int left = s.intrigue[s.seat][pair] - amount
    out[0] = TRAIT_DISCARD_INTRIGUE if s.phase == DISCARD_INTRIGUE else TRAIT_PAY_INTRIGUE
    out[1] = TRAIT_GIVE_PAIR + pair
    out[2] = TRAIT_GIVE_PAIR_AMOUNT + amount
    out[3] = TRAIT_GIVE_PAIR_LEFT + min(3, left)


cdef inline void claim_traits(
    const State *s, const Rules *r, const Prospects *ahead, int action, int16_t *out
) noexcept nogil:
    cdef Price price = price_of(r, action)
    cdef Gain gain = gain_of(s, r, ahead, price.position)
    cdef int paid = price.cards + price.others
    cdef int intrigue_wilds = price.other_intrigue / r.intrigue_wild
    out[0] = TRAIT_CLAIM
    if price.ousting:
        out[0] = TRAIT_OUST + (gain.holder - s.seat - 1 + r.seats) % r.seats
    out[1] = TRAIT_POSITION + price.position
    out[2] = TRAIT_PRICE + 3 * min(3, price.others / r.wild) + min(2, intrigue_wilds)
    out[3] = TRAIT_POINTS + points_class(gain.points)
    out[4] = TRAIT_PLACE + place_class(gain.place_before, gain.place_after)
    out[5] = TRAIT_TITLE + title_class(r.title_points[r.position_title[price.position]], &gain)
    out[6] = TRAIT_WORTH + worth_class(gain.worth - paid)
    out[7] = (TRAIT_LEFT_NEW_CITY if gain.new_city else TRAIT_LEFT) + (
        min(N_LEFT - 1, (ahead.cards - paid + 2) / 3))


cdef inline int points_class(int points) noexcept nogil:
    return (
        0 if points == 0 else 1 if points < 3 else 2 if points < 5 else 3 if points < 9
        else 4 if points < 16 else 5)


cdef inline int place_class(int before, int after) noexcept nogil:
    """Places get better, so there are six pairs of them."""
    return 5 if before == 0 else 3 + after if before == 1 else after


cdef inline int title_class(int whole, const Gain *gain) noexcept nogil:
    """From nothing to nothing, half or all; from half, from all; then the same for a new title."""
    cdef int after = 0 if gain.title_after == 0 else 2 if gain.title_after == whole else 1
    if gain.new_title:
        return 5 + after
    return after if gain.title_before == 0 else 3 if gain.title_before < whole else 4
