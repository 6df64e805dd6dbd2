"""Bruges: the state, the rules' tables, and the meaning of action ids.

See RULES.md for the clauses (R..) that comments name.
"""
from libc.stdint cimport int32_t, uint16_t, uint64_t, uint8_t

from eminence.cython_ext.game cimport Head


# Sizes of arrays, and limits that `check` and the data folder keep.
cpdef enum:
    MAX_PLAYERS = 4
    COLOURS = 5
    MAX_GROUPS = 16
    PER_COLOUR = 64         # cards of one colour: a set of cards is a mask per colour
    CARD_IDS = COLOURS * PER_COLOUR
    MAX_CARDS = 192
    SECTIONS = 2
    SPACES = 5
    NO_TOP = 0              # in `top`; otherwise the colour of its back, plus 1
    MAX_STEPS = 16          # of the reputation track, the town hall included
    MAX_STATUES = 8
    MAX_CLAUSES = 512
    MAX_LISTED = 64         # cards with a modifier, and clauses that wait for an event
    MOST = 9999             # guilders and points: no game comes near
    MOST_WORKERS = 999      # of one colour
    FRAMES = 26
    FRAME_SIZE = 8
    MAX_ACTIONS = 256
    MAX_ROUND = 200
    ROUNDS_GRANTED = 3      # whatever was played in them: see most_decisions

cpdef enum:                 # piles
    FIRST                   # two to draw from
    SECOND
    EXTRA                   # enters play when one of them runs out
    PILES

# The parts of a round. Everything else that can be pending is a frame on the stack.
cpdef enum Phase:
    SETTING_UP
    DRAWING
    ROLLING
    THREATS
    REPUTATION
    PLAYING
    ENDED

# What is asked or happens next.
cpdef enum Step:
    NOTHING                 # only while the rules are at work, and when the game is over
    TURN_UP                 # event: the colour of a pile's new top card
    LOOK                    # event: the face of a card drawn
    ROLL                    # event: one die
    CHOOSE_PILE
    ADVANCE                 # pay for a step of reputation, or not
    TURN                    # play a card, activate a person, end the turn
    PICK_CARD               # which card of that colour is played
    PICK_HOUSE              # the colour of the empty house that the person moves into
    PICK_BELOW              # which of several empty houses of that colour: by its card
    PAY_WORKER              # which worker pays for the house
    ORDER                   # which penalty first
    LOSE_PERSON
    LOSE_BUILDING           # a house or a canal token
    LOSE_HOUSE
    LOSE_CANAL
    PICK_DOWN               # which of several empty houses of that colour is lost
    TAKE_WORKER             # the colour of a worker gained
    GIVE_WORKER             # the colour of a worker handed over
    DISCARD
    UNTHREAT                # the colour of a threat marker returned, or stop
    TRADE
    CHOOSE_VICTIM
    EXTRA_PLAY
    PLAY_DRAWN
    EXTRA_CANAL
    EXTRA_HOUSE
    EXTRA_RECRUIT
    EXTRA_STEP              # pay for a step that a person offers

# The six actions of a card but recruiting; a canal has two sections.
cpdef enum Use:
    WORKERS
    GUILDERS
    RETURN_THREAT
    CANAL_LEFT
    CANAL_RIGHT
    HOUSE

cdef enum:
    N_USES = HOUSE + 1

# What chance decides.
cpdef enum EventKind:
    EVENT_TOP = 0
    EVENT_CARD = 1
    EVENT_DIE = 2

# Action ids, in ascending order of these blocks.
cpdef enum Action:
    PILE = 0                # + pile
    NO = 2                  # end the turn, stop, decline
    YES = 3
    COLOUR = 8              # + colour
    SECTION = 16            # + section
    VICTIM = 20             # + seat
    USE = 32                # + use * 8 + colour
    CARD = 128              # + card: one that is given up or played
    RECRUIT = 512           # + card
    ACTIVATE = 1024         # + card

