"""Wallenstein: the state, the rules' tables, and the meaning of action ids.

See RULES.md for the clauses (R..) that comments name. What belongs to an expansion stays empty
in a game without it.
"""
from libc.stdint cimport uint16_t, uint32_t, uint64_t, uint8_t

from eminence.cython_ext.game cimport Head

# Sizes of arrays, and limits that `check`, position files and the data folder keep.
cpdef enum:
    MAX_PLAYERS = 5
    PEASANTS = 5            # the colour after those of the seats
    COLOURS = 6
    COUNTIES = 45
    REGIONS = 5
    BOXES = 10              # on the mat, one for each action card
    COURT_BOXES = 3         # on the extra board (Emperor's Court)
    ALL_BOXES = 13
    POSITIONS = 5           # places in the player order, each with a bonus tile
    BUILDINGS = 3
    EVENTS = 12
    EVENT_REMOVED = EVENTS + 1  # in State.event: removed by a favor
    GROUPS = 9
    MONEY_CARDS = 5
    TOWER_CARDS = 3         # dice tower cards of a seat (Emperor's Court)
    FAVORS = 21
    SPACES = 3              # for favor cards in the audience hall
    HAND_CARDS = 53         # that a seat can have: counties, money, dice tower
    MAX_CUBES = 62          # of one colour
    MAX_THROWN = COLOURS * MAX_CUBES
    WINTER_SOURCES = 5      # of points: counties, buildings, majorities of the three kinds
    N_SOURCES = 9           # with expansions also those below
    MOST_PLAN_STEPS = 14    # the bid, then the boxes
    YEARS = 2
    ROUNDS = 3              # in a year
    REGION_CARDS = 4        # in a seat's deck
    BENEFITS = 4            # that a region card may show
    MAX_ACTIONS = 64
    # A position holds no more; data that could bring a game near these limits are refused.
    MOST_THALERS = 255
    MOST_GRAIN = 127
    MOST_POINTS = 127       # of one source
    MOST_TROPHIES = MAX_PLAYERS * YEARS * ROUNDS
    MOST_MARKERS = 2 * ROUNDS   # in one county: two collections in each round of a year

# The actions in the order of the mat; the first three are also the kinds of building.
cpdef enum:
    PALACE, CHURCH, POST, GRAIN, TAXES
    DEPLOY_5, DEPLOY_3, DEPLOY_1, COMBAT_A, COMBAT_B
    CONVERT_3, CONVERT_2, CONVERT_1     # no action cards: the boxes of the extra board

cpdef enum:                 # sources of points
    FROM_COUNTIES, FROM_BUILDINGS
    FROM_PALACES, FROM_CHURCHES, FROM_POSTS     # majorities, by kind of building
    FROM_FAVORS, FROM_BENEFITS, FROM_STATUES, FROM_TROPHIES

cpdef enum:                 # what a region card brings; armies go to the tray
    BENEFIT_THALERS, BENEFIT_GRAIN, BENEFIT_ARMIES, BENEFIT_POINTS

cpdef enum:                 # bonus tiles
    TILE_TAXES, TILE_GRAIN, TILE_DEPLOY, TILE_ATTACK, TILE_DEFEND

# The agent's weights; data/guidance.toml has their values and says what each means.
cpdef enum:
    W_SCORING_NEXT, W_SCORING_LATER, W_BUILDING, W_THALER, W_THALER_SPARE, W_ARMY, W_ARMY_SPARE
    W_GRAIN, W_SHORTAGE, W_THREAT, W_SITE, W_UNREST, W_BID, W_FIGHT, W_ATTACK_LOSS, W_SPREAD
    W_COURTIER, W_TRAY, W_BENEFIT_TO_COME, W_LEADER, W_STATUE

cdef enum:
    N_WEIGHTS = W_STATUE + 1

cpdef enum Effect:          # what an event card does
    NO_EFFECT, POST_CALMS, NEUTRAL_DEFENDS, PALACE_DEFENDS, CHURCH_SAFE
    TAX_CAP, TAX_FLOOR, GRAIN_FLOOR, GRAIN_CAP, FEWER_ARMIES

cpdef enum FavorEffect:     # what a favor card does
    CANCEL_EVENT, GIVE_THALERS, FILL_TRAY
    CALM                    # kept where there is no marker to remove
    GIVE_GRAIN, GIVE_POINTS
    FREE_PALACE, FREE_CHURCH, FREE_POST     # in the order of the kinds of building
    IMMUNE_A, IMMUNE_B, IMMUNE_BOTH         # kept until the end of the round
    FREE_ARMIES

cpdef enum Season:
    SPRING, SUMMER, FALL, WINTER

