"""What a seat may hope for: bonuses that it comes nearer to, and what a position would bring it.

Points that are only promised count less than points at hand; how much less is a rule of thumb.
Clause numbers (R..) are those of RULES.md.
"""
from libc.stdint cimport int8_t, uint32_t
from libc.string cimport memcpy, memset

from eminence.cython_ext.core cimport lowest_bit, popcount32
from eminence.engines.kit.counts cimport kinds_in
from eminence.engines.royals.board cimport (
    intrigue_price, is_paying, occupy, ousting_power,
)
from eminence.engines.royals.scoring cimport (
    Leaders, Majority, leaders_of, majority_of, rank_of, standing, standing_with, title_share,
)
from eminence.engines.royals.state cimport (
    COUNTRIES, DISCARD_COUNTRY, DISCARD_INTRIGUE, ENDED, MAX_PLAYERS, MAX_POSITIONS, PAY_COUNTRY,
    PAY_INTRIGUE, PERIODS, TITLES, Rules, State,
)


# --- what to look at ---

cdef inline const State *as_claimed(
    const State *s, const Rules *r, State *room
) noexcept nogil:
    """The state, or a copy in which the position being paid for is occupied already."""
    if not is_paying(s):
        return s
    memcpy(room, s, sizeof(State) - sizeof(s.known))
    occupy(room, r)
    room.phase = s.phase
    return room


# --- bonuses ---

cdef struct Visits:
    # By country: how many cities there are, and in how many of them the seat has a cube.
    int cities[COUNTRIES]
    int there[COUNTRIES]
    uint32_t visited        # those cities


cdef inline Visits visits_of(const State *s, const Rules *r, int seat) noexcept nogil:
    cdef Visits visits
    cdef uint32_t held = s.held[seat]
    cdef int country
    visits.visited = kinds_in(s.ousted[seat], r.cities)
    while held:
        visits.visited |= <uint32_t>1 << r.position_city[lowest_bit(held)]
        held &= held - 1
    for country in range(COUNTRIES):
        visits.cities[country] = popcount32(r.country_cities[country])
        visits.there[country] = popcount32(r.country_cities[country] & visits.visited)
    return visits


cdef inline int country_prize(const State *s, const Rules *r, int seat, int country) noexcept nogil:
    """The Country bonus that the seat can still win; 0: none (R17)."""
    if s.country_marker[country][0] == seat + 1 or s.country_marker[country][1] != 0:
        return 0
    return r.country_bonus[country][s.country_marker[country][0] != 0]


cdef inline int house_prize(const State *s, const Rules *r) noexcept nogil:
    """The Noble House bonus that is next to be won; 0: none (R18)."""
    cdef int i
    for i in range(r.house_markers):
        if s.house_marker[i] == 0:
            return r.house_bonus[i]
    return 0


cdef inline int title_kinds(const State *s, int seat) noexcept nogil:
    """On how many titles the seat has a cube."""
    return popcount32(kinds_in(s.title_cubes[seat], TITLES))


cdef inline double promised_bonuses(
    const State *s, const Rules *r, int seat, const Visits *visits, double country_weight,
    double house_weight,
) noexcept nogil:
    """A bonus counts with the square of how much of its condition is met."""
    cdef double sum = 0, share
    cdef int country, titles = title_kinds(s, seat)
    for country in range(COUNTRIES):
        share = <double>visits.there[country] / visits.cities[country]
        sum += country_weight * share * share * country_prize(s, r, seat, country)
    if titles == TITLES:
        return sum
    share = <double>titles / TITLES
    return sum + house_weight * share * share * house_prize(s, r)


# --- what a seat can spend ---

cdef inline int spare_cards(const State *s, int seat) noexcept nogil:
    """Country cards without those that are due."""
    cdef int cards = s.hand_size[seat]
    if seat == s.seat:
        cards -= s.due_country
        if s.phase == PAY_COUNTRY or s.phase == DISCARD_COUNTRY:
            cards -= s.due
    return cards


