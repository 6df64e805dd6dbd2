"""What `check` asks of a battle or assault under way, and of the step pending in it."""
from libc.stdint cimport uint64_t

from eminence.cython_ext.game cimport CHANCE, Problem, refuse
from eminence.engines.blood_of_kings.board cimport fleets_of, friendly, friends_of, seat_after
from eminence.engines.blood_of_kings.state cimport (
    BAD_BATTLE, BAD_FIELD, BAD_FIGHT_COUNT, BAD_FIGHT_PLAYER, BAD_FIGHT_STEP, BAD_FORCE,
    BAD_IDLE_BATTLE, BAD_LEADER, BAD_LEAVING, BAD_SIDES, CASUALTY, CATHEDRAL_FLAG, CLAIM_TILE,
    CONQUERING, DICE, ENDED, FOR_CLASH, GIVE_TILE, GIVING, KINGDOM_PHASE, LEADER_ROLL, LEADER_VOTE,
    LOSING_UNITS, NAMING_LEADERS, OK, PAYING, RANSOM, RANSOM_TO, RETREAT, RETREATING, RETREAT_TO,
    ROLLING, SAILING_ALONG, SHOW_TILE, WITHDRAW, WITHDRAWING, State,
)
from eminence.engines.blood_of_kings.tables cimport (
    ATTACKERS, CATHEDRAL, DEFENDERS, DIE, FIRST_SEA, KINGDOMS, SEAS, Rules,
)
from eminence.engines.blood_of_kings.war.leaders cimport seats_on
from eminence.engines.blood_of_kings.war.ransoms cimport owes_ransom, winners
from eminence.engines.blood_of_kings.war.retreats cimport (
    common_refuges, may_retreat, may_withdraw, some_friend_leaves, somebody_needs_refuge,
)
from eminence.engines.blood_of_kings.war.sides cimport (
    active_kingdom, at_sea, fighting, side_of, strength,
)
from eminence.engines.kit.bits cimport popcount64


# --- without a battle ---

cdef inline bint is_fight_step(const State *s) noexcept nogil:
    return LEADER_VOTE <= s.step <= RANSOM_TO or s.step == LEADER_ROLL or (
        s.step == DICE and s.dice_for == FOR_CLASH)


cdef inline int check_idle(const State *s, Problem *why) noexcept nogil:
    """No battle: nothing is left of one, and nothing of one is asked."""
    cdef int rest = s.place | s.assault | s.sally | s.late_sally | s.clash | s.attackers
    cdef int k
    rest |= s.defenders | s.levies | s.leader[0] | s.leader[1] | s.vote | s.casualties
    rest |= s.side | s.asked | s.refuge | s.ransom
    for k in range(KINGDOMS):
        rest |= s.force[k] | s.waiting[k] | s.lost[k] | s.leaving[k]
    if rest:
        return refuse(why, BAD_IDLE_BATTLE)
    if is_fight_step(s):
        return refuse(why, BAD_FIGHT_STEP, s.step)
    return OK


# --- who fights where ---

cdef inline bint is_place(const Rules *r, int place) noexcept nogil:
    return place < r.n_regions or FIRST_SEA <= place < FIRST_SEA + SEAS


