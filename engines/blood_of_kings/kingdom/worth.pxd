"""Scores of kingdom cards and of what they ask, and of achievements."""
from eminence.engines.blood_of_kings.board cimport income, stability
from eminence.engines.blood_of_kings.state cimport (
    CARD_TYPE, CATHEDRAL_FLAG, CLAIM_TILE, DEVELOP, GIVE_TILE, INSTITUTION, KINGDOM, LIFT, NO,
    PICK_KINGDOM, PLAY_CARD, TAKE_BACK, TILE, YES, State,
)
from eminence.engines.blood_of_kings.tables cimport (
    ADMINISTRATION, COUNCIL, DEVELOPMENT, ECONOMIC, EXPANSION, GLORIOUS_CAPITOL, INSTITUTIONS,
    KINGDOMS, LEGAL, LEVELS, MASSIVE_ARMADA, MERCENARY_COMPANIES, MERCHANT_LEAGUE, MILITARY, PLACES,
    PREPARATIONS, RELIGIOUS, SIEGE_ENGINES, TAXATION, TEMPLE_KNIGHTS, Rules,
)
from eminence.engines.blood_of_kings.worth cimport stack_value
from eminence.engines.kit.counts cimport total


cdef inline int armies_on_map(const State *s, int kingdom) noexcept nogil:
    return total(s.armies[kingdom], PLACES)


cdef inline int cheapest_development(const State *s, const Rules *r, int kingdom) noexcept nogil:
    cdef int best = 999, i, level
    for i in range(INSTITUTIONS):
        level = s.level[kingdom][i]
        if level + 1 < LEVELS:
            best = min(best, r.cost[kingdom][i][level + 1])
    return best


cdef inline int foreign_cards(const State *s, const Rules *r, int kingdom, int seat) noexcept nogil:
    """Face-down cards of the others on a kingdom."""
    cdef int n = 0, other
    for other in range(r.seats):
        if other != seat:
            n += s.height[other][kingdom]
    return n


cdef inline double score_card(
    const State *s, const Rules *r, int kingdom, int seat, int card
) noexcept nogil:
    """A card is good when its action can be carried out in full."""
    cdef int crowns = s.crowns[kingdom], armies = armies_on_map(s, kingdom), cards = 0, left, value
    cdef double calm = 1 - <double>s.unrest[kingdom] / max(1, stability(s, r, kingdom))
    if card == TAXATION:
        return 0.75 - 0.02 * min(crowns, 25)
    if card == DEVELOPMENT:
        return 0.8 if crowns >= cheapest_development(s, r, kingdom) else 0.1
    if card == EXPANSION:
        return 0.2 + 0.1 * min(armies, 6)
    if card == PREPARATIONS:
        if s.flags_left[kingdom] == 0 or s.in_hand[kingdom][EXPANSION] == 0:
            return 0.15
        return 0.2 + 0.06 * min(crowns, 8) - 0.06 * min(armies, 6)
    if card == ADMINISTRATION:
        return 0.15 + 0.5 * (1 - calm) + 0.04 * min(8, foreign_cards(s, r, kingdom, seat))
    if card == COUNCIL:
        return 0.3 if crowns >= 10 else 0.12
    left = total(&s.in_hand[kingdom][TAXATION], EXPANSION + 1 - TAXATION)
    value = stack_value(s, r, seat, kingdom, &cards)
    return 0.45 - 0.08 * left + 0.015 * value - 0.04 * foreign_cards(s, r, kingdom, seat) - (
        0.04 * armies)


cdef inline double score_institution(
    const State *s, const Rules *r, int kingdom, int institution
) noexcept nogil:
    """Each brings one Glory; the cheap ones leave more for the next."""
    cdef int price = r.cost[kingdom][institution][s.level[kingdom][institution] + 1]
    cdef double worth = 0.75 - 0.015 * price
    if institution == LEGAL:
        worth += 0.2 if s.flags_left[kingdom] < 2 else 0.08
    elif institution == ECONOMIC:
        worth += 0.12
    elif institution == RELIGIOUS:
        worth += 0.06
    elif institution == MILITARY:
        worth += 0.03
    return worth


cdef inline double score_administration(
    const State *s, const Rules *r, int kingdom, int action
) noexcept nogil:
    cdef int price = s.reductions + 1
    cdef double share = <double>s.unrest[kingdom] / max(1, stability(s, r, kingdom))
    if action == NO:
        return 0.35
    if price > 5 or s.crowns[kingdom] < price + 2:
        return 0.2
    return 0.3 + 0.5 * share if action == YES else 0.4


cdef inline double score_kingdom(
    const State *s, const Rules *r, const double *w, int action
) noexcept nogil:
    cdef int kingdom = s.order[s.acting % KINGDOMS], step = s.step
    if step == PICK_KINGDOM:
        kingdom = action - KINGDOM
        return 0.2 + 0.03 * income(s, r, kingdom) + 0.05 * s.flags_left[kingdom]
    if step == PLAY_CARD:
        return 0.02 if action >= LIFT else (
            score_card(s, r, kingdom, s.head.player, action - CARD_TYPE))
    if step == CATHEDRAL_FLAG:
        return 0.3 if action == NO else 0.7
    if step == DEVELOP:
        return 0.2 if action == NO else score_institution(s, r, kingdom, action - INSTITUTION)
    if step == TAKE_BACK:
        if action == NO:
            return 0.3
        return 0.8 if action == CARD_TYPE + DEVELOPMENT else (
            0.6 if action == CARD_TYPE + TAXATION else 0.4)
    return score_administration(s, r, kingdom, action)


# --- achievements ---

cdef inline double tile_worth(int tile) noexcept nogil:
    """Some help all the time, most now and then."""
    if tile == MERCHANT_LEAGUE or tile == GLORIOUS_CAPITOL or tile == SIEGE_ENGINES:
        return 0.8
    if tile == TEMPLE_KNIGHTS or tile == MERCENARY_COMPANIES or tile == MASSIVE_ARMADA:
        return 0.6
    return 0.5


cdef inline double score_glory(
    const State *s, const Rules *r, const double *w, int action
) noexcept nogil:
    if s.step == CLAIM_TILE:
        return tile_worth(action - TILE)
    if s.step == GIVE_TILE:
        return 1 - tile_worth(action - TILE)
    return 0.2 if action == NO else 0.7 + 0.005 * min(50, <int>s.crowns[action - KINGDOM])
