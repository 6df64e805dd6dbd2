"""What a network sees of a Wallenstein position, from the side of one seat.

The others' plans are secret: of their cards only those are looked at that everybody saw, and while
all plan, not even how far they are.
"""
from libc.stdint cimport uint64_t

from eminence.engines.kit.bits cimport popcount64, take_bit64
from eminence.engines.kit.counts cimport total
from eminence.engines.wallenstein.board cimport (
    armies_of, bit, grain_of, is_county, led, opened_boxes, origin, plans_lie, position_of, price,
    price_of_bid, regions_held, score_majority, sites_left, statue_count, tax_of, tile_of,
)
from eminence.engines.wallenstein.sight.field cimport Field, attack_chance, survey
from eminence.engines.wallenstein.state cimport (
    AMOUNT, BOXES, BUILDINGS, COMBAT_A, COMBAT_B, CONVERT_3, DEPLOY_1, ENDED, FROM_PALACES, GRAIN,
    MAX_PLAYERS, MOVE, NOTHING, NO_EFFECT, N_SOURCES, PEASANTS, PLAN, POSITIONS, POST, REGIONS,
    REGION_CARDS, SPACES, TAXES, TOWER_CARD, WINTER, WINTER_SOURCES, W_ARMY, W_SITE, W_THREAT,
    W_UNREST, Rules, State,
)
from eminence.engines.wallenstein.worth cimport (
    HARVEST, build_points, granary, harvests_left, loss_to_come, scorings, treasury,
)


cdef struct Side:
    # What a pass over a seat's counties finds.
    int counties, armies, stack, sites, markers, tax, harvest
    int buildings[BUILDINGS]
    int majorities          # points
    float danger, prey, second
    float points, promised, standing


cdef void features(const State *s, const Rules *r, int seat, float *out) noexcept nogil:
    """What `seat` may know, from its side: `out` is all zero before."""
    cdef Field f
    cdef Side sides[MAX_PLAYERS]
    cdef int side, other
    survey(s, r, seat, &f)
    for other in range(r.seats):
        look_at_counties(s, r, &f, other, &sides[other])
    see_regions(s, r, seat, sides, out)
    for other in range(r.seats):
        estimate(s, r, other, &sides[other])
    see_table(s, r, out)
    see_time(s, r, out)
    see_pending(s, r, &f, seat, out)
    see_plan(s, r, &f, seat, out)
    see_standing(r, seat, sides, out)
    for side in range(r.seats):
        other = (seat + side) % r.seats
        see_side(s, r, &f, other, &sides[other], &out[SEE_SIDES + side * SIDE_END])
        out[SEE_SIDES + side * SIDE_END + SIDE_TO_MOVE] = to_move(s, r, seat, other)


cdef inline float within(float x) noexcept nogil:
    """Cut off at -1 and 1."""
    return min(<float>1, max(<float>-1, x))


# --- the table ---

cdef inline void see_table(const State *s, const Rules *r, float *out) noexcept nogil:
    cdef int i, effect
    cdef uint64_t left
    cdef float share
    out[SEE_PLAYERS + r.seats - 3] = 1
    out[SEE_DENSITY] = r.stuck_out[0] == 0
    out[SEE_COURT] = r.court
    out[SEE_REGION_CARDS] = r.regions
    out[SEE_LEADERS] = r.leaders
    out[SEE_GRAIN_LOSS] = loss_to_come(s, r) / <float>7
    out[SEE_TOWER_PEASANTS] = s.tower[PEASANTS] / <float>10
    out[SEE_TRAY_PEASANTS] = s.tray[PEASANTS] / <float>6
    for i in range(SPACES):
        if s.favors[i]:
            out[SEE_FAVOR + r.favor_effect[s.favors[i] - 1]] = (
                <float>0.4 + r.favor_amount[s.favors[i] - 1] / <float>8)
    if s.event:
        effect = r.effect[s.event - 1]
        if effect != NO_EFFECT:
            out[SEE_EFFECT + effect - 1] = 1
    elif s.open_events:
        left = s.open_events
        share = <float>1 / popcount64(left)
        while left:
            effect = r.effect[take_bit64(&left)]
            if effect != NO_EFFECT:
                out[SEE_EFFECT + effect - 1] += share


