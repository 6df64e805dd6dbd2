"""What `check` asks of the dynasty phase: the card being played and the pending step.

It relies on the general checks having accepted hands, mats and rulers.
"""
from libc.stdint cimport int32_t

from eminence.cython_ext.game cimport CHANCE, FULL, Problem, refuse
from eminence.engines.blood_of_kings.board cimport active_seat
from eminence.engines.blood_of_kings.dynasty.cards cimport stack_start
from eminence.engines.blood_of_kings.dynasty.diplomacy cimport (
    eligible_regions, last_region, offerable, still_possible,
)
from eminence.engines.blood_of_kings.dynasty.foils cimport MOST_FOILS, may_foil
from eminence.engines.blood_of_kings.dynasty.intrigue cimport robbable, tokens_to_take
from eminence.engines.blood_of_kings.dynasty.pickup cimport filled_sets
from eminence.engines.blood_of_kings.dynasty.troubles cimport list_units
from eminence.engines.blood_of_kings.state cimport (
    BAD_CURSOR, BAD_DYNASTY_TURN, BAD_FACE_DOWN, BAD_FOILS, BAD_GAINERS, BAD_IDLE_CARD,
    BAD_PLAY_PLAYER, BAD_PLAY_ROLL, BAD_PLAY_STEP, BAD_REGIONS, BAD_TARGETS, BAD_TOKENS, BAD_USE,
    BAD_WHOM, CONSENT, CONSENTING, DICE, DIPLOMACY_FOR, DIPLOMACY_REGION, DISCARD, DISCARDING,
    DRAWING, DYNASTY, DYNASTY_PHASE, ENDED, EXCHANGE_PICK, EXCHANGING, FOIL, FOR_ATTRITION,
    FOR_FOIL, LOSE_UNIT, LOSING, NAMING, NAMING_SECOND, NO_OPTION, OFFERING, OK, ORDER_TARGET,
    PICK_SET, PLACING, PLAYING, POLLING, REORDER, REORDERING, RESOLVING, SECOND_TARGET, STEAL,
    STEALING, STEAL_FROM, USE_ATTRITION, USE_DIPLOMACY, USE_INFLUENCE, USE_LOOK, USE_NOTHING,
    USE_ORDER, USE_UNREST, State,
)
from eminence.engines.blood_of_kings.tables cimport (
    ALL_KINGDOMS, CASTLE, KINDS, KINGDOMS, PLACES, SEAS, SETS, TOWN, Rules,
)


# --- outside the phase ---

cdef inline bint is_play_step(const State *s) noexcept nogil:
    return DYNASTY <= s.step <= EXCHANGE_PICK or s.step == STEAL or (
        s.step == DICE and s.dice_for >= FOR_ATTRITION)


cdef inline bint no_card(const State *s) noexcept nogil:
    """Nothing is left of a card; `cursor` does not count, as picking up uses it too."""
    return (
        s.card | s.use | s.target | s.second | s.refused | s.tokens | s.placed | s.whom
        | s.regions[0] | s.regions[1] | s.gainers[0] | s.gainers[1]
        | s.polled | s.foils | s.foiler
    ) == 0


# --- the card under way, by the stage that it has reached ---

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


cdef inline bint targets_fit(const State *s) noexcept nogil:
    if s.use == USE_NOTHING or s.use == USE_ORDER:
        return (s.target | s.second) == 0
    return s.target < KINGDOMS and s.second <= KINGDOMS and (
        s.second == 0
        or (s.use == USE_UNREST and s.stage == POLLING and s.second != s.target + 1))


cdef inline bint is_open_region(const Rules *r, int region) noexcept nogil:
    return region < r.n_regions and (r.type[region] == CASTLE or r.type[region] == TOWN)


