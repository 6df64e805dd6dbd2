"""What a Wallenstein move may be, in small ids: where each block of them begins.

Classes of chances, gains and numbers count from the least to the most.
"""
from libc.stdint cimport int16_t, int32_t

from eminence.engines.wallenstein.state cimport (
    ALL_BOXES, BENEFITS, BUILDINGS, COUNTIES, COURT_BOXES, FEWER_ARMIES, FREE_ARMIES, POSITIONS,
    SPACES, Rules, State,
)

cdef enum:
    MAX_TRAITS = 8          # of one action

cpdef enum:
    # Plans.
    TRAIT_BID = 0                               # by rank: none, no Thalers, a county, 1 to 4
    TRAIT_ORDER = TRAIT_BID + 7                 # a county, by box
    TRAIT_PASS = TRAIT_ORDER + ALL_BOXES        # another card, by box
    TRAIT_FROM_TRAY = TRAIT_PASS + ALL_BOXES    # a dice tower card, by box of the extra board
    TRAIT_CONVERT = TRAIT_FROM_TRAY + COURT_BOXES   # impossible, possible
    TRAIT_BUILD = TRAIT_CONVERT + 2             # by kind and points: impossible, 1 to 4
    TRAIT_FUNDS = TRAIT_BUILD + 5 * BUILDINGS   # too little, after taxes, enough
    TRAIT_GRAIN = TRAIT_FUNDS + 3               # amount
    TRAIT_NEED = TRAIT_GRAIN + 7                # of grain: none, some, more than harvests bring
    TRAIT_TAX = TRAIT_NEED + 3                  # amount
    TRAIT_UNREST = TRAIT_TAX + 9                # no marker, or the chance to lose the county
    TRAIT_RELIEF = TRAIT_UNREST + 4             # what armies do about a threat
    TRAIT_PREY = TRAIT_RELIEF + 4               # the best attack from the county
    TRAIT_WORTH_HERE = TRAIT_PREY + 6           # of the card in this box, in points
    TRAIT_ELSEWHERE = TRAIT_WORTH_HERE + 8      # and in the best box to come
    # Counties.
    TRAIT_COUNTY = TRAIT_ELSEWHERE + 6
    TRAIT_ARMIES = TRAIT_COUNTY + COUNTIES      # in the county
    TRAIT_THREAT = TRAIT_ARMIES + 7
    TRAIT_VALUE = TRAIT_THREAT + 4              # buildings, and an own majority that they make
    # Armies that go.
    TRAIT_STAY = TRAIT_VALUE + 5                # deploy 1, combat A, combat B
    TRAIT_SHIFT = TRAIT_STAY + 3                # to an own county
    TRAIT_ATTACK = TRAIT_SHIFT + 3              # neutral; a seat behind, ahead, the best
    TRAIT_ODDS = TRAIT_ATTACK + 4
    TRAIT_UNTIL_NOW = TRAIT_ODDS + 10           # the threat to the county that armies help
    TRAIT_LEFT_IN_DANGER = TRAIT_UNTIL_NOW + 4  # the county that the armies leave
    TRAIT_SHARE = TRAIT_LEFT_IN_DANGER + 4      # of the armies that may go; the last: all
    TRAIT_SENT = TRAIT_SHARE + 4
    TRAIT_STAYING = TRAIT_SENT + 7
    # Positions.
    TRAIT_POSITION = TRAIT_STAYING + 5
    TRAIT_TILE = TRAIT_POSITION + POSITIONS
    TRAIT_TILE_OF_USE = TRAIT_TILE + POSITIONS  # for the own plan
    TRAIT_SEATS_BEFORE = TRAIT_TILE_OF_USE + POSITIONS  # that have an earlier position
    # Leaders and region cards.
    TRAIT_LEAD = TRAIT_SEATS_BEFORE + POSITIONS  # plainly, leaving a statue, from off the board
    TRAIT_TROPHIES = TRAIT_LEAD + 3
    TRAIT_LED_ORDERS = TRAIT_TROPHIES + 3       # an own order lies for this county
    TRAIT_WAYS_ON                               # own neighbours of the county
    TRAIT_BENEFIT = TRAIT_WAYS_ON + 3
    TRAIT_BENEFIT_CARD = TRAIT_BENEFIT + BENEFITS
    # Favors.
    TRAIT_NO_FAVOR = TRAIT_BENEFIT_CARD + 4
    TRAIT_FAVOR                                 # by effect
    TRAIT_SPACE = TRAIT_FAVOR + FREE_ARMIES + 1  # dearest first
    TRAIT_GAIN = TRAIT_SPACE + SPACES           # beyond the courtiers, in points
    TRAIT_USE = TRAIT_GAIN + 6                  # by effect
    TRAIT_KEEP_EVENT = TRAIT_USE + FREE_ARMIES + 1
    TRAIT_REMOVE_EVENT
    TRAIT_EVENT                                 # that stays, by its effect
    TRAIT_EVENT_GONE = TRAIT_EVENT + FEWER_ARMIES + 1
    TRAIT_TAKE_MARKER = TRAIT_EVENT_GONE + FEWER_ARMIES + 1
    TRAIT_PARRY_MARKER
    TRAIT_SEASON                                # in which a marker is laid
    # The draft.
    TRAIT_FROM_DECK = TRAIT_SEASON + 3
    TRAIT_SWAP
    TRAIT_TAKE_CARD
    TRAIT_SITES
    TRAIT_FRIENDS = TRAIT_SITES + 4             # own neighbours
    TRAIT_FOES = TRAIT_FRIENDS + 4              # neighbours of others
    TRAIT_PRESENCE = TRAIT_FOES + 4             # own counties in the region
    TRAIT_GROUP = TRAIT_PRESENCE + 4            # by armies
    TRAIT_GROUP_LED = TRAIT_GROUP + 6
    # Winter.
    TRAIT_REVOLT = TRAIT_GROUP_LED + 6
    TRAIT_END


cdef void traits(
    const State *s, const Rules *r, const int32_t *actions, int n, int16_t *out
) noexcept nogil