cdef inline int spare_intrigue(const State *s, int seat) noexcept nogil:
    if seat == s.seat and (s.phase == PAY_INTRIGUE or s.phase == DISCARD_INTRIGUE):
        return s.intrigue_size[seat] - s.due
    return s.intrigue_size[seat]


# --- what a position would bring ---

cdef struct Prospects:
    # What is the same for all positions that a seat may look at. First what is the same for all
    # seats as well.
    int8_t holder[MAX_POSITIONS]        # of each position: a seat, or -1
    int standings[COUNTRIES][MAX_PLAYERS]
    Leaders leaders[COUNTRIES]
    float place_value[COUNTRIES][2]     # what the first and the second place promise
    float others_share      # how a point for another counts: what others get is shared loss
    Majority majority[TITLES]
    int house
    # Then what a seat adds.
    int seat
    int cards               # that it can spend
    int power[COUNTRIES]    # matching Intrigue cards that it can spend
    Visits visits
    int prize[COUNTRIES]
    float nearer_country[COUNTRIES]     # what one more city is worth while others are missing
    int titles              # kinds that it has
    float nearer_house      # what one more kind is worth while others are missing


cdef inline void look_at_table(const State *s, const Rules *r, Prospects *out) noexcept nogil:
    """What is the same whoever looks."""
    cdef int country, title, other, place
    note_holders(s, r, out.holder)
    out.house = house_prize(s, r)
    out.others_share = -1.0 / (r.seats - 1)
    for title in range(TITLES):
        out.majority[title] = majority_of(s, r, title)
    for country in range(COUNTRIES):
        for other in range(r.seats):
            out.standings[country][other] = standing(s, r, other, country)
        out.leaders[country] = leaders_of(out.standings[country], r.seats)
        for place in range(2):
            out.place_value[country][place] = promised_place(s, r, country, place)


cdef inline void look_from_seat(
    const State *s, const Rules *r, int seat, const Visits *visits, Prospects *out
) noexcept nogil:
    """The rest, behind what `look_at_table` found; it may be another seat's turn to look."""
    cdef int country, intrigue = spare_intrigue(s, seat)
    out.seat = seat
    out.cards = spare_cards(s, seat)
    out.visits = visits[0]
    out.titles = title_kinds(s, seat)
    for country in range(COUNTRIES):
        out.power[country] = ousting_power(s, r, seat, country, intrigue)
        out.prize[country] = country_prize(s, r, seat, country)
        out.nearer_country[country] = out.prize[country] * nearer(
            visits.there[country], visits.cities[country])
    out.nearer_house = out.house * nearer(out.titles, TITLES)


cdef inline float nearer(int have, int needed) noexcept nogil:
    """The share of a prize that one more of `needed` is worth: the more, the fewer are missing."""
    return 0.6 * (2 * have + 1) / (needed * needed)


cdef inline void note_holders(const State *s, const Rules *r, int8_t *out) noexcept nogil:
    cdef int seat
    cdef uint32_t held
    memset(out, -1, MAX_POSITIONS)
    for seat in range(r.seats):
        held = s.held[seat]
        while held:
            out[lowest_bit(held)] = seat
            held &= held - 1


cdef inline float promised_place(
    const State *s, const Rules *r, int country, int place
) noexcept nogil:
    """This period's marker, and half of those of later periods."""
    cdef int period
    cdef float sum = 0, weight = 1
    if s.phase == ENDED:
        return 0
    for period in range(s.period, PERIODS):
        sum += weight * r.period_points[period][country][place]
        weight = 0.5
    return sum


cdef inline int place_of(Leaders leaders, int seat) noexcept nogil:
    """0: first, 1: second, 2: none of the two."""
    return 0 if leaders.first == seat else 1 if leaders.second == seat else 2


cdef struct Gain:
    # What a seat gets by occupying a position.
    int holder              # who is ousted, or -1
    int points              # markers that it wins at once
    int place_before        # in influence: 0 first, 1 second, 2 neither
    int place_after
    int title_before        # what the title would be worth to it at the end
    int title_after
    bint new_city
    bint new_title
    float worth             # all in all, with what the others lose


