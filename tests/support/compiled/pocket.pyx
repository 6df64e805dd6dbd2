"""A tiny game with flaws that can be switched on, to test the conformance tests.

Pocket, for two seats. Each is dealt one of four cards (two of kind 1, one of kind 2, one of
kind 3) and keeps it secret. Both lay a token face down, white or black, at the same time.
Seat 1 may peek at seat 0's token; seat 0 then keeps or turns it, unseen; seat 1 guesses its
colour and the token is opened. A right guess wins for seat 1, a wrong one for seat 0.

Without a flaw the game keeps every promise of the contract. Each flaw breaks one of them the
way a real engine might, and the conformance checks have to notice.
"""
from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t, uint64_t
from libc.string cimport memset

from eminence.cython_ext.core cimport Rng, below
from eminence.cython_ext.defaults cimport (
    even_standing as evaluate, no_facts as facts, no_sources as sources,
)
from eminence.cython_ext.game cimport (
    BY_CHANCE, CHANCE, FULL, OVER, TO_ALL, EssenceFunction, Head, Ops, PrivateKeyFunction, Problem,
    Return, Seen, Table, rank_seats, refuse, seat_bit, show,
)

cdef enum:
    SOUND
    VIEW_KEEPS_CARD         # the opponent's card stays in a view
    MEMO_KEEPS_CARD         # a side note stays in a view, and the sampler deals by it
    NARROW_SAMPLER          # never deals kind 3
    SKEWED_SAMPLER          # deals by kinds, not by cards
    FORGETFUL_SAMPLER       # redraws a token that the viewer has seen
    WIDE_SAMPLER            # forgets that a card the viewer holds has left the pool
    LOUD_SINK               # a face-down token is shown to everybody
    SILENT_SINK             # a public peek is not shown to the onlooker
    LEAKY_FACT              # seat 1 still "knows" the token only if it was kept
    PEEKING_ACTIONS         # only right guesses are offered
    PEEKING_PRIORS          # the right guess scores higher
    PEEKING_KEY             # the private key depends on the opponent's card
    SKEWED_ROLL             # rolls by kinds, outcomes by cards
    SINK_CHANGES_STATE      # a watched move leaves a trace in the state
    LYING_HIDDEN            # says that nothing is hidden
    ORDER_LEAK              # a view tells who has laid already
    OPEN_ESSENCE            # says before the guess that all in it can be seen
    THIN_ESSENCE            # and wipes the tokens, which matter
    AMNESIAC_SAMPLER        # the other has peeked at a token, but did not note what it was
    PEEKING_FEATURES        # the opponent's card is among the features
    FORGETFUL_FEATURES      # the own card is not
    STALE_FEATURES          # they are read from the facts, which search does not copy
    PEEKING_TRAITS          # the right guess has a trait of its own
    BARE_TRAITS             # turning the token has no trait

FLAWS = (
    "sound", "view keeps card", "memo keeps card", "narrow sampler", "skewed sampler",
    "forgetful sampler", "wide sampler", "loud sink", "silent sink", "leaky fact",
    "peeking actions", "peeking priors", "peeking key", "skewed roll", "sink changes state",
    "lying hidden", "order leak", "open essence", "thin essence", "amnesiac sampler",
    "peeking features", "forgetful features", "stale features", "peeking traits", "bare traits",
)

cdef enum:
    MAX_ACTIONS = 2
    KINDS = 3
    # phases
    DEAL = 0
    LAY = 1
    PEEK = 2
    TURN = 3
    GUESS = 4
    DONE = 5
    PHASES = 6

cpdef enum:
    SEE_PHASE = 0
    SEE_DEALT = SEE_PHASE + PHASES
    SEE_LAID                # whether the seat has laid its token
    SEE_KNOWN
    SEE_CARD                # a number per kind
    SEE_TOKEN = SEE_CARD + KINDS        # white or black, here and below
    SEE_OTHER_TOKEN = SEE_TOKEN + 2
    SEE_GUESS = SEE_OTHER_TOKEN + 2
    SEE_END = SEE_GUESS + 2

cpdef enum:
    TRAIT_MOVE = 0          # two per phase
    TRAIT_RIGHT = TRAIT_MOVE + 2 * PHASES       # used by a flaw alone
    TRAIT_END

cdef enum:
    MAX_TRAITS = 2

