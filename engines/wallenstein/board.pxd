"""What lies on the board: questions that both rules and guidance ask."""
from libc.stdint cimport uint64_t

from eminence.engines.kit.bits cimport popcount64, take_bit64
from eminence.engines.wallenstein.state cimport (
    ATTACK, BUILDINGS, CHURCH, CHURCH_SAFE, COMBAT_A, DEPLOY_1, DEPLOY_3, DEPLOY_5, DRAW, FAVOR,
    FEWER_ARMIES, FILLING, FROM_BUILDINGS, FROM_COUNTIES, FROM_PALACES, GRAIN_CAP, GRAIN_FLOOR,
    MAX_PLAYERS, MONEY, MOVE, NEUTRAL_DEFENDS, NOTHING, NO_EFFECT, PALACE, PALACE_DEFENDS, PARRY,
    PEASANTS, PICK, PLACE, POSITIONS, POST, REGIONS, REVOLT, REVOLT_CARD, REVOLT_ORDER, ROUND_EVENT,
    SPRING, STATION, TAX_CAP, TAX_FLOOR, TILE_ATTACK, TILE_DEFEND, TILE_GRAIN, TILE_TAXES, TOWER,
    TOWER_CARD, USE_FAVOR, WINTER, WINTER_REVOLT, WINTER_SOURCES, Rules, State,
)


cdef enum:
    COURT_MASK = 7 << 10    # the boxes of the extra board


cdef inline uint64_t bit(int county) noexcept nogil:
    return <uint64_t>1 << county


cdef inline int owner_of(const State *s, const Rules *r, int county) noexcept nogil:
    """The seat that controls a county; -1 if it is neutral."""
    cdef int seat
    for seat in range(r.seats):
        if s.owned[seat] >> county & 1:
            return seat
    return -1


cdef inline uint64_t all_owned(const State *s, const Rules *r) noexcept nogil:
    cdef uint64_t owned = 0
    cdef int seat
    for seat in range(r.seats):
        owned |= s.owned[seat]
    return owned


cdef inline int performer(const State *s) noexcept nogil:
    """The seat at the position that acts."""
    return s.leader[s.turn] - 1


cdef inline int action_now(const State *s) noexcept nogil:
    """The action that is being performed."""
    return s.row[s.step] - 1


cdef inline int origin(const State *s) noexcept nogil:
    """The county in which the action is being performed."""
    return s.box[performer(s)][action_now(s)] - 1


cdef inline int position_of(const State *s, int seat) noexcept nogil:
    """The seat's place in the player order; POSITIONS if it has none."""
    cdef int place = 0
    while place < POSITIONS and s.leader[place] != seat + 1:
        place += 1
    return place


cdef inline int tile_of(const State *s, int seat) noexcept nogil:
    """The seat's bonus tile; -1 if it has none."""
    cdef int place = position_of(s, seat)
    return s.tile[place] - 1 if place < POSITIONS else -1


cdef inline int effect_now(const State *s, const Rules *r) noexcept nogil:
    return r.effect[s.event - 1] if s.event else NO_EFFECT


# --- when ---

cdef inline void ask(State *s, int phase, int player) noexcept nogil:
    """What comes next: a decision of this seat, or an event if it is CHANCE."""
    s.phase = phase
    s.head.player = player


cdef inline bint reached(const State *s, int phase) noexcept nogil:
    """Whether this round has reached a phase after planning, or passed it."""
    if s.phase == TOWER:
        return s.battle == ATTACK or s.battle == REVOLT
    return s.phase >= phase and s.season < WINTER


cdef inline bint plans_lie(const State *s) noexcept nogil:
    """Whether finished plans lie on the mats."""
    return reached(s, ROUND_EVENT)


cdef inline bint order_set(const State *s) noexcept nogil:
    """Whether everybody has a position in this round."""
    return reached(s, STATION)


cdef inline bint is_draft(int phase) noexcept nogil:
    return phase == DRAW or phase == PICK or phase == PLACE


cdef inline bint acting(const State *s) noexcept nogil:
    """Whether the player order is set and the round goes on, outside the Court."""
    return order_set(s) and not at_court(s)


cdef inline bint at_court(const State *s) noexcept nogil:
    return s.phase == FAVOR or s.phase == USE_FAVOR


