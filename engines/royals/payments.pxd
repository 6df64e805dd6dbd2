"""What can be bought, and how it is paid; clause numbers (R..) are those of RULES.md."""
from libc.stdint cimport int32_t, uint32_t, uint8_t

from eminence.cython_ext.core cimport lowest_bit
from eminence.cython_ext.game cimport TO_ALL, Seen, show
from eminence.engines.kit.counts cimport total_of
from eminence.engines.royals.board cimport (
    Price, intrigue_price, matching_intrigue, occupied, occupy, ousting_power, price_of,
)
from eminence.engines.royals.knowledge cimport forget_cards
from eminence.engines.royals.state cimport (
    CLAIM, COUNTRIES, COUNTRY_AMOUNTS, DISCARD_COUNTRY, DISCARD_INTRIGUE, END_TURN, GIVE_COUNTRY,
    GIVE_INTRIGUE, INTRIGUE_AMOUNTS, INTRIGUE_WILDS, PAIRS, PAY_COUNTRY, PAY_INTRIGUE, TAKE_OVER,
    WILDS, Rules, State,
)
from eminence.engines.royals.turns cimport discard_excess


# --- what the hand can buy ---

cdef inline int play_actions(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    cdef uint32_t affordable = 0, occupation, claims, takes
    cdef int c, n = 1, cards = s.hand_size[s.seat]
    out[0] = END_TURN
    if s.supply[s.seat] < 2:
        return 1
    # A card of cost n with h at hand takes h + wild * (n - h) cards.
    for c in range(COUNTRIES):
        affordable |= r.up_to[c][(cards + (r.wild - 1) * s.hand[s.seat][c]) / r.wild]
    occupation = occupied(s, r)
    claims = affordable & ~occupation
    while claims:
        out[n] = CLAIM + claim_code(s, r, lowest_bit(claims))
        n += 1
        claims &= claims - 1
    if s.intrigue_size[s.seat] == 0:
        return n
    takes = affordable & occupation & ~s.held[s.seat] & intrigue_reach(s, r)
    while takes:
        out[n] = take_over_id(s, r, lowest_bit(takes))
        n += 1
        takes &= takes - 1
    return n


cdef inline int claim_code(const State *s, const Rules *r, int position) noexcept nogil:
    """The position, and the wilds that this hand needs for it (R11)."""
    cdef int missing = (
        r.cost[r.position_title[position]] - s.hand[s.seat][r.position_country[position]])
    return position * WILDS + max(0, missing)


cdef inline int take_over_id(const State *s, const Rules *r, int position) noexcept nogil:
    cdef int missing = intrigue_price(r, position) - matching_intrigue(
        s, r, s.seat, r.position_country[position])
    return TAKE_OVER + claim_code(s, r, position) * INTRIGUE_WILDS + max(0, missing)


cdef inline uint32_t intrigue_reach(const State *s, const Rules *r) noexcept nogil:
    """Positions for which the mover has enough Intrigue cards, including wilds (R13, R14)."""
    cdef uint32_t mask = 0
    cdef int c, reach
    for c in range(COUNTRIES):
        reach = ousting_power(s, r, s.seat, c, s.intrigue_size[s.seat])
        if reach >= 1:
            mask |= r.country_positions[c] & ~r.king_positions
        if reach >= r.king_intrigue:
            mask |= r.country_positions[c] & r.king_positions
    return mask

# --- which cards may be given ---

cdef inline int payable_countries(const State *s, const Rules *r) noexcept nogil:
    """Wilds are paid with the other countries: the matching cards are gone already."""
    return ~(1 << r.position_country[s.target]) if s.phase == PAY_COUNTRY else -1


cdef inline int payable_pairs(const State *s, const Rules *r) noexcept nogil:
    """Matching Intrigue cards while there are any; after that any others (R13)."""
    cdef int matching = r.pairs_of[r.position_country[s.target]]
    if s.phase != PAY_INTRIGUE:
        return -1
    return ~matching if s.due_wild else matching


cdef inline int give_actions(
    const uint8_t *cards, int kinds, int allowed, const State *s, int base, int stride,
    int32_t *out,
) noexcept nogil:
    """Kind by kind in ascending order, so that a payment has only one sequence (R12)."""
    cdef int n = 0, k, amount, least
    cdef int later = total_of(cards, kinds, allowed & ~((1 << s.due_next) - 1))
    for k in range(s.due_next, kinds):
        if not allowed >> k & 1:
            continue
        later -= cards[k]
        least = max(1, s.due - later)
        for amount in range(least, min(<int>cards[k], <int>s.due) + 1):
            out[n] = base + k * stride + amount
            n += 1
    return n


cdef struct Duty:
    # What the mover has begun to give: at least `due` cards of the kinds in `allowed`.
    int allowed
    int due


cdef inline Duty country_duty(const State *s, const Rules *r) noexcept nogil:
    cdef Duty duty
    duty.allowed = payable_countries(s, r) & ~((1 << s.due_next) - 1)
    duty.due = s.due if s.phase == PAY_COUNTRY or s.phase == DISCARD_COUNTRY else 0
    if s.phase == PAY_INTRIGUE:
        duty.allowed = ~(1 << r.position_country[s.target])
        duty.due = s.due_country
    return duty


cdef inline Duty intrigue_duty(const State *s, const Rules *r) noexcept nogil:
    cdef Duty duty
    duty.allowed = payable_pairs(s, r) & ~((1 << s.due_next) - 1)
    duty.due = s.due if s.phase == PAY_INTRIGUE or s.phase == DISCARD_INTRIGUE else 0
    return duty

# --- paying ---

cdef inline void begin_payment(State *s, const Rules *r, int action, Seen *seen) noexcept nogil:
    """Give the matching cards; which others to give is asked next."""
    cdef Price price = price_of(r, action)
    cdef int country = r.position_country[price.position]
    s.target = price.position
    give_cards(s, r, country, price.cards)
    s.due_country = price.others
    s.due_next = s.due = 0
    if not price.ousting:
        pay_countries(s, r)
        return
    s.phase = PAY_INTRIGUE
    s.due = price.intrigue
    s.due_wild = price.other_intrigue > 0
    if s.due_wild:
        give_all_matching(s, r, country, seen)
        s.due = price.other_intrigue


cdef inline void give_cards(State *s, const Rules *r, int country, int n) noexcept nogil:
    s.hand[s.seat][country] -= n
    s.hand_size[s.seat] -= n
    s.discards[country] += n
    if n and not s.head.lean:
        forget_cards(s, s.seat, country, n)


cdef inline void give_intrigue(State *s, int pair, int n) noexcept nogil:
    s.intrigue[s.seat][pair] -= n
    s.intrigue_size[s.seat] -= n
    s.intrigue_discards[pair] += n


cdef inline void give_all_matching(
    State *s, const Rules *r, int country, Seen *seen
) noexcept nogil:
    """Too few matching Intrigue cards: all of them go, and everybody sees which."""
    cdef int pair, n
    for pair in range(PAIRS):
        n = s.intrigue[s.seat][pair]
        if n and r.pairs_of[country] >> pair & 1:
            show(seen, TO_ALL, GIVE_INTRIGUE + pair * INTRIGUE_AMOUNTS + n)
            give_intrigue(s, pair, n)


cdef inline void pay_countries(State *s, const Rules *r) noexcept nogil:
    """Ask for the cards that stand in for missing ones, if any are missing."""
    if s.due_country:
        s.phase = PAY_COUNTRY
        s.due = s.due_country
        s.due_country = 0
        s.due_next = 0
    else:
        occupy(s, r)


cdef inline void give(State *s, const Rules *r, int action) noexcept nogil:
    """Give one kind of a payment or discard; once all is given, continue with its purpose."""
    cdef int kind, amount
    if action >= GIVE_INTRIGUE:
        kind = (action - GIVE_INTRIGUE) / INTRIGUE_AMOUNTS
        amount = (action - GIVE_INTRIGUE) % INTRIGUE_AMOUNTS
        give_intrigue(s, kind, amount)
    else:
        kind = (action - GIVE_COUNTRY) / COUNTRY_AMOUNTS
        amount = (action - GIVE_COUNTRY) % COUNTRY_AMOUNTS
        give_cards(s, r, kind, amount)
    s.due -= amount
    s.due_next = kind + 1
    if s.due:
        return
    s.due_next = 0
    if s.phase == PAY_INTRIGUE:
        s.due_wild = 0
        pay_countries(s, r)
    elif s.phase == PAY_COUNTRY:
        occupy(s, r)
    else:
        discard_excess(s, r)
