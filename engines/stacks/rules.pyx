"""Stacks: open pick-ups, face-down stacks, bluffs, peeks, reorders and a foil poll.

Clause numbers (R1 ..) are those of RULES.md. A card is a kind, never a physical copy: kinds are
0 .. KINDS-1 in counts, and kind + 1 in a place for one card, where 0 is "empty or not known".
"""
import numpy as np

from libc.stdint cimport int8_t, int32_t, uint8_t
from libc.string cimport memset

from cython_ext.core cimport CHECK, Rng, below
from cython_ext.defaults cimport even_priors as priors, even_standing as evaluate
from cython_ext.game cimport (
    BY_CHANCE, CHANCE, FULL, OVER, PUBLIC, TO_ALL, Head, Ops, Problem, Return, Seen,
    Table, new_table, rank_seats, refuse, seat_bit, show,
)

# Capacities of the struct; the numbers of the game are in StacksRules.
cdef enum:
    SEATS = 4
    KINDS = 4
    FOIL = 3                # the last kind: it foils, and nobody may claim it
    HEIGHT = 4
    ONLOOKER = SEATS        # the public's row among the holders of facts, and its bit in `knows`
    HOLDERS = SEATS + 1
    FACE_UP = 1 << 7        # in `knows`: turned up by a challenge

cdef enum:                  # Stacks.phase
    DEAL = 0                # chance: a hidden card for one hand
    FILL = 1                # chance: an open card for the row
    TURN = 2                # the mover says what it does
    PLAY = 3                # the mover picks the hidden card
    POLL = 4                # the others are asked one by one: foil or pass
    ORDER = 5               # the mover puts a stack back, bottom card first

cdef enum:                  # Stacks.use: what the turn is spent on, while it is not over
    NOTHING = 0
    DRAW = 1
    TAKE = 2
    PLACE = 3
    PEEK = 4
    REORDER = 5

cdef enum:                  # action ids
    DO_PASS = 0
    DO_DRAW = 1
    DO_TAKE = 2
    DO_PLACE = DO_TAKE + KINDS
    DO_PEEK = DO_PLACE + KINDS - 1
    DO_REORDER = DO_PEEK + SEATS * HEIGHT
    DO_CHALLENGE = DO_REORDER + SEATS
    DO_FOIL = DO_CHALLENGE + SEATS * HEIGHT
    DO_CARD = DO_FOIL + 1
    MAX_ACTIONS = DO_FOIL   # all that one turn can offer

cdef enum:                  # what is shown, above the range of action ids
    SHOWN_STEP = 100        # something happened that this viewer does not see
    SHOWN_CARD = 101        # plus the kind

cdef enum:                  # event kinds
    EVENT_DEAL = 0
    EVENT_ROW = 1

cdef struct Stacks:
    Head head
    uint8_t turn                        # turns finished
    uint8_t phase
    uint8_t use
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
    # of its cards that a holder cannot name one by one it knows at least these kinds.
    uint8_t mixed[SEATS]
    uint8_t common[SEATS][KINDS]            # what everybody knows so
    uint8_t secret[SEATS][SEATS][KINDS]     # what this seat knows so, the common part included

cdef struct StacksRules:
    int seats
    int copies              # cards of each kind
    int last_turn           # the cap on turns
    int deal                # cards of a first hand
    int hand_limit
    int row
    int height              # a stack of so many cards ends the game
    int bonus               # for an honest card
    int value[KINDS]


# --- what the state says ---

cdef inline int mover_of(const Stacks *s, const StacksRules *r) noexcept nogil:
    """Whose turn it is, also while others are asked."""
    return s.turn % r.seats


cdef inline int turns_of(const Stacks *s, const StacksRules *r, int seat) noexcept nogil:
    """The turns that a seat has finished."""
    return (s.turn + r.seats - 1 - seat) / r.seats


cdef inline int everybody(const StacksRules *r) noexcept nogil:
    return (1 << r.seats) - 1 | 1 << ONLOOKER


cdef inline int holder_of(int viewer) noexcept nogil:
    """The row of a viewer (a seat or PUBLIC) among the holders of facts."""
    if viewer == PUBLIC:
        return ONLOOKER
    return viewer


cdef inline bint has_limbo(const Stacks *s) noexcept nogil:
    return s.use == PLACE and s.phase == POLL


cdef inline bint sees_slot(const Stacks *s, int viewer, int stack, int slot) noexcept nogil:
    """Everything on the table is turned up at the end (R14)."""
    if s.head.player == OVER or viewer == FULL:
        return True
    return s.knows[stack][slot] >> holder_of(viewer) & 1


cdef inline int sum_kinds(const uint8_t *counts) noexcept nogil:
    cdef int total = 0, kind
    for kind in range(KINDS):
        total += counts[kind]
    return total


cdef inline int pile_size(const Stacks *s, const StacksRules *r) noexcept nogil:
    cdef int left = KINDS * r.copies - sum_kinds(s.row) - sum_kinds(s.discard) - has_limbo(s)
    cdef int seat
    for seat in range(r.seats):
        left -= s.hand_size[seat] + s.height[seat]
    return left


cdef inline void count_unseen(const Stacks *s, const StacksRules *r, int *left) noexcept nogil:
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


cdef inline int closed_slots(const Stacks *s, int stack, int *out) noexcept nogil:
    """The face-down cards of a stack, from the bottom up."""
    cdef int n = 0, slot
    for slot in range(s.height[stack]):
        if not s.knows[stack][slot] & FACE_UP:
            out[n] = slot
            n += 1
    return n


cdef inline uint8_t *at_least(const Stacks *s, int holder, int stack) noexcept nogil:
    """What a seat or the ONLOOKER knows about the cards of a mixed part it cannot place."""
    if holder == ONLOOKER:
        return <uint8_t *>&s.common[stack][0]
    return <uint8_t *>&s.secret[holder][stack][0]


