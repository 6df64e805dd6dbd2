"""The dynasty phase as one module: in player order, each plays dynasty cards and picks up a set.

A card goes through the stages of `plays.pxd`: what it is used for is settled, the others may foil
it, then it takes effect. A violent succession comes in between; the card goes on after it.
"""
from libc.stdint cimport int32_t

from eminence.cython_ext.game cimport TO_ALL, Problem, Seen, seat_bit, show
from eminence.engines.blood_of_kings.board cimport ask, has_tile
from eminence.engines.blood_of_kings.dynasty.cards cimport discard_from_hand, leave_hand, put_on_mat
from eminence.engines.blood_of_kings.dynasty.checks cimport check_dynasty
from eminence.engines.blood_of_kings.dynasty.diplomacy cimport (
    decide_consent, forfeit, list_gainers, list_regions, name_region, offer_to, resolve_diplomacy,
    resume_consent, resume_naming_region, resume_offering, roll_diplomacy,
)
from eminence.engines.blood_of_kings.dynasty.foils cimport (
    be_foiled, decide_foil, foil_succeeds, list_foil, resume_poll, roll_foil,
)
from eminence.engines.blood_of_kings.dynasty.intrigue cimport (
    free_positions, list_stack, list_tokens, put_back, put_token, resolve_look, resume_placing,
    resume_reordering, resume_stealing, resume_taking, rob, robbable, take_stolen, take_token,
)
from eminence.engines.blood_of_kings.dynasty.pickup cimport (
    decide_discard, decide_exchange, end_dynasty_turn, list_discards, list_picked, list_sets,
    pick_set, resume_discarding, resume_picking,
)
from eminence.engines.blood_of_kings.dynasty.plays cimport active_seat, begin_card, end_card
from eminence.engines.blood_of_kings.dynasty.targets cimport (
    list_plays, list_second, second_kingdoms,
)
from eminence.engines.blood_of_kings.dynasty.troubles cimport (
    list_units, lose_unit, resolve_attrition, resolve_unrest, resume_losing, roll_attrition,
)
from eminence.engines.blood_of_kings.state cimport (
    ATTRITION, CONSENT, CONSENTING, DIPLOMACY, DIPLOMACY_FOR, DIPLOMACY_REGION, DISCARD, DISCARDING,
    DYNASTY, EXCHANGE_PICK, EXCHANGING, FOIL, FOILED, FOR_ATTRITION, FOR_FOIL, INFLUENCE, KINGDOM,
    LOOK, LOSE_UNIT, LOSING, NAMING, NAMING_SECOND, NO, OFFERING, ORDER_PLACE, ORDER_TARGET,
    ORDER_TRACK, PICKING, PICK_SET, PLACE, PLACING, PLAYING, POLLING, POSITION, REORDER, REORDERING,
    RESOLVING, SEAT, SECOND_TARGET, SET, UNREST, USE_ATTRITION, USE_DIPLOMACY, USE_INFLUENCE,
    USE_LOOK, USE_ORDER, USE_UNREST, YES, State,
)
from eminence.engines.blood_of_kings.tables cimport (
    ATTRITION_CARD, DIE, DIPLOMACY_CARD, INTRIGUE_CARD, KINDS, KINGDOMS, POPULAR_SUPPORT,
    UNREST_CARD, Rules,
)
from eminence.engines.kit.bits cimport list_bits64


# --- going on ---

cdef void resume_dynasty(State *s, const Rules *r, Seen *seen) noexcept nogil:
    if s.stage == PLAYING:
        resume_playing(s, r)
    elif s.stage == POLLING:
        resume_poll(s, r)
    elif s.stage == RESOLVING:
        resolve(s, r, seen)
    elif s.stage == FOILED:
        be_foiled(s, r, seen)
    elif s.stage >= DISCARDING:
        resume_pickup(s, r)
    elif s.stage < POLLING:
        resume_designation(s, r)
    elif s.stage == LOSING:
        resume_losing(s, r)
    elif s.stage == REORDERING:
        resume_reordering(s, r)
    elif s.stage == PLACING:
        resume_placing(s, r)
    else:
        resume_stealing(s, r)


