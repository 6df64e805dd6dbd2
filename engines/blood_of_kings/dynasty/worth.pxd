"""Scores of dynasty cards: what to play where, what to keep, which set to take."""
from libc.stdint cimport uint32_t
from libc.string cimport memcpy

from eminence.engines.blood_of_kings.board cimport stability
from eminence.engines.blood_of_kings.dynasty.cards cimport is_legal_influence
from eminence.engines.blood_of_kings.kingdom.worth cimport armies_on_map, foreign_cards
from eminence.engines.blood_of_kings.state cimport (
    ATTRITION, CONSENT, DIPLOMACY, DIPLOMACY_FOR, DISCARD, DYNASTY, EXCHANGE_PICK, FOIL, INFLUENCE,
    KIND, KINGDOM, LOOK, NO, ORDER_TRACK, PICK_SET, SECOND_TARGET, SET, UNREST, USE_DIPLOMACY,
    USE_UNREST, State,
)
from eminence.engines.blood_of_kings.tables cimport (
    INTRIGUE_CARD, KINDS, KINGDOMS, UNREST_CARD, Rules,
)
from eminence.engines.blood_of_kings.worth cimport stack_value


cdef enum:
    FOUR = 4


cdef inline double card_worth(const Rules *r, int kind) noexcept nogil:
    """Of a card in hand: 0 to 1."""
    if kind < UNREST_CARD:
        return 0.1 * r.value[kind]
    return 0.55 if kind == INTRIGUE_CARD else 0.4


cdef inline double score_influence(
    const State *s, const Rules *r, int seat, int kingdom, int kind
) noexcept nogil:
    """Favours own thrones that others threaten, empty thrones, and those nearly won."""
    cdef int cards = 0, own, others
    if not is_legal_influence(r, kind, kingdom):
        return 0.12
    own = stack_value(s, r, seat, kingdom, &cards)
    others = 4 * foreign_cards(s, r, kingdom, seat)
    if s.ruler[kingdom] == 0:
        return 0.75
    if s.ruler[kingdom] == seat + 1:
        return 0.5 + 0.02 * max(0, min(10, others - own))
    return 0.42 + 0.012 * own


cdef inline double score_unrest(
    const State *s, const Rules *r, int seat, int kingdom
) noexcept nogil:
    cdef double share = <double>(s.unrest[kingdom] + 1) / max(1, stability(s, r, kingdom))
    cdef int cards = 0
    if s.ruler[kingdom] == seat + 1 or s.ruler[kingdom] == 0:
        return 0.05
    stack_value(s, r, seat, kingdom, &cards)
    return 0.38 + 0.15 * min(1.0, share) + 0.1 * min(cards, 3)


cdef inline double score_play(const State *s, const Rules *r, int seat, int action) noexcept nogil:
    cdef int kingdom
    if action == NO:
        return 0.4
    if action < UNREST:
        kingdom = (action - INFLUENCE) / KINDS
        return score_influence(s, r, seat, kingdom, (action - INFLUENCE) % KINDS)
    if action < ATTRITION:
        return score_unrest(s, r, seat, action - UNREST)
    if action < DIPLOMACY:
        kingdom = action - ATTRITION
        if s.ruler[kingdom] == seat + 1:
            return 0.02
        return 0.35 + 0.03 * min(6, armies_on_map(s, kingdom))
    if action < LOOK:
        return 0.6
    if action < ORDER_TRACK:
        return 0.25
    return 0.1


cdef inline double set_worth(const State *s, const Rules *r, int number) noexcept nogil:
    """Looks at four one-byte counts at once, since most are 0."""
    cdef double sum = 0
    cdef uint32_t four
    cdef int word, kind
    for word in range(KINDS / FOUR):
        memcpy(&four, &s.sets[number][word * FOUR], FOUR)
        if four:
            for kind in range(word * FOUR, (word + 1) * FOUR):
                if s.sets[number][kind]:
                    sum += s.sets[number][kind] * card_worth(r, kind)
    return sum


cdef inline double score_foil(const State *s, const Rules *r, int seat) noexcept nogil:
    """A foil costs a card and succeeds less than half the time: only against immediate harm."""
    cdef int kingdom = s.target % KINGDOMS
    if s.ruler[kingdom] != seat + 1:
        return 0.1
    if s.use == USE_DIPLOMACY:
        return 0.5
    if s.use == USE_UNREST and s.unrest[kingdom] + 1 >= stability(s, r, kingdom):
        return 0.6
    return 0.3


cdef inline double score_dynasty(
    const State *s, const Rules *r, const double *w, int action
) noexcept nogil:
    cdef int seat = s.head.player, step = s.step
    if step == DYNASTY:
        return score_play(s, r, seat, action)
    if step == PICK_SET:
        return 0.15 * set_worth(s, r, action - SET)
    if step == DISCARD:
        if action == NO:
            return 0.9
        return 0.8 * (1 - card_worth(r, action - KIND))
    if step == EXCHANGE_PICK:
        return 0.45 if action == NO else 1 - card_worth(r, action - KIND)
    if step == FOIL:
        return 0.4 if action == NO else score_foil(s, r, seat)
    if step == CONSENT:
        return 0.1 if action == NO else 0.9
    if step == DIPLOMACY_FOR:
        if action == NO:
            return 0.2
        return 0.8 if s.ruler[action - KINGDOM] == seat + 1 else 0.3
    if step == SECOND_TARGET and action >= KINGDOM and action < KINGDOM + KINGDOMS:
        return 0.1 if s.ruler[action - KINGDOM] == seat + 1 else 0.6
    return 0.5
