"""Dynasty cards: hands, influence mats, discards, and what everybody knows of them.

All stacks of all mats lie in one array, seat by seat, kingdom by kingdom, from the bottom up,
so that the same table always has the same bytes.
"""
from libc.stdint cimport uint8_t
from libc.string cimport memmove

from eminence.cython_ext.core cimport CHECK
from eminence.engines.blood_of_kings.state cimport State
from eminence.engines.blood_of_kings.tables cimport (
    KINDS, KINGDOMS, MAX_CARDS, MAX_PLAYERS, TOLD, Rules,
)


# --- stacks ---

cdef inline int stack_start(const State *s, int seat, int kingdom) noexcept nogil:
    """Index in `mat` of the stack's lowest card."""
    cdef const uint8_t *heights = &s.height[0][0]
    cdef int n = 0, i
    for i in range(seat * KINGDOMS + kingdom):
        n += heights[i]
    return n


cdef inline int stack_top(const State *s, int seat, int kingdom) noexcept nogil:
    """Index in `mat` of the uppermost card; the stack is not empty."""
    return stack_start(s, seat, kingdom) + s.height[seat][kingdom] - 1


cdef inline int cards_on_mats(const State *s) noexcept nogil:
    return stack_start(s, MAX_PLAYERS, 0)


cdef inline void open_gap(uint8_t *cells, int at) noexcept nogil:
    memmove(cells + at + 1, cells + at, MAX_CARDS - 1 - at)
    cells[at] = 0


cdef inline void close_gap(uint8_t *cells, int at) noexcept nogil:
    memmove(cells + at, cells + at + 1, MAX_CARDS - 1 - at)
    cells[MAX_CARDS - 1] = 0


cdef inline void put_on_mat(State *s, int seat, int kingdom, int kind) noexcept nogil:
    """A card face down on top of a stack."""
    cdef int at = stack_start(s, seat, kingdom) + s.height[seat][kingdom]
    open_gap(s.mat, at)
    open_gap(s.pledged, at)
    s.mat[at] = kind
    s.height[seat][kingdom] += 1
    if not s.head.lean:
        open_gap(s.known, at)
        open_gap(s.laid, at)
        s.laid[at] = s.turn
        s.drawn[seat] = 0


cdef inline int take_from_mat(State *s, int seat, int kingdom) noexcept nogil:
    """The top card of a stack leaves it; returns its kind."""
    cdef int at = stack_top(s, seat, kingdom)
    cdef int kind = s.mat[at]
    CHECK(s.height[seat][kingdom] > 0)
    close_gap(s.mat, at)
    close_gap(s.pledged, at)
    s.height[seat][kingdom] -= 1
    if not s.head.lean:
        close_gap(s.known, at)
        close_gap(s.laid, at)
    return kind


# --- what is known (facts) ---
#
# `known` says who has seen a face-down card in its place; everybody knows who looked. `owned`
# counts cards that everybody knows the seat to have: in its hand, or among the face-down cards
# `laid` after the turn `since` when it took them. `drawn` cards of its hand are not among them.
# `told` is what one viewer knows beyond that, including face-down cards it has seen. All of it is
# true at any time, and changes only by what its holder is shown.

cdef inline int told_at(const State *s, int viewer, int entry) noexcept nogil:
    """Index of the first entry that is not smaller, or of the first free place."""
    cdef int i = 0
    while i < TOLD and s.told[viewer][i] and s.told[viewer][i] < entry:
        i += 1
    return i


cdef inline int certain_of(const State *s, int viewer, int owner, int kind) noexcept nogil:
    """Cards of a kind that the viewer knows to be in the owner's hand or face down on its mat."""
    cdef int entry = owner * KINDS + kind + 1, i = told_at(s, viewer, entry)
    cdef int n = s.owned[owner][kind]
    while i < TOLD and s.told[viewer][i] == entry:
        i += 1
        n += 1
    return n


cdef inline int seen_on_mat(const State *s, int viewer, int owner, int kind) noexcept nogil:
    """The owner's face-down cards of a kind that the viewer has seen."""
    cdef int i, n = 0
    for i in range(stack_start(s, owner, 0), stack_start(s, owner + 1, 0)):
        if s.known[i] >> viewer & 1:
            n += s.mat[i] == kind
    return n


cdef inline void set_certain(State *s, int viewer, int owner, int kind, int n) noexcept nogil:
    """Add to the viewer's list what `owned` does not cover; a full list takes no more."""
    cdef int entry = owner * KINDS + kind + 1, at = told_at(s, viewer, entry)
    cdef int more = n - certain_of(s, viewer, owner, kind)
    cdef uint8_t *list = s.told[viewer]
    while more > 0 and list[TOLD - 1] == 0:
        memmove(list + at + 1, list + at, TOLD - 1 - at)
        list[at] = entry
        more -= 1
    while more < 0 and at < TOLD and list[at] == entry:
        memmove(list + at, list + at + 1, TOLD - 1 - at)
        list[TOLD - 1] = 0
        more += 1


