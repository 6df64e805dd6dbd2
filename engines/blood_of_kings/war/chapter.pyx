"""War, compiled as one module: raising units, moves, battles, assaults and sieges."""
from libc.stdint cimport int32_t

from eminence.cython_ext.game cimport Problem
from eminence.engines.blood_of_kings.board cimport list_choices
from eminence.engines.blood_of_kings.state cimport (
    ASSAULT, ASSAULT_STAGE, BATTLE_AGAINST, BATTLE_NEXT, BATTLE_STAGE, BESIEGE_STAGE, CARRY,
    CASUALTY, CLAIM_SEA, CLAIM_STAGE, COMPARING, CONQUERING, COUNT, FINISH, FIRST_FORCE, FOR_SIEGE,
    KINGDOM, LEADER_VOTE, LOSING_UNITS, MOVE_COUNT, MOVE_FROM, MOVE_STAGE, MOVE_TO, NAMING_LEADERS,
    NO, PAYING, PLACE, PLACE_SIEGE, RAISE, RAISE_ARMY, RAISE_FLEET, RANSOM, RANSOM_TO, RETREAT,
    RETREATING, RETREAT_TO, ROLLING, SAILING_ALONG, SEAT, SIEGE_ROLL, SIEGE_SOURCE, SIEGE_STAGE,
    START_STAGE, WITHDRAW, WITHDRAWING, YES, State,
)
from eminence.engines.blood_of_kings.tables cimport (
    ATTACKERS, DEFENDERS, DIE, EXPANSION, FIRST_SEA, Rules,
)
from eminence.engines.blood_of_kings.war.battle_checks cimport check_battle
from eminence.engines.blood_of_kings.war.checks cimport check_card_of_war
from eminence.engines.blood_of_kings.war.clashes cimport (
    archers_shoot, lose_one, resume_comparing, resume_losing, resume_rolling, roll_clash,
)
from eminence.engines.blood_of_kings.war.conquests cimport (
    begin_assault, claim_sea, claimable_seas, hostile_ground,
)
from eminence.engines.blood_of_kings.war.encounters cimport (
    decide_next, decide_rival, fight_one_by_one, list_battles, list_rivals, resume_encounters,
)
from eminence.engines.blood_of_kings.war.forces cimport active, ask_active, begin_stage, list_counts
from eminence.engines.blood_of_kings.war.moves cimport (
    decide_load, decide_start, go_to, list_starts, list_targets, most_to_go, resume_moves, send,
)
from eminence.engines.blood_of_kings.war.preparations cimport (
    army_regions, decide_raise, fleet_regions, resume_raising,
)
from eminence.engines.blood_of_kings.war.ransoms cimport (
    decide_ransom, give_crowns, resume_conquering, resume_giving, resume_paying, winners,
)
from eminence.engines.blood_of_kings.war.retreats cimport (
    common_refuges, decide_retreat, resume_retreating, resume_sailing_along, resume_withdrawing,
    retreat_to,
)
from eminence.engines.blood_of_kings.war.sides cimport (
    appoint, at_sea, decide_vote, fighting, resume_naming, seats_on, strength,
)
from eminence.engines.blood_of_kings.war.sieges cimport (
    besiege, can_besiege, decide_siege_roll, move_token, movable_tokens, open_sieges,
    resume_besieging, resume_sieges, roll_siege, siege_succeeds,
)
from eminence.engines.kit.bits cimport list_bits64


# --- going on ---

cdef void resume_fight(State *s, const Rules *r) noexcept nogil:
    if s.battle == NAMING_LEADERS:
        resume_naming(s, r)
    elif s.battle == WITHDRAWING:
        resume_withdrawing(s, r)
    elif s.battle == ROLLING:
        resume_rolling(s, r)
    elif s.battle == LOSING_UNITS:
        resume_losing(s)
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


cdef void resume_card_of_war(State *s, const Rules *r) noexcept nogil:
    """Preparations or Expansion of the active kingdom (R15.1): the stage, or the next one."""
    cdef bint expansion = s.played[active(s)] == EXPANSION + 1
    if s.stage == START_STAGE and not expansion:
        resume_raising(s, r)
    elif s.stage == START_STAGE:
        begin_stage(s, SIEGE_STAGE)
    elif s.stage == SIEGE_STAGE:
        if not resume_sieges(s, r):
            begin_stage(s, MOVE_STAGE)
    elif s.stage == MOVE_STAGE:
        resume_moves(s, r)
    elif s.stage == BATTLE_STAGE:
        if not resume_encounters(s, r):
            s.entered = 0
            begin_stage(s, ASSAULT_STAGE if expansion else CLAIM_STAGE)
    elif s.stage == ASSAULT_STAGE:
        if hostile_ground(s, r) & ~s.settled:
            ask_active(s, ASSAULT)
        else:
            begin_stage(s, BESIEGE_STAGE)
    elif s.stage == BESIEGE_STAGE:
        if not resume_besieging(s, r):
            begin_stage(s, CLAIM_STAGE)
    elif claimable_seas(s):
        ask_active(s, CLAIM_SEA)
    else:
        begin_stage(s, FINISH)


# --- decisions ---

