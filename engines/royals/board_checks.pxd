"""What `check` asks of cubes and markers; see checks.pxd."""
from libc.stdint cimport uint32_t, uint8_t

from eminence.cython_ext.core cimport lowest_bit, popcount32
from eminence.cython_ext.game cimport Problem, refuse
from eminence.engines.kit.counts cimport total
from eminence.engines.royals.board cimport (
    cubes_in, has_been_in, is_present, occupied, seats_everywhere, seats_in, seats_with_titles,
)
from eminence.engines.royals.scoring cimport Leaders, leaders_in
from eminence.engines.royals.state cimport (
    CITY_MARKER_ABSENT, CITY_MARKER_LATE, CITY_MARKER_OPEN, COUNTRIES, COUNTRY_MARKER_ABSENT,
    COUNTRY_MARKER_GAP, COUNTRY_MARKER_OPEN, COUNTRY_MARKER_TWICE, ENDED, HELD_TWICE,
    HOUSE_MARKER_GAP, HOUSE_MARKER_OPEN, HOUSE_MARKER_TITLE, HOUSE_MARKER_TWICE, MAX_CITIES, NOBLES,
    OK, OUSTED, OUSTED_TITLES, PERIODS, PERIOD_MARKER_ABSENT, PERIOD_MARKER_EARLY,
    PERIOD_MARKER_GAP, PERIOD_MARKER_LEADER, PERIOD_MARKER_LOST, PERIOD_MARKER_TWICE, SUPPLY,
    TITLES, TITLES_SUM, TITLE_CUBES, UNSCORED_CLAIMS, Rules, State,
)


# --- cubes ---

