"""Blood of Kings: the state, the rules' tables, and the meaning of action ids.

See RULES.md for the clauses (R..) and rulings (Q..) that comments name.

There is no stack: at most one thing of each kind is under way, and each has its own block of
the state. `flow.pxd` says which block is gone on with first.
"""
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from cython_ext.game cimport Head


cdef enum:
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
    MOST = 9999             # Crowns: no game comes near
    MOST_UNREST = 99
    N_SOURCES = 7
    TOLD = 32               # cards of others that one seat alone knows of
    MAX_ACTIONS = 256
    MAX_WEIGHTS = 48

cdef enum:                  # institutions
    LEGAL
    ECONOMIC
    MILITARY
    RELIGIOUS
    ARTISTIC

cdef enum:                  # kingdom cards
    SUCCESSION
    COUNCIL
    TAXATION
    DEVELOPMENT
    ADMINISTRATION
    PREPARATIONS
    EXPANSION

cdef enum:                  # kinds of region
    CAPITOL
    CASTLE
    TOWN
    CATHEDRAL

# Kinds of dynasty card: generic influence, then one shield, then two, then the others.
cdef enum:
    GENERIC = 0
    ONE_SHIELD = 3          # + kingdom
    TWO_SHIELDS = 9
    UNREST_CARD = 24
    ATTRITION_CARD = 25
    DIPLOMACY_CARD = 26
    INTRIGUE_CARD = 27
    UNKNOWN = 255           # in a view: a card that the viewer cannot see

cdef enum:                  # what a kingdom card permits: bits
    MAY_INFLUENCE = 1
    MAY_UNREST = 2
    MAY_ATTRITION = 4
    MAY_DIPLOMACY = 8
    MAY_INTRIGUE = 16

cdef enum:                  # achievements
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

cdef enum:                  # where Glory came from
    FROM_START
    FROM_DEVELOPMENT
    FROM_CONQUEST           # castles and towns
    FROM_CATHEDRALS
    FROM_CAPITOLS
    FROM_TROUPE             # what the Famous Troupe brought, and cost when it was given up
    TO_OTHERS               # lost: to conquerors, or in place of a ransom

cdef enum:                  # option `negotiation`
    NEGOTIATE_ALL
    NEGOTIATE_MONEY
    NEGOTIATE_NOTHING

cdef enum Phase:
    SETTING_UP
    CHOOSING                # kingdoms
    KINGDOM_PHASE
    DYNASTY_PHASE
    NEGOTIATION_PHASE
    ENDED

# What is asked or happens next. The D.. numbers are those of RULES.md's list of decisions.
cdef enum Step:
    NOTHING                 # only while the rules are at work, and when the game is over
    # --- events ---
    POOL_TILE               # a tile is put into the bag before the game
    SHOW_TILE               # a tile from the bag comes to the display
    DEAL                    # a dynasty card from the deck
    FIRST_PLAYER
    DICE                    # the coloured and the white die; `dice_for` says what for
    LEADER_ROLL             # which of those voted for leads a side
    STEAL                   # a random card from a hand
    # --- kingdom phase ---
    PICK_KINGDOM            # D01
    PLAY_CARD               # D02
    CATHEDRAL_FLAG          # D03
    TAKE_BACK               # D04 Council: which card, for the price
    DEVELOP                 # D05
    ADMINISTER              # D06
    RAISE                   # D07
    # --- war ---
    SIEGE_ROLL              # D08 which siege to roll for, or none
    MOVE_FROM               # D09-D11 which armies, fleets, or which siege to lift
    MOVE_TO
    MOVE_COUNT
    CARRY                   # D10 how many armies of one kingdom sail along
    BATTLE_NEXT             # D12, D13
    BATTLE_AGAINST          # Q12 which hostile group
    FIRST_FORCE             # D12 the sallying force or the relief fights the first clash
    LEADER_VOTE             # D14
    WITHDRAW                # D15
    CASUALTY                # D16
    RETREAT                 # D17
    RETREAT_TO              # D18
    RANSOM                  # D19
    RANSOM_TO               # D19 who gets the next Crown
    ASSAULT                 # D20
    PLACE_SIEGE             # D21
    SIEGE_SOURCE            # D21 which token on the map is moved
    CLAIM_SEA               # D22
    # --- glory ---
    CLAIM_TILE              # D23
    TROUPE                  # D24
    GIVE_TILE               # D25
    # --- successions ---
    CALL                    # D26, D28
    REVEAL                  # D27 flip the next card, declare, or stop
    COMMIT                  # D29, D30 the next card face down before a player, declare, or stop
    COMMIT_COUNT            # D31
    # --- dynasty phase ---
    DYNASTY                 # D32
    DIPLOMACY_REGION        # D32
    DIPLOMACY_FOR           # D32 the beneficiary
    ORDER_TARGET            # D32 one more kingdom whose order token is taken up, or enough
    FOIL                    # D33
    CONSENT                 # D34
    LOSE_UNIT               # D35
    REORDER                 # D36 which card comes next, from the bottom up
    ORDER_PLACE             # D37
    STEAL_FROM              # D38
    SECOND_TARGET           # D39
    DISCARD                 # D40
    PICK_SET                # D41
    EXCHANGE_PICK           # D42
    # --- negotiation ---
    FLIP_ALLIANCE           # D43
    HOLD_TALKS              # D44
    RETURN_TOKEN            # D45
    ALLY                    # D46
    ALLY_CONSENT            # D47
    TRANSFER_FROM           # D48
    TRANSFER_TO
    TRANSFER_AMOUNT
    OFFER_TO                # D49 the partner, or nobody
    OFFER_CARD              # D49 what the holder gives
    ANSWER_CARD             # D49 what the partner gives in return, or a refusal
    CONFIRM_TRADE           # D49 the holder sees it and agrees or not
    N_STEPS

