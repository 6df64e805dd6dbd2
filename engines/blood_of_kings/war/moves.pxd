"""Movement of armies and fleets: where from, where to, how many, and who sails along."""
from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memset

from eminence.engines.blood_of_kings.board cimport ask, bit, friends_of
from eminence.engines.blood_of_kings.kingdom.realm cimport tidy_map
from eminence.engines.blood_of_kings.state cimport (
    ARMIES_GO, ARMIES_LEAVE, CARRY, COUNT, FLEETS, FLEETS_GO, FLEETS_LEAVE, FLEETS_LOAD, LIFT,
    MOVE_COUNT, MOVE_FROM, MOVE_TO, NO, PLACE, State,
)
from eminence.engines.blood_of_kings.tables cimport (
    ALL_KINGDOMS, FIRST_SEA, KINGDOMS, NOWHERE, SEAS, Rules,
)
from eminence.engines.blood_of_kings.war.encounters cimport begin_encounters
from eminence.engines.blood_of_kings.war.forces cimport (
    active, armies_at, fleets_at, regions_with_armies,
)
from eminence.engines.blood_of_kings.war.reach cimport (
    army_can_move, boarding_sea, fleet_can_move, land_targets, movable, sailable, unmoved,
)
from eminence.engines.blood_of_kings.war.sieges cimport lift_siege
from eminence.engines.blood_of_kings.war.stages cimport stand_still
from eminence.engines.kit.bits cimport list_bits64, lowest_bit64, popcount64


# --- what can move ---

