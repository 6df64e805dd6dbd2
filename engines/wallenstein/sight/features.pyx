"""What a network sees of a Wallenstein position, from the side of one seat.

The others' plans are secret: of their cards only those are looked at that everybody saw, and while
all plan, not even how far they are.
"""
from libc.stdint cimport uint64_t
from libc.string cimport memcpy, memset

from eminence.engines.kit.bits cimport popcount64, take_bit64
from eminence.engines.kit.counts cimport total
from eminence.engines.wallenstein.board cimport (
    armies_of, bit, grain_of, is_county, led, opened_boxes, origin, plans_lie, price, price_of_bid,
    regions_held, score_majority, sites_left, statue_count, tax_of,
)
from eminence.engines.wallenstein.sight.field cimport Field, attack_chance, survey
from eminence.engines.wallenstein.state cimport (
    AMOUNT, BOXES, BUILDINGS, COMBAT_A, COMBAT_B, CONVERT_3, DEPLOY_1, ENDED, FROM_PALACES, GRAIN,
    MAX_PLAYERS, MOVE, NOTHING, NO_EFFECT, N_SOURCES, PEASANTS, PLAN, POSITIONS, POST, REGIONS,
    REGION_CARDS, SPACES, TAXES, TOWER_CARD, WINTER, WINTER_SOURCES, W_ARMY, W_SITE, W_THREAT,
    W_UNREST, Rules, State, Weights,
)
from eminence.engines.wallenstein.worth cimport (
    HARVEST, build_points, harvests_left, loss_to_come, scorings, stock_worth, treasury,
)


cdef struct Side:
    # What a pass over a seat's counties finds.
    int counties, armies, stack, sites, markers, tax, harvest
    int buildings[BUILDINGS]
    int in_region[REGIONS]
    int built_in[REGIONS][BUILDINGS]
    int need                # grain that winter will ask for beyond what there is
    int majorities          # points
    float danger, prey, second
    float points, promised, standing


cdef struct Scene:
    # What is the same whoever looks.
    Field field
    Side sides[MAX_PLAYERS]
    int won[REGIONS * BUILDINGS][MAX_PLAYERS]   # points of each majority, as it stands
    float table[SEE_SIDES]
    float numbers[MAX_PLAYERS][SIDE_END]        # of each seat


cdef void features(const State *s, const Rules *r, int seat, float *out) noexcept nogil:
    """What `seat` may know, from its side: `out` is all zero before."""
    cdef Scene scene
    set_scene(s, r, &scene)
    see_from_seat(s, r, seat, &scene, out)


cdef void features_of_all(const State *s, const Rules *r, float *out) noexcept nogil:
    cdef Scene scene
    cdef int seat
    set_scene(s, r, &scene)
    for seat in range(r.seats):
        see_from_seat(s, r, seat, &scene, out + seat * N_FEATURES)


cdef void set_scene(const State *s, const Rules *r, Scene *scene) noexcept nogil:
    cdef Side *sides = scene.sides
    cdef int seat, loss = loss_to_come(s, r), attacks = attacks_left(s)
    survey(s, r, &scene.field)
    for seat in range(r.seats):
        look_at_counties(s, r, &scene.field, seat, &sides[seat])
        sides[seat].need = sides[seat].counties + loss - s.grain[seat]
    score_regions(s, r, scene)
    memset(scene.table, 0, sizeof(scene.table))
    memset(scene.numbers, 0, sizeof(scene.numbers))
    for seat in range(r.seats):
        estimate(s, r, seat, attacks, &sides[seat])
        see_side(s, r, &scene.field, seat, &sides[seat], scene.numbers[seat])
    scene.table[SEE_GRAIN_LOSS] = part(loss, 7)
    scene.table[SEE_ATTACKS_LEFT] = part(attacks, 6)
    see_table(s, r, scene.table)
    see_time(s, r, scene.table)
    see_march(s, &scene.field, scene.table)


