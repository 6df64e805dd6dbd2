"""Traits of moves that name a kingdom, a kingdom card, an institution or a seat."""
from libc.stdint cimport uint64_t

from eminence.engines.blood_of_kings.board cimport stability
from eminence.engines.blood_of_kings.kingdom.reign cimport (
    affordable, cards_to_take_back, development_price, foreign_stacks, reduction_price,
)
from eminence.engines.blood_of_kings.kingdom.worth cimport armies_on_map, foreign_cards
from eminence.engines.blood_of_kings.sight.classes cimport Traits, add, class4, name_prize
from eminence.engines.blood_of_kings.sight.outlook cimport (
    MINE, NOBODYS, RELATIONS, Outlook, side_of_seat,
)
from eminence.engines.blood_of_kings.sight.traits cimport (
    TRAIT_AIM, TRAIT_CARD, TRAIT_GRANT, TRAIT_IDLE, TRAIT_INSTITUTION, TRAIT_LAST_CARD, TRAIT_LEFT,
    TRAIT_LEVEL, TRAIT_PRICE, TRAIT_PURSE, TRAIT_REVOLT, TRAIT_SEAT, TRAIT_SLOT, TRAIT_STACK,
    TRAIT_THRONE,
)
from eminence.engines.blood_of_kings.state cimport PLAY_CARD, State
from eminence.engines.blood_of_kings.tables cimport (
    ADMINISTRATION, COUNCIL, DEVELOPMENT, EXPANSION, KINGDOMS, PREPARATIONS, SEAS, SUCCESSION,
    Rules,
)
from eminence.engines.blood_of_kings.worth cimport find_armies, front_of, stack_value
from eminence.engines.kit.counts cimport total

cdef enum:                  # a throne
    SAFE
    UNCERTAIN
    LOST


# --- kingdoms ---

cdef inline void name_kingdom(
    const Outlook *o, Traits *t, int aim, int kingdom
) noexcept nogil:
    add(t, TRAIT_AIM + aim * RELATIONS + o.relation[kingdom])
    add(t, TRAIT_SLOT + o.slot[kingdom])


cdef inline void name_purse(const State *s, Traits *t, int kingdom) noexcept nogil:
    add(t, TRAIT_PURSE + class4(s.crowns[kingdom], 5, 10, 20))


cdef inline int revolt_class(
    const State *s, const Rules *r, const Outlook *o, int kingdom
) noexcept nogil:
    """What one more unrest starts: nothing, a revolt against oneself, or against another."""
    cdef int cards = 0
    if o.relation[kingdom] == NOBODYS or s.unrest[kingdom] + 1 < stability(s, r, kingdom):
        return 0
    if o.relation[kingdom] == MINE:
        return 1
    stack_value(s, r, o.seat, kingdom, &cards)
    return 4 - min(cards, 2)


cdef inline void name_revolt(
    const State *s, const Rules *r, const Outlook *o, Traits *t, int kingdom
) noexcept nogil:
    add(t, TRAIT_REVOLT + revolt_class(s, r, o, kingdom))


# --- kingdom cards ---

cdef inline bint is_idle(const State *s, const Rules *r, int kingdom, int card) noexcept nogil:
    """The card would do nothing now."""
    if card == DEVELOPMENT:
        return affordable(s, r, kingdom) == 0
    if card == EXPANSION:
        return armies_on_map(s, kingdom) == 0 and total(s.fleets[kingdom], SEAS) == 0
    if card == PREPARATIONS:
        return s.crowns[kingdom] < r.unit_price
    if card == COUNCIL:
        return cards_to_take_back(s, r, kingdom) == 0
    if card == ADMINISTRATION:
        return s.crowns[kingdom] < reduction_price(s, r, kingdom) or (
            s.unrest[kingdom] == 0 and foreign_stacks(s, r, kingdom) == 0)
    return False


cdef inline int throne_class(
    const State *s, const Rules *r, int kingdom, int seat
) noexcept nogil:
    """Before a peaceful succession, by the cards of others and the own influence."""
    cdef int cards = 0, foreign = foreign_cards(s, r, kingdom, seat)
    cdef int own = stack_value(s, r, seat, kingdom, &cards)
    if foreign == 0:
        return SAFE
    return UNCERTAIN if own >= 5 * foreign else LOST


cdef inline void name_front(
    const State *s, const Rules *r, Traits *t, int kingdom
) noexcept nogil:
    """What the kingdom's armies can expect to take."""
    cdef uint64_t armed[KINGDOMS]
    find_armies(s, armed)
    name_prize(t, front_of(s, r, kingdom, armed))


cdef inline void name_card(
    const State *s, const Rules *r, const Outlook *o, Traits *t, int kingdom, int card
) noexcept nogil:
    add(t, TRAIT_CARD + card)
    if s.step != PLAY_CARD:
        return
    if is_idle(s, r, kingdom, card):
        add(t, TRAIT_IDLE + card)
    if s.in_hand[kingdom][card] == 1:
        add(t, TRAIT_LAST_CARD)
    if card == SUCCESSION:
        add(t, TRAIT_THRONE + throne_class(s, r, kingdom, o.seat))
    elif card == EXPANSION:
        name_front(s, r, t, kingdom)


cdef inline void name_institution(
    const State *s, const Rules *r, Traits *t, int kingdom, int institution
) noexcept nogil:
    cdef int level = s.level[kingdom][institution] + 1
    cdef int price = development_price(s, r, kingdom, institution)
    add(t, TRAIT_INSTITUTION + institution)
    add(t, TRAIT_LEVEL + level - 1)
    add(t, TRAIT_PRICE + class4(price, 3, 6, 10) + (price >= 15))
    add(t, TRAIT_LEFT + class4(s.crowns[kingdom] - price, 4, 10, 20))
    if r.grant[kingdom][institution][level]:
        add(t, TRAIT_GRANT + r.grant[kingdom][institution][level] - 1)


# --- seats ---

cdef inline void name_seat(
    const Rules *r, const Outlook *o, Traits *t, int as_what, int seat
) noexcept nogil:
    """`as_what`: TRAIT_RIVAL or TRAIT_VICTIM."""
    add(t, TRAIT_SEAT + side_of_seat(r, o.seat, seat))
    if seat == o.leader:
        add(t, as_what)
    elif seat != o.seat:
        add(t, as_what + (1 if o.glory[seat] > o.glory[o.seat] else 2))


cdef inline void name_stack(const State *s, Traits *t, int seat, int kingdom) noexcept nogil:
    if s.height[seat][kingdom]:
        add(t, TRAIT_STACK + class4(s.height[seat][kingdom], 2, 3, 4))
