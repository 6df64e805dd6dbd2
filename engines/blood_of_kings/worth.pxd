"""What kingdoms, armies, influence and cards are worth, in Glory."""
from libc.stdint cimport uint64_t

from eminence.engines.blood_of_kings.board cimport (
    armies_of, bit, controller, friendly, friendly_regions, friends_of, income, regions_with_armies,
    stability, throne_bonus,
)
from eminence.engines.blood_of_kings.dynasty.cards cimport is_legal_influence, stack_start
from eminence.engines.blood_of_kings.state cimport State
from eminence.engines.blood_of_kings.tables cimport (
    CAPITOL, CATHEDRAL, DEVELOPMENT, EXPANSION, KINGDOMS, MAX_PLAYERS, PLACES, SEAS, TAXATION,
    UNREST_CARD, W_ACTION, W_ARMY, W_ARMY_SPARE, W_CARD, W_CLAIM, W_CROWN, W_CROWN_SPARE, W_FLAG,
    W_FLEET, W_FRONT, W_INCOME, W_INFLUENCE, W_REBELLION, W_SIEGE, W_THREAT, W_THRONE, W_UNREST,
    Rules,
)
from eminence.engines.blood_of_kings.war.levies cimport levies_against
from eminence.engines.blood_of_kings.war.odds cimport win_chance
from eminence.engines.kit.bits cimport popcount64, take_bit64
from eminence.engines.kit.counts cimport total

cdef enum:
    PURSE = 20              # Crowns beyond which more are hardly needed
    USEFUL_ARMIES = 6
    USEFUL_FLAGS = 3
    CLEAR_LEAD = 8          # influence that makes a throne nearly safe


cdef struct Claims:
    # What each seat has on one kingdom.
    int influence[MAX_PLAYERS]
    int cards[MAX_PLAYERS]          # legal ones


# --- war ---

cdef inline int defence(const State *s, const Rules *r, int kingdom, int region) noexcept nogil:
    """Levies and armies that an assault by the kingdom would meet."""
    cdef int holder = controller(s, region), n = levies_against(s, r, region, holder, kingdom)
    if holder >= 0:
        n += armies_of(s, friends_of(s, holder), region)
    return n


cdef inline uint64_t targets_of(const State *s, const Rules *r, int kingdom) noexcept nogil:
    """Regions that the kingdom could conquer: it has a flag for them, or they are capitols."""
    cdef uint64_t open_to = r.of_type[CAPITOL]
    if s.flags_left[kingdom]:
        open_to = r.all_regions & ~r.of_type[CATHEDRAL]
    else:
        open_to |= s.flags[kingdom] & ~r.of_type[CATHEDRAL]
    return open_to & ~friendly_regions(s, kingdom)


cdef inline double prize(const State *s, const Rules *r, int region) noexcept nogil:
    """Glory for conquering it; a capitol brings the whole kingdom."""
    return 2.0 * r.capitol_glory if r.type[region] == CAPITOL else r.region_glory


cdef inline double best_target(
    const State *s, const Rules *r, int kingdom, int region, int armies, uint64_t targets
) noexcept nogil:
    """The best expected prize in the region or next to it, for so many armies."""
    cdef uint64_t left = (r.roads[region] | bit(region)) & targets
    cdef double best = 0, worth
    cdef int at
    while left:
        at = take_bit64(&left)
        worth = prize(s, r, at) * win_chance(r, armies, defence(s, r, kingdom, at))
        best = max(best, worth)
    return best


cdef inline void find_armies(const State *s, uint64_t *armed) noexcept nogil:
    """For each kingdom the regions where it has armies."""
    cdef int k
    for k in range(KINGDOMS):
        armed[k] = regions_with_armies(s, k)


cdef inline double front_of(
    const State *s, const Rules *r, int kingdom, const uint64_t *armed
) noexcept nogil:
    """The expected prizes of what the kingdom's armies stand before."""
    cdef uint64_t left = armed[kingdom], targets
    cdef double front = 0
    cdef int region
    if left:
        targets = targets_of(s, r, kingdom)
        while left:
            region = take_bit64(&left)
            front += best_target(s, r, kingdom, region, s.armies[kingdom][region], targets)
    return front


cdef inline double war_worth(
    const State *s, const Rules *r, const double *w, int kingdom, double front
) noexcept nogil:
    """Armies, what they stand before, fleets and sieges."""
    cdef int armies = total(s.armies[kingdom], PLACES), fleets = total(s.fleets[kingdom], SEAS)
    cdef double sum
    sum = w[W_ARMY] * min(armies, USEFUL_ARMIES)
    sum += w[W_ARMY_SPARE] * max(0, armies - USEFUL_ARMIES)
    sum += w[W_FLEET] * min(fleets, 2) + w[W_SIEGE] * popcount64(s.sieges[kingdom])
    # Without a card to move them they wait for the next succession, which disbands them.
    if s.in_hand[kingdom][EXPANSION] == 0:
        return sum / 2
    return sum + w[W_FRONT] * front


