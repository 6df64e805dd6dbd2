"""Royals: the state, the rules' tables, and the meaning of action ids.

See RULES.md for the clauses (R..) that comments name.
"""
from libc.stdint cimport uint16_t, uint32_t, uint8_t

from eminence.cython_ext.game cimport Head


# Sizes of arrays, and limits that the data folder and position files keep.
cpdef enum:
    MAX_PLAYERS = 5
    COUNTRIES = 4
    PAIRS = 6               # kinds of Intrigue card: F/G F/B F/S G/B G/S B/S
    TITLES = 7              # lowest to highest rank
    KING = 6
    PERIODS = 3
    MAX_CITIES = 16
    MAX_POSITIONS = 32
    MAX_HOUSE_MARKERS = 3
    MAX_HAND = 15           # Country cards during a turn: the limit and three more
    MAX_INTRIGUE = 7
    MAX_KING_INTRIGUE = 3
    MAX_COUNT = 0xFF        # cards or cubes of one kind, and points of a marker
    MAX_ROUND = 0xFFFF
    MAX_ACTIONS = 64
    ONLOOKER = MAX_PLAYERS  # row of `known` for the view of PUBLIC

# What is pending. Events have CHANCE to act, everything else the seat whose turn it is.
cpdef enum Phase:
    SETUP                   # event: the display before the first turn
    DRAW
    DRAW_COUNTRY            # event: a face-down Country card goes to the hand
    DRAW_INTRIGUE           # event: an Intrigue card goes to the hand
    PLAY
    PAY_INTRIGUE            # which Intrigue cards to give
    PAY_COUNTRY             # which Country cards stand in for missing ones
    DISCARD_COUNTRY
    DISCARD_INTRIGUE
    REFILL                  # event: a card for the display after the turn
    ENDED

cpdef enum EventKind:
    EVENT_DISPLAY
    EVENT_COUNTRY
    EVENT_INTRIGUE

# Where points come from.
cpdef enum:                 # Source
    CITY_POINTS
    COUNTRY_POINTS
    HOUSE_POINTS
    PERIOD_POINTS
    TITLE_POINTS
    N_SOURCES

# Action ids, in ascending order of these blocks, and how many amounts or wilds they distinguish.
cpdef enum:
    FROM_PILE = 0
    INTRIGUE_CARD = 1
    FROM_DISPLAY = 2        # + country
    END_TURN = 6
    GIVE_COUNTRY = 8        # + country * COUNTRY_AMOUNTS + amount
    GIVE_INTRIGUE = 72      # + pair * INTRIGUE_AMOUNTS + amount
    CLAIM = 128             # + position * WILDS + wilds
    TAKE_OVER = 384         # + (position * WILDS + wilds) * INTRIGUE_WILDS + Intrigue wilds
    COUNTRY_AMOUNTS = MAX_HAND + 1
    INTRIGUE_AMOUNTS = MAX_INTRIGUE + 1
    WILDS = 8
    INTRIGUE_WILDS = MAX_KING_INTRIGUE + 1

# The agent's weights; data/guidance.toml has their defaults and what each means.
cpdef enum:                 # Weight
    W_PERIOD_NOW
    W_PERIOD_LATER
    W_TITLE
    W_COUNTRY_PROGRESS
    W_HOUSE_PROGRESS
    W_CARD
    W_SET
    W_INTRIGUE
    W_SPREAD
    W_CLAIM
    W_CLAIM_INFLUENCE
    W_CLAIM_TITLE
    W_CLAIM_CITY
    W_CLAIM_NEW_CITY
    W_CLAIM_CARD
    W_CLAIM_OUSTING
    W_NEUTRAL
    W_POINT
    W_DRAW
    W_DRAW_SAME
    W_DRAW_THIRD_INTRIGUE
    W_GIVE
    W_GIVE_LEFT
    N_WEIGHTS

# What a position file says; else `fill_in` works it out.
cpdef enum:
    SAID_DRAWN = 1
    SAID_DUE = 2
    SAID_PILE = 4
    SAID_INTRIGUE_PILE = 8
    SAID_TITLES = 16        # shifted by the seat

