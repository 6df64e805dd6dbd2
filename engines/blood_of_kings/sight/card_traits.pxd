"""Traits of moves that name dynasty cards, and of what is committed in a succession."""
from eminence.engines.blood_of_kings.board cimport throne_bonus
from eminence.engines.blood_of_kings.dynasty.cards cimport is_legal_influence, stack_top
from eminence.engines.blood_of_kings.dynasty.worth cimport set_worth
from eminence.engines.blood_of_kings.sight.classes cimport Traits, add, class4
from eminence.engines.blood_of_kings.sight.outlook cimport (
    MINE, NOBODYS, Outlook, cards_before, is_legal_here, most_cards,
)
from eminence.engines.blood_of_kings.sight.traits cimport (
    TRAIT_AGAINST, TRAIT_CLAIM, TRAIT_FACE_DOWN, TRAIT_FITS, TRAIT_KIND, TRAIT_LEAVES,
    TRAIT_SET_FITS, TRAIT_SET_HAS, TRAIT_SET_SIZE, TRAIT_SET_WORTH, TRAIT_TOP, TRAIT_VALUE,
)
from eminence.engines.blood_of_kings.state cimport State
from eminence.engines.blood_of_kings.succession.worth cimport USUAL_CARD, rival_strength
from eminence.engines.blood_of_kings.tables cimport (
    INTRIGUE_CARD, KINDS, KINGDOMS, ONE_SHIELD, TWO_SHIELDS, UNREST_CARD, Rules,
)
from eminence.engines.blood_of_kings.worth cimport stack_value
from eminence.engines.kit.counts cimport total

cdef enum:                  # where a card of influence could be used
    ON_THRONE
    ON_CLAIM
    ON_CHAOS
    ON_NOTHING

cdef enum:
    LEAST_VALUE = 4         # of influence
    BLUFFS = 5              # types of card that a bluff may be


# --- kinds of card ---

cdef inline int value_class(const Rules *r, int kind) noexcept nogil:
    return max(0, min(3, r.value[kind] - LEAST_VALUE))


cdef inline int type_class(int kind) noexcept nogil:
    """Generic, one shield, two shields, then the four others."""
    if kind >= UNREST_CARD:
        return 3 + kind - UNREST_CARD
    return (kind >= ONE_SHIELD) + (kind >= TWO_SHIELDS)


cdef inline int fits(const State *s, const Rules *r, int seat, int kind) noexcept nogil:
    """The best use of a card of influence."""
    cdef int best = ON_NOTHING, k
    for k in range(KINGDOMS):
        if is_legal_influence(r, kind, k):
            if s.ruler[k] == seat + 1:
                return ON_THRONE
            if s.height[seat][k]:
                best = min(best, <int>ON_CLAIM)
            elif s.ruler[k] == 0:
                best = min(best, <int>ON_CHAOS)
    return best


cdef inline void name_kind(
    const State *s, const Rules *r, const Outlook *o, Traits *t, int kind
) noexcept nogil:
    add(t, TRAIT_KIND + type_class(kind))
    if kind < UNREST_CARD:
        add(t, TRAIT_VALUE + value_class(r, kind))
        add(t, TRAIT_FITS + fits(s, r, o.seat, kind))


cdef inline void name_leaves(const State *s, const Outlook *o, Traits *t) noexcept nogil:
    """How many cards stay in hand if one is played."""
    add(t, TRAIT_LEAVES + class4(s.hand_count[o.seat] - 1, 1, 3, 99))


cdef inline void name_face_down(
    const State *s, const Rules *r, const Outlook *o, Traits *t, int kingdom, int kind
) noexcept nogil:
    """A card of influence: a bluff or not, and how the own claim stands with it."""
    cdef int cards = 0, own = stack_value(s, r, o.seat, kingdom, &cards), whose = 2, rival
    if is_legal_influence(r, kind, kingdom):
        own += r.value[kind]
        add(t, TRAIT_FACE_DOWN + BLUFFS + value_class(r, kind))
    else:
        add(t, TRAIT_FACE_DOWN + max(0, kind - UNREST_CARD + 1))
    rival = USUAL_CARD * most_cards(s, r, o.seat, kingdom)
    if o.relation[kingdom] == MINE:
        whose = 0
        own += throne_bonus(s, r, kingdom)
    elif o.relation[kingdom] == NOBODYS:
        whose = 1
    else:
        rival = max(rival, USUAL_CARD * s.height[s.ruler[kingdom] - 1][kingdom] + throne_bonus(
            s, r, kingdom))
    add(t, TRAIT_CLAIM + 2 * whose + (own > rival))
    name_leaves(s, o, t)
    add(t, TRAIT_KIND + type_class(kind))


# --- sets ---

cdef inline void name_set(
    const State *s, const Rules *r, const Outlook *o, Traits *t, int number
) noexcept nogil:
    cdef int size = total(s.sets[number], KINDS), useful = 0, kind
    cdef double worth = set_worth(s, r, number)
    for kind in range(UNREST_CARD):
        if s.sets[number][kind] and fits(s, r, o.seat, kind) <= ON_CLAIM:
            useful += s.sets[number][kind]
    add(t, TRAIT_SET_SIZE + class4(size, 2, 3, 4))
    add(t, TRAIT_SET_WORTH + (worth > 0.45) + (worth > 0.8) + (worth > 1.3) + (worth > 2))
    add(t, TRAIT_SET_FITS + min(useful, 2))
    for kind in range(INTRIGUE_CARD, UNREST_CARD - 1, -1):
        if s.sets[number][kind]:
            add(t, TRAIT_SET_HAS + kind - UNREST_CARD)


# --- successions ---

cdef inline void name_top(
    const State *s, const Rules *r, const Outlook *o, Traits *t
) noexcept nogil:
    """The own card that comes next."""
    cdef int seat = o.seat, kind
    if s.height[seat][s.throne] > s.committed[seat]:
        kind = s.mat[stack_top(s, seat, s.throne) - s.committed[seat]]
        add(t, TRAIT_TOP + (0 if is_legal_here(r, kind, s.throne) else 1))


cdef inline void name_cards(
    const State *s, const Rules *r, const Outlook *o, Traits *t, int before, int more
) noexcept nogil:
    """Violent: with so many more cards before a seat, has it fewer, as many or more than others?"""
    cdef int cards = cards_before(s, r, before) + more, most = 0, other
    for other in range(r.seats):
        if other != before:
            most = max(most, cards_before(s, r, other))
    add(t, TRAIT_AGAINST + 1 + (cards > most) - (cards < most))


cdef inline void name_total(
    const State *s, const Rules *r, const Outlook *o, Traits *t, int more
) noexcept nogil:
    """With so many more of the own cards: behind, level with or ahead of what must be beaten."""
    cdef int seat = o.seat, own = s.influence[seat], against = rival_strength(s, r, seat), i, kind
    cdef int top = stack_top(s, seat, s.throne) - s.committed[seat]
    if s.ruler[s.throne] == seat + 1:
        own += throne_bonus(s, r, s.throne)
    for i in range(more):
        kind = s.mat[top - i]
        if is_legal_here(r, kind, s.throne):
            own += r.value[kind]
    add(t, TRAIT_AGAINST + 1 + (own > against) - (own < against))
