"""What each Wallenstein move is, in small ids that other moves share.

Besides verb and county they tell what a move brings: points of a building, odds of a battle,
what is left in danger. All follows from what the mover may see.
"""
from libc.stdint cimport int16_t, int32_t, uint64_t

from eminence.engines.kit.bits cimport popcount64
from eminence.engines.kit.counts cimport total
from eminence.engines.wallenstein.board cimport (
    action_now, all_owned, effect_now, is_county, origin, points_now, price, sites_left,
)
from eminence.engines.wallenstein.court.worth cimport favor_worth, worth_in
from eminence.engines.wallenstein.plans.auction cimport bid_rank
from eminence.engines.wallenstein.sight.field cimport (
    Field, attack_chance, buildings_in, revolt_chance, survey, threat_to,
)
from eminence.engines.wallenstein.sight.orders cimport (
    Planner, best_elsewhere, order_worth, planner_of, relief, yield_of,
)
from eminence.engines.wallenstein.state cimport (
    AMOUNT, ARMIES, BENEFIT, BUILDINGS, CHOOSE, COMBAT_A, COMBAT_B, CONVERT_3, DEPLOY_1, DEPLOY_5,
    FAVOR, FROM_DECK, GRAIN, GROUP, GROUP_LED, KEEP_EVENT, LEAD, LEAD_PLAINLY, LEAD_TO, MAX_PLAYERS,
    MOVE, MOVE_TO, N_SOURCES, PARRY, PARRY_MARKER, PICK, PLACE, PLAN, POST, REMOVE_EVENT,
    REVOLT_FIRST, STATION, STAY, SWAP, TAKE_BENEFIT, TAKE_CARD, TAKE_FAVOR, TAKE_POSITION, TAXES,
    TILE_ATTACK, TILE_DEPLOY, TILE_GRAIN, TILE_TAXES, TOWER_CARD, USE_FAVOR, USE_ON, WINTER_SOURCES,
    Rules, State,
)
from eminence.engines.wallenstein.worth cimport HARVEST, build_points, harvests_left, loss_to_come


cdef struct Traits:
    # The places of one action that are filled already.
    int16_t *at
    int n


cdef inline void add(Traits *t, int trait) noexcept nogil:
    t.at[t.n] = trait
    t.n += 1


cdef inline int grade(float x, float width, int most) noexcept nogil:
    """The class of a number: classes of this width from 0 on, the last one open."""
    return max(0, min(<int>(x / width), most)) if x > 0 else 0


cdef void traits(
    const State *s, const Rules *r, const int32_t *actions, int n, int16_t *out
) noexcept nogil:
    cdef Field f
    cdef Traits t
    cdef Planner p
    cdef int i
    survey(s, r, &f)
    p = planner_of(s, r, s.head.player)
    for i in range(n):
        t.at = &out[i * MAX_TRAITS]
        t.n = 0
        tell(&f, s, r, &p, actions[i], &t)


cdef void tell(
    const Field *f, const State *s, const Rules *r, const Planner *p, int action, Traits *t
) noexcept nogil:
    if s.phase == PLAN:
        if s.planned[p.seat] == 0:
            tell_bid(f, s, r, p, action, t)
        else:
            tell_card(f, s, r, p, s.planned[p.seat] - 1, action, t)
    elif s.phase == MOVE:
        tell_move(f, s, r, p.seat, action, t)
    elif s.phase == AMOUNT:
        tell_amount(f, s, r, p.seat, action - ARMIES, t)
    elif s.phase == CHOOSE:
        tell_position(s, r, p.seat, action - TAKE_POSITION, t)
    elif s.phase == STATION or s.phase == LEAD:
        tell_leader(f, s, r, p.seat, action, t)
    elif s.phase == BENEFIT:
        add(t, TRAIT_BENEFIT + action - TAKE_BENEFIT)
        add(t, TRAIT_BENEFIT_CARD + s.region_card[p.seat])
        add(t, TRAIT_NEED + grain_class(s, r, p.seat))
    elif s.phase == FAVOR:
        tell_favor(s, r, p.seat, action - TAKE_FAVOR, t)
    elif s.phase == USE_FAVOR:
        tell_use(f, s, r, p.seat, action, t)
    elif s.phase == PARRY:
        add(t, TRAIT_PARRY_MARKER if action == PARRY_MARKER else TRAIT_TAKE_MARKER)
        add(t, TRAIT_SEASON + s.season)
        tell_county(f, s, r, p.seat, origin(s), t)
    elif s.phase == PICK or s.phase == PLACE:
        tell_draft(f, s, r, p.seat, action, t)
    else:
        add(t, TRAIT_REVOLT)
        add(t, TRAIT_ODDS + grade(
            revolt_chance(f, s, p.seat, action - REVOLT_FIRST, s.extra), 0.1, 9))
        tell_county(f, s, r, p.seat, action - REVOLT_FIRST, t)


