"""Stacks: what a move or a dealt card changes, and who sees it."""
from libc.stdint cimport uint8_t
from libc.string cimport memset

from eminence.cython_ext.game cimport BY_CHANCE, CHANCE, OVER, TO_ALL, Seen, seat_bit, show
from eminence.engines.kit.counts cimport total
from eminence.engines.stacks.knowledge cimport learn, mix_facts, sort_loose
from eminence.engines.stacks.state cimport (
    DEAL, DO_CHALLENGE, DO_DRAW, DO_FOIL, DO_PASS, DO_PEEK, DO_PLACE, DO_REORDER, DO_TAKE, DRAW,
    FACE_UP, FILL, FOIL, HEIGHT, KINDS, NOTHING, ORDER, PEEK, PLACE, PLAY, POLL, REORDER, TAKE,
    TURN, Rules, State, challenge_stake, closed_slots, dealt_to, everybody, mover_of, pile_size,
)

cdef enum:                  # what is shown, above the range of action ids
    SHOWN_STEP = 100        # something that this viewer does not see
    SHOWN_CARD = 101        # plus the kind


cdef inline void show_to_one(Seen *seen, int seat, int kind, int by=0) noexcept nogil:
    """One seat sees a card; the others see that it does."""
    show(seen, seat_bit(seat) | by, SHOWN_CARD + kind)
    show(seen, TO_ALL & ~seat_bit(seat), SHOWN_STEP)


cdef inline void deal_card(State *s, const Rules *r, int kind, Seen *seen) noexcept nogil:
    cdef int seat = dealt_to(s, r)
    s.hand[seat][kind] += 1
    s.hand_size[seat] += 1
    show_to_one(seen, seat, kind, BY_CHANCE)
    if s.use == DRAW:
        end_turn(s, r, seen)
    elif dealt_to(s, r) == r.seats:
        s.phase = FILL


cdef inline void fill_row(State *s, const Rules *r, int kind, Seen *seen) noexcept nogil:
    s.row[kind] += 1
    show(seen, TO_ALL | BY_CHANCE, SHOWN_CARD + kind)
    if s.use == TAKE:
        end_turn(s, r, seen)
    elif total(s.row, KINDS) == r.row:
        s.phase = TURN
        s.head.player = 0


cdef inline void use_turn(State *s, const Rules *r, int action, Seen *seen) noexcept nogil:
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


cdef inline void take_openly(State *s, const Rules *r, int kind, Seen *seen) noexcept nogil:
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


cdef inline void play_card(State *s, const Rules *r, int kind, Seen *seen) noexcept nogil:
    """The card waits in limbo; as far as the others know, it is still in the hand."""
    cdef int mover = mover_of(s, r)
    s.hand[mover][kind] -= 1
    s.hand_size[mover] -= 1
    s.limbo = kind + 1
    show_to_one(seen, mover, kind)
    open_poll(s, r)


cdef inline void open_poll(State *s, const Rules *r) noexcept nogil:
    s.phase = POLL
    s.head.player = (mover_of(s, r) + 1) % r.seats


cdef inline void answer_poll(State *s, const Rules *r, int action, Seen *seen) noexcept nogil:
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


cdef inline void discard_openly(State *s, int seat, int kind) noexcept nogil:
    """Everybody sees which kind left the hand (R15)."""
    s.discard[kind] += 1
    if s.openly[seat][kind]:
        s.openly[seat][kind] -= 1


cdef inline void carry_out(State *s, const Rules *r, Seen *seen) noexcept nogil:
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


cdef inline void land_card(State *s, const Rules *r) noexcept nogil:
    """The card in limbo goes on the stack; it may be any of the openly taken cards (R16)."""
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


cdef inline void pick_up(State *s, const Rules *r, Seen *seen) noexcept nogil:
    """The mover takes up the face-down cards of a stack, sorted, to put them back."""
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


cdef inline void put_back(State *s, const Rules *r, int kind, Seen *seen) noexcept nogil:
    """The next place from the bottom gets this kind; the last card needs no decision."""
    cdef int slots[HEIGHT]
    cdef int n = closed_slots(s, s.target, slots), i = s.slot
    cdef uint8_t *card = s.card[s.target]
    while card[slots[i]] != kind + 1:
        i += 1
    card[slots[i]] = card[slots[s.slot]]
    card[slots[s.slot]] = kind + 1
    s.slot += 1
    sort_loose(s)
    show_to_one(seen, mover_of(s, r), kind)
    if s.slot == n - 1:
        end_turn(s, r, seen)


cdef inline void challenge_slot(
    State *s, const Rules *r, int stack, int slot, Seen *seen
) noexcept nogil:
    show(seen, TO_ALL, SHOWN_CARD + s.card[stack][slot] - 1)
    learn(s, stack, slot, everybody(r))
    s.knows[stack][slot] |= FACE_UP
    s.challenges[mover_of(s, r)] += challenge_stake(s, r, stack, slot)
    end_turn(s, r, seen)


cdef inline void end_turn(State *s, const Rules *r, Seen *seen) noexcept nogil:
    cdef int mover = mover_of(s, r)
    s.use = NOTHING
    s.target = s.slot = s.claim = s.limbo = 0
    s.phase = TURN
    s.turn += 1
    s.head.capped = s.turn == r.last_turn and s.height[mover] < r.height
    if s.head.capped or s.height[mover] == r.height:
        finish(s, r, seen)
    else:
        s.head.player = mover_of(s, r)


cdef inline void finish(State *s, const Rules *r, Seen *seen) noexcept nogil:
    """Every stack is turned up, so there is nothing left to remember about them."""
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
