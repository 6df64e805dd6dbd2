"""What a network sees of a position, and what it is told of a move; see features.pyx."""
from libc.stdint cimport int16_t, int32_t

from eminence.engines.bruges.state cimport (
    COLOURS, EXTRA_STEP, LAUREL, MAX_CARDS, MAX_PLAYERS, N_MAJORITIES, N_TOPICS, N_USES, PLAYING,
    SECTIONS, SPACES, Rules, State,
)

# Where each block of numbers begins. First the table and what the seat alone knows; then the
# numbers of each seat, the own one first, the others in turn order.
cpdef enum:
    SEE_PLAYERS = 0                     # one of these is 1: 2, 3 or 4 play
    SEE_PHASE = SEE_PLAYERS + MAX_PLAYERS - 1       # drawing, rolling, threats, reputation, cards
    SEE_ASKED = SEE_PHASE + PLAYING                  # what is asked, in classes: see `question`
    SEE_USE = SEE_ASKED + 12            # the action under way
    # the clock
    SEE_ROUND = SEE_USE + N_USES
    SEE_ROUNDS_LEFT
    SEE_LAST_ROUNDS_LEFT                # the same, up to two rounds
    SEE_LAST_ROUND
    SEE_EXTRA_IN
    SEE_CYCLE
    SEE_PILE                            # the smaller pile: when it is empty the end is near
    SEE_PILES
    # dice, backs, statues
    SEE_DICE
    SEE_STEP_PRICE = SEE_DICE + COLOURS
    SEE_NO_STEP
    SEE_TOPS                            # backs on the piles
    SEE_STATUE = SEE_TOPS + COLOURS     # the next one
    # the own things by colour
    SEE_WORKERS
    SEE_HAND = SEE_WORKERS + COLOURS
    SEE_BEST_CARD = SEE_HAND + COLOURS  # what the best card of a colour brings if it is recruited
    SEE_WORST_CARD = SEE_BEST_CARD + COLOURS
    SEE_ONE_MARKER = SEE_WORST_CARD + COLOURS
    SEE_PAIR = SEE_ONE_MARKER + COLOURS
    SEE_RISK = SEE_PAIR + COLOURS       # what a penalty would cost, the more the nearer it is
    # the own hand
    SEE_PRICES = SEE_RISK + COLOURS   # people for 0, 1 to 3, to 6, to 9 and more guilders
    SEE_KINDS = SEE_PRICES + 5
    SEE_TOPICS = SEE_KINDS + LAUREL + 1
    SEE_BEST = SEE_TOPICS + N_TOPICS
    SEE_SECOND
    SEE_PROMISE                         # of all cards together
    SEE_NOW                             # the best one that can be paid and lodged now
    SEE_MISSING                         # guilders that the best one lacks
    SEE_CAN_RECRUIT                     # how many can be paid
    SEE_HAND_POINTS
    SEE_HAND_MONEY                      # what the dice would pay for all cards, and for the best
    SEE_BEST_DIE
    SEE_ASIDE                           # the card drawn to be used at once
    # what the own canals wait for
    SEE_CANAL_CARD
    SEE_CANAL_PAID = SEE_CANAL_CARD + SECTIONS
    # own people that improve an action
    SEE_MODIFIERS = SEE_CANAL_PAID + SECTIONS
    SEE_LEADS = SEE_MODIFIERS + 9       # majorities that the seat leads alone
    SEE_PURSE = SEE_LEADS + N_MAJORITIES            # own guilders, in steps of 3
    # How safe the own lead is for the time that is left: in points now, and in worth
    SEE_SAFE_LEAD = SEE_PURSE + 5
    SEE_SAFE_WORTH
    # Persons one by one, in the order of the data: what only their texts tell
    SEE_HAND_PERSON
    SEE_OWN_PERSON = SEE_HAND_PERSON + MAX_CARDS
    SEE_SIDES = SEE_OWN_PERSON + MAX_CARDS

