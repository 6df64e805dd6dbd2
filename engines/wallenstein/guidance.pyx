"""What a sensible Wallenstein player looks at: each seat's standing, and cheap move scores.

Everything is counted in victory points: those won, those that the next scorings promise as the
board stands, what Thalers, armies and grain are likely to bring, and what the cards in a plan
will do. The weights are the agent's; their defaults and what each means are in
data/guidance.toml.
"""
from libc.stdint cimport int32_t, uint64_t

from eminence.engines.kit.bits cimport take_bit64
from eminence.engines.kit.counts cimport total
from eminence.engines.kit.standing cimport softmax
from eminence.engines.wallenstein.board cimport (
    armies_of, bit, is_county, opened_boxes, origin, points_now, price, price_of_bid, sites_left,
    tile_of,
)
from eminence.engines.wallenstein.court.worth cimport (
    court_standing, expected_favors, favor_worth, worth_in,
)
from eminence.engines.wallenstein.leaders.worth cimport (
    benefit_gain, lead_gain, leader_worth, regions_worth,
)
from eminence.engines.wallenstein.state cimport (
    AMOUNT, ARMIES, BENEFIT, CHOOSE, COMBAT_A, COMBAT_B, DEPLOY_5, ENDED, FAVOR, GRAIN, KEEP_EVENT,
    LEAD, MAX_PLAYERS, MOVE, MOVE_TO, NOTHING, NO_FAVOR, N_SOURCES, PARRY, PARRY_MARKER, PICK, PLAN,
    STATION, STAY, TAKE_BENEFIT, TAKE_CARD, TAKE_FAVOR, TAXES, TILE_ATTACK, TILE_DEFEND,
    TILE_DEPLOY, TILE_GRAIN, TILE_TAXES, USE_FAVOR, USE_ON, WINTER_SOURCES, W_ARMY, W_ARMY_SPARE,
    W_GRAIN, W_SITE, W_SPREAD, W_THALER, W_THREAT, W_TRAY, W_UNREST, Rules, State, Weights,
)
from eminence.engines.wallenstein.worth cimport (
    bid_gain, bid_worth, card_worth, county_worth, danger, fight_gain, granary, price_of_courtiers,
    scorings, treasury,
)


cdef enum:
    ENOUGH_ARMIES = 6       # in one county; more are worth less


cdef void evaluate(const State *s, const Rules *r, Weights w, double *out) noexcept nogil:
    """Softmax of the points each seat has and can expect."""
    cdef int won[MAX_PLAYERS][WINTER_SOURCES]
    cdef double worth[MAX_PLAYERS]
    cdef double favors[MAX_PLAYERS]
    cdef int seat, i
    points_now(s, r, won)
    if r.court:
        expected_favors(s, r, w, favors)
    for seat in range(r.seats):
        worth[seat] = total(s.points[seat], N_SOURCES)
        if s.phase == ENDED:
            continue
        for i in range(WINTER_SOURCES):
            worth[seat] += scorings(s, w) * won[seat][i]
        worth[seat] += (
            treasury(s, w, seat) + granary(s, r, w, seat)
            + field(s, r, w, seat) + plan_worth(s, r, w, seat)
            + pending(s, r, w, seat)
        )
        if r.court:
            worth[seat] += favors[seat] + court_standing(s, r, w, seat)
        if r.regions:
            worth[seat] += regions_worth(s, r, w, seat)
        if r.court or r.regions:
            worth[seat] += w[W_TRAY] * s.tray[seat]
        if r.leaders:
            worth[seat] += leader_worth(s, r, w, seat)
    softmax(worth, r.seats, w[W_SPREAD], out)


# --- what a seat has ---

cdef inline double field(const State *s, const Rules *r, Weights w, int seat) noexcept nogil:
    """Armies, those facing stronger neighbours, building sites, and unrest."""
    cdef uint64_t left = s.owned[seat]
    cdef double sum = 0
    cdef int county, armies, enough
    while left:
        county = take_bit64(&left)
        armies = s.armies[county]
        enough = min(armies, <int>ENOUGH_ARMIES)
        sum += w[W_ARMY] * enough + w[W_ARMY_SPARE] * (armies - enough)
        sum += w[W_SITE] * sites_left(s, r, county) - w[W_UNREST] * s.markers[county]
        sum -= w[W_THREAT] * danger(s, r, seat, county, 0) * county_worth(s, w, county)
    return sum


# --- what is planned and pending ---

cdef double plan_worth(const State *s, const Rules *r, Weights w, int seat) noexcept nogil:
    """The cards that lie in boxes; while planning also the best that can follow."""
    cdef uint64_t hand = s.owned[seat]
    cdef int i, opened = 0, decided = r.boxes, thalers = s.thalers[seat]
    cdef double sum = 0
    if s.phase == PLAN:
        decided = max(0, <int>s.planned[seat] - 1)
        if is_county(s.bid[seat]):
            hand &= ~bit(s.bid[seat] - 1)
        thalers -= price_of_bid(s.bid[seat])
        sum -= w[W_THALER] * price_of_bid(s.bid[seat])
        sum += bid_worth(w, s.bid[seat])
    elif s.event == 0:
        return 0
    else:
        opened = opened_boxes(s, r, seat)
    for i in range(decided):
        if opened >> i & 1 or s.box[seat][i] == NOTHING:
            continue
        sum += card_worth(s, r, w, seat, i, s.box[seat][i])
        if not is_county(s.box[seat][i]):
            continue
        hand &= ~bit(s.box[seat][i] - 1)
        thalers -= price(s, r, seat, i, s.box[seat][i] - 1)
        if i == TAXES:
            thalers += r.tax[s.box[seat][i] - 1]
    if s.phase == PLAN:
        return sum + best_completion(s, r, w, seat, decided, hand, thalers)
    # Orders that cannot be paid bring nothing.
    return sum + 2 * w[W_THALER] * min(0, thalers)


