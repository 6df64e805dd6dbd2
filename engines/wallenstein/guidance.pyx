"""What a sensible Wallenstein player looks at: each seat's standing, and cheap move scores.

Everything is counted in victory points: those won, those that the next scorings promise as the
board stands, what Thalers, armies and grain are likely to bring, and what the cards in a plan
will do. The weights are the agent's; their defaults and what each means are in
data/guidance.toml.
"""
from libc.math cimport exp, sqrt
from libc.stdint cimport int32_t, uint64_t

from engines.bits cimport lowest_bit, lowest_bit64, popcount64
from engines.wallenstein.board cimport (
    armies_of, bit, can_build, effect_now, grain_of, is_county, opened_boxes, origin,
    owner_of, points_now, reach, sites_left, tax_of, tile_of, total_points,
)
from engines.wallenstein.rules cimport (
    AMOUNT, ARMIES, BOXES, BUILDINGS, CHOOSE, COMBAT_A, DEPLOY_5,
    ENDED, FALL, GRAIN, MAX_PLAYERS, MONEY, MOVE, MOVE_TO, N_SOURCES,
    NEUTRAL_DEFENDS, NOTHING, PALACE, PALACE_DEFENDS, PICK, PLAN, POST,
    ROUND_EVENT, STAY, TAKE_CARD,
    TAXES, TILE_ATTACK, TILE_DEFEND, TILE_DEPLOY, TILE_GRAIN, TILE_TAXES, TOWER,
    WINTER, Wallenstein, WallensteinRules,
)

WEIGHTS = (
    "scoring_next", "scoring_later", "thaler", "thaler_spare", "army", "army_spare", "grain",
    "shortage", "threat", "site", "unrest", "bid", "fight", "attack_loss", "spread",
)

cdef enum:
    ENOUGH_THALERS = 12     # what a round can cost; more is worth less
    ENOUGH_ARMIES = 6       # in one county; more are worth less


cdef void evaluate(
    const void *state, const void *rules, const double *weights, double *out
) noexcept nogil:
    """Softmax of the points each seat has and can expect."""
    s = <const Wallenstein *>state
    r = <const WallensteinRules *>rules
    cdef int won[MAX_PLAYERS][N_SOURCES]
    cdef double worth[MAX_PLAYERS]
    cdef double highest, sum = 0
    cdef int seat, i
    points_now(s, r, won)
    for seat in range(r.seats):
        worth[seat] = total_points(s, seat)
        if s.phase != ENDED:
            for i in range(N_SOURCES):
                worth[seat] += scorings(s, weights) * won[seat][i]
            worth[seat] += (
                treasury(s, weights, seat) + granary(s, r, weights, seat)
                + field(s, r, weights, seat) + plan_worth(s, r, weights, seat)
                + pending(s, r, weights, seat)
            )
    highest = worth[0]
    for seat in range(1, r.seats):
        highest = max(highest, worth[seat])
    for seat in range(r.seats):
        # Without a spread the leader takes all.
        out[seat] = exp((worth[seat] - highest) / max(weights[SPREAD], 1e-6))
        sum += out[seat]
    for seat in range(r.seats):
        out[seat] /= sum


# --- the standing ---

cdef inline double scorings(const Wallenstein *s, const double *w) noexcept nogil:
    """What a point of the next scoring is worth, later ones included."""
    if s.year == 0:
        return w[SCORING_NEXT] + w[SCORING_LATER]
    return w[SCORING_NEXT]


cdef inline double treasury(const Wallenstein *s, const double *w, int seat) noexcept nogil:
    cdef int thalers = s.thalers[seat], enough = min(thalers, <int>ENOUGH_THALERS)
    if s.year == 1 and s.season >= FALL:
        return 0.01 * thalers
    return w[THALER] * enough + w[THALER_SPARE] * (thalers - enough)


cdef inline double granary(
    const Wallenstein *s, const WallensteinRules *r, const double *w, int seat
) noexcept nogil:
    """Grain up to what the counties need in winter; a shortage as far as it cannot be mended."""
    cdef int need = popcount64(s.owned[seat]) + loss_to_come(s, r), rounds = WINTER - s.season
    cdef int missing
    if s.season == WINTER:
        rounds = 0
    elif s.phase >= ROUND_EVENT or s.phase == TOWER:
        rounds -= 1
    missing = need - s.grain[seat] - 4 * rounds
    return w[GRAIN_UNIT] * min(<int>s.grain[seat], need) - w[SHORTAGE] * max(0, missing)


