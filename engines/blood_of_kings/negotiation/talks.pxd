"""Deals: each seat in turn sends tokens back, moves one of its own, and transfers Crowns."""
from libc.stdint cimport int32_t

from eminence.engines.blood_of_kings.board cimport (
    able_to_pay, active_seat, ask, gain_crowns, list_choices, ruled_by, send_back,
)
from eminence.engines.blood_of_kings.kingdom.realm cimport tidy_map
from eminence.engines.blood_of_kings.state cimport (
    ALLIANCE, ALLIANCES, ALLY, ALLY_CONSENT, COUNT, COUNTING, EXCHANGES, HOST_ASKED, KINGDOM,
    MOST_AT_ONCE, NO, RECEIVING, RETURNS, RETURN_TOKEN, TOKEN, TRANSFERS, TRANSFER_AMOUNT,
    TRANSFER_FROM, TRANSFER_TO, YES, State,
)
from eminence.engines.blood_of_kings.tables cimport ALL_KINGDOMS, KINGDOMS, NEGOTIATE_ALL, Rules
from eminence.engines.kit.bits cimport list_bits64


cdef inline int up_to(int kingdom) noexcept nogil:
    """The kingdom and all before it: several are chosen only in ascending order."""
    return (2 << kingdom) - 1


cdef inline void next_stage(State *s, int stage) noexcept nogil:
    s.stage = stage
    s.taken_in = s.offers = s.giver = s.partner = 0


cdef inline void ask_or_skip(
    State *s, int seat, bint has_choice, int step, int stage
) noexcept nogil:
    """Ask, or begin the next stage if there is no choice."""
    if has_choice:
        ask(s, seat, step)
    else:
        next_stage(s, stage)


# --- alliance tokens (R22.6, R22.7) ---

cdef inline int tokens_on_board(const State *s) noexcept nogil:
    """Mask of the kingdoms whose token lies in some treasury."""
    cdef int mask = 0, k
    for k in range(KINGDOMS):
        mask |= (s.alliance[k] > 0) << k
    return mask


cdef inline int returnable(const State *s, int seat) noexcept nogil:
    """Tokens in the seat's treasuries, except those it has passed over."""
    cdef int mask = 0, k
    for k in range(KINGDOMS):
        if s.alliance[k] and s.ruler[s.alliance[k] - 1] == seat + 1:
            mask |= 1 << k
    return mask & ~s.taken_in


cdef inline int hosts_of(const State *s, const Rules *r, int kingdom) noexcept nogil:
    """Where its token could go: kingdoms whose ruler has not refused and may be asked."""
    cdef int mask = 0, k
    for k in range(KINGDOMS):
        if s.ruler[k] and k != kingdom and s.alliance[kingdom] != k + 1:
            if s.ruler[k] == s.ruler[kingdom] or s.offers < r.offers:
                mask |= 1 << k
    return mask & ~s.taken_in


cdef inline bint can_move_a_token(const State *s, const Rules *r, int seat) noexcept nogil:
    cdef int k
    for k in range(KINGDOMS):
        if s.ruler[k] == seat + 1 and (s.alliance[k] or hosts_of(s, r, k)):
            return True
    return False


cdef inline int list_alliances(
    const State *s, const Rules *r, int seat, int32_t *out
) noexcept nogil:
    cdef int own = ruled_by(s, seat), k
    cdef int n = list_choices(own & tokens_on_board(s), TOKEN, True, out)
    for k in range(KINGDOMS):
        if own >> k & 1:
            n += list_bits64(hosts_of(s, r, k), ALLIANCE + k * KINGDOMS, out + n)
    return n


cdef inline void place_token(State *s, const Rules *r, int kingdom, int host) noexcept nogil:
    s.alliance[kingdom] = host + 1
    tidy_map(s, r)
    next_stage(s, TRANSFERS)


cdef inline void move_token(State *s, const Rules *r, int seat, int action) noexcept nogil:
    """Only the ruler of another's kingdom is asked to take it."""
    cdef int kingdom = (action - ALLIANCE) / KINGDOMS, host = (action - ALLIANCE) % KINGDOMS
    if action == NO:
        next_stage(s, TRANSFERS)
    elif action < ALLIANCE:
        send_back(s, action - TOKEN)
        tidy_map(s, r)
        next_stage(s, TRANSFERS)
    elif s.ruler[host] == seat + 1:
        place_token(s, r, kingdom, host)
    else:
        s.giver = kingdom + 1
        s.partner = host + 1
        s.stage = HOST_ASKED


