"""Views and worlds: what a seat cannot see goes to the deck, and is dealt from there.

A viewer knows its own hand and mat, and the cards it has looked at while they stay in place. It
also knows the cards that other seats took openly, showed it, or got from it: these are in their
hands or among their face-down cards. Who has seen which face-down card is open, and stays in every
view. Everything else is uniform; no face-down card is assumed to be honest.
"""
from libc.stdint cimport uint8_t
from libc.string cimport memcpy, memset

from eminence.cython_ext.core cimport CHECK, Rng, below
from eminence.cython_ext.game cimport FULL
from eminence.engines.blood_of_kings.board cimport active_seat
from eminence.engines.blood_of_kings.dynasty.cards cimport stack_start
from eminence.engines.blood_of_kings.state cimport State
from eminence.engines.blood_of_kings.tables cimport (
    IN_HAND, KINDS, MAX_CARDS, MAX_PLAYERS, TOLD, UNKNOWN, Rules,
)
from eminence.engines.kit.counts cimport pick_kind


# What `imagine` deals with: cards that the viewer cannot place, the hidden places of one seat,
# and the cards that are certain to be in some of them.
cdef struct Pool:
    uint8_t card[MAX_CARDS]         # kinds, in no order
    int left


cdef struct Places:
    uint8_t at[MAX_CARDS]           # indices in `mat`, the last laid down first
    int hidden
    uint8_t free[2 * MAX_CARDS]     # places open to the next card: indices in `mat`, or IN_HAND
    int open


cdef struct Taken:
    uint8_t kind[MAX_CARDS]         # the last taken first
    int bound                       # the first so many: not in places laid before they were taken
    int left


# --- views ---

cdef inline bint sees(const State *s, int i, int seat, int viewer) noexcept nogil:
    """Whether the viewer knows card `i` of the mats, which is the seat's."""
    return seat == viewer or (viewer >= 0 and s.known[i] >> viewer & 1)


cdef inline int still_hidden(const State *s, int seat, int viewer, int kind) noexcept nogil:
    """Cards that all saw the seat take, except those the viewer has seen face down since."""
    cdef int n = s.owned[seat][kind], i
    if viewer >= 0 and n:
        for i in range(stack_start(s, seat, 0), stack_start(s, seat + 1, 0)):
            if s.known[i] >> viewer & 1 and s.laid[i] > s.since[seat][kind]:
                n -= s.mat[i] == kind
    return max(0, n)


cdef inline void certain_cards(const State *s, int seat, int viewer, uint8_t *out) noexcept nogil:
    """What the viewer knows to be among the seat's hand and the face-down cards it has not seen.

    Cards of the seat that it has seen face down are not hidden, so they do not count.
    """
    cdef int kind, i, entry
    memcpy(out, s.owned[seat], KINDS)
    if viewer < 0:
        return
    for i in range(TOLD):
        entry = s.told[viewer][i] - 1
        if entry < 0:
            break
        if entry / KINDS == seat:
            out[entry % KINDS] += 1
    for i in range(stack_start(s, seat, 0), stack_start(s, seat + 1, 0)):
        if s.known[i] >> viewer & 1 and out[s.mat[i]]:
            out[s.mat[i]] -= 1
    for kind in range(KINDS):
        if s.owned[seat][kind] > out[kind]:
            out[kind] = max(out[kind], still_hidden(s, seat, viewer, kind))


cdef inline void hide_hand(State *s, int seat, int viewer) noexcept nogil:
    """The hand goes to the deck, and what the viewer is certain of comes back."""
    cdef uint8_t certain[KINDS]
    cdef int kind
    certain_cards(s, seat, viewer, certain)
    for kind in range(KINDS):
        s.deck[kind] += s.hand[seat][kind] - certain[kind]
        s.hand[seat][kind] = certain[kind]


cdef inline void hide_mat(State *s, int seat, int viewer) noexcept nogil:
    """Face-down cards that the viewer has not looked at go to the deck."""
    cdef int i
    for i in range(stack_start(s, seat, 0), stack_start(s, seat + 1, 0)):
        if not sees(s, i, seat, viewer):
            s.deck[s.mat[i]] += 1
            s.mat[i] = UNKNOWN


cdef inline void hide_choices(State *s, const Rules *r, int viewer) noexcept nogil:
    """Hide cards of a hand that only some know: influence not yet laid down, and offers."""
    if viewer == active_seat(s, r):
        return
    if s.card:
        s.card = UNKNOWN
    if viewer != s.partner - 1:
        if s.offered:
            s.offered = UNKNOWN
        if s.answered:
            s.answered = UNKNOWN


cdef inline void conceal(State *s, const Rules *r, int viewer) noexcept nogil:
    cdef int seat
    hide_choices(s, r, viewer)
    for seat in range(MAX_PLAYERS):
        if seat == viewer:
            continue
        memset(s.told[seat], 0, TOLD)
        if seat < r.seats:
            hide_hand(s, seat, viewer)
            hide_mat(s, seat, viewer)
    s.head.view_of = viewer


# --- worlds ---

cdef inline void fill_pool(Pool *pool, const uint8_t *counts) noexcept nogil:
    cdef int kind, n = 0
    for kind in range(KINDS):
        memset(pool.card + n, kind, counts[kind])
        n += counts[kind]
    pool.left = n


cdef inline int draw(Pool *pool, Rng *rng) noexcept nogil:
    """A random card leaves the pool."""
    cdef int i = below(rng, pool.left), kind = pool.card[i]
    pool.left -= 1
    pool.card[i] = pool.card[pool.left]
    return kind