cdef inline int check_field(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """Place, kind of fight, and two sides of enemies, both with units until it is decided."""
    cdef int everybody = (1 << KINGDOMS) - 1, a, d
    if not is_place(r, s.place) or (
        s.assault and (at_sea(s) or r.type[s.place] == CATHEDRAL)
    ):
        return refuse(why, BAD_FIELD, s.place)
    if (s.attackers | s.defenders) & ~everybody or s.attackers & s.defenders or not s.attackers:
        return refuse(why, BAD_SIDES)
    if s.battle < CONQUERING and not (strength(s, ATTACKERS) and strength(s, DEFENDERS)):
        return refuse(why, BAD_SIDES)
    if s.assault:
        if s.attackers != 1 << active_kingdom(s):
            return refuse(why, BAD_SIDES)
        return OK
    for a in range(KINGDOMS):
        for d in range(KINGDOMS):
            if s.attackers >> a & 1 and s.defenders >> d & 1 and friendly(s, a, d):
                return refuse(why, BAD_SIDES)
    return OK if s.defenders else refuse(why, BAD_SIDES)


cdef inline int check_force(
    const State *s, const Rules *r, int kingdom, Problem *why
) noexcept nogil:
    """Who fights or waits is there, unless it has just sailed off; who is lost is a token."""
    cdef int there, engaged = s.force[kingdom] + s.waiting[kingdom]
    cdef int tokens = r.fleet_tokens if at_sea(s) else r.army_tokens
    if at_sea(s):
        there = s.fleets[kingdom][s.place - FIRST_SEA]
    else:
        there = s.armies[kingdom][s.place]
    if s.battle == SAILING_ALONG:
        engaged -= s.leaving[kingdom]
    if not (s.attackers | s.defenders) >> kingdom & 1:
        there = 0
        tokens = 0
    if engaged > there or s.lost[kingdom] > tokens:
        return refuse(why, BAD_FORCE, kingdom, engaged, there)
    if s.waiting[kingdom] and (
        s.clash or s.assault or at_sea(s) or not s.attackers >> kingdom & 1
    ):
        return refuse(why, BAD_FORCE, kingdom, engaged, there)
    return OK


cdef inline int check_leader(const State *s, int side, Problem *why) noexcept nogil:
    """Named as far as the naming has come; nobody leads who has no kingdom on that side."""
    cdef int leader = s.leader[side], seats = seats_on(s, side)
    cdef bint named = s.battle > NAMING_LEADERS or side < s.side
    if s.assault:
        if leader != (s.ruler[active_kingdom(s)] if side == ATTACKERS else 0):
            return refuse(why, BAD_LEADER, side, leader - 1)
    elif leader and not (named and seats >> (leader - 1) & 1):
        return refuse(why, BAD_LEADER, side, leader - 1)
    elif named and seats and not leader:
        return refuse(why, BAD_LEADER, side, leader - 1)
    return OK


# --- how far it has come ---

cdef inline int check_counts(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """Fields of one stage are empty in the others."""
    if s.side > 1 or s.clash > 1 or s.assault > 1 or s.asked > max(<int>KINGDOMS, r.seats):
        return refuse(why, BAD_FIGHT_COUNT)
    if s.battle != NAMING_LEADERS and s.asked > KINGDOMS:
        return refuse(why, BAD_FIGHT_COUNT)
    if s.vote and (s.battle != NAMING_LEADERS or not seats_on(s, s.side) >> (s.vote - 1) & 1):
        return refuse(why, BAD_FIGHT_COUNT)
    if s.casualties > (DIE if s.battle == LOSING_UNITS else 0) or (s.levies and not s.assault):
        return refuse(why, BAD_FIGHT_COUNT)
    if (s.sally | s.late_sally) & ~s.attackers or (s.late_sally and s.clash):
        return refuse(why, BAD_FIGHT_COUNT)
    if (s.sally | s.late_sally) and (s.assault or at_sea(s)):
        return refuse(why, BAD_FIGHT_COUNT)
    if s.ransom and (
        s.battle < PAYING or s.asked >= KINGDOMS or s.ransom > s.lost[s.asked]
        or not owes_ransom(s, s.asked)
    ):
        return refuse(why, BAD_FIGHT_COUNT)
    if s.battle == SAILING_ALONG:
        if not at_sea(s) or s.refuge >= SEAS or (
            not r.sea_borders[s.place - FIRST_SEA] >> s.refuge & 1
        ):
            return refuse(why, BAD_FIGHT_COUNT)
    elif s.refuge:
        return refuse(why, BAD_FIGHT_COUNT)
    return OK


cdef inline int check_leaving(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """Those that retreat belong to the side that is asked, and have somewhere to go."""
    cdef int k, allowed
    for k in range(KINGDOMS):
        if s.leaving[k]:
            allowed = 0
            if (s.battle == RETREATING and k < s.asked) or s.battle == SAILING_ALONG:
                if side_of(s, s.side) >> k & 1 and s.leader[s.side] and not s.assault:
                    allowed = s.force[k]
            if s.leaving[k] > allowed:
                return refuse(why, BAD_LEAVING, k, s.leaving[k])
            if s.battle == RETREATING and common_refuges(s, r) == 0:
                return refuse(why, BAD_LEAVING, k, s.leaving[k])
    return OK


# --- what is pending ---

cdef inline int next_to_vote(const State *s, const Rules *r) noexcept nogil:
    return seat_after(r, s.ruler[active_kingdom(s)] - 1, s.asked)


cdef inline int expected_player(const State *s, const Rules *r) noexcept nogil:
    """Who answers the pending step, if it makes sense in this stage."""
    if s.step == LEADER_ROLL or s.step == DICE:
        return CHANCE
    if s.step == LEADER_VOTE:
        return next_to_vote(s, r)
    if s.step == WITHDRAW or s.step == RETREAT:
        return s.leader[s.side] - 1
    if s.step == CASUALTY or s.step == RETREAT_TO:
        return s.leader[s.side ^ 1] - 1
    return s.ruler[s.asked] - 1


cdef inline bint is_asked_kingdom(const State *s) noexcept nogil:
    return s.asked < KINGDOMS and side_of(s, s.side) >> s.asked & 1


cdef inline bint retreat_makes_sense(const State *s, const Rules *r) noexcept nogil:
    if s.assault:
        return s.battle == RETREATING and s.side == ATTACKERS
    if s.battle == SAILING_ALONG:
        return s.asked < KINGDOMS and s.armies[s.asked][s.place] and (
            some_friend_leaves(s, s.asked)
            and fleets_of(s, friends_of(s, s.asked), s.place - FIRST_SEA))
    return s.battle == RETREATING and is_asked_kingdom(s) and may_retreat(s, r, s.asked)


cdef inline bint step_makes_sense(const State *s, const Rules *r) noexcept nogil:
    cdef int kingdoms
    cdef uint64_t refuges
    if s.step == LEADER_ROLL:
        return s.battle == NAMING_LEADERS and seats_on(s, s.side) and s.vote == 0
    if s.step == LEADER_VOTE:
        return s.battle == NAMING_LEADERS and s.asked < r.seats and (
            popcount64(seats_on(s, s.side)) > 1 and seats_on(s, s.side) >> next_to_vote(s, r) & 1)
    if s.step == WITHDRAW:
        return s.battle == WITHDRAWING and is_asked_kingdom(s) and may_withdraw(s, r, s.asked) and (
            s.side == DEFENDERS or s.clash)
    if s.step == DICE:
        return s.battle == ROLLING
    if s.step == CASUALTY:
        kingdoms = fighting(s, s.side)
        return s.battle == LOSING_UNITS and s.casualties and kingdoms & (kingdoms - 1)
    if s.step == RETREAT:
        return retreat_makes_sense(s, r)
    if s.step == RETREAT_TO:
        refuges = common_refuges(s, r)
        return s.battle == RETREATING and s.asked == KINGDOMS and not s.assault and (
            somebody_needs_refuge(s) and refuges & (refuges - 1) != 0)
    if s.asked >= KINGDOMS or not owes_ransom(s, s.asked):
        return False
    if s.step == RANSOM:
        return s.battle == PAYING and s.ransom == s.lost[s.asked] <= s.crowns[s.asked]
    return s.battle == GIVING and s.ransom and popcount64(winners(s)) > 1


cdef inline int check_fight_step(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """A step of the battle, or glory and cathedrals that a conquest or a ransom brought."""
    cdef bint by_chance = s.step == LEADER_ROLL or s.step == DICE
    if is_fight_step(s):
        if not step_makes_sense(s, r):
            return refuse(why, BAD_FIGHT_STEP, s.step)
        if s.head.player != expected_player(s, r) or by_chance != (s.head.player < 0):
            return refuse(why, BAD_FIGHT_PLAYER, s.head.player, s.step)
        return OK
    if s.battle == PAYING and s.ransom == 0 and (
        s.step == SHOW_TILE or s.step == CATHEDRAL_FLAG or CLAIM_TILE <= s.step <= GIVE_TILE
    ):
        return OK
    return refuse(why, BAD_FIGHT_STEP, s.step)


cdef inline int check_battle(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """The whole block. Rulers, units and masks of the map have been checked before."""
    cdef int code, k
    if s.battle == 0:
        return check_idle(s, why)
    if s.battle > GIVING or s.acting >= KINGDOMS or not s.ruler[active_kingdom(s)] or (
        s.phase != KINGDOM_PHASE and s.phase != ENDED
    ):
        return refuse(why, BAD_BATTLE)
    code = check_field(s, r, why)
    if code == OK:
        code = check_counts(s, r, why)
    for k in range(KINGDOMS):
        if code == OK:
            code = check_force(s, r, k, why)
    for k in range(2):
        if code == OK:
            code = check_leader(s, k, why)
    if code == OK:
        code = check_leaving(s, r, why)
    if code == OK and s.phase == KINGDOM_PHASE:
        code = check_fight_step(s, r, why)
    return code
