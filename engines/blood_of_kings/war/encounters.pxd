"""Which battles follow from moves and new units, in which order, and who fights on each side.

The places are fixed when the last unit has moved. All battles of one place are fought before
those of the next.
"""
from libc.stdint cimport int32_t, uint64_t

from eminence.engines.blood_of_kings.board cimport bit, friends_of
from eminence.engines.blood_of_kings.state cimport (
    BATTLE_AGAINST, BATTLE_NEXT, BATTLE_STAGE, FIGHTING, FIRST_FORCE, FLEETS, KINGDOM,
    NAMING_LEADERS, NO, PLACE, TWO_FORCES, State,
)
from eminence.engines.blood_of_kings.tables cimport (
    ALL_SEAS, FIRST_SEA, KINGDOMS, PLACES, SEAS, Rules,
)
from eminence.engines.blood_of_kings.war.forces cimport (
    active, active_friends, ask_active, begin_stage, is_inside, place_of, stand_still, union_of,
    units_at,
)
from eminence.engines.blood_of_kings.war.sides cimport take_field
from eminence.engines.kit.bits cimport list_bits64, lowest_bit64


# --- which place comes next (R33.1 to R33.3, R39.2) ---

cdef inline bint is_met(const State *s, int place, int friends) noexcept nogil:
    """Whether own units and enemies are both there."""
    cdef int there = units_at(s, place)
    return there >> active(s) & 1 and there & ~friends


cdef inline uint64_t regions_met(const State *s, uint64_t left, int friends) noexcept nogil:
    """The regions of `left` where own units and enemies meet."""
    cdef uint64_t found = 0
    while left:
        if is_met(s, lowest_bit64(left), friends):
            found |= left & -left
        left &= left - 1
    return found


cdef inline int seas_met(const State *s, int left, int friends) noexcept nogil:
    cdef int found = 0, sea
    for sea in range(SEAS):
        if left >> sea & 1 and is_met(s, FIRST_SEA + sea, friends):
            found |= 1 << sea
    return found


cdef inline void begin_encounters(
    State *s, const Rules *r, uint64_t regions, int seas
) noexcept nogil:
    """Battles take place wherever own units and enemies meet in these places."""
    cdef int friends = active_friends(s)
    begin_stage(s, BATTLE_STAGE)
    s.settled = r.all_regions & ~regions_met(s, regions, friends)
    s.settled_seas = ALL_SEAS & ~seas_met(s, seas, friends)
    s.entered &= ~s.settled


cdef inline uint64_t may_stay_quiet(const State *s, int friends) noexcept nogil:
    """Friendly regions that nobody entered by road or strait."""
    return union_of(s.holds, friends) & ~s.entered