cdef inline bint wintry(const State *s) noexcept nogil:
    return s.phase == REVOLT_CARD or s.phase == REVOLT_ORDER or (
        s.phase == TOWER and s.battle == WINTER_REVOLT
        or s.phase == STATION and s.season == WINTER)


cdef inline bint before_the_game(const State *s) noexcept nogil:
    return is_draft(s.phase) or (s.phase == TOWER and s.battle == FILLING)


cdef inline bint in_first_spring(const State *s) noexcept nogil:
    return s.year == 0 and s.season == SPRING


# --- plans ---

cdef inline bint is_county(int card) noexcept nogil:
    return NOTHING < card < MONEY


cdef inline int price_of_bid(int card) noexcept nogil:
    return 0 if card == TOWER_CARD else max(0, card - MONEY)


cdef inline int opened_boxes(const State *s, const Rules *r, int seat) noexcept nogil:
    """Mask of the seat's boxes that were turned up in this round."""
    cdef int mask = 0, i
    if r.court and (s.phase >= FAVOR or s.phase == TOWER):
        mask = COURT_MASK
    for i in range(s.step):
        mask |= 1 << (s.row[i] - 1)
    if (MOVE <= s.phase <= PARRY or s.phase == TOWER) and position_of(s, seat) <= s.turn:
        mask |= 1 << (s.row[s.step] - 1)
    return mask


# --- what actions bring: events first, bonus tiles second (R26) ---

cdef inline int revenue(
    const State *s, const Rules *r, int printed, int cap, int floor, int bonus, int tile
) noexcept nogil:
    """What a county brings: `cap` and `floor` are effects of events, `bonus` is the tile."""
    cdef int effect = effect_now(s, r)
    if effect == cap:
        printed = min(printed, r.amount[s.event - 1])
    elif effect == floor:
        printed = max(printed, r.amount[s.event - 1])
    if tile == bonus:
        printed += r.bonus[bonus]
    return printed


cdef inline int tax_of(const State *s, const Rules *r, int county, int tile) noexcept nogil:
    return revenue(s, r, r.tax[county], TAX_CAP, TAX_FLOOR, TILE_TAXES, tile)


cdef inline int grain_of(const State *s, const Rules *r, int county, int tile) noexcept nogil:
    return revenue(s, r, r.grain[county], GRAIN_CAP, GRAIN_FLOOR, TILE_GRAIN, tile)


cdef inline int armies_of(const State *s, const Rules *r, int action) noexcept nogil:
    """The armies that a deployment needs in the supply."""
    if effect_now(s, r) == FEWER_ARMIES:
        if action == DEPLOY_5:
            return r.amount[s.event - 1]
        if action == DEPLOY_3:
            return r.lesser[s.event - 1]
    return r.armies[action]


cdef inline int led(
    const State *s, const Rules *r, int seat, int action, int county
) noexcept nogil:
    """What the seat's leader adds to an action in his county, or takes off its price (L4)."""
    return r.led[action] if s.general[seat] == county + 1 else 0


cdef inline int price(
    const State *s, const Rules *r, int seat, int action, int county
) noexcept nogil:
    """What an action in a county costs the seat; a leader makes buildings cheaper."""
    return r.cost[action] - (led(s, r, seat, action, county) if action <= POST else 0)


cdef inline int sites_left(const State *s, const Rules *r, int county) noexcept nogil:
    cdef int kind, left = r.sites[county]
    for kind in range(BUILDINGS):
        left -= s.built[kind] >> county & 1
    return left


cdef inline bint can_build(const State *s, const Rules *r, int kind, int county) noexcept nogil:
    """A site is open, this kind is not there yet, and a tile is left (R21)."""
    return not s.built[kind] >> county & 1 and sites_left(s, r, county) > 0 and (
        popcount64(s.built[kind]) < r.buildings[kind])


cdef inline uint64_t reach(
    const State *s, const Rules *r, int seat, int action, int county
) noexcept nogil:
    """Where armies may go from a county with an action (R24, R25)."""
    cdef uint64_t targets = r.neighbours[county]
    if action == DEPLOY_1:
        return targets & s.owned[seat]
    if effect_now(s, r) == CHURCH_SAFE:
        targets &= ~(s.built[CHURCH] & ~s.owned[seat])
    if r.court:
        targets &= ~sheltered(s, r, seat, action)
    return targets


