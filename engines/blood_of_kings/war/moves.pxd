"""Movement of armies and fleets: where from, where to, how many, and who sails along."""
from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memset

from eminence.engines.blood_of_kings.board cimport bit, regions_with_armies, ruler_has
from eminence.engines.blood_of_kings.kingdom.realm cimport tidy_map
from eminence.engines.blood_of_kings.state cimport (
    ARMIES_GO, ARMIES_LEAVE, CARRY, COUNT, FLEETS, FLEETS_GO, FLEETS_LEAVE, FLEETS_LOAD, LIFT,
    MOVE_COUNT, MOVE_FROM, MOVE_TO, NO, PLACE, STANDING, State,
)
from eminence.engines.blood_of_kings.tables cimport (
    ALL_SEAS, FIRST_SEA, FREE_RIDERS, KINGDOMS, NOWHERE, PLACES, SEAS, Rules,
)
from eminence.engines.blood_of_kings.war.encounters cimport begin_encounters
from eminence.engines.blood_of_kings.war.forces cimport (
    active, active_friends, armies_at, ask_active, is_inside, one_step, place_of, stand_still,
    union_of, units_at,
)
from eminence.engines.kit.bits cimport list_bits64, lowest_bit64


# --- how many can still move (R32.1, R24.7) ---

cdef inline int unmoved(const State *s, int place) noexcept nogil:
    return s.armies[active(s)][place] - s.moved[place]


cdef inline int movable(const State *s, int place) noexcept nogil:
    """Armies that can leave together. One rider goes alone, after all others have moved."""
    cdef int n = unmoved(s, place)
    if n == 0 and s.moved[place] and not s.rider and ruler_has(s, active(s), FREE_RIDERS):
        return 1
    return n


cdef inline int sailable(const State *s, int sea) noexcept nogil:
    """Fleets that can sail together."""
    return s.fleets[active(s)][sea] - s.sailed[sea]


cdef inline int most_to_go(const State *s) noexcept nogil:
    """The most armies or fleets that can leave `from_place` together."""
    if s.moving == FLEETS_GO:
        return sailable(s, s.from_place - FIRST_SEA)
    return movable(s, s.from_place)


# --- where they can go ---

cdef inline uint64_t marches(const State *s, const Rules *r, int start, int friends) noexcept nogil:
    """Through friendly regions; only a rider leaves one with an enemy army (R32.2)."""
    cdef uint64_t friendly = union_of(s.holds, friends), seen = bit(start), front = seen, steps
    cdef int region
    if not friendly >> start & 1:
        return 0
    while front:
        region = lowest_bit64(front)
        front &= front - 1
        if armies_at(s, region) & ~friends and (region != start or unmoved(s, start)):
            continue
        steps = one_step(s, r, region, friends) & friendly & ~seen
        seen |= steps
        front |= steps
    return seen & ~bit(start)


cdef inline uint64_t land_targets(
    const State *s, const Rules *r, int start, int friends
) noexcept nogil:
    """By march or invasion, or landing from aboard; besieged armies can only board (R36.9)."""
    if start >= FIRST_SEA:
        return r.ports[start - FIRST_SEA]
    if is_inside(s, start, friends):
        return 0
    return one_step(s, r, start, friends) | marches(s, r, start, friends)


cdef inline int boarding_sea(const State *s, const Rules *r, int start, int friends) noexcept nogil:
    """The place of a friendly port's sea with a friendly fleet, or NOWHERE (R32.4)."""
    cdef int sea = FIRST_SEA + r.port[start]
    if start < FIRST_SEA and r.port[start] != NOWHERE and (
        union_of(s.holds, friends) >> start & 1 and units_at(s, sea) & friends
    ):
        return sea
    return NOWHERE


cdef inline bint army_can_move(
    const State *s, const Rules *r, int place, int friends
) noexcept nogil:
    if movable(s, place) <= 0:
        return False
    if place >= FIRST_SEA:
        return r.ports[place - FIRST_SEA] != 0
    if one_step(s, r, place, friends) and not is_inside(s, place, friends):
        return True
    return boarding_sea(s, r, place, friends) != NOWHERE


cdef inline bint fleet_can_move(const State *s, const Rules *r, int sea) noexcept nogil:
    return sailable(s, sea) > 0 and r.sea_borders[sea]


cdef inline bint something_can_move(const State *s, const Rules *r) noexcept nogil:
    """Whether there is anything to ask: units can move, or a siege can be lifted."""
    cdef int friends = active_friends(s), place
    cdef uint64_t left
    if s.sieges[active(s)]:
        return True
    for place in range(SEAS):
        if fleet_can_move(s, r, place) or army_can_move(s, r, FIRST_SEA + place, friends):
            return True
    left = regions_with_armies(s, active(s))
    while left:
        if army_can_move(s, r, lowest_bit64(left), friends):
            return True
        left &= left - 1
    return False


# --- options ---