cdef inline bint regions_fit(const State *s, const Rules *r) noexcept nogil:
    """No region, one, or two different ones, depending on how many have been named."""
    if s.use != USE_DIPLOMACY or s.stage == NAMING:
        return (s.regions[0] | s.regions[1]) == 0
    return s.regions[0] and is_open_region(r, s.regions[0] - 1) and (
        s.regions[1] == 0
        or (s.stage != NAMING_SECOND and s.regions[0] != s.regions[1]
            and is_open_region(r, s.regions[1] - 1)))


cdef inline bint gainers_fit(const State *s) noexcept nogil:
    """Each region goes to a ruled kingdom; the last one has none while it is being offered."""
    cdef int i, last = last_region(s)
    cdef bint settled
    for i in range(2):
        settled = s.regions[i] != 0 and not (s.stage == OFFERING and i == last)
        if (s.gainers[i] != 0) != settled or s.gainers[i] > KINGDOMS or (
            settled and s.ruler[s.gainers[i] - 1] == 0
        ):
            return False
    if s.stage != OFFERING and s.stage != CONSENTING:
        return s.refused == 0
    return s.refused <= ALL_KINGDOMS and not s.refused & (1 << s.gainers[last] >> 1)


cdef inline bint tokens_fit(const State *s) noexcept nogil:
    if s.use != USE_ORDER or s.stage == STEALING:
        return (s.tokens | s.placed) == 0
    return (s.tokens | s.placed) <= ALL_KINGDOMS and s.tokens & s.placed == 0 and (
        s.stage == PLACING or s.placed == 0) and (s.stage == NAMING or s.tokens != 0)


cdef inline bint whom_fits(const State *s, int seat) noexcept nogil:
    if s.step == STEAL:
        return s.whom != seat and s.hand_count[s.whom]
    if s.use == USE_LOOK:
        return s.whom != seat and s.height[s.whom][s.target]
    if s.stage == LOSING:
        return s.whom == seat or s.ruler[s.target] == s.whom + 1
    return s.whom == 0


cdef inline bint foils_fit(const State *s, const Rules *r, int seat) noexcept nogil:
    """Who was asked, and failed attempts; the player of the card is never asked."""
    if s.stage != POLLING:
        return (s.polled | s.foils | s.foiler) == 0
    return (
        not s.polled >> r.seats and not s.polled >> seat & 1 and s.foils < MOST_FOILS
        and s.foiler <= r.seats and s.foiler != seat + 1
        and (s.foiler != 0) == (s.step == DICE and s.dice_for == FOR_FOIL)
    )


cdef inline bint cursor_fits(const State *s, const Rules *r, int seat) noexcept nogil:
    if s.stage == RESOLVING:
        return s.cursor == (s.use == USE_UNREST)
    if s.stage == REORDERING:
        return s.cursor + 2 <= s.height[s.whom][s.target]
    if s.stage == EXCHANGING:
        return s.cursor < SETS
    return s.cursor == 0 or (
        s.stage == DISCARDING and s.hand_count[seat] <= r.hand_size and s.cursor < KINDS)


cdef inline int check_card(const State *s, const Rules *r, Problem *why) noexcept nogil:
    cdef int seat = active_seat(s, r)
    if s.use > USE_ORDER or not uses_at(s.stage) >> s.use & 1:
        return refuse(why, BAD_USE, s.use)
    if (s.card != 0) != (s.use == USE_INFLUENCE):
        return refuse(why, BAD_FACE_DOWN)
    if not targets_fit(s):
        return refuse(why, BAD_TARGETS)
    if not regions_fit(s, r):
        return refuse(why, BAD_REGIONS)
    if not gainers_fit(s):
        return refuse(why, BAD_GAINERS)
    if not tokens_fit(s):
        return refuse(why, BAD_TOKENS)
    if s.whom >= r.seats or not whom_fits(s, seat):
        return refuse(why, BAD_WHOM, s.whom)
    if not foils_fit(s, r, seat):
        return refuse(why, BAD_FOILS)
    return OK if cursor_fits(s, r, seat) else refuse(why, BAD_CURSOR, s.cursor)


# --- the step ---