# --- decisions ---

cdef void start(void *state, const void *rules) noexcept nogil:
    s = <Stacks *>state
    memset(s, 0, sizeof(Stacks))
    s.head.view_of = FULL
    s.head.player = CHANCE


cdef int actions(const void *state, const void *rules, int32_t *out) noexcept nogil:
    s = <const Stacks *>state
    r = <const StacksRules *>rules
    if s.phase == POLL:
        out[0] = DO_PASS
        out[1] = DO_FOIL
        return 2 if s.hand[s.head.player][FOIL] else 1
    if s.phase == PLAY:
        return list_hand(s, r, out)
    if s.phase == ORDER:
        return list_loose(s, out)
    return list_uses(s, r, out)


cdef inline int list_hand(const Stacks *s, const StacksRules *r, int32_t *out) noexcept nogil:
    cdef int mover = mover_of(s, r), n = 0, kind
    for kind in range(KINDS):
        if s.hand[mover][kind]:
            out[n] = DO_CARD + kind
            n += 1
    return n


cdef inline int list_loose(const Stacks *s, int32_t *out) noexcept nogil:
    """The kinds among the cards not yet put back; they lie sorted behind the others."""
    cdef int slots[HEIGHT]
    cdef int closed = closed_slots(s, s.target, slots), n = 0, i, action
    for i in range(s.slot, closed):
        action = DO_CARD + s.card[s.target][slots[i]] - 1
        if n == 0 or out[n - 1] != action:
            out[n] = action
            n += 1
    return n


cdef inline int list_uses(const Stacks *s, const StacksRules *r, int32_t *out) noexcept nogil:
    cdef int mover = mover_of(s, r), n = 1, kind, stack, slot
    cdef int slots[HEIGHT]
    out[0] = DO_PASS
    if s.hand_size[mover] < r.hand_limit:
        if pile_size(s, r) > 0:
            out[n] = DO_DRAW
            n += 1
        for kind in range(KINDS):
            if s.row[kind]:
                out[n] = DO_TAKE + kind
                n += 1
    if s.hand_size[mover] > 0:
        for kind in range(FOIL):
            out[n] = DO_PLACE + kind
            n += 1
    for stack in range(r.seats):
        for slot in range(s.height[stack]):
            if not s.knows[stack][slot] >> mover & 1:
                out[n] = DO_PEEK + stack * HEIGHT + slot
                n += 1
    for stack in range(r.seats):
        if stack != mover and closed_slots(s, stack, slots) >= 2:
            out[n] = DO_REORDER + stack
            n += 1
    for stack in range(r.seats):
        if stack != mover:
            for slot in range(s.height[stack]):
                if not s.knows[stack][slot] & FACE_UP:
                    out[n] = DO_CHALLENGE + stack * HEIGHT + slot
                    n += 1
    CHECK(n <= MAX_ACTIONS)
    return n


cdef bint hidden(const void *state, const void *rules) noexcept nogil:
    cdef int32_t out[MAX_ACTIONS]
    s = <const Stacks *>state
    return (s.phase == PLAY or s.phase == ORDER) and actions(state, rules, out) > 1


# --- chance ---

cdef inline int dealt_to(const Stacks *s, const StacksRules *r) noexcept nogil:
    """The seat that gets the next hidden card."""
    cdef int seat
    if s.use == DRAW:
        return mover_of(s, r)
    for seat in range(r.seats):
        if s.hand_size[seat] < r.deal:
            return seat
    return r.seats


cdef int event(const void *state, const void *rules, int *seat) noexcept nogil:
    s = <const Stacks *>state
    if s.phase == FILL:
        seat[0] = -1
        return EVENT_ROW
    seat[0] = dealt_to(s, <const StacksRules *>rules)
    return EVENT_DEAL


cdef int outcomes(const void *state, const void *rules, int32_t *out, double *p) noexcept nogil:
    cdef int left[KINDS]
    cdef int n = 0, total = 0, kind
    count_unseen(<const Stacks *>state, <const StacksRules *>rules, left)
    for kind in range(KINDS):
        total += left[kind]
    for kind in range(KINDS):
        if left[kind]:
            out[n] = kind
            p[n] = <double>left[kind] / total
            n += 1
    return n


cdef inline int draw_kind(int *counts, int total, Rng *rng) noexcept nogil:
    """Take one of `total` cards out of the counts, each card alike."""
    cdef int at = below(rng, total), kind = 0
    while at >= counts[kind]:
        at -= counts[kind]
        kind += 1
    counts[kind] -= 1
    return kind


cdef int roll(const void *state, const void *rules, Rng *rng) noexcept nogil:
    cdef int left[KINDS]
    cdef int total = 0, kind
    count_unseen(<const Stacks *>state, <const StacksRules *>rules, left)
    for kind in range(KINDS):
        total += left[kind]
    return draw_kind(left, total, rng)


# --- play ---

cdef void apply(void *state, const void *rules, int action, Seen *seen) noexcept nogil:
    s = <Stacks *>state
    r = <const StacksRules *>rules
    if s.head.player == CHANCE:
        if s.phase == DEAL:
            deal_card(s, r, action, seen)
        else:
            fill_row(s, r, action, seen)
    elif s.phase == TURN:
        use_turn(s, r, action, seen)
    elif s.phase == PLAY:
        play_card(s, r, action - DO_CARD, seen)
    elif s.phase == POLL:
        answer_poll(s, r, action, seen)
    else:
        put_back(s, r, action - DO_CARD, seen)