cdef void see_from_seat(
    const State *s, const Rules *r, int seat, const Scene *scene, float *out
) noexcept nogil:
    cdef float *of_side
    cdef int side, other
    memcpy(out, scene.table, sizeof(scene.table))
    see_regions(r, seat, scene, out)
    see_battle(s, seat, out)
    see_plan(s, r, &scene.field, seat, out)
    see_standing(r, seat, scene.sides, out)
    for side in range(r.seats):
        other = seat + side if seat + side < r.seats else seat + side - r.seats
        of_side = &out[SEE_SIDES + side * SIDE_END]
        memcpy(of_side, scene.numbers[other], sizeof(scene.numbers[other]))
        of_side[SIDE_AIMED] = part(scene.field.aimed[other][seat], 4)
        of_side[SIDE_TO_MOVE] = to_move(s, r, seat, other)


cdef inline float part(float x, float whole) noexcept nogil:
    """A share of a usual maximum. The compiler knows `whole` and does not divide."""
    return x * (<float>1 / whole)


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
    out[SEE_TOWER_PEASANTS] = part(s.tower[PEASANTS], 10)
    out[SEE_TRAY_PEASANTS] = part(s.tray[PEASANTS], 6)
    for i in range(SPACES):
        if s.favors[i]:
            out[SEE_FAVOR + r.favor_effect[s.favors[i] - 1]] = (
                <float>0.4 + part(r.favor_amount[s.favors[i] - 1], 8))
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
    out[SEE_STEP] = part(s.step, BOXES)
    if s.phase == ENDED:
        return
    out[SEE_TIME_LEFT] = 1 - part(3 * s.year + s.season + out[SEE_STEP], 6)
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


cdef inline void see_march(const State *s, const Field *f, float *out) noexcept nogil:
    """A move that is being decided."""
    cdef int armies
    if s.phase == MOVE or s.phase == AMOUNT:
        armies = s.armies[origin(s)] - 1
        out[SEE_MARCH] = part(armies, 8)
        if s.phase == AMOUNT and not s.owned[s.head.player] >> (s.target - 1) & 1:
            out[SEE_MARCH_ODDS] = attack_chance(f, s, s.head.player, s.target - 1, armies)
            out[SEE_MARCH_WORTH] = part(f.worth[s.target - 1], 4)


cdef inline void see_battle(const State *s, int seat, float *out) noexcept nogil:
    """A battle that is being fought."""
    cdef int colour, most = 0
    if s.thrown:
        out[SEE_BATTLE_OWN] = part(s.fresh[seat] + s.tray[seat], 10)
        for colour in range(PEASANTS + 1):
            if colour != seat:
                most = max(most, <int>s.fresh[colour])
        out[SEE_BATTLE_OTHER] = part(most, 10)


# --- the own plan ---

cdef inline void see_plan(
    const State *s, const Rules *r, const Field *f, int seat, float *out
) noexcept nogil:
    cdef uint64_t hand = s.owned[seat]
    cdef int i, card, decided = 0, opened = 0, costs = 0, taxes = 0, spare = s.thalers[seat]
    if f.tile[seat] >= 0:
        out[SEE_TILE + f.tile[seat]] = 1
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
                taxes = tax_of(s, r, card - 1, f.tile[seat])
        out[SEE_ORDER + i] = order_size(s, r, f, seat, i, card)
    out[SEE_COSTS] = part(costs, 8)
    out[SEE_SPARE] = within(part(spare - costs, 8))
    out[SEE_SPARE_TAXED] = within(part(spare + taxes - costs, 8))
    if s.phase == PLAN:
        see_hand(s, r, f, hand, out)