# --- counties ---

cdef inline int threat_class(float chance) noexcept nogil:
    return 0 if chance < <float>0.1 else 1 if chance < <float>0.35 else 2 if (
        chance < <float>0.65) else 3


cdef inline int value_class(const State *s, const Rules *r, int seat, int county) noexcept nogil:
    """Buildings; 2 more if one of them may decide a majority of the seat."""
    cdef int kind, other, mine, best, n = min(buildings_in(s, county), 2)
    cdef uint64_t there
    for kind in range(BUILDINGS if n else 0):
        if not s.built[kind] >> county & 1:
            continue
        there = s.built[kind] & r.region_counties[r.region[county]]
        mine = popcount64(there & s.owned[seat])
        best = 0
        for other in range(r.seats):
            if other != seat:
                best = max(best, popcount64(there & s.owned[other]))
        if -1 <= mine - best <= 1:
            return n + 2
    return n


cdef inline int armies_class(int armies) noexcept nogil:
    """0 and 1, 2, 3, 4, 5, 6 and 7, more."""
    return max(0, min(armies, 5) - 1) if armies < 6 else 5 if armies < 8 else 6


cdef inline void tell_county(
    const Field *f, const State *s, const Rules *r, int seat, int county, Traits *t
) noexcept nogil:
    add(t, TRAIT_COUNTY + county)
    add(t, TRAIT_ARMIES + armies_class(s.armies[county]))
    add(t, TRAIT_THREAT + threat_class(f.threat[county]))
    add(t, TRAIT_VALUE + value_class(s, r, seat, county))


# --- plans ---

cdef inline void tell_bid(
    const Field *f, const State *s, const Rules *r, const Planner *p, int card, Traits *t
) noexcept nogil:
    add(t, TRAIT_BID + bid_rank(card))
    if card == TOWER_CARD:
        add(t, TRAIT_FROM_TRAY)
    if is_county(card):
        add(t, TRAIT_COUNTY + card - 1)
        add(t, TRAIT_ARMIES + armies_class(s.armies[card - 1]))
        add(t, TRAIT_ELSEWHERE + grade(best_elsewhere(f, s, r, p, -1, card - 1), 1, 5))


cdef inline void tell_card(
    const Field *f, const State *s, const Rules *r, const Planner *p, int box, int card, Traits *t
) noexcept nogil:
    cdef int county = card - 1
    if not is_county(card):
        if card == TOWER_CARD and box >= CONVERT_3:
            add(t, TRAIT_FROM_TRAY + box - CONVERT_3)
            add(t, TRAIT_CONVERT + (
                s.tray[p.seat] >= r.armies[box]
                and s.entrance[p.seat] + r.armies[box] <= r.courtiers))
        else:
            add(t, TRAIT_PASS + box)
            if card == TOWER_CARD:
                add(t, TRAIT_FROM_TRAY)
        return
    add(t, TRAIT_ORDER + box)
    add(t, TRAIT_COUNTY + county)
    add(t, TRAIT_ARMIES + armies_class(s.armies[county]))
    add(t, TRAIT_WORTH_HERE + grade(order_worth(f, s, r, p, box, county) + 1, 0.75, 7))
    add(t, TRAIT_ELSEWHERE + grade(best_elsewhere(f, s, r, p, box, county), 1, 5))
    if box <= POST:
        tell_building(s, r, p, box, county, t)
        add(t, TRAIT_THREAT + threat_class(f.threat[county]))
    elif box <= TAXES:
        tell_collecting(f, s, r, p, box, county, t)
        add(t, TRAIT_THREAT + threat_class(f.threat[county]))
    elif box <= DEPLOY_1:
        add(t, TRAIT_RELIEF + threat_class(relief(f, s, r, p, box, county)))
        add(t, TRAIT_PREY + grade(f.prey[county], 0.6, 5))
        add(t, TRAIT_FUNDS + funds(p, r.cost[box]))
    elif box <= COMBAT_B:
        add(t, TRAIT_PREY + grade(f.prey[county], 0.6, 5))
        add(t, TRAIT_ODDS + grade(f.odds[county], 0.1, 9))
        add(t, TRAIT_THREAT + threat_class(f.threat[county]))
    else:
        add(t, TRAIT_CONVERT + (
            s.armies[county] > r.armies[box]
            and s.entrance[p.seat] + r.armies[box] <= r.courtiers))
        add(t, TRAIT_LEFT_IN_DANGER + threat_class(
            threat_to(f, s, r, p.seat, county, s.armies[county] - r.armies[box])))


cdef inline int funds(const Planner *p, int thalers) noexcept nogil:
    """Whether Thalers are there: no, once taxes have come, yes."""
    return 2 if p.thalers >= thalers else 1 if p.thalers + p.taxes >= thalers else 0


