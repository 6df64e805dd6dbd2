"""What the way to a position has left behind: `check` refuses what no game can lead to.

Clause numbers (R..) are those of RULES.md. Every test here holds in each state that play
reaches, so that it can only refuse what was written by hand or spoiled.
"""
from libc.stdint cimport uint8_t, uint32_t

from cython_ext.core cimport popcount32
from engines.royals.board cimport cards_to_draw, is_everywhere, leaders_in, occupied, total
from engines.royals.rules cimport (
    COUNTRIES, DISCARD_COUNTRY, DISCARD_INTRIGUE, DRAW, DRAW_INTRIGUE, ENDED, MAX_HOUSE_MARKERS,
    PAIRS, PAY_COUNTRY, PAY_INTRIGUE, PERIODS, REFILL, SETUP, TITLES, Royals, RoyalsRules,
)


cdef inline int total_of(const uint8_t *counts, int kinds, int allowed) noexcept nogil:
    cdef int sum = 0, k
    for k in range(kinds):
        if allowed >> k & 1:
            sum += counts[k]
    return sum


cdef inline int intrigue_price(const RoyalsRules *r, int position) noexcept nogil:
    if r.king_positions >> position & 1:
        return r.king_intrigue
    return 1


# --- hands and draws ---

cdef inline int most_cards(const Royals *s, const RoyalsRules *r, int seat) noexcept nogil:
    """Above its limit a hand has at most what was drawn in this turn (R19)."""
    if seat == s.seat and DRAW <= s.phase <= DISCARD_COUNTRY:
        return r.hand_limit + s.drawn
    return r.hand_limit


cdef inline int most_intrigue(const Royals *s, const RoyalsRules *r, int seat) noexcept nogil:
    if seat == s.seat and DRAW <= s.phase <= DISCARD_INTRIGUE:
        return r.intrigue_limit + s.drawn_intrigue
    return r.intrigue_limit


cdef inline int taken_openly(const Royals *s, const RoyalsRules *r) noexcept nogil:
    """Display cards that this turn has taken; fewer while the display is being refilled."""
    return r.display_size - total(s.display, COUNTRIES)


cdef inline bint draws_left_traces(const Royals *s, const RoyalsRules *r) noexcept nogil:
    """Cards drawn in this turn are in the hand or were played; open ones left a gap (R6)."""
    cdef int cards = s.hand_size[s.seat], intrigue = s.intrigue_size[s.seat]
    if taken_openly(s, r) > s.drawn:
        return False
    if s.phase > DRAW_INTRIGUE:
        cards += total(s.discards, COUNTRIES)
        intrigue += total(s.intrigue_discards, PAIRS)
    # The refill may have made a new pile of the discards.
    return intrigue >= s.drawn_intrigue and (cards >= s.drawn or s.phase == REFILL)


cdef inline bint period_end_fits(const Royals *s, const RoyalsRules *r) noexcept nogil:
    """The pile ran out in this turn, and the discards went into the new one (R21)."""
    cdef int played = total(s.discards, COUNTRIES)
    cdef int could = r.hand_limit + s.drawn - s.hand_size[s.seat]
    if not s.period_ending:
        return True
    if not r.ends_on_empty_pile:
        return s.phase == REFILL and played == 0
    if s.phase == REFILL:
        return played <= could
    if s.phase == SETUP or s.phase == ENDED or s.drawn <= taken_openly(s, r):
        return False
    return played == 0 if s.phase <= DRAW_INTRIGUE else played <= could


cdef inline bint first_round_fits(const Royals *s, const RoyalsRules *r) noexcept nogil:
    """Nobody has drawn more than the first turns give, nor an Intrigue card (R5)."""
    cdef int drawn = s.drawn, there = total(s.discards, COUNTRIES), seat
    if s.drawn_intrigue or total(s.intrigue_discards, PAIRS):
        return False
    for seat in range(r.seats):
        there += s.hand_size[seat]
        if seat < s.seat:
            drawn += r.first_turn[seat]
        if s.intrigue_size[seat] or (seat > s.seat and s.hand_size[seat]):
            return False
        # Cubes go out after the draws.
        if s.supply[seat] != r.cubes[seat] and (
            seat > s.seat or (seat == s.seat and s.phase <= DRAW_INTRIGUE)
        ):
            return False
    # A pile that has run out took the discards in.
    return there == drawn or (there < drawn and (s.period > 0 or s.period_ending))