# What is pending. Events have CHANCE to act.
cpdef enum Phase:
    DRAW                    # event: a county card for the display or for the hand (draft)
    PICK                    # which county card to take (draft)
    PLACE                   # which group of armies to place there (draft)
    TOWER                   # event: how many cubes of one colour fall out of the tower
    NEW_EVENT               # event: an event card of the year
    ROW                     # event: an action card is laid open
    TILE                    # event: a bonus tile for the next position
    FAVOR_CARD              # event: a favor card for the audience hall (Court)
    PLAN                    # everybody at the same time: the bid and the boxes
    ROUND_EVENT             # event: which of the open event cards counts
    TIE                     # event: which of those who bid the same chooses next
    CHOOSE                  # a position in the player order
    STATION                 # where a leader is placed: in the first spring, or after winter
    BENEFIT                 # what to take from a region card
    FAVOR                   # which favor card to take, if any (Court)
    USE_FAVOR               # where, or whether, to use the card just taken (Court)
    MOVE                    # where armies go, if anywhere
    AMOUNT                  # how many
    PARRY                   # whether a favor that was kept parries a revolt marker (Court)
    REVEAL                  # event: a face-down action card is turned up
    LEAD                    # where a leader goes after the tenth action
    REVOLT_CARD             # event: in winter, a county card is drawn from a hand
    REVOLT_ORDER            # its owner says which revolt comes next
    ENDED

cpdef enum Battle:
    NO_BATTLE
    FILLING                 # no battle: the tower is filled before the game
    ATTACK
    REVOLT                  # from collecting
    WINTER_REVOLT

cpdef enum EventKind:       # what chance decides
    EVENT_COUNTY, EVENT_TOWER, EVENT_CARD, EVENT_ACTION, EVENT_TILE
    EVENT_ROUND, EVENT_TIE, EVENT_REVOLT, EVENT_FAVOR

# A card in a box or as a bid; a county card is 1 + county.
cpdef enum Card:
    NOTHING = 0
    MONEY = 46              # + Thalers as a bid; in a box all money cards are alike
    FACE_DOWN = 51          # in a view: a card that the viewer cannot see
    TOWER_CARD = 52

# Action ids. In a plan the id is the card.
cpdef enum Move:
    TAKE_POSITION = 64      # + position
    STAY = 72
    MOVE_TO = 80            # + county
    ARMIES = 128            # + how many
    FROM_DECK = 192
    SWAP = 193
    TAKE_CARD = 200         # + county
    GROUP = 248             # + its armies
    REVOLT_FIRST = 272      # + county
    NO_FAVOR = 320
    TAKE_FAVOR = 320        # + number of the card
    USE_ON = 344            # + county
    KEEP_EVENT = 392
    REMOVE_EVENT = 393
    TAKE_MARKER = 394
    PARRY_MARKER = 395
    LEAD_TO = 640           # + county; a statue stays behind where that is possible
    LEAD_PLAINLY = 688      # + county; no statue although there might be one
    GROUP_LED = 736         # + its armies: the leader goes there too
    TAKE_BENEFIT = 752      # + its kind

# Why `check` refuses; a comment names the numbers that go into the sentence.
cpdef enum Wrong:
    OK
    BAD_COUNTIES            # seat
    NO_ARMIES               # seat, county
    STRAY_ARMIES, BAD_MARKERS               # county
    BAD_BUILDINGS           # kind, county
    BAD_TILES               # kind, found, there are
    BAD_CUBES               # colour, found, there are
    BAD_EVENTS              # open, in the deck
    BAD_ROW                 # cards
    BAD_BONUS, BAD_ORDER, BAD_TIME
    BAD_PLAN                # seat
    BAD_BOX                 # seat, box
    BAD_BID, BAD_CLOSED     # seat
    BAD_BATTLE, BAD_REVOLTS, BAD_DRAFT, BAD_MOVE, BAD_PLAYER
    BAD_COURTIERS           # seat
    BAD_FAVORS              # on display, in the deck
    BAD_KEPT, BAD_REGION_CARD, BAD_LEADER   # seat
    BAD_QUESTION
    BAD_STATUES, BAD_STATUE_POINTS          # seat
    STRAY_STATUES           # county
    BAD_TROPHIES            # seat, captured by all, there can be


