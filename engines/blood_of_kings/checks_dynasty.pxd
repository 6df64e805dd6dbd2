"""What `check` asks of the dynasty phase: the card under way and the step that is pending.

It relies on hands, mats and rulers that the general checks have found in order.
"""
from libc.stdint cimport int32_t

from cython_ext.game cimport CHANCE, FULL, Problem, refuse
from engines.blood_of_kings.board cimport bit
from engines.blood_of_kings.cards cimport stack_start
from engines.blood_of_kings.diplomacy cimport (
    eligible_regions, last_region, offerable, possible_gainers, threatened,
)
from engines.blood_of_kings.foils cimport MOST_FOILS, may_foil
from engines.blood_of_kings.intrigue cimport robbable, tokens_to_take
from engines.blood_of_kings.pickup cimport filled_sets, set_is_filled
from engines.blood_of_kings.plays cimport (
    CONSENTING, DISCARDING, DRAWING, EXCHANGING, LOSING, N_STAGES, NAMING, NAMING_SECOND, OFFERING,
    PICKING, PLACING, PLAYING, POLLING, REORDERING, RESOLVING, STEALING, active_seat,
)
from engines.blood_of_kings.rules cimport (
    CASTLE, CONSENT, DICE, DIPLOMACY_FOR, DIPLOMACY_REGION, DISCARD, DYNASTY, DYNASTY_PHASE, ENDED,
    EXCHANGE_PICK, FOIL, FOR_ATTRITION, FOR_DIPLOMACY, FOR_FOIL, KINDS, KINGDOMS, LOSE_UNIT,
    ORDER_PLACE, ORDER_TARGET, PICK_SET, PLACES, REORDER, SEAS, SECOND_TARGET, SETS, STEAL,
    STEAL_FROM, TOWN, UNKNOWN, USE_ATTRITION, USE_DIPLOMACY, USE_INFLUENCE, USE_LOOK, USE_NOTHING,
    USE_ORDER, USE_UNREST, BloodOfKings, BloodOfKingsRules,
)
from engines.blood_of_kings.troubles cimport list_units

cdef enum:
    PLAY_OK = 0
    BAD_IDLE_CARD = 61
    BAD_DYNASTY_TURN = 62
    BAD_USE = 63
    BAD_FACE_DOWN = 64
    BAD_TARGETS = 65
    BAD_REGIONS = 66
    BAD_GAINERS = 67
    BAD_TOKENS = 68
    BAD_WHOM = 69
    BAD_FOILS = 70
    BAD_CURSOR = 71
    BAD_PLAY_STEP = 72
    BAD_PLAY_PLAYER = 73
    BAD_PLAY_ROLL = 74
    NO_OPTION = 75


# --- outside the phase ---

cdef inline bint is_play_step(const BloodOfKings *s) noexcept nogil:
    return DYNASTY <= s.step <= EXCHANGE_PICK or s.step == STEAL or (
        s.step == DICE and s.dice_for >= FOR_ATTRITION)


cdef inline bint no_card(const BloodOfKings *s) noexcept nogil:
    """Nothing is left of a card, but `cursor`, which picking up uses too."""
    return (
        s.card | s.use | s.target | s.second | s.refused | s.tokens | s.placed | s.whom
        | s.regions[0] | s.regions[1] | s.gainers[0] | s.gainers[1]
        | s.polled | s.foils | s.foiler
    ) == 0


# --- the card ---

cdef inline int uses_at(int stage) noexcept nogil:
    """Mask of the uses that a card can have at a stage where something is asked or rolled."""
    if stage == NAMING:
        return 1 << USE_DIPLOMACY | 1 << USE_ORDER
    if stage == OFFERING or stage == CONSENTING:
        return 1 << USE_DIPLOMACY
    if stage == NAMING_SECOND:
        return 1 << USE_UNREST | 1 << USE_DIPLOMACY
    if stage == POLLING:
        return (2 << USE_ORDER) - (1 << USE_INFLUENCE)
    if stage == RESOLVING:
        return 1 << USE_UNREST | 1 << USE_ATTRITION | 1 << USE_DIPLOMACY
    if stage == LOSING:
        return 1 << USE_ATTRITION
    if stage == REORDERING:
        return 1 << USE_LOOK
    if stage == PLACING:
        return 1 << USE_ORDER
    if stage == STEALING:
        return 1 << USE_LOOK | 1 << USE_ORDER
    return 1 << USE_NOTHING if stage == PLAYING or stage >= DISCARDING else 0


cdef inline int check_face_down(
    const BloodOfKings *s, const BloodOfKingsRules *r, Problem *why
) noexcept nogil:
    """In the owner's hand; unknown to everybody else."""
    cdef int seat = active_seat(s, r)
    cdef bint visible = s.head.view_of == FULL or s.head.view_of == seat
    if s.use != USE_INFLUENCE:
        return refuse(why, BAD_FACE_DOWN, s.card, seat) if s.card else PLAY_OK
    if not visible:
        return PLAY_OK if s.card == UNKNOWN else refuse(why, BAD_FACE_DOWN, s.card, seat)
    if s.card < 1 or s.card > KINDS or s.hand[seat][s.card - 1] == 0:
        return refuse(why, BAD_FACE_DOWN, s.card, seat)
    return PLAY_OK


