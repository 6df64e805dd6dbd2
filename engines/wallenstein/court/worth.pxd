"""What courtiers and favors are worth in Wallenstein's Emperor's Court, in victory points."""
from libc.stdint cimport uint64_t

from eminence.engines.kit.bits cimport take_bit64
from eminence.engines.wallenstein.board cimport all_owned, is_county, sites_left
from eminence.engines.wallenstein.state cimport (
    ALL_BOXES, BENEFIT, CALM, CANCEL_EVENT, CONVERT_3, FAVOR, FAVOR_CARD, FILL_TRAY, FREE_ARMIES,
    FREE_PALACE, GIVE_GRAIN, GIVE_POINTS, GIVE_THALERS, IMMUNE_A, IMMUNE_BOTH, MAX_PLAYERS, SPACES,
    TOWER_CARD, W_ARMY, W_SITE, W_THALER, W_THREAT, W_TRAY, W_UNREST, Rules, State, Weights,
)
from eminence.engines.wallenstein.worth cimport (
    build_gain, county_worth, danger, grain_need, price_of_courtiers,
)


cdef inline double worth_in(
    const State *s, const Rules *r, Weights w, int seat, int effect, int n, int county
) noexcept nogil:
    """What a favor does in one county."""
    if effect == CALM:
        return w[W_UNREST] * s.markers[county]
    if effect == FREE_ARMIES:
        if s.owned[seat] >> county & 1:
            return w[W_ARMY] * n + w[W_THREAT] * county_worth(s, w, county) * (
                danger(s, r, seat, county, 0) - danger(s, r, seat, county, n))
        return w[W_ARMY] * n + county_worth(s, w, county) + w[W_SITE] * sites_left(s, r, county)
    return build_gain(s, r, w, seat, effect - FREE_PALACE, county)


cdef inline double best_use(
    const State *s, const Rules *r, Weights w, int seat, int effect, int n
) noexcept nogil:
    """What a favor does in the best county."""
    cdef uint64_t left = s.owned[seat]
    cdef double best = 0
    if effect == FREE_ARMIES:
        n = min(n, <int>s.supply[seat])
        if n == 0:
            return 0
        left |= r.in_play & ~all_owned(s, r)
    while left:
        best = max(best, worth_in(s, r, w, seat, effect, n, take_bit64(&left)))
    return best


cdef inline double shelter_worth(
    const State *s, const Rules *r, Weights w, int seat
) noexcept nogil:
    """Everything that neighbours threaten to take."""
    cdef uint64_t left = s.owned[seat]
    cdef double sum = 0
    cdef int county
    while left:
        county = take_bit64(&left)
        sum += danger(s, r, seat, county, 0) * county_worth(s, w, county)
    return w[W_THREAT] * sum


cdef inline double favor_worth(
    const State *s, const Rules *r, Weights w, int seat, int card
) noexcept nogil:
    """Points that a favor card can be expected to bring."""
    cdef int effect = r.favor_effect[card - 1], n = r.favor_amount[card - 1]
    if effect == GIVE_THALERS:
        return w[W_THALER] * n
    if effect == GIVE_GRAIN:
        return grain_need(s, r, w, seat) * n
    if effect == GIVE_POINTS:
        return n
    if effect == FILL_TRAY:
        return w[W_TRAY] * min(n, <int>s.supply[seat])
    if effect == IMMUNE_BOTH:
        return shelter_worth(s, r, w, seat)
    if IMMUNE_A <= effect < IMMUNE_BOTH:
        return 0.5 * shelter_worth(s, r, w, seat)
    if effect == CANCEL_EVENT:
        return 0
    return best_use(s, r, w, seat, effect, n)


# --- favor cards that courtiers may still get ---

cdef inline int courtiers_planned(const State *s, const Rules *r, int seat) noexcept nogil:
    """Courtiers that the seat will have in the entrance hall, by the cards in its boxes."""
    cdef int there = s.entrance[seat], tray = s.tray[seat], box, card, n
    for box in range(CONVERT_3, ALL_BOXES):
        card = s.box[seat][box]
        n = r.armies[box]
        if there + n > r.courtiers:
            continue
        if card == TOWER_CARD and tray >= n:
            tray -= n
            there += n
        elif is_county(card) and s.armies[card - 1] > n:
            there += n
    return there


cdef inline void expected_favors(
    const State *s, const Rules *r, Weights w, double *gain
) noexcept nogil:
    """What each seat gets if all who wait take what is best for them, most courtiers first."""
    cdef int waiting[MAX_PLAYERS]
    cdef int seat, i, best, chosen, taken = 0
    cdef double most, value
    for seat in range(r.seats):
        gain[seat] = 0
        waiting[seat] = s.entrance[seat]
        if FAVOR_CARD < s.phase <= BENEFIT:
            # The cards lie in the audience hall, and nobody has asked yet.
            waiting[seat] = courtiers_planned(s, r, seat)
        elif s.phase == FAVOR and seat == s.head.player:
            waiting[seat] = s.audience[seat]
    for _ in range(r.seats):
        best = 0
        for seat in range(1, r.seats):
            if waiting[seat] > waiting[best]:
                best = seat
        most = 0
        chosen = -1
        for i in range(SPACES):
            if s.favors[i] == 0 or taken >> i & 1 or waiting[best] < r.space_cost[i]:
                continue
            value = favor_worth(s, r, w, best, s.favors[i]) - price_of_courtiers(
                s, w, r.space_cost[i])
            if value > most:
                most = value
                chosen = i
        waiting[best] = 0
        if chosen >= 0:
            taken |= 1 << chosen
            gain[best] = most


cdef inline double court_standing(
    const State *s, const Rules *r, Weights w, int seat
) noexcept nogil:
    """Courtiers in the halls, and kept cards."""
    cdef double sum = price_of_courtiers(s, w, s.entrance[seat] + s.audience[seat])
    cdef int shields = ((s.kept[seat] & r.shields[0]) > 0) + ((s.kept[seat] & r.shields[1]) > 0)
    if s.kept[seat] & r.calming:
        sum += w[W_UNREST]
    if shields:
        sum += shelter_worth(s, r, w, seat) * 0.5 * shields
    return sum