# --- payments ---

cdef inline bint last_given_lies(
    const uint8_t *discards, int kinds, int allowed, int next_kind
) noexcept nogil:
    """The last kind that was given is one that may be given, and lies in the discards."""
    return next_kind == 0 or (
        next_kind <= kinds and allowed >> (next_kind - 1) & 1 and discards[next_kind - 1] > 0)


cdef inline bint wilds_fit(
    const uint8_t *discards, int kinds, int matching, int price, int wild, int due, int next_kind
) noexcept nogil:
    """For some number of missing cards, all matching ones and some others lie there (R11)."""
    cdef int others = ~matching, missing, given
    cdef int before = total_of(discards, kinds, others & ((1 << next_kind) - 1))
    if not last_given_lies(discards, kinds, others, next_kind):
        return False
    for missing in range(1, price + 1):
        given = wild * missing - due
        if given >= 0 and (given > 0) == (next_kind > 0) and given <= before and (
            price - missing <= total_of(discards, kinds, matching)
        ):
            return True
    return False


cdef inline bint intrigue_payment_fits(
    const Royals *s, const RoyalsRules *r, int matching
) noexcept nogil:
    cdef int price = intrigue_price(r, s.target), given = price - s.due
    if s.due_wild:
        return wilds_fit(
            s.intrigue_discards, PAIRS, matching, price, r.intrigue_wild, s.due, s.due_next)
    return given >= 0 and (given > 0) == (s.due_next > 0) and last_given_lies(
        s.intrigue_discards, PAIRS, matching, s.due_next
    ) and given <= total_of(s.intrigue_discards, PAIRS, matching & ((1 << s.due_next) - 1))


cdef inline bint payment_fits(const Royals *s, const RoyalsRules *r) noexcept nogil:
    """What is due completes the price of the target, the rest of which was given (R9 to R14)."""
    cdef int country = r.position_country[s.target], cost = r.cost[r.position_title[s.target]]
    cdef int missing = s.due_country / r.wild
    if s.phase == PAY_INTRIGUE:
        return s.due_country == missing * r.wild and (
            cost - s.discards[country] <= missing <= cost
        ) and intrigue_payment_fits(s, r, r.pairs_of[country])
    if occupied(s, r) >> s.target & 1 and (
        total(s.intrigue_discards, PAIRS) < intrigue_price(r, s.target)
    ):
        return False
    return wilds_fit(s.discards, COUNTRIES, 1 << country, cost, r.wild, s.due, s.due_next)


cdef inline bint discard_fits(const Royals *s, const RoyalsRules *r) noexcept nogil:
    """What is above the limit; it was drawn in this turn, and so was what is gone (R19)."""
    if s.phase == DISCARD_COUNTRY:
        return s.due == s.hand_size[s.seat] - r.hand_limit and last_given_lies(
            s.discards, COUNTRIES, -1, s.due_next) and s.due + (s.due_next > 0) <= s.drawn
    return s.due == s.intrigue_size[s.seat] - r.intrigue_limit and last_given_lies(
        s.intrigue_discards, PAIRS, -1, s.due_next
    ) and s.due + (s.due_next > 0) <= s.drawn_intrigue


cdef inline bint giving_fits(const Royals *s, const RoyalsRules *r) noexcept nogil:
    if s.phase == PAY_INTRIGUE or s.phase == PAY_COUNTRY:
        return payment_fits(s, r)
    if s.phase == DISCARD_COUNTRY or s.phase == DISCARD_INTRIGUE:
        return discard_fits(s, r)
    return True


# --- cubes ---

cdef inline int cubes_in(const Royals *s, const RoyalsRules *r, int seat, int city) noexcept nogil:
    return popcount32(s.held[seat] & r.city_positions[city]) + s.ousted[seat][city]


cdef inline bint ousted_by_others(
    const Royals *s, const RoyalsRules *r, int seat, int city
) noexcept nogil:
    """Each ousted cube made room for another player's, which is there still (R15)."""
    cdef int others = 0, other
    for other in range(r.seats):
        if other != seat:
            others += cubes_in(s, r, other, city)
    return s.ousted[seat][city] <= others


