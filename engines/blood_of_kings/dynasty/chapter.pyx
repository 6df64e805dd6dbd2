"""The dynasty phase as one module: in player order, each plays dynasty cards and picks up a set.

A card goes through the stages of `PlayStage`: what it is used for is settled, the others may foil
it, then it takes effect. A violent succession may come in between; the card resumes after it.
"""
from libc.stdint cimport int32_t, uint8_t

from eminence.cython_ext.game cimport TO_ALL, Seen, seat_bit, show
from eminence.engines.blood_of_kings.board cimport active_seat, ask, has_tile, list_choices
from eminence.engines.blood_of_kings.dynasty.cards cimport discard_from_hand, leave_hand, put_on_mat
from eminence.engines.blood_of_kings.dynasty.diplomacy cimport (
    decide_consent, eligible_regions, forfeit, name_region, offer_to, offerable, resolve_diplomacy,
    resume_consent, resume_naming_region, resume_offering, roll_diplomacy,
)
from eminence.engines.blood_of_kings.dynasty.foils cimport (
    be_foiled, decide_foil, foil_succeeds, resume_poll, roll_foil,
)
from eminence.engines.blood_of_kings.dynasty.intrigue cimport (
    free_positions, list_stack, put_back, put_token, resolve_look, resume_placing,
    resume_reordering, resume_stealing, resume_taking, rob, robbable, take_token, tokens_to_take,
)
from eminence.engines.blood_of_kings.dynasty.pickup cimport (
    decide_discard, decide_exchange, end_dynasty_turn, filled_sets, list_discards, pick_set,
    resume_discarding, resume_picking,
)
from eminence.engines.blood_of_kings.dynasty.plays cimport begin_card, end_card, permitting
from eminence.engines.blood_of_kings.dynasty.troubles cimport (
    list_units, lose_unit, resolve_attrition, resolve_unrest, resume_losing, roll_attrition,
)
from eminence.engines.blood_of_kings.state cimport (
    ATTRITION, CONSENT, CONSENTING, DIPLOMACY, DIPLOMACY_FOR, DIPLOMACY_REGION, DISCARD, DISCARDING,
    DYNASTY, EXCHANGE_PICK, EXCHANGING, FOIL, FOILED, FOR_ATTRITION, FOR_FOIL, INFLUENCE, KIND,
    KINGDOM, LOOK, LOSE_UNIT, LOSING, NAMING, NAMING_SECOND, NO, OFFERING, ORDER_PLACE,
    ORDER_TARGET, ORDER_TRACK, PICKING, PICK_SET, PLACE, PLACING, PLAYING, POLLING, POSITION,
    REORDER, REORDERING, RESOLVING, SEAT, SECOND_TARGET, SET, UNREST, USE_ATTRITION, USE_DIPLOMACY,
    USE_INFLUENCE, USE_LOOK, USE_ORDER, USE_UNREST, YES, State,
)
from eminence.engines.blood_of_kings.tables cimport (
    ATTRITION_CARD, DIE, DIPLOMACY_CARD, INTRIGUE_CARD, KINDS, KINGDOMS, MAX_PLAYERS, MAY_ATTRITION,
    MAY_DIPLOMACY, MAY_INFLUENCE, MAY_INTRIGUE, MAY_UNREST, POPULAR_SUPPORT, UNREST_CARD, Rules,
)
from eminence.engines.kit.bits cimport list_bits64, lowest_bit64
from eminence.engines.kit.counts cimport kinds_in


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
    """Everybody with cards is asked: skipping a seat would show that none of its cards fits."""
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

cdef int list_influence(const State *s, int kingdoms, int seat, int32_t *out) noexcept nogil:
    """Any card may lie face down, a bluff as well (R16.4)."""
    cdef int kinds, n = 0
    if kingdoms:
        kinds = kinds_in(s.hand[seat], KINDS)
        while kingdoms:
            n += list_bits64(kinds, INFLUENCE + lowest_bit64(kingdoms) * KINDS, out + n)
            kingdoms &= kingdoms - 1
    return n


