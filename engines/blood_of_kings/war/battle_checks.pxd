"""What `check` asks of a battle or assault and of the step pending in it."""
from libc.stdint cimport uint64_t
from libc.string cimport memcmp

from eminence.cython_ext.game cimport CHANCE, Problem, refuse
from eminence.engines.blood_of_kings.board cimport fleets_of, friends_of
from eminence.engines.blood_of_kings.state cimport (
    BAD_BATTLE, BAD_FIELD, BAD_FIGHT_COUNT, BAD_FIGHT_PLAYER, BAD_FIGHT_STEP, BAD_FORCE,
    BAD_IDLE_BATTLE, BAD_LEADER, BAD_LEAVING, BAD_SIDES, CASUALTY, CATHEDRAL_FLAG, CLAIM_TILE,
    CONQUERING, DICE, ENDED, FOR_CLASH, GIVE_TILE, GIVING, KINGDOM_PHASE, LEADER_ROLL, LEADER_VOTE,
    LOSING_UNITS, NAMING_LEADERS, OK, PAYING, RANSOM, RANSOM_TO, RETREAT, RETREATING, RETREAT_TO,
    ROLLING, SAILING_ALONG, SHOW_TILE, WITHDRAW, WITHDRAWING, State,
)
from eminence.engines.blood_of_kings.tables cimport (
    ALL_KINGDOMS, ATTACKERS, CATHEDRAL, DEFENDERS, DIE, FIRST_SEA, KINGDOMS, PLACES, SEAS, Rules,
)
from eminence.engines.blood_of_kings.war.forces cimport active
from eminence.engines.blood_of_kings.war.ransoms cimport clear_field, owes_ransom, winners
from eminence.engines.blood_of_kings.war.retreats cimport (
    common_refuges, may_retreat, may_sail_along, may_withdraw, seeking_refuge,
)
from eminence.engines.blood_of_kings.war.sides cimport (
    at_sea, fighting, seats_on, side_of, strength, units_in, voter,
)
from eminence.engines.kit.bits cimport popcount64


# --- without a battle ---

cdef inline bint is_fight_step(const State *s) noexcept nogil:
    return LEADER_VOTE <= s.step <= RANSOM_TO or s.step == LEADER_ROLL or (
        s.step == DICE and s.dice_for == FOR_CLASH)


cdef inline int check_idle(const State *s, Problem *why) noexcept nogil:
    """No battle: nothing is left of one, and nothing of one is asked."""
    cdef State cleared = s[0]
    clear_field(&cleared)
    if memcmp(&cleared, s, sizeof(State)):
        return refuse(why, BAD_IDLE_BATTLE)
    return refuse(why, BAD_FIGHT_STEP, s.step) if is_fight_step(s) else OK


# --- who fights where ---

cdef inline bint sides_fit(const State *s) noexcept nogil:
    """Two sides of enemies, both with units until it is decided."""
    cdef bint both = strength(s, ATTACKERS) and strength(s, DEFENDERS)
    cdef int k
    if (s.attackers | s.defenders) & ~ALL_KINGDOMS or s.attackers & s.defenders or not (
        s.attackers and (both or s.battle >= CONQUERING)
    ):
        return False
    if s.assault:
        return s.attackers == 1 << active(s)
    for k in range(KINGDOMS):
        if s.attackers >> k & 1 and s.defenders & friends_of(s, k):
            return False
    return s.defenders > 0