cdef inline float order_size(
    const State *s, const Rules *r, const Field *f, int seat, int box, int card
) noexcept nogil:
    """What a card in a box could bring; more than 0 if it is an order at all."""
    cdef int county = card - 1, more
    if box >= CONVERT_3:
        if card == TOWER_CARD:
            return 1 if s.tray[seat] >= r.armies[box] else <float>0.1
        return 0 if not is_county(card) else 1 if s.armies[county] > r.armies[box] else <float>0.1
    if not is_county(card):
        return 0
    if box <= POST:
        return <float>0.2 + part(max(0, build_points(s, r, seat, box, county)), 5)
    more = led(s, r, seat, box, county)
    if box == GRAIN:
        return <float>0.2 + part(more + grain_of(s, r, county, f.tile[seat]), 6)
    if box == TAXES:
        return <float>0.2 + part(more + tax_of(s, r, county, f.tile[seat]), 8)
    if box <= DEPLOY_1:
        return <float>0.2 + part(more + armies_of(s, r, box), 8) + part(f.threat[county], 2)
    return <float>0.2 + part(f.prey[county], 5)


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
    out[SEE_HAND] = part(popcount64(hand), 12)
    out[SEE_HAND_TAX] = part(tax, 8)
    out[SEE_HAND_GRAIN] = part(grain, 6)
    out[SEE_HAND_PREY] = part(prey, 4)
    out[SEE_HAND_SITES] = part(sites, 8)


# --- what the seats have ---

cdef inline void look_at_counties(
    const State *s, const Rules *r, const Field *f, int seat, Side *side
) noexcept nogil:
    cdef uint64_t left = s.owned[seat]
    cdef int county, kind, region, sites
    cdef float prey
    memset(side, 0, sizeof(Side))
    while left:
        county = take_bit64(&left)
        region = r.region[county]
        side.counties += 1
        side.in_region[region] += 1
        sites = r.sites[county]
        for kind in range(BUILDINGS):
            if s.built[kind] >> county & 1:
                side.buildings[kind] += 1
                side.built_in[region][kind] += 1
                sites -= 1
        side.sites += sites
        side.armies += s.armies[county]
        side.stack = max(side.stack, <int>s.armies[county])
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


cdef inline void score_regions(const State *s, const Rules *r, Scene *scene) noexcept nogil:
    """The points of majorities, as they stand."""
    cdef int won[MAX_PLAYERS][WINTER_SOURCES]
    cdef int region, kind, seat
    memset(scene.won, 0, sizeof(scene.won))
    for region in range(REGIONS):
        for kind in range(BUILDINGS):
            if s.built[kind] & r.region_counties[region] == 0:
                continue
            for seat in range(r.seats):
                won[seat][FROM_PALACES + kind] = 0
            score_majority(s, r, kind, region, won)
            for seat in range(r.seats):
                scene.sides[seat].majorities += won[seat][FROM_PALACES + kind]
                scene.won[region * BUILDINGS + kind][seat] = won[seat][FROM_PALACES + kind]


cdef inline void see_regions(
    const Rules *r, int seat, const Scene *scene, float *out
) noexcept nogil:
    """Counties and buildings against the best other seat's, and the points of majorities."""
    cdef const Side *sides = scene.sides
    cdef int region, kind, other, most, i
    for region in range(REGIONS):
        most = 0
        for other in range(r.seats):
            if other != seat:
                most = max(most, sides[other].in_region[region])
        out[SEE_REGION_OWN + region] = part(sides[seat].in_region[region], 5)
        out[SEE_REGION_OTHER + region] = part(most, 5)
        for kind in range(BUILDINGS):
            i = region * BUILDINGS + kind
            most = 0
            for other in range(r.seats):
                if other != seat:
                    most = max(most, sides[other].built_in[region][kind])
            most = sides[seat].built_in[region][kind] - most
            out[SEE_REGION_LEAD + i] = within(part(most, 3))
            out[SEE_REGION_WON + i] = part(scene.won[i][seat], 3)


cdef inline int attacks_left(const State *s) noexcept nogil:
    """Combat actions until the next scoring."""
    cdef int i, done = 0
    if s.season == WINTER or s.phase == ENDED:
        return 0
    for i in range(s.step):
        done += s.row[i] > COMBAT_A
    return 2 * (WINTER - s.season) - done