cdef inline uint64_t sheltered(const State *s, const Rules *r, int seat, int action) noexcept nogil:
    """Counties of others that a favor protects from attacks with this action (C12.8)."""
    cdef uint64_t counties = 0
    cdef int other
    for other in range(r.seats):
        if other != seat and s.kept[other] & r.shields[action - COMBAT_A]:
            counties |= s.owned[other]
    return counties


# --- who fights beside the armies in a county, while supplies last (R31, R32) ---

cdef inline int attack_bonus(const State *s, const Rules *r, int seat) noexcept nogil:
    if tile_of(s, seat) == TILE_ATTACK:
        return min(r.bonus[TILE_ATTACK], <int>s.supply[seat])
    return 0


cdef inline int defence_bonus(const State *s, const Rules *r, int seat, int county) noexcept nogil:
    cdef int armies = 0
    if tile_of(s, seat) == TILE_DEFEND:
        armies += r.bonus[TILE_DEFEND]
    if effect_now(s, r) == PALACE_DEFENDS and s.built[PALACE] >> county & 1:
        armies += r.amount[s.event - 1]
    return min(armies, <int>s.supply[seat])


cdef inline int neutral_defence(const State *s, const Rules *r) noexcept nogil:
    cdef int peasants = r.neutral_peasants
    if effect_now(s, r) == NEUTRAL_DEFENDS:
        peasants = r.amount[s.event - 1]
    return min(peasants, <int>s.supply[PEASANTS])


# --- region cards and statues ---

cdef inline int regions_held(const State *s, const Rules *r, int seat) noexcept nogil:
    """Regions in which the seat controls a county."""
    cdef int n = 0, region
    for region in range(REGIONS):
        n += (s.owned[seat] & r.region_counties[region]) != 0
    return n


cdef inline int statue_count(const State *s, int seat) noexcept nogil:
    """The seat's statues on the board."""
    cdef uint64_t left = s.honoured[seat]
    cdef int n = 0
    while left:
        n += s.statues[take_bit64(&left)]
    return n


# --- what a seat gains ---

cdef inline int gained(int count, int n, int most) noexcept nogil:
    """A count raised by `n`, up to the most that a position can hold."""
    return min(count + n, most)


cdef inline void fill_tray(State *s, int seat, int armies) noexcept nogil:
    """Armies go from the supply to the tray, while there are any."""
    armies = min(armies, <int>s.supply[seat])
    s.supply[seat] -= armies
    s.tray[seat] += armies


# --- points ---

cdef inline void points_now(
    const State *s, const Rules *r, int won[MAX_PLAYERS][WINTER_SOURCES]
) noexcept nogil:
    """What a scoring would bring: counties, buildings, majorities by kind (R40)."""
    cdef int seat, kind, region, count
    for seat in range(r.seats):
        won[seat][FROM_COUNTIES] = r.county_points * popcount64(s.owned[seat])
        won[seat][FROM_BUILDINGS] = 0
        for kind in range(BUILDINGS):
            count = popcount64(s.built[kind] & s.owned[seat])
            won[seat][FROM_BUILDINGS] += r.building_points * count
            won[seat][FROM_PALACES + kind] = 0
    for kind in range(BUILDINGS):
        for region in range(REGIONS):
            score_majority(s, r, kind, region, won)


cdef inline void score_majority(
    const State *s, const Rules *r, int kind, int region, int won[MAX_PLAYERS][WINTER_SOURCES]
) noexcept nogil:
    """The most buildings of a kind in a region, at least one; a shared majority brings less."""
    cdef uint64_t there = s.built[kind] & r.region_counties[region]
    cdef int seat, n, best = 1, tied = 0, points = r.majority[kind]
    if there == 0:
        return
    for seat in range(r.seats):
        n = popcount64(there & s.owned[seat])
        if n > best:
            best = n
            tied = 0
        if n == best:
            tied |= 1 << seat
    if tied & (tied - 1):
        points = max(0, points - r.tie_loss)
    for seat in range(r.seats):
        if tied >> seat & 1:
            won[seat][FROM_PALACES + kind] += points