cdef inline void show_to_one(
    Seen *seen, int seat, int kind, int by=0
) noexcept nogil:
    """One seat sees a card; the others see that it does."""
    show(seen, seat_bit(seat) | by, SHOWN_CARD + kind)
    show(seen, TO_ALL & ~seat_bit(seat), SHOWN_STEP)


cdef void deal_card(Stacks *s, const StacksRules *r, int kind, Seen *seen) noexcept nogil:
    cdef int seat = dealt_to(s, r)
    s.hand[seat][kind] += 1
    s.hand_size[seat] += 1
    show_to_one(seen, seat, kind, BY_CHANCE)
    if s.use == DRAW:
        end_turn(s, r, seen)
    elif dealt_to(s, r) == r.seats:
        s.phase = FILL


cdef void fill_row(Stacks *s, const StacksRules *r, int kind, Seen *seen) noexcept nogil:
    s.row[kind] += 1
    show(seen, TO_ALL | BY_CHANCE, SHOWN_CARD + kind)
    if s.use == TAKE:
        end_turn(s, r, seen)
    elif sum_kinds(s.row) == r.row:
        s.phase = TURN
        s.head.player = 0


cdef void use_turn(Stacks *s, const StacksRules *r, int action, Seen *seen) noexcept nogil:
    show(seen, TO_ALL, action)
    if action == DO_PASS:
        end_turn(s, r, seen)
    elif action == DO_DRAW:
        s.use = DRAW
        s.phase = DEAL
        s.head.player = CHANCE
    elif action < DO_PLACE:
        take_openly(s, r, action - DO_TAKE, seen)
    elif action < DO_PEEK:
        s.use = PLACE
        s.claim = action - DO_PLACE + 1
        s.phase = PLAY
    elif action < DO_REORDER:
        s.use = PEEK
        s.target = (action - DO_PEEK) / HEIGHT
        s.slot = (action - DO_PEEK) % HEIGHT
        open_poll(s, r)
    elif action < DO_CHALLENGE:
        s.use = REORDER
        s.target = action - DO_REORDER
        open_poll(s, r)
    else:
        action -= DO_CHALLENGE
        challenge_slot(s, r, action / HEIGHT, action % HEIGHT, seen)


cdef void take_openly(Stacks *s, const StacksRules *r, int kind, Seen *seen) noexcept nogil:
    cdef int mover = mover_of(s, r)
    s.row[kind] -= 1
    s.hand[mover][kind] += 1
    s.hand_size[mover] += 1
    s.openly[mover][kind] += 1
    if pile_size(s, r) == 0:
        end_turn(s, r, seen)
        return
    s.use = TAKE
    s.phase = FILL
    s.head.player = CHANCE


cdef void play_card(Stacks *s, const StacksRules *r, int kind, Seen *seen) noexcept nogil:
    """The card waits in limbo, still one place with the hand for what the others know."""
    cdef int mover = mover_of(s, r)
    s.hand[mover][kind] -= 1
    s.hand_size[mover] -= 1
    s.limbo = kind + 1
    show_to_one(seen, mover, kind)
    open_poll(s, r)


cdef inline void open_poll(Stacks *s, const StacksRules *r) noexcept nogil:
    s.phase = POLL
    s.head.player = (mover_of(s, r) + 1) % r.seats


cdef void answer_poll(Stacks *s, const StacksRules *r, int action, Seen *seen) noexcept nogil:
    cdef int seat = s.head.player
    show(seen, TO_ALL, action)
    if action == DO_FOIL:
        s.hand[seat][FOIL] -= 1
        s.hand_size[seat] -= 1
        discard_openly(s, seat, FOIL)
        if s.use == PLACE:
            show(seen, TO_ALL, SHOWN_CARD + s.limbo - 1)
            discard_openly(s, mover_of(s, r), s.limbo - 1)
        end_turn(s, r, seen)
        return
    s.head.player = (seat + 1) % r.seats
    if s.head.player == mover_of(s, r):
        carry_out(s, r, seen)


cdef inline void discard_openly(Stacks *s, int seat, int kind) noexcept nogil:
    """Everybody sees which kind left the hand (R15)."""
    s.discard[kind] += 1
    if s.openly[seat][kind]:
        s.openly[seat][kind] -= 1


cdef void carry_out(Stacks *s, const StacksRules *r, Seen *seen) noexcept nogil:
    """Nobody foiled it."""
    cdef int mover = mover_of(s, r)
    if s.use == REORDER:
        pick_up(s, r, seen)
        return
    if s.use == PLACE:
        land_card(s, r)
    else:
        learn(s, s.target, s.slot, 1 << mover)
        show_to_one(seen, mover, s.card[s.target][s.slot] - 1)
    end_turn(s, r, seen)


cdef void land_card(Stacks *s, const StacksRules *r) noexcept nogil:
    """The card in limbo goes on the stack; it may be any of the open pick-ups (R16)."""
    cdef int mover = mover_of(s, r), slot = s.height[mover], kind
    s.card[mover][slot] = s.limbo
    s.claims[mover][slot] = s.claim
    s.knows[mover][slot] = 1 << mover
    if s.openly[mover][s.limbo - 1] == s.hand_size[mover] + 1:
        s.knows[mover][slot] = everybody(r)
    s.height[mover] += 1
    for kind in range(KINDS):
        if s.openly[mover][kind]:
            s.openly[mover][kind] -= 1


cdef inline void learn(Stacks *s, int stack, int slot, int who) noexcept nogil:
    """Holders in the mask `who` see this card. It may be one they knew to be there (R18)."""
    cdef int kind = s.card[stack][slot] - 1, holder
    cdef int fresh = who & ~s.knows[stack][slot]
    cdef uint8_t *known
    s.knows[stack][slot] |= who
    if s.head.lean or slot >= s.mixed[stack]:
        return
    for holder in range(HOLDERS):
        if fresh >> holder & 1:
            known = at_least(s, holder, stack)
            if known[kind]:
                known[kind] -= 1


