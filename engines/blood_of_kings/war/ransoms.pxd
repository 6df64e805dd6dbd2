"""What the end of a battle or assault brings: conquest, then ransom for those who were lost."""
from libc.stdint cimport uint8_t
from libc.string cimport memcpy, memset

from eminence.engines.blood_of_kings.board cimport ask, gain_crowns
from eminence.engines.blood_of_kings.glory cimport move_glory
from eminence.engines.blood_of_kings.kingdom.realm cimport take_region
from eminence.engines.blood_of_kings.state cimport (
    GIVING, NAMING_LEADERS, NO, PAYING, RANSOM, RANSOM_TO, YES, State,
)
from eminence.engines.blood_of_kings.tables cimport DEFENDERS, KINGDOMS, TO_OTHERS, Rules
from eminence.engines.blood_of_kings.war.forces cimport active, units_at
from eminence.engines.blood_of_kings.war.sides cimport (
    ask_next_side, at_sea, fighting, lord_here, side_of, take_field,
)
from eminence.engines.kit.bits cimport lowest_bit64
from eminence.engines.kit.counts cimport kinds_in


# --- the field ---

cdef inline void clear_field(State *s) noexcept nogil:
    """Wipe the block of the state that a battle uses."""
    memset(&s.battle, 0, <size_t>(&s.ransom - &s.battle) + 1)


cdef inline void leave_field(State *s) noexcept nogil:
    """A force still waiting after the first and only clash fights a battle alone (R36.11)."""
    cdef int late = kinds_in(s.waiting, KINGDOMS), left = s.defenders & units_at(s, s.place)
    cdef int place = s.place, late_sally = s.late_sally, k
    cdef uint8_t waiting[KINGDOMS]
    memcpy(waiting, s.waiting, sizeof(waiting))
    clear_field(s)
    if late and left:
        s.place = place
        s.attackers = late
        s.defenders = left
        s.sally = late_sally
        take_field(s, NAMING_LEADERS)
        for k in range(KINGDOMS):
            if late >> k & 1:
                s.force[k] = waiting[k]


cdef inline void resume_conquering(State *s, const Rules *r) noexcept nogil:
    ask_next_side(s, PAYING, DEFENDERS)
    take_region(s, r, active(s), s.place)


# --- ransom ---

cdef inline int winners(const State *s) noexcept nogil:
    """Mask of the kingdoms that can be paid: with armies left, or the lord of levies."""
    return fighting(s, s.side ^ 1) or (lord_here(s) if s.assault else 0)


cdef inline bint owes_ransom(const State *s, int kingdom) noexcept nogil:
    """Not at sea, not in Chaos, and not if the winner rules the kingdom by now."""
    return side_of(s, s.side) >> kingdom & 1 and s.lost[kingdom] and not at_sea(s) and (
        s.ruler[kingdom] and s.ruler[kingdom] != s.leader[s.side ^ 1])


cdef inline void give_crowns(State *s, int kingdom, int n) noexcept nogil:
    gain_crowns(s, kingdom, n)
    s.ransom -= n


cdef inline void resume_giving(State *s) noexcept nogil:
    """The payer chooses among several winners; what an independent region wins goes to the bank."""
    cdef int kingdoms = winners(s)
    if kingdoms == 0 or s.ransom == 0:
        s.ransom = 0
        s.battle = PAYING
        s.asked += 1
    elif kingdoms & (kingdoms - 1):
        ask(s, s.ruler[s.asked] - 1, RANSOM_TO)
    else:
        give_crowns(s, lowest_bit64(kingdoms), s.ransom)


cdef inline void resume_paying(State *s, const Rules *r) noexcept nogil:
    while s.asked < KINGDOMS and not owes_ransom(s, s.asked):
        s.asked += 1
    if s.asked == KINGDOMS:
        leave_field(s)
        return
    s.ransom = s.lost[s.asked]
    if s.crowns[s.asked] < s.ransom:
        decide_ransom(s, r, NO)
    else:
        ask(s, s.ruler[s.asked] - 1, RANSOM)


cdef inline void decide_ransom(State *s, const Rules *r, int action) noexcept nogil:
    """A seat that does not pay loses Glory instead."""
    if action == YES:
        s.crowns[s.asked] -= s.ransom
        s.battle = GIVING
    else:
        move_glory(s, -1, s.ruler[s.asked] - 1, r.ransom_glory, TO_OTHERS)
        s.ransom = 0
        s.asked += 1
