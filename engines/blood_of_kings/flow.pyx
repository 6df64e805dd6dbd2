"""Which unfinished block resumes next, and which chapter answers a step.

War and the dynasty phase are modules of their own; the other chapters are compiled in here.
"""
from libc.stdint cimport int32_t, uint32_t

from eminence.cython_ext.game cimport BY_CHANCE, CHANCE, OVER, TO_ALL, Seen, show
from eminence.engines.blood_of_kings.board cimport happen, ruled_by
from eminence.engines.blood_of_kings.dynasty.chapter cimport (
    decide_dynasty, list_dynasty, resume_dynasty, roll_dynasty,
)
from eminence.engines.blood_of_kings.dynasty.dealing cimport resume_deal, take_dealt
from eminence.engines.blood_of_kings.dynasty.intrigue cimport take_stolen
from eminence.engines.blood_of_kings.glory cimport (
    decide_glory, list_glory, resume_glory, somebody_broke_the_tie, tile_is_due,
)
from eminence.engines.blood_of_kings.kingdom.cathedrals cimport (
    decide_cathedral, list_cathedrals, resume_cathedrals,
)
from eminence.engines.blood_of_kings.kingdom.phase cimport (
    decide_kingdom, list_kingdom, resume_kingdom,
)
from eminence.engines.blood_of_kings.negotiation.phase cimport (
    decide_negotiation, end_game, list_negotiation, resume_negotiation,
)
from eminence.engines.blood_of_kings.setup cimport (
    choose_kingdom, pool_is_full, resume_choosing, resume_setup, take_first_player,
)
from eminence.engines.blood_of_kings.state cimport (
    ANSWER_CARD, CALL, CATHEDRAL_FLAG, CHOOSING, CLAIM_TILE, DEAL, DYNASTY, DYNASTY_PHASE,
    FIRST_PLAYER, FLIP_ALLIANCE, FOR_CLASH, FOR_NOTHING, FOR_SIEGE, INFLUENCE, KINGDOM,
    KINGDOM_PHASE, LEADER_ROLL, NOTHING, OFFER_CARD, PICK_KINGDOM, POOL_TILE, RAISE, REORDER,
    SETTING_UP, SHOW_TILE, STEAL, UNREST, State,
)
from eminence.engines.blood_of_kings.succession.calls cimport (
    decide_succession, list_succession, resume_succession,
)
from eminence.engines.blood_of_kings.tables cimport DIE, Rules
from eminence.engines.blood_of_kings.war.chapter cimport (
    decide_war, list_war, name_leader, resume_fight, roll_in_war,
)
from eminence.engines.kit.bits cimport list_bits64


cdef void proceed(State *s, const Rules *r, Seen *seen) noexcept nogil:
    """Go on until something is asked or left to chance, or the game is over."""
    while s.step == NOTHING and s.head.player != OVER:
        resume(s, r, seen)


cdef void resume(State *s, const Rules *r, Seen *seen) noexcept nogil:
    """The innermost unfinished block resumes first."""
    if s.deal_left:
        resume_deal(s)
    elif s.phase == SETTING_UP and not pool_is_full(s, r):
        happen(s, POOL_TILE)
    elif tile_is_due(s, r):
        happen(s, SHOW_TILE)
    elif s.glory_left:
        resume_glory(s, r)
    elif s.tie and somebody_broke_the_tie(s, r):
        end_game(s, False)
    elif s.cathedral_due:
        resume_cathedrals(s, r)
    elif s.battle:
        resume_fight(s, r)
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


cdef int actions(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    cdef int step = s.step
    if step >= FLIP_ALLIANCE:
        return list_negotiation(s, r, out)
    if step >= DYNASTY:
        return list_dynasty(s, r, out)
    if step >= CALL:
        return list_succession(s, r, out)
    if step >= CLAIM_TILE:
        return list_glory(s, r, out)
    if step >= RAISE:
        return list_war(s, r, out)
    if step == CATHEDRAL_FLAG:
        return list_cathedrals(s, r, out)
    if step == PICK_KINGDOM:
        return list_bits64(ruled_by(s, -1), KINGDOM, out)
    return list_kingdom(s, r, out)


cdef bint is_secret(int step, int action) noexcept nogil:
    """Choices that not everybody sees; their open part is shown when they are carried out."""
    return step == REORDER or step == OFFER_CARD or step == ANSWER_CARD or (
        step == DYNASTY and INFLUENCE <= action < UNREST)


cdef void apply(State *s, const Rules *r, int action, Seen *seen) noexcept nogil:
    """A move or an outcome of chance, and everything that follows until the next question."""
    cdef int step = s.step
    s.step = NOTHING
    if s.head.player == CHANCE:
        take_outcome(s, r, step, action, seen)
    else:
        if not is_secret(step, action):
            show(seen, TO_ALL, action)
        decide(s, r, step, s.head.player, action, seen)
    proceed(s, r, seen)


cdef void decide(
    State *s, const Rules *r, int step, int seat, int action, Seen *seen
) noexcept nogil:
    if step >= FLIP_ALLIANCE:
        decide_negotiation(s, r, step, seat, action, seen)
    elif step >= DYNASTY:
        decide_dynasty(s, r, step, seat, action, seen)
    elif step >= CALL:
        decide_succession(s, r, step, seat, action, seen)
    elif step >= CLAIM_TILE:
        decide_glory(s, r, step, seat, action)
    elif step >= RAISE:
        decide_war(s, r, step, seat, action)
    elif step == CATHEDRAL_FLAG:
        decide_cathedral(s, r, action)
    elif step == PICK_KINGDOM:
        choose_kingdom(s, r, seat, action - KINGDOM)
    else:
        decide_kingdom(s, r, step, seat, action, seen)


# --- chance ---

cdef void take_outcome(State *s, const Rules *r, int step, int outcome, Seen *seen) noexcept nogil:
    """Cards dealt and stolen are shown where they go; everything else is open."""
    if step == DEAL:
        take_dealt(s, outcome, seen)
        return
    if step == STEAL:
        take_stolen(s, r, outcome, seen)
        return
    show(seen, TO_ALL | BY_CHANCE, outcome)
    if step == POOL_TILE:
        s.bag |= <uint32_t>1 << outcome
    elif step == SHOW_TILE:
        s.bag &= ~(<uint32_t>1 << outcome)
        s.display |= <uint32_t>1 << outcome
    elif step == FIRST_PLAYER:
        take_first_player(s, outcome)
    elif step == LEADER_ROLL:
        name_leader(s, outcome)
    else:
        take_dice(s, r, 1 + outcome / DIE, 1 + outcome % DIE)


cdef void take_dice(State *s, const Rules *r, int coloured, int white) noexcept nogil:
    cdef int dice_for = s.dice_for
    s.dice_for = FOR_NOTHING
    if dice_for == FOR_SIEGE or dice_for == FOR_CLASH:
        roll_in_war(s, r, dice_for, coloured, white)
    else:
        roll_dynasty(s, r, dice_for, coloured, white)