cdef void pick_up(Stacks *s, const StacksRules *r, Seen *seen) noexcept nogil:
    """The mover takes the face-down cards of a stack up, sorted, to put them back."""
    cdef int slots[HEIGHT]
    cdef int mover = mover_of(s, r), stack = s.target, n = closed_slots(s, stack, slots), i
    if not s.head.lean:
        mix_facts(s, mover, stack)
    for i in range(n):
        s.knows[stack][slots[i]] = 1 << mover
    sort_loose(s)
    for i in range(n):
        show(seen, seat_bit(mover), SHOWN_CARD + s.card[stack][slots[i]] - 1)
    s.phase = ORDER
    s.head.player = mover


cdef void mix_facts(Stacks *s, int mover, int stack) noexcept nogil:
    """What somebody knew card by card it now knows of the whole (R17)."""
    cdef int slots[HEIGHT]
    cdef int n = closed_slots(s, stack, slots), holder, i
    cdef uint8_t *known
    for holder in range(HOLDERS):
        known = at_least(s, holder, stack)
        if holder == mover:
            memset(known, 0, KINDS)
            continue
        for i in range(n):
            if s.knows[stack][slots[i]] >> holder & 1:
                known[s.card[stack][slots[i]] - 1] += 1
    s.mixed[stack] = s.height[stack]


cdef inline void sort_loose(Stacks *s) noexcept nogil:
    """Cards that were not put back yet lie in the order of their kinds, whatever it was."""
    cdef int slots[HEIGHT]
    cdef int n = closed_slots(s, s.target, slots), i, j
    cdef uint8_t *card = &s.card[s.target][0]
    cdef uint8_t moving
    for i in range(s.slot + 1, n):
        moving = card[slots[i]]
        j = i
        while j > s.slot and card[slots[j - 1]] > moving:
            card[slots[j]] = card[slots[j - 1]]
            j -= 1
        card[slots[j]] = moving


cdef void put_back(Stacks *s, const StacksRules *r, int kind, Seen *seen) noexcept nogil:
    """The next place from the bottom gets this kind; the last card needs no decision."""
    cdef int slots[HEIGHT]
    cdef int n = closed_slots(s, s.target, slots), i = s.slot
    cdef uint8_t *card = &s.card[s.target][0]
    while card[slots[i]] != kind + 1:
        i += 1
    card[slots[i]] = card[slots[s.slot]]
    card[slots[s.slot]] = kind + 1
    s.slot += 1
    sort_loose(s)
    show_to_one(seen, mover_of(s, r), kind)
    if s.slot == n - 1:
        end_turn(s, r, seen)


cdef void challenge_slot(
    Stacks *s, const StacksRules *r, int stack, int slot, Seen *seen
) noexcept nogil:
    cdef int mover = mover_of(s, r), claim = s.claims[stack][slot]
    cdef int stake = r.value[claim - 1]
    show(seen, TO_ALL, SHOWN_CARD + s.card[stack][slot] - 1)
    learn(s, stack, slot, everybody(r))
    s.knows[stack][slot] |= FACE_UP
    if s.card[stack][slot] == claim:
        stake = -stake
    s.challenges[mover] += stake
    end_turn(s, r, seen)


cdef void end_turn(Stacks *s, const StacksRules *r, Seen *seen) noexcept nogil:
    cdef int mover = mover_of(s, r)
    s.use = NOTHING
    s.target = 0
    s.slot = 0
    s.claim = 0
    s.limbo = 0
    s.phase = TURN
    s.turn += 1
    if s.height[mover] == r.height:
        finish(s, r, seen)
    elif s.turn == r.last_turn:
        s.head.capped = 1
        finish(s, r, seen)
    else:
        s.head.player = mover_of(s, r)


cdef void finish(Stacks *s, const StacksRules *r, Seen *seen) noexcept nogil:
    """Every stack is turned up: nothing about them is left to remember."""
    cdef int slots[HEIGHT]
    cdef int stack, i
    s.head.player = OVER
    for stack in range(r.seats):
        for i in range(closed_slots(s, stack, slots)):
            show(seen, TO_ALL, SHOWN_CARD + s.card[stack][slots[i]] - 1)
    if not s.head.lean:
        memset(s.mixed, 0, sizeof(s.mixed))
        memset(s.common, 0, sizeof(s.common))
        memset(s.secret, 0, sizeof(s.secret))


# --- scoring ---

cdef inline int stack_points(const Stacks *s, const StacksRules *r, int stack) noexcept nogil:
    """At the end: honest cards count a little more, caught bluffs nothing (R14)."""
    cdef int points = 0, slot, claim
    for slot in range(s.height[stack]):
        claim = s.claims[stack][slot]
        if s.card[stack][slot] == claim:
            points += r.value[claim - 1] + r.bonus
        elif not s.knows[stack][slot] & FACE_UP:
            points += r.value[claim - 1]
    return points


cdef void returns(const void *state, const void *rules, Return *out) noexcept nogil:
    s = <const Stacks *>state
    r = <const StacksRules *>rules
    cdef double strength[SEATS]
    cdef int seat
    for seat in range(r.seats):
        strength[seat] = s.challenges[seat] + stack_points(s, r, seat)
        out[seat].score = strength[seat]
    rank_seats(strength, r.seats, out)


cdef void sources(const void *state, const void *rules, double *out) noexcept nogil:
    s = <const Stacks *>state
    r = <const StacksRules *>rules
    cdef int seat
    for seat in range(r.seats):
        out[2 * seat] = s.challenges[seat]
        out[2 * seat + 1] = 0
        if s.head.player == OVER:
            out[2 * seat + 1] = stack_points(s, r, seat)


