"""Draws, the end of a turn, of a period and of the game; R.. are clauses of RULES.md."""
from libc.stdint cimport int32_t, uint8_t
from libc.string cimport memcpy, memset

from eminence.cython_ext.core cimport CHECK
from eminence.cython_ext.game cimport CHANCE, OVER
from eminence.engines.kit.counts cimport total
from eminence.engines.royals.board cimport cards_to_draw, taken_openly
from eminence.engines.royals.knowledge cimport count_hands, learn_card
from eminence.engines.royals.scoring cimport score_period
from eminence.engines.royals.state cimport (
    COUNTRIES, DISCARD_COUNTRY, DISCARD_INTRIGUE, DRAW, DRAW_COUNTRY, DRAW_INTRIGUE, ENDED,
    FROM_DISPLAY, FROM_PILE, INTRIGUE_CARD, MAX_ROUND, PAIRS, PERIODS, PLAY, REFILL, Rules, State,
)


# --- draws ---

cdef inline int draw_actions(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    """An Intrigue card chooses its option first (R6); then the pile, then the display (R7)."""
    cdef int left = cards_to_draw(s, r) - s.drawn, n = 0, k
    cdef int remaining = total(s.display, COUNTRIES)
    if s.display_from == 0:
        if s.pile_size > 0:
            out[n] = FROM_PILE
            n += 1
        if s.drawn == 0 and s.drawn_intrigue == 0 and s.round > 0:
            out[n] = INTRIGUE_CARD
            n += 1
    for k in range(COUNTRIES):
        # Taking k rules out lower countries: what remains must be enough to finish.
        if s.display[k] > 0 and k + 1 >= s.display_from and remaining >= left:
            out[n] = FROM_DISPLAY + k
            n += 1
        remaining -= s.display[k]
    return n


cdef inline void draw(State *s, const Rules *r, int action) noexcept nogil:
    cdef int country = action - FROM_DISPLAY
    if country < 0:
        s.phase = DRAW_COUNTRY if action == FROM_PILE else DRAW_INTRIGUE
        s.head.player = CHANCE
        return
    s.display[country] -= 1
    s.display_from = country + 1
    take_card(s, country)
    if not s.head.lean:
        learn_card(s, r, s.seat, country)
    go_on_drawing(s, r)


cdef inline void take_card(State *s, int country) noexcept nogil:
    s.hand[s.seat][country] += 1
    s.hand_size[s.seat] += 1
    s.drawn += 1


cdef inline void receive(State *s, const Rules *r, int kind) noexcept nogil:
    """A face-down card comes into the hand."""
    s.head.player = s.seat
    if s.phase == DRAW_INTRIGUE:
        s.intrigue_pile[kind] -= 1
        s.intrigue_pile_size -= 1
        s.intrigue[s.seat][kind] += 1
        s.intrigue_size[s.seat] += 1
        s.drawn_intrigue = 1
        # An exhausted pile is rebuilt from its discards (R8).
        if s.intrigue_pile_size == 0:
            s.intrigue_pile_size = restock(s.intrigue_pile, s.intrigue_discards, PAIRS)
    else:
        take_card(s, kind)
        leave_pile(s, r, kind)
    go_on_drawing(s, r)


cdef inline void go_on_drawing(State *s, const Rules *r) noexcept nogil:
    if s.drawn == cards_to_draw(s, r):
        s.phase = PLAY
        s.display_from = 0
    else:
        s.phase = DRAW


cdef inline void leave_pile(State *s, const Rules *r, int kind) noexcept nogil:
    """A card leaves the draw pile; in one edition its last card ends the period (R21)."""
    s.pile[kind] -= 1
    s.pile_size -= 1
    if s.pile_size == 0 and r.ends_on_empty_pile:
        s.period_ending = 1
        reshuffle(s, r)


cdef inline void reshuffle(State *s, const Rules *r) noexcept nogil:
    """The discards become the new draw pile."""
    CHECK(s.pile_size == 0)
    s.pile_size = restock(s.pile, s.discards, COUNTRIES)
    if not s.head.lean:
        count_hands(s, r)


cdef inline int restock(uint8_t *pile, uint8_t *discards, int kinds) noexcept nogil:
    """The discards become the pile; returns its size."""
    memcpy(pile, discards, kinds)
    memset(discards, 0, kinds)
    return total(pile, kinds)

# --- the end of a turn, of a period, of the game ---

cdef inline void discard_excess(State *s, const Rules *r) noexcept nogil:
    """Down to the hand limits; then the display is refilled (R19, R20)."""
    if s.hand_size[s.seat] > r.hand_limit:
        s.phase = DISCARD_COUNTRY
        s.due = s.hand_size[s.seat] - r.hand_limit
    elif s.intrigue_size[s.seat] > r.intrigue_limit:
        s.phase = DISCARD_INTRIGUE
        s.due = s.intrigue_size[s.seat] - r.intrigue_limit
    else:
        s.phase = REFILL


cdef inline void reveal(State *s, const Rules *r, int country) noexcept nogil:
    s.display[country] += 1
    leave_pile(s, r, country)


cdef inline void finish_turn(State *s, const Rules *r) noexcept nogil:
    if s.period_ending:
        s.period_ending = 0
        if s.period < PERIODS - 1:
            score_period(s, r)
            s.period += 1
        else:
            s.last_round = 1
    if s.seat + 1 < r.seats:
        begin_turn(s, s.seat + 1)
    elif s.last_round:
        score_period(s, r)
        s.phase = ENDED
        s.head.player = OVER
    else:
        # Only 0 has a meaning; a number written by hand must not wrap around to it.
        s.round += s.round < MAX_ROUND
        begin_turn(s, 0)


cdef inline void begin_turn(State *s, int seat) noexcept nogil:
    s.seat = seat
    s.head.player = seat
    s.phase = DRAW
    s.drawn = 0
    s.drawn_intrigue = 0

# --- what can no longer matter ---

cdef inline bint is_last_turn(const State *s, const Rules *r) noexcept nogil:
    """Whether the game ends with this turn; asked when its cards are drawn."""
    return s.seat + 1 == r.seats and is_last_round(s, r)


cdef inline bint is_last_round(const State *s, const Rules *r) noexcept nogil:
    """Whether it is clear by now that the game ends with this round (R21, R25)."""
    if s.period < PERIODS - 1:
        return False
    if s.last_round or s.period_ending:
        return True
    # The refill will take the pile's last card, or find too few.
    return taken_openly(s, r) >= s.pile_size + (not r.ends_on_empty_pile)


cdef inline bint essence(State *s, const Rules *r) noexcept nogil:
    """The last turn after its draws: only the mover's hands and the board can still matter.

    Nobody else decides any more, and no card counts at the end (R26 to R28). So piles, display,
    discards and the others' hands are wiped, and the mover's own once it is done.
    """
    cdef int seat
    if s.phase < PLAY or not is_last_turn(s, r):
        return False
    s.last_round = 1
    s.period_ending = s.drawn = s.drawn_intrigue = 0
    s.round = 0
    memset(s.display, 0, sizeof(s.display))
    memset(s.discards, 0, sizeof(s.discards))
    memset(s.intrigue_discards, 0, sizeof(s.intrigue_discards))
    memset(s.pile, 0, sizeof(s.pile))
    memset(s.intrigue_pile, 0, sizeof(s.intrigue_pile))
    s.pile_size = s.intrigue_pile_size = 0
    for seat in range(r.seats):
        if seat != s.seat or s.phase >= DISCARD_COUNTRY:
            memset(s.hand[seat], 0, sizeof(s.hand[seat]))
            memset(s.intrigue[seat], 0, sizeof(s.intrigue[seat]))
            s.hand_size[seat] = s.intrigue_size[seat] = 0
    if s.phase >= DISCARD_COUNTRY:
        s.phase = REFILL
        s.head.player = CHANCE
        s.due = s.due_next = 0
    return True
