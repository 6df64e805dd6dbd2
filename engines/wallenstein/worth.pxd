"""What things are worth in Wallenstein, in victory points, by the agent's weights."""
from libc.math cimport exp, sqrt
from libc.stdint cimport uint64_t

from eminence.engines.kit.bits cimport popcount64, take_bit64
from eminence.engines.wallenstein.board cimport (
    armies_of, attack_bonus, can_build, defence_bonus, grain_of, is_county, led, neutral_defence,
    owner_of, price_of_bid, reach, sites_left, tax_of, tile_of,
)
from eminence.engines.wallenstein.state cimport (
    BUILDINGS, COMBAT_A, CONVERT_3, FALL, GRAIN, MONEY, NOTHING, PLAN, POST, ROUND_EVENT, TAXES,
    TOWER, TOWER_CARD, WINTER, W_ARMY, W_ATTACK_LOSS, W_BID, W_BUILDING, W_COURTIER, W_FIGHT,
    W_GRAIN, W_SCORING_LATER, W_SCORING_NEXT, W_SHORTAGE, W_SITE, W_THALER, W_THALER_SPARE,
    W_THREAT, W_TRAY, W_UNREST, Rules, State, Weights,
)


cdef enum:
    HARVEST = 4             # grain to expect from a round to come
    USUAL_LOSS = 3          # grain that winter takes while no event card is open
    ENOUGH_THALERS = 12     # what a round can cost; more is worth less


cdef inline double scorings(const State *s, Weights w) noexcept nogil:
    """What a point of the next scoring is worth, later ones included."""
    return w[W_SCORING_NEXT] + w[W_SCORING_LATER] if s.year == 0 else w[W_SCORING_NEXT]


cdef inline double county_worth(const State *s, Weights w, int county) noexcept nogil:
    """Points that a county and its buildings bring."""
    cdef int kind, buildings = 0
    for kind in range(BUILDINGS):
        buildings += s.built[kind] >> county & 1
    return scorings(s, w) * (1 + w[W_BUILDING] * buildings)


# --- battles ---

cdef inline double win_chance(double attack, double defence) noexcept nogil:
    """A smooth guess at the tower: more cubes thrown in make it likelier that more fall out."""
    return 1 / (1 + exp(-2 * (attack - defence - 0.4) / sqrt(attack + defence + 2)))


cdef inline double danger(
    const State *s, const Rules *r, int seat, int county, int more
) noexcept nogil:
    """The chance that the strongest neighbour would win the county with `more` armies in it."""
    cdef uint64_t left = r.neighbours[county] & ~s.owned[seat]
    cdef int strongest = 0
    while left:
        strongest = max(strongest, <int>s.armies[take_bit64(&left)] - 1)
    if strongest <= 0:
        return 0
    return win_chance(strongest, s.armies[county] + more)


cdef inline double fight_gain(
    const State *s, const Rules *r, Weights w, int seat, int target, int armies
) noexcept nogil:
    """Points that an attack can be expected to bring; nothing for a move to one's own."""
    cdef int defender = owner_of(s, r, target), defence
    cdef double chance, gain
    if defender == seat:
        return 0
    if defender < 0:
        defence = neutral_defence(s, r)
    else:
        defence = s.armies[target] + defence_bonus(s, r, defender, target)
    chance = win_chance(armies + attack_bonus(s, r, seat), defence)
    gain = county_worth(s, w, target) + w[W_SITE] * sites_left(s, r, target)
    return w[W_FIGHT] * chance * gain - w[W_ATTACK_LOSS] * (1 - chance) * armies


cdef inline double best_fight(
    const State *s, const Rules *r, Weights w, int seat, int action, int county
) noexcept nogil:
    """The best attack from a county with all armies that may leave; 0 if none is good."""
    cdef uint64_t left
    cdef double best = 0
    if s.armies[county] < 2:
        return 0
    left = reach(s, r, seat, action, county) & ~s.owned[seat]
    while left:
        best = max(best, fight_gain(s, r, w, seat, take_bit64(&left), s.armies[county] - 1))
    return best


# --- the other actions ---

cdef inline int build_points(
    const State *s, const Rules *r, int seat, int kind, int county
) noexcept nogil:
    """What a building adds to a scoring, majority in its region included; -1: it cannot be."""
    cdef uint64_t there = s.built[kind] & r.region_counties[r.region[county]]
    cdef int other, mine = popcount64(there & s.owned[seat]), best = 0
    cdef int shared = max(0, r.majority[kind] - r.tie_loss), gain = r.building_points
    if not can_build(s, r, kind, county):
        return -1
    for other in range(r.seats):
        if other != seat:
            best = max(best, popcount64(there & s.owned[other]))
    if mine + 1 == best:
        gain += shared
    elif mine == best:
        gain += r.majority[kind] - (shared if best else 0)
    return gain


cdef inline double build_gain(
    const State *s, const Rules *r, Weights w, int seat, int kind, int county
) noexcept nogil:
    """A building and what it does for the majority in its region."""
    cdef int points = build_points(s, r, seat, kind, county)
    return scorings(s, w) * points - w[W_SITE] if points >= 0 else 0