# Which work a frame of the stack resumes.
cpdef enum Task:
    NO_TASK
    DO_CLAUSES              # of an effect, from AT to the last of them
    DO_DRAW                 # LEFT cards; STAGE 1: the card is put aside, not in the hand
    DO_SUFFER               # the penalties of all complete circles; STAGE: colour + 1 under way
    DO_EVENT                # what waits for event AT; LEFT times; WHO: next entry to look at

# The numbers of a frame.
cpdef enum:                 # Frame
    TASK = 0
    SEAT = 1                # whose effect, or to whom it happens
    AT = 2                  # clause or event
    LEFT = 3
    LOW = 4                 # the lowest colour that may still be chosen
    WHO = 5                 # opponents done so far, or entries looked at
    STAGE = 6
    SOURCE = 7              # the card behind it, plus 1

# The effect language; effects/language.py has its words.
cpdef enum:                 # Verb
    VP
    GUILDERS_GAIN
    WORKERS_GAIN
    DRAW_CARDS
    UNTHREAT_MARKERS
    TRADE_GOODS
    STEAL_GUILDERS
    STEAL_WORKERS
    OPP_GUILDERS
    OPP_VP
    OPP_CARDS
    PLAY_CARD
    REPUTATION_STEPS
    CANAL_TOKEN
    HOUSE_CARD
    RECRUIT_PERSON
    OPP_CANAL
    OPP_HOUSE
    OPP_THREAT
    MORE_WORKERS            # from here on modifiers
    MORE_GUILDERS
    MORE_HAND
    MORE_UNTHREAT
    CANAL_DISCOUNT
    RECRUIT_DISCOUNT
    STEP_DISCOUNT
    HOUSE_PAYMENT
    IMMUNE
    WARD
    N_VERBS

cpdef enum Per:
    PER_NOTHING
    PER_HOUSE_ANY
    PER_HOUSE_EMPTY
    PER_HOUSE
    PER_PERSON_ANY
    PER_PERSON
    PER_CANAL
    PER_STATUE
    PER_THREAT
    PER_WORKER
    PER_GUILDER
    PER_GROUP
    PER_REP
    PER_MAJORITY
    PER_DIE_HIGH
    PER_DIE_LOW

cpdef enum Scope:           # of a clause
    ACTIVATED
    MODIFIER
    ON_EVENT                # + event

cpdef enum:                 # colours of a clause, besides the five
    ANY_COLOUR = COLOURS
    EACH_COLOUR
    NO_COLOUR

# Options of clauses
cpdef enum CardFrom:
    FROM_HAND
    FROM_PILE

cpdef enum Price:
    AT_PRINT
    AT_DOUBLE
    FOR_FREE

cpdef enum Target:
    FROM_ALL
    FROM_ONE

cpdef enum Payment:         # for a house
    OWN_COLOUR
    ANY_WORKER
    NO_WORKER

cpdef enum Given:
    GIVE_GUILDERS
    GIVE_WORKERS

cpdef enum Gotten:
    GET_POINTS
    GET_GUILDERS

cdef enum:
    MOST_CHOICES = 60       # workers of free choice in one effect

cpdef enum:                 # Event
    ON_RECRUIT
    ON_HOUSE
    ON_CANAL
    ON_ADVANCE
    ON_THREAT
    ON_PENALTY
    ON_OPP_RECRUIT
    N_EVENTS

# What people are about, in a few classes, for those who cannot know all of them by name.
cpdef enum:                 # Topic
    ABOUT_POINTS
    ABOUT_GUILDERS
    ABOUT_WORKERS
    ABOUT_CARDS
    ABOUT_PLAYS             # extra plays, houses and recruits
    ABOUT_REPUTATION
    ABOUT_CANALS
    ABOUT_THREATS
    ABOUT_PRICES            # what costs less, or is paid in another way
    ABOUT_OTHERS
    N_TOPICS

cpdef enum Activation:
    ARROW
    WORKER
    INFINITY
    LAUREL

cpdef enum Penalty:
    LOSE_ALL_WORKERS
    LOSE_ONE_PERSON
    LOSE_ONE_BUILDING
    LOSE_POINTS
    LOSE_ALL_GUILDERS