cdef inline int stage_of(int step) noexcept nogil:
    """The stage at which a step is pending; two runs of steps have the order of their stages."""
    if step >= DISCARD:
        return DISCARDING + step - DISCARD
    if LOSE_UNIT <= step <= STEAL_FROM:
        return LOSING + step - LOSE_UNIT
    if step == STEAL:
        return STEALING
    if step == SECOND_TARGET:
        return NAMING_SECOND
    if step == FOIL:
        return POLLING
    if step == CONSENT:
        return CONSENTING
    if step == DIPLOMACY_FOR:
        return OFFERING
    return PLAYING if step == DYNASTY else NAMING


cdef inline bint is_asked(const State *s, const Rules *r, int seat) noexcept nogil:
    """Whether the pending step is this seat's to answer."""
    cdef int active = active_seat(s, r)
    if not 0 <= seat < r.seats:
        return False
    if s.step == FOIL:
        return seat != active and may_foil(s, seat)
    if s.step == CONSENT:
        return seat != active and s.ruler[s.gainers[last_region(s)] - 1] == seat + 1
    return seat == (s.whom if s.step == LOSE_UNIT else active)


cdef inline bint sees_stack(const State *s, int seat) noexcept nogil:
    """The seat that puts a stack back must see all its cards; others need not."""
    cdef int start = stack_start(s, s.whom, s.target), i
    if s.head.view_of == FULL or s.head.view_of == seat:
        for i in range(start, start + s.height[s.whom][s.target]):
            if s.mat[i] >= KINDS:
                return False
    return True


cdef inline bint has_option(const State *s, const Rules *r, int seat) noexcept nogil:
    """Whether there is anything to choose from, judged by what everybody can see."""
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
    return s.step != EXCHANGE_PICK or filled_sets(s) >> s.cursor & 1


cdef inline bint roll_fits(const State *s, const Rules *r) noexcept nogil:
    """Dice for what the card is used for, while that is still possible."""
    cdef int32_t units[PLACES + SEAS]
    if s.dice_for == FOR_FOIL:
        return s.stage == POLLING
    if s.stage != RESOLVING:
        return False
    if s.dice_for == FOR_ATTRITION:
        return s.use == USE_ATTRITION and list_units(s, s.target, units) > 0
    return s.use == USE_DIPLOMACY and still_possible(s, r)


cdef inline int check_step(const State *s, const Rules *r, Problem *why) noexcept nogil:
    cdef int player = s.head.player
    if not is_play_step(s):
        # glory, a succession or a deal, with the rest of a card or of a turn after it
        if s.stage == PLAYING or s.stage == DRAWING or (
            s.stage == RESOLVING and s.use != USE_ATTRITION
        ):
            return OK
        return refuse(why, BAD_PLAY_STEP, s.step)
    if s.step == DICE:
        return OK if roll_fits(s, r) else refuse(why, BAD_PLAY_ROLL, s.dice_for)
    if s.stage != stage_of(s.step) or (
        s.stage == NAMING and (s.step == DIPLOMACY_REGION) != (s.use == USE_DIPLOMACY)
    ):
        return refuse(why, BAD_PLAY_STEP, s.step)
    if s.step == STEAL and player == CHANCE:
        return OK
    if s.step == STEAL or not is_asked(s, r, player):
        return refuse(why, BAD_PLAY_PLAYER, player, s.step)
    return OK if has_option(s, r, player) else refuse(why, NO_OPTION, s.step)


cdef inline int check_dynasty(const State *s, const Rules *r, Problem *why) noexcept nogil:
    if s.phase == ENDED:
        return OK
    if s.phase != DYNASTY_PHASE:
        if s.cursor or not no_card(s) or is_play_step(s):
            return refuse(why, BAD_IDLE_CARD)
        return OK
    if s.acting >= r.seats or s.stage > DRAWING or s.first >= r.seats:
        return refuse(why, BAD_DYNASTY_TURN, s.acting, s.step)
    return check_card(s, r, why) or check_step(s, r, why)