cdef void facts(const void *state, const void *rules, int viewer, double *out) noexcept nogil:
    """Bluffs that the viewer cannot see, and foils in other hands."""
    s = <const Stacks *>state
    r = <const StacksRules *>rules
    cdef int seat, slot
    out[0] = 0
    out[1] = 0
    for seat in range(r.seats):
        if seat != viewer:
            out[1] += s.hand[seat][FOIL]
        for slot in range(s.height[seat]):
            if not sees_slot(s, viewer, seat, slot):
                out[0] += s.card[seat][slot] != s.claims[seat][slot]


# --- knowledge ---

cdef void conceal(void *state, const void *rules, int viewer) noexcept nogil:
    s = <Stacks *>state
    r = <const StacksRules *>rules
    cdef int seat, slot
    for seat in range(r.seats):
        for slot in range(s.height[seat]):
            if not sees_slot(s, viewer, seat, slot):
                s.card[seat][slot] = 0
        if seat != viewer:
            memset(&s.hand[seat][0], 0, KINDS)
            if not s.head.lean:
                memset(&s.secret[seat][0][0], 0, SEATS * KINDS)
    if viewer != mover_of(s, r):
        s.limbo = 0
    s.head.view_of = viewer


cdef void imagine(void *state, const void *rules, Rng *rng, int mode) noexcept nogil:
    """Deal the unseen cards; what somebody was seen to have is not among them.

    There is no guidance about hidden choices here, so both modes are the same.
    """
    s = <Stacks *>state
    r = <const StacksRules *>rules
    cdef int viewer = s.head.view_of, mover = mover_of(s, r), stack, seat
    cdef int pool[KINDS]
    cdef int left = free_cards(s, r, pool)
    for stack in range(r.seats):
        left = imagine_stack(s, stack, pool, left, rng)
    for seat in range(r.seats):
        if seat != viewer:
            left = imagine_hand(s, seat, has_limbo(s) and seat == mover, pool, left, rng)
    if s.phase == ORDER and viewer != mover:
        sort_loose(s)
    s.head.view_of = FULL
    if not s.head.lean:
        for seat in range(r.seats):
            if seat != viewer:
                for stack in range(r.seats):
                    imagine_secret(s, seat, stack, rng)


cdef int free_cards(const Stacks *s, const StacksRules *r, int *pool) noexcept nogil:
    """Per kind the cards whose place the viewer knows nothing about; returns how many."""
    cdef int viewer = s.head.view_of, left = 0, seat, kind
    count_unseen(s, r, pool)
    for kind in range(KINDS):
        for seat in range(r.seats):
            if seat != viewer:
                pool[kind] -= s.openly[seat][kind]
            pool[kind] -= at_least(s, holder_of(viewer), seat)[kind]
        left += pool[kind]
    return left


cdef inline int imagine_stack(
    Stacks *s, int stack, int *pool, int left, Rng *rng
) noexcept nogil:
    """Cards known to be in the mixed part get random places there, the pool the others."""
    cdef int viewer = s.head.view_of, unknown = 0, known = 0, slot, kind
    cdef int need[KINDS]
    cdef uint8_t *fact = at_least(s, holder_of(viewer), stack)
    for kind in range(KINDS):
        need[kind] = fact[kind]
        known += need[kind]
    for slot in range(s.mixed[stack]):
        unknown += s.card[stack][slot] == 0
    for slot in range(s.height[stack]):
        if s.card[stack][slot]:
            continue
        if slot < s.mixed[stack]:
            unknown -= 1
            if known and below(rng, unknown + 1) < known:
                s.card[stack][slot] = draw_kind(need, known, rng) + 1
                known -= 1
                continue
        s.card[stack][slot] = draw_kind(pool, left, rng) + 1
        left -= 1
    return left


cdef inline int imagine_hand(
    Stacks *s, int seat, bint limbo, int *pool, int left, Rng *rng
) noexcept nogil:
    """Hand and limbo are one place; any of its cards may be the one in limbo."""
    cdef int held[KINDS]
    cdef int size = s.hand_size[seat] + limbo, missing = size, kind
    for kind in range(KINDS):
        held[kind] = s.openly[seat][kind]
        missing -= held[kind]
    while missing > 0:
        held[draw_kind(pool, left, rng)] += 1
        left -= 1
        missing -= 1
    if limbo:
        s.limbo = draw_kind(held, size, rng) + 1
    for kind in range(KINDS):
        s.hand[seat][kind] = held[kind]
    return left


cdef inline int named_alone(
    const Stacks *s, int holder, int stack, int kind
) noexcept nogil:
    """Cards of this kind in the mixed part that the holder can place and the public cannot."""
    cdef int n = 0, slot
    for slot in range(s.mixed[stack]):
        if (s.card[stack][slot] == kind + 1 and s.knows[stack][slot] >> holder & 1
                and not s.knows[stack][slot] >> ONLOOKER & 1):
            n += 1
    return n


cdef inline int count_unplaced(
    const Stacks *s, int holder, int stack, int *lies
) noexcept nogil:
    """The places of the mixed part that a holder cannot name, and what is known to lie there."""
    cdef int n = 0, slot
    memset(lies, 0, KINDS * sizeof(int))
    for slot in range(s.mixed[stack]):
        if not s.knows[stack][slot] >> holder & 1:
            n += 1
            if s.card[stack][slot]:
                lies[s.card[stack][slot] - 1] += 1
    return n


cdef void imagine_secret(Stacks *s, int seat, int stack, Rng *rng) noexcept nogil:
    """What a seat knows of a mixed part: all of its own stack, of others anything that fits."""
    cdef int lies[KINDS]
    cdef int kind, least
    count_unplaced(s, seat, stack, lies)
    for kind in range(KINDS):
        least = lies[kind]
        if seat != stack:
            least = max(0, s.common[stack][kind] - named_alone(s, seat, stack, kind))
        s.secret[seat][stack][kind] = least + below(rng, lies[kind] - least + 1)


