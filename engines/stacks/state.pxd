"""Stacks: what a state holds, the numbers of a game, and what both say.

Clause numbers (R1 ..) are those of RULES.md. A card is a kind, never a physical copy: kinds are
0 .. KINDS-1 in counts, and kind + 1 in a place for one card, where 0 is "empty or not known".
"""
from libc.stdint cimport int8_t, uint8_t

from eminence.cython_ext.game cimport FULL, OVER, PUBLIC, Head
from eminence.engines.kit.counts cimport total

cpdef enum:                 # kinds of card
    STRAW
    WOOD
    STONE
    FOIL                    # the last kind: it foils, and nobody may claim it
    KINDS                   # the number of kinds

# Capacities of the struct; the numbers of the game are in Rules.
cpdef enum:
    SEATS = 4
    HEIGHT = 4
    ONLOOKER = SEATS        # the public's row among the holders of facts, and its bit in `knows`
    HOLDERS = SEATS + 1
    FACE_UP = 1 << 7        # in `knows`: turned up by a challenge

cpdef enum Phase:
    DEAL                    # chance: a hidden card for one hand
    FILL                    # chance: an open card for the row
    TURN                    # the mover says what it does
    PLAY                    # the mover picks the hidden card
    POLL                    # the others are asked one by one: foil or pass
    ORDER                   # the mover puts a stack back, bottom card first

cpdef enum Use:             # what the turn is spent on, while it is not over
    NOTHING
    DRAW
    TAKE
    PLACE
    PEEK
    REORDER

cdef enum:                  # how many there are
    PHASES = ORDER + 1
    USES = REORDER + 1

cpdef enum:                 # action ids, in blocks
    DO_PASS = 0
    DO_DRAW = 1
    DO_TAKE = 2
    DO_PLACE = DO_TAKE + KINDS
    DO_PEEK = DO_PLACE + KINDS - 1
    DO_REORDER = DO_PEEK + SEATS * HEIGHT
    DO_CHALLENGE = DO_REORDER + SEATS
    DO_FOIL = DO_CHALLENGE + SEATS * HEIGHT
    DO_CARD = DO_FOIL + 1
    DO_END = DO_CARD + KINDS

cdef enum:
    MAX_ACTIONS = DO_FOIL   # all that one turn can offer

cpdef enum Event:
    EVENT_DEAL
    EVENT_ROW

cpdef enum Wrong:           # what `check` finds; the sentences are in words.py
    OK
    BAD_TURN                # turn
    BAD_PLAYER
    BAD_AGENDA
    BAD_SETUP
    BAD_HAND_SIZE           # seat, cards
    BAD_HAND                # seat, cards
    BAD_OTHER_HAND          # seat
    BAD_LIMBO
    BAD_HEIGHT              # seat, cards
    BAD_EMPTY_SLOT          # stack, slot
    BAD_KNOWERS             # stack, slot
    BAD_CARD                # stack, slot
    BAD_CLAIM               # stack, slot
    BAD_PILE                # cards too many
    BAD_ROW                 # cards
    TOO_MANY                # kind, cards too many, cards there are
    BAD_CHALLENGES
    BAD_OPENLY              # seat
    BAD_MIXED               # stack
    BAD_SECRET              # holder, stack
    TOO_MANY_FACTS          # stack, holder
    FALSE_FACT              # stack, kind, holder
    BAD_COMMON              # stack, kind, holder
    BAD_LOOSE               # stack
    FORGOTTEN               # stack
    BAD_CHALLENGER
    BAD_DISCARD             # cards, foils among them
    TOO_FEW_TURNS           # seat, its turns
    TOO_FEW_IN_ALL          # turns