cdef inline Gain gain_of(
    const State *s, const Rules *r, const Prospects *ahead, int position
) noexcept nogil:
    """What a position that the seat does not hold would bring it."""
    cdef Gain gain
    cdef int seat = ahead.seat, city = r.position_city[position]
    gain.holder = ahead.holder[position]
    gain.new_city = not ahead.visits.visited >> city & 1
    gain.new_title = s.title_cubes[seat][r.position_title[position]] == 0
    gain.points = 0 if s.city_marker[city] else r.city_bonus[city]
    gain.worth = 0
    add_bonuses(r, ahead, position, &gain)
    gain.worth += gain.points
    add_places(s, r, ahead, position, &gain)
    add_title(s, r, ahead, position, &gain)
    return gain


cdef inline void add_bonuses(
    const Rules *r, const Prospects *ahead, int position, Gain *gain
) noexcept nogil:
    """Country and Noble House bonus: won, or nearer by a city or title."""
    cdef int country = r.position_country[position]
    cdef int there = ahead.visits.there[country], cities = ahead.visits.cities[country]
    if gain.new_city and there + 1 == cities:
        gain.points += ahead.prize[country]
    elif gain.new_city:
        gain.worth += ahead.nearer_country[country]
    if gain.new_title and ahead.titles + 1 == TITLES:
        gain.points += ahead.house
    elif gain.new_title:
        gain.worth += ahead.nearer_house


cdef inline void add_places(
    const State *s, const Rules *r, const Prospects *ahead, int position, Gain *gain
) noexcept nogil:
    """First and second place in influence, for all periods to come."""
    cdef int country = r.position_country[position], seat = ahead.seat, other
    cdef int standings[MAX_PLAYERS]
    cdef int own = ahead.standings[country][seat]
    cdef Leaders before = ahead.leaders[country], after
    for other in range(r.seats):
        standings[other] = ahead.standings[country][other]
    standings[seat] = raised(r, own, position)
    if gain.holder >= 0:
        standings[gain.holder] = standing_with(
            r, s.held[gain.holder] & r.country_positions[country]
            & ~(<uint32_t>1 << position))
    after = leaders_of(standings, r.seats)
    gain.place_before = place_of(before, seat)
    gain.place_after = place_of(after, seat)
    gain.worth += ahead.place_value[country][0] * (
        benefit(ahead, after.first) - benefit(ahead, before.first))
    gain.worth += ahead.place_value[country][1] * (
        benefit(ahead, after.second) - benefit(ahead, before.second))


cdef inline int raised(const Rules *r, int before, int position) noexcept nogil:
    """A standing with one more position."""
    return ((before >> 12) + r.influence[position] << 12) + max(
        before & 0xFFF, rank_of(r, position))


cdef inline float benefit(const Prospects *ahead, int winner) noexcept nogil:
    """How a point for `winner`, or -1, counts for the seat."""
    if winner < 0:
        return 0
    return 1 if winner == ahead.seat else ahead.others_share


cdef inline void add_title(
    const State *s, const Rules *r, const Prospects *ahead, int position, Gain *gain
) noexcept nogil:
    """The majority on the title, of which half is hoped for."""
    cdef int title = r.position_title[position]
    cdef int cubes = s.title_cubes[ahead.seat][title]
    cdef Majority before = ahead.majority[title], after = before
    if cubes + 1 > before.most:
        after.most = cubes + 1
        after.tied = 1
    elif cubes + 1 == before.most:
        after.tied += 1
    gain.title_before = title_share(r, title, before, cubes)
    gain.title_after = title_share(r, title, after, cubes + 1)
    gain.worth += 0.5 * (gain.title_after - gain.title_before)


# --- what a position costs ---

cdef struct Cost:
    int missing             # Country cards for which wilds must stand in
    int cards               # Country cards in all
    int lacking             # matching cards that the seat must still draw, up to 3; 0: it can pay