cpdef enum:                 # Majority
    MOST_REPUTATION
    MOST_PEOPLE
    MOST_CANALS
    N_MAJORITIES

cpdef enum:                 # sources of points
    IN_PLAY
    FROM_PEOPLE
    FROM_HOUSES
    FROM_LAURELS
    FROM_MAJORITIES
    FROM_CANALS
    FROM_REPUTATION
    N_SOURCES

# The agent's weights; data/guidance.toml has their values and what each means.
cpdef enum:                 # Weight
    W_GUILDER
    W_PURSE
    W_WORKER
    W_CARD
    W_PROMISE
    W_HOME
    W_ENGINE
    W_LASTING
    W_EXPECTED
    W_ACTION
    W_THREAT
    W_THREAT_PAIR
    W_CANAL
    W_MAJORITY
    W_HARM
    W_SPREAD
    N_WEIGHTS

# What `check` finds wrong, and the numbers of its sentence.
cpdef enum Wrong:
    OK
    UNKNOWN_CARD                # colour
    CARD_TWICE                  # card
    CARD_NOWHERE                # card
    BAD_HAND                    # seat, colour, cards named, cards held
    BAD_KNOWN                   # seat, colour
    BAD_DOWN                    # seat, colour, cards named, cards expected
    BAD_ASIDE                   # nothing
    NO_HOME                     # card
    BAD_BELOW                   # card: the person above
    BAD_HOUSES                  # seat, colour, lived in and empty, all
    STRAY_HOME                  # card
    BAD_POOL                    # colour, cards, fewest
    BAD_PILES                   # nothing
    BAD_PILE_SIZES              # cards in piles, cards that the others leave
    BAD_LAST                    # nothing
    BAD_USED                    # card
    BAD_SHOWN                   # card
    BAD_MARKERS                 # colour, markers out, markers there are
    BAD_THREATS                 # seat, colour, markers, most
    BAD_STATUES                 # nothing
    MISSED_STATUE               # seat
    BAD_MAJORITIES              # majority, winners, rounds played
    UNEARNED_MAJORITY           # seat
    BAD_DICE                    # nothing
    BAD_ROUND                   # rounds before this one, rounds that the cards played allow
    BAD_START                   # round, the seat that starts it
    BAD_SEAT                    # the start player
    BAD_CYCLE                   # nothing
    BAD_SETUP                   # nothing
    BAD_PLAYER                  # nothing
    BAD_STEP                    # nothing: the pending step cannot be
    BAD_FRAMES                  # the frame