cdef inline void see_time(const State *s, const Rules *r, float *out) noexcept nogil:
    cdef int i, unseen = (1 << BOXES) - 1
    out[SEE_PHASE + s.phase] = 1
    out[SEE_YEAR] = s.year
    out[SEE_SEASON + s.season] = 1
    out[SEE_STEP] = s.step / <float>BOXES
    if s.phase == ENDED:
        return
    out[SEE_TIME_LEFT] = 1 - (3 * s.year + min(<int>s.season, 3) + s.step / <float>BOXES) / 6
    if s.row_size == 0:
        return
    for i in range(s.row_size):
        unseen ^= 1 << (s.row[i] - 1)
        if i >= s.step:
            out[SEE_SOON + s.row[i] - 1] = 1 - <float>0.1 * (i - s.step)
    for i in range(BOXES):
        if unseen >> i & 1:
            out[SEE_SOON + i] = 0.25


cdef inline bint to_move(const State *s, const Rules *r, int viewer, int seat) noexcept nogil:
    """While all plan, a seat knows only whether it is done itself."""
    if s.phase == PLAN:
        return seat == viewer and s.planned[seat] < r.plan_steps
    return s.head.player == seat


cdef inline void see_pending(
    const State *s, const Rules *r, const Field *f, int seat, float *out
) noexcept nogil:
    """A move that is being decided, or a battle that is being fought."""
    cdef int colour, armies, most = 0
    if s.phase == MOVE or s.phase == AMOUNT:
        armies = s.armies[origin(s)] - 1
        out[SEE_MARCH] = armies / <float>8
        if s.phase == AMOUNT and not s.owned[s.head.player] >> (s.target - 1) & 1:
            out[SEE_MARCH_ODDS] = attack_chance(f, s, s.head.player, s.target - 1, armies)
            out[SEE_MARCH_WORTH] = f.worth[s.target - 1] / 4
    if s.thrown:
        out[SEE_BATTLE_OWN] = (s.fresh[seat] + s.tray[seat]) / <float>10
        for colour in range(PEASANTS + 1):
            if colour != seat:
                most = max(most, <int>s.fresh[colour])
        out[SEE_BATTLE_OTHER] = most / <float>10


# --- the own plan ---

cdef inline void see_plan(
    const State *s, const Rules *r, const Field *f, int seat, float *out
) noexcept nogil:
    cdef uint64_t hand = s.owned[seat]
    cdef int i, card, decided = 0, opened = 0, costs = 0, taxes = 0, spare = s.thalers[seat]
    if tile_of(s, seat) >= 0:
        out[SEE_TILE + tile_of(s, seat)] = 1
    out[SEE_CALMING] = (s.kept[seat] & r.calming) != 0
    if s.phase == PLAN:
        decided = max(0, <int>s.planned[seat] - 1)
        spare -= price_of_bid(s.bid[seat])
        if s.planned[seat] < r.plan_steps:
            out[SEE_PLANNED + s.planned[seat]] = 1
        if is_county(s.bid[seat]):
            hand &= ~bit(s.bid[seat] - 1)
    elif plans_lie(s):
        decided = r.boxes
        opened = opened_boxes(s, r, seat)
    for i in range(decided):
        card = s.box[seat][i]
        if card == NOTHING or opened >> i & 1:
            continue
        if is_county(card):
            hand &= ~bit(card - 1)
            costs += price(s, r, seat, i, card - 1)
            if i == TAXES:
                taxes = tax_of(s, r, card - 1, tile_of(s, seat))
        out[SEE_ORDER + i] = order_size(s, r, f, seat, i, card)
    out[SEE_COSTS] = costs / <float>8
    out[SEE_SPARE] = within((spare - costs) / <float>8)
    out[SEE_SPARE_TAXED] = within((spare + taxes - costs) / <float>8)
    if s.phase == PLAN:
        see_hand(s, r, f, hand, out)


cdef inline float order_size(
    const State *s, const Rules *r, const Field *f, int seat, int box, int card
) noexcept nogil:
    """What a card in a box could bring; more than 0 if it is an order at all."""
    cdef int county = card - 1
    if box >= CONVERT_3:
        if card == TOWER_CARD:
            return 1 if s.tray[seat] >= r.armies[box] else <float>0.1
        return 0 if not is_county(card) else 1 if s.armies[county] > r.armies[box] else <float>0.1
    if not is_county(card):
        return 0
    if box <= POST:
        return <float>0.2 + max(0, build_points(s, r, seat, box, county)) / <float>5
    if box == GRAIN:
        return <float>0.2 + (
            grain_of(s, r, county, tile_of(s, seat)) + led(s, r, seat, box, county)) / <float>6
    if box == TAXES:
        return <float>0.2 + (
            tax_of(s, r, county, tile_of(s, seat)) + led(s, r, seat, box, county)) / <float>8
    if box <= DEPLOY_1:
        return <float>0.2 + (
            armies_of(s, r, box) + led(s, r, seat, box, county)) / <float>8 + f.threat[county] / 2
    return <float>0.2 + f.prey[county] / 3


