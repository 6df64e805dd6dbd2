"""Leaving the field: into fortifications before a clash, or to a neighbour after it."""
from libc.stdint cimport uint64_t

from eminence.engines.blood_of_kings.board cimport (
    ask, controller, fleets_of, friendly_regions, friends_of,
)
from eminence.engines.blood_of_kings.kingdom.realm cimport tidy_map
from eminence.engines.blood_of_kings.state cimport (
    COUNT, NO, RETREAT, RETREATING, RETREAT_TO, ROLLING, SAILING_ALONG, WITHDRAW, WITHDRAWING, YES,
    State,
)
from eminence.engines.blood_of_kings.tables cimport (
    ATTACKERS, CATHEDRAL, DEFENDERS, FIRST_SEA, KINGDOMS, Rules,
)
from eminence.engines.blood_of_kings.war.forces cimport one_step
from eminence.engines.blood_of_kings.war.ransoms cimport leave_field
from eminence.engines.blood_of_kings.war.sides cimport (
    ask_next_side, at_sea, end_fight, fighting, strength, units_in,
)
from eminence.engines.kit.bits cimport lowest_bit64
from eminence.engines.kit.counts cimport kinds_in


cdef inline bint ask_leader(State *s, int kingdoms, int step) noexcept nogil:
    """Ask the side's leader about the next of these kingdoms. False: none is left."""
    if s.leader[s.side] == 0:
        return False
    while s.asked < KINGDOMS and not kingdoms >> s.asked & 1:
        s.asked += 1
    if s.asked == KINGDOMS:
        return False
    ask(s, s.leader[s.side] - 1, step)
    return True


# --- into the fortifications ---

cdef inline int may_withdraw(const State *s, const Rules *r) noexcept nogil:
    """Mask of the kingdoms of the side asked that are friendly to the region.

    Not at sea, in assaults, or in cathedrals (Q24).
    """
    cdef int holder
    if s.assault or at_sea(s) or r.type[s.place] == CATHEDRAL:
        return 0
    holder = controller(s, s.place)
    return fighting(s, s.side) & friends_of(s, holder) if holder >= 0 else 0


cdef inline void resume_withdrawing(State *s, const Rules *r) noexcept nogil:
    """First the defenders; then the attackers, but not before the first clash."""
    if ask_leader(s, may_withdraw(s, r), WITHDRAW):
        return
    if strength(s, s.side) == 0 and not s.assault:
        # Nobody was beaten, so nobody pays (Q67).
        tidy_map(s, r)
        leave_field(s)
    else:
        ask_next_side(s, WITHDRAWING if s.side == DEFENDERS and s.clash else ROLLING, ATTACKERS)


# --- to a neighbour ---

cdef inline uint64_t refuges_of(const State *s, const Rules *r, int kingdom) noexcept nogil:
    """Where units of one kingdom could go: regions, or seas from bit 0 on."""
    if at_sea(s):
        return r.sea_borders[s.place - FIRST_SEA]
    return one_step(s, r, s.place, friends_of(s, kingdom)) & friendly_regions(s, kingdom)


cdef inline int seeking_refuge(const State *s) noexcept nogil:
    """Mask of the kingdoms that leave; those who sallied go back inside instead."""
    return kinds_in(s.leaving, KINGDOMS) & ~s.sally


cdef inline uint64_t common_refuges(const State *s, const Rules *r) noexcept nogil:
    """Where all that leave can go together."""
    cdef uint64_t refuges = ~<uint64_t>0
    cdef int kingdoms = seeking_refuge(s), k
    for k in range(KINGDOMS):
        if kingdoms >> k & 1:
            refuges &= refuges_of(s, r, k)
    return refuges


cdef inline int may_retreat(const State *s, const Rules *r) noexcept nogil:
    """Mask of the kingdoms of the side asked that have somewhere to go."""
    cdef int kingdoms = fighting(s, s.side), mask = kingdoms & s.sally, k
    cdef uint64_t refuges = common_refuges(s, r)
    for k in range(KINGDOMS):
        if kingdoms >> k & 1 and refuges & refuges_of(s, r, k):
            mask |= 1 << k
    return mask


