"""Dynasty cards: hands, influence mats, discards, and what everybody knows of them.

All stacks of all mats lie in one array, seat by seat, kingdom by kingdom, from the bottom up,
so that the same table always has the same bytes.
"""
from libc.stdint cimport uint8_t
from libc.string cimport memmove, memset

from cython_ext.core cimport CHECK
from engines.blood_of_kings.rules cimport (
    KINDS, KINGDOMS, MAX_CARDS, MAX_PLAYERS, TOLD, BloodOfKings, BloodOfKingsRules,
)


# --- stacks ---

cdef inline int stack_start(const BloodOfKings *s, int seat, int kingdom) noexcept nogil:
    """Index in `mat` of the stack's lowest card."""
    cdef const uint8_t *heights = &s.height[0][0]
    cdef int n = 0, i
    for i in range(seat * KINGDOMS + kingdom):
        n += heights[i]
    return n


cdef inline int stack_top(const BloodOfKings *s, int seat, int kingdom) noexcept nogil:
    """Index in `mat` of the uppermost card; the stack is not empty."""
    return stack_start(s, seat, kingdom) + s.height[seat][kingdom] - 1


cdef inline int cards_on_mats(const BloodOfKings *s) noexcept nogil:
    return stack_start(s, MAX_PLAYERS, 0)


cdef inline void open_gap(uint8_t *cells, int at) noexcept nogil:
    memmove(cells + at + 1, cells + at, MAX_CARDS - 1 - at)
    cells[at] = 0


cdef inline void close_gap(uint8_t *cells, int at) noexcept nogil:
    memmove(cells + at, cells + at + 1, MAX_CARDS - 1 - at)
    cells[MAX_CARDS - 1] = 0


cdef inline void put_on_mat(BloodOfKings *s, int seat, int kingdom, int kind) noexcept nogil:
    """A card face down on top of a stack."""
    cdef int at = stack_start(s, seat, kingdom) + s.height[seat][kingdom]
    open_gap(s.mat, at)
    open_gap(s.pledged, at)
    s.mat[at] = kind
    s.height[seat][kingdom] += 1
    if not s.head.lean:
        open_gap(s.known, at)


cdef inline int take_from_mat(BloodOfKings *s, int seat, int kingdom) noexcept nogil:
    """The top card of a stack leaves it; returns its kind."""
    cdef int at = stack_top(s, seat, kingdom)
    cdef int kind = s.mat[at]
    CHECK(s.height[seat][kingdom] > 0)
    close_gap(s.mat, at)
    close_gap(s.pledged, at)
    s.height[seat][kingdom] -= 1
    if not s.head.lean:
        close_gap(s.known, at)
    return kind


# --- what is known (facts) ---

cdef inline void forget_told(BloodOfKings *s, int i) noexcept nogil:
    memmove(s.told[i], s.told[i + 1], (TOLD - 1 - i) * 3)
    memset(s.told[TOLD - 1], 0, 3)


cdef inline void tell(BloodOfKings *s, int viewer, int owner, int kind) noexcept nogil:
    """One seat learns that a card of this kind is among another's hidden cards."""
    cdef int i = 0
    if s.head.lean:
        return
    while i < TOLD and s.told[i][0]:
        i += 1
    if i == TOLD:
        forget_told(s, 0)
        i = TOLD - 1
    s.told[i][0] = viewer + 1
    s.told[i][1] = owner
    s.told[i][2] = kind


cdef inline void unveil(BloodOfKings *s, int seat, int kind) noexcept nogil:
    """A hidden card of the seat is seen by all: it may be the one that was known of."""
    cdef int i = TOLD - 1, done = 0
    if s.head.lean:
        return
    if s.owned[seat][kind]:
        s.owned[seat][kind] -= 1
    while i >= 0:
        if s.told[i][0] and s.told[i][1] == seat and s.told[i][2] == kind:
            if not done >> s.told[i][0] & 1:
                done |= 1 << s.told[i][0]
                forget_told(s, i)
        i -= 1


cdef inline void blur(BloodOfKings *s, int seat) noexcept nogil:
    """A card unknown to most left the seat's hand: of each kind one less is certain."""
    cdef int kind, i
    if s.head.lean:
        return
    for kind in range(KINDS):
        if s.owned[seat][kind]:
            s.owned[seat][kind] -= 1
    for i in range(TOLD - 1, -1, -1):
        if s.told[i][0] and s.told[i][1] == seat:
            forget_told(s, i)


# --- hands and discards ---

cdef inline void discard(BloodOfKings *s, int kind) noexcept nogil:
    s.discards[kind] += 1


cdef inline void take_in_hand(BloodOfKings *s, int seat, int kind) noexcept nogil:
    s.hand[seat][kind] += 1
    s.hand_count[seat] += 1


cdef inline void take_openly(BloodOfKings *s, int seat, int kind) noexcept nogil:
    """Into a hand, before everybody's eyes."""
    take_in_hand(s, seat, kind)
    if not s.head.lean:
        s.owned[seat][kind] += 1


cdef inline void leave_hand(BloodOfKings *s, int seat, int kind) noexcept nogil:
    CHECK(s.hand[seat][kind] > 0)
    s.hand[seat][kind] -= 1
    s.hand_count[seat] -= 1


cdef inline void discard_from_hand(BloodOfKings *s, int seat, int kind) noexcept nogil:
    """Face up, as all discards are."""
    leave_hand(s, seat, kind)
    discard(s, kind)
    unveil(s, seat, kind)


cdef inline void discard_from_mat(BloodOfKings *s, int seat, int kingdom) noexcept nogil:
    """The top card is turned up and discarded."""
    cdef int kind = take_from_mat(s, seat, kingdom)
    discard(s, kind)
    unveil(s, seat, kind)


cdef inline bint is_legal_influence(
    const BloodOfKingsRules *r, int kind, int kingdom
) noexcept nogil:
    return r.legal_in[kind] >> kingdom & 1