cdef inline void tell_building(
    const State *s, const Rules *r, const Planner *p, int kind, int county, Traits *t
) noexcept nogil:
    add(t, TRAIT_BUILD + 5 * kind + min(4, 1 + max(
        -1, build_points(s, r, p.seat, kind, county) - 1)))
    add(t, TRAIT_FUNDS + funds(p, price(s, r, p.seat, kind, county)))


cdef inline void tell_collecting(
    const Field *f, const State *s, const Rules *r, const Planner *p, int box, int county, Traits *t
) noexcept nogil:
    cdef int n = yield_of(s, r, p, box, county), risk = 0
    if s.markers[county]:
        risk = 1 + grade(1 - revolt_chance(f, s, p.seat, county, 0), 0.2, 2)
    add(t, TRAIT_UNREST + risk)
    if box == GRAIN:
        add(t, TRAIT_GRAIN + min(n, 6))
    else:
        add(t, TRAIT_TAX + min(n, 8))


cdef inline int grain_class(const State *s, const Rules *r, int seat) noexcept nogil:
    """Whether winter needs more grain: no, yes, more than harvests to come will bring."""
    cdef int need = popcount64(s.owned[seat]) + loss_to_come(s, r) - s.grain[seat]
    return 0 if need <= 0 else 1 if need <= HARVEST * harvests_left(s) else 2


# --- armies that go ---

cdef inline int foe_class(const State *s, const Rules *r, int seat, int foe) noexcept nogil:
    """A neutral county, or its owner: behind the seat, ahead, ahead of all others."""
    cdef int won[MAX_PLAYERS][WINTER_SOURCES]
    cdef int points[MAX_PLAYERS]
    cdef int other, best = 0
    if foe < 0:
        return 0
    points_now(s, r, won)
    for other in range(r.seats):
        points[other] = total(s.points[other], N_SOURCES) + 2 * total(won[other], WINTER_SOURCES)
        if points[other] > points[best]:
            best = other
    return 3 if foe == best else 2 if points[foe] > points[seat] else 1


cdef inline void tell_target(
    const Field *f, const State *s, const Rules *r, int seat, int county, int armies, Traits *t
) noexcept nogil:
    """An own county or an attack, with so many armies."""
    if f.owner[county] == seat:
        add(t, TRAIT_SHIFT + action_now(s) - DEPLOY_1)
        add(t, TRAIT_THREAT + threat_class(threat_to(
            f, s, r, seat, county, s.armies[county] + armies)))
        add(t, TRAIT_UNTIL_NOW + threat_class(f.threat[county]))
    else:
        add(t, TRAIT_ATTACK + foe_class(s, r, seat, f.owner[county]))
        add(t, TRAIT_ODDS + grade(attack_chance(f, s, seat, county, armies), 0.1, 9))
        add(t, TRAIT_VALUE + value_class(s, r, seat, county))


cdef inline void tell_move(
    const Field *f, const State *s, const Rules *r, int seat, int action, Traits *t
) noexcept nogil:
    cdef int here = origin(s), county = action - MOVE_TO
    if action == STAY:
        add(t, TRAIT_STAY + action_now(s) - DEPLOY_1)
        add(t, TRAIT_PREY + grade(f.prey[here], 0.6, 5))
        add(t, TRAIT_THREAT + threat_class(f.threat[here]))
        add(t, TRAIT_ARMIES + armies_class(s.armies[here]))
        return
    tell_target(f, s, r, seat, county, s.armies[here] - 1, t)
    add(t, TRAIT_COUNTY + county)
    add(t, TRAIT_ARMIES + armies_class(s.armies[county]))
    add(t, TRAIT_LEFT_IN_DANGER + threat_class(threat_to(f, s, r, seat, here, 1)))
    if f.owner[county] != seat:
        add(t, TRAIT_SITES + min(3, sites_left(s, r, county)))


cdef inline void tell_amount(
    const Field *f, const State *s, const Rules *r, int seat, int armies, Traits *t
) noexcept nogil:
    cdef int here = origin(s), may_go = s.armies[here] - 1
    tell_target(f, s, r, seat, s.target - 1, armies, t)
    add(t, TRAIT_SHARE + (3 if armies == may_go else 3 * armies / (may_go + 1)))
    add(t, TRAIT_SENT + min(armies, 7) - 1)
    add(t, TRAIT_STAYING + min(may_go - armies, 4))
    add(t, TRAIT_LEFT_IN_DANGER + threat_class(
        threat_to(f, s, r, seat, here, s.armies[here] - armies)))


# --- positions ---

