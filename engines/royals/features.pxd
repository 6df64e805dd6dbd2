"""What a network sees of Royals: where each block of numbers begins; see features.pyx."""
from libc.stdint cimport int16_t, int32_t

from eminence.engines.royals.state cimport (
    COUNTRIES, COUNTRY_AMOUNTS, INTRIGUE_AMOUNTS, MAX_PLAYERS, MAX_POSITIONS, PAIRS, PERIODS,
    TITLES, Rules, State,
)


cdef enum:
    N_PHASES = 11
    PLAYER_COUNTS = MAX_PLAYERS - 1     # 2 and up
    OTHERS = MAX_PLAYERS - 1

# The table, as the seat sees it.
cpdef enum:
    SEE_PLAYERS = 0                     # one-hot
    SEE_ENDS_ON_EMPTY_PILE = SEE_PLAYERS + PLAYER_COUNTS
    SEE_FOUR_SHOWN
    # --- the turn and the clock ---
    SEE_PHASE                           # one-hot
    SEE_PERIOD = SEE_PHASE + N_PHASES   # one-hot
    SEE_PERIOD_ENDING = SEE_PERIOD + PERIODS
    SEE_LAST_ROUND
    SEE_FIRST_ROUND
    SEE_PILE
    SEE_PILE_LOW                        # how surely the period ends within a round
    SEE_TURNS_IN_PERIOD
    SEE_TURNS_IN_GAME
    SEE_DRAWS_LEFT
    SEE_DRAWN_INTRIGUE
    SEE_OPEN_DRAWS                      # only open cards may still be drawn
    SEE_DUE_CARDS
    SEE_DUE_INTRIGUE
    SEE_OVER_LIMIT                      # own cards above the hand limit
    # --- cards by country or pair ---
    SEE_DISPLAY
    SEE_DISCARDS = SEE_DISPLAY + COUNTRIES
    SEE_UNSEEN = SEE_DISCARDS + COUNTRIES
    SEE_HAND = SEE_UNSEEN + COUNTRIES
    SEE_REACH = SEE_HAND + COUNTRIES    # the price that the hand can pay, wilds included
    SEE_INTRIGUE = SEE_REACH + COUNTRIES
    SEE_POWER = SEE_INTRIGUE + PAIRS    # Intrigue cards for that country, wilds included
    # --- influence by country ---
    SEE_INFLUENCE = SEE_POWER + COUNTRIES
    SEE_RIVAL = SEE_INFLUENCE + COUNTRIES       # the most that another has
    SEE_LEAD = SEE_RIVAL + COUNTRIES            # over the best other
    SEE_SECOND_LEAD = SEE_LEAD + COUNTRIES      # over the second of the others
    SEE_FIRST = SEE_SECOND_LEAD + COUNTRIES
    SEE_SECOND = SEE_FIRST + COUNTRIES
    SEE_TAKE_LEAD = SEE_SECOND + COUNTRIES      # how easily one occupation makes it first
    SEE_LOSE_LEAD = SEE_TAKE_LEAD + COUNTRIES   # how easily another gets ahead by one
    # --- bonuses ---
    SEE_COUNTRY_PROGRESS = SEE_LOSE_LEAD + COUNTRIES   # in points of the bonus
    SEE_COUNTRY_NEARLY = SEE_COUNTRY_PROGRESS + COUNTRIES   # one city missing
    SEE_RIVAL_PROGRESS = SEE_COUNTRY_NEARLY + COUNTRIES     # of the other who is nearest
    SEE_HOUSE_PRIZE = SEE_RIVAL_PROGRESS + COUNTRIES
    SEE_HOUSE_PROGRESS
    SEE_TITLE_LEAD                              # cubes more than the best other
    SEE_TITLE_MISSING = SEE_TITLE_LEAD + TITLES
    # --- positions ---
    SEE_BEST = SEE_TITLE_MISSING + TITLES       # the best that can be paid now, by country
    SEE_BEST_NOW = SEE_BEST + COUNTRIES
    SEE_BEST_NEXT                               # the second best
    SEE_BEST_SOON                               # the best for which one card is lacking
    SEE_CHOICES                                 # how many can be paid
    SEE_OWN
    SEE_OTHER = SEE_OWN + MAX_POSITIONS         # more if the best rival holds it
    SEE_VALUE = SEE_OTHER + MAX_POSITIONS       # its worth, less if cards are lacking
    SEE_SIDES = SEE_VALUE + MAX_POSITIONS

# Each seat.
cpdef enum:
    SIDE_PLAYS = 0
    SIDE_TURN
    SIDE_SEAT               # its place in a round
    SIDE_DONE               # no turn is left to it
    SIDE_POINTS
    SIDE_TITLES             # points that titles promise
    SIDE_PERIODS            # points that influence promises
    SIDE_PERIOD_NOW         # those of this period
    SIDE_PERIOD_SURE        # the same, more as its end comes near
    SIDE_BONUSES            # points that cities and titles promise
    SIDE_AHEAD              # of the best other, in all of these and cards
    SIDE_HAND
    SIDE_INTRIGUE
    SIDE_CLAIMS             # occupations for which there are cubes
    SIDE_FEW_CLAIMS
    SIDE_NO_CLAIM
    SIDE_PACE               # occupations for each turn that is left
    SIDE_NOBLES
    SIDE_TITLE_KINDS
    SIDE_END

cdef enum:
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


cdef void features(const State *s, const Rules *r, int seat, float *out) noexcept nogil
cdef void traits(
    const State *s, const Rules *r, const int32_t *actions, int n, int16_t *out
) noexcept nogil