# Event kinds
cdef enum:
    EVENT_TILE = 0
    EVENT_CARD = 1
    EVENT_FIRST = 2
    EVENT_DICE = 3
    EVENT_LEADER = 4
    EVENT_STEAL = 5

cdef enum:                  # BloodOfKings.dice_for
    FOR_NOTHING
    FOR_SIEGE
    FOR_CLASH
    FOR_ATTRITION
    FOR_DIPLOMACY
    FOR_FOIL

cdef enum:                  # BloodOfKings.use
    USE_NOTHING
    USE_INFLUENCE
    USE_UNREST
    USE_ATTRITION
    USE_DIPLOMACY
    USE_LOOK
    USE_ORDER

# Action ids, in ascending order of these blocks. Outcomes: a tile, a kind of card, a seat, or
# for the dice (coloured - 1) * DIE + white - 1.
cdef enum:
    NO = 0                  # stop, decline, pass
    YES = 1
    DECLARE = 2             # challenge by an achievement, without a card
    COUNT = 16              # + how many
    MOST_AT_ONCE = 63       # so many; for more it is asked again
    SEAT = 80               # + seat
    KINGDOM = 88            # + kingdom
    INSTITUTION = 96        # + institution
    CARD_TYPE = 104         # + kingdom card
    SET = 112               # + set
    POSITION = 128          # + place on the order track
    KIND = 136              # + kind of dynasty card
    TILE = 168              # + achievement
    PLACE = 200             # + place
    FLEETS = 280            # + sea: its fleets, or one of them
    LIFT = 288              # + region
    RAISE_ARMY = 352        # + region
    RAISE_FLEET = 416       # + region whose port raises it
    INFLUENCE = 480         # + kingdom * KINDS + kind
    UNREST = 648            # + kingdom
    ATTRITION = 656         # + kingdom
    DIPLOMACY = 664         # + kingdom
    LOOK = 672              # + seat * KINGDOMS + kingdom
    ORDER_TRACK = 708
    TOKEN = 712             # + kingdom whose alliance token goes back or is taken back
    ALLIANCE = 720          # + kingdom * KINGDOMS + host
    LAST_ACTION = 756


# What `imagine` deals with: cards that the viewer cannot place, the hidden places of one seat,
# and the cards that are certain to be in some of them.
cdef struct Pool:
    uint8_t card[MAX_CARDS]         # kinds, in no order
    int left


cdef struct Places:
    uint8_t at[MAX_CARDS]           # indices in `mat`, those laid down last first
    int hidden
    uint8_t free[2 * MAX_CARDS]     # open to the next card: indices in `mat`, or IN_HAND
    int open


cdef struct Taken:
    uint8_t kind[MAX_CARDS]         # those taken last first
    int bound                       # so many of them are not in places older than that
    int left