cdef inline void resume_retreating(State *s, const Rules *r) noexcept nogil:
    """Attackers, then defenders; an assault may be called off, but its defenders stay.

    The enemy's leader chooses the destination.
    """
    cdef uint64_t refuges
    cdef int chooser = s.leader[s.side ^ 1]
    if s.assault:
        ask(s, s.leader[ATTACKERS] - 1, RETREAT)
    elif ask_leader(s, may_retreat(s, r), RETREAT):
        return
    elif seeking_refuge(s) == 0:
        end_retreat(s, r)
    else:
        refuges = common_refuges(s, r)
        if refuges & (refuges - 1) and chooser:
            ask(s, chooser - 1, RETREAT_TO)
        else:
            retreat_to(s, r, lowest_bit64(refuges) + (FIRST_SEA if at_sea(s) else 0))


cdef inline void decide_retreat(State *s, const Rules *r, int action) noexcept nogil:
    if action == YES:
        end_fight(s, r, ATTACKERS)
    elif action == NO:
        next_clash(s)
    else:
        if s.battle == SAILING_ALONG:
            sail_along(s, s.asked, action - COUNT)
        else:
            s.leaving[s.asked] = action - COUNT
        s.asked += 1


cdef inline void retreat_to(State *s, const Rules *r, int refuge) noexcept nogil:
    cdef int kingdoms = seeking_refuge(s), k
    for k in range(KINGDOMS):
        if kingdoms >> k & 1:
            units_in(s, k, s.place)[0] -= s.leaving[k]
            units_in(s, k, refuge)[0] += s.leaving[k]
    if at_sea(s):
        s.battle = SAILING_ALONG
        s.refuge = refuge - FIRST_SEA
        s.asked = 0
    else:
        end_retreat(s, r)


cdef inline void end_retreat(State *s, const Rules *r) noexcept nogil:
    cdef int k
    for k in range(KINGDOMS):
        s.force[k] -= s.leaving[k]
        s.leaving[k] = 0
    s.refuge = 0
    if strength(s, s.side) == 0:
        end_fight(s, r, s.side)
    elif s.side == ATTACKERS:
        ask_next_side(s, RETREATING, DEFENDERS)
    else:
        next_clash(s)


cdef inline void next_clash(State *s) noexcept nogil:
    """A force that had to wait joins from the second clash on (R36.11)."""
    cdef int k
    s.clash = 1
    s.sally |= s.late_sally
    s.late_sally = 0
    for k in range(KINGDOMS):
        s.force[k] += s.waiting[k]
        s.waiting[k] = 0
    ask_next_side(s, WITHDRAWING, DEFENDERS)


# --- armies aboard ---

cdef inline void sail_along(State *s, int kingdom, int n) noexcept nogil:
    s.armies[kingdom][s.place] -= n
    s.armies[kingdom][FIRST_SEA + s.refuge] += n


cdef inline bint may_sail_along(const State *s, int kingdom) noexcept nogil:
    """Whether the kingdom has armies aboard while a friend's fleets leave."""
    return s.armies[kingdom][s.place] and friends_of(s, kingdom) & kinds_in(s.leaving, KINGDOMS)


cdef inline void resume_sailing_along(State *s, const Rules *r) noexcept nogil:
    """Armies aboard may go with retreating fleets; those that would drown must go (Q11)."""
    while s.asked < KINGDOMS:
        if may_sail_along(s, s.asked):
            if fleets_of(s, friends_of(s, s.asked), s.place - FIRST_SEA):
                ask(s, s.leader[s.side] - 1, RETREAT)
                return
            sail_along(s, s.asked, s.armies[s.asked][s.place])
        s.asked += 1
    end_retreat(s, r)
