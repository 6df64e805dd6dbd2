"""What `check` asks of the dynasty card under way, by the stage that it has reached."""
from eminence.cython_ext.game cimport Problem, refuse
from eminence.engines.blood_of_kings.dynasty.diplomacy cimport last_region
from eminence.engines.blood_of_kings.dynasty.foils cimport MOST_FOILS
from eminence.engines.blood_of_kings.dynasty.plays cimport active_seat
from eminence.engines.blood_of_kings.state cimport (
    BAD_CURSOR, BAD_FACE_DOWN, BAD_FOILS, BAD_GAINERS, BAD_REGIONS, BAD_TARGETS, BAD_TOKENS,
    BAD_USE, BAD_WHOM, CONSENTING, DICE, DISCARDING, EXCHANGING, FOR_FOIL, LOSING, NAMING,
    NAMING_SECOND, OFFERING, OK, PLACING, PLAYING, POLLING, REORDERING, RESOLVING, STEAL, STEALING,
    USE_ATTRITION, USE_DIPLOMACY, USE_INFLUENCE, USE_LOOK, USE_NOTHING, USE_ORDER, USE_UNREST,
    State,
)
from eminence.engines.blood_of_kings.tables cimport CASTLE, KINDS, KINGDOMS, SETS, TOWN, Rules


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


cdef inline int check_targets(const State *s, Problem *why) noexcept nogil:
    cdef bint aimless = s.use == USE_NOTHING or s.use == USE_ORDER
    if s.target >= KINGDOMS or (aimless and s.target) or s.second > KINGDOMS:
        return refuse(why, BAD_TARGETS)
    if s.second and (
        s.use != USE_UNREST or s.stage != POLLING or s.second == s.target + 1
    ):
        return refuse(why, BAD_TARGETS)
    return OK


cdef inline bint is_open_region(const Rules *r, int region) noexcept nogil:
    return region < r.n_regions and (r.type[region] == CASTLE or r.type[region] == TOWN)


cdef inline int check_regions(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """None, one, or two different ones, as far as they have been named."""
    cdef int i
    cdef bint named = s.use == USE_DIPLOMACY and s.stage != NAMING
    if named != (s.regions[0] != 0) or (s.regions[1] and not named) or (
        named and s.regions[0] == s.regions[1]
    ) or (s.stage == NAMING_SECOND and s.regions[1]):
        return refuse(why, BAD_REGIONS)
    for i in range(2):
        if s.regions[i] and not is_open_region(r, s.regions[i] - 1):
            return refuse(why, BAD_REGIONS)
    return OK


cdef inline int check_gainers(const State *s, Problem *why) noexcept nogil:
    """Ruled kingdoms; each region has one, but the last while it is offered."""
    cdef int i, last = last_region(s)
    cdef bint offering = s.stage == OFFERING or s.stage == CONSENTING, settled
    for i in range(2):
        if s.gainers[i] > KINGDOMS or (s.gainers[i] and s.ruler[s.gainers[i] - 1] == 0):
            return refuse(why, BAD_GAINERS)
        settled = s.regions[i] != 0 and not (s.stage == OFFERING and i == last)
        if (s.gainers[i] != 0) != settled:
            return refuse(why, BAD_GAINERS)
    if s.refused >> KINGDOMS or (s.refused and not offering) or (
        s.gainers[last] and s.refused >> (s.gainers[last] - 1) & 1
    ):
        return refuse(why, BAD_GAINERS)
    return OK


cdef inline int check_tokens(const State *s, Problem *why) noexcept nogil:
    cdef bint bad = (s.tokens | s.placed) >> KINGDOMS or s.tokens & s.placed
    if s.use != USE_ORDER or s.stage == STEALING:
        bad = s.tokens | s.placed
    elif s.stage != PLACING:
        bad = bad or s.placed or (s.stage == POLLING and s.tokens == 0)
    else:
        bad = bad or s.tokens == 0
    return refuse(why, BAD_TOKENS) if bad else OK


cdef inline int check_whom(const State *s, const Rules *r, Problem *why) noexcept nogil:
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
    return OK if good else refuse(why, BAD_WHOM, s.whom)


cdef inline int check_foils(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """Asked and failed attempts; never the player of the card."""
    cdef int seat = active_seat(s, r)
    cdef bint rolled = s.step == DICE and s.dice_for == FOR_FOIL
    if s.stage != POLLING:
        if s.polled or s.foils or s.foiler:
            return refuse(why, BAD_FOILS)
    elif s.polled >> r.seats or s.polled >> seat & 1 or s.foils >= MOST_FOILS:
        return refuse(why, BAD_FOILS)
    elif s.foiler > r.seats or s.foiler == seat + 1 or rolled != (s.foiler != 0):
        return refuse(why, BAD_FOILS)
    return OK


cdef inline int check_cursor(const State *s, const Rules *r, Problem *why) noexcept nogil:
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
        return refuse(why, BAD_CURSOR, s.cursor)
    return OK


cdef inline int check_card(const State *s, const Rules *r, Problem *why) noexcept nogil:
    cdef int code
    if s.use > USE_ORDER or not uses_at(s.stage) >> s.use & 1:
        return refuse(why, BAD_USE, s.use)
    if (s.card != 0) != (s.use == USE_INFLUENCE):
        return refuse(why, BAD_FACE_DOWN)
    code = check_targets(s, why)
    if code == OK:
        code = check_regions(s, r, why)
    if code == OK:
        code = check_gainers(s, why)
    if code == OK:
        code = check_tokens(s, why)
    if code == OK:
        code = check_whom(s, r, why)
    if code == OK:
        code = check_foils(s, r, why)
    if code == OK:
        code = check_cursor(s, r, why)
    return code