cdef struct State:
    Head head
    int8_t card[2]          # kind 1..3; 0: not dealt, or not known to the viewer
    int8_t token[2]         # 1 white, 2 black; 0: not laid, or not known to the viewer
    uint8_t phase
    uint8_t dealt           # cards dealt so far
    uint8_t laid            # mask of the seats that have laid their token
    uint8_t known           # 1: seat 1 knows seat 0's token
    int8_t guess            # 1, 2; 0: not yet
    uint8_t memo            # used by flaws alone
    uint8_t noted           # a fact: cards dealt so far

cdef struct Rules:
    int seats
    int flaw
    int copies[KINDS + 1]


cdef inline bint has(const Rules *r, int flaw) noexcept nogil:
    return r.flaw == flaw


cdef void start(State *s, const Rules *r) noexcept nogil:
    s.head.player = CHANCE


cdef int actions(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    if has(r, PEEKING_ACTIONS) and s.phase == GUESS and s.token[0]:
        out[0] = s.token[0] - 1
        return 1
    out[0] = 0
    out[1] = 1
    return 2


cdef int event(const State *s, const Rules *r, int *seat) noexcept nogil:
    seat[0] = s.dealt
    return 0


cdef inline int copies_left(const State *s, const Rules *r, int kind) noexcept nogil:
    return r.copies[kind] - (s.card[0] == kind) - (s.card[1] == kind)


cdef int outcomes(const State *s, const Rules *r, int32_t *out, double *p) noexcept nogil:
    cdef int kind, n = 0, total = 4 - s.dealt
    for kind in range(1, KINDS + 1):
        if copies_left(s, r, kind) > 0:
            out[n] = kind
            p[n] = copies_left(s, r, kind) / <double>total
            n += 1
    return n


cdef inline int draw(
    const State *s, const Rules *r, Rng *rng, bint by_kind, int highest
) noexcept nogil:
    """A kind that is left; every card equally likely, or every kind."""
    cdef int weight[KINDS + 1]
    cdef int kind, total = 0, pick
    for kind in range(1, highest + 1):
        weight[kind] = copies_left(s, r, kind)
        if by_kind and weight[kind] > 1:
            weight[kind] = 1
        total += weight[kind]
    pick = below(rng, total)
    for kind in range(1, highest):
        pick -= weight[kind]
        if pick < 0:
            return kind
    return highest


cdef int roll(const State *s, const Rules *r, Rng *rng) noexcept nogil:
    return draw(s, r, rng, has(r, SKEWED_ROLL), KINDS)


cdef void apply(State *s, const Rules *r, int action, Seen *seen) noexcept nogil:
    if has(r, SINK_CHANGES_STATE) and seen != NULL:
        s.memo = 1
    if s.phase == DEAL:
        deal(s, r, action, seen)
    elif s.phase == LAY:
        lay(s, r, action, seen)
    elif s.phase == PEEK:
        peek(s, r, action, seen)
    elif s.phase == TURN:
        turn(s, r, action, seen)
    else:
        s.guess = action + 1
        s.phase = DONE
        s.head.player = OVER
        show(seen, TO_ALL, action)
        show(seen, TO_ALL, s.token[0])


cdef inline void deal(State *s, const Rules *r, int kind, Seen *seen) noexcept nogil:
    s.card[s.dealt] = kind
    show(seen, seat_bit(s.dealt) | BY_CHANCE, kind)
    s.dealt += 1
    if not s.head.lean:
        s.noted = s.dealt
    if has(r, MEMO_KEEPS_CARD):
        s.memo = s.memo << 2 | kind
    if s.dealt == 2:
        s.phase = LAY
        s.head.player = 0


cdef inline void lay(State *s, const Rules *r, int action, Seen *seen) noexcept nogil:
    cdef int mover = s.head.player
    s.token[mover] = action + 1
    s.laid |= 1 << mover
    show(seen, TO_ALL if has(r, LOUD_SINK) else seat_bit(mover), action)
    if s.laid == 3:
        show(seen, TO_ALL, 7)
        s.phase = PEEK
        s.head.player = 1
    else:
        s.head.player = 1 - mover


cdef inline void peek(State *s, const Rules *r, int action, Seen *seen) noexcept nogil:
    show(seen, 3 if has(r, SILENT_SINK) else TO_ALL, action)
    if action == 1:
        s.known = 1
        if has(r, AMNESIAC_SAMPLER):
            s.memo = s.token[0]
        show(seen, seat_bit(1), s.token[0])
    s.phase = TURN
    s.head.player = 0


cdef inline void turn(State *s, const Rules *r, int action, Seen *seen) noexcept nogil:
    if has(r, AMNESIAC_SAMPLER):
        s.memo = 0
    show(seen, seat_bit(0), action)
    show(seen, TO_ALL, 5)
    if action == 1:
        s.token[0] = 3 - s.token[0]
    if action == 1 or not has(r, LEAKY_FACT):
        s.known = 0
    s.phase = GUESS
    s.head.player = 1


cdef void returns(const State *s, const Rules *r, Return *out) noexcept nogil:
    cdef double strength[2]
    strength[1] = s.guess == s.token[0]
    strength[0] = 1 - strength[1]
    rank_seats(strength, 2, out)
    out[0].score = strength[0]
    out[1].score = strength[1]


cdef bint hidden(const State *s, const Rules *r) noexcept nogil:
    return not has(r, LYING_HIDDEN) and (s.phase == LAY or s.phase == TURN)


cdef inline bint sees_token(const State *s, int viewer, int owner) noexcept nogil:
    if viewer == FULL or viewer == owner:
        return True
    return owner == 0 and (s.phase == DONE or (viewer == 1 and s.known == 1))


cdef void conceal(State *s, const Rules *r, int viewer) noexcept nogil:
    cdef int seat
    for seat in range(2):
        if seat != viewer and not has(r, VIEW_KEEPS_CARD):
            s.card[seat] = 0
        if not sees_token(s, viewer, seat):
            s.token[seat] = 0
    if has(r, AMNESIAC_SAMPLER) and viewer != 1:
        s.memo = 0
    if s.phase == LAY and not has(r, ORDER_LEAK):
        drop_commitments(s, viewer)
    s.head.view_of = viewer


cdef inline void drop_commitments(State *s, int viewer) noexcept nogil:
    """While tokens are laid at the same time, a view knows its own alone."""
    if viewer < 0:
        s.laid = 0
        s.head.player = 0
    else:
        s.laid &= 1 << viewer
        s.head.player = 1 - viewer if s.laid else viewer


cdef void imagine(State *s, const Rules *r, Rng *rng, int mode) noexcept nogil:
    cdef int viewer = s.head.view_of, seat, highest = KINDS
    cdef State pool
    if has(r, NARROW_SAMPLER):
        highest = KINDS - 1
    for seat in range(s.dealt):
        if s.card[seat] == 0:
            pool = s[0]
            if has(r, WIDE_SAMPLER):
                memset(pool.card, 0, sizeof(pool.card))
            if has(r, MEMO_KEEPS_CARD):
                s.card[seat] = s.memo >> (2 * (s.dealt - 1 - seat)) & 3
            else:
                s.card[seat] = draw(&pool, r, rng, has(r, SKEWED_SAMPLER), highest)
    for seat in range(2):
        if s.phase == LAY and not s.laid >> seat & 1:
            continue
        if s.phase >= LAY and (s.token[seat] == 0 or (
            has(r, FORGETFUL_SAMPLER) and seat != viewer
        )):
            s.token[seat] = 1 + below(rng, 2)
    s.head.view_of = FULL


cdef uint64_t private_key(const State *s, const Rules *r, int viewer) noexcept nogil:
    cdef uint64_t key = s.card[viewer]
    if has(r, PEEKING_KEY):
        key = key << 8 | s.card[1 - viewer]
    if sees_token(s, viewer, 0):
        key = key << 8 | s.token[0]
    if viewer == 1:
        key = key << 8 | s.token[1]
    return key


cdef void priors(
    const State *s, const Rules *r, const double *weights, const int32_t *actions, int n,
    double *out
) noexcept nogil:
    cdef int i
    for i in range(n):
        out[i] = 0.5
        if has(r, PEEKING_PRIORS) and s.phase == GUESS and s.token[0] == actions[i] + 1:
            out[i] = 1


cdef void features(const State *s, const Rules *r, int seat, float *out) noexcept nogil:
    cdef int other = 1 - seat, dealt = s.noted if has(r, STALE_FEATURES) else s.dealt
    out[SEE_PHASE + s.phase] = 1
    out[SEE_DEALT] = dealt / <float>2
    out[SEE_LAID] = s.laid >> seat & 1
    out[SEE_KNOWN] = s.known
    if s.card[seat] and not has(r, FORGETFUL_FEATURES):
        out[SEE_CARD + s.card[seat] - 1] = 1
    if s.card[other] and has(r, PEEKING_FEATURES):
        out[SEE_CARD + s.card[other] - 1] += 1
    if s.token[seat]:
        out[SEE_TOKEN + s.token[seat] - 1] = 1
    if s.token[other] and sees_token(s, seat, other):
        out[SEE_OTHER_TOKEN + s.token[other] - 1] = 1
    if s.guess:
        out[SEE_GUESS + s.guess - 1] = 1


cdef void traits(
    const State *s, const Rules *r, const int32_t *actions, int n, int16_t *out
) noexcept nogil:
    cdef int i
    for i in range(n):
        if not has(r, BARE_TRAITS) or s.phase != TURN or actions[i] == 0:
            out[i * MAX_TRAITS] = TRAIT_MOVE + 2 * s.phase + actions[i]
        if has(r, PEEKING_TRAITS) and s.phase == GUESS and s.token[0] == actions[i] + 1:
            out[i * MAX_TRAITS + 1] = TRAIT_RIGHT


cdef int check(const State *s, const Rules *r, Problem *why) noexcept nogil:
    if (s.dealt == 2) != (s.phase > DEAL) or s.head.player != expected_player(s, r):
        return refuse(why, 1)
    if s.noted != s.dealt and not s.head.lean:
        return refuse(why, 1)
    if has(r, AMNESIAC_SAMPLER):
        # Only seat 1 itself would miss its note.
        if s.head.view_of == 1 and s.known and s.memo != s.token[0]:
            return refuse(why, 5)
    elif s.memo and not has(r, MEMO_KEEPS_CARD) and not has(r, SINK_CHANGES_STATE):
        return refuse(why, 4)
    if s.known and s.phase != TURN and not has(r, LEAKY_FACT):
        return refuse(why, 3)
    if (s.guess != 0) != (s.phase == DONE):
        return refuse(why, 3)
    return check_pieces(s, r, why)


cdef inline int expected_player(const State *s, const Rules *r) noexcept nogil:
    """The only seat that may act; while tokens are laid, any seat that has not."""
    if s.phase == DEAL:
        return CHANCE
    if s.phase == DONE:
        return OVER
    if s.phase != LAY:
        return 0 if s.phase == TURN else 1
    if s.head.view_of == FULL or has(r, ORDER_LEAK):
        if s.head.player >= 0 and not s.laid >> s.head.player & 1:
            return s.head.player
        return OVER
    if s.head.view_of < 0:
        return 0
    if s.laid:
        return 1 - s.head.view_of
    return s.head.view_of


cdef int check_pieces(const State *s, const Rules *r, Problem *why) noexcept nogil:
    cdef int seat, kind, viewer = s.head.view_of
    cdef bint seen, laid
    for seat in range(2):
        seen = viewer == FULL or viewer == seat or has(r, VIEW_KEEPS_CARD)
        if (s.card[seat] != 0) != (seen and seat < s.dealt):
            return refuse(why, 2, seat)
        laid = s.laid >> seat & 1
        if laid != (s.phase > LAY) and s.phase != LAY:
            return refuse(why, 3, seat)
        if laid and s.phase == LAY and viewer != FULL and viewer != seat and (
            not has(r, ORDER_LEAK)
        ):
            return refuse(why, 3, seat)
        if (s.token[seat] != 0) != (laid and sees_token(s, viewer, seat)):
            return refuse(why, 3, seat)
    for kind in range(1, KINDS + 1):
        if copies_left(s, r, kind) < 0:
            return refuse(why, 2, 0)
    return 0


cdef bint essence(State *s, const Rules *r) noexcept nogil:
    """Until the end the token may matter that the other seat cannot see."""
    if s.phase != GUESS:
        return False
    if has(r, THIN_ESSENCE):
        memset(s.card, 0, sizeof(s.card))
        memset(s.token, 0, sizeof(s.token))
    return has(r, OPEN_ESSENCE) or has(r, THIN_ESSENCE)


include "../../../cython_ext/engine.pxi"


def table(str flaw) -> Table:
    cdef Ops ops
    cdef Rules rules
    begin_table(&ops, &rules)
    rules.seats = 2
    rules.flaw = FLAWS.index(flaw)
    rules.copies = [0, 2, 1, 1]
    ops.private_key = <PrivateKeyFunction>private_key
    ops.essence = <EssenceFunction>essence
    ops.play_size = <size_t>&(<State *>NULL).noted
    ops.max_outcomes = KINDS
    ops.max_plies = 5
    ops.n_features = SEE_END
    ops.n_traits = TRAIT_END
    ops.max_traits = MAX_TRAITS
    ops.n_actions = MAX_ACTIONS
    return finish_table(&ops, &rules)
