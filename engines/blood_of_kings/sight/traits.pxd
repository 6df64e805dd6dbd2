"""What a move of Blood of Kings may be: where each block of traits begins.

Kingdoms and regions are told by what they are to the mover, not by their names.
"""
from libc.stdint cimport int16_t, int32_t

from eminence.engines.blood_of_kings.sight.outlook cimport RELATIONS
from eminence.engines.blood_of_kings.sight.stages cimport STAGES
from eminence.engines.blood_of_kings.state cimport N_STEPS, PICK_KINGDOM, State
from eminence.engines.blood_of_kings.tables cimport (
    CARD_TYPES, INSTITUTIONS, KINGDOMS, MAX_PLAYERS, TILES, Rules,
)

cdef enum:
    MAX_TRAITS = 8
    N_SCORES = 11           # classes of scores by priors
    N_GROUND = RELATIONS + 1        # whose a region is: `relation`, or independent

cdef enum:                  # what a kingdom is named for
    AIM_INFLUENCE
    AIM_UNREST
    AIM_ATTRITION
    AIM_DIPLOMACY
    AIM_LOOK
    AIM_ORDER
    AIM_BENEFIT             # of diplomacy
    AIM_GIFT
    AIM_HARM
    AIM_FOIL
    AIM_ALLIANCE
    AIM_TOKEN
    AIM_OTHER
    AIMS

cdef enum:                  # what a place is named for
    FOR_RAISING
    FOR_LEAVING
    FOR_ENTERING
    FOR_FIGHTING
    FOR_ASSAULT
    FOR_BESIEGING
    FOR_A_FLAG
    FOR_LOSING
    PURPOSES

cpdef enum:
    TRAIT_DO = 0            # by step
    TRAIT_NO = N_STEPS - PICK_KINGDOM               # stop, decline, pass: by stage
    TRAIT_SCORE = TRAIT_NO + STAGES                 # what the priors say
    TRAIT_BEST_SCORE = TRAIT_SCORE + N_SCORES       # and no other move has more
    TRAIT_DECLARE = TRAIT_BEST_SCORE + N_SCORES
    TRAIT_FLEET
    TRAIT_LIFT
    # --- numbers ---
    TRAIT_COUNT             # 0, 1, 2, 3, 4, 5-6, 7-9, more
    TRAIT_SHARE = TRAIT_COUNT + 8                   # of the most: under 1/3, 1/2, 2/3, less, all
    # --- seats ---
    TRAIT_SEAT = TRAIT_SHARE + 5                    # by turn order, oneself first
    TRAIT_RIVAL = TRAIT_SEAT + MAX_PLAYERS          # the leader, one ahead, one behind
    TRAIT_VICTIM = TRAIT_RIVAL + 3                  # the same of one whose cards are turned up
    TRAIT_STACK = TRAIT_VICTIM + 3                  # its cards on the kingdom: 1, 2, 3, more
    # --- kingdoms ---
    TRAIT_AIM = TRAIT_STACK + 4                     # purpose and relation
    TRAIT_SLOT = TRAIT_AIM + AIMS * RELATIONS
    TRAIT_HOST = TRAIT_SLOT + KINGDOMS
    TRAIT_REVOLT = TRAIT_HOST + KINGDOMS            # none; own; another's, by own cards 2+, 1, 0
    TRAIT_FOILED = TRAIT_REVOLT + 5                 # the use that a foil is against
    TRAIT_TROOPS = TRAIT_FOILED + 6                 # of the target: none, 1-2, 3-5, more
    TRAIT_PURSE = TRAIT_TROOPS + 4                  # its Crowns: 0-4, 5-9, 10-19, more
    # --- the kingdom that acts ---
    TRAIT_CARD = TRAIT_PURSE + 4
    TRAIT_IDLE = TRAIT_CARD + CARD_TYPES            # the card would do nothing
    TRAIT_LAST_CARD = TRAIT_IDLE + CARD_TYPES
    TRAIT_THRONE = TRAIT_LAST_CARD + 1              # Succession: safe, uncertain, lost
    TRAIT_INSTITUTION = TRAIT_THRONE + 3
    TRAIT_LEVEL = TRAIT_INSTITUTION + INSTITUTIONS
    TRAIT_GRANT = TRAIT_LEVEL + 3                   # a kingdom card that the level brings
    TRAIT_PRICE = TRAIT_GRANT + CARD_TYPES          # 0-2, 3-5, 6-9, 10-14, more
    TRAIT_LEFT = TRAIT_PRICE + 5                    # Crowns after it: 0-3, 4-9, 10-19, more
    TRAIT_POSITION = TRAIT_LEFT + 4
    # --- glory ---
    TRAIT_TILE = TRAIT_POSITION + KINGDOMS
    # --- places ---
    TRAIT_GROUND = TRAIT_TILE + TILES               # purpose, and whose region it is
    TRAIT_TYPE = TRAIT_GROUND + PURPOSES * N_GROUND
    TRAIT_OWN = TRAIT_TYPE + 4                      # own armies there: none, 1, 2, 3-4, more
    TRAIT_ENEMY = TRAIT_OWN + 5                     # others against them: none, 1, 2-3, more
    TRAIT_ODDS = TRAIT_ENEMY + 4                    # under 10, 30, 50, 70, 90 %, more
    TRAIT_ENOUGH = TRAIT_ODDS + 6                   # armies for it: too few, enough, too many
    TRAIT_PRIZE = TRAIT_ENOUGH + 3                  # best of the neighbours: none, some, good
    TRAIT_NO_FLAG = TRAIT_PRIZE + 3
    TRAIT_SEA               # its income: low, middle, high
    # --- dynasty cards ---
    TRAIT_FACE_DOWN = TRAIT_SEA + 3                 # a bluff by type (5), legal by value (4)
    TRAIT_CLAIM = TRAIT_FACE_DOWN + 9               # mine, nobody's, another's: behind, ahead
    TRAIT_LEAVES = TRAIT_CLAIM + 6                  # cards in hand after it: none, 1-2, more
    TRAIT_KIND = TRAIT_LEAVES + 3                   # of a card: three of influence, four others
    TRAIT_VALUE = TRAIT_KIND + 7
    TRAIT_FITS = TRAIT_VALUE + 4                    # own throne, own claim, chaos, nowhere
    TRAIT_SET_SIZE = TRAIT_FITS + 4                 # 1, 2, 3, more
    TRAIT_SET_WORTH = TRAIT_SET_SIZE + 4
    TRAIT_SET_FITS = TRAIT_SET_WORTH + 5            # cards for own thrones and claims: 0, 1, more
    TRAIT_SET_HAS = TRAIT_SET_FITS + 3              # unrest, attrition, diplomacy, intrigue
    # --- successions ---
    TRAIT_TOP = TRAIT_SET_HAS + 4                   # the next own card: legal, a bluff
    TRAIT_AGAINST = TRAIT_TOP + 2                   # with it: behind, level, ahead
    TRAIT_BEFORE_RULER = TRAIT_AGAINST + 3
    TRAIT_END


cdef void traits(
    const State *s, const Rules *r, const int32_t *actions, int n, int16_t *out
) noexcept nogil
