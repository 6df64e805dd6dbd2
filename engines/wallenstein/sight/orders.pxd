"""What a card in a box could do, in points: a cheaper look than the guidance takes."""
from eminence.engines.wallenstein.board cimport (
    armies_of, grain_of, is_county, led, price, price_of_bid, tax_of, tile_of,
)
from eminence.engines.wallenstein.sight.field cimport Field, revolt_chance, threat_to
from eminence.engines.wallenstein.state cimport (
    COMBAT_A, CONVERT_3, GRAIN, POST, TAXES, W_ARMY, W_COURTIER, W_FIGHT, W_SITE, W_THALER,
    W_THREAT, W_UNREST, Rules, State, Weights,
)
from eminence.engines.wallenstein.worth cimport build_points, grain_need, scorings


cdef enum:
    USUAL_TAXES = 5         # to expect while that box is not filled yet


cdef struct Planner:
    int seat, tile
    float grain             # what a unit of it is worth
    float point             # what a point of the next scoring is worth
    int thalers, taxes      # left by the orders so far, and what taxes will bring


cdef inline Planner planner_of(const State *s, const Rules *r, int seat) noexcept nogil:
    """The seat that is planning, and what its bid and orders leave it."""
    cdef Planner p
    cdef int i, card
    p.seat = seat
    p.tile = tile_of(s, seat)
    p.grain = grain_need(s, r, r.weights, seat)
    p.point = scorings(s, r.weights)
    p.thalers = s.thalers[seat] - price_of_bid(s.bid[seat])
    p.taxes = USUAL_TAXES if s.planned[seat] <= TAXES + 1 else 0
    for i in range(<int>s.planned[seat] - 1):
        card = s.box[seat][i]
        if is_county(card):
            p.thalers -= price(s, r, seat, i, card - 1)
            if i == TAXES:
                p.taxes = tax_of(s, r, card - 1, p.tile)
    return p


cdef inline int yield_of(
    const State *s, const Rules *r, const Planner *p, int box, int county
) noexcept nogil:
    """Grain or Thalers that an order collects."""
    if box == GRAIN:
        return grain_of(s, r, county, p.tile) + led(s, r, p.seat, box, county)
    return tax_of(s, r, county, p.tile) + led(s, r, p.seat, box, county)


cdef inline float unrest(
    const Field *f, const State *s, const Rules *r, const Planner *p, int county
) noexcept nogil:
    """What collecting in a county costs: a marker, or a fight with the peasants."""
    cdef float cost = r.weights[W_UNREST]
    if s.markers[county]:
        cost += (p.point * f.worth[county] + r.weights[W_ARMY] * s.armies[county]) * (
            1 - revolt_chance(f, s, p.seat, county, 0))
    return cost


cdef inline float relief(
    const Field *f, const State *s, const Rules *r, const Planner *p, int box, int county
) noexcept nogil:
    """How much of a threat the armies of a box take from a county."""
    if f.threat[county] < <float>0.05:
        return 0
    return f.threat[county] - threat_to(
        f, s, r, p.seat, county, s.armies[county] + armies_of(s, r, box))


cdef inline float order_worth(
    const Field *f, const State *s, const Rules *r, const Planner *p, int box, int county
) noexcept nogil:
    """Points that an order can be expected to bring."""
    cdef Weights w = &r.weights[0]
    cdef float cost = w[W_THALER] * price(s, r, p.seat, box, county)
    cdef int n
    if box <= POST:
        n = build_points(s, r, p.seat, box, county)
        return p.point * n - w[W_SITE] - cost if n >= 0 else 0
    if box == GRAIN:
        return p.grain * yield_of(s, r, p, box, county) - unrest(f, s, r, p, county)
    if box == TAXES:
        return w[W_THALER] * yield_of(s, r, p, box, county) - unrest(f, s, r, p, county)
    if box >= CONVERT_3:
        n = r.armies[box]
        if s.armies[county] <= n or s.entrance[p.seat] + n > r.courtiers:
            return 0
        return (w[W_COURTIER] - w[W_ARMY]) * n
    if box >= COMBAT_A:
        return w[W_FIGHT] * p.point * f.prey[county]
    n = armies_of(s, r, box) + led(s, r, p.seat, box, county)
    return w[W_ARMY] * n - cost + (
        w[W_THREAT] * p.point * f.worth[county] * relief(f, s, r, p, box, county))


cdef inline float best_elsewhere(
    const Field *f, const State *s, const Rules *r, const Planner *p, int box, int county
) noexcept nogil:
    """The most that a county's card could bring in a box that is filled after this one."""
    cdef float best = 0
    cdef int later
    for later in range(box + 1, r.boxes):
        best = max(best, order_worth(f, s, r, p, later, county))
    return best