# --- what makes sense ---

cdef enum:                  # codes of `check`; texts in text.py, in this order
    BAD_TURN = 1
    BAD_PLAYER
    BAD_AGENDA
    BAD_SETUP
    BAD_HAND_SIZE
    BAD_HAND
    BAD_OTHER_HAND
    BAD_LIMBO
    BAD_HEIGHT
    BAD_EMPTY_SLOT
    BAD_KNOWERS
    BAD_CARD
    BAD_CLAIM
    BAD_PILE
    BAD_ROW
    TOO_MANY
    BAD_CHALLENGES
    BAD_OPENLY
    BAD_MIXED
    BAD_SECRET
    TOO_MANY_FACTS
    FALSE_FACT
    BAD_COMMON
    BAD_LOOSE
    FORGOTTEN
    BAD_CHALLENGER
    BAD_DISCARD
    TOO_FEW_TURNS
    TOO_FEW_IN_ALL


cdef int check(const void *state, const void *rules, Problem *why) noexcept nogil:
    s = <const Stacks *>state
    r = <const StacksRules *>rules
    cdef int code = check_turn(s, r, why)
    if code == 0:
        code = check_stacks(s, r, why)
    if code == 0:
        code = check_hands(s, r, why)
    if code == 0:
        code = check_supply(s, r, why)
    if code == 0:
        code = check_agenda(s, r, why)
    if code == 0 and not s.head.lean:
        code = check_facts(s, r, why)
    if code == 0:
        code = check_numbers(s, r, why)
    if code == 0:
        code = check_turns_spent(s, r, why)
    return code


cdef int check_turn(const Stacks *s, const StacksRules *r, Problem *why) noexcept nogil:
    """The turn count, the end, and who is to act in this phase."""
    cdef int mover = mover_of(s, r), full = 0, seat
    for seat in range(r.seats):
        if s.height[seat] == r.height:
            full += 1
            if s.head.player != OVER or seat != (s.turn + r.seats - 1) % r.seats:
                return refuse(why, BAD_HEIGHT, seat, s.height[seat])
        if s.height[seat] > turns_of(s, r, seat) or s.height[seat] > r.height:
            return refuse(why, BAD_HEIGHT, seat, s.height[seat])
    if s.head.player == OVER:
        if not full and s.turn != r.last_turn or s.phase != TURN:
            return refuse(why, BAD_TURN, s.turn)
    elif s.turn >= r.last_turn:
        return refuse(why, BAD_TURN, s.turn)
    if s.head.capped != (s.head.player == OVER and not full) or s.turn > r.last_turn:
        return refuse(why, BAD_TURN, s.turn)
    if s.phase == DEAL or s.phase == FILL:
        if s.head.player != CHANCE:
            return refuse(why, BAD_PLAYER)
    elif s.phase == POLL:
        if s.head.player < 0 or s.head.player == mover:
            return refuse(why, BAD_PLAYER)
    elif s.head.player != OVER and s.head.player != mover:
        return refuse(why, BAD_PLAYER)
    return 0


cdef int check_stacks(const Stacks *s, const StacksRules *r, Problem *why) noexcept nogil:
    cdef int stack, slot, who
    for stack in range(r.seats):
        for slot in range(HEIGHT):
            who = s.knows[stack][slot]
            if slot >= s.height[stack]:
                if s.card[stack][slot] or s.claims[stack][slot] or who:
                    return refuse(why, BAD_EMPTY_SLOT, stack, slot)
                continue
            if s.claims[stack][slot] == 0:
                return refuse(why, BAD_CLAIM, stack, slot)
            if not knowers_fit(r, who):
                return refuse(why, BAD_KNOWERS, stack, slot)
            if (s.card[stack][slot] != 0) != sees_slot(s, s.head.view_of, stack, slot):
                return refuse(why, BAD_CARD, stack, slot)
    return 0


cdef inline bint knowers_fit(const StacksRules *r, int who) noexcept nogil:
    """Some seats, or everybody with the onlooker; face up is known to everybody."""
    cdef int all_of_us = everybody(r)
    if who & FACE_UP:
        return who == all_of_us | FACE_UP
    return who == all_of_us or (who > 0 and who < 1 << r.seats)


cdef int check_hands(const Stacks *s, const StacksRules *r, Problem *why) noexcept nogil:
    cdef int viewer = s.head.view_of, mover = mover_of(s, r), seat, kind, place, own
    cdef bint sees_limbo = has_limbo(s) and (viewer == FULL or viewer == mover)
    if (s.limbo != 0) != sees_limbo:
        return refuse(why, BAD_LIMBO)
    for seat in range(r.seats):
        if s.hand_size[seat] > r.hand_limit:
            return refuse(why, BAD_HAND_SIZE, seat, s.hand_size[seat])
        place = s.hand_size[seat] + (has_limbo(s) and seat == mover)
        if sum_kinds(&s.openly[seat][0]) > place:
            return refuse(why, BAD_OPENLY, seat)
        if viewer != FULL and viewer != seat:
            if sum_kinds(&s.hand[seat][0]):
                return refuse(why, BAD_OTHER_HAND, seat)
            continue
        if sum_kinds(&s.hand[seat][0]) != s.hand_size[seat]:
            return refuse(why, BAD_HAND, seat, s.hand_size[seat])
        for kind in range(KINDS):
            own = s.hand[seat][kind] + (seat == mover and s.limbo == kind + 1)
            if s.openly[seat][kind] > own:
                return refuse(why, BAD_OPENLY, seat)
    return 0


