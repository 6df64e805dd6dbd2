"""What clearly follows from the rest of a position: a file may leave it out."""
from libc.stdint cimport uint8_t

from eminence.cython_ext.core cimport lowest_bit, popcount32
from eminence.engines.kit.counts cimport total
from eminence.engines.royals.board cimport (
    cards_left, cards_to_draw, intrigue_left, player_at, seats_everywhere, seats_in,
    seats_with_titles,
)
from eminence.engines.royals.state cimport (
    COUNTRIES, DISCARD_COUNTRY, DISCARD_INTRIGUE, DRAW, DRAW_INTRIGUE, MAX_CITIES, PAIRS,
    SAID_DRAWN, SAID_DUE, SAID_INTRIGUE_PILE, SAID_PILE, SAID_TITLES, TITLES, Rules, State,
)


cdef inline void complete(State *s, const Rules *r, int said) noexcept nogil:
    """Fill in what a file did not say; `check` judges the result."""
    complete_hands(s)
    complete_turn(s, r, said)
    complete_cubes(s, r, said)
    complete_piles(s, r, said)
    complete_markers(s, r)


cdef inline void complete_hands(State *s) noexcept nogil:
    """The viewer sees all cards of its own hand."""
    cdef int viewer = s.head.view_of
    if viewer >= 0:
        s.hand_size[viewer] = total(s.hand[viewer], COUNTRIES)
        s.intrigue_size[viewer] = total(s.intrigue[viewer], PAIRS)


cdef inline void complete_turn(State *s, const Rules *r, int said) noexcept nogil:
    s.head.player = player_at(s)
    if s.phase != DRAW:
        # Which card was taken last no longer matters.
        s.display_from = 0
    if s.phase > DRAW_INTRIGUE and not said & SAID_DRAWN:
        s.drawn = cards_to_draw(s, r)
    if not said & SAID_DUE:
        if s.phase == DISCARD_COUNTRY:
            s.due = max(0, s.hand_size[s.seat] - r.hand_limit)
        elif s.phase == DISCARD_INTRIGUE:
            s.due = max(0, s.intrigue_size[s.seat] - r.intrigue_limit)


cdef inline void complete_cubes(State *s, const Rules *r, int said) noexcept nogil:
    """While nothing is ousted, the titles are those of the positions."""
    cdef int seat, title
    for seat in range(r.seats):
        if not said & SAID_TITLES << seat and total(s.ousted[seat], MAX_CITIES) == 0:
            for title in range(TITLES):
                s.title_cubes[seat][title] = popcount32(s.held[seat] & r.title_positions[title])
        s.supply[seat] = max(0, r.cubes[seat] - 2 * total(s.title_cubes[seat], TITLES))


cdef inline void complete_piles(State *s, const Rules *r, int said) noexcept nogil:
    """Cards that lie nowhere else are those that the viewer cannot place."""
    cdef int k, seat, left
    for k in range(COUNTRIES):
        left = r.deck[k] - s.display[k] - s.discards[k]
        for seat in range(r.seats):
            left -= s.hand[seat][k]
        s.pile[k] = max(0, left)
    for k in range(PAIRS):
        left = r.intrigue_deck[k] - s.intrigue_discards[k]
        for seat in range(r.seats):
            left -= s.intrigue[seat][k]
        s.intrigue_pile[k] = max(0, left)
    if not said & SAID_PILE:
        s.pile_size = max(0, cards_left(s, r))
    if not said & SAID_INTRIGUE_PILE:
        s.intrigue_pile_size = max(0, intrigue_left(s, r))


cdef inline void complete_markers(State *s, const Rules *r) noexcept nogil:
    """Each goes to the seat that has earned it, if there is only one."""
    cdef int i, there
    for i in range(r.cities):
        there = seats_in(s, r, i)
        if s.city_marker[i] == 0 and popcount32(there) == 1:
            s.city_marker[i] = lowest_bit(there) + 1
    for i in range(COUNTRIES):
        complete_row(s.country_marker[i], 2, seats_everywhere(s, r, i))
    complete_row(s.house_marker, r.house_markers, seats_with_titles(s, r))


cdef inline void complete_row(uint8_t *owners, int markers, int winners) noexcept nogil:
    """If one marker and one of its winners are left, they belong together."""
    cdef int i, missing = 0, last = -1, left = winners
    for i in range(markers):
        if owners[i]:
            left &= ~(1 << (owners[i] - 1))
        elif i < popcount32(winners):
            missing += 1
            last = i
    if missing == 1 and popcount32(left) == 1:
        owners[last] = lowest_bit(left) + 1
