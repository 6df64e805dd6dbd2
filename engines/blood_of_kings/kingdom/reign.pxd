"""The four cards of peace: Council, Taxation, Development and Administration."""
from libc.stdint cimport int32_t

from eminence.cython_ext.game cimport TO_ALL, Seen, show
from eminence.engines.blood_of_kings.board cimport ask, gain_crowns, income, ruler_has
from eminence.engines.blood_of_kings.dynasty.cards cimport (
    discard_from_mat, is_legal_influence, stack_top,
)
from eminence.engines.blood_of_kings.glory cimport move_glory
from eminence.engines.blood_of_kings.kingdom.realm cimport lower_unrest
from eminence.engines.blood_of_kings.state cimport (
    ADMINISTER, CARD_TYPE, DEVELOP, FINISH, INSTITUTION, NO, SEAT, TAKE_BACK, YES, State,
)
from eminence.engines.blood_of_kings.tables cimport (
    CARD_TYPES, COUNCIL, FROM_DEVELOPMENT, GRAND_TOURNEYS, INSTITUTIONS, KINGDOMS, KINGS_JUSTICE,
    LEGAL, LEVELS, MONASTIC_ORDER, ROYAL_PATRONAGE, Rules,
)
from eminence.engines.kit.bits cimport list_bits64
from eminence.engines.kit.counts cimport kinds_in


# --- Council (R10) ---

cdef inline int council_price(const State *s, const Rules *r, int kingdom) noexcept nogil:
    return 0 if ruler_has(s, kingdom, ROYAL_PATRONAGE) else r.council_cost


cdef inline int cards_to_take_back(const State *s, const Rules *r, int kingdom) noexcept nogil:
    """Mask of the types in the stack that it can pay for, except the Council just played."""
    cdef int mask = kinds_in(s.on_mat[kingdom], CARD_TYPES)
    if s.crowns[kingdom] < council_price(s, r, kingdom):
        return 0
    return mask & ~(1 << COUNCIL) if s.on_mat[kingdom][COUNCIL] == 1 else mask


cdef inline void resume_council(State *s, const Rules *r, int kingdom) noexcept nogil:
    if ruler_has(s, kingdom, ROYAL_PATRONAGE):
        s.shielded |= 1 << kingdom
    if cards_to_take_back(s, r, kingdom):
        ask(s, s.ruler[kingdom] - 1, TAKE_BACK)
    else:
        s.stage = FINISH


cdef inline void take_back(State *s, const Rules *r, int kingdom, int action) noexcept nogil:
    s.stage = FINISH
    if action != NO:
        s.crowns[kingdom] -= council_price(s, r, kingdom)
        s.on_mat[kingdom][action - CARD_TYPE] -= 1
        s.in_hand[kingdom][action - CARD_TYPE] += 1


# --- Taxation (R11) ---

cdef inline void tax(State *s, const Rules *r, int kingdom) noexcept nogil:
    gain_crowns(s, kingdom, income(s, r, kingdom))
    if ruler_has(s, kingdom, GRAND_TOURNEYS):
        lower_unrest(s, kingdom, r.tourneys_unrest)
    s.stage = FINISH


# --- Development (R12) ---

cdef inline int development_price(
    const State *s, const Rules *r, int kingdom, int institution
) noexcept nogil:
    """The price of the next level, which must exist."""
    cdef int price = r.cost[kingdom][institution][s.level[kingdom][institution] + 1]
    if r.monastic_institutions >> institution & 1 and ruler_has(s, kingdom, MONASTIC_ORDER):
        price = max(0, price - r.monastic_discount)
    return price


cdef inline int affordable(const State *s, const Rules *r, int kingdom) noexcept nogil:
    """Mask of the institutions that the kingdom can develop."""
    cdef int mask = 0, i
    for i in range(INSTITUTIONS):
        if s.level[kingdom][i] + 1 < LEVELS and (
            s.crowns[kingdom] >= development_price(s, r, kingdom, i)
        ):
            mask |= 1 << i
    return mask


cdef inline void resume_development(State *s, const Rules *r, int kingdom) noexcept nogil:
    if affordable(s, r, kingdom):
        ask(s, s.ruler[kingdom] - 1, DEVELOP)
    else:
        s.stage = FINISH


cdef inline void develop(State *s, const Rules *r, int kingdom, int action) noexcept nogil:
    """A card that the level brings goes under the kingdom's stack; the rest counts at once."""
    cdef int institution = action - INSTITUTION, level, granted
    s.stage = FINISH
    if action == NO:
        return
    s.crowns[kingdom] -= development_price(s, r, kingdom, institution)
    level = s.level[kingdom][institution] = s.level[kingdom][institution] + 1
    if institution == LEGAL:
        s.flags_left[kingdom] += r.flags_gained[kingdom][level]
    granted = r.grant[kingdom][institution][level]
    if granted:
        s.on_mat[kingdom][granted - 1] += 1
    move_glory(s, s.ruler[kingdom] - 1, -1, r.development_glory, FROM_DEVELOPMENT)


# --- Administration (R13) ---

cdef inline int reduction_price(const State *s, const Rules *r, int kingdom) noexcept nogil:
    cdef int paid = s.reductions
    if ruler_has(s, kingdom, KINGS_JUSTICE):
        paid -= r.free_reductions
    return max(0, paid + 1)


cdef inline int foreign_stacks(const State *s, const Rules *r, int kingdom) noexcept nogil:
    """Mask of the other seats with cards on the kingdom (Q20)."""
    return kinds_in(&s.height[0][kingdom], r.seats, KINGDOMS) & ~(1 << (s.ruler[kingdom] - 1))


cdef inline void end_administration(State *s) noexcept nogil:
    s.reductions = 0
    s.stage = FINISH


cdef inline void resume_administration(State *s, const Rules *r, int kingdom) noexcept nogil:
    if s.crowns[kingdom] >= reduction_price(s, r, kingdom) and (
        s.unrest[kingdom] or foreign_stacks(s, r, kingdom)
    ):
        ask(s, s.ruler[kingdom] - 1, ADMINISTER)
    else:
        end_administration(s)


cdef inline int list_administer(
    const State *s, const Rules *r, int kingdom, int32_t *out
) noexcept nogil:
    cdef int n = 2 if s.unrest[kingdom] else 1
    out[0] = NO
    out[1] = YES
    return n + list_bits64(foreign_stacks(s, r, kingdom), SEAT, out + n)


cdef inline void pay_reduction(State *s, const Rules *r, int kingdom) noexcept nogil:
    s.crowns[kingdom] -= reduction_price(s, r, kingdom)
    s.reductions += 1


cdef inline void administer(
    State *s, const Rules *r, int kingdom, int action, Seen *seen
) noexcept nogil:
    """A bluff that is turned up costs nothing and leaves the price as it was (R13.4)."""
    cdef int seat = action - SEAT, kind
    if action == NO:
        end_administration(s)
        return
    if action == YES:
        pay_reduction(s, r, kingdom)
        s.unrest[kingdom] -= 1
        return
    kind = s.mat[stack_top(s, seat, kingdom)]
    show(seen, TO_ALL, kind)
    if is_legal_influence(r, kind, kingdom):
        pay_reduction(s, r, kingdom)
    discard_from_mat(s, seat, kingdom)