cdef int list_diplomacy(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    """Only where a region is eligible."""
    cdef int kingdoms = permitting(s, r, MAY_DIPLOMACY), n = 0, k
    for k in range(KINGDOMS):
        if kingdoms >> k & 1 and eligible_regions(s, r, k):
            out[n] = DIPLOMACY + k
            n += 1
    return n


cdef int list_intrigue(const State *s, int kingdoms, int seat, int32_t *out) noexcept nogil:
    """Stacks of others with cards in them, and the order track."""
    cdef int n = 0, other
    if kingdoms == 0:
        return 0
    for other in range(MAX_PLAYERS):
        if other != seat:
            n += list_bits64(
                kingdoms & kinds_in(s.height[other], KINGDOMS), LOOK + other * KINGDOMS, out + n)
    out[n] = ORDER_TRACK
    return n + 1


cdef int list_plays(const State *s, const Rules *r, int seat, int32_t *out) noexcept nogil:
    cdef const uint8_t *hand = s.hand[seat]
    cdef int n = 1
    out[0] = NO
    n += list_influence(s, permitting(s, r, MAY_INFLUENCE), seat, out + n)
    if hand[UNREST_CARD]:
        n += list_bits64(permitting(s, r, MAY_UNREST), UNREST, out + n)
    if hand[ATTRITION_CARD]:
        n += list_bits64(permitting(s, r, MAY_ATTRITION), ATTRITION, out + n)
    if hand[DIPLOMACY_CARD]:
        n += list_diplomacy(s, r, out + n)
    if hand[INTRIGUE_CARD]:
        n += list_intrigue(s, permitting(s, r, MAY_INTRIGUE), seat, out + n)
    return n


cdef int second_kingdoms(const State *s, const Rules *r) noexcept nogil:
    """Popular Support: another kingdom that permits Unrest."""
    return permitting(s, r, MAY_UNREST) & ~(1 << s.target)


cdef int list_dynasty(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    cdef int step = s.step, seat = s.head.player
    if step == FOIL:
        return list_choices((s.hand[seat][INTRIGUE_CARD] > 0) << YES, 0, True, out)
    if step == DYNASTY:
        return list_plays(s, r, seat, out)
    if step == DISCARD:
        return list_discards(s, r, out)
    if step == PICK_SET:
        return list_bits64(filled_sets(s), SET, out)
    if step == EXCHANGE_PICK:
        return list_choices(kinds_in(s.sets[s.cursor], KINDS), KIND, True, out)
    if step == SECOND_TARGET and s.use == USE_DIPLOMACY:
        return list_choices(eligible_regions(s, r, s.target), PLACE, True, out)
    if step == SECOND_TARGET:
        return list_choices(second_kingdoms(s, r), KINGDOM, True, out)
    if step == CONSENT:
        return list_choices(1 << YES, 0, True, out)
    if step == LOSE_UNIT:
        return list_units(s, s.target, out)
    if step == DIPLOMACY_REGION:
        return list_bits64(eligible_regions(s, r, s.target), PLACE, out)
    if step == DIPLOMACY_FOR:
        # Stopping is allowed only after a refusal.
        return list_choices(offerable(s), KINGDOM, s.refused != 0, out)
    if step == REORDER:
        return list_stack(s, out)
    if step == ORDER_TARGET:
        return list_choices(tokens_to_take(s, r), KINGDOM, s.tokens != 0, out)
    if step == ORDER_PLACE:
        return list_bits64(free_positions(s), POSITION, out)
    return list_bits64(robbable(s, r), SEAT, out)


# --- doing it ---

cdef void play_face_down(State *s, int seat, int action, Seen *seen) noexcept nogil:
    """The others see where the card goes, not which it is; it leaves the hand after the foils."""
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

cdef int rolls_that_foil(const State *s, int seat) noexcept nogil:
    cdef int coloured, white, n = 0
    for coloured in range(1, DIE + 1):
        for white in range(1, DIE + 1):
            n += foil_succeeds(s, seat, coloured, white)
    return n
