"""What the board shows: cubes, titles, and who is where; inlined into rules and guidance.

Clause numbers (R..) are those of RULES.md.
"""
from libc.stdint cimport uint32_t, uint8_t

from eminence.cython_ext.core cimport popcount32
from eminence.cython_ext.game cimport CHANCE, OVER
from eminence.engines.kit.counts cimport kinds_in, total, total_of
from eminence.engines.royals.state cimport (
    CLAIM, COUNTRIES, DISCARD_COUNTRY, DISCARD_INTRIGUE, DRAW_COUNTRY, DRAW_INTRIGUE, ENDED,
    INTRIGUE_WILDS, PAIRS, PAY_COUNTRY, PAY_INTRIGUE, PLAY, REFILL, SETUP, TAKE_OVER, TITLES, WILDS,
    Rules, State,
)


cdef inline uint32_t occupied(const State *s, const Rules *r) noexcept nogil:
    cdef uint32_t mask = 0
    cdef int seat
    for seat in range(r.seats):
        mask |= s.held[seat]
    return mask


cdef inline int taken_openly(const State *s, const Rules *r) noexcept nogil:
    """Display cards taken this turn; fewer while the display is being refilled."""
    return r.display_size - total(s.display, COUNTRIES)


cdef inline int player_at(const State *s) noexcept nogil:
    """Who is to act at this step."""
    if s.phase == ENDED:
        return OVER
    if s.phase == SETUP or s.phase == REFILL or (
        s.phase == DRAW_COUNTRY or s.phase == DRAW_INTRIGUE
    ):
        return CHANCE
    return s.seat


cdef inline bint is_paying(const State *s) noexcept nogil:
    return s.phase == PAY_INTRIGUE or s.phase == PAY_COUNTRY


cdef inline bint is_discarding(const State *s) noexcept nogil:
    return s.phase == DISCARD_COUNTRY or s.phase == DISCARD_INTRIGUE


cdef inline int cards_to_draw(const State *s, const Rules *r) noexcept nogil:
    """Country cards to draw this turn, as things stand (R5, R6)."""
    if s.round == 0:
        return r.first_turn[s.seat]
    return 1 if s.drawn_intrigue else r.draw


cdef inline int cards_left(const State *s, const Rules *r) noexcept nogil:
    """Country cards that are neither open nor in a hand: those of the pile."""
    return total(r.deck, COUNTRIES) - total(s.display, COUNTRIES) - (
        total(s.discards, COUNTRIES) + total(s.hand_size, r.seats))


cdef inline int intrigue_left(const State *s, const Rules *r) noexcept nogil:
    return total(r.intrigue_deck, PAIRS) - total(s.intrigue_discards, PAIRS) - (
        total(s.intrigue_size, r.seats))


cdef inline int intrigue_price(const Rules *r, int position) noexcept nogil:
    return r.king_intrigue if r.king_positions >> position & 1 else 1


cdef inline int matching_intrigue(
    const State *s, const Rules *r, int seat, int country
) noexcept nogil:
    """How many of the seat's Intrigue cards show the country."""
    return total_of(s.intrigue[seat], PAIRS, r.pairs_of[country])


cdef inline int ousting_power(
    const State *s, const Rules *r, int seat, int country, int cards
) noexcept nogil:
    """How many matching Intrigue cards the seat's `cards` amount to, wilds included (R13)."""
    return (
        cards + (r.intrigue_wild - 1) * matching_intrigue(s, r, seat, country)) / r.intrigue_wild


cdef inline bint is_present(const State *s, const Rules *r, int seat, int city) noexcept nogil:
    """A cube in the city, on a position or ousted (R17)."""
    return s.held[seat] & r.city_positions[city] != 0 or s.ousted[seat][city] > 0


cdef inline bint is_everywhere(
    const State *s, const Rules *r, int seat, int country
) noexcept nogil:
    cdef int city
    for city in range(r.cities):
        if r.city_country[city] == country and not is_present(s, r, seat, city):
            return False
    return True