cdef inline int list_battles(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    """NO is an option once no battle is left that must be fought."""
    cdef int friends = active_friends(s), n = 0
    cdef int seas = seas_met(s, ALL_SEAS & ~s.settled_seas, friends)
    cdef uint64_t regions = regions_met(s, r.all_regions & ~s.settled, friends)
    if not seas and not regions & ~may_stay_quiet(s, friends):
        out[0] = NO
        n = 1
    n += list_bits64(regions, PLACE, out + n)
    return n + list_bits64(seas, FLEETS, out + n)


cdef inline void go_to_place(State *s, int action) noexcept nogil:
    s.moving = FIGHTING
    s.from_place = place_of(action)


cdef inline bint next_place(State *s, const Rules *r) noexcept nogil:
    """Ask for it, or go there if there is only one. False: no battle is left."""
    cdef int32_t options[PLACES + 1]
    if list_battles(s, r, options) > 1:
        ask_active(s, BATTLE_NEXT)
    elif options[0] == NO:
        return False
    else:
        go_to_place(s, options[0])
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
    """Enemies not yet fought in the current place."""
    return units_at(s, s.from_place) & ~active_friends(s) & ~s.fought


cdef inline bint may_stop(const State *s) noexcept nogil:
    """Allowed after the first battle in a region that may stay quiet."""
    return s.fought and s.from_place < FIRST_SEA and (
        may_stay_quiet(s, active_friends(s)) >> s.from_place & 1)


cdef inline int attackers_of(const State *s, int place, int rivals) noexcept nogil:
    """The active kingdom and its friends there; whoever is friendly to both sides stays out."""
    cdef int friends = active_friends(s) & units_at(s, place), mask = 0, k
    for k in range(KINGDOMS):
        if friends >> k & 1 and friends_of(s, k) & rivals == 0:
            mask |= 1 << k
    return mask


cdef inline int list_rivals(const State *s, int32_t *out) noexcept nogil:
    cdef int n = may_stop(s)
    out[0] = NO
    return n + list_bits64(first_kingdoms(s, enemies_left(s)), KINGDOM, out + n)


# --- sallies and relief (R36.10, R36.11) ---

cdef inline int relief_of(const State *s, int kingdom, int place) noexcept nogil:
    """Armies of an attacker that came from outside: moved in, or in a hostile region."""
    if kingdom == active(s):
        return s.moved[place]
    if union_of(s.holds, friends_of(s, kingdom)) >> place & 1:
        return 0
    return s.armies[kingdom][place]


cdef inline int sallying(const State *s, int place, int attackers) noexcept nogil:
    """Attackers with armies that come out of the fortifications of a besieged region."""
    cdef int mask = 0, k
    if place < FIRST_SEA and is_inside(s, place, active_friends(s)):
        for k in range(KINGDOMS):
            if attackers >> k & 1 and s.armies[k][place] > relief_of(s, k, place):
                mask |= 1 << k
    return mask


cdef inline bint comes_from_both_sides(const State *s, int place, int attackers) noexcept nogil:
    """Both a relief and a garrison of a besieged region attack."""
    return place < FIRST_SEA and s.moved[place] and sallying(s, place, attackers)


cdef inline void begin_battle(State *s, int attackers) noexcept nogil:
    """Against `rivals`; all units there take part, those in `waiting` after the first clash.

    If that is the only clash, the waiting ones fight their own battle before this one ends.
    """
    if s.from_place < FIRST_SEA:
        s.moved[s.from_place] = 0
    s.moving = FIGHTING
    s.place = s.from_place
    s.attackers = attackers
    s.defenders = s.rivals
    take_field(s, NAMING_LEADERS)


cdef inline void fight_one_by_one(State *s, bint garrison_first) noexcept nogil:
    """The relief or the garrison waits for the second clash."""
    cdef int attackers = attackers_of(s, s.from_place, s.rivals), k, relief
    cdef int garrison = sallying(s, s.from_place, attackers)
    if garrison_first:
        s.sally = garrison
    else:
        s.late_sally = garrison
    for k in range(KINGDOMS):
        if attackers >> k & 1:
            relief = relief_of(s, k, s.from_place)
            s.waiting[k] = relief if garrison_first else s.armies[k][s.from_place] - relief
    begin_battle(s, attackers)


cdef inline void fight(State *s, int rivals) noexcept nogil:
    cdef int attackers = attackers_of(s, s.from_place, rivals)
    s.rivals = rivals
    s.fought |= rivals
    if comes_from_both_sides(s, s.from_place, attackers):
        s.moving = TWO_FORCES
    else:
        s.sally = sallying(s, s.from_place, attackers)
        begin_battle(s, attackers)


cdef inline void go_on_there(State *s) noexcept nogil:
    """Fight the next battle of the current place, or leave it."""
    cdef int enemies = enemies_left(s)
    if not units_at(s, s.from_place) >> active(s) & 1 or not enemies:
        leave_place(s)
    elif may_stop(s) or group_of(s, enemies) != enemies:
        ask_active(s, BATTLE_AGAINST)
    else:
        fight(s, enemies)


cdef inline bint resume_encounters(State *s, const Rules *r) noexcept nogil:
    """False: all battles are over."""
    if s.moving == TWO_FORCES:
        ask_active(s, FIRST_FORCE)
    elif s.moving == FIGHTING:
        go_on_there(s)
    else:
        return next_place(s, r)
    return True


cdef inline void decide_next(State *s, const Rules *r, int action) noexcept nogil:
    if action == NO:
        s.settled = r.all_regions
        s.settled_seas = ALL_SEAS
    else:
        go_to_place(s, action)


cdef inline void decide_rival(State *s, int action) noexcept nogil:
    if action == NO:
        leave_place(s)
    else:
        fight(s, group_with(s, enemies_left(s), action - KINGDOM))
