"""Which battles follow from moves and new units, in which order, and who fights on each side.

The places are settled when the last unit has moved; the battles of one place are fought one
after another.
"""
from libc.stdint cimport int32_t, uint64_t

from eminence.engines.blood_of_kings.board cimport ask, bit, friends_of
from eminence.engines.blood_of_kings.state cimport (
    BATTLE_AGAINST, BATTLE_NEXT, BATTLE_STAGE, FIGHTING, FIRST_FORCE, FLEETS, KINGDOM, NO, PLACE,
    TWO_FORCES, YES, State,
)
from eminence.engines.blood_of_kings.tables cimport ALL_SEAS, FIRST_SEA, KINGDOMS, Rules
from eminence.engines.blood_of_kings.war.battle cimport begin_battle
from eminence.engines.blood_of_kings.war.forces cimport active, is_inside, regions_of, units_at
from eminence.engines.blood_of_kings.war.sides cimport NOBODY_WAITS, RELIEF_WAITS, SALLY_WAITS
from eminence.engines.blood_of_kings.war.stages cimport begin_stage, stand_still
from eminence.engines.kit.bits cimport list_bits, list_bits64, lowest_bit64, popcount64


cdef inline void begin_encounters(
    State *s, const Rules *r, uint64_t regions, int seas
) noexcept nogil:
    """Those where a battle is due or possible."""
    begin_stage(s, BATTLE_STAGE)
    s.settled = r.all_regions & ~regions
    s.settled_seas = ALL_SEAS & ~seas
    s.entered &= regions


# --- which place comes next (R33.1 to R33.3, R39.2) ---

cdef inline bint is_met(const State *s, int place, int friends) noexcept nogil:
    """Own units and enemies are still there."""
    cdef int there = units_at(s, place)
    return there >> active(s) & 1 and there & ~friends


cdef inline uint64_t open_regions(const State *s, const Rules *r, int friends) noexcept nogil:
    cdef uint64_t left = r.all_regions & ~s.settled, found = 0
    while left:
        if is_met(s, lowest_bit64(left), friends):
            found |= left & -left
        left &= left - 1
    return found


cdef inline int open_seas(const State *s, int friends) noexcept nogil:
    cdef int left = ALL_SEAS & ~s.settled_seas, found = 0
    while left:
        if is_met(s, FIRST_SEA + lowest_bit64(left), friends):
            found |= left & -left
        left &= left - 1
    return found


cdef inline uint64_t may_stay_quiet(const State *s, int friends) noexcept nogil:
    """Friendly regions that nobody entered by road or strait."""
    return regions_of(s, friends) & ~s.entered


cdef inline bint is_optional(const State *s, int place, int friends) noexcept nogil:
    return place < FIRST_SEA and may_stay_quiet(s, friends) >> place & 1


