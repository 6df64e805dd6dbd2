"""What `check` asks of the negotiation phase."""
from eminence.cython_ext.game cimport Problem, refuse
from eminence.engines.blood_of_kings.board cimport has_tile
from eminence.engines.blood_of_kings.negotiation.phase cimport trader
from eminence.engines.blood_of_kings.negotiation.talks cimport most_to_give, talker
from eminence.engines.blood_of_kings.state cimport (
    ALLIANCES, ANSWERING, BAD_EXCHANGE, BAD_GIVER, BAD_IDLE_TALKS, BAD_OFFER, BAD_PARTNER,
    BAD_TAKEN_IN, BAD_TALKER, BAD_TALKS_STAGE, CONFIRMING, COUNTING, END_TURN, EXCHANGES,
    FLIPS_AFTER, FLIPS_BEFORE, HOST_ASKED, MOST_AT_ONCE, NEGOTIATION_PHASE, OFFERING_CARD, OK,
    RECEIVING, RETURNS, State,
)
from eminence.engines.blood_of_kings.tables cimport (
    KINGDOMS, MOST, NEGOTIATE_ALL, NEGOTIATE_NOTHING, SKILLED_NEGOTIATOR, Rules,
)


cdef inline bint seat_talks(int stage) noexcept nogil:
    return RETURNS <= stage <= CONFIRMING


cdef inline int check_talks_stage(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """Stages that this game has, and whose turn it can be."""
    cdef bint about_tokens = RETURNS <= s.stage <= HOST_ASKED or s.stage >= EXCHANGES
    if s.stage > END_TURN or (seat_talks(s.stage) and (
        r.negotiation == NEGOTIATE_NOTHING or (about_tokens and r.negotiation != NEGOTIATE_ALL)
    )):
        return refuse(why, BAD_TALKS_STAGE, s.step)
    if s.acting and not (seat_talks(s.stage) and s.acting < r.seats):
        return refuse(why, BAD_TALKER, s.acting)
    return OK


cdef inline int check_giver(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """A kingdom of the seat that talks, with a token to move or Crowns to give."""
    cdef bint needed = s.stage == HOST_ASKED or s.stage == RECEIVING or s.stage == COUNTING
    if needed != (s.giver > 0) or s.giver > KINGDOMS:
        return refuse(why, BAD_GIVER)
    if s.giver and s.ruler[s.giver - 1] != talker(s, r) + 1:
        return refuse(why, BAD_GIVER)
    if s.stage == RECEIVING and s.crowns[s.giver - 1] < r.transfer_share:
        return refuse(why, BAD_GIVER)
    if s.stage == COUNTING and most_to_give(s, r, s.giver - 1) < 1:
        return refuse(why, BAD_GIVER)
    return OK


cdef inline int check_partner(const State *s, const Rules *r, Problem *why) noexcept nogil:
    cdef int seat = talker(s, r)
    if s.stage == HOST_ASKED or s.stage == COUNTING:
        if not 0 < s.partner <= KINGDOMS or s.partner == s.giver:
            return refuse(why, BAD_PARTNER)
        if s.stage == HOST_ASKED and (
            s.ruler[s.partner - 1] == 0 or s.ruler[s.partner - 1] == seat + 1
            or s.alliance[s.giver - 1] == s.partner or s.taken_in >> (s.partner - 1) & 1
        ):
            return refuse(why, BAD_PARTNER)
    elif OFFERING_CARD <= s.stage <= CONFIRMING:
        if not 0 < s.partner <= r.seats or s.partner == seat + 1:
            return refuse(why, BAD_PARTNER)
    elif s.partner:
        return refuse(why, BAD_PARTNER)
    return OK


cdef inline int most_offers(const State *s, const Rules *r) noexcept nogil:
    """So far: refusals, exchanges of cards, or Crowns by the most at once."""
    if s.stage == HOST_ASKED:
        return r.offers - 1
    if s.stage == ALLIANCES:
        return r.offers
    if s.stage == COUNTING:
        return (MOST - s.crowns[s.giver - 1]) / MOST_AT_ONCE
    if EXCHANGES <= s.stage <= CONFIRMING:
        return r.exchanges - 1
    return 0


cdef inline int check_exchange(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """Cards named as far as it has got."""
    cdef int seat = talker(s, r)
    if OFFERING_CARD <= s.stage <= CONFIRMING:
        if not has_tile(s, seat, SKILLED_NEGOTIATOR) or (
            s.hand_count[seat] + s.hand_count[s.partner - 1] == 0
        ):
            return refuse(why, BAD_EXCHANGE)
    if s.offered and s.stage != ANSWERING and s.stage != CONFIRMING:
        return refuse(why, BAD_EXCHANGE)
    if s.stage == ANSWERING and s.offered == 0 and s.hand_count[s.partner - 1] == 0:
        return refuse(why, BAD_EXCHANGE)
    if (s.answered > 0) != (s.stage == CONFIRMING):
        return refuse(why, BAD_EXCHANGE)
    return OK


cdef inline int check_taken_in(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """Kingdoms passed over or refused."""
    cdef int among = 0
    if s.stage == FLIPS_BEFORE or s.stage == FLIPS_AFTER:
        if trader(s, r) >= 0:
            among = (1 << KINGDOMS) - 1
    elif RETURNS <= s.stage <= HOST_ASKED:
        among = (1 << KINGDOMS) - 1
    if s.taken_in & ~among:
        return refuse(why, BAD_TAKEN_IN)
    return OK


cdef inline int check_negotiation(const State *s, const Rules *r, Problem *why) noexcept nogil:
    cdef int code
    if s.phase != NEGOTIATION_PHASE:
        if s.taken_in | s.offers | s.giver | s.partner | s.offered | s.answered:
            return refuse(why, BAD_IDLE_TALKS)
        return OK
    code = check_talks_stage(s, r, why)
    if code == OK:
        code = check_giver(s, r, why)
    if code == OK:
        code = check_partner(s, r, why)
    if code == OK and s.offers > most_offers(s, r):
        code = refuse(why, BAD_OFFER, s.offers, most_offers(s, r))
    if code == OK:
        code = check_exchange(s, r, why)
    if code == OK:
        code = check_taken_in(s, r, why)
    return code
