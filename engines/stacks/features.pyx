"""Stacks: what a network sees of a position and of a move.

A seat looks only at its own hand and at the cards of stacks that `knows` says it has seen; what it
knows of a mixed part is a fact and not here.
"""
from libc.stdint cimport int16_t, int32_t

from eminence.cython_ext.core cimport popcount32
from eminence.engines.stacks.state cimport (
    DO_CARD, DO_CHALLENGE, DO_DRAW, DO_FOIL, DO_PASS, DO_PEEK, DO_PLACE, DO_REORDER, DO_TAKE,
    FACE_UP, FOIL, HEIGHT, KINDS, ORDER, PEEK, PLACE, POLL, SEATS, Rules, State, closed_slots,
    mover_of, pile_size, sees_slot, turns_of,
)

cdef enum:
    # What counts are divided by, so that they lie about between 0 and 1.
    MOST_CARDS = 4          # in a hand, a stack or a row
    MOST_COPIES = 12        # of a kind
    MOST_TURNS = 12         # of a seat
    MANY_POINTS = 10
    FEWEST_POINTS = -100    # fewer than anybody can have


# --- the table ---

cdef void features(const State *s, const Rules *r, int seat, float *out) noexcept nogil:
    cdef int kind
    cdef float copies = r.copies
    out[SEE_PLAYERS + r.seats - 2] = 1
    out[SEE_COPIES] = copies / MOST_COPIES
    out[SEE_TURNS_LEFT] = (r.last_turn / r.seats - turns_of(s, r, seat)) / <float>MOST_TURNS
    out[SEE_PILE] = pile_size(s, r) / (KINDS * copies)
    for kind in range(KINDS):
        out[SEE_ROW + kind] = s.row[kind] / <float>MOST_CARDS
        out[SEE_DISCARD + kind] = s.discard[kind] / copies
        out[SEE_HAND + kind] = s.hand[seat][kind] / <float>MOST_CARDS
        out[SEE_UNSEEN + kind] = unseen_by(s, r, seat, kind) / copies
    pending_features(s, r, seat, out)
    stacks_features(s, r, seat, out)


cdef inline int unseen_by(const State *s, const Rules *r, int seat, int kind) noexcept nogil:
    """Cards of a kind that the seat does not see, in a world as in its view."""
    cdef int left = r.copies - s.row[kind] - s.discard[kind] - s.hand[seat][kind], stack, slot
    for stack in range(r.seats):
        for slot in range(s.height[stack]):
            left -= s.card[stack][slot] == kind + 1 and sees_slot(s, seat, stack, slot)
    return left - (s.limbo == kind + 1 and seat == mover_of(s, r))


cdef inline void pending_features(
    const State *s, const Rules *r, int seat, float *out
) noexcept nogil:
    """What the turn is spent on, and how far it is."""
    out[SEE_PHASE + s.phase] = 1
    out[SEE_USE + s.use] = 1
    if s.claim:
        out[SEE_CLAIM + s.claim - 1] = 1
    if s.limbo and seat == mover_of(s, r):
        out[SEE_LIMBO + s.limbo - 1] = 1
    if s.use >= PEEK:
        out[SEE_TARGET + side_of(r, seat, s.target)] = 1
        out[SEE_SLOT + s.slot] = 1


cdef inline int side_of(const Rules *r, int seat, int other) noexcept nogil:
    """How many seats after this one the other sits."""
    return (other - seat + r.seats) % r.seats


# --- seats and stacks ---

cdef inline void stacks_features(
    const State *s, const Rules *r, int seat, float *out
) noexcept nogil:
    cdef float points[SEATS]
    cdef float best
    cdef int side, other, i
    for other in range(r.seats):
        points[other] = s.challenges[other] + worth_of(s, r, seat, other)
    for side in range(r.seats):
        other = (seat + side) % r.seats
        best = FEWEST_POINTS
        for i in range(r.seats):
            if i != other:
                best = max(best, points[i])
        of_side = out + SEE_SIDES + side * SIDE_END
        of_side[SIDE_POINTS] = points[other] / MANY_POINTS
        of_side[SIDE_LEAD] = (points[other] - best) / MANY_POINTS
        side_features(s, r, seat, other, of_side)


cdef inline float worth_of(const State *s, const Rules *r, int seat, int stack) noexcept nogil:
    """What a stack counts at the end (R14); a card that the seat does not see is honest or not."""
    cdef float points = 0
    cdef int slot, claim
    for slot in range(s.height[stack]):
        claim = s.claims[stack][slot]
        if not sees_slot(s, seat, stack, slot):
            points += r.value[claim - 1] + r.bonus / <float>2
        elif s.card[stack][slot] == claim:
            points += r.value[claim - 1] + r.bonus
        elif not s.knows[stack][slot] & FACE_UP:
            points += r.value[claim - 1]
    return points


