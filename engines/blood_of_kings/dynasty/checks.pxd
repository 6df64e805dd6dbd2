"""What `check` asks of the dynasty phase: the card under way and the step that is pending.

It relies on hands, mats and rulers that the general checks have found in order.
"""
from libc.stdint cimport int32_t

from eminence.cython_ext.game cimport CHANCE, FULL, Problem, refuse
from eminence.engines.blood_of_kings.board cimport bit
from eminence.engines.blood_of_kings.dynasty.cards cimport stack_start
from eminence.engines.blood_of_kings.dynasty.diplomacy cimport (
    eligible_regions, last_region, offerable, possible_gainers, threatened,
)
from eminence.engines.blood_of_kings.dynasty.foils cimport may_foil
from eminence.engines.blood_of_kings.dynasty.intrigue cimport robbable, tokens_to_take
from eminence.engines.blood_of_kings.dynasty.pickup cimport filled_sets, set_is_filled
from eminence.engines.blood_of_kings.dynasty.play_checks cimport check_card
from eminence.engines.blood_of_kings.dynasty.plays cimport active_seat
from eminence.engines.blood_of_kings.dynasty.troubles cimport list_units
from eminence.engines.blood_of_kings.state cimport (
    BAD_DYNASTY_TURN, BAD_IDLE_CARD, BAD_PLAY_PLAYER, BAD_PLAY_ROLL, BAD_PLAY_STEP, CONSENT,
    CONSENTING, DICE, DIPLOMACY_FOR, DIPLOMACY_REGION, DISCARD, DISCARDING, DRAWING, DYNASTY,
    DYNASTY_PHASE, ENDED, EXCHANGE_PICK, EXCHANGING, FOIL, FOR_ATTRITION, FOR_FOIL, LOSE_UNIT,
    LOSING, NAMING, NAMING_SECOND, NO_OPTION, OFFERING, OK, ORDER_PLACE, ORDER_TARGET, PICKING,
    PICK_SET, PLACING, PLAYING, POLLING, REORDER, REORDERING, RESOLVING, SECOND_TARGET, STEAL,
    STEALING, STEAL_FROM, USE_ATTRITION, USE_DIPLOMACY, USE_ORDER, State,
)
from eminence.engines.blood_of_kings.tables cimport KINDS, PLACES, SEAS, Rules


# --- outside the phase ---

cdef inline bint is_play_step(const State *s) noexcept nogil:
    return DYNASTY <= s.step <= EXCHANGE_PICK or s.step == STEAL or (
        s.step == DICE and s.dice_for >= FOR_ATTRITION)


cdef inline bint no_card(const State *s) noexcept nogil:
    """Nothing is left of a card, but `cursor`, which picking up uses too."""
    return (
        s.card | s.use | s.target | s.second | s.refused | s.tokens | s.placed | s.whom
        | s.regions[0] | s.regions[1] | s.gainers[0] | s.gainers[1]
        | s.polled | s.foils | s.foiler
    ) == 0


# --- the step ---

cdef inline int stage_of(int step, int use) noexcept nogil:
    """At which stage a step is pending; -1: not with this use."""
    if step == DYNASTY:
        return PLAYING
    if step == DIPLOMACY_REGION:
        return NAMING if use == USE_DIPLOMACY else -1
    if step == ORDER_TARGET:
        return NAMING if use == USE_ORDER else -1
    if step == DIPLOMACY_FOR:
        return OFFERING
    if step == CONSENT:
        return CONSENTING
    if step == SECOND_TARGET:
        return NAMING_SECOND
    if step == FOIL:
        return POLLING
    if step == LOSE_UNIT:
        return LOSING
    if step == REORDER:
        return REORDERING
    if step == ORDER_PLACE:
        return PLACING
    if step == STEAL_FROM or step == STEAL:
        return STEALING
    if step == DISCARD:
        return DISCARDING
    return PICKING if step == PICK_SET else EXCHANGING


