"""What a network sees of Royals: where each block of numbers begins; see features.pyx."""
from eminence.engines.royals.state cimport (
    COUNTRIES, MAX_PLAYERS, MAX_POSITIONS, PAIRS, PERIODS, TITLES, Rules, State,
)


cdef enum:
    N_PHASES = 11
    PLAYER_COUNTS = MAX_PLAYERS - 1     # 2 and up

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
    N_FEATURES = SEE_SIDES + MAX_PLAYERS * SIDE_END


cdef void features(const State *s, const Rules *r, int seat, float *out) noexcept nogil
cdef void features_of_all(const State *s, const Rules *r, float *out) noexcept nogil
