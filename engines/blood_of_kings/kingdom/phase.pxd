"""The kingdom phase: each kingdom in order plays one card."""
from libc.stdint cimport int32_t

from eminence.cython_ext.game cimport Seen
from eminence.engines.blood_of_kings.board cimport ask, bit, list_choices
from eminence.engines.blood_of_kings.kingdom.realm cimport put_on_stack
from eminence.engines.blood_of_kings.kingdom.reign cimport (
    administer, affordable, cards_to_take_back, develop, list_administer, resume_administration,
    resume_council, resume_development, take_back, tax,
)
from eminence.engines.blood_of_kings.state cimport (
    BEGIN, CARD_TYPE, CARD_UNDER_WAY, CHAOTIC, CHOOSE_CARD, DEVELOP, DYNASTY_PHASE, FINISH,
    INSTITUTION, LEAVE, LIFT, PEACEFUL, PLAY_CARD, TAKE_BACK, State,
)
from eminence.engines.blood_of_kings.succession.calls cimport begin_challenge
from eminence.engines.blood_of_kings.tables cimport (
    ADMINISTRATION, CARD_TYPES, DEVELOPMENT, EXPANSION, KINGDOMS, PREPARATIONS, REGIONS, SUCCESSION,
    TAXATION, Rules,
)
from eminence.engines.blood_of_kings.war.chapter cimport resume_card_of_war
from eminence.engines.kit.bits cimport list_bits64
from eminence.engines.kit.counts cimport kinds_in


cdef inline void resume_kingdom(State *s, const Rules *r, Seen *seen) noexcept nogil:
    cdef int kingdom = s.order[s.acting]
    if s.stage == BEGIN:
        begin_kingdom(s, r, kingdom)
    elif s.stage == CHOOSE_CARD:
        choose_card(s, r, kingdom)
    elif s.stage == FINISH:
        s.cathedral_due = 1
        s.stage = LEAVE
    elif s.stage == LEAVE:
        end_kingdom(s)
    else:
        resume_card(s, r, kingdom)


cdef inline void begin_kingdom(State *s, const Rules *r, int kingdom) noexcept nogil:
    """A kingdom in chaos can only have a succession (R8.3)."""
    if s.ruler[kingdom]:
        s.cathedral_due = 1
        s.stage = CHOOSE_CARD
    else:
        put_on_stack(s, kingdom, SUCCESSION)
        s.stage = FINISH
        begin_challenge(s, r, CHAOTIC, kingdom)


cdef inline void choose_card(State *s, const Rules *r, int kingdom) noexcept nogil:
    cdef int32_t options[CARD_TYPES + REGIONS]
    if list_cards(s, kingdom, options) == 1:
        play_card(s, r, kingdom, options[0] - CARD_TYPE)
    else:
        ask(s, s.ruler[kingdom] - 1, PLAY_CARD)


cdef inline int list_cards(const State *s, int kingdom, int32_t *out) noexcept nogil:
    """The types in the kingdom's hand, its Succession card always among them; then its sieges."""
    cdef int n = list_bits64(kinds_in(s.in_hand[kingdom], CARD_TYPES), CARD_TYPE, out)
    return n + list_bits64(s.sieges[kingdom], LIFT, out + n)


cdef inline void play_card(State *s, const Rules *r, int kingdom, int card) noexcept nogil:
    put_on_stack(s, kingdom, card)
    if card == SUCCESSION:
        s.stage = FINISH
        begin_challenge(s, r, PEACEFUL, kingdom)
    else:
        s.stage = CARD_UNDER_WAY


cdef inline void resume_card(State *s, const Rules *r, int kingdom) noexcept nogil:
    cdef int card = s.played[kingdom] - 1
    if card == TAXATION:
        tax(s, r, kingdom)
    elif card == PREPARATIONS or card == EXPANSION:
        resume_card_of_war(s, r)
    elif card == DEVELOPMENT:
        resume_development(s, r, kingdom)
    elif card == ADMINISTRATION:
        resume_administration(s, r, kingdom)
    else:
        resume_council(s, r, kingdom)


cdef inline void end_kingdom(State *s) noexcept nogil:
    s.stage = BEGIN
    s.acting += 1
    if s.acting == KINGDOMS:
        s.acting = 0
        s.phase = DYNASTY_PHASE


cdef inline int list_kingdom(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    cdef int kingdom = s.order[s.acting]
    if s.step == PLAY_CARD:
        return list_cards(s, kingdom, out)
    if s.step == TAKE_BACK:
        return list_choices(cards_to_take_back(s, r, kingdom), CARD_TYPE, True, out)
    if s.step == DEVELOP:
        return list_choices(affordable(s, r, kingdom), INSTITUTION, True, out)
    return list_administer(s, r, kingdom, out)


cdef inline void decide_kingdom(
    State *s, const Rules *r, int step, int seat, int action, Seen *seen
) noexcept nogil:
    cdef int kingdom = s.order[s.acting]
    if step == PLAY_CARD:
        if action >= LIFT:
            s.sieges[kingdom] &= ~bit(action - LIFT)
        else:
            play_card(s, r, kingdom, action - CARD_TYPE)
    elif step == TAKE_BACK:
        take_back(s, r, kingdom, action)
    elif step == DEVELOP:
        develop(s, r, kingdom, action)
    else:
        administer(s, r, kingdom, action, seen)