cdef inline void estimate(
    const State *s, const Rules *r, int seat, int attacks, Side *side
) noexcept nogil:
    """Points now, those that a scoring would bring, and about those at the end."""
    cdef Weights w = &r.weights[0]
    cdef float point = scorings(s, w), threat = w[W_THREAT] * part(min(attacks, 2), 2)
    cdef int kind, need = side.need + s.grain[seat]
    side.points = total(s.points[seat], N_SOURCES)
    side.promised = 0
    side.standing = side.points
    if s.phase == ENDED:
        return
    side.promised = side.majorities + r.county_points * side.counties
    for kind in range(BUILDINGS):
        side.promised += r.building_points * side.buildings[kind]
    side.standing += point * (side.promised - threat * side.danger) + (
        treasury(s, w, seat) + stock_worth(s, w, seat, need)
        + w[W_ARMY] * side.armies + w[W_SITE] * side.sites - w[W_UNREST] * side.markers)


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
    out[SEE_LEAD] = within(part(sides[seat].points - points, 20))
    out[SEE_LEAD_PROMISED] = within(part(sides[seat].promised - promised, 15))
    standing = sides[seat].standing - standing
    out[SEE_LEAD_STANDING] = within(part(standing, 25))
    out[SEE_LEAD_SHARP] = within(standing / (3 + 20 * out[SEE_TIME_LEFT]))
    out[SEE_AHEAD] = ahead / <float>(r.seats - 1)


cdef inline void see_side(
    const State *s, const Rules *r, const Field *f, int seat, const Side *side, float *out
) noexcept nogil:
    cdef int kind
    out[SIDE_PLAYS] = 1
    out[SIDE_POINTS] = part(side.points, 60)
    out[SIDE_PROMISED] = part(side.promised, 30)
    out[SIDE_STANDING] = part(side.standing, 80)
    out[SIDE_COUNTIES] = part(side.counties, 15)
    for kind in range(BUILDINGS):
        out[SIDE_BUILDINGS + kind] = part(side.buildings[kind], 6)
    out[SIDE_MAJORITIES] = part(side.majorities, 15)
    out[SIDE_SITES] = part(side.sites, 15)
    out[SIDE_ARMIES] = part(side.armies, 40)
    out[SIDE_STACK] = part(side.stack, 12)
    out[SIDE_TOWER] = part(s.tower[seat], 10)
    out[SIDE_TRAY] = part(s.tray[seat], 6)
    out[SIDE_THALERS] = part(s.thalers[seat], 20)
    out[SIDE_GRAIN] = part(s.grain[seat], 15)
    if s.season < WINTER:
        out[SIDE_SHORTAGE] = part(max(0, side.need), 12)
        out[SIDE_HUNGER] = part(max(0, side.need - HARVEST * harvests_left(s)), 10)
    out[SIDE_MARKERS] = part(side.markers, 6)
    out[SIDE_TAX] = part(side.tax, 8)
    out[SIDE_HARVEST] = part(side.harvest, 6)
    out[SIDE_DANGER] = part(side.danger, 20)
    out[SIDE_PREY] = part(side.prey, 4)
    out[SIDE_PREY_SECOND] = part(side.second, 4)
    if f.place[seat] < POSITIONS:
        out[SIDE_PLACE] = 1 - <float>0.15 * f.place[seat]
    out[SIDE_ATTACKS] = part(closed_attacks(s, r, seat), 2)
    see_expansions(s, r, f, seat, out)


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
    const State *s, const Rules *r, const Field *f, int seat, float *out
) noexcept nogil:
    cdef int i, left = 0
    if r.court:
        out[SIDE_COURTIERS] = part(s.entrance[seat] + s.audience[seat], 7)
        out[SIDE_SHIELDS] = <float>0.5 * (
            ((s.kept[seat] & r.shields[0]) != 0) + ((s.kept[seat] & r.shields[1]) != 0))
    if r.regions and regions_held(s, r, seat) >= r.regions_needed:
        out[SIDE_BENEFIT] = part(1 + s.region_card[seat], REGION_CARDS)
    if r.leaders:
        if s.general[seat]:
            out[SIDE_LEADER] = 1 - part(f.threat[s.general[seat] - 1], 2)
        out[SIDE_STATUES] = part(statue_count(s, seat), 6)
        out[SIDE_TROPHIES] = part(s.trophies[seat], 4)
    if s.groups[seat]:
        for i in range(r.n_groups):
            if s.groups[seat] >> i & 1:
                left += r.group[i]
        out[SIDE_GROUPS] = part(left, 25)