cdef struct State:
    Head head
    uint8_t turn                        # turns finished
    uint8_t phase                       # a Phase
    uint8_t use                         # a Use
    uint8_t target                      # PEEK, REORDER: whose stack
    uint8_t slot                        # PEEK: which card; REORDER: cards put back so far
    uint8_t claim                       # PLACE: the claimed kind + 1
    uint8_t limbo                       # PLACE, during the poll: the card, kind + 1
    uint8_t hand_size[SEATS]
    uint8_t hand[SEATS][KINDS]
    # Public: this hand, and the card it has in limbo, hold at least these kinds. Kept in lean
    # copies too: it decides who knows a placed card (R16), and that decides who may peek.
    uint8_t openly[SEATS][KINDS]
    uint8_t row[KINDS]
    uint8_t discard[KINDS]
    int8_t challenges[SEATS]            # points won and lost by challenges
    uint8_t height[SEATS]
    uint8_t card[SEATS][HEIGHT]         # from the bottom up, kind + 1
    uint8_t claims[SEATS][HEIGHT]       # the claimed kind + 1
    uint8_t knows[SEATS][HEIGHT]        # public: who knows this card; seats, ONLOOKER, FACE_UP
    # The facts. "Mixed" is the part of a stack, from the bottom, that was last put in order;
    # a holder knows at least these kinds among the cards there that it cannot name one by one.
    uint8_t mixed[SEATS]
    uint8_t common[SEATS][KINDS]            # what everybody knows this way
    uint8_t secret[SEATS][SEATS][KINDS]     # what this seat knows, the common part included

cdef struct Rules:
    int seats
    int copies              # cards of each kind
    int last_turn           # the cap on turns
    int deal                # cards of a first hand
    int hand_limit
    int row
    int height              # a stack of so many cards ends the game
    int bonus               # for an honest card
    int value[KINDS]


cdef inline int mover_of(const State *s, const Rules *r) noexcept nogil:
    """Whose turn it is, also while others are asked."""
    return s.turn % r.seats


cdef inline int turns_of(const State *s, const Rules *r, int seat) noexcept nogil:
    """The turns that a seat has finished."""
    return (s.turn + r.seats - 1 - seat) / r.seats


cdef inline int everybody(const Rules *r) noexcept nogil:
    return (1 << r.seats) - 1 | 1 << ONLOOKER


cdef inline int holder_of(int viewer) noexcept nogil:
    """The row of a viewer (a seat or PUBLIC) among the holders of facts."""
    return ONLOOKER if viewer == PUBLIC else viewer


cdef inline bint has_limbo(const State *s) noexcept nogil:
    return s.use == PLACE and s.phase == POLL


cdef inline bint sees_slot(const State *s, int viewer, int stack, int slot) noexcept nogil:
    """Everything on the table is turned up at the end (R14)."""
    if s.head.player == OVER or viewer == FULL:
        return True
    return s.knows[stack][slot] >> holder_of(viewer) & 1


cdef inline int pile_size(const State *s, const Rules *r) noexcept nogil:
    cdef int left = KINDS * r.copies - total(s.row, KINDS) - total(s.discard, KINDS) - has_limbo(s)
    cdef int seat
    for seat in range(r.seats):
        left -= s.hand_size[seat] + s.height[seat]
    return left


cdef inline void count_unseen(const State *s, const Rules *r, int *left) noexcept nogil:
    """Per kind the cards that lie in no place of this state: the pile of a world."""
    cdef int seat, kind, slot
    for kind in range(KINDS):
        left[kind] = r.copies - s.row[kind] - s.discard[kind]
        for seat in range(r.seats):
            left[kind] -= s.hand[seat][kind]
    for seat in range(r.seats):
        for slot in range(s.height[seat]):
            if s.card[seat][slot]:
                left[s.card[seat][slot] - 1] -= 1
    if s.limbo:
        left[s.limbo - 1] -= 1


cdef inline int challenge_stake(const State *s, const Rules *r, int stack, int slot) noexcept nogil:
    """What challenging this card wins, or loses if the claim is true."""
    cdef int claim = s.claims[stack][slot]
    return r.value[claim - 1] * (-1 if s.card[stack][slot] == claim else 1)


cdef inline int closed_slots(const State *s, int stack, int *out) noexcept nogil:
    """The face-down cards of a stack, from the bottom up."""
    cdef int n = 0, slot
    for slot in range(s.height[stack]):
        if not s.knows[stack][slot] & FACE_UP:
            out[n] = slot
            n += 1
    return n


cdef inline uint8_t *at_least(const State *s, int holder, int stack) noexcept nogil:
    """What a seat or the ONLOOKER knows about the cards of a mixed part it cannot place."""
    if holder == ONLOOKER:
        return <uint8_t *>&s.common[stack][0]
    return <uint8_t *>&s.secret[holder][stack][0]


cdef inline int dealt_to(const State *s, const Rules *r) noexcept nogil:
    """The seat that gets the next hidden card."""
    cdef int seat
    if s.use == DRAW:
        return mover_of(s, r)
    for seat in range(r.seats):
        if s.hand_size[seat] < r.deal:
            return seat
    return r.seats