cdef inline int list_starts(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    cdef int friends = active_friends(s), n = 1, place
    out[0] = NO
    for place in range(PLACES):
        if s.armies[active(s)][place] and army_can_move(s, r, place, friends):
            out[n] = PLACE + place
            n += 1
    for place in range(SEAS):
        if fleet_can_move(s, r, place):
            out[n] = FLEETS + place
            n += 1
    return n + list_bits64(s.sieges[active(s)], LIFT, out + n)


cdef inline int list_targets(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    cdef int friends = active_friends(s), n, sea
    if s.moving == FLEETS_LEAVE:
        return list_bits64(r.sea_borders[s.from_place - FIRST_SEA], FLEETS, out)
    n = list_bits64(land_targets(s, r, s.from_place, friends), PLACE, out)
    sea = boarding_sea(s, r, s.from_place, friends)
    if sea != NOWHERE:
        out[n] = PLACE + sea
        n += 1
    return n


# --- moving ---

cdef inline void go_to(State *s, int action) noexcept nogil:
    s.to_place = place_of(action)
    s.moving = FLEETS_GO if s.moving == FLEETS_LEAVE else ARMIES_GO


cdef inline void move_armies(State *s, int n) noexcept nogil:
    """From `from_place` to `to_place`. Landing or boarding is not entry by road (R33.2)."""
    cdef int kingdom = active(s), start = s.from_place, to = s.to_place
    if unmoved(s, start) == 0:
        s.moved[start] -= n
        s.rider = 1
    s.armies[kingdom][start] -= n
    s.armies[kingdom][to] += n
    s.moved[to] += n
    if start < FIRST_SEA:
        if to < FIRST_SEA:
            s.entered |= bit(to)
        if s.armies[kingdom][start] == 0:
            s.sieges[kingdom] &= ~bit(start)
    stand_still(s)


cdef inline void send(State *s, int n) noexcept nogil:
    """So many armies go at once; for fleets it is asked who sails along."""
    if s.moving == FLEETS_GO:
        s.carrying = n
        s.moving = FLEETS_LOAD
    else:
        move_armies(s, n)


cdef inline void sail(State *s, const Rules *r) noexcept nogil:
    """Armies that have moved sail along first; those left without a fleet drown (Q11)."""
    cdef int kingdom = active(s), start = s.from_place, to = s.to_place, k
    s.fleets[kingdom][start - FIRST_SEA] -= s.carrying
    s.fleets[kingdom][to - FIRST_SEA] += s.carrying
    s.sailed[to - FIRST_SEA] += s.carrying
    for k in range(KINGDOMS):
        s.armies[k][start] -= s.aboard[k]
        s.armies[k][to] += s.aboard[k]
    s.moved[start] -= min(s.aboard[kingdom], s.moved[start])
    s.moved[to] += s.aboard[kingdom]
    tidy_map(s, r)
    s.moved[start] = min(s.moved[start], s.armies[kingdom][start])
    stand_still(s)


cdef inline void load_fleets(State *s, const Rules *r) noexcept nogil:
    """Each friendly kingdom with armies at sea there, one after another (R39.1, R39.5)."""
    cdef int waiting = active_friends(s) & armies_at(s, s.from_place)
    waiting = waiting >> s.loader << s.loader
    if waiting:
        s.loader = lowest_bit64(waiting)
        ask_active(s, CARRY)
    else:
        sail(s, r)


cdef inline void end_moves(State *s, const Rules *r) noexcept nogil:
    """Battles take place wherever own units and enemies are now (R33.1, Q36)."""
    cdef int place
    memset(s.sailed, 0, sizeof(s.sailed))
    s.rider = 0
    begin_encounters(s, r, regions_with_armies(s, active(s)), ALL_SEAS)
    for place in range(PLACES):
        if place >= FIRST_SEA or not s.entered >> place & 1:
            s.moved[place] = 0


cdef inline void resume_moves(State *s, const Rules *r) noexcept nogil:
    """Steps without a choice are carried out without asking."""
    cdef int32_t targets[PLACES]
    if s.moving == STANDING:
        if something_can_move(s, r):
            ask_active(s, MOVE_FROM)
        else:
            end_moves(s, r)
    elif s.moving == FLEETS_LOAD:
        load_fleets(s, r)
    elif s.moving == ARMIES_LEAVE or s.moving == FLEETS_LEAVE:
        if list_targets(s, r, targets) > 1:
            ask_active(s, MOVE_TO)
        else:
            go_to(s, targets[0])
    elif most_to_go(s) > 1:
        ask_active(s, MOVE_COUNT)
    else:
        send(s, 1)


cdef inline void decide_start(State *s, const Rules *r, int action) noexcept nogil:
    if action == NO:
        end_moves(s, r)
    elif action >= LIFT:
        s.sieges[active(s)] &= ~bit(action - LIFT)      # R36.6
    else:
        s.moving = FLEETS_LEAVE if action >= FLEETS else ARMIES_LEAVE
        s.from_place = place_of(action)


cdef inline void decide_load(State *s, int action) noexcept nogil:
    s.aboard[s.loader] = 0 if action == NO else action - COUNT
    s.loader += 1
