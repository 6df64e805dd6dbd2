"""Stacks: the numbers that a network sees, and where each block of them begins."""
from libc.stdint cimport int16_t, int32_t

from eminence.engines.stacks.state cimport (
    FOIL, HEIGHT, KINDS, PHASES, SEATS, USES, Rules, State,
)

# First the table, then each seat with its stack, the own one first.
cpdef enum:
    SEE_PLAYERS = 0                         # 2, 3 or 4
    SEE_COPIES = SEE_PLAYERS + SEATS - 1    # cards of each kind per player
    SEE_TURNS_LEFT                          # of each seat
    SEE_PILE
    SEE_PHASE
    SEE_USE = SEE_PHASE + PHASES
    SEE_CLAIM = SEE_USE + USES              # of the card that is placed
    SEE_LIMBO = SEE_CLAIM + FOIL            # that card, if it is the own one
    SEE_TARGET = SEE_LIMBO + KINDS          # whose stack: the own one, the next seat's, ...
    SEE_SLOT = SEE_TARGET + SEATS           # which of its cards, or how many are put back
    SEE_ROW = SEE_SLOT + HEIGHT             # a number per kind, here and below
    SEE_DISCARD = SEE_ROW + KINDS
    SEE_HAND = SEE_DISCARD + KINDS
    SEE_UNSEEN = SEE_HAND + KINDS           # cards that may be anywhere as far as the seat knows
    SEE_SIDES = SEE_UNSEEN + KINDS

cpdef enum:
    SIDE_PLAYS = 0
    SIDE_TO_MOVE
    SIDE_TURN                               # its turn, also while others are asked
    SIDE_HAND_SIZE
    SIDE_CHALLENGES
    SIDE_POINTS                             # with what the stack is worth as far as known
    SIDE_LEAD                               # ahead of the best other seat, by these points
    SIDE_OPENLY                             # a number per kind
    SIDE_HEIGHT = SIDE_OPENLY + KINDS       # 1 .. 4 cards
    SIDE_CLAIM = SIDE_HEIGHT + HEIGHT       # a number per slot and kind, here and below
    SIDE_CARD = SIDE_CLAIM + HEIGHT * FOIL
    SIDE_BLUFF = SIDE_CARD + HEIGHT * KINDS     # a number per slot, here and below
    SIDE_FACE_UP = SIDE_BLUFF + HEIGHT
    SIDE_KNOWERS = SIDE_FACE_UP + HEIGHT
    SIDE_END = SIDE_KNOWERS + HEIGHT

cpdef enum:                                 # what an action does
    VERB_PASS
    VERB_DRAW
    VERB_TAKE
    VERB_PLACE
    VERB_PEEK
    VERB_REORDER
    VERB_CHALLENGE
    VERB_LET                                # pass when asked for a foil
    VERB_FOIL
    VERB_PLAY
    VERB_PUT
    VERBS                                   # how many there are

cpdef enum:
    TRAIT_VERB = 0
    TRAIT_KIND = TRAIT_VERB + VERBS         # of the card that is taken, played or put
    TRAIT_CLAIM = TRAIT_KIND + KINDS        # what is claimed, of the card that is dealt with
    TRAIT_SIDE = TRAIT_CLAIM + FOIL         # whose stack: the own one, the next seat's, ...
    TRAIT_SLOT = TRAIT_SIDE + SEATS
    TRAIT_ASKED = TRAIT_SLOT + HEIGHT       # what may be foiled: place, peek or reorder
    TRAIT_TRUE = TRAIT_ASKED + 3            # the claim is known to be true, or can be made true
    TRAIT_FALSE
    TRAIT_ENDS                              # the card fills the stack and ends the game
    TRAIT_END

cdef enum:
    MAX_TRAITS = 5


cdef void features(const State *s, const Rules *r, int seat, float *out) noexcept nogil
cdef void traits(
    const State *s, const Rules *r, const int32_t *actions, int n, int16_t *out
) noexcept nogil