cdef inline int loss_to_come(const Wallenstein *s, const WallensteinRules *r) noexcept nogil:
    """The mean grain loss of the event cards that may decide it."""
    cdef int left = s.open_events, sum = 0, n = 0
    if s.season == WINTER:
        return 0
    while left:
        sum += r.grain_loss[lowest_bit(left)]
        left &= left - 1
        n += 1
    return (2 * sum + n) / (2 * n) if n else 3


cdef inline double field(
    const Wallenstein *s, const WallensteinRules *r, const double *w, int seat
) noexcept nogil:
    """Armies, those in the way of stronger neighbours, building sites, and unrest."""
    cdef uint64_t left = s.owned[seat]
    cdef double sum = 0
    cdef int county, armies, enough
    while left:
        county = lowest_bit64(left)
        left &= left - 1
        armies = s.armies[county]
        enough = min(armies, <int>ENOUGH_ARMIES)
        sum += w[ARMY] * enough + w[ARMY_SPARE] * (armies - enough)
        sum += w[SITE] * sites_left(s, r, county) - w[UNREST] * s.markers[county]
        sum -= w[THREAT] * danger(s, r, seat, county) * county_worth(s, w, county)
    return sum


cdef inline double county_worth(const Wallenstein *s, const double *w, int county) noexcept nogil:
    """Points that a county and its buildings bring, majorities aside."""
    cdef int kind, buildings = 0
    for kind in range(BUILDINGS):
        buildings += s.built[kind] >> county & 1
    return scorings(s, w) * (1 + 1.7 * buildings)


cdef inline double danger(
    const Wallenstein *s, const WallensteinRules *r, int seat, int county
) noexcept nogil:
    """How likely the strongest neighbour would win the county."""
    cdef uint64_t left = r.neighbours[county] & ~s.owned[seat]
    cdef int strongest = 0
    while left:
        strongest = max(strongest, <int>s.armies[lowest_bit64(left)] - 1)
        left &= left - 1
    if strongest <= 0:
        return 0
    return win_chance(strongest, s.armies[county])


cdef inline double win_chance(double attack, double defence) noexcept nogil:
    """A smooth guess at the tower: a normal law on the difference of cubes that fall out."""
    return 1 / (1 + exp(-2.0 * (attack - defence - 0.4) / sqrt(attack + defence + 2)))


# --- what is planned and pending ---

cdef inline double fight_gain(
    const Wallenstein *s, const WallensteinRules *r, const double *w, int seat, int target,
    int armies
) noexcept nogil:
    """Points that an attack can be expected to bring."""
    cdef int defender = owner_of(s, r, target)
    cdef double defence = r.neutral_peasants, chance, gain
    if defender == seat:
        return 0
    if tile_of(s, seat) == TILE_ATTACK:
        armies += 1
    if defender < 0:
        if effect_now(s, r) == NEUTRAL_DEFENDS:
            defence = 2
    else:
        defence = s.armies[target]
        if tile_of(s, defender) == TILE_DEFEND:
            defence += 1
        if effect_now(s, r) == PALACE_DEFENDS and s.built[PALACE] >> target & 1:
            defence += 1
    chance = win_chance(armies + 0.4 * s.tray[seat], defence)
    gain = county_worth(s, w, target) + w[SITE] * sites_left(s, r, target)
    return w[FIGHT] * chance * gain - w[ATTACK_LOSS] * (1 - chance) * armies


cdef inline double best_fight(
    const Wallenstein *s, const WallensteinRules *r, const double *w, int seat, int action,
    int county
) noexcept nogil:
    cdef uint64_t left
    cdef double best = 0
    if s.armies[county] < 2:
        return 0
    left = reach(s, r, seat, action, county) & ~s.owned[seat]
    while left:
        best = max(best, fight_gain(s, r, w, seat, lowest_bit64(left), s.armies[county] - 1))
        left &= left - 1
    return best


cdef inline double build_gain(
    const Wallenstein *s, const WallensteinRules *r, const double *w, int seat, int kind, int county
) noexcept nogil:
    """A building and what it does for the majority in its region."""
    cdef uint64_t there = s.built[kind] & r.region_counties[r.region[county]]
    cdef int other, n, mine = popcount64(there & s.owned[seat]), best = 0
    cdef double gain = r.building_points
    if not can_build(s, r, kind, county):
        return 0
    for other in range(r.seats):
        n = popcount64(there & s.owned[other])
        if other != seat and n > best:
            best = n
    if mine + 1 == best:
        gain += max(0, r.majority[kind] - r.tie_loss)
    elif mine == best:
        gain += r.majority[kind]
        if best:
            gain -= max(0, r.majority[kind] - r.tie_loss)
    elif mine == best + 1 and best:
        gain += 0.3
    return scorings(s, w) * gain - w[SITE]