cdef inline void set_at_least(State *s, int viewer, int owner, int kind, int n) noexcept nogil:
    set_certain(s, viewer, owner, kind, max(n, certain_of(s, viewer, owner, kind)))


cdef inline void glimpse(State *s, int viewer, int owner, int kind) noexcept nogil:
    """The viewer is shown a card of the owner's hand, which it may have known already.

    Everybody sees this. It may be a drawn card, so drawn cards are no longer told apart.
    """
    if not s.head.lean:
        s.drawn[owner] = 0
        set_at_least(s, viewer, owner, kind, 1 + seen_on_mat(s, viewer, owner, kind))


cdef inline void look_at_stack(State *s, int viewer, int owner, int kingdom) noexcept nogil:
    """The viewer has seen these face-down cards, and knows of them wherever they go."""
    cdef int start = stack_start(s, owner, kingdom), end = start + s.height[owner][kingdom], i
    if s.head.lean:
        return
    for i in range(start, end):
        s.known[i] |= 1 << viewer
    for i in range(start, end):
        set_at_least(s, viewer, owner, s.mat[i], seen_on_mat(s, viewer, owner, s.mat[i]))


cdef inline void forget_places(State *s, int viewer, int owner, int kingdom) noexcept nogil:
    """The viewer has put the stack in an order that nobody else saw; the owner may look."""
    cdef int start = stack_start(s, owner, kingdom), end = start + s.height[owner][kingdom]
    cdef int i, latest = 0
    if s.head.lean or s.height[owner][kingdom] < 2:
        return
    for i in range(start, end):
        latest = max(latest, s.laid[i])
    for i in range(start, end):
        s.known[i] = 1 << viewer
        s.laid[i] = latest


cdef inline void lose_one(State *s, int seat, int kind, int witnesses, bint openly) noexcept nogil:
    """A hidden card left the seat. Witnesses count one less of its kind, the others of every kind.

    It may be a card they knew of, but not one they have seen face down that still lies there.
    """
    cdef int before[MAX_PLAYERS]
    cdef int k, viewer, n
    for k in range(KINDS):
        if openly and k != kind:
            continue
        for viewer in range(MAX_PLAYERS):
            before[viewer] = certain_of(s, viewer, seat, k)
        if s.owned[seat][k]:
            s.owned[seat][k] -= 1
            if s.owned[seat][k] == 0:
                s.since[seat][k] = 0
        for viewer in range(MAX_PLAYERS):
            if before[viewer] and viewer != seat:
                n = before[viewer]
                if k == kind or not witnesses >> viewer & 1:
                    n = max(n - 1, seen_on_mat(s, viewer, seat, k))
                set_certain(s, viewer, seat, k, n)


cdef inline void discard_openly(State *s, int seat, int kind) noexcept nogil:
    """A hidden card that left its place is turned up for everybody and discarded."""
    s.discards[kind] += 1
    if not s.head.lean:
        lose_one(s, seat, kind, (1 << MAX_PLAYERS) - 1, True)


# --- hands and discards ---

cdef inline void take_in_hand(State *s, int seat, int kind) noexcept nogil:
    s.hand[seat][kind] += 1
    s.hand_count[seat] += 1


cdef inline void take_openly(State *s, int seat, int kind) noexcept nogil:
    """Into a hand, seen by everybody."""
    take_in_hand(s, seat, kind)
    if not s.head.lean:
        if s.owned[seat][kind] == 0:
            s.since[seat][kind] = s.turn
        s.owned[seat][kind] += 1


cdef inline void draw_card(State *s, int seat, int kind) noexcept nogil:
    """From the deck into a hand; only its owner sees it."""
    take_in_hand(s, seat, kind)
    if not s.head.lean:
        s.drawn[seat] += 1


cdef inline void leave_hand(State *s, int seat, int kind) noexcept nogil:
    """The card may be one of those drawn."""
    CHECK(s.hand[seat][kind] > 0)
    s.hand[seat][kind] -= 1
    s.hand_count[seat] -= 1
    if not s.head.lean and s.drawn[seat]:
        s.drawn[seat] -= 1


cdef inline void pass_card(State *s, int giver, int taker, int kind) noexcept nogil:
    """From hand to hand; only these two know which card it is."""
    leave_hand(s, giver, kind)
    take_in_hand(s, taker, kind)
    if not s.head.lean:
        lose_one(s, giver, kind, 1 << taker, False)
        set_certain(s, giver, taker, kind, certain_of(s, giver, taker, kind) + 1)


cdef inline void discard_from_hand(State *s, int seat, int kind) noexcept nogil:
    """Face up, as all discards are."""
    leave_hand(s, seat, kind)
    discard_openly(s, seat, kind)


cdef inline void discard_from_mat(State *s, int seat, int kingdom) noexcept nogil:
    """The top card is turned up and discarded."""
    discard_openly(s, seat, take_from_mat(s, seat, kingdom))


cdef inline bint is_legal_influence(const Rules *r, int kind, int kingdom) noexcept nogil:
    return r.legal_in[kind] >> kingdom & 1