cdef inline double threat_to(
    const State *s, const Rules *r, int kingdom, const uint64_t *armed
) noexcept nogil:
    """Expected losses to enemy armies that stand in the kingdom's regions or beside them."""
    cdef double sum = 0, p
    cdef uint64_t left, near
    cdef int enemy, place, at, n
    for enemy in range(KINGDOMS):
        left = armed[enemy]
        if left == 0 or s.ruler[enemy] == 0 or friendly(s, kingdom, enemy):
            continue
        while left:
            place = take_bit64(&left)
            n = s.armies[enemy][place]
            near = (r.roads[place] | bit(place)) & s.holds[kingdom] & ~r.of_type[CATHEDRAL]
            p = 0
            while near:
                at = take_bit64(&near)
                p = max(p, prize(s, r, at) * win_chance(r, n, defence(s, r, enemy, at)))
            sum += p
    return sum


# --- thrones ---

cdef inline int stack_value(
    const State *s, const Rules *r, int seat, int kingdom, int *cards
) noexcept nogil:
    """Sum of the legal influence in a stack, as far as it is known; `cards`: how many."""
    cdef int start, i, sum = 0
    cards[0] = 0
    if s.height[seat][kingdom] == 0:
        return 0
    start = stack_start(s, seat, kingdom)
    for i in range(start, start + s.height[seat][kingdom]):
        if s.mat[i] < UNREST_CARD and is_legal_influence(r, s.mat[i], kingdom):
            sum += r.value[s.mat[i]]
            cards[0] += 1
    return sum


cdef inline double kingdom_worth(
    const State *s, const Rules *r, const double *w, int kingdom, double front
) noexcept nogil:
    """Worth to its ruler: income, treasury, flags, armies, cards to play."""
    cdef int crowns = s.crowns[kingdom], i, cards = 0
    cdef double sum = w[W_THRONE] + w[W_INCOME] * income(s, r, kingdom)
    sum += w[W_CROWN] * min(crowns, PURSE) + w[W_CROWN_SPARE] * max(0, crowns - PURSE)
    sum += w[W_FLAG] * min(<int>s.flags_left[kingdom], USEFUL_FLAGS)
    for i in range(TAXATION, EXPANSION + 1):
        cards += s.in_hand[kingdom][i]
    sum += w[W_ACTION] * (cards + 2 * s.in_hand[kingdom][DEVELOPMENT])
    return sum + war_worth(s, r, w, kingdom, front)


cdef inline double unrest_risk(const State *s, const Rules *r, int kingdom) noexcept nogil:
    """0: calm; 1: at the brink."""
    cdef double share = <double>s.unrest[kingdom] / max(1, stability(s, r, kingdom))
    return min(1.0, share * share)


cdef inline double lead(int margin) noexcept nogil:
    """-1 to 1: how far ahead a claim is."""
    return max(-1.0, min(1.0, <double>margin / CLEAR_LEAD))


cdef struct Throne:
    # What there is to gain and to lose with a kingdom.
    double all              # what the kingdom is worth to its ruler
    double threat           # expected losses to enemy armies
    double unrest           # 0: calm; 1: at the brink
    int bonus               # of its ruler in a succession


cdef inline void look_at_throne(
    const State *s, const Rules *r, const double *w, int kingdom, double front,
    const uint64_t *armed, Throne *throne
) noexcept nogil:
    throne.all = kingdom_worth(s, r, w, kingdom, front)
    throne.threat = throne.unrest = 0
    throne.bonus = 0
    if s.ruler[kingdom]:
        throne.threat = threat_to(s, r, kingdom, armed)
        throne.unrest = unrest_risk(s, r, kingdom)
        throne.bonus = throne_bonus(s, r, kingdom)


cdef inline void share_throne(
    const Rules *r, const double *w, int ruler, const Throne *throne, const Claims *claims,
    double *worth
) noexcept nogil:
    """A kingdom goes to its ruler, less what challengers are about to take; `ruler` -1: none."""
    cdef double danger
    cdef int best = -1, second = 0, most = 0
    cdef int seat, sum, own = 0, own_cards = 0
    for seat in range(r.seats):
        sum = claims.influence[seat]
        if seat == ruler:
            own = sum + throne.bonus
            own_cards = claims.cards[seat]
        elif best < 0 or sum > most:
            second = most
            most = sum
            best = seat
        else:
            second = max(second, sum)
    if ruler < 0:
        if most > 0:
            worth[best] += w[W_CLAIM] * throne.all * (0.5 + 0.5 * lead(most - second))
        return
    danger = 0
    if most > 0:
        danger = w[W_CLAIM] * (0.5 + 0.5 * lead(most - max(own, 0))) * 0.5
        worth[best] += danger * throne.all
    danger += w[W_UNREST] * throne.unrest * (
        1.0 if most > 0 else w[W_REBELLION]) / (1 + own_cards)
    worth[ruler] += throne.all * (1 - min(danger, 1.0)) - w[W_THREAT] * throne.threat


# --- cards in hand ---

cdef inline double hand_worth(
    const State *s, const Rules *r, const double *w, int seat
) noexcept nogil:
    cdef double sum = w[W_CARD] * s.hand_count[seat]
    cdef int kind
    for kind in range(UNREST_CARD):
        if s.hand[seat][kind]:
            sum += w[W_INFLUENCE] * r.value[kind] * s.hand[seat][kind] / 2
    return sum
