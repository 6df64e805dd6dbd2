"""What comes next: which block of the state is gone on with, and who answers a step."""
from libc.stdint cimport int32_t

from cython_ext.game cimport OVER, Seen
from engines.blood_of_kings.battle cimport decide_battle, list_battle, resume_battle
from engines.blood_of_kings.board cimport happen
from engines.blood_of_kings.cathedrals cimport (
    decide_cathedral, list_cathedrals, resume_cathedrals,
)
from engines.blood_of_kings.dealing cimport resume_deal
from engines.blood_of_kings.dynasty cimport decide_dynasty, list_dynasty, resume_dynasty
from engines.blood_of_kings.expansion cimport decide_expansion, list_expansion
from engines.blood_of_kings.glory cimport (
    decide_glory, list_glory, resume_glory, somebody_broke_the_tie, tile_is_due,
)
from engines.blood_of_kings.kingdom cimport decide_kingdom, list_kingdom, resume_kingdom
from engines.blood_of_kings.negotiation cimport (
    decide_negotiation, list_negotiation, resume_negotiation,
)
from engines.blood_of_kings.rules cimport (
    CALL, CATHEDRAL_FLAG, CHOOSING, CLAIM_TILE, DYNASTY, DYNASTY_PHASE, ENDED,
    FLIP_ALLIANCE, KINGDOM, KINGDOM_PHASE, LEADER_VOTE, NOTHING, PICK_KINGDOM, POOL_TILE,
    RAISE, RANSOM_TO, SETTING_UP, SHOW_TILE, BloodOfKings, BloodOfKingsRules,
)
from engines.blood_of_kings.setup cimport (
    choose_kingdom, list_kingdoms, pool_is_full, resume_choosing, resume_setup,
)
from engines.blood_of_kings.succession cimport (
    decide_succession, list_succession, resume_succession,
)


cdef inline void proceed(
    BloodOfKings *s, const BloodOfKingsRules *r, Seen *seen
) noexcept nogil:
    """Go on until something is asked or left to chance, or the game is over."""
    while s.step == NOTHING and s.head.player != OVER:
        resume(s, r, seen)


cdef inline void resume(
    BloodOfKings *s, const BloodOfKingsRules *r, Seen *seen
) noexcept nogil:
    """The innermost thing that is under way comes first."""
    if s.deal_left:
        resume_deal(s)
    elif s.phase == SETTING_UP and not pool_is_full(s, r):
        happen(s, POOL_TILE)
    elif tile_is_due(s, r):
        happen(s, SHOW_TILE)
    elif s.glory_left:
        resume_glory(s, r)
    elif s.tie and somebody_broke_the_tie(s, r):
        s.phase = ENDED
        s.head.player = OVER
    elif s.cathedral_due:
        resume_cathedrals(s, r)
    elif s.battle:
        resume_battle(s, r)
    elif s.challenge:
        resume_succession(s, r, seen)
    elif s.phase == KINGDOM_PHASE:
        resume_kingdom(s, r, seen)
    elif s.phase == DYNASTY_PHASE:
        resume_dynasty(s, r, seen)
    elif s.phase == CHOOSING:
        resume_choosing(s, r)
    elif s.phase == SETTING_UP:
        resume_setup(s, r)
    else:
        resume_negotiation(s, r, seen)


cdef inline bint is_battle_step(int step) noexcept nogil:
    return LEADER_VOTE <= step <= RANSOM_TO


cdef inline int list_actions(
    const BloodOfKings *s, const BloodOfKingsRules *r, int32_t *out
) noexcept nogil:
    cdef int step = s.step
    if step >= FLIP_ALLIANCE:
        return list_negotiation(s, r, out)
    if step >= DYNASTY:
        return list_dynasty(s, r, out)
    if step >= CALL:
        return list_succession(s, r, out)
    if step >= CLAIM_TILE:
        return list_glory(s, r, out)
    if is_battle_step(step):
        return list_battle(s, r, out)
    if step > RAISE:
        return list_expansion(s, r, out)
    if step == CATHEDRAL_FLAG:
        return list_cathedrals(s, r, out)
    if step == PICK_KINGDOM:
        return list_kingdoms(s, out)
    return list_kingdom(s, r, out)


cdef inline void decide(
    BloodOfKings *s, const BloodOfKingsRules *r, int step, int seat, int action, Seen *seen
) noexcept nogil:
    if step >= FLIP_ALLIANCE:
        decide_negotiation(s, r, step, seat, action, seen)
    elif step >= DYNASTY:
        decide_dynasty(s, r, step, seat, action, seen)
    elif step >= CALL:
        decide_succession(s, r, step, seat, action, seen)
    elif step >= CLAIM_TILE:
        decide_glory(s, r, step, seat, action)
    elif is_battle_step(step):
        decide_battle(s, r, step, seat, action)
    elif step > RAISE:
        decide_expansion(s, r, step, seat, action)
    elif step == CATHEDRAL_FLAG:
        decide_cathedral(s, r, action)
    elif step == PICK_KINGDOM:
        choose_kingdom(s, r, seat, action - KINGDOM)
    else:
        decide_kingdom(s, r, step, seat, action, seen)