cdef inline int list_starts(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    cdef int friends = friends_of(s, active(s)), n = 1, place
    cdef uint64_t left = regions_with_armies(s, active(s))
    out[0] = NO
    while left:
        place = lowest_bit64(left)
        left &= left - 1
        if army_can_move(s, r, place, friends):
            out[n] = PLACE + place
            n += 1
    for place in range(FIRST_SEA, FIRST_SEA + SEAS):
        if army_can_move(s, r, place, friends):
            out[n] = PLACE + place
            n += 1
    for place in range(SEAS):
        if fleet_can_move(s, r, place):
            out[n] = FLEETS + place
            n += 1
    return n + list_bits64(s.sieges[active(s)], LIFT, out + n)


cdef inline bint something_can_move(const State *s, const Rules *r) noexcept nogil:
    """Or a siege can be lifted: whether there is anything to be asked."""
    cdef int friends = friends_of(s, active(s)), place
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


# --- armies move ---

cdef inline void move_armies(State *s, const Rules *r, int n) noexcept nogil:
    """From `from_place` to `to_place`. Who lands or boards enters by no road (R33.2)."""
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


cdef inline void armies_leave(State *s, const Rules *r) noexcept nogil:
    cdef int friends = friends_of(s, active(s)), sea = boarding_sea(s, r, s.from_place, friends)
    cdef uint64_t regions = land_targets(s, r, s.from_place, friends)
    if popcount64(regions) + (sea != NOWHERE) > 1:
        ask(s, s.ruler[active(s)] - 1, MOVE_TO)
    else:
        s.to_place = lowest_bit64(regions) if regions else FIRST_SEA + sea
        s.moving = ARMIES_GO


cdef inline void armies_go(State *s, const Rules *r) noexcept nogil:
    if movable(s, s.from_place) > 1:
        ask(s, s.ruler[active(s)] - 1, MOVE_COUNT)
    else:
        move_armies(s, r, 1)


# --- fleets sail (R39.1, R39.5) ---

cdef inline void fleets_leave(State *s, const Rules *r) noexcept nogil:
    cdef int seas = r.sea_borders[s.from_place - FIRST_SEA]
    if seas & (seas - 1):
        ask(s, s.ruler[active(s)] - 1, MOVE_TO)
    else:
        s.to_place = FIRST_SEA + lowest_bit64(seas)
        s.moving = FLEETS_GO


cdef inline void begin_loading(State *s, int n) noexcept nogil:
    s.carrying = n
    s.moving = FLEETS_LOAD


cdef inline void fleets_go(State *s) noexcept nogil:
    if sailable(s) > 1:
        ask(s, s.ruler[active(s)] - 1, MOVE_COUNT)
    else:
        begin_loading(s, 1)


cdef inline void sail(State *s, const Rules *r) noexcept nogil:
    """Armies that have moved sail along first; who stays without a fleet drowns (Q11)."""
    cdef int kingdom = active(s), start = s.from_place, to = s.to_place, k, moved_before
    s.fleets[kingdom][start - FIRST_SEA] -= s.carrying
    s.fleets[kingdom][to - FIRST_SEA] += s.carrying
    s.sailed[to - FIRST_SEA] += s.carrying
    for k in range(KINGDOMS):
        s.armies[k][start] -= s.aboard[k]
        s.armies[k][to] += s.aboard[k]
    moved_before = min(s.aboard[kingdom], s.moved[start])
    s.moved[start] -= moved_before
    s.moved[to] += s.aboard[kingdom]
    tidy_map(s, r)
    s.moved[start] = min(s.moved[start], s.armies[kingdom][start])
    stand_still(s)


cdef inline void fleets_load(State *s, const Rules *r) noexcept nogil:
    """Each friendly kingdom with armies at sea there, one after another."""
    cdef int waiting = friends_of(s, active(s)) & armies_at(s, s.from_place)
    waiting = waiting >> s.loader << s.loader
    if waiting:
        s.loader = lowest_bit64(waiting)
        ask(s, s.ruler[active(s)] - 1, CARRY)
    else:
        sail(s, r)


# --- the stage ---

cdef inline void end_moves(State *s, const Rules *r) noexcept nogil:
    """Battles are where own units and enemies are now (R33.1, Q36)."""
    cdef int kingdom = active(s), hostile = ALL_KINGDOMS & ~friends_of(s, kingdom), place, seas = 0
    cdef uint64_t left = regions_with_armies(s, kingdom), regions = 0
    while left:
        if armies_at(s, lowest_bit64(left)) & hostile:
            regions |= left & -left
        left &= left - 1
    for place in range(SEAS):
        if s.fleets[kingdom][place] and fleets_at(s, place) & hostile:
            seas |= 1 << place
    for place in range(FIRST_SEA + SEAS):
        if place >= FIRST_SEA or not (regions & s.entered) >> place & 1:
            s.moved[place] = 0
    memset(s.sailed, 0, sizeof(s.sailed))
    s.rider = 0
    begin_encounters(s, r, regions, seas)


cdef inline void resume_moves(State *s, const Rules *r) noexcept nogil:
    if s.moving == ARMIES_LEAVE:
        armies_leave(s, r)
    elif s.moving == ARMIES_GO:
        armies_go(s, r)
    elif s.moving == FLEETS_LEAVE:
        fleets_leave(s, r)
    elif s.moving == FLEETS_GO:
        fleets_go(s)
    elif s.moving == FLEETS_LOAD:
        fleets_load(s, r)
    elif something_can_move(s, r):
        ask(s, s.ruler[active(s)] - 1, MOVE_FROM)
    else:
        end_moves(s, r)


cdef inline int list_counts(int n, int32_t *out) noexcept nogil:
    """1 to n."""
    cdef int i
    for i in range(n):
        out[i] = COUNT + 1 + i
    return n


cdef inline int list_targets(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    cdef int friends = friends_of(s, active(s)), n, sea
    if s.moving == FLEETS_LEAVE:
        return list_bits64(r.sea_borders[s.from_place - FIRST_SEA], FLEETS, out)
    n = list_bits64(land_targets(s, r, s.from_place, friends), PLACE, out)
    sea = boarding_sea(s, r, s.from_place, friends)
    if sea != NOWHERE:
        out[n] = PLACE + FIRST_SEA + sea
        n += 1
    return n


cdef inline int list_moves(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    if s.step == MOVE_FROM:
        return list_starts(s, r, out)
    if s.step == MOVE_TO:
        return list_targets(s, r, out)
    if s.step == CARRY:
        out[0] = NO
        return 1 + list_counts(s.armies[s.loader][s.from_place], out + 1)
    return list_counts(
        sailable(s) if s.moving == FLEETS_GO else movable(s, s.from_place), out)


cdef inline void choose_start(State *s, const Rules *r, int action) noexcept nogil:
    if action == NO:
        end_moves(s, r)
    elif action >= LIFT:
        lift_siege(s, action - LIFT)
    elif action >= FLEETS:
        s.moving = FLEETS_LEAVE
        s.from_place = FIRST_SEA + action - FLEETS
    else:
        s.moving = ARMIES_LEAVE
        s.from_place = action - PLACE


cdef inline void decide_move(State *s, const Rules *r, int step, int action) noexcept nogil:
    if step == MOVE_FROM:
        choose_start(s, r, action)
    elif step == MOVE_TO and s.moving == FLEETS_LEAVE:
        s.to_place = FIRST_SEA + action - FLEETS
        s.moving = FLEETS_GO
    elif step == MOVE_TO:
        s.to_place = action - PLACE
        s.moving = ARMIES_GO
    elif step == CARRY:
        s.aboard[s.loader] = 0 if action == NO else action - COUNT
        s.loader += 1
    elif s.moving == FLEETS_GO:
        begin_loading(s, action - COUNT)
    else:
        move_armies(s, r, action - COUNT)