cdef inline void side_features(
    const State *s, const Rules *r, int seat, int other, float *out
) noexcept nogil:
    cdef int kind, slot
    out[SIDE_PLAYS] = 1
    out[SIDE_TO_MOVE] = s.head.player == other
    out[SIDE_TURN] = mover_of(s, r) == other
    out[SIDE_HAND_SIZE] = s.hand_size[other] / <float>MOST_CARDS
    out[SIDE_CHALLENGES] = s.challenges[other] / <float>MANY_POINTS
    for kind in range(KINDS):
        out[SIDE_OPENLY + kind] = s.openly[other][kind] / <float>MOST_CARDS
    if s.height[other]:
        out[SIDE_HEIGHT + s.height[other] - 1] = 1
    for slot in range(s.height[other]):
        slot_features(s, seat, other, slot, out)


cdef inline void slot_features(
    const State *s, int seat, int stack, int slot, float *out
) noexcept nogil:
    cdef int who = s.knows[stack][slot], card = s.card[stack][slot], claim = s.claims[stack][slot]
    out[SIDE_CLAIM + slot * FOIL + claim - 1] = 1
    out[SIDE_FACE_UP + slot] = (who & FACE_UP) != 0
    out[SIDE_KNOWERS + slot] = popcount32(who & ((1 << SEATS) - 1)) / <float>SEATS
    if sees_slot(s, seat, stack, slot):
        out[SIDE_CARD + slot * KINDS + card - 1] = 1
        out[SIDE_BLUFF + slot] = card != claim


# --- moves ---

cdef void traits(
    const State *s, const Rules *r, const int32_t *actions, int n, int16_t *out
) noexcept nogil:
    cdef int i
    for i in range(n):
        if s.phase == POLL:
            answer_traits(s, actions[i], out + i * MAX_TRAITS)
        elif actions[i] >= DO_CARD:
            card_traits(s, r, actions[i] - DO_CARD, out + i * MAX_TRAITS)
        else:
            use_traits(s, r, actions[i], out + i * MAX_TRAITS)


cdef inline void answer_traits(const State *s, int action, int16_t *out) noexcept nogil:
    out[0] = TRAIT_VERB + (VERB_FOIL if action == DO_FOIL else VERB_LET)
    out[1] = TRAIT_ASKED + s.use - PLACE
    if s.claim:
        out[2] = TRAIT_CLAIM + s.claim - 1


cdef inline void card_traits(
    const State *s, const Rules *r, int kind, int16_t *out
) noexcept nogil:
    """A card is played from the hand, or put into the next place of a stack."""
    cdef int slots[HEIGHT]
    cdef int claim = s.claim
    out[0] = TRAIT_VERB + VERB_PLAY
    if s.phase == ORDER:
        closed_slots(s, s.target, slots)
        claim = s.claims[s.target][slots[s.slot]]
        out[0] = TRAIT_VERB + VERB_PUT
    out[1] = TRAIT_KIND + kind
    out[2] = TRAIT_CLAIM + claim - 1
    out[3] = TRAIT_TRUE if claim == kind + 1 else TRAIT_FALSE
    if s.phase != ORDER and s.height[s.head.player] == r.height - 1:
        out[4] = TRAIT_ENDS


cdef inline void use_traits(
    const State *s, const Rules *r, int action, int16_t *out
) noexcept nogil:
    cdef int mover = s.head.player
    if action == DO_PASS:
        out[0] = TRAIT_VERB + VERB_PASS
    elif action == DO_DRAW:
        out[0] = TRAIT_VERB + VERB_DRAW
    elif action < DO_PLACE:
        out[0] = TRAIT_VERB + VERB_TAKE
        out[1] = TRAIT_KIND + action - DO_TAKE
    elif action < DO_PEEK:
        out[0] = TRAIT_VERB + VERB_PLACE
        out[1] = TRAIT_CLAIM + action - DO_PLACE
        out[2] = TRAIT_TRUE if s.hand[mover][action - DO_PLACE] else TRAIT_FALSE
        if s.height[mover] == r.height - 1:
            out[3] = TRAIT_ENDS
    elif action < DO_REORDER:
        out[0] = TRAIT_VERB + VERB_PEEK
        slot_traits(s, r, action - DO_PEEK, out)
    elif action < DO_CHALLENGE:
        out[0] = TRAIT_VERB + VERB_REORDER
        out[1] = TRAIT_SIDE + side_of(r, mover, action - DO_REORDER)
    else:
        out[0] = TRAIT_VERB + VERB_CHALLENGE
        slot_traits(s, r, action - DO_CHALLENGE, out)


cdef inline void slot_traits(
    const State *s, const Rules *r, int place, int16_t *out
) noexcept nogil:
    """A card of a stack that the mover names: whose it is, and what is known about its claim."""
    cdef int mover = s.head.player, stack = place / HEIGHT, slot = place % HEIGHT
    cdef int claim = s.claims[stack][slot]
    out[1] = TRAIT_SIDE + side_of(r, mover, stack)
    out[2] = TRAIT_SLOT + slot
    out[3] = TRAIT_CLAIM + claim - 1
    if sees_slot(s, mover, stack, slot):
        out[4] = TRAIT_TRUE if s.card[stack][slot] == claim else TRAIT_FALSE
