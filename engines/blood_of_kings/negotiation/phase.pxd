"""The negotiation phase: trade, cards back to hands, new cards, deals, and the end of the turn."""
from libc.stdint cimport int32_t
from libc.string cimport memset

from eminence.cython_ext.game cimport OVER, Seen
from eminence.engines.blood_of_kings.board cimport (
    ask, gain_crowns, has_tile, list_choices, seat_after, total_glory,
)
from eminence.engines.blood_of_kings.dynasty.dealing cimport deal_sets
from eminence.engines.blood_of_kings.negotiation.exchanges cimport (
    decide_exchange, list_exchange, partners, resume_exchanges,
)
from eminence.engines.blood_of_kings.negotiation.talks cimport (
    ask_or_skip, could_deal, decide_talks, list_talks, next_stage, resume_talks, tokens_on_board,
    up_to,
)
from eminence.engines.blood_of_kings.state cimport (
    COUNTING, ENDED, END_TURN, FLIPS_AFTER, FLIPS_BEFORE, FLIP_ALLIANCE, HOLD_TALKS, KINGDOM_PHASE,
    NO, OFFER_TO, OPEN_TALKS, REFILL, RETURNS, TOKEN, TRADE, YES, State,
)
from eminence.engines.blood_of_kings.tables cimport (
    CARD_TYPES, KINGDOMS, NEGOTIATE_NOTHING, SEAS, SUCCESSION, TRADE_HOUSES, Rules,
)


cdef inline void resume_negotiation(State *s, const Rules *r, Seen *seen) noexcept nogil:
    if s.stage == FLIPS_BEFORE:
        offer_flips(s, r, TRADE)
    elif s.stage == TRADE:
        collect_trade(s, r)
        pick_up_kingdom_cards(s)
        s.stage = REFILL
    elif s.stage == REFILL:
        deal_sets(s)
        s.stage = OPEN_TALKS
    elif s.stage == OPEN_TALKS:
        open_talks(s, r)
    elif s.stage == FLIPS_AFTER:
        offer_flips(s, r, END_TURN)
    elif s.stage == END_TURN:
        end_turn(s, r)
    elif s.acting == r.seats:
        s.acting = 0
        s.stage = FLIPS_AFTER
    elif s.stage <= COUNTING:
        resume_talks(s, r)
    else:
        resume_exchanges(s, r)


# --- trade (R22.1, R24.28) ---

cdef inline int trader(const State *s, const Rules *r) noexcept nogil:
    """The seat that has the Trade Houses, or -1."""
    cdef int seat
    for seat in range(r.seats):
        if has_tile(s, seat, TRADE_HOUSES):
            return seat
    return -1


cdef inline void offer_flips(State *s, const Rules *r, int after) noexcept nogil:
    cdef int seat = trader(s, r)
    ask_or_skip(s, seat, seat >= 0 and tokens_on_board(s) & ~s.taken_in, FLIP_ALLIANCE, after)


cdef inline int worth_of_tokens(const State *s, const Rules *r, int host, int most) noexcept nogil:
    """The best tokens in the treasury, so many at most (Q53)."""
    cdef int tokens = 0, backs = 0, k
    for k in range(KINGDOMS):
        if s.alliance[k] == host + 1:
            tokens += 1
            backs += s.flipped >> k & 1
    tokens = min(tokens, most)
    backs = min(backs, most)
    return backs * r.alliance_back + (tokens - backs) * r.alliance_front


cdef inline void collect_trade(State *s, const Rules *r) noexcept nogil:
    """A kingdom gets trade for as many tokens as it has seas."""
    cdef int k, sea, seas
    if tokens_on_board(s) == 0:
        return
    for k in range(KINGDOMS):
        seas = 0
        for sea in range(SEAS):
            seas += s.sea_owner[sea] == k + 1
        gain_crowns(s, k, worth_of_tokens(s, r, k, seas))


# --- cards and talks ---

cdef inline void pick_up_kingdom_cards(State *s) noexcept nogil:
    """All cards of the kingdoms with their Succession card on the stack (R22.2)."""
    cdef int k, card
    for k in range(KINGDOMS):
        if s.on_mat[k][SUCCESSION]:
            for card in range(CARD_TYPES):
                s.in_hand[k][card] += s.on_mat[k][card]
                s.on_mat[k][card] = 0


cdef inline void open_talks(State *s, const Rules *r) noexcept nogil:
    """The First Player decides whether there are any (R22.5)."""
    cdef int seat
    s.stage = END_TURN
    if r.negotiation == NEGOTIATE_NOTHING:
        return
    for seat in range(r.seats):
        if could_deal(s, r, seat) or partners(s, r, seat):
            s.stage = OPEN_TALKS
            ask(s, s.first, HOLD_TALKS)
            return


# --- the end of a turn, or of the game (R25, Q56, Q57) ---

cdef inline void end_game(State *s, bint capped) noexcept nogil:
    s.phase = ENDED
    s.head.player = OVER
    s.head.capped = capped


cdef inline bint one_leads(const State *s, const Rules *r, int *best) noexcept nogil:
    """Whether exactly one seat has the highest total."""
    cdef int seat, leaders = 0, total
    best[0] = -1
    for seat in range(r.seats):
        total = total_glory(s, r, seat)
        if total > best[0]:
            best[0] = total
            leaders = 0
        leaders += total == best[0]
    return leaders == 1


cdef inline void end_turn(State *s, const Rules *r) noexcept nogil:
    """At the end the leader wins, or the game goes on until somebody exceeds those tied."""
    cdef int best
    cdef bint ends = s.turn + 1 == r.last_turn if r.last_turn else s.display == 0
    memset(s.played, 0, sizeof(s.played))
    s.shielded = 0
    s.stage = 0
    if ends and not s.tie:
        if one_leads(s, r, &best):
            end_game(s, False)
            return
        s.tie = 1
        s.tied_at = best
    s.turn += 1
    if s.turn == r.turn_cap:
        end_game(s, True)
        return
    s.first = seat_after(r, s.first, 1)
    s.phase = KINGDOM_PHASE


# --- decisions ---

cdef inline int list_negotiation(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    if s.step >= OFFER_TO:
        return list_exchange(s, r, out)
    if s.step == FLIP_ALLIANCE:
        return list_choices(tokens_on_board(s) & ~s.taken_in, TOKEN, True, out)
    return list_talks(s, r, out)


cdef inline void decide_negotiation(
    State *s, const Rules *r, int step, int seat, int action, Seen *seen
) noexcept nogil:
    if step >= OFFER_TO:
        decide_exchange(s, r, step, seat, action, seen)
    elif step == HOLD_TALKS:
        s.stage = RETURNS if action == YES else END_TURN
    elif step != FLIP_ALLIANCE:
        decide_talks(s, r, step, seat, action)
    elif action == NO:
        next_stage(s, TRADE if s.stage == FLIPS_BEFORE else END_TURN)
    else:
        s.flipped ^= 1 << (action - TOKEN)
        s.taken_in |= up_to(action - TOKEN)
