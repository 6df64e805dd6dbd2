"""The kingdom phase: each kingdom in order plays one card; all cards but those of war."""
from libc.stdint cimport int32_t

from cython_ext.game cimport Seen
from engines.blood_of_kings.board cimport ask
from engines.blood_of_kings.expansion cimport resume_expansion
from engines.blood_of_kings.rules cimport (
    CARD_TYPE, CARD_TYPES, DYNASTY_PHASE, EXPANSION, KINGDOMS, PLAY_CARD, SUCCESSION,
    BloodOfKings, BloodOfKingsRules,
)
from engines.blood_of_kings.succession cimport CHAOTIC, PEACEFUL, begin_challenge

cdef enum:                  # BloodOfKings.stage in this phase
    BEGIN
    CHOOSE_CARD
    CARD_UNDER_WAY          # from here on the stages of the card itself
    FINISH = 255


cdef inline void resume_kingdom(
    BloodOfKings *s, const BloodOfKingsRules *r, Seen *seen
) noexcept nogil:
    cdef int kingdom = s.order[s.acting]
    if s.stage == BEGIN:
        begin_kingdom(s, r, kingdom)
    elif s.stage == CHOOSE_CARD:
        ask(s, s.ruler[kingdom] - 1, PLAY_CARD)
    elif s.stage == FINISH:
        end_kingdom(s, r)
    elif s.played[kingdom] == EXPANSION + 1:
        resume_expansion(s, r)
    else:
        s.stage = FINISH


cdef inline void begin_kingdom(
    BloodOfKings *s, const BloodOfKingsRules *r, int kingdom
) noexcept nogil:
    if s.ruler[kingdom]:
        s.stage = CHOOSE_CARD
    else:
        play_card(s, r, kingdom, SUCCESSION)
        s.stage = FINISH
        begin_challenge(s, r, CHAOTIC, kingdom)


cdef inline void play_card(
    BloodOfKings *s, const BloodOfKingsRules *r, int kingdom, int card
) noexcept nogil:
    """From the kingdom's hand to the mat, if it is not there already."""
    if s.in_hand[kingdom][card]:
        s.in_hand[kingdom][card] -= 1
        s.on_mat[kingdom][card] += 1
    s.played[kingdom] = card + 1


cdef inline void end_kingdom(BloodOfKings *s, const BloodOfKingsRules *r) noexcept nogil:
    s.stage = BEGIN
    s.acting += 1
    if s.acting == KINGDOMS:
        s.acting = 0
        s.phase = DYNASTY_PHASE


cdef inline int list_kingdom(
    const BloodOfKings *s, const BloodOfKingsRules *r, int32_t *out
) noexcept nogil:
    cdef int kingdom = s.order[s.acting], n = 0, card
    for card in range(CARD_TYPES):
        if s.in_hand[kingdom][card]:
            out[n] = CARD_TYPE + card
            n += 1
    return n


cdef inline void decide_kingdom(
    BloodOfKings *s, const BloodOfKingsRules *r, int step, int seat, int action, Seen *seen
) noexcept nogil:
    cdef int kingdom = s.order[s.acting], card = action - CARD_TYPE
    play_card(s, r, kingdom, card)
    s.stage = CARD_UNDER_WAY
    if card == SUCCESSION:
        s.stage = FINISH
        begin_challenge(s, r, PEACEFUL, kingdom)