cdef inline Cost cost_of(
    const State *s, const Rules *r, const Prospects *ahead, int position, int extra, int cards
) noexcept nogil:
    """What it costs who has so many Country cards, `extra` matching ones more than the seat.

    Each matching card more pays for one and saves the wilds for it (R11).
    """
    cdef Cost cost
    cdef int price = r.cost[r.position_title[position]]
    cdef int matching = s.hand[ahead.seat][r.position_country[position]] + extra
    cost.missing = max(0, price - matching)
    cost.cards = price + (r.wild - 1) * cost.missing
    # Each one drawn saves `wild` cards; counted, since a division takes longer.
    cards = cost.cards - cards
    cost.lacking = (cards > 0) + (cards > r.wild) + (cards > 2 * r.wild)
    return cost


cdef inline bint can_oust(
    const Rules *r, const Prospects *ahead, int position
) noexcept nogil:
    return ahead.power[r.position_country[position]] >= intrigue_price(r, position)


# --- the best positions ---

cdef enum:
    NOTHING = -99           # worth of a position where none can be paid


cdef struct Best:
    # The best positions for a seat: their worth less the cards that they cost.
    float now
    float next
    float soon
    float by_country[COUNTRIES]
    float lead[COUNTRIES]   # how easily one makes the seat first there
    int choices


cdef extern from *:
    """
    /* How easily a position comes, by the cards that are lacking. */
    static const double EASE[4] = {1.0, 1.0 / 2, 1.0 / 3, 0};
    """
    const double EASE[4]


cdef inline float within(float value, float limit) noexcept nogil:
    return max(-limit, min(limit, value))


cdef inline Best best_positions(
    const State *s, const Rules *r, const Prospects *ahead, float *values
) noexcept nogil:
    """Looks at all positions; writes what each is worth, less if it cannot be paid yet."""
    cdef Best best
    cdef Gain gain
    cdef Cost cost
    cdef float net, ease
    cdef int position, country
    cdef bint payable
    best.now = best.next = best.soon = 0
    best.choices = 0
    for country in range(COUNTRIES):
        best.by_country[country] = best.lead[country] = 0
    if s.supply[ahead.seat] < 2 or s.phase == ENDED:
        return best
    for position in range(r.positions):
        cost = cost_of(s, r, ahead, position, 0, ahead.cards)
        if s.held[ahead.seat] >> position & 1 or cost.lacking > 2:
            continue
        gain = gain_of(s, r, ahead, position)
        country = r.position_country[position]
        net = gain.worth - cost.cards
        ease = EASE[cost.lacking] * (1.0 if cost.missing == 0 else 0.75)
        payable = gain.holder < 0 or can_oust(r, ahead, position)
        if not payable:
            ease /= 3
        values[position] = within(gain.worth * ease / 16, 3)
        if gain.place_before > 0 and gain.place_after == 0:
            best.lead[country] = max(best.lead[country], ease)
        if not payable:
            continue
        if cost.lacking == 0:
            best.choices += 1
            best.by_country[country] = max(best.by_country[country], net)
            best.next = max(best.next, min(best.now, net))
            best.now = max(best.now, net)
        elif cost.lacking == 1:
            best.soon = max(best.soon, net)
    return best


cdef inline float best_in(
    const State *s, const Rules *r, const Prospects *ahead, int country, int extra, int cards
) noexcept nogil:
    """The best that could be paid in a country with `extra` cards of it, of `cards` in all."""
    cdef float best = NOTHING
    cdef Gain gain
    cdef Cost cost
    cdef int position
    if s.supply[ahead.seat] < 2:
        return best
    for position in range(r.positions):
        if r.position_country[position] != country or s.held[ahead.seat] >> position & 1:
            continue
        cost = cost_of(s, r, ahead, position, extra, cards)
        if cost.lacking:
            continue
        gain = gain_of(s, r, ahead, position)
        if gain.holder < 0 or can_oust(r, ahead, position):
            best = max(best, gain.worth - cost.cards)
    return best
