"""Blood of Kings: its components, their numbers as the rules use them, and all sizes.

`tables.pyx` fills the tables from the data folder.
"""
from libc.stdint cimport uint32_t, uint64_t, uint8_t


cpdef enum:
    MAX_PLAYERS = 6
    KINGDOMS = 6
    ALL_KINGDOMS = (1 << KINGDOMS) - 1
    REGIONS = 64            # at most; a set of regions is one mask
    SEAS = 7
    ALL_SEAS = (1 << SEAS) - 1
    FIRST_SEA = REGIONS     # places are the regions, then the seas
    PLACES = REGIONS + SEAS
    NOWHERE = 255
    STRAITS = 3
    INSTITUTIONS = 5
    LEVELS = 4
    CARD_TYPES = 7
    KINDS = 28              # dynasty cards; identical copies are one kind
    SETS = 12
    MAX_CARDS = 128         # dynasty cards in the game
    IN_HAND = 255           # no index of a card on the mats
    TILES = 30
    DIE = 6
    ODDS = 24               # units of a side, up to which odds are kept
    MOST = 9999             # Crowns: no game comes near this
    MOST_UNREST = 99
    TOLD = 32               # cards of others that one seat alone knows of
    MAX_ACTIONS = 256

cpdef enum:                 # institutions
    LEGAL
    ECONOMIC
    MILITARY
    RELIGIOUS
    ARTISTIC

cpdef enum:                 # kingdom cards
    SUCCESSION
    COUNCIL
    TAXATION
    DEVELOPMENT
    ADMINISTRATION
    PREPARATIONS
    EXPANSION

cpdef enum:                 # kinds of region
    CAPITOL
    CASTLE
    TOWN
    CATHEDRAL

# Kinds of dynasty card: generic influence, then one shield, then two, then the others.
cpdef enum:
    GENERIC = 0
    ONE_SHIELD = 3          # + kingdom
    TWO_SHIELDS = 9
    UNREST_CARD = 24
    ATTRITION_CARD = 25
    DIPLOMACY_CARD = 26
    INTRIGUE_CARD = 27
    UNKNOWN = 255           # in a view: a card that the viewer cannot see

cpdef enum Permit:          # what a kingdom card permits: bits
    MAY_INFLUENCE = 1
    MAY_UNREST = 2
    MAY_ATTRITION = 4
    MAY_DIPLOMACY = 8
    MAY_INTRIGUE = 16

cpdef enum Achievement:
    BAGGAGE_TRAINS
    COUNCIL_OF_LORDS
    DEADLY_ARCHERS
    DIVINE_RIGHT
    ELITE_GUARD
    FAMOUS_TROUPE
    FREE_RIDERS
    FLOWER_OF_CHIVALRY
    FULL_GRANARIES
    GLORIOUS_CAPITOL
    GRAND_TOURNEYS
    HEAVENLY_CATHEDRALS
    KINGS_JUSTICE
    LOYAL_BARONS
    MASSIVE_ARMADA
    MERCENARY_COMPANIES
    MERCHANT_LEAGUE
    MIGHTY_CASTLES
    MONASTIC_ORDER
    PERSUASIVE_DIPLOMATS
    POPULAR_SUPPORT
    ROYAL_PATRONAGE
    SECRET_ALLIES
    SKILLED_NEGOTIATOR
    SIEGE_ENGINES
    STRATEGIC_MARRIAGE
    TEMPLE_KNIGHTS
    TRADE_HOUSES
    TREASURE_FLEET
    WEB_OF_INFORMERS

cpdef enum:                 # Source: where Glory came from
    FROM_START
    FROM_DEVELOPMENT
    FROM_CONQUEST           # castles and towns
    FROM_CATHEDRALS
    FROM_CAPITOLS
    FROM_TROUPE             # what the Famous Troupe brought, and cost when it was given up
    TO_OTHERS               # lost: to conquerors, or in place of a ransom

cdef enum:
    N_SOURCES = TO_OTHERS + 1

cpdef enum Negotiation:     # option `negotiation`
    NEGOTIATE_ALL
    NEGOTIATE_MONEY
    NEGOTIATE_NOTHING

cpdef enum:                 # sides of a fight; the battle table may also name the smaller one
    ATTACKERS
    DEFENDERS
    SMALLER_SIDE