cdef inline double revolt_risk(
    const Wallenstein *s, const WallensteinRules *r, const double *w, int county
) noexcept nogil:
    """What collecting costs: a marker, or a fight with the peasants."""
    if s.markers[county] == 0:
        return w[UNREST]
    return w[UNREST] + (county_worth(s, w, county) + w[ARMY] * s.armies[county]) * win_chance(
        s.markers[county] + 0.5, s.armies[county])


cdef double card_worth(
    const Wallenstein *s, const WallensteinRules *r, const double *w, int seat, int box, int card
) noexcept nogil:
    """Points that a card in a box can be expected to bring; a money card brings nothing."""
    cdef int county = card - 1, armies
    cdef double cost
    if not is_county(card):
        return 0
    cost = w[THALER] * r.cost[box]
    if box <= POST:
        return build_gain(s, r, w, seat, box, county) - cost
    if box == GRAIN:
        return grain_need(s, r, w, seat) * grain_of(s, r, county, tile_of(s, seat)) - revolt_risk(
            s, r, w, county)
    if box == TAXES:
        return w[THALER] * tax_of(s, r, county, tile_of(s, seat)) - revolt_risk(s, r, w, county)
    if box >= COMBAT_A:
        return best_fight(s, r, w, seat, box, county)
    armies = armies_of(s, r, box)
    if s.supply[seat] < armies:
        return 0
    return w[ARMY] * armies - cost + w[THREAT] * county_worth(s, w, county) * (
        danger(s, r, seat, county) - danger_with(s, r, seat, county, armies))


cdef inline double danger_with(
    const Wallenstein *s, const WallensteinRules *r, int seat, int county, int more
) noexcept nogil:
    """`danger` once more armies stand there."""
    cdef uint64_t left = r.neighbours[county] & ~s.owned[seat]
    cdef int strongest = 0
    while left:
        strongest = max(strongest, <int>s.armies[lowest_bit64(left)] - 1)
        left &= left - 1
    if strongest <= 0:
        return 0
    return win_chance(strongest, s.armies[county] + more)


cdef inline double grain_need(
    const Wallenstein *s, const WallensteinRules *r, const double *w, int seat
) noexcept nogil:
    """What a unit of grain is worth: more if winter would find counties without."""
    cdef int need = popcount64(s.owned[seat]) + loss_to_come(s, r)
    if s.grain[seat] >= need:
        return 0
    return w[GRAIN_UNIT] + w[SHORTAGE] * (s.grain[seat] + 4 * (WINTER - 1 - s.season) < need)


cdef double plan_worth(
    const Wallenstein *s, const WallensteinRules *r, const double *w, int seat
) noexcept nogil:
    """The cards that lie in boxes; while planning also the best that can follow."""
    cdef uint64_t hand = s.owned[seat]
    cdef int i, opened = 0, decided = BOXES, cost = 0, thalers = s.thalers[seat], income = 0
    cdef double sum = 0
    if s.phase == PLAN:
        decided = max(0, <int>s.planned[seat] - 1)
        if is_county(s.bid[seat]):
            hand &= ~bit(s.bid[seat] - 1)
        elif s.bid[seat] > MONEY:
            thalers -= s.bid[seat] - MONEY
            sum -= w[THALER] * (s.bid[seat] - MONEY)
        if s.planned[seat]:
            sum += bid_worth(s, w, s.bid[seat])
    elif s.phase < ROUND_EVENT and s.phase != TOWER or s.season == WINTER:
        return 0
    elif s.phase == ROUND_EVENT or s.phase >= MOVE or s.phase == TOWER:
        opened = opened_boxes(s, seat)
    for i in range(decided):
        if opened >> i & 1 or not is_county(s.box[seat][i]):
            continue
        hand &= ~bit(s.box[seat][i] - 1)
        sum += card_worth(s, r, w, seat, i, s.box[seat][i])
        cost += r.cost[i]
        if i == TAXES:
            income = r.tax[s.box[seat][i] - 1]
    sum += crowding(s, w, seat, decided)
    if s.phase == PLAN and decided < BOXES:
        sum += best_completion(s, r, w, seat, decided, hand, thalers + income - cost)
    elif cost > thalers + income:
        sum -= w[THALER] * 2 * (cost - thalers - income)
    return sum


cdef inline double crowding(
    const Wallenstein *s, const double *w, int seat, int decided
) noexcept nogil:
    """Both combats from counties that want the same neighbour bring it only once."""
    if decided == BOXES and is_county(s.box[seat][COMBAT_A]) and is_county(
        s.box[seat][COMBAT_A + 1]
    ):
        return -0.1 * w[FIGHT]
    return 0