cdef inline int list_battles(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    """Enough of it can be said when only battles are left that need not be fought."""
    cdef int friends = friends_of(s, active(s)), n = 0, i, seas = open_seas(s, friends)
    cdef uint64_t regions = open_regions(s, r, friends)
    if not seas and not regions & ~may_stay_quiet(s, friends):
        out[0] = NO
        n = 1
    n += list_bits64(regions, PLACE, out + n)
    i = n
    n += list_bits(seas, out + n)
    while i < n:
        out[i] += FLEETS
        i += 1
    return n


cdef inline void go_to_place(State *s, int place) noexcept nogil:
    s.moving = FIGHTING
    s.from_place = place


cdef inline bint next_place(State *s, const Rules *r) noexcept nogil:
    """Ask for it, or go there if there is one only; False: no battle is left."""
    cdef int friends = friends_of(s, active(s)), seas = open_seas(s, friends)
    cdef uint64_t regions = open_regions(s, r, friends)
    if not regions and not seas:
        return False
    if popcount64(regions) + popcount64(seas) > 1 or regions & may_stay_quiet(s, friends):
        ask(s, s.ruler[active(s)] - 1, BATTLE_NEXT)
    elif regions:
        go_to_place(s, lowest_bit64(regions))
    else:
        go_to_place(s, FIRST_SEA + lowest_bit64(seas))
    return True


cdef inline void leave_place(State *s) noexcept nogil:
    cdef int place = s.from_place
    if place < FIRST_SEA:
        s.settled |= bit(place)
        s.entered &= ~bit(place)
        s.moved[place] = 0
    else:
        s.settled_seas |= 1 << (place - FIRST_SEA)
    stand_still(s)


# --- who fights whom there (Q12, Q33) ---

cdef inline int group_of(const State *s, int enemies) noexcept nogil:
    """The first of the enemies, and those friendly to it and to each other."""
    cdef int group = 0, k
    for k in range(KINGDOMS):
        if enemies >> k & 1 and group & ~friends_of(s, k) == 0:
            group |= 1 << k
    return group


cdef inline int group_with(const State *s, int enemies, int first) noexcept nogil:
    """The group that is offered under its first kingdom."""
    cdef int group = group_of(s, enemies)
    while not group >> first & 1:
        enemies &= ~group
        group = group_of(s, enemies)
    return group


cdef inline int first_kingdoms(const State *s, int enemies) noexcept nogil:
    """One kingdom of each group."""
    cdef int mask = 0, group
    while enemies:
        group = group_of(s, enemies)
        mask |= group & -group
        enemies &= ~group
    return mask


cdef inline int enemies_left(const State *s) noexcept nogil:
    """Not yet fought in the place under way."""
    return units_at(s, s.from_place) & ~friends_of(s, active(s)) & ~s.fought


cdef inline int attackers_of(const State *s, int place, int rivals) noexcept nogil:
    """The active kingdom and its friends there; who is friendly to both sides sits out."""
    cdef int friends = friends_of(s, active(s)) & units_at(s, place), mask = 0, k
    for k in range(KINGDOMS):
        if friends >> k & 1 and friends_of(s, k) & rivals == 0:
            mask |= 1 << k
    return mask


cdef inline int list_rivals(const State *s, int32_t *out) noexcept nogil:
    cdef int n = 0, i
    if s.fought and is_optional(s, s.from_place, friends_of(s, active(s))):
        out[0] = NO
        n = 1
    i = n
    n += list_bits(first_kingdoms(s, enemies_left(s)), out + n)
    while i < n:
        out[i] += KINGDOM
        i += 1
    return n


# --- sallies and relief (R36.10, R36.11) ---

cdef inline int relief_of(const State *s, int kingdom, int place) noexcept nogil:
    """Armies of an attacker that came from outside: they moved in, or the region is no friend."""
    if kingdom == active(s):
        return s.moved[place]
    if regions_of(s, friends_of(s, kingdom)) >> place & 1:
        return 0
    return s.armies[kingdom][place]


cdef inline bint comes_from_both_sides(const State *s, int place, int attackers) noexcept nogil:
    """Both a relief and a garrison of a besieged region attack."""
    cdef int k, relief = 0, garrison = 0
    if place >= FIRST_SEA or s.moved[place] == 0 or (
        not is_inside(s, place, friends_of(s, active(s)))
    ):
        return False
    for k in range(KINGDOMS):
        if attackers >> k & 1:
            relief += relief_of(s, k, place)
            garrison += s.armies[k][place] - relief_of(s, k, place)
    return relief and garrison


cdef inline int sallying(const State *s, int place, int attackers) noexcept nogil:
    """Attackers with armies that come out of the fortifications of a besieged region."""
    cdef int mask = 0, k
    if place < FIRST_SEA and is_inside(s, place, friends_of(s, active(s))):
        for k in range(KINGDOMS):
            if attackers >> k & 1 and s.armies[k][place] > relief_of(s, k, place):
                mask |= 1 << k
    return mask


cdef inline void fight_at_once(State *s, const Rules *r, int attackers) noexcept nogil:
    s.sally = sallying(s, s.from_place, attackers)
    if s.from_place < FIRST_SEA:
        s.moved[s.from_place] = 0
    begin_battle(s, r, s.from_place, attackers, s.rivals, NOBODY_WAITS)


cdef inline void fight_one_by_one(State *s, const Rules *r, bint garrison_first) noexcept nogil:
    """One force waits for the second clash; if there is none it fights its own battle."""
    cdef int attackers = attackers_of(s, s.from_place, s.rivals), k, relief
    s.sally = sallying(s, s.from_place, attackers)
    for k in range(KINGDOMS):
        if attackers >> k & 1:
            relief = relief_of(s, k, s.from_place)
            s.waiting[k] = relief if garrison_first else s.armies[k][s.from_place] - relief
    s.moving = FIGHTING
    s.moved[s.from_place] = 0
    begin_battle(
        s, r, s.from_place, attackers, s.rivals, RELIEF_WAITS if garrison_first else SALLY_WAITS)


cdef inline void fight(State *s, const Rules *r, int rivals) noexcept nogil:
    cdef int attackers = attackers_of(s, s.from_place, rivals)
    s.rivals = rivals
    s.fought |= rivals
    if comes_from_both_sides(s, s.from_place, attackers):
        s.moving = TWO_FORCES
    else:
        fight_at_once(s, r, attackers)


cdef inline void go_on_there(State *s, const Rules *r) noexcept nogil:
    """The next battle of the place under way, or none is left."""
    cdef int friends = friends_of(s, active(s)), enemies = enemies_left(s)
    if not is_met(s, s.from_place, friends) or not enemies:
        leave_place(s)
    elif (s.fought and is_optional(s, s.from_place, friends)) or group_of(s, enemies) != enemies:
        ask(s, s.ruler[active(s)] - 1, BATTLE_AGAINST)
    else:
        fight(s, r, enemies)


cdef inline bint resume_encounters(State *s, const Rules *r) noexcept nogil:
    """False: all battles are over."""
    if s.moving == TWO_FORCES:
        ask(s, s.ruler[active(s)] - 1, FIRST_FORCE)
    elif s.moving == FIGHTING:
        go_on_there(s, r)
    else:
        return next_place(s, r)
    return True


cdef inline int list_encounters(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    if s.step == BATTLE_NEXT:
        return list_battles(s, r, out)
    if s.step == BATTLE_AGAINST:
        return list_rivals(s, out)
    out[0] = NO
    out[1] = YES
    return 2


cdef inline void decide_encounter(State *s, const Rules *r, int step, int action) noexcept nogil:
    """FIRST_FORCE: the garrison (YES) or the relief fights the first clash."""
    if step == FIRST_FORCE:
        fight_one_by_one(s, r, action == YES)
    elif step == BATTLE_AGAINST:
        if action == NO:
            leave_place(s)
        else:
            fight(s, r, group_with(s, enemies_left(s), action - KINGDOM))
    elif action == NO:
        s.settled = r.all_regions
        s.settled_seas = ALL_SEAS
    elif action >= FLEETS:
        go_to_place(s, FIRST_SEA + action - FLEETS)
    else:
        go_to_place(s, action - PLACE)