cdef int check_supply(const Stacks *s, const StacksRules *r, Problem *why) noexcept nogil:
    """The row is full while there is a pile to fill it from."""
    cdef int pile = pile_size(s, r), row = sum_kinds(s.row)
    if pile < 0:
        return refuse(why, BAD_PILE, -pile)
    if s.phase == FILL:
        if pile == 0 or row >= r.row or (s.use == TAKE and row != r.row - 1):
            return refuse(why, BAD_ROW, row)
    elif s.phase == DEAL and s.use == NOTHING:
        if row:
            return refuse(why, BAD_ROW, row)
    elif row > r.row or (row < r.row and pile > 0):
        return refuse(why, BAD_ROW, row)
    return 0


cdef int check_agenda(const Stacks *s, const StacksRules *r, Problem *why) noexcept nogil:
    """What the turn is spent on must fit the phase and be allowed."""
    cdef int mover = mover_of(s, r), closed
    cdef int slots[HEIGHT]
    cdef bint fits
    if (s.phase == DEAL or s.phase == FILL) and s.use == NOTHING:
        return check_setup(s, r, why)
    if s.use == NOTHING:
        fits = s.phase == TURN
    elif s.use == DRAW:
        fits = (s.phase == DEAL and s.hand_size[mover] < r.hand_limit and pile_size(s, r) > 0)
    elif s.use == TAKE:
        fits = s.phase == FILL and s.hand_size[mover] > 0
    elif s.use == PLACE:
        fits = s.claim > 0 and (
            s.phase == POLL and s.hand_size[mover] < r.hand_limit
            or s.phase == PLAY and s.hand_size[mover] > 0
        )
    elif s.use == PEEK:
        fits = (s.phase == POLL and s.slot < s.height[s.target]
                and not s.knows[s.target][s.slot] >> mover & 1)
    else:
        closed = closed_slots(s, s.target, slots)
        fits = s.target != mover and closed >= 2 and (
            s.phase == POLL and s.slot == 0 or s.phase == ORDER and s.slot < closed - 1
        )
    if s.use != PLACE and s.claim or s.use < PEEK and (s.target or s.slot):
        fits = False
    if not fits:
        return refuse(why, BAD_AGENDA)
    if s.phase == ORDER:
        return check_loose(s, r, why)
    return 0


cdef int check_setup(const Stacks *s, const StacksRules *r, Problem *why) noexcept nogil:
    """While the first cards are dealt, seat by seat, nothing else has happened."""
    cdef int seat, first = dealt_to(s, r)
    cdef bint fits = s.turn == 0 and sum_kinds(s.discard) == 0
    for seat in range(r.seats):
        if s.challenges[seat] or sum_kinds(&s.openly[seat][0]):
            fits = False
        if seat < first and s.hand_size[seat] != r.deal:
            fits = False
        if seat > first and s.hand_size[seat]:
            fits = False
    if (first == r.seats) != (s.phase == FILL) or s.target or s.slot or s.claim:
        fits = False
    if not fits:
        return refuse(why, BAD_SETUP)
    return 0


cdef int check_loose(const Stacks *s, const StacksRules *r, Problem *why) noexcept nogil:
    """While a stack is put in order only the mover knows it; loose cards lie sorted."""
    cdef int slots[HEIGHT]
    cdef int n = closed_slots(s, s.target, slots), i
    for i in range(n):
        if s.knows[s.target][slots[i]] != 1 << mover_of(s, r):
            return refuse(why, BAD_LOOSE, s.target)
        if i > s.slot and s.card[s.target][slots[i]] < s.card[s.target][slots[i - 1]]:
            return refuse(why, BAD_LOOSE, s.target)
    if not s.head.lean and s.mixed[s.target] != s.height[s.target]:
        return refuse(why, BAD_LOOSE, s.target)
    return 0


cdef int check_facts(const Stacks *s, const StacksRules *r, Problem *why) noexcept nogil:
    cdef int viewer = s.head.view_of, holder, stack, slot, code
    for stack in range(r.seats):
        if s.mixed[stack] > s.height[stack] or s.mixed[stack] == 1:
            return refuse(why, BAD_MIXED, stack)
        if s.head.player == OVER and s.mixed[stack]:
            return refuse(why, BAD_MIXED, stack)
        for slot in range(s.height[stack]):
            # Only a reorder takes a card out of its owner's knowledge.
            if (s.head.player != OVER and slot >= s.mixed[stack]
                    and not s.knows[stack][slot] >> stack & 1):
                return refuse(why, BAD_KNOWERS, stack, slot)
        for holder in range(HOLDERS):
            if holder < SEATS and holder >= r.seats:
                continue
            if viewer == FULL or holder == viewer or holder == ONLOOKER:
                code = check_at_least(s, holder, stack, why)
                if code:
                    return code
            elif sum_kinds(at_least(s, holder, stack)):
                return refuse(why, BAD_SECRET, holder, stack)
    return 0


cdef int check_at_least(const Stacks *s, int holder, int stack, Problem *why) noexcept nogil:
    """A holder's fact about a mixed part has room there, is true, and keeps the common part."""
    cdef uint8_t *known = at_least(s, holder, stack)
    cdef int lies[KINDS]
    cdef int unknown = count_unplaced(s, holder, stack, lies), kind
    if sum_kinds(known) > unknown:
        return refuse(why, TOO_MANY_FACTS, stack, holder)
    if holder == stack and sum_kinds(known) < unknown:
        return refuse(why, FORGOTTEN, stack)
    for kind in range(KINDS):
        if s.head.view_of == FULL and known[kind] > lies[kind]:
            return refuse(why, FALSE_FACT, stack, kind, holder)
        if holder != ONLOOKER and s.common[stack][kind] > (
            known[kind] + named_alone(s, holder, stack, kind)
        ):
            return refuse(why, BAD_COMMON, stack, kind, holder)
    return 0