cdef inline bint has_every_title(const State *s, int seat) noexcept nogil:
    return kinds_in(s.title_cubes[seat], TITLES) == (1 << TITLES) - 1


cdef inline int cubes_in(const State *s, const Rules *r, int seat, int city) noexcept nogil:
    return popcount32(s.held[seat] & r.city_positions[city]) + s.ousted[seat][city]


cdef inline bint has_been_in(const State *s, const Rules *r, int seat, int country) noexcept nogil:
    cdef int city
    for city in range(r.cities):
        if r.city_country[city] == country and cubes_in(s, r, seat, city):
            return True
    return False


# --- prices ---

cdef struct Price:
    # What an action that occupies a position costs (R9 to R14).
    int position
    int cards               # Country cards that match
    int others              # those that stand in for missing ones
    bint ousting
    int intrigue            # Intrigue cards that match
    int other_intrigue      # those that stand in for missing ones


cdef inline Price price_of(const Rules *r, int action) noexcept nogil:
    cdef Price price
    cdef int code = action - CLAIM, missing
    price.ousting = action >= TAKE_OVER
    price.intrigue = price.other_intrigue = 0
    if price.ousting:
        code = (action - TAKE_OVER) / INTRIGUE_WILDS
        missing = (action - TAKE_OVER) % INTRIGUE_WILDS
        price.intrigue = intrigue_price(r, code / WILDS) - missing
        price.other_intrigue = r.intrigue_wild * missing
    price.position = code / WILDS
    missing = code % WILDS
    price.cards = r.cost[r.position_title[price.position]] - missing
    price.others = r.wild * missing
    return price


# --- masks of seats: who has earned a marker ---

cdef inline int seats_in(const State *s, const Rules *r, int city) noexcept nogil:
    """The seats with a cube in the city."""
    cdef int mask = 0, seat
    for seat in range(r.seats):
        mask |= is_present(s, r, seat, city) << seat
    return mask


cdef inline int seats_everywhere(const State *s, const Rules *r, int country) noexcept nogil:
    """The seats with a cube in each city of the country."""
    cdef int mask = 0, seat
    for seat in range(r.seats):
        mask |= is_everywhere(s, r, seat, country) << seat
    return mask


cdef inline int seats_with_titles(const State *s, const Rules *r) noexcept nogil:
    """The seats with a cube on every title."""
    cdef int mask = 0, seat
    for seat in range(r.seats):
        mask |= has_every_title(s, seat) << seat
    return mask


# --- occupying ---

cdef inline void occupy(State *s, const Rules *r) noexcept nogil:
    """Cubes and bonuses once everything is paid (R9, R15 to R18)."""
    cdef int position = s.target, city = r.position_city[position], seat
    cdef uint32_t bit = <uint32_t>1 << position
    for seat in range(r.seats):
        if s.held[seat] & bit:
            s.held[seat] ^= bit
            s.ousted[seat][city] += 1
    s.held[s.seat] |= bit
    s.title_cubes[s.seat][r.position_title[position]] += 1
    s.supply[s.seat] -= 2
    if s.city_marker[city] == 0:
        s.city_marker[city] = s.seat + 1
    win_country_bonus(s, r, r.city_country[city])
    win_house_bonus(s, r)
    s.target = 0
    s.phase = PLAY


cdef inline void win_country_bonus(State *s, const Rules *r, int country) noexcept nogil:
    cdef uint8_t *marker = s.country_marker[country]
    cdef int me = s.seat + 1
    if marker[0] == me or marker[1] == me or marker[1] != 0:
        return
    if is_everywhere(s, r, s.seat, country):
        marker[marker[0] != 0] = me


cdef inline void win_house_bonus(State *s, const Rules *r) noexcept nogil:
    cdef int i, me = s.seat + 1
    if has_every_title(s, s.seat):
        for i in range(r.house_markers):
            if s.house_marker[i] == 0:
                s.house_marker[i] = me
            if s.house_marker[i] == me:
                return