# The agent's weights; data/guidance.toml has their defaults.
cpdef enum:
    W_TILE
    W_THRONE
    W_INCOME
    W_CROWN
    W_CROWN_SPARE
    W_FLAG
    W_ARMY
    W_ARMY_SPARE
    W_FLEET
    W_FRONT
    W_THREAT
    W_SIEGE
    W_UNREST
    W_CLAIM
    W_REBELLION
    W_CARD
    W_INFLUENCE
    W_ACTION
    W_SPREAD

cdef enum:
    N_WEIGHTS = W_SPREAD + 1


cdef struct Rules:
    int seats
    int negotiation
    int turn_cap
    int last_turn                   # agreed on, R1.5; 0: the tiles end the game
    int tiles_in_game
    uint32_t chosen_tiles
    int display
    int glory_per_tile
    int starting_glory
    int hand_size
    int n_regions
    uint64_t all_regions
    uint64_t of_type[4]             # regions of each kind
    # By place, though seas have neither: so the compiler sees that no index is out of range.
    uint8_t type[PLACES]
    uint8_t port[PLACES]            # sea, or NOWHERE
    uint64_t ports[SEAS]            # regions with a port there
    uint64_t roads[REGIONS]
    uint8_t strait_from[STRAITS]
    uint8_t strait_to[STRAITS]
    uint8_t strait_sea[STRAITS]
    uint8_t sea_income[SEAS]
    uint8_t sea_borders[SEAS]       # mask of seas
    uint64_t first_regions[KINGDOMS]
    uint8_t capitol[KINGDOMS]       # its region
    int flags_at_start
    int army_tokens
    int fleet_tokens
    int alliance_front
    int alliance_back
    int unit_price
    int raises[4]                   # units by kind of region
    int levies[4]
    int capacity[4]                 # of garrisons
    int levies_own_flag             # fewer levies where the attacker has a flag
    int siege_own_flag              # added to the coloured die there
    int surrender                   # a side so many times as large makes the other surrender
    int region_glory
    int capitol_glory
    int development_glory
    int ransom_glory
    int cathedral_regions           # that a kingdom needs around a cathedral
    int council_cost
    int unrest_falls                # after a violent succession
    int transfer_share              # a half of the treasury: 2
    int offers                      # alliances that a seat may see refused in a turn
    int exchanges                   # of cards that a seat may propose in a turn
    # --- mats: by kingdom and level ---
    int cost[KINGDOMS][INSTITUTIONS][LEVELS]        # of reaching this level
    int influence_bonus[KINGDOMS][LEVELS]
    int flags_gained[KINGDOMS][LEVELS]              # by reaching this level
    int capitol_income[KINGDOMS][LEVELS]
    int castle_income[KINGDOMS][LEVELS]
    int town_income[KINGDOMS][LEVELS]
    int sea_multiplier[KINGDOMS][LEVELS]
    int fortification[KINGDOMS][LEVELS]
    int siege_tokens[KINGDOMS][LEVELS]              # in all, at this level
    int stability_bonus[KINGDOMS][LEVELS]
    int cathedral_income[KINGDOMS][LEVELS]
    uint8_t grant[KINGDOMS][INSTITUTIONS][LEVELS]   # kingdom card + 1 gained at this level
    uint8_t first_cards[KINGDOMS][CARD_TYPES]
    uint8_t permits[CARD_TYPES]     # MAY_.. bits
    uint8_t copies[KINDS]
    int deck_size
    uint8_t value[KINDS]            # of influence; 0 for the others
    uint8_t legal_in[KINDS]         # mask of kingdoms where it counts as influence
    uint8_t table_first[DIE]        # BATTLE TABLE: a side
    uint8_t table_tie[DIE]          # with SMALLER_SIDE: who, if both are equal
    double win[ODDS + 1][ODDS + 1]  # chance of so many attackers against so many, war/odds.pxd
    # --- numbers of the achievements ---
    int archers_assaults            # 1: Deadly Archers count in assaults too
    int divine_right
    int elite_guard                 # free armies
    int troupe_cost
    int troupe_glory
    int glorious_capitol
    int tourneys_unrest
    int heavenly_stability
    int free_reductions
    int baron_cards
    int armada_fleets
    int mercenary_armies
    int merchant_league
    int mighty_castles
    int mighty_castles_only         # 1: in castles only
    int monastic_discount
    int monastic_institutions       # mask
    int popular_unrest
    int engines_levies
    int engines_least_levies
    int strategic_marriage
    int temple_armies
    int treasure_fleet
    double weights[N_WEIGHTS]      # the defaults, for worlds imagined by priors


cdef int fill_tables(Rules *rules, object board) except -1