cdef inline int check_targets(const BloodOfKings *s, Problem *why) noexcept nogil:
    cdef bint aimless = s.use == USE_NOTHING or s.use == USE_ORDER
    if s.target >= KINGDOMS or (aimless and s.target) or s.second > KINGDOMS:
        return refuse(why, BAD_TARGETS, s.target, s.second)
    if s.second and (
        s.use != USE_UNREST or s.stage != POLLING or s.second == s.target + 1
    ):
        return refuse(why, BAD_TARGETS, s.target, s.second)
    return PLAY_OK


cdef inline bint is_open_region(const BloodOfKingsRules *r, int region) noexcept nogil:
    return region < r.n_regions and (r.type[region] == CASTLE or r.type[region] == TOWN)


cdef inline int check_regions(
    const BloodOfKings *s, const BloodOfKingsRules *r, Problem *why
) noexcept nogil:
    """None, one, or two different ones, as far as they have been named."""
    cdef int i
    cdef bint named = s.use == USE_DIPLOMACY and s.stage != NAMING
    if named != (s.regions[0] != 0) or (s.regions[1] and not named) or (
        named and s.regions[0] == s.regions[1]
    ) or (s.stage == NAMING_SECOND and s.regions[1]):
        return refuse(why, BAD_REGIONS, s.regions[0], s.regions[1])
    for i in range(2):
        if s.regions[i] and not is_open_region(r, s.regions[i] - 1):
            return refuse(why, BAD_REGIONS, s.regions[0], s.regions[1])
    return PLAY_OK


cdef inline int check_gainers(const BloodOfKings *s, Problem *why) noexcept nogil:
    """Ruled kingdoms; each region has one, but the last while it is offered."""
    cdef int i, last = last_region(s)
    cdef bint offering = s.stage == OFFERING or s.stage == CONSENTING, settled
    for i in range(2):
        if s.gainers[i] > KINGDOMS or (s.gainers[i] and s.ruler[s.gainers[i] - 1] == 0):
            return refuse(why, BAD_GAINERS, s.gainers[0], s.gainers[1])
        settled = s.regions[i] != 0 and not (s.stage == OFFERING and i == last)
        if (s.gainers[i] != 0) != settled:
            return refuse(why, BAD_GAINERS, s.gainers[0], s.gainers[1])
    if s.refused >> KINGDOMS or (s.refused and not offering) or (
        s.gainers[last] and s.refused >> (s.gainers[last] - 1) & 1
    ):
        return refuse(why, BAD_GAINERS, s.gainers[0], s.gainers[1])
    return PLAY_OK


cdef inline int check_tokens(const BloodOfKings *s, Problem *why) noexcept nogil:
    cdef bint bad = (s.tokens | s.placed) >> KINGDOMS or s.tokens & s.placed
    if s.use != USE_ORDER or s.stage == STEALING:
        bad = s.tokens | s.placed
    elif s.stage != PLACING:
        bad = bad or s.placed or (s.stage == POLLING and s.tokens == 0)
    else:
        bad = bad or s.tokens == 0
    return refuse(why, BAD_TOKENS, s.tokens, s.placed) if bad else PLAY_OK


cdef inline int check_whom(
    const BloodOfKings *s, const BloodOfKingsRules *r, Problem *why
) noexcept nogil:
    cdef int seat = active_seat(s, r)
    cdef bint good
    if s.whom >= r.seats:
        return refuse(why, BAD_WHOM, s.whom)
    if s.step == STEAL:
        good = s.whom != seat and s.hand_count[s.whom]
    elif s.use == USE_LOOK:
        good = s.whom != seat and s.height[s.whom][s.target]
    elif s.stage == LOSING:
        good = s.whom == seat or s.ruler[s.target] == s.whom + 1
    else:
        good = s.whom == 0
    return PLAY_OK if good else refuse(why, BAD_WHOM, s.whom)


cdef inline int check_foils(
    const BloodOfKings *s, const BloodOfKingsRules *r, Problem *why
) noexcept nogil:
    """Asked and failed attempts; never the player of the card."""
    cdef int seat = active_seat(s, r)
    cdef bint rolled = s.step == DICE and s.dice_for == FOR_FOIL
    if s.stage != POLLING:
        if s.polled or s.foils or s.foiler:
            return refuse(why, BAD_FOILS, s.foils, s.foiler)
    elif s.polled >> r.seats or s.polled >> seat & 1 or s.foils >= MOST_FOILS:
        return refuse(why, BAD_FOILS, s.foils, s.foiler)
    elif s.foiler > r.seats or s.foiler == seat + 1 or rolled != (s.foiler != 0):
        return refuse(why, BAD_FOILS, s.foils, s.foiler)
    return PLAY_OK