cdef void resume_playing(State *s, const Rules *r) noexcept nogil:
    """Asked of everybody with cards: not to be asked would tell that none of them fits."""
    cdef int seat = active_seat(s, r)
    if s.hand_count[seat]:
        ask(s, seat, DYNASTY)
    else:
        s.stage = DISCARDING


cdef void resume_designation(State *s, const Rules *r) noexcept nogil:
    if s.stage == NAMING_SECOND:
        ask(s, active_seat(s, r), SECOND_TARGET)
    elif s.stage == OFFERING:
        resume_offering(s, r)
    elif s.stage == CONSENTING:
        resume_consent(s, r)
    elif s.use == USE_DIPLOMACY:
        resume_naming_region(s, r)
    else:
        resume_taking(s, r)


cdef void resolve(State *s, const Rules *r, Seen *seen) noexcept nogil:
    """The card takes effect."""
    if s.use == USE_INFLUENCE:
        resolve_influence(s, r)
    elif s.use == USE_UNREST:
        resolve_unrest(s, r)
    elif s.use == USE_ATTRITION:
        resolve_attrition(s, r)
    elif s.use == USE_DIPLOMACY:
        resolve_diplomacy(s, r)
    elif s.use == USE_LOOK:
        resolve_look(s, r, seen)
    else:
        s.stage = PLACING


cdef void resolve_influence(State *s, const Rules *r) noexcept nogil:
    cdef int seat = active_seat(s, r), kind = s.card - 1
    leave_hand(s, seat, kind)
    put_on_mat(s, seat, s.target, kind)
    end_card(s)


cdef void resume_pickup(State *s, const Rules *r) noexcept nogil:
    if s.stage == DISCARDING:
        resume_discarding(s, r)
    elif s.stage == PICKING:
        resume_picking(s, r)
    elif s.stage == EXCHANGING:
        ask(s, active_seat(s, r), EXCHANGE_PICK)
    else:
        end_dynasty_turn(s, r)


# --- what can be done ---

cdef int list_yes_no(int32_t *out) noexcept nogil:
    out[0] = NO
    out[1] = YES
    return 2


