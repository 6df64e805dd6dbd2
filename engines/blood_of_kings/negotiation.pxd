"""The negotiation phase: trade, cards back to hands, new cards, deals, and the end of the turn."""
from libc.stdint cimport int32_t
from libc.string cimport memset

from cython_ext.game cimport OVER, Seen
from engines.blood_of_kings.board cimport seat_after, total_glory
from engines.blood_of_kings.dealing cimport deal_sets
from engines.blood_of_kings.rules cimport (
    ANSWER_CARD, CARD_TYPES, ENDED, KINGDOM_PHASE, KINGDOMS, OFFER_CARD, SUCCESSION, BloodOfKings,
    BloodOfKingsRules,
)

cdef enum:                  # BloodOfKings.stage in this phase
    TRADE
    REFILL
    TALK
    END_TURN


cdef inline void resume_negotiation(
    BloodOfKings *s, const BloodOfKingsRules *r, Seen *seen
) noexcept nogil:
    if s.stage == TRADE:
        pick_up_kingdom_cards(s)
        s.stage = REFILL
    elif s.stage == REFILL:
        deal_sets(s)
        s.stage = TALK
    elif s.stage == TALK:
        s.stage = END_TURN
    else:
        end_turn(s, r)


cdef inline void pick_up_kingdom_cards(BloodOfKings *s) noexcept nogil:
    """All cards of the kingdoms that had a succession this turn."""
    cdef int k, card
    for k in range(KINGDOMS):
        if s.played[k] == SUCCESSION + 1:
            for card in range(CARD_TYPES):
                s.in_hand[k][card] += s.on_mat[k][card]
                s.on_mat[k][card] = 0


cdef inline void end_turn(BloodOfKings *s, const BloodOfKingsRules *r) noexcept nogil:
    cdef int seat, best = 0, leaders = 0, total
    memset(s.played, 0, sizeof(s.played))
    s.shielded = 0
    s.stage = 0
    s.acting = 0
    for seat in range(r.seats):
        total = total_glory(s, r, seat)
        if total > best:
            best = total
            leaders = 0
        leaders += total == best
    if s.display == 0 and not s.tie:
        if leaders == 1:
            s.phase = ENDED
            s.head.player = OVER
            return
        s.tie = 1
        s.tied_at = best
    s.turn += 1
    if s.turn == r.turn_cap:
        s.phase = ENDED
        s.head.player = OVER
        s.head.capped = 1
        return
    s.first = seat_after(r, s.first, 1)
    s.phase = KINGDOM_PHASE


cdef inline bint is_secret_offer(int step) noexcept nogil:
    """Choices that not everybody sees; `decide_negotiation` shows what of them is open."""
    return step == OFFER_CARD or step == ANSWER_CARD


cdef inline int list_negotiation(
    const BloodOfKings *s, const BloodOfKingsRules *r, int32_t *out
) noexcept nogil:
    return 0


cdef inline void decide_negotiation(
    BloodOfKings *s, const BloodOfKingsRules *r, int step, int seat, int action, Seen *seen
) noexcept nogil:
    pass
