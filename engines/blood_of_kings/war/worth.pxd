"""Scores of raising, moving and fighting."""
from libc.stdint cimport uint64_t

from eminence.engines.blood_of_kings.board cimport bit, friendly_regions
from eminence.engines.blood_of_kings.kingdom.worth cimport armies_on_map
from eminence.engines.blood_of_kings.state cimport (
    ASSAULT, BATTLE_NEXT, CARRY, CLAIM_SEA, COUNT, FLEETS, MOVE_COUNT, MOVE_FROM, MOVE_TO, NO,
    PLACE, PLACE_SIEGE, RAISE, RAISE_ARMY, RAISE_FLEET, RANSOM, RETREAT, SIEGE_ROLL, WITHDRAW, YES,
    State,
)
from eminence.engines.blood_of_kings.tables cimport (
    ATTACKERS, DEFENDERS, EXPANSION, FIRST_SEA, KINGDOMS, PLACES, SEAS, Rules,
)
from eminence.engines.blood_of_kings.war.odds cimport win_chance
from eminence.engines.blood_of_kings.war.sides cimport strength
from eminence.engines.blood_of_kings.worth cimport best_target, defence, prize, targets_of
from eminence.engines.kit.counts cimport total


cdef inline double score_raise(
    const State *s, const Rules *r, int kingdom, int action
) noexcept nogil:
    cdef int region = action - RAISE_ARMY
    if action == NO:
        return 0.3 if s.in_hand[kingdom][EXPANSION] else 0.5
    if action >= RAISE_FLEET:
        return 0.1 if total(s.fleets[kingdom], SEAS) or s.flags_left[kingdom] <= 1 else 0.35
    if armies_on_map(s, kingdom) >= 9:
        return 0.2
    return 0.4 + 0.2 * min(1.0, best_target(
        s, r, kingdom, region, s.armies[kingdom][region] + 2, targets_of(s, r, kingdom)))


cdef inline double worth_going(
    const State *s, const Rules *r, int kingdom, int region, int armies
) noexcept nogil:
    """What so many more armies in the region would be worth."""
    cdef uint64_t targets = targets_of(s, r, kingdom)
    cdef int there = s.armies[kingdom][region]
    if targets >> region & 1:
        return 0.35 + 0.3 * min(2.0, prize(s, r, region)) * (
            win_chance(r, armies + there, defence(s, r, kingdom, region))
            - win_chance(r, there, defence(s, r, kingdom, region)))
    if friendly_regions(s, kingdom) >> region & 1:
        return 0.2 + 0.15 * min(1.0, best_target(s, r, kingdom, region, armies + there, targets))
    return 0.1


cdef inline double score_from(
    const State *s, const Rules *r, int kingdom, int action
) noexcept nogil:
    cdef int place = action - PLACE, armies
    cdef uint64_t targets
    if action == NO:
        return 0.4
    if action >= FLEETS:
        return 0.1
    if place >= FIRST_SEA:
        return 0.45
    targets = targets_of(s, r, kingdom)
    armies = s.armies[kingdom][place] - s.moved[place]
    if targets >> place & 1:
        return 0.15
    if r.roads[place] & targets:
        targets &= ~bit(place)
        return 0.3 + 0.5 * min(1.0, best_target(s, r, kingdom, place, armies, targets))
    return 0.42


cdef inline int needed(const State *s, const Rules *r, int kingdom, int region) noexcept nogil:
    """Enough armies to win an assault fairly surely."""
    cdef int against = defence(s, r, kingdom, region)
    return max(1, against + (against + 1) / 2 + 1 - s.armies[kingdom][region])


cdef inline double score_count(
    const State *s, const Rules *r, int kingdom, int count
) noexcept nogil:
    """As many as a target needs, otherwise all."""
    cdef int wanted = 63
    if s.to_place < FIRST_SEA and targets_of(s, r, kingdom) >> s.to_place & 1:
        wanted = needed(s, r, kingdom, s.to_place)
    return 0.9 - 0.05 * (wanted - count) if count <= wanted else 0.85 - 0.03 * (count - wanted)


cdef inline double score_fight(const State *s, const Rules *r, int action) noexcept nogil:
    """Withdraw or retreat when the odds of the side that the mover leads are bad."""
    cdef int attackers = strength(s, ATTACKERS), defenders = strength(s, DEFENDERS)
    cdef int leave = action - COUNT if action >= COUNT else action == YES
    cdef double odds = win_chance(r, attackers, defenders)
    if s.leader[DEFENDERS] == s.head.player + 1:
        odds = win_chance(r, defenders, attackers)
    return 0.5 + (0.05 if odds < 0.35 else -0.05) * min(leave, 9)


cdef inline double score_war(
    const State *s, const Rules *r, const double *w, int action
) noexcept nogil:
    cdef int kingdom = s.order[s.acting % KINGDOMS], step = s.step, region = action - PLACE
    if step == RAISE:
        return score_raise(s, r, kingdom, action)
    if step == MOVE_FROM:
        return score_from(s, r, kingdom, action)
    if step == MOVE_TO:
        if region >= FIRST_SEA:
            return 0.1
        return worth_going(
            s, r, kingdom, region,
            s.armies[kingdom][s.from_place] if s.from_place < PLACES else 1)
    if step == MOVE_COUNT:
        return score_count(s, r, kingdom, action - COUNT)
    if step == CARRY:
        return 0.3 + 0.05 * min(10, action - COUNT)
    if step == WITHDRAW or step == RETREAT:
        return score_fight(s, r, action)
    if step == ASSAULT:
        if action == NO:
            return 0.5
        return 0.1 + 0.8 * win_chance(
            r, s.armies[kingdom][region], defence(s, r, kingdom, region))
    if step == BATTLE_NEXT:
        return 0.45 if action == NO else 0.5
    if step == RANSOM:
        return 0.5 + (0.04 if action == YES else -0.04) * (8 - s.ransom)
    if step == SIEGE_ROLL or step == PLACE_SIEGE:
        return 0.3 if action == NO else 0.6
    if step == CLAIM_SEA:
        if action == NO:
            return 0.4
        return (0.3 if s.flags_left[kingdom] < 2 else 0.6) + 0.02 * r.sea_income[region - FIRST_SEA]
    return 0.5
