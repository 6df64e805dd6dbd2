"""Leaving the field: into fortifications before a clash, or to a neighbour after it."""
from libc.stdint cimport int32_t, uint64_t

from eminence.engines.blood_of_kings.board cimport (
    ask, fleets_of, friendly, friendly_regions, friends_of,
)
from eminence.engines.blood_of_kings.kingdom.realm cimport tidy_map
from eminence.engines.blood_of_kings.state cimport (
    COUNT, NO, PLACE, RETREAT, RETREATING, RETREAT_TO, ROLLING, SAILING_ALONG, WITHDRAW,
    WITHDRAWING, YES, State,
)
from eminence.engines.blood_of_kings.tables cimport (
    ATTACKERS, CATHEDRAL, DEFENDERS, FIRST_SEA, KINGDOMS, Rules,
)
from eminence.engines.blood_of_kings.war.forces cimport one_step
from eminence.engines.blood_of_kings.war.ransoms cimport leave_field
from eminence.engines.blood_of_kings.war.sides cimport (
    ask_next_side, at_sea, end_fight, region_holder, side_of, strength, units_here,
)
from eminence.engines.kit.bits cimport list_bits64, lowest_bit64


cdef inline int list_counts(int most, int32_t *out) noexcept nogil:
    cdef int n
    for n in range(most + 1):
        out[n] = COUNT + n
    return most + 1


# --- into the fortifications ---

cdef inline bint may_withdraw(const State *s, const Rules *r, int kingdom) noexcept nogil:
    """In a region friendly to these armies; not at sea, in assaults, or in cathedrals (Q24)."""
    cdef int holder = region_holder(s)
    return holder >= 0 and not s.assault and r.type[s.place] != CATHEDRAL and (
        s.force[kingdom] and friendly(s, kingdom, holder))


cdef inline void resume_withdrawing(State *s, const Rules *r) noexcept nogil:
    """Defenders, then attackers; those not before the first clash."""
    cdef int kingdoms = side_of(s, s.side)
    if s.leader[s.side]:
        while s.asked < KINGDOMS:
            if kingdoms >> s.asked & 1 and may_withdraw(s, r, s.asked):
                ask(s, s.leader[s.side] - 1, WITHDRAW)
                return
            s.asked += 1
    if strength(s, s.side) == 0 and not s.assault:
        # Nobody was beaten, so nobody pays (Q67).
        tidy_map(s, r)
        leave_field(s)
    elif s.side == DEFENDERS and s.clash:
        ask_next_side(s, WITHDRAWING, ATTACKERS)
    else:
        ask_next_side(s, ROLLING, ATTACKERS)


cdef inline void decide_withdraw(State *s, int n) noexcept nogil:
    s.force[s.asked] -= n
    s.asked += 1


# --- to a neighbour ---

cdef inline uint64_t refuges_of(const State *s, const Rules *r, int kingdom) noexcept nogil:
    """Where units of one kingdom could go: regions, or seas from bit 0 on."""
    if at_sea(s):
        return r.sea_borders[s.place - FIRST_SEA]
    return one_step(s, r, s.place, friends_of(s, kingdom)) & friendly_regions(s, kingdom)


cdef inline uint64_t common_refuges(const State *s, const Rules *r) noexcept nogil:
    """Where all that leave can go together; those who sallied go back inside instead."""
    cdef uint64_t refuges = ~<uint64_t>0
    cdef int k
    for k in range(KINGDOMS):
        if s.leaving[k] and not s.sally >> k & 1:
            refuges &= refuges_of(s, r, k)
    return refuges


cdef inline bint may_retreat(const State *s, const Rules *r, int kingdom) noexcept nogil:
    if s.force[kingdom] == 0:
        return False
    return s.sally >> kingdom & 1 or common_refuges(s, r) & refuges_of(s, r, kingdom)


cdef inline bint somebody_needs_refuge(const State *s) noexcept nogil:
    cdef int k
    for k in range(KINGDOMS):
        if s.leaving[k] and not s.sally >> k & 1:
            return True
    return False


cdef inline void resume_retreating(State *s, const Rules *r) noexcept nogil:
    """Attackers, then defenders; who assaults may call it off, who is assaulted stays."""
    cdef int kingdoms = side_of(s, s.side)
    if s.assault:
        ask(s, s.leader[ATTACKERS] - 1, RETREAT)
        return
    if s.leader[s.side]:
        while s.asked < KINGDOMS:
            if kingdoms >> s.asked & 1 and may_retreat(s, r, s.asked):
                ask(s, s.leader[s.side] - 1, RETREAT)
                return
            s.asked += 1
    if somebody_needs_refuge(s):
        seek_refuge(s, r, common_refuges(s, r))
    else:
        end_retreat(s, r)


cdef inline void seek_refuge(State *s, const Rules *r, uint64_t refuges) noexcept nogil:
    if refuges & (refuges - 1) and s.leader[s.side ^ 1]:
        ask(s, s.leader[s.side ^ 1] - 1, RETREAT_TO)
    else:
        retreat_to(s, r, lowest_bit64(refuges))


cdef inline void decide_retreat(State *s, const Rules *r, int action) noexcept nogil:
    if action == YES:
        end_fight(s, r, ATTACKERS)
    elif action == NO:
        next_clash(s)
    elif s.battle == SAILING_ALONG:
        sail_along(s, s.asked, action - COUNT)
        s.asked += 1
    else:
        s.leaving[s.asked] = action - COUNT
        s.asked += 1


cdef inline void retreat_to(State *s, const Rules *r, int refuge) noexcept nogil:
    """`refuge` is a region, or at sea the number of a sea."""
    cdef int k
    for k in range(KINGDOMS):
        if s.leaving[k] and not s.sally >> k & 1:
            units_here(s, k)[0] -= s.leaving[k]
            if at_sea(s):
                s.fleets[k][refuge] += s.leaving[k]
            else:
                s.armies[k][refuge] += s.leaving[k]
    if at_sea(s):
        s.battle = SAILING_ALONG
        s.refuge = refuge
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
    """A force that had to wait is there from the second clash on (R36.11)."""
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


cdef inline bint some_friend_leaves(const State *s, int kingdom) noexcept nogil:
    cdef int k
    for k in range(KINGDOMS):
        if s.leaving[k] and friendly(s, k, kingdom):
            return True
    return False


cdef inline void resume_sailing_along(State *s, const Rules *r) noexcept nogil:
    """Armies may go with fleets that retreat; those that would drown all do (Q11)."""
    cdef int sea = s.place - FIRST_SEA
    while s.asked < KINGDOMS:
        if s.armies[s.asked][s.place] and some_friend_leaves(s, s.asked):
            if fleets_of(s, friends_of(s, s.asked), sea):
                ask(s, s.leader[s.side] - 1, RETREAT)
                return
            sail_along(s, s.asked, s.armies[s.asked][s.place])
        s.asked += 1
    end_retreat(s, r)


# --- options ---

cdef inline int list_retreats(const State *s, int32_t *out) noexcept nogil:
    if s.assault:
        out[0] = NO
        out[1] = YES
        return 2
    if s.battle == SAILING_ALONG:
        return list_counts(s.armies[s.asked][s.place], out)
    return list_counts(s.force[s.asked], out)


cdef inline int list_refuges(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    return list_bits64(common_refuges(s, r), PLACE + (FIRST_SEA if at_sea(s) else 0), out)
