"""What a network sees of a position: where each block of numbers begins.

First the table (SEE_), then each kingdom in its slot (KING_), then the kingdom in question once
more and more closely (FOCUS_), then each seat (SIDE_). `outlook.pxd` says which kingdom is in which
slot.
"""
from eminence.engines.blood_of_kings.sight.stages cimport STAGES
from eminence.engines.blood_of_kings.state cimport State
from eminence.engines.blood_of_kings.tables cimport (
    CARD_TYPES, INSTITUTIONS, KINGDOMS, MAX_PLAYERS, Rules,
)

cpdef enum:
    SEE_PLAYERS = 0         # 3, 4, 5 or 6
    SEE_NEGOTIATION = 4     # full, about money, none
    # --- how far the game is ---
    SEE_TURN = 7
    SEE_TIME_LEFT           # of the turns that the game may last
    SEE_LAST_TURNS          # near 1 when it is about to end by time
    SEE_TILES_LEFT          # on display and in the bag
    SEE_DISPLAY
    SEE_FEW_TILES           # at most 1, 2, 4 left
    SEE_TIE = SEE_FEW_TILES + 3
    SEE_PHASE               # the kingdom, dynasty or negotiation phase
    SEE_ACTING = SEE_PHASE + 3      # share of the phase that is over
    SEE_STAGE               # what is asked
    SEE_DICE = SEE_STAGE + STAGES   # rolled for a siege, clash, attrition, diplomacy, foil
    # --- the seat's own cards ---
    SEE_HAND = SEE_DICE + 5         # influence, unrest, attrition, diplomacy, intrigue
    SEE_HAND_INFLUENCE = SEE_HAND + 5
    SEE_CAN_FOIL
    SEE_HAND_FULL           # cards beyond those that may be kept
    SEE_BEST_SET            # what the best set to pick is worth
    # --- a dynasty card under way ---
    SEE_USE                 # influence, unrest, attrition, diplomacy, look, order
    SEE_USE_BY_ME = SEE_USE + 6
    SEE_USE_ON_ME
    SEE_REVOLT_NEXT         # it is unrest that starts a violent succession
    SEE_FOILS
    SEE_MY_CARD_LEGAL       # the own card on its way face down is no bluff
    SEE_GAINS_ME            # diplomacy for a kingdom of mine
    SEE_COSTS_ME            # diplomacy for a region of mine
    # --- a succession under way ---
    SEE_CHALLENGE           # peaceful, violent, chaotic
    SEE_MY_TOTAL = SEE_CHALLENGE + 3        # influence shown, with the bonus
    SEE_MY_REST             # own influence that could still be added
    SEE_BEST_TOTAL          # of another seat
    SEE_BEST_REST           # cards that another seat could still add
    SEE_WINNING             # own cards or influence against the best other's
    SEE_TOP_CARD            # the own next card: legal, a bluff
    # --- glory on its way ---
    SEE_GLORY_COMES = SEE_TOP_CARD + 2
    SEE_GLORY_GOES
    # --- a battle under way ---
    SEE_BATTLE
    SEE_ASSAULT
    SEE_ATTACKING           # a kingdom of mine is on this side
    SEE_DEFENDING
    SEE_LEADING             # I decide for a side
    SEE_ATTACKERS
    SEE_DEFENDERS
    SEE_ODDS                # of the attackers
    SEE_MY_ODDS             # above 0: my side will rather win
    SEE_PRIZE
    SEE_MY_LOSSES
    SEE_RANSOM
    # --- moves under way ---
    SEE_CAN_MOVE            # armies that have not moved yet
    SEE_LEAVING             # armies where the move begins
    SEE_MOVE_ODDS           # of all of them where the move leads
    SEE_REDUCTIONS          # of an Administration
    SEE_END

cpdef enum:
    KING_MINE = 0
    KING_FRIEND
    KING_LEADER             # ruled by the leader of the others
    KING_CHAOS
    KING_ORDER              # how many act before it; 1: it has acted
    KING_CROWNS
    KING_INCOME
    KING_DEVELOPED
    KING_DEVELOPS           # it has the card and the Crowns
    KING_ACTIONS            # cards in hand
    KING_UNREST             # share of its stability
    KING_REVOLT             # one more unrest starts a violent succession
    KING_MY_CARDS           # own legal cards on it
    KING_MY_BLUFFS
    KING_MY_INFLUENCE
    KING_CARDS              # of all others
    KING_MOST_CARDS         # of one other
    KING_LEAD               # of the own claim
    KING_IN_HAND            # own influence in hand that would be legal
    KING_OPEN               # to influence in this turn
    KING_REGIONS
    KING_FLAGS_LEFT
    KING_ARMIES
    KING_FRONT              # expected prizes of its armies
    KING_THREAT             # and of those against it
    KING_WORTH
    KING_END

cpdef enum:
    FOCUS_SAME = 0          # as of each kingdom
    FOCUS_HAND = KING_END   # kingdom cards by type
    FOCUS_LEVEL = FOCUS_HAND + CARD_TYPES
    FOCUS_CAN_PAY = FOCUS_LEVEL + INSTITUTIONS      # for that institution
    FOCUS_STABILITY = FOCUS_CAN_PAY + INSTITUTIONS
    FOCUS_SPARE             # Crowns beyond what is needed
    FOCUS_BONUS             # of its ruler in a succession
    FOCUS_CATHEDRALS
    FOCUS_FLEETS
    FOCUS_SEAS
    FOCUS_SIEGES
    FOCUS_NO_FLAGS
    FOCUS_END

cpdef enum:
    SIDE_PLAYS = 0
    SIDE_TO_MOVE
    SIDE_FIRST              # holds the First Player token
    SIDE_DONE               # with this phase
    SIDE_TOKENS             # of Glory
    SIDE_TILE_NEXT          # the next Glory brings a tile
    SIDE_GLORY              # in all
    SIDE_LEAD               # before the best other seat
    SIDE_RANK
    SIDE_TILES
    SIDE_HAND
    SIDE_KINGDOMS
    SIDE_NO_KINGDOM
    SIDE_CROWNS
    SIDE_INCOME
    SIDE_ARMIES
    SIDE_CARDS              # face down on all kingdoms
    SIDE_WORTH              # Glory had and expected
    SIDE_STANDING           # share of the win by that
    SIDE_SHOWN              # in a succession: influence face up, or cards before the seat
    SIDE_END

cpdef enum:                 # where they all are
    AT_KINGDOMS = SEE_END
    AT_FOCUS = AT_KINGDOMS + KINGDOMS * KING_END
    AT_SIDES = AT_FOCUS + FOCUS_END
    N_FEATURES = AT_SIDES + MAX_PLAYERS * SIDE_END


cdef void features(const State *s, const Rules *r, int seat, float *out) noexcept nogil
cdef void features_of_all(const State *s, const Rules *r, float *out) noexcept nogil