cdef inline bint is_asked(const State *s, const Rules *r, int seat) noexcept nogil:
    """Whether the pending step is this seat's to answer."""
    cdef int active = active_seat(s, r)
    if s.step == FOIL:
        return seat != active and may_foil(s, seat)
    if s.step == CONSENT:
        return seat != active and s.ruler[s.gainers[last_region(s)] - 1] == seat + 1
    if s.step == LOSE_UNIT:
        return seat == s.whom
    return seat == active


cdef inline bint sees_stack(const State *s, int seat) noexcept nogil:
    """Who puts a stack back has all its cards in view; others need not."""
    cdef int start = stack_start(s, s.whom, s.target), i
    if s.head.view_of == FULL or s.head.view_of == seat:
        for i in range(start, start + s.height[s.whom][s.target]):
            if s.mat[i] >= KINDS:
                return False
    return True


cdef inline bint has_option(const State *s, const Rules *r, int seat) noexcept nogil:
    """Whether there is anything to choose from, by what all can see."""
    cdef int32_t units[PLACES + SEAS]
    if s.step == DYNASTY or s.step == DISCARD:
        return s.hand_count[seat] > 0
    if s.step == DIPLOMACY_REGION or (s.step == SECOND_TARGET and s.use == USE_DIPLOMACY):
        return eligible_regions(s, r, s.target) != 0
    if s.step == DIPLOMACY_FOR:
        return offerable(s) != 0
    if s.step == ORDER_TARGET:
        return tokens_to_take(s, r) != 0
    if s.step == LOSE_UNIT:
        return list_units(s, s.target, units) > 0
    if s.step == REORDER:
        return s.height[s.whom][s.target] - s.cursor > 1 and sees_stack(s, seat)
    if s.step == STEAL_FROM:
        return robbable(s, r) != 0
    if s.step == PICK_SET:
        return filled_sets(s) != 0
    return s.step != EXCHANGE_PICK or set_is_filled(s, s.cursor)


cdef inline int check_roll(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """Dice for what the card is used for, while that is still possible."""
    cdef int32_t units[PLACES + SEAS]
    cdef bint good = s.stage == RESOLVING
    if s.dice_for == FOR_FOIL:
        good = s.stage == POLLING
    elif s.dice_for == FOR_ATTRITION:
        good = good and s.use == USE_ATTRITION and list_units(s, s.target, units)
    else:
        good = good and s.use == USE_DIPLOMACY and (
            threatened(s, r, s.target) & bit(s.regions[0] - 1)
        ) and possible_gainers(s, s.regions[0] - 1) >> (s.gainers[0] - 1) & 1
    return OK if good else refuse(why, BAD_PLAY_ROLL, s.dice_for)


cdef inline int check_pending(const State *s, const Rules *r, Problem *why) noexcept nogil:
    if not is_play_step(s):
        # glory, a succession or a deal, with the rest of a card or of a turn after it
        if s.stage == PLAYING or s.stage == DRAWING or (
            s.stage == RESOLVING and s.use != USE_ATTRITION
        ):
            return OK
        return refuse(why, BAD_PLAY_STEP, s.step)
    if s.step == DICE:
        return check_roll(s, r, why)
    if stage_of(s.step, s.use) != s.stage:
        return refuse(why, BAD_PLAY_STEP, s.step)
    if s.step == STEAL:
        return OK if s.head.player == CHANCE else (
            refuse(why, BAD_PLAY_PLAYER, s.head.player, s.step))
    if s.head.player < 0 or s.head.player >= r.seats or not is_asked(s, r, s.head.player):
        return refuse(why, BAD_PLAY_PLAYER, s.head.player, s.step)
    if not has_option(s, r, s.head.player):
        return refuse(why, NO_OPTION, s.step)
    return OK


cdef inline int check_dynasty(const State *s, const Rules *r, Problem *why) noexcept nogil:
    cdef int code
    if s.phase != DYNASTY_PHASE:
        if s.phase == ENDED:
            return OK
        if s.cursor or not no_card(s) or is_play_step(s):
            return refuse(why, BAD_IDLE_CARD)
        return OK
    if s.acting >= r.seats or s.stage > DRAWING or s.first >= r.seats:
        return refuse(why, BAD_DYNASTY_TURN, s.acting, s.step)
    code = check_card(s, r, why)
    if code == OK:
        code = check_pending(s, r, why)
    return code
