"""What a network is told of a move of Royals: where each block of ids begins; see traits.pyx."""
from libc.stdint cimport int16_t, int32_t

from eminence.engines.royals.state cimport (
    COUNTRIES, COUNTRY_AMOUNTS, INTRIGUE_AMOUNTS, MAX_PLAYERS, MAX_POSITIONS, PAIRS, Rules, State,
)


cdef enum:
    OTHERS = MAX_PLAYERS - 1
    MAX_TRAITS = 8
    N_HELD = 9              # classes of a number of cards: 0 to 8 and more
    N_WORTH = 9             # see `worth_class`
    N_POINTS = 6
    N_LEFT = 5

cpdef enum:
    # --- verbs ---
    TRAIT_FROM_PILE = 0
    TRAIT_DRAW_INTRIGUE
    TRAIT_TAKE
    TRAIT_END_TURN
    TRAIT_PAY_CARDS
    TRAIT_DISCARD_CARDS
    TRAIT_PAY_INTRIGUE
    TRAIT_DISCARD_INTRIGUE
    TRAIT_CLAIM
    TRAIT_OUST                                  # whom, in turn order
    # --- draws ---
    TRAIT_DRAWS_LEFT = TRAIT_OUST + OTHERS      # after this one
    TRAIT_INTRIGUE_HELD = TRAIT_DRAWS_LEFT + 3
    TRAIT_TAKE_COUNTRY = TRAIT_INTRIGUE_HELD + 5
    TRAIT_TAKE_HELD = TRAIT_TAKE_COUNTRY + COUNTRIES
    TRAIT_TAKE_BEST = TRAIT_TAKE_HELD + N_HELD      # the best there after it
    # --- the end of the turn ---
    TRAIT_END_OVER_LIMIT = TRAIT_TAKE_BEST + N_WORTH
    TRAIT_END_FORGOES = TRAIT_END_OVER_LIMIT + 4    # the best that can be paid
    TRAIT_END_LAST = TRAIT_END_FORGOES + N_WORTH    # no turn comes after it
    # --- cards given ---
    TRAIT_GIVE_COUNTRY
    TRAIT_GIVE_AMOUNT = TRAIT_GIVE_COUNTRY + COUNTRIES
    TRAIT_GIVE_LEFT = TRAIT_GIVE_AMOUNT + COUNTRY_AMOUNTS
    TRAIT_GIVE_BEST = TRAIT_GIVE_LEFT + N_HELD      # the best there after it
    TRAIT_GIVE_PAIR = TRAIT_GIVE_BEST + N_WORTH
    TRAIT_GIVE_PAIR_AMOUNT = TRAIT_GIVE_PAIR + PAIRS
    TRAIT_GIVE_PAIR_LEFT = TRAIT_GIVE_PAIR_AMOUNT + INTRIGUE_AMOUNTS
    # --- occupations ---
    TRAIT_POSITION = TRAIT_GIVE_PAIR_LEFT + 4
    TRAIT_PRICE = TRAIT_POSITION + MAX_POSITIONS    # missing Country cards and Intrigue cards
    TRAIT_POINTS = TRAIT_PRICE + 12
    TRAIT_PLACE = TRAIT_POINTS + N_POINTS           # in influence, before and after
    TRAIT_TITLE = TRAIT_PLACE + 6                   # its majority, before and after
    TRAIT_WORTH = TRAIT_TITLE + 8
    TRAIT_LEFT = TRAIT_WORTH + N_WORTH              # Country cards after it
    TRAIT_LEFT_NEW_CITY = TRAIT_LEFT + N_LEFT       # the same, if the city is a new one
    TRAIT_END = TRAIT_LEFT_NEW_CITY + N_LEFT


cdef void traits(
    const State *s, const Rules *r, const int32_t *actions, int n, int16_t *out
) noexcept nogil