cdef inline int check_field(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """Place, kind of fight, and the sides."""
    if r.n_regions <= s.place < FIRST_SEA or s.place >= PLACES or (
        s.assault and (at_sea(s) or r.type[s.place] == CATHEDRAL)
    ):
        return refuse(why, BAD_FIELD, s.place)
    return OK if sides_fit(s) else refuse(why, BAD_SIDES)


cdef inline int check_force(const State *s, const Rules *r, int k, Problem *why) noexcept nogil:
    """Units that fight or wait are there or have just sailed off; tokens limit those lost."""
    cdef int there = units_in(<State *>s, k, s.place)[0], engaged = s.force[k] + s.waiting[k]
    cdef int tokens = r.fleet_tokens if at_sea(s) else r.army_tokens
    if s.battle == SAILING_ALONG:
        engaged -= s.leaving[k]
    if not (s.attackers | s.defenders) >> k & 1:
        there = tokens = 0
    if engaged > there or s.lost[k] > tokens or (
        s.waiting[k] and (s.clash or s.assault or at_sea(s) or not s.attackers >> k & 1)
    ):
        return refuse(why, BAD_FORCE, k, engaged, there)
    return OK


cdef inline int check_leader(const State *s, int side, Problem *why) noexcept nogil:
    """Once a side has named its leader, that seat has a kingdom on the side."""
    cdef int leader = s.leader[side], seats = seats_on(s, side)
    cdef bint named = s.battle > NAMING_LEADERS or side < s.side, fits
    if s.assault:
        fits = leader == (s.ruler[active(s)] if side == ATTACKERS else 0)
    elif leader:
        fits = named and seats >> (leader - 1) & 1
    else:
        fits = not (named and seats)
    return OK if fits else refuse(why, BAD_LEADER, side, leader - 1)


# --- how far it has come ---

cdef inline bint refuge_fits(const State *s, const Rules *r) noexcept nogil:
    if s.battle != SAILING_ALONG:
        return s.refuge == 0
    return at_sea(s) and s.refuge < SEAS and r.sea_borders[s.place - FIRST_SEA] >> s.refuge & 1


cdef inline int check_counts(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """Fields of one stage are empty in the others."""
    cdef bint naming = s.battle == NAMING_LEADERS
    if s.side > 1 or s.clash > 1 or s.assault > 1 or (
        s.asked > (max(<int>KINGDOMS, r.seats) if naming else KINGDOMS)
        or s.casualties > (DIE if s.battle == LOSING_UNITS else 0) or (s.levies and not s.assault)
    ):
        return refuse(why, BAD_FIGHT_COUNT)
    if s.vote and not (naming and seats_on(s, s.side) >> (s.vote - 1) & 1):
        return refuse(why, BAD_FIGHT_COUNT)
    if (s.sally | s.late_sally) & ~s.attackers or (s.late_sally and s.clash) or (
        (s.sally | s.late_sally) and (s.assault or at_sea(s))
    ):
        return refuse(why, BAD_FIGHT_COUNT)
    if s.ransom and (
        s.battle < PAYING or s.asked >= KINGDOMS or s.ransom > s.lost[s.asked]
        or not owes_ransom(s, s.asked)
    ):
        return refuse(why, BAD_FIGHT_COUNT)
    return OK if refuge_fits(s, r) else refuse(why, BAD_FIGHT_COUNT)


cdef inline int check_leaving(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """Units that retreat belong to the side that is asked, and have somewhere to go."""
    cdef int kingdoms = 0, k
    if s.leader[s.side] and not s.assault:
        if s.battle == SAILING_ALONG:
            kingdoms = side_of(s, s.side)
        elif s.battle == RETREATING and common_refuges(s, r):
            kingdoms = side_of(s, s.side) & ((1 << s.asked) - 1)
    for k in range(KINGDOMS):
        if s.leaving[k] > (s.force[k] if kingdoms >> k & 1 else 0):
            return refuse(why, BAD_LEAVING, k, s.leaving[k])
    return OK


# --- what is pending ---

cdef inline int expected_player(const State *s, const Rules *r) noexcept nogil:
    """Who answers the pending step, if it makes sense in this stage."""
    if s.step == LEADER_ROLL or s.step == DICE:
        return CHANCE
    if s.step == LEADER_VOTE:
        return voter(s, r)
    if s.step == WITHDRAW or s.step == RETREAT:
        return s.leader[s.side] - 1
    if s.step == CASUALTY or s.step == RETREAT_TO:
        return s.leader[s.side ^ 1] - 1
    return s.ruler[s.asked] - 1


cdef inline bint retreat_makes_sense(const State *s, const Rules *r) noexcept nogil:
    if s.battle == SAILING_ALONG:
        return s.asked < KINGDOMS and may_sail_along(s, s.asked) and (
            fleets_of(s, friends_of(s, s.asked), s.place - FIRST_SEA))
    if s.assault:
        return s.battle == RETREATING and s.side == ATTACKERS
    return s.battle == RETREATING and may_retreat(s, r) >> s.asked & 1


cdef inline bint step_makes_sense(const State *s, const Rules *r) noexcept nogil:
    cdef int kingdoms = fighting(s, s.side), seats = seats_on(s, s.side)
    cdef uint64_t refuges
    if s.step == LEADER_ROLL:
        return s.battle == NAMING_LEADERS and seats and s.vote == 0
    if s.step == LEADER_VOTE:
        return s.battle == NAMING_LEADERS and s.asked < r.seats and (
            seats & (seats - 1) and seats >> voter(s, r) & 1)
    if s.step == WITHDRAW:
        return s.battle == WITHDRAWING and may_withdraw(s, r) >> s.asked & 1 and (
            s.side == DEFENDERS or s.clash)
    if s.step == DICE:
        return s.battle == ROLLING
    if s.step == CASUALTY:
        return s.battle == LOSING_UNITS and s.casualties and kingdoms & (kingdoms - 1)
    if s.step == RETREAT:
        return retreat_makes_sense(s, r)
    if s.step == RETREAT_TO:
        refuges = common_refuges(s, r)
        return s.battle == RETREATING and s.asked == KINGDOMS and not s.assault and (
            seeking_refuge(s) and refuges & (refuges - 1) != 0)
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
    if s.battle > GIVING or s.acting >= KINGDOMS or not s.ruler[active(s)] or (
        s.phase != KINGDOM_PHASE and s.phase != ENDED
    ):
        return refuse(why, BAD_BATTLE)
    code = check_field(s, r, why) or check_counts(s, r, why)
    for k in range(KINGDOMS):
        code = code or check_force(s, r, k, why)
    code = code or check_leader(s, ATTACKERS, why) or check_leader(s, DEFENDERS, why) or (
        check_leaving(s, r, why))
    return code if code or s.phase == ENDED else check_fight_step(s, r, why)