cdef struct State:
    Head head
    # --- time ---
    uint8_t phase
    uint8_t year            # 0, 1
    uint8_t season
    uint8_t step            # actions finished in this round; BOXES while leaders move
    uint8_t turn            # position whose owner acts, or is supplied in winter
    # --- the round (public) ---
    uint8_t row_size        # action cards that lie open
    uint8_t row[BOXES]      # action + 1
    uint8_t tile[POSITIONS]         # bonus tile + 1
    uint8_t leader[POSITIONS]       # seat + 1 that has chosen this position
    uint8_t event           # of the round, + 1
    uint16_t open_events
    uint16_t event_deck
    # --- the plans ---
    # During PLAN a view holds the viewer's own plan only. Afterwards it shows who has covered
    # which box, and the cards that were turned up.
    uint8_t planned[MAX_PLAYERS]    # decisions made, while the planning runs
    uint8_t bid[MAX_PLAYERS]
    uint8_t box[MAX_PLAYERS][ALL_BOXES]
    uint64_t closed[MAX_PLAYERS]    # public: counties whose card may still lie face down
    # --- the board (public) ---
    uint64_t owned[MAX_PLAYERS]
    uint64_t built[BUILDINGS]
    uint8_t armies[COUNTIES]
    uint8_t markers[COUNTIES]       # revolt markers
    uint16_t thalers[MAX_PLAYERS]
    uint8_t grain[MAX_PLAYERS]
    uint8_t points[MAX_PLAYERS][N_SOURCES]
    # --- cubes ---
    uint8_t supply[COLOURS]
    uint8_t tower[COLOURS]
    uint8_t tray[COLOURS]
    uint8_t fresh[COLOURS]  # thrown in, fate not yet known
    uint8_t colour          # whose fate is next
    uint16_t thrown         # cubes of this throw
    uint8_t battle
    uint8_t target          # county + 1 that armies move to or fight for
    # --- winter ---
    uint64_t revolting      # drawn, revolt still to come
    uint8_t due             # cards still to draw
    uint8_t extra           # peasants on top of the markers
    # --- the draft (empty afterwards) ---
    uint8_t display[2]      # county + 1
    uint8_t before[MAX_PLAYERS][2]  # the display when this seat last chose, ascending
    uint8_t swapped         # 1: the mover has put the display under the deck
    uint8_t picked          # county + 1 that waits for armies
    uint8_t bottom_size
    uint8_t bottom[COUNTIES]        # known cards under the deck, the upper first, county + 1
    uint16_t groups[MAX_PLAYERS]    # not yet placed
    uint64_t deck           # cards of the deck that nobody knows
    # --- Emperor's Court (public) ---
    uint8_t entrance[MAX_PLAYERS]   # courtiers in the entrance hall
    uint8_t audience[MAX_PLAYERS]   # courtiers in the audience hall
    uint8_t favors[SPACES]  # number of the card on each space, the dearest first
    uint8_t used            # number of the card whose owner says how to use it
    uint32_t favor_deck     # cards nobody has seen; bit: number - 1
    uint32_t kept[MAX_PLAYERS]      # cards in use: immunity, or for the next revolt marker
    # --- region cards (public) ---
    uint8_t region_card[MAX_PLAYERS]    # which card of the seat's deck lies on top
    # --- military leaders (public) ---
    uint8_t general[MAX_PLAYERS]    # county + 1 where the seat's leader stands
    uint64_t honoured[MAX_PLAYERS]  # counties with statues of the seat
    uint8_t statues[COUNTIES]       # how many
    uint8_t trophies[MAX_PLAYERS]   # statues of others that the seat has captured


# An agent's weights, by W_...
ctypedef const double *Weights


cdef struct Rules:
    int seats
    bint draft
    bint court, regions, leaders        # the expansions in use
    int boxes               # of each seat: BOXES, or ALL_BOXES with the Court
    int plan_steps
    int event_kind[ENDED]               # by phase
    # --- set-up ---
    int thalers, cubes, peasants, fill, fill_peasants
    int n_groups
    int group[GROUPS]
    uint64_t lineup[MAX_PLAYERS]
    int lineup_armies[COUNTIES]
    # --- counties ---
    int region[COUNTIES]
    int tax[COUNTIES]
    int grain[COUNTIES]
    int sites[COUNTIES]
    uint64_t in_play
    uint64_t neighbours[COUNTIES]
    uint64_t region_counties[REGIONS]
    # --- actions, tiles and events ---
    int cost[ALL_BOXES]
    int armies[ALL_BOXES]
    int buildings[BUILDINGS]
    int bonus[POSITIONS]
    int open_actions, events_a_year
    int effect[EVENTS + 1]              # one removed has none
    int amount[EVENTS]
    int lesser[EVENTS]
    int grain_loss[EVENTS]
    # --- battles, revolts and points ---
    int neutral_peasants
    double fresh_out
    double stuck_out[MAX_THROWN + 1]    # by the number of cubes thrown
    int revolts[COUNTIES + 1]           # by counties without grain
    int extra[COUNTIES + 1]
    int county_points, building_points, tie_loss
    int majority[BUILDINGS]
    # --- Emperor's Court ---
    int courtiers                       # of each seat
    int space_cost[SPACES]
    int favor_effect[FAVORS]
    int favor_amount[FAVORS]
    uint32_t shields[2]                 # cards against combat A and B
    uint32_t calming                    # cards kept for a revolt marker
    # --- region cards and leaders ---
    int regions_needed
    int benefit[REGION_CARDS][BENEFITS]
    int led[ALL_BOXES]                  # what a leader adds: armies, grain, Thalers, or saves
    int statue_points, trophy_points
    double weights[N_WEIGHTS]           # the defaults, for worlds imagined by priors