cpdef enum:
    SIDE_PLAYS
    SIDE_TO_MOVE
    SIDE_STARTS
    SIDE_TURNS                          # cards still to be played in this round
    SIDE_POINTS
    SIDE_LEAD                           # over the best other seat
    SIDE_WORTH                          # with what its things will bring
    SIDE_WORTH_LEAD
    SIDE_PENDING
    SIDE_LAURELS
    SIDE_FEW_GUILDERS
    SIDE_GUILDERS
    SIDE_WORKERS
    SIDE_HAND
    SIDE_HOUSES
    SIDE_EMPTY
    SIDE_SECOND_EMPTY
    SIDE_CANAL
    SIDE_CANAL_POINTS = SIDE_CANAL + SECTIONS
    SIDE_REPUTATION
    SIDE_WON
    SIDE_MARGIN = SIDE_WON + N_MAJORITIES           # ahead of the best other seat
    SIDE_MARKERS = SIDE_MARGIN + N_MAJORITIES
    SIDE_PAIRS
    SIDE_THREATENED
    SIDE_INCOME
    SIDE_READY = SIDE_INCOME + 4
    SIDE_LASTING
    SIDE_END

cpdef enum:
    TRAIT_NO = 0                                    # decline, by step
    TRAIT_ANSWER = TRAIT_NO + EXTRA_STEP + 1        # anything else that a step asks
    TRAIT_LOSE = TRAIT_ANSWER + EXTRA_STEP + 1      # an empty house, a canal token, a home
    TRAIT_USE = TRAIT_LOSE + 3
    TRAIT_RECRUIT = TRAIT_USE + N_USES              # by the kind of person
    TRAIT_ACTIVATE = TRAIT_RECRUIT + LAUREL + 1
    TRAIT_SPEND = TRAIT_ACTIVATE + LAUREL + 1       # colour of the card that is played
    TRAIT_TAKE = TRAIT_SPEND + COLOURS              # colour of a worker, and how many there are
    TRAIT_TAKE_TO = TRAIT_TAKE + COLOURS
    TRAIT_GIVE = TRAIT_TAKE_TO + 4
    TRAIT_GIVE_FROM = TRAIT_GIVE + COLOURS
    TRAIT_MARKER = TRAIT_GIVE_FROM + 4              # colour of a threat, and how many there are
    TRAIT_MARKERS = TRAIT_MARKER + COLOURS
    TRAIT_STAKE = TRAIT_MARKERS + 3                 # what its penalty costs
    TRAIT_HOUSE = TRAIT_STAKE + 6                   # colour
    TRAIT_BACK = TRAIT_HOUSE + COLOURS              # colour of the card on a pile
    TRAIT_BACK_IN_HAND = TRAIT_BACK + COLOURS
    TRAIT_BACK_FITS = TRAIT_BACK_IN_HAND + 4        # a canal of the seat, or a pair of markers
    TRAIT_PILE_LEFT = TRAIT_BACK_FITS + 2           # the last cards of a pile
    TRAIT_EMPTY = TRAIT_PILE_LEFT + 3               # houses that are empty before
    TRAIT_MONEY = TRAIT_EMPTY + 4                   # guilders taken
    TRAIT_LEFT = TRAIT_MONEY + 9                    # guilders left after paying, in classes
    TRAIT_SPACE = TRAIT_LEFT + 5                    # of a canal: the token that is built or lost
    TRAIT_PRICE = TRAIT_SPACE + SPACES
    TRAIT_KIND = TRAIT_PRICE + 5                    # of a person given up
    TRAIT_TOPIC = TRAIT_KIND + LAUREL + 1
    TRAIT_GAIN = TRAIT_TOPIC + N_TOPICS             # of recruiting or activating
    TRAIT_GIVE_UP = TRAIT_GAIN + 8                  # what the card given up would bring
    TRAIT_LEAD = TRAIT_GIVE_UP + 8                  # ties for a majority, or leads it alone
    TRAIT_VICTIM = TRAIT_LEAD + 2 * N_MAJORITIES    # the next seat, the one after it, ...
    TRAIT_VICTIM_RANK = TRAIT_VICTIM + MAX_PLAYERS - 1
    TRAIT_BEHIND = TRAIT_VICTIM_RANK + 2            # how far behind the best move by rough points
    TRAIT_END = TRAIT_BEHIND + 8

cdef enum:
    N_FEATURES = SEE_SIDES + MAX_PLAYERS * SIDE_END
    MAX_TRAITS = 8


cdef void features(const State *s, const Rules *r, int seat, float *out) noexcept nogil
cdef void features_of_all(const State *s, const Rules *r, float *out) noexcept nogil
cdef void traits(
    const State *s, const Rules *r, const int32_t *actions, int n, int16_t *out
) noexcept nogil