cdef inline int check_cursor(
    const BloodOfKings *s, const BloodOfKingsRules *r, Problem *why
) noexcept nogil:
    cdef int seat = active_seat(s, r), most = 0
    if s.stage == DISCARDING and s.hand_count[seat] <= r.hand_size:
        most = KINDS - 1
    elif s.stage == REORDERING:
        most = s.height[s.whom][s.target] - 2
    elif s.stage == EXCHANGING:
        most = SETS - 1
    elif s.stage == RESOLVING:
        most = s.use == USE_UNREST
    if s.cursor > most or (s.stage == RESOLVING and s.cursor != most):
        return refuse(why, BAD_CURSOR, s.cursor, s.stage)
    return PLAY_OK


cdef inline int check_card(
    const BloodOfKings *s, const BloodOfKingsRules *r, Problem *why
) noexcept nogil:
    cdef int code
    if s.use > USE_ORDER or not uses_at(s.stage) >> s.use & 1:
        return refuse(why, BAD_USE, s.use, s.stage)
    code = check_face_down(s, r, why)
    if code == PLAY_OK:
        code = check_targets(s, why)
    if code == PLAY_OK:
        code = check_regions(s, r, why)
    if code == PLAY_OK:
        code = check_gainers(s, why)
    if code == PLAY_OK:
        code = check_tokens(s, why)
    if code == PLAY_OK:
        code = check_whom(s, r, why)
    if code == PLAY_OK:
        code = check_foils(s, r, why)
    if code == PLAY_OK:
        code = check_cursor(s, r, why)
    return code


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


cdef inline bint is_asked(
    const BloodOfKings *s, const BloodOfKingsRules *r, int seat
) noexcept nogil:
    """Whether the pending step is this seat's to answer."""
    cdef int active = active_seat(s, r)
    if s.step == FOIL:
        return seat != active and may_foil(s, seat)
    if s.step == CONSENT:
        return seat != active and s.ruler[s.gainers[last_region(s)] - 1] == seat + 1
    if s.step == LOSE_UNIT:
        return seat == s.whom
    return seat == active


cdef inline bint sees_stack(const BloodOfKings *s, int seat) noexcept nogil:
    """Who puts a stack back has all its cards in view; others need not."""
    cdef int start = stack_start(s, s.whom, s.target), i
    if s.head.view_of == FULL or s.head.view_of == seat:
        for i in range(start, start + s.height[s.whom][s.target]):
            if s.mat[i] >= KINDS:
                return False
    return True


cdef inline bint has_option(
    const BloodOfKings *s, const BloodOfKingsRules *r, int seat
) noexcept nogil:
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


cdef inline int check_roll(
    const BloodOfKings *s, const BloodOfKingsRules *r, Problem *why
) noexcept nogil:
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
    return PLAY_OK if good else refuse(why, BAD_PLAY_ROLL, s.dice_for, s.stage)


cdef inline int check_pending(
    const BloodOfKings *s, const BloodOfKingsRules *r, Problem *why
) noexcept nogil:
    if not is_play_step(s):
        # glory, a succession or a deal, with the rest of a card or of a turn after it
        if s.stage == PLAYING or s.stage == DRAWING or (
            s.stage == RESOLVING and s.use != USE_ATTRITION
        ):
            return PLAY_OK
        return refuse(why, BAD_PLAY_STEP, s.step, s.stage)
    if s.step == DICE:
        return check_roll(s, r, why)
    if stage_of(s.step, s.use) != s.stage:
        return refuse(why, BAD_PLAY_STEP, s.step, s.stage)
    if s.step == STEAL:
        return PLAY_OK if s.head.player == CHANCE else (
            refuse(why, BAD_PLAY_PLAYER, s.head.player, s.step))
    if s.head.player < 0 or s.head.player >= r.seats or not is_asked(s, r, s.head.player):
        return refuse(why, BAD_PLAY_PLAYER, s.head.player, s.step)
    if not has_option(s, r, s.head.player):
        return refuse(why, NO_OPTION, s.step)
    return PLAY_OK


cdef inline int check_dynasty(
    const BloodOfKings *s, const BloodOfKingsRules *r, Problem *why
) noexcept nogil:
    cdef int code
    if s.phase != DYNASTY_PHASE:
        if s.phase == ENDED:
            return PLAY_OK
        if s.cursor or not no_card(s) or is_play_step(s):
            return refuse(why, BAD_IDLE_CARD)
        return PLAY_OK
    if s.acting >= r.seats or s.stage >= N_STAGES or s.first >= r.seats:
        return refuse(why, BAD_DYNASTY_TURN, s.acting, s.stage)
    code = check_card(s, r, why)
    if code == PLAY_OK:
        code = check_pending(s, r, why)
    return code