cdef inline int check_cubes(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """Each occupation put one cube in a city and one on the title; both stay."""
    cdef int seat, code = OK
    for seat in range(r.seats):
        code = code or check_positions(s, seat, why) or check_titles(s, r, seat, why)
    for seat in range(r.seats):
        code = code or check_ousted(s, r, seat, why)
    return code


cdef inline int check_positions(const State *s, int seat, Problem *why) noexcept nogil:
    cdef uint32_t both
    cdef int other
    for other in range(seat):
        both = s.held[seat] & s.held[other]
        if both:
            return refuse(why, HELD_TWICE, seat, lowest_bit(both), other)
    return OK


cdef inline int check_titles(const State *s, const Rules *r, int seat, Problem *why) noexcept nogil:
    """A cube on its title for each noble that the seat ever had."""
    cdef int title, held, ousted, nobles = total(s.title_cubes[seat], TITLES)
    for title in range(TITLES):
        held = popcount32(s.held[seat] & r.title_positions[title])
        if held > s.title_cubes[seat][title]:
            return refuse(why, TITLE_CUBES, seat, title, s.title_cubes[seat][title], held)
    held = popcount32(s.held[seat])
    ousted = total(s.ousted[seat], MAX_CITIES)
    if nobles != held + ousted:
        return refuse(why, TITLES_SUM, seat, nobles, held, ousted)
    if 2 * nobles > r.cubes[seat]:
        return refuse(why, NOBLES, seat, nobles, 2 * nobles, r.cubes[seat])
    if s.supply[seat] + 2 * nobles != r.cubes[seat]:
        return refuse(why, SUPPLY, seat, s.supply[seat], r.cubes[seat] - 2 * nobles)
    return OK


cdef inline int check_ousted(const State *s, const Rules *r, int seat, Problem *why) noexcept nogil:
    """Each ousted cube made room for another player's, which is still there (R15)."""
    cdef int city, others, other
    for city in range(r.cities):
        others = 0
        for other in range(r.seats):
            if other != seat:
                others += cubes_in(s, r, other, city)
        if s.ousted[seat][city] > others:
            return refuse(why, OUSTED, seat, city, s.ousted[seat][city], others)
    if total(s.ousted[seat], MAX_CITIES):
        return check_ousted_titles(s, r, seat, why)
    return OK


cdef inline int check_ousted_titles(
    const State *s, const Rules *r, int seat, Problem *why
) noexcept nogil:
    """Each ousted cube fits the title of a position in its city that is occupied now.

    The cubes on each set of titles need as many ousted ones in cities that have such a title.
    """
    cdef uint32_t taken = occupied(s, r), places
    cdef int titles, title, city, need, room, beside, without
    for titles in range(1, 1 << TITLES):
        need = room = without = 0
        places = 0
        for title in range(TITLES):
            if titles >> title & 1:
                places |= r.title_positions[title] & taken
                beside = s.title_cubes[seat][title] - popcount32(
                    s.held[seat] & r.title_positions[title])
                need += beside
                without += beside == 0
        for city in range(r.cities):
            if r.city_positions[city] & places:
                room += s.ousted[seat][city]
        # Titles without such a cube add nothing to what a smaller set says.
        if need > room and without == 0:
            return refuse(why, OUSTED_TITLES, seat, need, titles, room)
    return OK


# --- markers ---

cdef inline int check_markers(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """Bonuses are out as soon as they are won, period markers once their period is scored."""
    cdef int i, period, code = OK
    for i in range(r.cities):
        code = code or check_city_marker(s, r, i, why)
    for i in range(COUNTRIES):
        code = code or check_country_markers(s, r, i, why)
    code = code or check_house_markers(s, r, why)
    for period in range(PERIODS):
        for i in range(COUNTRIES):
            code = code or check_period_markers(s, r, period, i, why)
    return code or check_unscored_claims(s, r, why)


cdef inline int check_row(
    const uint8_t *owners, int markers, int first, Problem *why, int gap, int twice
) noexcept nogil:
    """Markers are handed out in order, none twice to a seat. `first` is the first one's number."""
    cdef int i, earlier
    for i in range(1, markers):
        for earlier in range(i):
            if owners[i] and owners[earlier] == 0:
                return refuse(why, gap, owners[i] - 1, first + i, first + earlier)
            if owners[i] and owners[earlier] == owners[i]:
                return refuse(why, twice, owners[i] - 1, first + earlier, first + i)
    return OK


cdef inline int left_out(const uint8_t *owners, int markers, int winners) noexcept nogil:
    """The winners in a mask that have no marker; 0 if all markers are handed out."""
    cdef int i
    for i in range(markers):
        if owners[i] == 0:
            return winners
        winners &= ~(1 << (owners[i] - 1))
    return 0


cdef inline int markers_out(const uint8_t *owners, int markers) noexcept nogil:
    cdef int i, n = 0
    for i in range(markers):
        n += owners[i] != 0
    return n


cdef inline int check_city_marker(
    const State *s, const Rules *r, int city, Problem *why
) noexcept nogil:
    """The first seat in a city has its marker (R16)."""
    cdef int there = seats_in(s, r, city), owner = <int>s.city_marker[city] - 1
    if owner < 0 and there == 0:
        return OK
    if owner < 0:
        return refuse(why, CITY_MARKER_OPEN, lowest_bit(there), city, there)
    if not there >> owner & 1:
        return refuse(why, CITY_MARKER_ABSENT, owner, city)
    if not could_be_first(s, r, owner, city):
        return refuse(why, CITY_MARKER_LATE, owner, city)
    return OK


cdef inline bint could_be_first(const State *s, const Rules *r, int seat, int city) noexcept nogil:
    """If only one position was ever held, the first to hold it was ousted by the next."""
    cdef int all = 0, other
    for other in range(r.seats):
        all += cubes_in(s, r, other, city)
    return s.ousted[seat][city] > 0 or (s.held[seat] & r.city_positions[city] != 0 and (
        all == 1 or popcount32(occupied(s, r) & r.city_positions[city]) > 1))


cdef inline int check_country_markers(
    const State *s, const Rules *r, int country, Problem *why
) noexcept nogil:
    """For a cube in each city, while there are markers; the higher one goes first (R17)."""
    cdef const uint8_t *owners = s.country_marker[country]
    cdef int i, city, open_to, code = check_row(
        owners, 2, 2 * country, why, COUNTRY_MARKER_GAP, COUNTRY_MARKER_TWICE)
    if code:
        return code
    for i in range(2):
        for city in range(r.cities):
            if owners[i] and r.city_country[city] == country and (
                not is_present(s, r, owners[i] - 1, city)
            ):
                return refuse(
                    why, COUNTRY_MARKER_ABSENT, owners[i] - 1, 2 * country + i, city)
    open_to = left_out(owners, 2, seats_everywhere(s, r, country))
    if open_to:
        return refuse(
            why, COUNTRY_MARKER_OPEN, lowest_bit(open_to), 2 * country + markers_out(owners, 2),
            open_to, country)
    return OK


cdef inline int check_house_markers(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """The same for a cube on every title (R18)."""
    cdef int i, title, open_to, code = check_row(
        s.house_marker, r.house_markers, 0, why, HOUSE_MARKER_GAP, HOUSE_MARKER_TWICE)
    if code:
        return code
    for i in range(r.house_markers):
        for title in range(TITLES):
            if s.house_marker[i] and s.title_cubes[s.house_marker[i] - 1][title] == 0:
                return refuse(why, HOUSE_MARKER_TITLE, s.house_marker[i] - 1, i, title)
    open_to = left_out(s.house_marker, r.house_markers, seats_with_titles(s, r))
    if open_to:
        return refuse(
            why, HOUSE_MARKER_OPEN, lowest_bit(open_to),
            markers_out(s.house_marker, r.house_markers), open_to)
    return OK


# --- markers of periods ---

cdef inline int period_marker_at(int period, int country) noexcept nogil:
    """The number of the first of two markers."""
    return 2 * (COUNTRIES * period + country)


cdef inline int check_period_markers(
    const State *s, const Rules *r, int period, int country, Problem *why
) noexcept nogil:
    """The markers of a scored period went to different players who were there (R22, R24)."""
    cdef const uint8_t *owners = s.period_marker[period][country]
    cdef int i, first = period_marker_at(period, country), code
    if owners[0] and period >= s.period + (s.phase == ENDED):
        return refuse(why, PERIOD_MARKER_EARLY, owners[0] - 1, first)
    code = check_row(owners, 2, first, why, PERIOD_MARKER_GAP, PERIOD_MARKER_TWICE)
    if code:
        return code
    for i in range(2):
        if owners[i] and not has_been_in(s, r, owners[i] - 1, country):
            return refuse(why, PERIOD_MARKER_ABSENT, owners[i] - 1, first + i, country)
    if s.phase == ENDED and period == PERIODS - 1:
        return check_last_scoring(s, r, country, why)
    # A position stays occupied: once a period had a winner, all later ones do.
    if period > 0 and period < s.period and owners[0] == 0 and (
        s.period_marker[period - 1][country][0] != 0
    ):
        return refuse(
            why, PERIOD_MARKER_LOST, s.period_marker[period - 1][country][0] - 1,
            period_marker_at(period - 1, country), first)
    return OK


cdef inline int check_last_scoring(
    const State *s, const Rules *r, int country, Problem *why
) noexcept nogil:
    """The last period was scored with the positions as they are at the end (R25)."""
    cdef const uint8_t *owners = s.period_marker[PERIODS - 1][country]
    cdef Leaders leaders = leaders_in(s, r, country)
    cdef int i, leader, blamed
    for i in range(2):
        leader = leaders.second if i else leaders.first
        if owners[i] != leader + 1:
            blamed = owners[i] - 1 if owners[i] else leader
            return refuse(
                why, PERIOD_MARKER_LEADER, blamed, period_marker_at(PERIODS - 1, country) + i,
                leader + 1)
    return OK


cdef inline int check_unscored_claims(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """If the last scoring found nobody, all claims came later, paid with cards now discarded."""
    cdef int cards = 0, position, seat, blamed = -1
    # Otherwise the discards may have become a new pile since.
    if s.period == 0 or s.period_ending or s.last_round:
        return OK
    for seat in range(r.seats):
        for position in range(r.positions):
            if s.held[seat] >> position & 1 and (
                s.period_marker[s.period - 1][r.position_country[position]][0] == 0
            ):
                cards += r.cost[r.position_title[position]]
                blamed = blamed if blamed >= 0 else seat
    if cards > total(s.discards, COUNTRIES):
        return refuse(why, UNSCORED_CLAIMS, blamed, cards, total(s.discards, COUNTRIES))
    return OK