cdef inline bint of_use(const State *s, const Rules *r, int seat, int tile) noexcept nogil:
    """Whether a bonus tile helps the seat's plan; any county may have to be defended."""
    if tile == TILE_TAXES:
        return is_county(s.box[seat][TAXES])
    if tile == TILE_GRAIN:
        return is_county(s.box[seat][GRAIN])
    if tile == TILE_DEPLOY:
        return is_county(s.box[seat][DEPLOY_5])
    if tile == TILE_ATTACK:
        return is_county(s.box[seat][COMBAT_A]) or is_county(s.box[seat][COMBAT_B])
    return True


cdef inline void tell_position(
    const State *s, const Rules *r, int seat, int place, Traits *t
) noexcept nogil:
    cdef int tile = s.tile[place] - 1, before = 0, i
    for i in range(place):
        before += s.leader[i] != 0
    add(t, TRAIT_POSITION + place)
    add(t, (TRAIT_TILE_OF_USE if of_use(s, r, seat, tile) else TRAIT_TILE) + tile)
    add(t, TRAIT_SEATS_BEFORE + before)


# --- expansions ---

cdef inline void tell_leader(
    const Field *f, const State *s, const Rules *r, int seat, int action, Traits *t
) noexcept nogil:
    cdef int at = s.general[seat] - 1, county = action - LEAD_TO, verb = 0, i
    if action >= LEAD_PLAINLY:
        county = action - LEAD_PLAINLY
    elif at < 0:
        verb = 2
    else:
        verb = r.neighbours[at] >> county & 1
    add(t, TRAIT_LEAD + verb)
    tell_county(f, s, r, seat, county, t)
    if s.statues[county] and not s.honoured[seat] >> county & 1:
        add(t, TRAIT_TROPHIES + min(2, s.statues[county] - 1))
    add(t, TRAIT_WAYS_ON + min(2, popcount64(r.neighbours[county] & s.owned[seat])))
    for i in range(DEPLOY_1 + 1 if s.phase == STATION else 0):
        if s.box[seat][i] == county + 1:
            add(t, TRAIT_LED_ORDERS)


cdef inline void tell_favor(
    const State *s, const Rules *r, int seat, int card, Traits *t
) noexcept nogil:
    cdef int space = 0
    if card == 0:
        add(t, TRAIT_NO_FAVOR)
        return
    while s.favors[space] != card:
        space += 1
    add(t, TRAIT_FAVOR + r.favor_effect[card - 1])
    add(t, TRAIT_SPACE + space)
    add(t, TRAIT_GAIN + grade(favor_worth(s, r, r.weights, seat, card), 0.8, 5))
    add(t, TRAIT_NEED + grain_class(s, r, seat))


cdef inline void tell_use(
    const Field *f, const State *s, const Rules *r, int seat, int action, Traits *t
) noexcept nogil:
    cdef int effect = r.favor_effect[s.used - 1], county = action - USE_ON
    if action >= KEEP_EVENT:
        add(t, TRAIT_REMOVE_EVENT if action == REMOVE_EVENT else TRAIT_KEEP_EVENT)
        add(t, (TRAIT_EVENT_GONE if action == REMOVE_EVENT else TRAIT_EVENT) + effect_now(s, r))
        return
    add(t, TRAIT_USE + effect)
    add(t, TRAIT_GAIN + grade(
        worth_in(s, r, r.weights, seat, effect, r.favor_amount[s.used - 1], county), 0.8, 5))
    if f.owner[county] < 0:
        add(t, TRAIT_ATTACK)
    tell_county(f, s, r, seat, county, t)


# --- the draft ---

cdef inline void tell_draft(
    const Field *f, const State *s, const Rules *r, int seat, int action, Traits *t
) noexcept nogil:
    cdef int county = action - TAKE_CARD
    if action == FROM_DECK or action == SWAP:
        add(t, TRAIT_SWAP if action == SWAP else TRAIT_FROM_DECK)
        return
    if s.phase == PLACE:
        county = s.picked - 1
        if action >= GROUP_LED:
            add(t, TRAIT_GROUP_LED + min(5, action - GROUP_LED))
        else:
            add(t, TRAIT_GROUP + min(5, action - GROUP))
        add(t, TRAIT_COUNTY + county)
    else:
        add(t, TRAIT_TAKE_CARD)
        add(t, TRAIT_COUNTY + county)
        add(t, TRAIT_TAX + min(8, r.tax[county]))
        add(t, TRAIT_GRAIN + min(6, r.grain[county]))
    add(t, TRAIT_SITES + min(3, r.sites[county]))
    add(t, TRAIT_FRIENDS + min(3, popcount64(r.neighbours[county] & s.owned[seat])))
    add(t, TRAIT_FOES + min(3, popcount64(
        r.neighbours[county] & all_owned(s, r) & ~s.owned[seat])))
    add(t, TRAIT_PRESENCE + min(3, popcount64(
        r.region_counties[r.region[county]] & s.owned[seat])))