cdef int list_dynasty(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    cdef int step = s.step
    if step == FOIL:
        return list_foil(s, out)
    if step == DYNASTY:
        return list_plays(s, r, out)
    if step == DISCARD:
        return list_discards(s, r, out)
    if step == PICK_SET:
        return list_sets(s, out)
    if step == EXCHANGE_PICK:
        return list_picked(s, out)
    if step == SECOND_TARGET:
        return list_second(s, r, out)
    if step == CONSENT:
        return list_yes_no(out)
    if step == LOSE_UNIT:
        return list_units(s, s.target, out)
    if step == DIPLOMACY_REGION:
        return list_regions(s, r, out)
    if step == DIPLOMACY_FOR:
        return list_gainers(s, out)
    if step == REORDER:
        return list_stack(s, out)
    if step == ORDER_TARGET:
        return list_tokens(s, r, out)
    if step == ORDER_PLACE:
        return list_bits64(free_positions(s), POSITION, out)
    return list_bits64(robbable(s, r), SEAT, out)


# --- doing it ---

cdef void play_face_down(State *s, int seat, int action, Seen *seen) noexcept nogil:
    """The others see where a card goes, not which; it leaves the hand after the foils."""
    cdef int kingdom = (action - INFLUENCE) / KINDS
    show(seen, seat_bit(seat), action)
    show(seen, TO_ALL & ~seat_bit(seat), INFLUENCE + kingdom * KINDS)
    begin_card(s, USE_INFLUENCE, kingdom, POLLING)
    s.card = 1 + (action - INFLUENCE) % KINDS


cdef void play_unrest(State *s, const Rules *r, int seat, int kingdom) noexcept nogil:
    discard_from_hand(s, seat, UNREST_CARD)
    begin_card(s, USE_UNREST, kingdom, POLLING)
    if has_tile(s, seat, POPULAR_SUPPORT) and second_kingdoms(s, r):
        s.stage = NAMING_SECOND


cdef void play_intrigue(State *s, int seat, int action) noexcept nogil:
    discard_from_hand(s, seat, INTRIGUE_CARD)
    if action == ORDER_TRACK:
        begin_card(s, USE_ORDER, 0, NAMING)
    else:
        begin_card(s, USE_LOOK, (action - LOOK) % KINGDOMS, POLLING)
        s.whom = (action - LOOK) / KINGDOMS


cdef void play_dynasty_card(
    State *s, const Rules *r, int seat, int action, Seen *seen
) noexcept nogil:
    if action == NO:
        s.stage = DISCARDING
    elif action < UNREST:
        play_face_down(s, seat, action, seen)
    elif action < ATTRITION:
        play_unrest(s, r, seat, action - UNREST)
    elif action < DIPLOMACY:
        discard_from_hand(s, seat, ATTRITION_CARD)
        begin_card(s, USE_ATTRITION, action - ATTRITION, POLLING)
    elif action < LOOK:
        discard_from_hand(s, seat, DIPLOMACY_CARD)
        begin_card(s, USE_DIPLOMACY, action - DIPLOMACY, NAMING)
    else:
        play_intrigue(s, seat, action)


cdef void name_second(State *s, int action) noexcept nogil:
    s.stage = POLLING
    if action >= PLACE:
        name_region(s, action - PLACE)
    elif action != NO:
        s.second = 1 + action - KINGDOM


cdef void decide_dynasty(
    State *s, const Rules *r, int step, int seat, int action, Seen *seen
) noexcept nogil:
    if step == FOIL:
        decide_foil(s, seat, action)
    elif step == DYNASTY:
        play_dynasty_card(s, r, seat, action, seen)
    elif step == DISCARD:
        decide_discard(s, r, seat, action)
    elif step == PICK_SET:
        pick_set(s, seat, action - SET)
    elif step == EXCHANGE_PICK:
        decide_exchange(s, seat, action)
    elif step == SECOND_TARGET:
        name_second(s, action)
    elif step == CONSENT:
        decide_consent(s, r, action)
    elif step == LOSE_UNIT:
        lose_unit(s, r, action)
    elif step == REORDER:
        put_back(s, seat, action, seen)
    else:
        decide_designation(s, step, action)


cdef void decide_designation(State *s, int step, int action) noexcept nogil:
    if step == DIPLOMACY_REGION:
        name_region(s, action - PLACE)
    elif step == DIPLOMACY_FOR and action == NO:
        forfeit(s)
    elif step == DIPLOMACY_FOR:
        offer_to(s, action - KINGDOM)
    elif step == ORDER_TARGET:
        take_token(s, action)
    elif step == ORDER_PLACE:
        put_token(s, action - POSITION)
    else:
        rob(s, action - SEAT)


cdef void roll_dynasty(
    State *s, const Rules *r, int dice_for, int coloured, int white
) noexcept nogil:
    """Attrition, diplomacy and foils."""
    if dice_for == FOR_FOIL:
        roll_foil(s, coloured, white)
    elif dice_for == FOR_ATTRITION:
        roll_attrition(s, r, coloured, white)
    else:
        roll_diplomacy(s, r, coloured, white)


# --- chance ---

cdef void steal_card(State *s, const Rules *r, int kind, Seen *seen) noexcept nogil:
    take_stolen(s, r, kind, seen)


cdef int rolls_that_foil(const State *s, int seat) noexcept nogil:
    cdef int coloured, white, n = 0
    for coloured in range(1, DIE + 1):
        for white in range(1, DIE + 1):
            n += foil_succeeds(s, seat, coloured, white)
    return n


# --- checks ---

cdef int check_dynasty_phase(const State *s, const Rules *r, Problem *why) noexcept nogil:
    return check_dynasty(s, r, why)
