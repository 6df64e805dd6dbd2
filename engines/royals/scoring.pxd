"""Influence, titles, points, and who wins; clause numbers (R..) are those of RULES.md."""
from libc.stdint cimport uint32_t, uint8_t
from libc.string cimport memset

from eminence.cython_ext.core cimport lowest_bit
from eminence.engines.kit.counts cimport total
from eminence.engines.royals.state cimport (
    CITY_POINTS, COUNTRIES, COUNTRY_POINTS, ENDED, HOUSE_POINTS, MAX_COUNT, MAX_PLAYERS, N_SOURCES,
    PERIODS, PERIOD_POINTS, TITLES, TITLE_POINTS, Rules, State,
)


# --- influence ---

cdef inline int rank_of(const Rules *r, int position) noexcept nogil:
    """What breaks ties in influence: the title, then its City bonus (R23)."""
    return (r.position_title[position] << 8) + r.city_bonus[r.position_city[position]]


cdef inline int standing_with(const Rules *r, uint32_t positions) noexcept nogil:
    """Influence first, then the highest title, then its City bonus (R22, R23); 0: none."""
    cdef int influence = 0, best = 0, position
    while positions:
        position = lowest_bit(positions)
        positions &= positions - 1
        influence += r.influence[position]
        best = max(best, rank_of(r, position))
    return (influence << 12) + best


cdef inline int standing(const State *s, const Rules *r, int seat, int country) noexcept nogil:
    return standing_with(r, s.held[seat] & r.country_positions[country])


cdef struct Leaders:
    # Seats, or -1: nobody has influence there
    int first
    int second


cdef inline Leaders leaders_of(const int *standings, int seats) noexcept nogil:
    """The two most influential players, given everybody's standing."""
    cdef Leaders leaders
    cdef int seat, first_value = 0, second_value = 0
    leaders.first = leaders.second = -1
    for seat in range(seats):
        if standings[seat] > first_value:
            leaders.second = leaders.first
            second_value = first_value
            leaders.first = seat
            first_value = standings[seat]
        elif standings[seat] > second_value:
            leaders.second = seat
            second_value = standings[seat]
    return leaders


cdef inline Leaders leaders_in(const State *s, const Rules *r, int country) noexcept nogil:
    """The two most influential players of a country at the moment."""
    cdef int standings[MAX_PLAYERS]
    cdef int seat
    for seat in range(r.seats):
        standings[seat] = standing(s, r, seat, country)
    return leaders_of(standings, r.seats)


cdef inline void score_period(State *s, const Rules *r) noexcept nogil:
    """Each country's two markers go to its two most influential players (R22 to R24)."""
    cdef int country
    cdef Leaders leaders
    for country in range(COUNTRIES):
        leaders = leaders_in(s, r, country)
        s.period_marker[s.period][country][0] = leaders.first + 1
        s.period_marker[s.period][country][1] = leaders.second + 1

# --- points ---

cdef struct Majority:
    # The most cubes that a seat has on a title, and how many seats have so many.
    int most
    int tied


cdef inline Majority majority_of(const State *s, const Rules *r, int title) noexcept nogil:
    cdef Majority majority
    cdef int seat
    majority.most = majority.tied = 0
    for seat in range(r.seats):
        if s.title_cubes[seat][title] > majority.most:
            majority.most = s.title_cubes[seat][title]
            majority.tied = 1
        elif s.title_cubes[seat][title] == majority.most:
            majority.tied += 1
    return majority


cdef inline int title_share(
    const Rules *r, int title, Majority majority, int cubes
) noexcept nogil:
    """What the title is worth to a seat with so many cubes: all, half or nothing (R26)."""
    if majority.most == 0 or cubes < majority.most or majority.tied > 2:
        return 0
    return r.title_half[title] if majority.tied == 2 else r.title_points[title]


cdef inline int title_value(const State *s, const Rules *r, int title, int seat) noexcept nogil:
    return title_share(r, title, majority_of(s, r, title), s.title_cubes[seat][title])


cdef inline void award(int *out, int owner, int source, int points) noexcept nogil:
    """A marker counts for who has it; `owner` is a seat plus 1, or 0."""
    if owner:
        out[(owner - 1) * N_SOURCES + source] += points


cdef inline void points_by_source(const State *s, const Rules *r, int *out) noexcept nogil:
    """out[seat * N_SOURCES + source]: all points so far; titles count when the game has ended."""
    cdef int i, j, k
    memset(out, 0, r.seats * N_SOURCES * sizeof(int))
    for i in range(r.cities):
        award(out, s.city_marker[i], CITY_POINTS, r.city_bonus[i])
    for i in range(COUNTRIES):
        for j in range(2):
            award(out, s.country_marker[i][j], COUNTRY_POINTS, r.country_bonus[i][j])
    for i in range(r.house_markers):
        award(out, s.house_marker[i], HOUSE_POINTS, r.house_bonus[i])
    for i in range(PERIODS):
        for j in range(COUNTRIES):
            for k in range(2):
                award(out, s.period_marker[i][j][k], PERIOD_POINTS, r.period_points[i][j][k])
    if s.phase == ENDED:
        for i in range(TITLES):
            for j in range(r.seats):
                award(out, j + 1, TITLE_POINTS, title_value(s, r, i, j))


cdef inline void count_points(const State *s, const Rules *r, int *out) noexcept nogil:
    """The points of each seat so far."""
    cdef int parts[MAX_PLAYERS * N_SOURCES]
    cdef int seat
    points_by_source(s, r, parts)
    for seat in range(r.seats):
        out[seat] = total(parts + seat * N_SOURCES, N_SOURCES)

# --- ties ---

cdef enum:
    MAX_MARKER = MAX_COUNT + 1


cdef inline void count_markers(
    const State *s, const Rules *r, int seat, uint8_t *count
) noexcept nogil:
    """How many markers of each value the seat has won, for the final tie-break."""
    cdef int me = seat + 1, i, j, k
    memset(count, 0, MAX_MARKER)
    for i in range(r.cities):
        count[r.city_bonus[i]] += s.city_marker[i] == me
    for i in range(COUNTRIES):
        for j in range(2):
            count[r.country_bonus[i][j]] += s.country_marker[i][j] == me
            for k in range(PERIODS):
                count[r.period_points[k][i][j]] += s.period_marker[k][i][j] == me
    for i in range(r.house_markers):
        count[r.house_bonus[i]] += s.house_marker[i] == me
    for i in range(TITLES):
        count[title_value(s, r, i, seat)] += 1


cdef inline bint wins_tie(const State *s, const Rules *r, int seat, int other) noexcept nogil:
    """Highest single marker; in one edition then the next highest, and so on (R28)."""
    cdef uint8_t mine[MAX_MARKER]
    cdef uint8_t theirs[MAX_MARKER]
    cdef int value
    count_markers(s, r, seat, mine)
    count_markers(s, r, other, theirs)
    for value in range(MAX_MARKER - 1, 0, -1):
        if mine[value] != theirs[value]:
            if r.all_markers_break_ties:
                return mine[value] > theirs[value]
            return theirs[value] == 0
        if mine[value] and not r.all_markers_break_ties:
            return False
    return False
