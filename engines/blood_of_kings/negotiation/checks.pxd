"""What `check` asks of the negotiation phase."""
from eminence.cython_ext.game cimport Problem, refuse
from eminence.engines.blood_of_kings.board cimport active_seat, has_tile
from eminence.engines.blood_of_kings.negotiation.phase cimport trader
from eminence.engines.blood_of_kings.negotiation.talks cimport most_to_give
from eminence.engines.blood_of_kings.state cimport (
    ALLIANCES, BAD_EXCHANGE, BAD_GIVER, BAD_IDLE_TALKS, BAD_OFFER, BAD_PARTNER, BAD_TAKEN_IN,
    BAD_TALKER, BAD_TALKS_STAGE, CONFIRMING, COUNTING, END_TURN, EXCHANGES, FLIPS_AFTER,
    FLIPS_BEFORE, HOST_ASKED, MOST_AT_ONCE, NEGOTIATION_PHASE, OFFERING_CARD, OK, RECEIVING,
    RETURNS, State,
)
from eminence.engines.blood_of_kings.tables cimport (
    ALL_KINGDOMS, KINGDOMS, MOST, NEGOTIATE_ALL, NEGOTIATE_NOTHING, SKILLED_NEGOTIATOR, Rules,
)


cdef inline int check_talks_stage(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """The stage exists in this game, and this seat can have its turn."""
    cdef bint talks = RETURNS <= s.stage <= CONFIRMING
    cdef bint about_tokens = RETURNS <= s.stage <= HOST_ASKED or s.stage >= EXCHANGES
    if s.stage > END_TURN or (talks and (
        r.negotiation == NEGOTIATE_NOTHING or (about_tokens and r.negotiation != NEGOTIATE_ALL)
    )):
        return refuse(why, BAD_TALKS_STAGE, s.step)
    if s.acting and not (talks and s.acting < r.seats):
        return refuse(why, BAD_TALKER, s.acting)
    return OK


cdef inline bint giver_fits(const State *s, const Rules *r) noexcept nogil:
    """The giver is a kingdom of the seat that talks, with a token to move or Crowns to give."""
    if s.stage != HOST_ASKED and s.stage != RECEIVING and s.stage != COUNTING:
        return s.giver == 0
    if not 0 < s.giver <= KINGDOMS or s.ruler[s.giver - 1] != active_seat(s, r) + 1:
        return False
    if s.stage == RECEIVING:
        return s.crowns[s.giver - 1] >= r.transfer_share
    return s.stage == HOST_ASKED or most_to_give(s, r, s.giver - 1) > 0


cdef inline bint partner_fits(const State *s, const Rules *r) noexcept nogil:
    """The partner is another kingdom, or another seat to exchange cards with."""
    cdef int seat = active_seat(s, r), host = s.partner - 1
    if OFFERING_CARD <= s.stage <= CONFIRMING:
        return 0 < s.partner <= r.seats and host != seat
    if s.stage != HOST_ASKED and s.stage != COUNTING:
        return s.partner == 0
    return 0 < s.partner <= KINGDOMS and s.partner != s.giver and (
        s.stage == COUNTING
        or (s.ruler[host] and s.ruler[host] != seat + 1
            and s.alliance[s.giver - 1] != s.partner and not s.taken_in >> host & 1))


cdef inline int most_offers(const State *s, const Rules *r) noexcept nogil:
    """The most so far: refusals, exchanges of cards, or full gifts of Crowns (MOST_AT_ONCE)."""
    if s.stage == HOST_ASKED:
        return r.offers - 1
    if s.stage == ALLIANCES:
        return r.offers
    if s.stage == COUNTING:
        return (MOST - s.crowns[s.giver - 1]) / MOST_AT_ONCE
    if EXCHANGES <= s.stage <= CONFIRMING:
        return r.exchanges - 1
    return 0


cdef inline bint exchange_fits(const State *s, const Rules *r) noexcept nogil:
    """Exactly the cards that this stage of the exchange needs are named."""
    cdef int seat = active_seat(s, r)
    if (s.answered > 0) != (s.stage == CONFIRMING):
        return False
    if not OFFERING_CARD <= s.stage <= CONFIRMING:
        return s.offered == 0
    if not has_tile(s, seat, SKILLED_NEGOTIATOR) or (
        s.hand_count[seat] + s.hand_count[s.partner - 1] == 0
    ):
        return False
    if s.stage == OFFERING_CARD:
        return s.offered == 0
    return s.stage == CONFIRMING or s.offered or s.hand_count[s.partner - 1]


cdef inline bint taken_in_fits(const State *s, const Rules *r) noexcept nogil:
    """Kingdoms passed over or refused."""
    cdef bint flips = s.stage == FLIPS_BEFORE or s.stage == FLIPS_AFTER
    if (flips and trader(s, r) >= 0) or RETURNS <= s.stage <= HOST_ASKED:
        return s.taken_in <= ALL_KINGDOMS
    return s.taken_in == 0


cdef inline int check_negotiation(const State *s, const Rules *r, Problem *why) noexcept nogil:
    cdef int code
    if s.phase != NEGOTIATION_PHASE:
        if s.taken_in | s.offers | s.giver | s.partner | s.offered | s.answered:
            return refuse(why, BAD_IDLE_TALKS)
        return OK
    code = check_talks_stage(s, r, why)
    if code:
        return code
    if not giver_fits(s, r):
        return refuse(why, BAD_GIVER)
    if not partner_fits(s, r):
        return refuse(why, BAD_PARTNER)
    if s.offers > most_offers(s, r):
        return refuse(why, BAD_OFFER, s.offers, most_offers(s, r))
    if not exchange_fits(s, r):
        return refuse(why, BAD_EXCHANGE)
    return OK if taken_in_fits(s, r) else refuse(why, BAD_TAKEN_IN)