# What is wrong, and its numbers; words.py has a sentence for each. If a seat is to blame, it
# comes first. A set of seats or titles is a mask. Markers are numbered in a row: country markers
# by country, period markers by period and country, the first or higher one first.
cpdef enum Wrong:
    OK
    # --- cards ---
    COUNTRY_CARDS               # country, found, in the deck
    INTRIGUE_CARDS              # pair, found, in the deck
    DISPLAY_SIZE                # cards, places
    EMPTY_PILE
    EMPTY_INTRIGUE_PILE
    TOO_MANY_CARDS              # open, in hands, all there are
    TOO_MANY_INTRIGUE           # open, in hands, all there are
    PILE_SIZE                   # size, open, in hands, what these leave
    INTRIGUE_PILE_SIZE          # size, open, in hands, what these leave
    # --- hands ---
    HAND_NAMED                  # seat, named, held
    INTRIGUE_NAMED              # seat, named, held
    INTRIGUE_SEEN               # seat
    HAND_LIMIT                  # seat, cards, limit
    INTRIGUE_LIMIT              # seat, cards, limit
    HAND_DRAWN                  # seat, cards, drawn, possible
    INTRIGUE_DRAWN              # seat, cards, drawn, possible
    # --- what is known of hands ---
    STRAY_KNOWN                 # holder, viewer
    KNOWN_TOO_MUCH              # holder, country, known, named
    KNOWN_TOO_LITTLE            # holder, country, viewer
    KNOWN_UNNAMED               # holder, country, known, named
    TAKEN_UNSEEN                # holder, country
    # --- cubes ---
    HELD_TWICE                  # seat, position, who else holds it
    NOBLES                      # seat, nobles, the cubes they need, the seat's cubes
    SUPPLY                      # seat, cubes, expected
    TITLES_SUM                  # seat, cubes on titles, positions, ousted
    TITLE_CUBES                 # seat, title, cubes, positions
    OUSTED                      # seat, city, ousted, cubes of others
    OUSTED_TITLES               # seat, cubes, titles, ousted where such a position is held
    # --- markers ---
    CITY_MARKER_OPEN            # seat, city, seats
    CITY_MARKER_ABSENT          # seat, city
    CITY_MARKER_LATE            # seat, city
    COUNTRY_MARKER_GAP          # seat, marker, the one that goes first
    COUNTRY_MARKER_TWICE        # seat, marker, the other one
    COUNTRY_MARKER_ABSENT       # seat, marker, city
    COUNTRY_MARKER_OPEN         # seat, marker, seats, country
    HOUSE_MARKER_GAP            # seat, marker, the one that goes first
    HOUSE_MARKER_TWICE          # seat, marker, the other one
    HOUSE_MARKER_TITLE          # seat, marker, title
    HOUSE_MARKER_OPEN           # seat, marker, seats
    PERIOD_MARKER_GAP           # seat, marker, the one that goes first
    PERIOD_MARKER_TWICE         # seat, marker, the other one
    PERIOD_MARKER_EARLY         # seat, marker
    PERIOD_MARKER_ABSENT        # seat, marker, country
    PERIOD_MARKER_LOST          # seat, marker, the next period's
    PERIOD_MARKER_LEADER        # seat, marker, who should have it
    UNSCORED_CLAIMS             # seat, cards that were paid, discards
    # --- the turn ---
    WRONG_PLAYER
    LAST_ROUND_PERIOD           # period
    LAST_ROUND_SEAT
    NO_LAST_ROUND
    LAST_SEAT                   # seat, the last one
    LAST_REFILL                 # display
    STRAY_GIVING                # phase
    STRAY_TARGET                # position
    STRAY_TAKE_OVER             # phase
    STRAY_LAST_TAKEN            # phase
    NOTHING_DUE
    TARGET_HELD                 # seat, position
    TARGET_FREE                 # position
    TARGET_CUBES                # seat, cubes
    REFILL_EMPTY
    REFILL_FULL                 # display
    SETUP_TURN
    # --- draws ---
    DRAWN                       # seat, drawn, expected
    DRAWN_ALL                   # seat, drawn
    DRAW_NOTHING
    INTRIGUE_AFTER              # drawn
    INTRIGUE_TWICE
    DISPLAY_BEGUN               # cards, places
    DISPLAY_WHOLE               # cards
    DISPLAY_TAKEN               # cards, taken, drawn
    CARDS_GONE                  # seat, drawn, found
    INTRIGUE_GONE               # seat, drawn, found
    # --- the first round ---
    FIRST_INTRIGUE
    FIRST_INTRIGUE_DRAWN
    FIRST_HAND                  # seat, cards
    FIRST_CUBES                 # seat
    FIRST_DRAWS                 # drawn, found
    # --- the end of a period ---
    PERIOD_END_EARLY
    PERIOD_END_NO_DRAW
    PERIOD_END_DISCARDS         # discards, seat, what it can have played
    # --- payments and discards ---
    PRICE                       # position, due
    PRICE_COUNTRY               # position, due
    EXCESS                      # seat, due, cards above the limit
    EXCESS_DRAWN                # seat, due, drawn
    LAST_GIVEN
    STUCK                       # seat