cdef inline bint ousted_have_titles(
    const Royals *s, const RoyalsRules *r, int seat
) noexcept nogil:
    """Ousted cubes can be told to titles of positions in their cities, which are taken now.

    The cubes on each set of titles need as many ousted ones in cities that have such a title.
    """
    cdef uint32_t taken = occupied(s, r), places
    cdef int titles, title, city, need, room
    for titles in range(1, 1 << TITLES):
        need = room = 0
        places = 0
        for title in range(TITLES):
            if titles >> title & 1:
                places |= r.title_positions[title] & taken
                need += s.title_cubes[seat][title] - popcount32(
                    s.held[seat] & r.title_positions[title])
        for city in range(r.cities):
            if r.city_positions[city] & places:
                room += s.ousted[seat][city]
        if need > room:
            return False
    return True


# --- markers ---

cdef inline bint could_be_first(
    const Royals *s, const RoyalsRules *r, int seat, int city
) noexcept nogil:
    """Where one position alone was ever held, the first who held it was ousted by the next."""
    cdef int all = 0, other
    for other in range(r.seats):
        all += cubes_in(s, r, other, city)
    return s.ousted[seat][city] > 0 or (s.held[seat] & r.city_positions[city] != 0 and (
        all == 1 or popcount32(occupied(s, r) & r.city_positions[city]) > 1))


cdef inline bint country_markers_given(
    const Royals *s, const RoyalsRules *r, int country
) noexcept nogil:
    """A marker goes out as soon as somebody is in every city, while there is one (R17)."""
    cdef int seat, there = 0, given = 0, i
    for seat in range(r.seats):
        there += is_everywhere(s, r, seat, country)
    for i in range(2):
        given += s.country_marker[country][i] != 0
    return given == min(there, 2)


cdef inline bint house_markers_given(
    const Royals *s, const RoyalsRules *r, int complete
) noexcept nogil:
    """The same for the seats that have a cube on every title (R18)."""
    cdef int given = 0, i
    for i in range(MAX_HOUSE_MARKERS):
        given += s.house_marker[i] != 0
    return given == min(complete, r.house_markers)


cdef inline bint has_been_in(
    const Royals *s, const RoyalsRules *r, int seat, int country
) noexcept nogil:
    cdef int city
    for city in range(r.cities):
        if r.city_country[city] == country and cubes_in(s, r, seat, city):
            return True
    return False


cdef inline bint period_markers_fit(
    const Royals *s, const RoyalsRules *r, int period, int country
) noexcept nogil:
    """The markers of a scored period went to different players who were there (R22, R24).

    A position stays occupied: where a period had a winner, so have all later ones.
    """
    cdef const uint8_t *pair = s.period_marker[period][country]
    cdef int i
    if pair[1] and (pair[0] == 0 or pair[0] == pair[1]):
        return False
    if period >= s.period + (s.phase == ENDED):
        return pair[0] == 0
    for i in range(2):
        if pair[i] and not has_been_in(s, r, pair[i] - 1, country):
            return False
    if s.phase == ENDED and period == PERIODS - 1:
        return pair[0] == leaders_in(s, r, country).first + 1 and (
            pair[1] == leaders_in(s, r, country).second + 1)
    return pair[0] > 0 or period == 0 or s.period_marker[period - 1][country][0] == 0


cdef inline bint unscored_claims_fit(const Royals *s, const RoyalsRules *r) noexcept nogil:
    """Where the last scoring met nobody, all was claimed since: with cards now discarded."""
    cdef uint32_t taken = occupied(s, r)
    cdef int cards = 0, position
    # Else the discards may have become a new pile since.
    if s.period == 0 or s.period_ending or s.last_round:
        return True
    for position in range(r.positions):
        if taken >> position & 1 and (
            s.period_marker[s.period - 1][r.position_country[position]][0] == 0
        ):
            cards += r.cost[r.position_title[position]]
    return cards <= total(s.discards, COUNTRIES)


# --- the end ---

cdef inline bint is_the_end(const Royals *s, const RoyalsRules *r) noexcept nogil:
    """The last turn of the last round is over, and the display was refilled (R20, R25)."""
    return s.last_round and s.seat == r.seats - 1 and taken_openly(s, r) == 0 and (
        s.drawn == cards_to_draw(s, r))
