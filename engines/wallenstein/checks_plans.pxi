# Checks of the plans, being made and lying on the mats. Included in rules.pyx.


cdef int check_plans(const Wallenstein *s, const WallensteinRules *r, Problem *why) noexcept nogil:
    cdef int seat, code
    for seat in range(r.seats):
        if s.phase == PLAN:
            code = check_unfinished(s, seat, why)
        elif plans_lie(s):
            code = check_finished(s, seat, why)
        else:
            code = check_no_plan(s, seat, why)
        if code != OK:
            return code
    return OK


cdef int check_no_plan(const Wallenstein *s, int seat, Problem *why) noexcept nogil:
    cdef int i
    if s.planned[seat] or s.bid[seat] or s.closed[seat]:
        return refuse(why, BAD_PLAN, seat)
    for i in range(BOXES):
        if s.box[seat][i]:
            return refuse(why, BAD_PLAN, seat)
    return OK


cdef int check_unfinished(const Wallenstein *s, int seat, Problem *why) noexcept nogil:
    """A plan being made: own cards, each once; in a view the viewer's only."""
    cdef uint64_t hand = s.owned[seat]
    cdef int i, card, money = MONEY_CARDS, decided = s.planned[seat]
    if s.closed[seat]:
        return refuse(why, BAD_CLOSED, seat)
    if s.head.view_of != FULL and s.head.view_of != seat and decided:
        return refuse(why, BAD_PLAN, seat)
    # One seat decides at a time; the others have finished or not begun.
    if seat != s.head.player and 0 < decided < PLAN_STEPS:
        return refuse(why, BAD_PLAN, seat)
    card = s.bid[seat]
    if card == FACE_DOWN or (decided == 0 and card) or not (
        take_from(&hand, &money, card) and can_pay(s, seat)
    ):
        return refuse(why, BAD_BID, seat)
    for i in range(BOXES):
        card = s.box[seat][i]
        if (card and i + 1 >= decided) or card > MONEY or not take_from(&hand, &money, card):
            return refuse(why, BAD_BOX, seat, i)
    return OK


cdef inline bint can_pay(const Wallenstein *s, int seat) noexcept nogil:
    return s.bid[seat] < MONEY or s.bid[seat] - MONEY <= s.thalers[seat]


cdef inline bint take_from(uint64_t *hand, int *money, int card) noexcept nogil:
    """Take a card out of a hand; False if it is not there."""
    if is_county(card):
        if not hand[0] >> (card - 1) & 1:
            return False
        hand[0] ^= bit(card - 1)
    elif card:
        money[0] -= 1
    return money[0] >= 0


cdef int check_finished(const Wallenstein *s, int seat, Problem *why) noexcept nogil:
    """A plan that lies on the mat: open cards are public, the others come from `closed`."""
    cdef uint64_t closed = s.closed[seat], seen = s.owned[seat] & ~s.closed[seat]
    cdef int i, card, money = MONEY_CARDS, opened = opened_boxes(s, seat), unknown = 0
    cdef bint others = s.head.view_of != FULL and s.head.view_of != seat
    if s.closed[seat] & ~s.owned[seat]:
        return refuse(why, BAD_CLOSED, seat)
    if s.planned[seat]:
        return refuse(why, BAD_PLAN, seat)
    card = s.bid[seat]
    if s.phase == ROUND_EVENT:
        if (card == FACE_DOWN) != (others and card != NOTHING):
            return refuse(why, BAD_BID, seat)
        if card == FACE_DOWN:
            unknown = 1
        elif not take_from(&closed, &money, card) or not can_pay(s, seat):
            return refuse(why, BAD_BID, seat)
    elif card == FACE_DOWN or not take_from(&seen, &money, card):
        return refuse(why, BAD_BID, seat)
    for i in range(BOXES):
        card = s.box[seat][i]
        if card == NOTHING:
            continue
        if opened >> i & 1:
            if card > MONEY or not take_from(&seen, &money, card):
                return refuse(why, BAD_BOX, seat, i)
        elif others:
            if card != FACE_DOWN:
                return refuse(why, BAD_BOX, seat, i)
            unknown += 1
        elif card > MONEY or not take_from(&closed, &money, card):
            return refuse(why, BAD_BOX, seat, i)
    if unknown > popcount64(closed) + money:
        return refuse(why, BAD_PLAN, seat)
    return OK