cdef struct State:
    Head head
    # --- the turn ---
    uint8_t phase
    uint8_t seat            # whose turn it is
    uint8_t period          # 0..2
    uint8_t period_ending   # 1: the period is scored after this turn
    uint8_t last_round      # 1: the third period has ended, the round is played out
    uint8_t drawn           # Country cards drawn this turn
    uint8_t drawn_intrigue  # Intrigue cards drawn this turn
    uint8_t display_from    # DRAW: lowest country still to be taken, plus 1; 0: none taken yet
    uint8_t target          # position being paid for
    uint8_t due             # cards to give in this payment or discard
    uint8_t due_next        # lowest kind that may still be given
    uint8_t due_wild        # 1: the Intrigue cards due may be any that do not match
    uint8_t due_country     # Country cards to give after the Intrigue payment
    uint8_t _pad
    uint16_t round          # 0: everybody's first turn
    # --- the board (public) ---
    uint32_t held[MAX_PLAYERS]                      # positions occupied
    uint8_t ousted[MAX_PLAYERS][MAX_CITIES]         # cubes beside the cities
    uint8_t title_cubes[MAX_PLAYERS][TITLES]
    uint8_t supply[MAX_PLAYERS]                     # cubes left
    uint8_t city_marker[MAX_CITIES]                 # who has it, plus 1
    uint8_t country_marker[COUNTRIES][2]            # the higher first
    uint8_t house_marker[MAX_HOUSE_MARKERS]         # the highest first
    uint8_t period_marker[PERIODS][COUNTRIES][2]
    uint8_t display[COUNTRIES]
    uint8_t discards[COUNTRIES]
    uint8_t intrigue_discards[PAIRS]
    uint8_t hand_size[MAX_PLAYERS]
    uint8_t intrigue_size[MAX_PLAYERS]
    uint8_t pile_size
    uint8_t intrigue_pile_size
    # --- hidden ---
    # In a view, other hands hold what the viewer knows of them, and each pile holds every
    # card that the viewer cannot place: the pile itself and the unknown cards in hands.
    uint8_t hand[MAX_PLAYERS][COUNTRIES]
    uint8_t intrigue[MAX_PLAYERS][PAIRS]
    uint8_t pile[COUNTRIES]
    uint8_t intrigue_pile[PAIRS]
    uint8_t _rest[3]
    # --- facts ---
    # known[viewer][holder]: the holder's hand has at least these Country cards. The last
    # row is the onlooker's; the other rows are their viewer's secret.
    uint8_t known[MAX_PLAYERS + 1][MAX_PLAYERS][COUNTRIES]


cdef struct Rules:
    int seats
    int cities
    int positions
    int display_size
    int hand_limit
    int intrigue_limit
    int draw                # Country cards of a turn without an Intrigue card
    int wild                # Country cards that stand in for one
    int intrigue_wild       # Intrigue cards that stand in for one
    int king_intrigue       # Intrigue cards to oust a King
    int first_turn[MAX_PLAYERS]
    int cubes[MAX_PLAYERS]
    bint ends_on_empty_pile  # else: when the display cannot be refilled
    bint all_markers_break_ties  # else: only the highest one
    int deck[COUNTRIES]
    int intrigue_deck[PAIRS]
    int cost[TITLES]
    int title_points[TITLES]
    int title_half[TITLES]
    int city_country[MAX_CITIES]
    int city_bonus[MAX_CITIES]
    int position_city[MAX_POSITIONS]
    int position_country[MAX_POSITIONS]
    int position_title[MAX_POSITIONS]
    int influence[MAX_POSITIONS]
    int country_bonus[COUNTRIES][2]
    int house_markers
    int house_bonus[MAX_HOUSE_MARKERS]
    int period_points[PERIODS][COUNTRIES][2]
    # Prepared from the above when the game is loaded
    uint32_t country_cities[COUNTRIES]
    uint32_t country_positions[COUNTRIES]
    uint32_t city_positions[MAX_CITIES]
    uint32_t king_positions
    uint32_t title_positions[TITLES]
    uint32_t up_to[COUNTRIES][MAX_HAND + 1]         # positions of that country up to that cost
    uint8_t pairs_of[COUNTRIES]                     # mask of pairs