cdef inline void see_hand(
    const State *s, const Rules *r, const Field *f, uint64_t hand, float *out
) noexcept nogil:
    """The best that cards which are not yet laid could do."""
    cdef uint64_t left = hand
    cdef int county, tax = 0, grain = 0, sites = 0
    cdef float prey = 0
    while left:
        county = take_bit64(&left)
        if s.markers[county] == 0:
            tax = max(tax, r.tax[county])
            grain = max(grain, r.grain[county])
        sites += sites_left(s, r, county) > 0
        prey = max(prey, f.prey[county])
    out[SEE_HAND] = popcount64(hand) / <float>12
    out[SEE_HAND_TAX] = tax / <float>8
    out[SEE_HAND_GRAIN] = grain / <float>6
    out[SEE_HAND_PREY] = prey / 4
    out[SEE_HAND_SITES] = sites / <float>8


# --- what the seats have ---

cdef inline void look_at_counties(
    const State *s, const Rules *r, const Field *f, int seat, Side *side
) noexcept nogil:
    cdef uint64_t left = s.owned[seat]
    cdef int county, kind, armies
    cdef float prey
    side.counties = popcount64(left)
    side.armies = side.stack = side.sites = side.markers = side.tax = side.harvest = 0
    side.danger = side.prey = side.second = 0
    for kind in range(BUILDINGS):
        side.buildings[kind] = popcount64(s.built[kind] & left)
    while left:
        county = take_bit64(&left)
        armies = s.armies[county]
        side.armies += armies
        side.stack = max(side.stack, armies)
        side.sites += sites_left(s, r, county)
        side.markers += s.markers[county]
        if s.markers[county] == 0:
            side.tax = max(side.tax, r.tax[county])
            side.harvest = max(side.harvest, r.grain[county])
        side.danger += f.threat[county] * f.worth[county]
        prey = f.prey[county]
        if prey > side.prey:
            side.second = side.prey
            side.prey = prey
        elif prey > side.second:
            side.second = prey


cdef inline void see_regions(
    const State *s, const Rules *r, int seat, Side *sides, float *out
) noexcept nogil:
    """Counties and buildings against the best other seat's, and the points of majorities."""
    cdef int won[MAX_PLAYERS][WINTER_SOURCES]
    cdef uint64_t there
    cdef int region, kind, other, mine, most, before, i
    for other in range(r.seats):
        sides[other].majorities = 0
        for kind in range(BUILDINGS):
            won[other][FROM_PALACES + kind] = 0
    for region in range(REGIONS):
        there = r.region_counties[region]
        most = 0
        for other in range(r.seats):
            if other != seat:
                most = max(most, popcount64(s.owned[other] & there))
        out[SEE_REGION_OWN + region] = popcount64(s.owned[seat] & there) / <float>5
        out[SEE_REGION_OTHER + region] = most / <float>5
        for kind in range(BUILDINGS):
            there = r.region_counties[region] & s.built[kind]
            if there == 0:
                continue
            i = region * BUILDINGS + kind
            most = 0
            for other in range(r.seats):
                if other != seat:
                    most = max(most, popcount64(s.owned[other] & there))
            mine = popcount64(s.owned[seat] & there)
            before = won[seat][FROM_PALACES + kind]
            score_majority(s, r, kind, region, won)
            out[SEE_REGION_LEAD + i] = within((mine - most) / <float>3)
            out[SEE_REGION_WON + i] = (won[seat][FROM_PALACES + kind] - before) / <float>3
    for other in range(r.seats):
        for kind in range(BUILDINGS):
            sides[other].majorities += won[other][FROM_PALACES + kind]


cdef inline void estimate(const State *s, const Rules *r, int seat, Side *side) noexcept nogil:
    """Points now, those that a scoring would bring, and about those at the end."""
    cdef int kind
    side.points = total(s.points[seat], N_SOURCES)
    side.promised = 0
    side.standing = side.points
    if s.phase == ENDED:
        return
    side.promised = side.majorities + r.county_points * side.counties
    for kind in range(BUILDINGS):
        side.promised += r.building_points * side.buildings[kind]
    side.standing += scorings(s, r.weights) * side.promised + (
        treasury(s, r.weights, seat) + granary(s, r, r.weights, seat)
        + r.weights[W_ARMY] * side.armies + r.weights[W_SITE] * side.sites
        - r.weights[W_UNREST] * side.markers
        - r.weights[W_THREAT] * scorings(s, r.weights) * side.danger)