cdef inline double revolt_risk(
    const State *s, const Rules *r, Weights w, int county
) noexcept nogil:
    """What collecting costs: a marker, or a fight with the peasants."""
    if s.markers[county] == 0:
        return w[W_UNREST]
    return w[W_UNREST] + (county_worth(s, w, county) + w[W_ARMY] * s.armies[county]) * win_chance(
        s.markers[county] + 0.5, s.armies[county])


cdef inline int loss_to_come(const State *s, const Rules *r) noexcept nogil:
    """The mean grain loss of the event cards that may decide it."""
    cdef uint64_t left = s.open_events
    cdef int n = popcount64(left), sum = 0
    if s.season == WINTER:
        return 0
    while left:
        sum += r.grain_loss[take_bit64(&left)]
    return (2 * sum + n) / (2 * n) if n else USUAL_LOSS


cdef inline double grain_need(const State *s, const Rules *r, Weights w, int seat) noexcept nogil:
    """What a unit of grain is worth: more if counties would lack grain in winter."""
    cdef int need = popcount64(s.owned[seat]) + loss_to_come(s, r)
    if s.grain[seat] >= need:
        return 0
    return w[W_GRAIN] + w[W_SHORTAGE] * (
        s.grain[seat] + HARVEST * (WINTER - 1 - s.season) < need)


cdef inline double treasury(const State *s, Weights w, int seat) noexcept nogil:
    """Thalers; once nothing can be bought any more they only break ties."""
    cdef int thalers = s.thalers[seat], enough = min(thalers, <int>ENOUGH_THALERS)
    if s.year == 1 and s.season >= FALL and s.phase != PLAN:
        return 0.01 * thalers
    return w[W_THALER] * enough + w[W_THALER_SPARE] * (thalers - enough)


cdef inline double granary(const State *s, const Rules *r, Weights w, int seat) noexcept nogil:
    """Grain up to the winter need of the counties; a shortage as far as it cannot be made up."""
    return stock_worth(s, w, seat, popcount64(s.owned[seat]) + loss_to_come(s, r))


cdef inline double stock_worth(const State *s, Weights w, int seat, int need) noexcept nogil:
    cdef int missing = need - s.grain[seat] - HARVEST * harvests_left(s)
    return w[W_GRAIN] * min(<int>s.grain[seat], need) - w[W_SHORTAGE] * max(0, missing)


cdef inline int harvests_left(const State *s) noexcept nogil:
    """Rounds of this year that are still to be planned."""
    cdef int rounds = WINTER - s.season
    if s.phase >= ROUND_EVENT or s.phase == TOWER:
        return max(0, rounds - 1)
    return rounds


cdef inline double conversion_gain(
    const State *s, const Rules *r, Weights w, int seat, int box, int card
) noexcept nogil:
    """Courtiers for the armies that they cost, if the box can be carried out."""
    cdef int n = r.armies[box]
    if s.entrance[seat] + n > r.courtiers:
        return 0
    if card == TOWER_CARD:
        return (w[W_COURTIER] - w[W_TRAY]) * n if s.tray[seat] >= n else 0
    if not is_county(card) or s.armies[card - 1] <= n:
        return 0
    return (w[W_COURTIER] - w[W_ARMY]) * n - w[W_THREAT] * county_worth(s, w, card - 1) * (
        danger(s, r, seat, card - 1, -n) - danger(s, r, seat, card - 1, 0))


cdef inline double price_of_courtiers(const State *s, Weights w, int n) noexcept nogil:
    """What courtiers are worth at the Court in later rounds."""
    return 0 if s.year == 1 and s.season >= FALL else w[W_COURTIER] * n


cdef inline double card_worth(
    const State *s, const Rules *r, Weights w, int seat, int box, int card
) noexcept nogil:
    """Points that a card in a box can be expected to bring; a money card brings nothing."""
    cdef int county = card - 1, armies, more
    cdef double cost = w[W_THALER] * r.cost[box]
    if box >= CONVERT_3:
        return conversion_gain(s, r, w, seat, box, card)
    if not is_county(card):
        return 0
    more = led(s, r, seat, box, county)
    if box <= POST:
        return build_gain(s, r, w, seat, box, county) - cost + w[W_THALER] * more
    if box == GRAIN:
        more += grain_of(s, r, county, tile_of(s, seat))
        return grain_need(s, r, w, seat) * more - revolt_risk(s, r, w, county)
    if box == TAXES:
        more += tax_of(s, r, county, tile_of(s, seat))
        return w[W_THALER] * more - revolt_risk(s, r, w, county)
    if box >= COMBAT_A:
        return best_fight(s, r, w, seat, box, county)
    armies = armies_of(s, r, box)
    if s.supply[seat] < armies:
        return 0
    armies += more
    return w[W_ARMY] * armies - cost + w[W_THREAT] * county_worth(s, w, county) * (
        danger(s, r, seat, county, 0) - danger(s, r, seat, county, armies))


cdef inline double bid_worth(Weights w, int card) noexcept nogil:
    """An early choice of position; each further Thaler helps less."""
    if card == NOTHING or card == MONEY or card == TOWER_CARD:
        return 0
    if card < MONEY:
        return 0.5 * w[W_BID]
    return w[W_BID] * (1 - 1.0 / (1 + card - MONEY))


cdef inline double bid_gain(Weights w, int card) noexcept nogil:
    """What a bid is worth beyond the Thalers that it costs."""
    return bid_worth(w, card) - w[W_THALER] * price_of_bid(card)
