"""What rules and guidance both ask of the board; inlined into each.

Clause numbers (R..) are those of RULES.md.
"""
from libc.stdint cimport uint8_t, uint32_t

from cython_ext.core cimport lowest_bit
from engines.royals.rules cimport (
    COUNTRIES, ENDED, N_SOURCES, PAIRS, PERIODS, PLAY, TITLES, Royals, RoyalsRules,
)


cdef inline int total(const uint8_t *counts, int kinds) noexcept nogil:
    cdef int sum = 0, k
    for k in range(kinds):
        sum += counts[k]
    return sum


cdef inline uint32_t occupied(const Royals *s, const RoyalsRules *r) noexcept nogil:
    cdef uint32_t mask = 0
    cdef int seat
    for seat in range(r.seats):
        mask |= s.held[seat]
    return mask


cdef inline int matching_intrigue(
    const uint8_t *cards, const RoyalsRules *r, int country
) noexcept nogil:
    """How many of these Intrigue cards show the country."""
    cdef int n = 0, pair
    for pair in range(PAIRS):
        if r.pairs_of[country] >> pair & 1:
            n += cards[pair]
    return n


cdef inline bint is_present(
    const Royals *s, const RoyalsRules *r, int seat, int city
) noexcept nogil:
    """A cube in the city, on a position or ousted (R17)."""
    return s.held[seat] & r.city_positions[city] != 0 or s.ousted[seat][city] > 0


cdef inline bint is_everywhere(
    const Royals *s, const RoyalsRules *r, int seat, int country
) noexcept nogil:
    cdef int city
    for city in range(r.cities):
        if r.city_country[city] == country and not is_present(s, r, seat, city):
            return False
    return True


cdef inline bint has_every_title(const Royals *s, int seat) noexcept nogil:
    cdef int title
    for title in range(TITLES):
        if s.title_cubes[seat][title] == 0:
            return False
    return True


cdef inline int cards_to_draw(const Royals *s, const RoyalsRules *r) noexcept nogil:
    """Country cards of this turn as things stand (R5, R6)."""
    if s.round == 0:
        return r.first_turn[s.seat]
    if s.drawn_intrigue:
        return 1
    return r.draw


cdef inline int standing(
    const Royals *s, const RoyalsRules *r, int seat, int country
) noexcept nogil:
    """Influence first, then the highest title, then its City bonus (R22, R23); 0: none."""
    cdef uint32_t mine = s.held[seat] & r.country_positions[country]
    cdef int influence = 0, best_title = 0, best_bonus = 0, position, title, bonus
    if mine == 0:
        return 0
    while mine:
        position = lowest_bit(mine)
        mine &= mine - 1
        influence += r.influence[position]
        title = r.position_title[position]
        bonus = r.city_bonus[r.position_city[position]]
        if title > best_title or (title == best_title and bonus > best_bonus):
            best_title = title
            best_bonus = bonus
    return (influence << 12) + (best_title << 8) + best_bonus


cdef struct Leaders:
    # Seats, or -1: nobody has influence there
    int first
    int second


cdef inline Leaders leaders_in(
    const Royals *s, const RoyalsRules *r, int country
) noexcept nogil:
    """The two most influential players of a country, as it stands."""
    cdef Leaders leaders
    cdef int seat, value, first_value = 0, second_value = 0
    leaders.first = leaders.second = -1
    for seat in range(r.seats):
        value = standing(s, r, seat, country)
        if value > first_value:
            leaders.second = leaders.first
            second_value = first_value
            leaders.first = seat
            first_value = value
        elif value > second_value:
            leaders.second = seat
            second_value = value
    return leaders


cdef inline int title_value(
    const Royals *s, const RoyalsRules *r, int title, int seat
) noexcept nogil:
    """What the title is worth to the seat: all, half or nothing (R26)."""
    cdef int most = 0, tied = 0, other
    for other in range(r.seats):
        if s.title_cubes[other][title] > most:
            most = s.title_cubes[other][title]
            tied = 1
        elif s.title_cubes[other][title] == most:
            tied += 1
    if most == 0 or s.title_cubes[seat][title] < most or tied > 2:
        return 0
    if tied == 2:
        return r.title_half[title]
    return r.title_points[title]


cdef inline void points_by_source(
    const Royals *s, const RoyalsRules *r, int seat, int *out
) noexcept nogil:
    cdef int me = seat + 1, i, j, k
    for i in range(N_SOURCES):
        out[i] = 0
    for i in range(r.cities):
        if s.city_marker[i] == me:
            out[0] += r.city_bonus[i]
    for i in range(COUNTRIES):
        for j in range(2):
            if s.country_marker[i][j] == me:
                out[1] += r.country_bonus[i][j]
    for i in range(r.house_markers):
        if s.house_marker[i] == me:
            out[2] += r.house_bonus[i]
    for i in range(PERIODS):
        for j in range(COUNTRIES):
            for k in range(2):
                if s.period_marker[i][j][k] == me:
                    out[3] += r.period_points[i][j][k]
    if s.phase == ENDED:
        for i in range(TITLES):
            out[4] += title_value(s, r, i, seat)


cdef inline int points_of(const Royals *s, const RoyalsRules *r, int seat) noexcept nogil:
    """All points so far; titles count when the game has ended."""
    cdef int parts[N_SOURCES]
    points_by_source(s, r, seat, parts)
    return parts[0] + parts[1] + parts[2] + parts[3] + parts[4]


cdef inline void occupy(Royals *s, const RoyalsRules *r) noexcept nogil:
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


cdef inline void win_country_bonus(Royals *s, const RoyalsRules *r, int country) noexcept nogil:
    cdef uint8_t *marker = s.country_marker[country]
    cdef int me = s.seat + 1
    if marker[0] == me or marker[1] == me or marker[1] != 0:
        return
    if is_everywhere(s, r, s.seat, country):
        marker[marker[0] != 0] = me


cdef inline void win_house_bonus(Royals *s, const RoyalsRules *r) noexcept nogil:
    cdef int i, me = s.seat + 1
    if not has_every_title(s, s.seat):
        return
    for i in range(r.house_markers):
        if s.house_marker[i] == me:
            return
        if s.house_marker[i] == 0:
            s.house_marker[i] = me
            return