cdef int check_numbers(const Stacks *s, const StacksRules *r, Problem *why) noexcept nogil:
    """No kind has more cards than were printed, and every challenge was somebody's."""
    cdef int pool[KINDS]
    cdef int kind
    if s.head.view_of == FULL or s.head.lean:
        count_unseen(s, r, pool)
    else:
        free_cards(s, r, pool)
    for kind in range(KINDS):
        if pool[kind] < 0:
            return refuse(why, TOO_MANY, kind, -pool[kind], r.copies)
    return check_challenges(s, r, why)


cdef struct Challenges:
    int n                           # cards that lie face up
    int owner[SEATS * HEIGHT]
    int stake[SEATS * HEIGHT]       # what the challenger got
    int points[SEATS]               # of a seat that no card explains yet
    int turns[SEATS]                # in which it may have challenged


cdef int check_challenges(const Stacks *s, const StacksRules *r, Problem *why) noexcept nogil:
    """Every card face up was challenged by one seat, which is not its owner, in a turn."""
    cdef Challenges open
    cdef int seat, slot, stake, unpaid = 0
    open.n = 0
    for seat in range(r.seats):
        open.points[seat] = s.challenges[seat]
        open.turns[seat] = turns_of(s, r, seat) - s.height[seat]
        unpaid += s.challenges[seat]
        for slot in range(s.height[seat]):
            if s.knows[seat][slot] & FACE_UP:
                stake = r.value[s.claims[seat][slot] - 1]
                if s.card[seat][slot] == s.claims[seat][slot]:
                    stake = -stake
                unpaid -= stake
                open.owner[open.n] = seat
                open.stake[open.n] = stake
                open.n += 1
    if unpaid:
        return refuse(why, BAD_CHALLENGES)
    if not are_explained(&open, r.seats, 0):
        return refuse(why, BAD_CHALLENGER)
    return 0


cdef bint are_explained(Challenges *open, int seats, int at) noexcept nogil:
    """Can the cards from `at` on be given to challengers so that all points are explained?"""
    cdef int seat
    cdef bint found = False
    if at == open.n:
        for seat in range(seats):
            if open.points[seat]:
                return False
        return True
    for seat in range(seats):
        if not found and seat != open.owner[at] and open.turns[seat] > 0:
            open.turns[seat] -= 1
            open.points[seat] -= open.stake[at]
            found = are_explained(open, seats, at + 1)
            open.turns[seat] += 1
            open.points[seat] += open.stake[at]
    return found


cdef int check_turns_spent(const Stacks *s, const StacksRules *r, Problem *why) noexcept nogil:
    """What lies in discards, hands and stacks took turns; one thing a turn (R2)."""
    cdef int seat, spent, had, mover = mover_of(s, r), thrown = sum_kinds(s.discard)
    # The turn that goes on counts where its gain is there already.
    cdef bint begun = s.use == TAKE or s.phase == ORDER
    cdef int gained = thrown - r.seats * r.deal, others = 0
    # A foiled turn discards the foil and at most the card that was to be placed (R9).
    if thrown > 2 * s.discard[FOIL]:
        return refuse(why, BAD_DISCARD, thrown, s.discard[FOIL])
    for seat in range(r.seats):
        had = turns_of(s, r, seat) + (begun and seat == mover)
        spent = s.hand_size[seat] + s.height[seat] + (has_limbo(s) and seat == mover)
        gained += spent
        spent = max(0, spent - r.deal, sum_kinds(&s.openly[seat][0]))
        spent += s.height[seat] + has_looked(s, r, seat)
        others += s.height[seat] + has_looked(s, r, seat)
        if spent > had:
            return refuse(why, TOO_FEW_TURNS, seat, had)
    if max(0, gained) + others + (thrown + 1) / 2 > s.turn + begun:
        return refuse(why, TOO_FEW_IN_ALL, s.turn)
    return 0


cdef inline bint has_looked(const Stacks *s, const StacksRules *r, int seat) noexcept nogil:
    """Whether a seat knows a card of another's stack that not all know: by a peek or reorder."""
    cdef int stack, slot
    for stack in range(r.seats):
        for slot in range(s.height[stack]):
            if (stack != seat and s.knows[stack][slot] >> seat & 1
                    and not s.knows[stack][slot] >> ONLOOKER & 1):
                return True
    return False


include "../../cython_ext/engine.pxi"


def table(int seats, int copies, int last_turn, numbers) -> Table:
    """`numbers`: deal, hand_limit, row, height, bonus, and values per kind."""
    cdef Ops ops
    cdef StacksRules rules
    cdef Stacks blank
    cdef int kind
    memset(&blank, 0, sizeof(blank))
    memset(&rules, 0, sizeof(rules))
    fill_functions(&ops)
    rules.seats = seats
    rules.copies = copies
    rules.last_turn = last_turn
    rules.deal = numbers["deal"]
    rules.hand_limit = numbers["hand_limit"]
    rules.row = numbers["row"]
    rules.height = numbers["height"]
    rules.bonus = numbers["bonus"]
    for kind in range(KINDS):
        rules.value[kind] = numbers["values"][kind]
    ops.seats = seats
    ops.state_size = sizeof(Stacks)
    ops.play_size = <int>(<char *>&blank.mixed[0] - <char *>&blank)
    ops.max_outcomes = KINDS
    # The longest turn: say it, ask everybody else, put back all cards of a stack but one.
    ops.max_plies = last_turn * (1 + (seats - 1) + (rules.height - 1))
    ops.n_sources = 2
    ops.n_facts = 2
    return new_table(&ops, &rules, sizeof(rules), np.asarray(<const Stacks[:1]>&blank).dtype)