cdef double best_completion(
    const State *s, const Rules *r, Weights w, int seat, int first, uint64_t hand, int thalers
) noexcept nogil:
    """Fill the boxes from `first` on, each with the best card that is left."""
    cdef uint64_t left
    cdef double sum = 0, best, worth
    cdef int i, county, chosen
    for i in range(first, r.boxes):
        best = 0
        chosen = -1
        left = hand if r.cost[i] <= thalers else 0
        while left:
            county = take_bit64(&left)
            worth = card_worth(s, r, w, seat, i, county + 1)
            if worth > best:
                best = worth
                chosen = county
        if chosen < 0:
            continue
        sum += best
        hand &= ~bit(chosen)
        thalers -= price(s, r, seat, i, chosen)
        if i == TAXES:
            thalers += r.tax[chosen]
    return sum + 2 * w[W_THALER] * min(0, thalers)


cdef inline double pending(const State *s, const Rules *r, Weights w, int seat) noexcept nogil:
    """A move that has a target but no size yet, and the bonus tile that a seat has."""
    cdef double sum = 0
    if s.phase == AMOUNT and seat == s.head.player:
        sum += fight_gain(s, r, w, seat, s.target - 1, s.armies[origin(s)] - 1)
    if CHOOSE <= s.phase <= PARRY:
        sum += tile_worth(s, r, w, seat)
    if s.phase == USE_FAVOR and seat == s.head.player:
        sum += favor_worth(s, r, w, seat, s.used)
    return sum


cdef inline double tile_worth(const State *s, const Rules *r, Weights w, int seat) noexcept nogil:
    """What a bonus tile does for this plan."""
    cdef int tile = tile_of(s, seat)
    if tile == TILE_TAXES:
        return w[W_THALER] * is_county(s.box[seat][TAXES])
    if tile == TILE_GRAIN:
        return w[W_GRAIN] * is_county(s.box[seat][GRAIN])
    if tile == TILE_DEPLOY:
        return w[W_ARMY] * is_county(s.box[seat][DEPLOY_5]) * (
            r.bonus[TILE_DEPLOY] - armies_of(s, r, DEPLOY_5))
    if tile == TILE_ATTACK:
        return w[W_ARMY] * (is_county(s.box[seat][COMBAT_A]) + is_county(s.box[seat][COMBAT_B]))
    if tile == TILE_DEFEND:
        return w[W_ARMY]
    return 0


# --- priors: 0.4 is a move that changes nothing, each point of worth counts a tenth ---

cdef void priors(
    const State *s, const Rules *r, Weights w, const int32_t *actions, int n, double *out
) noexcept nogil:
    cdef int i
    for i in range(n):
        out[i] = min(1.0, max(0.0, prior(s, r, w, actions[i])))


cdef inline double prior(const State *s, const Rules *r, Weights w, int action) noexcept nogil:
    cdef int seat = s.head.player, county
    if s.phase == PLAN:
        return plan_prior(s, r, w, seat, action)
    if s.phase == MOVE and action != STAY:
        county = action - MOVE_TO
        if s.owned[seat] >> county & 1:
            return 0.4 + 0.1 * w[W_THREAT] * county_worth(s, w, county) * (
                danger(s, r, seat, county, 0) - 1)
        return 0.4 + 0.1 * fight_gain(s, r, w, seat, county, s.armies[origin(s)] - 1)
    if s.phase == AMOUNT:
        return <double>(action - ARMIES) / s.armies[origin(s)]
    if s.phase == FAVOR and action != NO_FAVOR:
        return 0.4 + 0.1 * favor_gain(s, r, w, seat, action - TAKE_FAVOR)
    if s.phase == USE_FAVOR and action < KEEP_EVENT:
        return 0.4 + 0.1 * worth_in(
            s, r, w, seat, r.favor_effect[s.used - 1], r.favor_amount[s.used - 1],
            action - USE_ON)
    if s.phase == PARRY:
        return 0.4 + 0.1 * w[W_UNREST] * (action == PARRY_MARKER)
    if s.phase == LEAD or s.phase == STATION:
        return 0.4 + 0.1 * lead_gain(s, r, w, seat, action)
    if s.phase == BENEFIT:
        return 0.4 + 0.1 * benefit_gain(s, r, w, seat, action - TAKE_BENEFIT)
    if s.phase == PICK and action >= TAKE_CARD:
        county = action - TAKE_CARD
        return 0.1 * (w[W_THALER] * r.tax[county] + w[W_GRAIN] * r.grain[county]
                      + w[W_SITE] * r.sites[county]) + 0.2
    return 0.4


cdef inline double favor_gain(
    const State *s, const Rules *r, Weights w, int seat, int card
) noexcept nogil:
    """What a favor brings beyond the courtiers that it costs."""
    cdef int space = 0
    while s.favors[space] != card:
        space += 1
    return favor_worth(s, r, w, seat, card) - price_of_courtiers(s, w, r.space_cost[space])


cdef inline double plan_prior(
    const State *s, const Rules *r, Weights w, int seat, int card
) noexcept nogil:
    """What the card brings here, less half the best that it could bring in a later box."""
    cdef int box = <int>s.planned[seat] - 1, later
    cdef double worth, other = 0
    if box < 0:
        worth = bid_gain(w, card)
    elif not is_county(card):
        worth = 0
    else:
        worth = card_worth(s, r, w, seat, box, card)
        for later in range(box + 1, r.boxes):
            other = max(other, card_worth(s, r, w, seat, later, card))
    return 0.4 + 0.1 * (worth - 0.5 * other)