cdef double best_completion(
    const Wallenstein *s, const WallensteinRules *r, const double *w, int seat, int first,
    uint64_t hand, int thalers
) noexcept nogil:
    """Fill the boxes from `first` on, each with the best card that is left."""
    cdef uint64_t left
    cdef double sum = 0, best, worth
    cdef int i, card, chosen
    for i in range(first, BOXES):
        best = 0
        chosen = -1
        if r.cost[i] <= thalers:
            left = hand
            while left:
                card = 1 + lowest_bit64(left)
                left &= left - 1
                worth = card_worth(s, r, w, seat, i, card)
                if worth > best:
                    best = worth
                    chosen = card - 1
        if chosen >= 0:
            sum += best
            hand &= ~bit(chosen)
            thalers -= r.cost[i]
            if i == TAXES:
                thalers += r.tax[chosen]
    return sum


cdef inline double bid_worth(const Wallenstein *s, const double *w, int card) noexcept nogil:
    """An early choice of position; each further Thaler helps less."""
    if card == NOTHING or card == MONEY:
        return 0
    if card < MONEY:
        return 0.5 * w[BID]
    return w[BID] * (1 - 1.0 / (1 + card - MONEY))


cdef inline double pending(
    const Wallenstein *s, const WallensteinRules *r, const double *w, int seat
) noexcept nogil:
    """A move that has a target but no size yet, and the bonus tile that a seat has."""
    cdef double sum = 0
    if s.phase == AMOUNT and seat == s.head.player:
        sum += fight_gain(s, r, w, seat, s.target - 1, s.armies[origin(s)] - 1)
    if s.phase == CHOOSE or s.phase == MOVE or s.phase == AMOUNT:
        sum += tile_worth(s, r, w, seat)
    return sum


cdef inline double tile_worth(
    const Wallenstein *s, const WallensteinRules *r, const double *w, int seat
) noexcept nogil:
    """What a bonus tile does for this plan."""
    cdef int tile = tile_of(s, seat)
    if tile == TILE_TAXES:
        return w[THALER] * is_county(s.box[seat][TAXES])
    if tile == TILE_GRAIN:
        return w[GRAIN_UNIT] * is_county(s.box[seat][GRAIN])
    if tile == TILE_DEPLOY:
        return w[ARMY] * is_county(s.box[seat][DEPLOY_5]) * (
            r.bonus[TILE_DEPLOY] - armies_of(s, r, DEPLOY_5))
    if tile == TILE_ATTACK:
        return w[ARMY] * (
            is_county(s.box[seat][COMBAT_A]) + is_county(s.box[seat][COMBAT_A + 1]))
    if tile == TILE_DEFEND:
        return w[ARMY]
    return 0


# --- priors ---

cdef void priors(
    const void *state, const void *rules, const double *weights,
    const int32_t *actions, int n, double *out
) noexcept nogil:
    s = <const Wallenstein *>state
    r = <const WallensteinRules *>rules
    cdef int i
    for i in range(n):
        out[i] = min(1.0, max(0.0, prior(s, r, weights, actions[i])))


cdef inline double prior(
    const Wallenstein *s, const WallensteinRules *r, const double *w, int action
) noexcept nogil:
    cdef int seat = s.head.player
    if s.phase == PLAN:
        return plan_prior(s, r, w, seat, action)
    if s.phase == MOVE:
        if action == STAY:
            return 0.4
        if s.owned[seat] >> (action - MOVE_TO) & 1:
            return 0.25
        return 0.4 + 0.1 * fight_gain(
            s, r, w, seat, action - MOVE_TO, s.armies[origin(s)] - 1)
    if s.phase == AMOUNT:
        return <double>(action - ARMIES) / s.armies[origin(s)]
    if s.phase == PICK and action >= TAKE_CARD:
        return 0.4 + 0.03 * (
            r.tax[action - TAKE_CARD] + r.grain[action - TAKE_CARD]
            + r.sites[action - TAKE_CARD] - 9)
    return 0.4


cdef inline double plan_prior(
    const Wallenstein *s, const WallensteinRules *r, const double *w, int seat, int card
) noexcept nogil:
    """What the card brings here, less a part of the best that it could bring in a later box."""
    cdef int box = <int>s.planned[seat] - 1, later
    cdef double worth, other = 0
    if box < 0:
        return 0.3 + 0.2 * bid_worth(s, w, card) - 0.05 * max(0, card - MONEY)
    if not is_county(card):
        return 0.3
    worth = card_worth(s, r, w, seat, box, card)
    for later in range(box + 1, BOXES):
        other = max(other, card_worth(s, r, w, seat, later, card))
    return 0.3 + 0.15 * (worth - 0.5 * other)