cdef struct State:
    Head head
    # --- the turn ---
    uint8_t phase
    uint8_t step
    uint8_t seat            # whose turn it is in this phase
    uint8_t start_seat
    uint8_t round
    uint8_t cycle           # cards that everybody has played in this round
    uint8_t begun           # 1: the seat has drawn, got its threats, was asked, played its card
    uint8_t rolled          # dice rolled
    uint8_t extra_in        # 1: the extra pile has entered play
    uint8_t last_round      # 1: this round is the last
    uint8_t use             # the action under way, once its colour is chosen
    uint8_t use_colour
    uint8_t aside_colour    # a card drawn to be used at once: its colour, plus 1
    uint8_t depth           # frames on the stack
    uint16_t use_card       # the person being recruited, plus 1
    uint16_t frame[FRAMES][FRAME_SIZE]
    # --- the table (public) ---
    uint8_t dice[COLOURS]
    uint8_t pile_size[PILES]
    uint8_t top[PILES]
    uint8_t statues_taken
    uint8_t blind[COLOURS]                          # cards drawn and not looked at yet
    uint8_t hand_count[MAX_PLAYERS][COLOURS]
    uint8_t houses[MAX_PLAYERS][COLOURS]
    uint8_t empty[MAX_PLAYERS][COLOURS]             # of these, without a person
    uint8_t threat[MAX_PLAYERS][COLOURS]
    uint8_t canal[MAX_PLAYERS][SECTIONS]
    uint8_t statue[MAX_PLAYERS][SECTIONS]           # its value
    uint8_t reputation[MAX_PLAYERS]
    uint8_t majority[MAX_PLAYERS]
    # Of each person in play, by row: the row of the card below it, plus 1. To all but its owner
    # that card is a back: MAX_CARDS + 1 + its colour.
    uint8_t home[MAX_CARDS]
    # Discards that the writer of the position did not note: they are in the pool, and they
    # never leave it.
    uint8_t unnoted
    uint16_t workers[MAX_PLAYERS][COLOURS]
    uint16_t guilders[MAX_PLAYERS]
    uint16_t points[MAX_PLAYERS]
    uint16_t _pad2
    uint64_t people[MAX_PLAYERS][COLOURS]
    uint64_t used[COLOURS]                          # people activated in this round
    uint64_t discards[COLOURS]
    # --- hidden ---
    # In a view, other hands hold what everybody knows of them, and the pool holds every card
    # that the viewer cannot place: those of the piles, of other hands and below other houses.
    uint64_t hand[MAX_PLAYERS][COLOURS]
    uint64_t down[MAX_PLAYERS][COLOURS]             # the face-down cards that are houses
    uint64_t pool[COLOURS]
    uint16_t aside                                  # the card drawn to be used at once, plus 1
    # --- facts ---
    uint16_t _pad3[3]
    uint64_t shown[COLOURS]                         # cards in hands that everybody has seen


cdef struct Clause:
    uint8_t verb
    uint8_t amount
    uint8_t colour
    uint8_t per
    uint8_t per_index
    uint8_t each
    uint8_t option
    uint8_t extra
    uint8_t price
    uint8_t die             # colour of the die that must show certain faces, plus 1
    uint8_t low_faces       # 1: the low ones, else the high ones
    uint8_t scope
    uint8_t last            # 1: the effect ends with this clause


cdef struct Modifier:
    uint16_t card
    uint8_t amount
    uint8_t option          # a colour or a kind of payment


cdef struct Trigger:
    uint16_t card
    uint16_t clause


cdef struct Rules:
    int seats
    int groups
    int first_points
    int first_guilders
    int first_workers
    int hand_size
    int cards_per_round
    int threat_from
    int price_up_to
    int workers_taken
    int threat_points
    int threat_markers
    int circle
    int points_lost
    int house_points
    int majority_points
    int canal_space
    int canal_points
    int statues
    int deepest             # frames that a game can need at a decision
    int statue_value[MAX_STATUES]
    int steps               # of the reputation track
    int step_points[MAX_STEPS]
    int pile_size[PILES]
    int penalty[COLOURS]
    int canal_colour[MAX_PLAYERS][SECTIONS][SPACES]
    int canal_cost[MAX_PLAYERS][SECTIONS][SPACES]
    uint64_t cards[COLOURS]                         # all there are
    uint64_t group_cards[MAX_GROUPS][COLOURS]
    uint64_t laurels[COLOURS]
    uint64_t active[COLOURS]                        # workers, and infinities with an effect
    uint8_t row[CARD_IDS]                           # index of `home`
    uint16_t card_at[MAX_CARDS]                     # the card of each row
    uint8_t price[CARD_IDS]
    uint8_t worth[CARD_IDS]                         # points at the end
    uint8_t activation[CARD_IDS]
    uint8_t activation_colour[CARD_IDS]
    uint8_t topic[CARD_IDS]                         # of its first clause
    uint16_t effect[CARD_IDS]                       # its first clause, plus 1
    Clause clause[MAX_CLAUSES]
    uint16_t clause_card[MAX_CLAUSES]
    int clauses
    int n_modifiers[N_VERBS]
    Modifier modifier[N_VERBS][MAX_LISTED]
    int n_triggers[N_EVENTS]
    Trigger trigger[N_EVENTS][MAX_LISTED]


cdef struct Deck:
    # While a world is imagined: the cards of one colour that the viewer cannot place
    int left
    int32_t bit[PER_COLOUR]
