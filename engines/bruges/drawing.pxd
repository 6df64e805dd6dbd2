"""The piles: drawing blind, turning up backs, and what happens when a pile runs out."""
from libc.stdint cimport int32_t, uint16_t

from eminence.cython_ext.core cimport CHECK, Rng, below, lowest_bit
from eminence.engines.kit.bits cimport list_bits64, nth_bit64, popcount64
from eminence.engines.kit.counts cimport kinds_in, list_kinds, pick_kind
from eminence.engines.bruges.board cimport (
    ask, cards_left, colour_of, colours_in, drop, hand_total, happen, pop, push, put, top_frame,
    total,
)
from eminence.engines.bruges.state cimport (
    CHOOSE_PILE, COLOURS, DO_DRAW, DRAWING, EXTRA, LEFT, LOOK, NO, NO_TOP, PER_COLOUR, PILE, PILES,
    SEAT, STAGE, TURN_UP, Rules, State,
)


cdef inline void push_draw(State *s, int seat, int cards, bint aside) noexcept nogil:
    """Cards for the hand; or one that is put aside to be used at once."""
    cdef uint16_t *f = push(s, DO_DRAW, seat)
    f[LEFT] = cards
    f[STAGE] = aside


cdef inline int untopped_pile(const State *s) noexcept nogil:
    """A pile whose top card nobody has seen yet, not even its back; -1: none."""
    cdef int p
    for p in range(PILES):
        if s.pile_size[p] > 0 and s.top[p] == NO_TOP:
            return p
    return -1


cdef inline int blind_colour(const State *s) noexcept nogil:
    """The lowest colour with a card drawn but not looked at."""
    return lowest_bit(colours_in(s.blind))


cdef inline bint may_stop(const State *s, const Rules *r) noexcept nogil:
    """In phase 1 a hand must be filled; drawing more, if people allow it, is a choice (R28.13)."""
    return s.phase == DRAWING and hand_total(s, s.seat) + total(s.blind) >= r.hand_size


cdef inline int list_piles(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    cdef int n = list_bits64(kinds_in(s.pile_size, EXTRA), PILE, out)
    if may_stop(s, r):
        out[n] = NO
        n += 1
    return n


cdef inline void resume_draw(State *s, const Rules *r, uint16_t *f) noexcept nogil:
    """First the backs, then the next card; the faces once all are drawn (R4)."""
    if untopped_pile(s) >= 0:
        happen(s, TURN_UP)
    elif f[LEFT] > 0 and cards_left(s):
        if (s.pile_size[0] > 0 and s.pile_size[1] > 0) or may_stop(s, r):
            ask(s, f[SEAT], CHOOSE_PILE)
        else:
            draw_from(s, s.pile_size[0] == 0)
    elif total(s.blind):
        happen(s, LOOK)
    else:
        pop(s)


cdef inline void draw_from(State *s, int pile) noexcept nogil:
    """The top card leaves a pile, still face down."""
    CHECK(s.pile_size[pile] > 0 and s.top[pile] != NO_TOP)
    top_frame(s)[LEFT] -= 1
    s.blind[s.top[pile] - 1] += 1
    s.top[pile] = NO_TOP
    s.pile_size[pile] -= 1
    if s.pile_size[pile] == 0:
        replace_pile(s, pile)


cdef inline void replace_pile(State *s, int pile) noexcept nogil:
    """The extra pile takes the place of the first empty one; later the other is split (R5)."""
    cdef int other = 1 - pile
    if not s.extra_in:
        s.extra_in = 1
        s.last_round = s.phase == DRAWING
        s.pile_size[pile] = s.pile_size[EXTRA]
        s.top[pile] = s.top[EXTRA]
        s.pile_size[EXTRA] = 0
        s.top[EXTRA] = NO_TOP
    else:
        # The upper half stays with its top; the lower half shows a new one.
        s.pile_size[pile] = s.pile_size[other] / 2
        s.pile_size[other] -= s.pile_size[pile]


# --- events ---

cdef inline int unplaced(const State *s, int colour) noexcept nogil:
    """Cards of the colour that lie in piles with their backs unseen."""
    cdef int n = popcount64(s.pool[colour]) - s.blind[colour], p
    for p in range(PILES):
        n -= s.top[p] == colour + 1
    return n


cdef inline int count_backs(const State *s, int *counts) noexcept nogil:
    """`unplaced` of all colours; returns their sum."""
    cdef int sum = 0, c
    for c in range(COLOURS):
        counts[c] = unplaced(s, c)
        sum += counts[c]
    return sum


cdef inline int list_tops(const State *s, int32_t *out, double *p) noexcept nogil:
    cdef int counts[COLOURS]
    return list_kinds(counts, COLOURS, count_backs(s, counts), out, p)


cdef inline int roll_top(const State *s, Rng *rng) noexcept nogil:
    cdef int counts[COLOURS]
    return pick_kind(counts, count_backs(s, counts), rng)


cdef inline int list_faces(const State *s, int32_t *out, double *p) noexcept nogil:
    cdef int c = blind_colour(s), n = list_bits64(s.pool[c], c * PER_COLOUR, out), i
    for i in range(n):
        p[i] = 1.0 / n
    return n


cdef inline int roll_face(const State *s, Rng *rng) noexcept nogil:
    cdef int c = blind_colour(s)
    return c * PER_COLOUR + nth_bit64(s.pool[c], below(rng, popcount64(s.pool[c])))


cdef inline void look_at(State *s, int card) noexcept nogil:
    """The face of a card drawn: it joins the hand, or lies aside to be used at once."""
    cdef const uint16_t *f = top_frame(s)
    cdef int colour = colour_of(card)
    s.blind[colour] -= 1
    drop(s.pool, card)
    if f[STAGE]:
        s.aside = card + 1
        s.aside_colour = colour + 1
    else:
        put(s.hand[f[SEAT]], card)
        s.hand_count[f[SEAT]][colour] += 1