cdef inline int kept_in_hand(const State *s, const Rules *r, int seat) noexcept nogil:
    """A card that the viewer was shown in this hand a moment ago, or -1."""
    if s.answered and s.answered != UNKNOWN and seat == s.partner - 1:
        return s.answered - 1
    if s.offered and s.offered != UNKNOWN and seat == active_seat(s, r):
        return s.offered - 1
    return -1


cdef inline int list_places(const State *s, const Rules *r, int seat, Places *out) noexcept nogil:
    """The seat's hidden face-down cards, the last laid down first."""
    cdef int i, j
    out.hidden = 0
    for i in range(stack_start(s, seat, 0), stack_start(s, seat + 1, 0)):
        if s.mat[i] == UNKNOWN:
            j = out.hidden
            while j > 0 and s.laid[out.at[j - 1]] < s.laid[i]:
                out.at[j] = out.at[j - 1]
                j -= 1
            out.at[j] = i
            out.hidden += 1
    return out.hidden


cdef inline void list_taken(
    const State *s, int seat, const uint8_t *certain, int kept, Taken *out
) noexcept nogil:
    """Certain cards, the last taken first, and after them those that may lie anywhere.

    A card `kept` in the hand is left out; it may be one of those taken.
    """
    cdef int kind, n, j
    cdef uint8_t loose[KINDS]
    out.bound = 0
    for kind in range(KINDS):
        loose[kind] = 0
        if certain[kind] == 0:
            continue
        n = still_hidden(s, seat, s.head.view_of, kind)
        if kind == kept and n > 0:
            n -= 1
        n = min(n, certain[kind])
        loose[kind] = certain[kind] - n
        while n > 0:
            j = out.bound
            while j > 0 and s.since[seat][out.kind[j - 1]] < s.since[seat][kind]:
                out.kind[j] = out.kind[j - 1]
                j -= 1
            out.kind[j] = kind
            out.bound += 1
            n -= 1
    out.left = out.bound
    for kind in range(KINDS):
        memset(out.kind + out.left, kind, loose[kind])
        out.left += loose[kind]


cdef inline void fill(State *s, int seat, Places *places, int i, int kind) noexcept nogil:
    """Put a card in the i-th open place; the last open place moves to index i."""
    cdef int at = places.free[i]
    if at == IN_HAND:
        s.hand[seat][kind] += 1
    else:
        s.mat[at] = kind
    places.open -= 1
    places.free[i] = places.free[places.open]


cdef inline void deal_seat(State *s, const Rules *r, int seat, Pool *pool, Rng *rng) noexcept nogil:
    """Fill the seat's hidden places: certain cards where they can be, the rest from the pool.

    A card taken later fits only some of the places open to earlier ones. Dealing the later ones
    first makes all ways equally likely.
    """
    cdef Places places
    cdef Taken taken
    cdef int kept = kept_in_hand(s, r, seat), i, next_ = 0
    if kept >= 0:
        s.hand[seat][kept] -= 1
    list_taken(s, seat, s.hand[seat], kept, &taken)
    list_places(s, r, seat, &places)
    memset(s.hand[seat], 0, KINDS)
    places.open = s.hand_count[seat] - s.drawn[seat]
    if kept >= 0:
        s.hand[seat][kept] = 1
        places.open -= 1
    for i in range(places.open):
        places.free[i] = IN_HAND
    for i in range(taken.left):
        while next_ < places.hidden and (
            i >= taken.bound or s.laid[places.at[next_]] > s.since[seat][taken.kind[i]]
        ):
            places.free[places.open] = places.at[next_]
            places.open += 1
            next_ += 1
        CHECK(places.open > 0)
        fill(s, seat, &places, below(rng, places.open), taken.kind[i])
    while places.open > 0:
        fill(s, seat, &places, places.open - 1, draw(pool, rng))
    for i in range(next_, places.hidden):
        s.mat[places.at[i]] = draw(pool, rng)
    for _ in range(s.drawn[seat]):
        s.hand[seat][draw(pool, rng)] += 1


cdef inline void make_certain(State *s, const Rules *r, int seat) noexcept nogil:
    """Add what the viewer was shown in the hand, even if its list of such cards was full."""
    cdef int kept = kept_in_hand(s, r, seat)
    if kept >= 0 and s.hand[seat][kept] == 0:
        s.hand[seat][kept] = 1
        s.deck[kept] -= 1


cdef inline void imagine_choices(State *s, const Rules *r, Rng *rng) noexcept nogil:
    """Secret choices: any card of the hand that they come from."""
    cdef int seat = active_seat(s, r), partner = s.partner - 1
    if s.card == UNKNOWN:
        s.card = pick_kind(s.hand[seat], s.hand_count[seat], rng) + 1
    if s.offered == UNKNOWN:
        s.offered = pick_kind(s.hand[seat], s.hand_count[seat], rng) + 1
    if s.answered == UNKNOWN:
        s.answered = pick_kind(s.hand[partner], s.hand_count[partner], rng) + 1


cdef inline void imagine(State *s, const Rules *r, Rng *rng, int mode) noexcept nogil:
    """Hidden cards are uniform in both modes: a bluff is as likely as any other card."""
    cdef Pool pool
    cdef int seat, i
    # This bound lets the compiler see that no index is out of range.
    for seat in range(min(r.seats, MAX_PLAYERS)):
        if seat != s.head.view_of:
            make_certain(s, r, seat)
    fill_pool(&pool, s.deck)
    for seat in range(r.seats):
        if seat != s.head.view_of:
            deal_seat(s, r, seat, &pool, rng)
    CHECK(pool.left == s.deck_size)
    memset(s.deck, 0, KINDS)
    for i in range(pool.left):
        s.deck[pool.card[i]] += 1
    imagine_choices(s, r, rng)
    s.head.view_of = FULL
