"""Royals: the state, the rules' tables, and the meaning of action ids.

See RULES.md for the clauses (R..) that comments name.
"""
from libc.stdint cimport uint8_t, uint16_t, uint32_t

from cython_ext.game cimport Head


cdef enum:
    MAX_PLAYERS = 5
    COUNTRIES = 4
    PAIRS = 6               # kinds of Intrigue card: F/G F/B F/S G/B G/S B/S
    TITLES = 7              # lowest to highest rank
    KING = 6
    PERIODS = 3
    MAX_CITIES = 16
    MAX_POSITIONS = 32
    MAX_HOUSE_MARKERS = 3
    N_SOURCES = 5           # City, Country and Noble House bonuses, periods, titles
    ONLOOKER = MAX_PLAYERS  # row of `known` for the view of PUBLIC

# What is pending. Events have CHANCE to act, everything else the seat whose turn it is.
cdef enum Phase:
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

# Event kinds
cdef enum:
    EVENT_DISPLAY = 0
    EVENT_COUNTRY = 1
    EVENT_INTRIGUE = 2

# Action ids, in ascending order of these blocks
cdef enum:
    FROM_PILE = 0
    INTRIGUE_CARD = 1
    FROM_DISPLAY = 2        # + country
    END_TURN = 6
    GIVE_COUNTRY = 8        # + country * 16 + amount (1..15)
    GIVE_INTRIGUE = 72      # + pair * 8 + amount (1..7)
    CLAIM = 128             # + position * 8 + wilds
    TAKE_OVER = 384         # + (position * 8 + wilds) * 4 + Intrigue wilds
    MAX_ACTIONS = 64
    MAX_HAND = 15           # Country cards during a turn: the limit and three more


cdef struct Royals:
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


cdef struct RoyalsRules:
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
    uint32_t all_positions
    uint32_t country_positions[COUNTRIES]
    uint32_t city_positions[MAX_CITIES]
    uint32_t king_positions
    uint32_t title_positions[TITLES]
    uint32_t up_to[COUNTRIES][MAX_HAND + 1]         # positions of that country up to that cost
    uint8_t pairs_of[COUNTRIES]                     # mask of pairs