cdef struct BloodOfKings:
    Head head
    # --- wide fields first: a struct without gaps has no bytes that nobody set ---
    uint32_t tiles[MAX_PLAYERS]     # achievements won
    uint32_t display
    uint32_t bag
    uint16_t crowns[KINGDOMS]
    uint64_t holds[KINGDOMS]        # regions controlled
    uint64_t flags[KINGDOMS]        # regions with a flag of theirs, on top or beneath
    uint64_t sieges[KINGDOMS]       # regions with a siege token of theirs
    uint64_t entered                # regions with new armies, raised or come by road or strait
    uint64_t settled                # regions that this stage of the card is done with
    uint16_t tied_at                # the leaders' total when the tiles were gone (Q56)
    uint16_t influence[MAX_PLAYERS]  # a peaceful succession: face-up total
    uint16_t raised                 # by `from_place`: four counts of 4 bits, see preparations.pxd
    # --- time ---
    uint8_t phase
    uint8_t step
    uint8_t turn            # from 0
    uint8_t first           # holder of the First Player token
    uint8_t acting          # kingdoms or players that have finished in this phase
    uint8_t stage           # how far the one that acts has got
    uint8_t dice_for
    uint8_t tie             # 1: the tiles are gone and the leaders were tied at `tied_at`
    # --- dealing: a block of its own, gone on with before anything else ---
    uint8_t deal_left
    uint8_t deal_to         # seat, or MAX_PLAYERS for the sets
    uint8_t deal_at         # next set
    # --- glory that changes hands ---
    uint8_t glory_left
    uint8_t glory_to        # seat + 1; 0: it is only lost
    uint8_t glory_from      # seat + 1; 0: the pool
    uint8_t glory_source    # FROM_..
    uint8_t glory_stage
    uint8_t glory[MAX_PLAYERS]
    uint8_t earned[MAX_PLAYERS][N_SOURCES]
    # --- kingdoms (public) ---
    uint8_t order[KINGDOMS]
    uint8_t ruler[KINGDOMS]         # seat + 1; 0: chaos
    uint8_t unrest[KINGDOMS]
    uint8_t level[KINGDOMS][INSTITUTIONS]       # from 0
    uint8_t in_hand[KINGDOMS][CARD_TYPES]
    uint8_t on_mat[KINGDOMS][CARD_TYPES]
    uint8_t played[KINGDOMS]        # the card of this turn, + 1
    uint8_t shielded                # mask: no dynasty card may target them this turn
    uint8_t flags_left[KINGDOMS]
    uint8_t alliance[KINGDOMS]      # in whose treasury the token is, + 1
    uint8_t flipped                 # mask: alliance tokens that show their back
    uint8_t taken_in                # mask: tokens or hosts that a seat is done with
    # --- the map (public) ---
    uint8_t sea_owner[SEAS]         # kingdom + 1
    uint8_t sea_flags[SEAS]         # mask of kingdoms
    uint8_t armies[KINGDOMS][PLACES]
    uint8_t fleets[KINGDOMS][SEAS]
    # --- the kingdom card under way ---
    uint8_t cathedral_due           # 1: eligible cathedrals are offered before anything else
    uint8_t reductions              # Administration: paid or free so far
    uint8_t moved[PLACES]           # Expansion: armies of the active kingdom that have moved
    uint8_t sailed[SEAS]            # and fleets
    uint8_t rider                   # 1: Free Riders used
    uint8_t moving                  # what is under way within a stage, see war.pxd
    uint8_t from_place              # Preparations: the region that raised units last
    uint8_t to_place
    uint8_t carrying                # fleets that sail, while it is asked who sails along
    uint8_t loader                  # kingdom whose armies it is asked for
    uint8_t aboard[KINGDOMS]        # armies that sail along
    uint8_t settled_seas            # Preparations: first those with new fleets
    uint8_t fought                  # kingdoms already fought in `from_place`
    uint8_t rivals                  # those of the last battle there
    # --- a battle or assault ---
    uint8_t battle                  # stage; 0: none
    uint8_t place
    uint8_t assault                 # 1: an assault
    uint8_t sally                   # kingdoms whose force came out of the fortifications
    uint8_t late_sally              # those that do so only after the first clash
    uint8_t clash                   # 0: the first; 1: a later one
    uint8_t attackers               # mask of kingdoms
    uint8_t defenders
    uint8_t force[KINGDOMS]         # units that fight
    uint8_t waiting[KINGDOMS]       # of the attackers: those that join after the first clash
    uint8_t lost[KINGDOMS]          # casualties and surrendered
    uint8_t levies
    uint8_t leader[2]               # seat + 1 of attackers and defenders; 0: nobody rules them
    uint8_t vote                    # seat + 1 that all who were asked have named
    uint8_t casualties              # still to be removed in this clash
    uint8_t side                    # 0 attackers, 1 defenders: who chooses, loses one, or has lost
    uint8_t asked                   # next kingdom to be asked for; for votes seats, clockwise
    uint8_t leaving[KINGDOMS]       # that retreat from this clash
    uint8_t refuge                  # the sea that fleets have retreated to
    uint8_t ransom                  # Crowns to be paid, or still to be given
    # --- a succession ---
    uint8_t challenge               # PEACEFUL..; 0: none
    uint8_t throne                  # the kingdom
    uint8_t called                  # mask of seats already called in this round
    uint8_t caller                  # seat + 1 that is asked
    uint8_t declared                # mask of seats that challenge by an achievement
    uint8_t revealed                # mask of seats with a legal card face up (peaceful)
    uint8_t added                   # cards committed by the seat asked, in this call
    uint8_t committed[MAX_PLAYERS]  # top cards of the stack that lie face down
    # --- a dynasty card under way ---
    # Influence stays in the hand, and is counted there, until the foils are over; to all but its
    # owner `card` is UNKNOWN then. A world that is imagined takes it from the owner's hand.
    uint8_t card                    # kind + 1 that is played face down as influence
    uint8_t use                     # USE_..
    uint8_t target                  # kingdom
    uint8_t second                  # Popular Support: the other kingdom, + 1
    uint8_t regions[2]              # diplomacy: region + 1; the second by Persuasive Diplomats
    uint8_t gainers[2]              # their beneficiaries: kingdom + 1
    uint8_t refused                 # mask of kingdoms whose ruler has refused the last region
    uint8_t tokens                  # order track: mask of kingdoms taken up
    uint8_t placed                  # and of those put back
    uint8_t whom                    # seat looked at, robbed, or that chooses the lost unit
    uint8_t polled                  # mask of seats that declined this foil
    uint8_t foils                   # attempts that failed
    uint8_t foiler                  # seat + 1 whose foil is rolled for
    uint8_t cursor                  # how far: see the stages in plays.pxd
    # --- negotiation ---
    uint8_t offers                  # of the seat that talks: alliances refused, or exchanges
    uint8_t giver                   # kingdom + 1 whose token is offered, or that gives Crowns
    uint8_t partner                 # kingdom or seat, + 1
    uint8_t offered                 # kind + 1; UNKNOWN in views of others
    uint8_t answered                # kind + 1
    # --- dynasty cards ---
    # In a view `hand` of another seat holds what the viewer knows to be among its hand and its
    # face-down cards; `deck` holds all cards that the viewer cannot place.
    uint8_t deck_size
    uint8_t hand_count[MAX_PLAYERS]
    uint8_t height[MAX_PLAYERS][KINGDOMS]       # of the stacks on the influence mats
    uint8_t sets[SETS][KINDS]
    uint8_t discards[KINDS]
    uint8_t deck[KINDS]
    uint8_t hand[MAX_PLAYERS][KINDS]
    uint8_t mat[MAX_CARDS]          # seat by seat, kingdom by kingdom, from the bottom up
    uint8_t pledged[MAX_CARDS]      # of committed cards: before which seat, + 1
    # --- facts ---
    uint8_t known[MAX_CARDS]        # mask of seats that have seen this card of `mat`
    uint8_t laid[MAX_CARDS]         # the turn in which it was laid down, at the latest
    uint8_t owned[MAX_PLAYERS][KINDS]           # everybody knows to be a seat's hidden cards
    uint8_t since[MAX_PLAYERS][KINDS]           # the turn in which it took them, at the earliest
    uint8_t drawn[MAX_PLAYERS]      # cards drawn unseen since it last laid one down
    uint8_t told[MAX_PLAYERS][TOLD]  # a seat knows of more: owner * KINDS + kind + 1, ascending
    uint8_t _rest[2]


cdef struct Tally:
    # What lies before each seat once the cards of a succession are turned up.
    int cards[MAX_PLAYERS]
    int total[MAX_PLAYERS]


cdef struct BloodOfKingsRules:
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
    # By place, though seas have neither: the compiler sees that no index runs over.
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
    uint8_t order[KINGDOMS]
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
    int surrender                   # so many times as many force the smaller side to surrender
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
    uint8_t table_first[DIE]        # BATTLE TABLE: 0 attacker, 1 defender, 2 the smaller side
    uint8_t table_tie[DIE]          # of those with 2: 0 attacker, 1 defender
    double win[ODDS + 1][ODDS + 1]  # that so many attackers beat so many defenders, see odds.pxd
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
    double weights[MAX_WEIGHTS]     # the defaults, for worlds imagined by priors
