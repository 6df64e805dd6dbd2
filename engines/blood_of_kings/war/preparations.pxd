"""The Preparations card: raising armies and fleets, then battles and claims of seas.

Units are raised region by region in the map's order, in a port fleets before armies. So each way of
raising is offered only once.
"""
from libc.stdint cimport uint64_t

from eminence.engines.blood_of_kings.board cimport (
    army_tokens_left, bit, fleet_tokens_left, ruler_has,
)
from eminence.engines.blood_of_kings.state cimport NO, RAISE, RAISE_ARMY, RAISE_FLEET, State
from eminence.engines.blood_of_kings.tables cimport (
    ALL_KINGDOMS, CAPITOL, CATHEDRAL, ELITE_GUARD, MASSIVE_ARMADA, MERCENARY_COMPANIES, NOWHERE,
    TEMPLE_KNIGHTS, TOWN, Rules,
)
from eminence.engines.blood_of_kings.war.encounters cimport begin_encounters
from eminence.engines.blood_of_kings.war.forces cimport active, ask_active, union_of
from eminence.engines.kit.bits cimport lowest_bit64

cdef enum:                  # State.raised, of the current region: four counts of 4 bits
    PAID_ARMIES = 0
    PAID_FLEETS = 4
    FREE_ARMIES = 8
    FREE_FLEETS = 12
    A_COUNT = 15


cdef inline int raised_there(const State *s, int region, int what) noexcept nogil:
    """Units of a kind that the region has raised; only the current region has raised any."""
    return s.raised >> what & A_COUNT if region == s.from_place else 0


# --- what may be raised (R14.1, R14.2) ---

cdef inline int free_armies(const State *s, const Rules *r, int region) noexcept nogil:
    """Free armies by achievements that the region can still raise (R24.5, R24.16, R24.27)."""
    cdef int type = r.type[region], granted = 0, kingdom = active(s)
    cdef int armies = raised_there(s, region, PAID_ARMIES)
    cdef int fleets = raised_there(s, region, PAID_FLEETS)
    if type == CAPITOL and armies and ruler_has(s, kingdom, ELITE_GUARD):
        granted = r.elite_guard
    elif type == TOWN and armies + fleets and ruler_has(s, kingdom, MERCENARY_COMPANIES):
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
    """The kingdom's regions, beginning with the one that raised units last."""
    return s.holds[active(s)] & ~(bit(s.from_place) - 1)


cdef inline uint64_t army_regions(const State *s, const Rules *r) noexcept nogil:
    cdef uint64_t left = still_to_come(s) & ~union_of(s.sieges, ALL_KINGDOMS), found = 0
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
    """Free units are used before those that cost."""
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
    s.raised = 0
    begin_encounters(s, r, s.entered, s.settled_seas)


cdef inline void resume_raising(State *s, const Rules *r) noexcept nogil:
    if army_regions(s, r) or fleet_regions(s, r):
        ask_active(s, RAISE)
    else:
        end_raising(s, r)


cdef inline void decide_raise(State *s, const Rules *r, int action) noexcept nogil:
    if action == NO:
        end_raising(s, r)
    elif action >= RAISE_FLEET:
        raise_fleet(s, r, action - RAISE_FLEET)
    else:
        raise_army(s, r, action - RAISE_ARMY)
