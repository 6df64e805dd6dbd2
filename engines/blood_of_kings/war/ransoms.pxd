"""What the end of a battle or assault brings: conquest, then ransom for those who were lost."""
from libc.stdint cimport int32_t, uint8_t
from libc.string cimport memset

from eminence.engines.blood_of_kings.board cimport ask, bit, gain_crowns
from eminence.engines.blood_of_kings.glory cimport move_glory
from eminence.engines.blood_of_kings.kingdom.realm cimport conquer, conquer_capitol
from eminence.engines.blood_of_kings.state cimport (
    GIVING, KINGDOM, NAMING_LEADERS, PAYING, RANSOM, RANSOM_TO, YES, State,
)
from eminence.engines.blood_of_kings.tables cimport (
    ATTACKERS, CAPITOL, DEFENDERS, KINGDOMS, TO_OTHERS, Rules,
)
from eminence.engines.blood_of_kings.war.sides cimport (
    active_kingdom, ask_next_side, at_sea, fighting, region_holder, side_of, units_here,
)
from eminence.engines.kit.bits cimport list_bits, lowest_bit64


# --- the field ---

cdef inline int waiting_kingdoms(const State *s) noexcept nogil:
    cdef int mask = 0, k
    for k in range(KINGDOMS):
        mask |= (s.waiting[k] > 0) << k
    return mask


cdef inline void take_field(State *s) noexcept nogil:
    """All units of both sides fight, but for those that wait; leaders are named first."""
    cdef int kingdoms = s.attackers | s.defenders, k
    for k in range(KINGDOMS):
        if kingdoms >> k & 1:
            s.force[k] = units_here(s, k)[0] - s.waiting[k]
    ask_next_side(s, NAMING_LEADERS, ATTACKERS)


cdef inline void clear_field(State *s) noexcept nogil:
    s.battle = s.place = s.assault = s.sally = s.late_sally = s.clash = 0
    s.attackers = s.defenders = s.levies = s.vote = s.casualties = 0
    s.side = s.asked = s.refuge = s.ransom = s.leader[0] = s.leader[1] = 0
    memset(s.force, 0, sizeof(s.force))
    memset(s.waiting, 0, sizeof(s.waiting))
    memset(s.lost, 0, sizeof(s.lost))
    memset(s.leaving, 0, sizeof(s.leaving))


cdef inline void leave_field(State *s) noexcept nogil:
    """A force that came too late for the first clash, the only one, fights alone (R36.11)."""
    cdef int late = waiting_kingdoms(s), place = s.place, late_sally = s.late_sally
    cdef int left = 0, k
    cdef uint8_t waiting[KINGDOMS]
    for k in range(KINGDOMS):
        waiting[k] = s.waiting[k]
        if s.defenders >> k & 1 and units_here(s, k)[0]:
            left |= 1 << k
    clear_field(s)
    if late and left:
        s.place = place
        s.attackers = late
        s.defenders = left
        s.sally = late_sally
        take_field(s)
        for k in range(KINGDOMS):
            if late >> k & 1:
                s.force[k] = waiting[k]


# --- conquest ---

cdef inline void resume_conquering(State *s, const Rules *r) noexcept nogil:
    """The region falls, and with it the siege, even where no flag can be raised (Q28)."""
    cdef int kingdom = active_kingdom(s)
    ask_next_side(s, PAYING, DEFENDERS)
    s.sieges[kingdom] &= ~bit(s.place)
    if r.type[s.place] == CAPITOL:
        conquer_capitol(s, r, kingdom, s.place)
    else:
        conquer(s, r, kingdom, s.place)


# --- ransom ---

cdef inline int winners(const State *s) noexcept nogil:
    """Mask of the kingdoms that can be paid: with armies left, or the lord of levies."""
    cdef int kingdoms = fighting(s, s.side ^ 1), holder
    if kingdoms == 0 and s.assault:
        holder = region_holder(s)
        if holder >= 0:
            kingdoms = 1 << holder
    return kingdoms


cdef inline bint owes_ransom(const State *s, int kingdom) noexcept nogil:
    """Not at sea, not in Chaos, and not what has come under the winner's rule itself."""
    return side_of(s, s.side) >> kingdom & 1 and s.lost[kingdom] and not at_sea(s) and (
        s.ruler[kingdom] and s.ruler[kingdom] != s.leader[s.side ^ 1])


cdef inline void refuse_ransom(State *s, const Rules *r, int kingdom) noexcept nogil:
    s.ransom = 0
    s.asked += 1
    move_glory(s, -1, s.ruler[kingdom] - 1, r.ransom_glory, TO_OTHERS)


cdef inline void give_crowns(State *s, int kingdom, int n) noexcept nogil:
    gain_crowns(s, kingdom, n)
    s.ransom -= n


cdef inline void resume_giving(State *s) noexcept nogil:
    """The payer chooses among several winners; an independent region's goes to the bank."""
    cdef int kingdoms = winners(s)
    if kingdoms == 0:
        s.ransom = 0
    if s.ransom == 0:
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
        refuse_ransom(s, r, s.asked)
    else:
        ask(s, s.ruler[s.asked] - 1, RANSOM)


cdef inline void decide_ransom(State *s, const Rules *r, int action) noexcept nogil:
    if action == YES:
        s.crowns[s.asked] -= s.ransom
        s.battle = GIVING
    else:
        refuse_ransom(s, r, s.asked)


cdef inline int list_winners(const State *s, int32_t *out) noexcept nogil:
    cdef int n = list_bits(winners(s), out), i
    for i in range(n):
        out[i] += KINGDOM
    return n
