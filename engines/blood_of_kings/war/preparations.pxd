"""The Preparations card: raising armies and fleets, then battles and claims of seas.

Units are raised region by region in the map's order, in a port the fleets before the armies:
so each way of raising is offered once only.
"""
from libc.stdint cimport int32_t, uint64_t

from eminence.engines.blood_of_kings.board cimport (
    army_tokens_left, ask, bit, fleet_tokens_left, friends_of, ruler_has,
)
from eminence.engines.blood_of_kings.state cimport (
    NO, RAISE, RAISE_ARMY, RAISE_FLEET, START_STAGE, State,
)
from eminence.engines.blood_of_kings.tables cimport (
    ALL_KINGDOMS, CAPITOL, CATHEDRAL, ELITE_GUARD, MASSIVE_ARMADA, MERCENARY_COMPANIES, NOWHERE,
    SEAS, TEMPLE_KNIGHTS, TOWN, Rules,
)
from eminence.engines.blood_of_kings.war.encounters cimport begin_encounters
from eminence.engines.blood_of_kings.war.expansion cimport resume_war
from eminence.engines.blood_of_kings.war.forces cimport active, armies_at, besieged_by, fleets_at
from eminence.engines.kit.bits cimport list_bits64, lowest_bit64

cdef enum:                  # State.raised, of the region at hand: four counts of 4 bits
    PAID_ARMIES = 0
    PAID_FLEETS = 4
    FREE_ARMIES = 8
    FREE_FLEETS = 12
    A_COUNT = 15


cdef inline int raised_there(const State *s, int region, int what) noexcept nogil:
    """By a region at hand or still to come."""
    return s.raised >> what & A_COUNT if region == s.from_place else 0


# --- what may be raised (R14.1, R14.2) ---

cdef inline int free_armies(const State *s, const Rules *r, int region) noexcept nogil:
    """Those of achievements that the region still gives (R24.5, R24.16, R24.27)."""
    cdef int type = r.type[region], granted = 0, kingdom = active(s)
    cdef int paid = raised_there(s, region, PAID_ARMIES)
    if type == CAPITOL:
        if paid and ruler_has(s, kingdom, ELITE_GUARD):
            granted = r.elite_guard
    elif type == TOWN:
        if (paid or raised_there(s, region, PAID_FLEETS)) and (
            ruler_has(s, kingdom, MERCENARY_COMPANIES)
        ):
            granted = r.mercenary_armies
    elif type == CATHEDRAL and ruler_has(s, kingdom, TEMPLE_KNIGHTS):
        granted = r.temple_armies
    return granted - raised_there(s, region, FREE_ARMIES)


cdef inline int free_fleets(const State *s, const Rules *r, int region) noexcept nogil:
    """Those of the Massive Armada, beyond the limits (R24.15)."""
    if not ruler_has(s, active(s), MASSIVE_ARMADA):
        return 0
    return r.armada_fleets - raised_there(s, region, FREE_FLEETS)


cdef inline bint can_pay(const State *s, const Rules *r, int region) noexcept nogil:
    """Whether the region raises one more unit for Crowns."""
    cdef int paid = raised_there(s, region, PAID_ARMIES) + raised_there(s, region, PAID_FLEETS)
    return paid < r.raises[r.type[region]] and s.crowns[active(s)] >= r.unit_price


cdef inline uint64_t still_to_come(const State *s) noexcept nogil:
    """The kingdom's regions from the one on that raised units last."""
    return s.holds[active(s)] & ~(bit(s.from_place) - 1)


cdef inline uint64_t army_regions(const State *s, const Rules *r) noexcept nogil:
    cdef uint64_t left = still_to_come(s) & ~besieged_by(s, ALL_KINGDOMS), found = 0
    cdef int region
    if army_tokens_left(s, r, active(s)) <= 0:
        return 0
    while left:
        region = lowest_bit64(left)
        if can_pay(s, r, region) or free_armies(s, r, region) > 0:
            found |= left & -left
        left &= left - 1
    return found


cdef inline uint64_t fleet_regions(const State *s, const Rules *r) noexcept nogil:
    """A besieged port raises fleets too (Q22)."""
    cdef uint64_t left = still_to_come(s), found = 0
    cdef int region
    if fleet_tokens_left(s, r, active(s)) <= 0:
        return 0
    while left:
        region = lowest_bit64(left)
        if r.port[region] != NOWHERE and not s.entered >> region & 1:
            if can_pay(s, r, region) or free_fleets(s, r, region) > 0:
                found |= left & -left
        left &= left - 1
    return found


# --- raising ---

cdef inline void note_raised(
    State *s, const Rules *r, int region, int paid_kind, int free_kind, int free
) noexcept nogil:
    """A free unit is taken before one that costs."""
    if region != s.from_place:
        s.from_place = region
        s.raised = 0
    if free > 0:
        s.raised += 1 << free_kind
    else:
        s.crowns[active(s)] -= r.unit_price
        s.raised += 1 << paid_kind


cdef inline void raise_army(State *s, const Rules *r, int region) noexcept nogil:
    note_raised(s, r, region, PAID_ARMIES, FREE_ARMIES, free_armies(s, r, region))
    s.armies[active(s)][region] += 1
    s.entered |= bit(region)


cdef inline void raise_fleet(State *s, const Rules *r, int region) noexcept nogil:
    note_raised(s, r, region, PAID_FLEETS, FREE_FLEETS, free_fleets(s, r, region))
    s.fleets[active(s)][r.port[region]] += 1
    s.settled_seas |= 1 << r.port[region]


cdef inline void end_raising(State *s, const Rules *r) noexcept nogil:
    """New units fight where enemies are (R14.6)."""
    cdef int hostile = ALL_KINGDOMS & ~friends_of(s, active(s)), seas = 0, sea
    cdef uint64_t left = s.entered, regions = 0
    while left:
        if armies_at(s, lowest_bit64(left)) & hostile:
            regions |= left & -left
        left &= left - 1
    for sea in range(SEAS):
        if s.settled_seas >> sea & 1 and fleets_at(s, sea) & hostile:
            seas |= 1 << sea
    s.raised = 0
    begin_encounters(s, r, regions, seas)


cdef inline void resume_preparations(State *s, const Rules *r) noexcept nogil:
    if s.stage != START_STAGE:
        resume_war(s, r)
    elif army_regions(s, r) or fleet_regions(s, r):
        ask(s, s.ruler[active(s)] - 1, RAISE)
    else:
        end_raising(s, r)


cdef inline int list_preparations(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    cdef int n = 1
    out[0] = NO
    n += list_bits64(army_regions(s, r), RAISE_ARMY, out + n)
    return n + list_bits64(fleet_regions(s, r), RAISE_FLEET, out + n)


cdef inline void decide_preparations(State *s, const Rules *r, int action) noexcept nogil:
    if action == NO:
        end_raising(s, r)
    elif action >= RAISE_FLEET:
        raise_fleet(s, r, action - RAISE_FLEET)
    else:
        raise_army(s, r, action - RAISE_ARMY)
