"""Checks of plans, both unfinished and lying on the mats."""
from eminence.cython_ext.game cimport FULL, Problem, refuse
from eminence.engines.kit.counts cimport total
from eminence.engines.wallenstein.board cimport is_county, opened_boxes, plans_lie, price_of_bid
from eminence.engines.wallenstein.plans.planning cimport Hand, cards_in, discard, hand_of
from eminence.engines.wallenstein.state cimport (
    ALL_BOXES, BAD_BID, BAD_BOX, BAD_CLOSED, BAD_PLAN, FACE_DOWN, MONEY, NOTHING, OK, PLAN,
    ROUND_EVENT, TOWER_CARD, Rules, State,
)


cdef inline int check_plans(const State *s, const Rules *r, Problem *why) noexcept nogil:
    cdef int seat, code = OK
    for seat in range(r.seats):
        if s.phase == PLAN:
            code = check_unfinished(s, r, seat, why)
        elif plans_lie(s):
            code = check_finished(s, r, seat, why)
        elif s.planned[seat] or s.bid[seat] or s.closed[seat] or total(s.box[seat], ALL_BOXES):
            return refuse(why, BAD_PLAN, seat)
        if code != OK:
            break
    return code


cdef inline int check_unfinished(
    const State *s, const Rules *r, int seat, Problem *why
) noexcept nogil:
    """An unfinished plan: own cards, each once; a view has only the viewer's."""
    cdef Hand hand = hand_of(r, s.owned[seat])
    cdef int i, card, decided = s.planned[seat]
    if s.closed[seat]:
        return refuse(why, BAD_CLOSED, seat)
    if s.head.view_of != FULL and s.head.view_of != seat and decided:
        return refuse(why, BAD_PLAN, seat)
    # One seat decides at a time; the others have finished or not begun.
    if seat != s.head.player and 0 < decided < r.plan_steps:
        return refuse(why, BAD_PLAN, seat)
    card = s.bid[seat]
    if card == FACE_DOWN or (decided == 0 and card) or not take_from(&hand, card) or (
        price_of_bid(card) > s.thalers[seat]
    ):
        return refuse(why, BAD_BID, seat)
    for i in range(ALL_BOXES):
        card = s.box[seat][i]
        if (card and i + 1 >= decided) or not (fits_box(r, i, card) and take_from(&hand, card)):
            return refuse(why, BAD_BOX, seat, i)
    return OK


cdef inline bint fits_box(const Rules *r, int box, int card) noexcept nogil:
    """Whether such a card, turned up, may lie in a box of this game."""
    return card == NOTHING or box < r.boxes and (card <= MONEY or card == TOWER_CARD)


cdef inline bint take_from(Hand *hand, int card) noexcept nogil:
    """Take a card out of a hand; False if it was not there."""
    cdef bint held = not is_county(card) or hand.counties >> card & 1
    discard(hand, card)
    return held and hand.money >= 0 and hand.tower >= 0


cdef inline bint take_open(Hand *seen, Hand *hand, int card) noexcept nogil:
    """Take a card that lies open; `seen` has the counties whose card cannot lie face down."""
    return take_from(seen if is_county(card) else hand, card)


cdef inline int check_finished(
    const State *s, const Rules *r, int seat, Problem *why
) noexcept nogil:
    """A plan that lies on the mat: open cards are public, the others come from `closed`."""
    cdef Hand hand = hand_of(r, s.closed[seat])
    cdef Hand seen = hand_of(r, s.owned[seat] & ~s.closed[seat])
    cdef int i, card, opened = opened_boxes(s, r, seat), unknown = 0
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
        elif not take_from(&hand, card) or price_of_bid(card) > s.thalers[seat]:
            return refuse(why, BAD_BID, seat)
    elif card == FACE_DOWN or not take_open(&seen, &hand, card):
        return refuse(why, BAD_BID, seat)
    for i in range(ALL_BOXES):
        card = s.box[seat][i]
        if card == NOTHING:
            continue
        if opened >> i & 1:
            if not (fits_box(r, i, card) and take_open(&seen, &hand, card)):
                return refuse(why, BAD_BOX, seat, i)
        elif others:
            if card != FACE_DOWN or i >= r.boxes:
                return refuse(why, BAD_BOX, seat, i)
            unknown += 1
        elif not (fits_box(r, i, card) and take_from(&hand, card)):
            return refuse(why, BAD_BOX, seat, i)
    if unknown > cards_in(&hand):
        return refuse(why, BAD_PLAN, seat)
    return OK
