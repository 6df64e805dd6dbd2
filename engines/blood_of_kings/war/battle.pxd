"""Battles on land and at sea, and assaults: clash by clash, to the ransom.

Beginning, going on, and what each step may be answered with; `sides.pxd` says what the parts
share.
"""
from libc.stdint cimport int32_t
from libc.string cimport memset

from eminence.engines.blood_of_kings.board cimport friends_of
from eminence.engines.blood_of_kings.state cimport (
    CASUALTY, COMPARING, CONQUERING, COUNT, KINGDOM, LEADER_VOTE, LOSING_UNITS, NAMING_LEADERS, NO,
    PAYING, PLACE, RANSOM, RETREAT, RETREATING, RETREAT_TO, ROLLING, SAILING_ALONG, SEAT, WITHDRAW,
    WITHDRAWING, YES, State,
)
from eminence.engines.blood_of_kings.tables cimport ATTACKERS, FIRST_SEA, KINGDOMS, Rules
from eminence.engines.blood_of_kings.war.clashes cimport (
    list_casualties, lose_one, resume_comparing, resume_losing, resume_rolling,
)
from eminence.engines.blood_of_kings.war.leaders cimport decide_vote, list_votes, resume_naming
from eminence.engines.blood_of_kings.war.levies cimport levies_against
from eminence.engines.blood_of_kings.war.ransoms cimport (
    decide_ransom, give_crowns, list_winners, resume_conquering, resume_giving, resume_paying,
    take_field,
)
from eminence.engines.blood_of_kings.war.retreats cimport (
    decide_retreat, decide_withdraw, list_counts, list_refuges, list_retreats, resume_retreating,
    resume_sailing_along, resume_withdrawing, retreat_to,
)
from eminence.engines.blood_of_kings.war.sides cimport (
    NOBODY_WAITS, SALLY_WAITS, active_kingdom, ask_next_side, at_sea, region_holder,
)


# --- beginning ---

cdef inline void begin_battle(
    State *s, const Rules *r, int place, int attackers, int defenders, int waiting
) noexcept nogil:
    """The active kingdom's side attacks. Masks of kingdoms; all their units there take part.

    `s.sally` is the mask of those who come out of the fortifications. If `waiting` is
    RELIEF_WAITS or SALLY_WAITS, the caller has put into `s.waiting` how many units of each
    attacker join after the first clash; should that be the only one, they fight their own battle
    before `s.battle` is 0 again.
    """
    if waiting == NOBODY_WAITS:
        memset(s.waiting, 0, sizeof(s.waiting))
    elif waiting == SALLY_WAITS:
        s.late_sally = s.sally
        s.sally = 0
    s.place = place
    s.attackers = attackers
    s.defenders = defenders
    take_field(s)


cdef inline void begin_assault(State *s, const Rules *r, int region) noexcept nogil:
    """Only the active kingdom attacks; all armies friendly to the region defend (Q33)."""
    cdef int attacker = active_kingdom(s), holder, k
    s.place = region
    s.assault = 1
    s.attackers = 1 << attacker
    s.force[attacker] = s.armies[attacker][region]
    s.leader[ATTACKERS] = s.ruler[attacker]
    holder = region_holder(s)
    s.levies = levies_against(s, r, region, holder, attacker)
    if holder >= 0:
        s.defenders = friends_of(s, holder) & ~s.attackers
    for k in range(KINGDOMS):
        if s.defenders >> k & 1:
            s.force[k] = s.armies[k][region]
            if s.force[k] == 0 and k != holder:
                s.defenders &= ~(1 << k)
    ask_next_side(s, ROLLING, ATTACKERS)


# --- going on ---

cdef inline void resume_battle(State *s, const Rules *r) noexcept nogil:
    if s.battle == NAMING_LEADERS:
        resume_naming(s, r)
    elif s.battle == WITHDRAWING:
        resume_withdrawing(s, r)
    elif s.battle == ROLLING:
        resume_rolling(s, r)
    elif s.battle == LOSING_UNITS:
        resume_losing(s, r)
    elif s.battle == COMPARING:
        resume_comparing(s, r)
    elif s.battle == RETREATING:
        resume_retreating(s, r)
    elif s.battle == SAILING_ALONG:
        resume_sailing_along(s, r)
    elif s.battle == CONQUERING:
        resume_conquering(s, r)
    elif s.battle == PAYING:
        resume_paying(s, r)
    else:
        resume_giving(s)


cdef inline int list_battle(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    if s.step == LEADER_VOTE:
        return list_votes(s, out)
    if s.step == WITHDRAW:
        return list_counts(s.force[s.asked], out)
    if s.step == CASUALTY:
        return list_casualties(s, out)
    if s.step == RETREAT:
        return list_retreats(s, out)
    if s.step == RETREAT_TO:
        return list_refuges(s, r, out)
    if s.step == RANSOM:
        out[0] = NO
        out[1] = YES
        return 2
    return list_winners(s, out)


cdef inline void decide_battle(
    State *s, const Rules *r, int step, int seat, int action
) noexcept nogil:
    if step == LEADER_VOTE:
        decide_vote(s, action - SEAT)
    elif step == WITHDRAW:
        decide_withdraw(s, action - COUNT)
    elif step == CASUALTY:
        lose_one(s, action - KINGDOM)
    elif step == RETREAT:
        decide_retreat(s, r, action)
    elif step == RETREAT_TO:
        retreat_to(s, r, action - PLACE - (FIRST_SEA if at_sea(s) else 0))
    elif step == RANSOM:
        decide_ransom(s, r, action)
    else:
        give_crowns(s, action - KINGDOM, 1)