cdef int list_war(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    cdef int step = s.step, n
    if LEADER_VOTE <= step <= RANSOM_TO:
        return list_fight(s, r, out)
    if step == RAISE:
        n = list_choices(army_regions(s, r), RAISE_ARMY, True, out)
        return n + list_bits64(fleet_regions(s, r), RAISE_FLEET, out + n)
    if step == MOVE_FROM:
        return list_starts(s, r, out)
    if step == MOVE_TO:
        return list_targets(s, r, out)
    if step == MOVE_COUNT:
        return list_counts(1, most_to_go(s), out)
    if step == CARRY:
        out[0] = NO
        return 1 + list_counts(1, s.armies[s.loader][s.from_place], out + 1)
    if step == BATTLE_NEXT:
        return list_battles(s, r, out)
    if step == BATTLE_AGAINST:
        return list_rivals(s, out)
    if step == FIRST_FORCE:
        return list_bits64(1 << NO | 1 << YES, 0, out)
    if step == SIEGE_SOURCE:
        return list_bits64(movable_tokens(s), PLACE, out)
    if step == SIEGE_ROLL:
        return list_choices(open_sieges(s, r), PLACE, True, out)
    if step == ASSAULT:
        return list_choices(hostile_ground(s, r) & ~s.settled, PLACE, True, out)
    if step == PLACE_SIEGE:
        return list_choices(can_besiege(s, r), PLACE, True, out)
    return list_choices(claimable_seas(s), PLACE + FIRST_SEA, True, out)


cdef int list_fight(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    if s.step == LEADER_VOTE:
        return list_bits64(seats_on(s, s.side), SEAT, out)
    if s.step == CASUALTY:
        return list_bits64(fighting(s, s.side), KINGDOM, out)
    if s.step == RETREAT_TO:
        return list_bits64(common_refuges(s, r), PLACE + (FIRST_SEA if at_sea(s) else 0), out)
    if s.step == RANSOM_TO:
        return list_bits64(winners(s), KINGDOM, out)
    if s.step == RANSOM or s.assault:
        return list_bits64(1 << NO | 1 << YES, 0, out)
    if s.battle == SAILING_ALONG:
        return list_counts(0, s.armies[s.asked][s.place], out)
    return list_counts(0, s.force[s.asked], out)


cdef void decide_war(State *s, const Rules *r, int step, int seat, int action) noexcept nogil:
    if LEADER_VOTE <= step <= RANSOM_TO:
        decide_fight(s, r, step, action)
    elif step == RAISE:
        decide_raise(s, r, action)
    elif step == MOVE_FROM:
        decide_start(s, r, action)
    elif step == MOVE_TO:
        go_to(s, action)
    elif step == MOVE_COUNT:
        send(s, action - COUNT)
    elif step == CARRY:
        decide_load(s, action)
    elif step == BATTLE_NEXT:
        decide_next(s, r, action)
    elif step == BATTLE_AGAINST:
        decide_rival(s, action)
    elif step == FIRST_FORCE:
        fight_one_by_one(s, action == YES)
    elif step == SIEGE_ROLL:
        decide_siege_roll(s, action)
    elif step == SIEGE_SOURCE:
        move_token(s, action - PLACE)
    elif action == NO:
        begin_stage(s, FINISH if step == CLAIM_SEA else s.stage + 1)
    elif step == ASSAULT:
        begin_assault(s, r, action - PLACE)
    elif step == PLACE_SIEGE:
        besiege(s, r, action - PLACE)
    else:
        claim_sea(s, action - PLACE - FIRST_SEA)


cdef void decide_fight(State *s, const Rules *r, int step, int action) noexcept nogil:
    if step == LEADER_VOTE:
        decide_vote(s, action - SEAT)
    elif step == WITHDRAW:
        s.force[s.asked] -= action - COUNT
        s.asked += 1
    elif step == CASUALTY:
        lose_one(s, action - KINGDOM)
    elif step == RETREAT:
        decide_retreat(s, r, action)
    elif step == RETREAT_TO:
        retreat_to(s, r, action - PLACE)
    elif step == RANSOM:
        decide_ransom(s, r, action)
    else:
        give_crowns(s, action - KINGDOM, 1)


# --- chance ---

cdef void roll_in_war(
    State *s, const Rules *r, int dice_for, int coloured, int white
) noexcept nogil:
    if dice_for == FOR_SIEGE:
        roll_siege(s, r, coloured, white)
    else:
        roll_clash(s, r, coloured, white)


cdef int possible_leaders(const State *s) noexcept nogil:
    """Mask of the seats that roll for the lead of a side; each is as likely as the others."""
    return seats_on(s, s.side)


cdef void name_leader(State *s, int seat) noexcept nogil:
    appoint(s, seat + 1)


# --- estimates ---

cdef Assault weigh_assault(const State *s, const Rules *r, int region) noexcept nogil:
    """The active kingdom assaults the region, tried out in a copy."""
    cdef State begun = s[0]
    cdef Assault found
    begin_assault(&begun, r, region)
    found.attackers = strength(&begun, ATTACKERS)
    found.levies = begun.levies
    found.armies = strength(&begun, DEFENDERS) - found.levies
    found.archers = archers_shoot(&begun, r)
    return found


cdef int rolls_that_take(const State *s, const Rules *r, int region) noexcept nogil:
    cdef int coloured, white, n = 0
    for coloured in range(1, DIE + 1):
        for white in range(1, DIE + 1):
            n += siege_succeeds(s, r, region, coloured, white)
    return n


# --- checks ---

cdef int check_war(const State *s, const Rules *r, Problem *why) noexcept nogil:
    return check_card_of_war(s, r, why) or check_battle(s, r, why)