cdef inline void see_standing(
    const Rules *r, int seat, const Side *sides, float *out
) noexcept nogil:
    cdef float points = 0, promised = 0, standing = -100
    cdef int other, ahead = 0
    for other in range(r.seats):
        if other == seat:
            continue
        points = max(points, sides[other].points)
        promised = max(promised, sides[other].promised)
        standing = max(standing, sides[other].standing)
        ahead += sides[other].standing > sides[seat].standing
    out[SEE_LEAD] = within((sides[seat].points - points) / 20)
    out[SEE_LEAD_PROMISED] = within((sides[seat].promised - promised) / 15)
    out[SEE_LEAD_STANDING] = within((sides[seat].standing - standing) / 25)
    out[SEE_AHEAD] = ahead / <float>(r.seats - 1)


cdef inline void see_side(
    const State *s, const Rules *r, const Field *f, int seat, const Side *side, float *out
) noexcept nogil:
    cdef int need = side.counties + loss_to_come(s, r) - s.grain[seat], kind
    out[SIDE_PLAYS] = 1
    out[SIDE_POINTS] = side.points / 60
    out[SIDE_PROMISED] = side.promised / 30
    out[SIDE_STANDING] = side.standing / 80
    out[SIDE_COUNTIES] = side.counties / <float>15
    for kind in range(BUILDINGS):
        out[SIDE_BUILDINGS + kind] = side.buildings[kind] / <float>6
    out[SIDE_MAJORITIES] = side.majorities / <float>15
    out[SIDE_SITES] = side.sites / <float>15
    out[SIDE_ARMIES] = side.armies / <float>40
    out[SIDE_STACK] = side.stack / <float>10
    out[SIDE_TOWER] = s.tower[seat] / <float>10
    out[SIDE_TRAY] = s.tray[seat] / <float>6
    out[SIDE_THALERS] = s.thalers[seat] / <float>20
    out[SIDE_GRAIN] = s.grain[seat] / <float>15
    if s.season < WINTER:
        out[SIDE_SHORTAGE] = max(0, need) / <float>12
        out[SIDE_HUNGER] = max(0, need - HARVEST * harvests_left(s)) / <float>6
    out[SIDE_MARKERS] = side.markers / <float>6
    out[SIDE_TAX] = side.tax / <float>8
    out[SIDE_HARVEST] = side.harvest / <float>6
    out[SIDE_DANGER] = side.danger / 12
    out[SIDE_PREY] = side.prey / 4
    out[SIDE_PREY_SECOND] = side.second / 4
    out[SIDE_AIMED] = f.aimed[seat] / 4
    if position_of(s, seat) < POSITIONS:
        out[SIDE_PLACE] = 1 - <float>0.15 * position_of(s, seat)
    out[SIDE_ATTACKS] = closed_attacks(s, r, seat) / <float>2
    see_expansions(s, r, seat, out)


cdef inline int closed_attacks(const State *s, const Rules *r, int seat) noexcept nogil:
    """Combat boxes with a card that nobody has seen; while all plan, nobody knows of any."""
    cdef int i, n = 0, opened
    if not plans_lie(s) or s.closed[seat] == 0:
        return 0
    opened = opened_boxes(s, r, seat)
    for i in range(COMBAT_A, COMBAT_B + 1):
        n += s.box[seat][i] != NOTHING and not opened >> i & 1
    return n


cdef inline void see_expansions(
    const State *s, const Rules *r, int seat, float *out
) noexcept nogil:
    cdef int i, left = 0
    if r.court:
        out[SIDE_COURTIERS] = (s.entrance[seat] + s.audience[seat]) / <float>7
        out[SIDE_SHIELDS] = <float>0.5 * (
            ((s.kept[seat] & r.shields[0]) != 0) + ((s.kept[seat] & r.shields[1]) != 0))
    if r.regions and regions_held(s, r, seat) >= r.regions_needed:
        out[SIDE_BENEFIT] = (1 + s.region_card[seat]) / <float>REGION_CARDS
    if r.leaders:
        out[SIDE_LEADER] = s.general[seat] != 0
        out[SIDE_STATUES] = statue_count(s, seat) / <float>6
        out[SIDE_TROPHIES] = s.trophies[seat] / <float>4
    if s.groups[seat]:
        for i in range(r.n_groups):
            if s.groups[seat] >> i & 1:
                left += r.group[i]
        out[SIDE_GROUPS] = left / <float>25