cdef inline void answer_alliance(State *s, const Rules *r, int action) noexcept nogil:
    """A ruler who refused for a kingdom is not asked for it again by the same seat."""
    if action == YES:
        place_token(s, r, s.giver - 1, s.partner - 1)
        return
    s.taken_in |= 1 << (s.partner - 1)
    s.offers += 1
    s.giver = s.partner = 0
    s.stage = ALLIANCES


# --- Crowns (R22.8) ---

cdef inline int most_to_give(const State *s, const Rules *r, int kingdom) noexcept nogil:
    """A share of the treasury as it was before, less what has been given already."""
    cdef int given = s.offers * MOST_AT_ONCE
    return (s.crowns[kingdom] + given) / r.transfer_share - given


cdef inline int list_amounts(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    """After giving the most that one answer allows, the giver may stop."""
    cdef int n = 0, i
    if s.offers:
        out[0] = NO
        n = 1
    for i in range(min(most_to_give(s, r, s.giver - 1), MOST_AT_ONCE)):
        out[n] = COUNT + 1 + i
        n += 1
    return n


cdef inline void transfer(State *s, const Rules *r, int crowns) noexcept nogil:
    s.crowns[s.giver - 1] -= crowns
    gain_crowns(s, s.partner - 1, crowns)
    if crowns == MOST_AT_ONCE:
        s.offers += 1
        if most_to_give(s, r, s.giver - 1) > 0:
            return
    next_stage(s, EXCHANGES)


# --- one seat's turn to talk ---

cdef inline bint could_deal(const State *s, const Rules *r, int seat) noexcept nogil:
    """Whether the seat has anything to decide about tokens or Crowns."""
    return able_to_pay(s, seat, r.transfer_share) or r.negotiation == NEGOTIATE_ALL and (
        returnable(s, seat) or can_move_a_token(s, r, seat))


cdef inline void resume_talks(State *s, const Rules *r) noexcept nogil:
    cdef int seat = active_seat(s, r)
    cdef bint tokens = r.negotiation == NEGOTIATE_ALL
    if s.stage == RETURNS:
        ask_or_skip(s, seat, tokens and returnable(s, seat), RETURN_TOKEN, ALLIANCES)
    elif s.stage == ALLIANCES:
        ask_or_skip(s, seat, tokens and can_move_a_token(s, r, seat), ALLY, TRANSFERS)
    elif s.stage == HOST_ASKED:
        ask(s, s.ruler[s.partner - 1] - 1, ALLY_CONSENT)
    elif s.stage == TRANSFERS:
        ask_or_skip(s, seat, able_to_pay(s, seat, r.transfer_share), TRANSFER_FROM, EXCHANGES)
    elif s.stage == RECEIVING:
        ask(s, seat, TRANSFER_TO)
    elif s.offers == 0 and most_to_give(s, r, s.giver - 1) == 1:
        transfer(s, r, 1)
    else:
        ask(s, seat, TRANSFER_AMOUNT)


cdef inline int list_talks(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    cdef int seat = active_seat(s, r)
    if s.step == RETURN_TOKEN:
        return list_choices(returnable(s, seat), TOKEN, True, out)
    if s.step == ALLY:
        return list_alliances(s, r, seat, out)
    if s.step == TRANSFER_FROM:
        return list_choices(able_to_pay(s, seat, r.transfer_share), KINGDOM, True, out)
    if s.step == TRANSFER_AMOUNT:
        return list_amounts(s, r, out)
    if s.step == TRANSFER_TO:
        # Any other kingdom, even one in chaos (Q74).
        return list_bits64(ALL_KINGDOMS & ~(1 << (s.giver - 1)), KINGDOM, out)
    return list_choices(1 << YES, 0, True, out)


cdef inline void decide_talks(
    State *s, const Rules *r, int step, int seat, int action
) noexcept nogil:
    if step == RETURN_TOKEN:
        if action == NO:
            next_stage(s, ALLIANCES)
        else:
            send_back(s, action - TOKEN)
            s.taken_in |= up_to(action - TOKEN)
            tidy_map(s, r)
    elif step == ALLY:
        move_token(s, r, seat, action)
    elif step == ALLY_CONSENT:
        answer_alliance(s, r, action)
    elif step == TRANSFER_FROM:
        if action == NO:
            next_stage(s, EXCHANGES)
        else:
            s.giver = 1 + action - KINGDOM
            s.stage = RECEIVING
    elif step == TRANSFER_TO:
        s.partner = 1 + action - KINGDOM
        s.stage = COUNTING
    elif action == NO:
        next_stage(s, EXCHANGES)
    else:
        transfer(s, r, action - COUNT)
