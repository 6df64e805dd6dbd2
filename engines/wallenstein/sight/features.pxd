"""What a network sees of a Wallenstein position: where each block of numbers begins.

`SEE_` blocks are about the table and the seat's own plan, `SIDE_` blocks about each seat, itself
first. What belongs to an expansion stays 0 without it.
"""
from eminence.engines.wallenstein.state cimport (
    ALL_BOXES, BOXES, BUILDINGS, ENDED, FEWER_ARMIES, FREE_ARMIES, MAX_PLAYERS, POSITIONS,
    REGIONS, Rules, State,
)

cpdef enum:
    SEE_PLAYERS = 0                             # three, four or five
    SEE_DENSITY = SEE_PLAYERS + 3               # options
    SEE_COURT
    SEE_REGION_CARDS
    SEE_LEADERS
    SEE_PHASE
    SEE_YEAR = SEE_PHASE + ENDED + 1
    SEE_SEASON
    SEE_STEP = SEE_SEASON + 4
    SEE_TIME_LEFT                               # until the last scoring
    SEE_ATTACKS_LEFT                            # combat actions until the next scoring
    SEE_SOON                                    # each action: 1 now, less the later; 0 done
    SEE_EFFECT = SEE_SOON + BOXES               # of the event: sure, or how likely
    SEE_GRAIN_LOSS = SEE_EFFECT + FEWER_ARMIES  # effects begin at 1
    SEE_TOWER_PEASANTS
    SEE_TRAY_PEASANTS
    # The own plan.
    SEE_PLANNED                                 # which card is laid next: the bid, then the boxes
    SEE_ORDER = SEE_PLANNED + ALL_BOXES + 1     # what a card that lies in a box could do
    SEE_COSTS = SEE_ORDER + ALL_BOXES           # of all orders that lie
    SEE_SPARE                                   # Thalers beyond them; with taxes to come
    SEE_SPARE_TAXED
    SEE_HAND                                    # counties without a card in the plan
    SEE_HAND_TAX                                # the best that is left in it
    SEE_HAND_GRAIN
    SEE_HAND_PREY
    SEE_HAND_SITES
    SEE_TILE                                    # the own bonus tile
    SEE_CALMING = SEE_TILE + POSITIONS          # a favor kept against revolt markers
    # Regions.
    SEE_REGION_OWN
    SEE_REGION_OTHER = SEE_REGION_OWN + REGIONS         # counties of whoever has most of them
    SEE_REGION_LEAD = SEE_REGION_OTHER + REGIONS        # in each kind of building
    SEE_REGION_WON = SEE_REGION_LEAD + REGIONS * BUILDINGS  # points, as it stands
    # What is pending.
    SEE_MARCH = SEE_REGION_WON + REGIONS * BUILDINGS    # armies that may leave
    SEE_MARCH_ODDS
    SEE_MARCH_WORTH
    SEE_BATTLE_OWN                              # own cubes in a battle under way
    SEE_BATTLE_OTHER
    SEE_FAVOR                                   # effects of the cards in the audience hall
    # Standing.
    SEE_LEAD = SEE_FAVOR + FREE_ARMIES + 1      # over the best other: points, promised, estimate
    SEE_LEAD_PROMISED
    SEE_LEAD_STANDING
    SEE_LEAD_SHARP                              # the estimate, the more the less time is left
    SEE_AHEAD                                   # share of the others that stand better
    SEE_SIDES

cpdef enum:
    SIDE_PLAYS = 0
    SIDE_TO_MOVE
    SIDE_POINTS
    SIDE_PROMISED                               # by a scoring now
    SIDE_STANDING                               # an estimate of the final points
    SIDE_COUNTIES
    SIDE_BUILDINGS                              # by kind
    SIDE_MAJORITIES = SIDE_BUILDINGS + BUILDINGS
    SIDE_SITES
    SIDE_ARMIES
    SIDE_STACK                                  # the most armies in one county
    SIDE_TOWER
    SIDE_TRAY
    SIDE_THALERS
    SIDE_GRAIN
    SIDE_SHORTAGE                               # counties without grain, if winter came now
    SIDE_HUNGER                                 # what harvests to come will not make up
    SIDE_MARKERS
    SIDE_TAX                                    # the most from a calm county
    SIDE_HARVEST
    SIDE_DANGER                                 # worth of what neighbours could take
    SIDE_PREY                                   # the best attack from its counties
    SIDE_PREY_SECOND
    SIDE_AIMED                                  # its best attack on the seat that looks
    SIDE_PLACE                                  # in the player order
    SIDE_ATTACKS                                # combat boxes that may hold an order
    SIDE_COURTIERS
    SIDE_SHIELDS
    SIDE_BENEFIT                                # the next region card, if its condition is met
    SIDE_LEADER                                 # on the board, less if in danger
    SIDE_STATUES
    SIDE_TROPHIES
    SIDE_GROUPS                                 # armies still to place in the draft
    SIDE_END

cdef enum:
    N_FEATURES = SEE_SIDES + MAX_PLAYERS * SIDE_END


cdef void features(const State *s, const Rules *r, int seat, float *out) noexcept nogil
cdef void features_of_all(const State *s, const Rules *r, float *out) noexcept nogil
