"""What one seat may know of a position, in numbers for a network.

Numbers are shares of what is usual, cut off where more makes no difference.
"""
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset

from eminence.engines.blood_of_kings.board cimport (
    active_seat, income, stability, throne_bonus, total_glory,
)
from eminence.engines.blood_of_kings.dynasty.cards cimport is_legal_influence, stack_top
from eminence.engines.blood_of_kings.dynasty.plays cimport permitting
from eminence.engines.blood_of_kings.dynasty.worth cimport set_worth
from eminence.engines.blood_of_kings.kingdom.reign cimport affordable
from eminence.engines.blood_of_kings.sight.outlook cimport (
    A_FRIEND, MINE, NO_KINGDOM, Outlook, cards_before, fill_claims, is_legal_here,
    kingdom_in_question, look_around, most_cards, seat_of_side,
)
from eminence.engines.blood_of_kings.sight.stages cimport stage_of
from eminence.engines.blood_of_kings.state cimport (
    ARMIES_GO, ARMIES_LEAVE, CHAOTIC, DYNASTY_PHASE, KINGDOM_PHASE, MOVE_STAGE, NEGOTIATION_PHASE,
    PEACEFUL, USE_DIPLOMACY, USE_INFLUENCE, USE_UNREST, VIOLENT, State,
)
from eminence.engines.blood_of_kings.tables cimport (
    ATTACKERS, CARD_TYPES, CATHEDRAL, DEFENDERS, DEVELOPMENT, EXPANSION, FIRST_SEA, INSTITUTIONS,
    INTRIGUE_CARD, KINDS, KINGDOMS, MAX_PLAYERS, MAY_INFLUENCE, PLACES, SEAS, SETS, TAXATION,
    UNREST_CARD, W_CARD, W_INFLUENCE, W_SPREAD, W_TILE, Rules,
)
from eminence.engines.blood_of_kings.war.odds cimport win_chance
from eminence.engines.blood_of_kings.war.sides cimport strength
from eminence.engines.blood_of_kings.worth cimport (
    PURSE, Claims, Throne, defence, find_armies, front_of, hand_worth, lead, look_at_throne, prize,
    share_throne,
)
from eminence.engines.kit.bits cimport popcount64
from eminence.engines.kit.counts cimport total
from eminence.engines.kit.standing cimport softmax

cdef enum:
    USUAL_INFLUENCE = 2     # points of a card in an unknown hand, bluffs counted as 0


cdef struct Scene:
    # What is the same whoever looks.
    int glory[MAX_PLAYERS]              # tiles included
    double best_set                     # what the best set to pick is worth
    double front[KINGDOMS]
    Throne thrones[KINGDOMS]
    float table[SEE_END]
    float kings[KINGDOMS][KING_END]     # of each kingdom
    float numbers[MAX_PLAYERS][SIDE_END]    # of each seat


cdef struct Weighed:
    # What follows from the whole table for one seat, worked out once.
    Claims claims[KINGDOMS]
    int in_hand[KINGDOMS]   # own influence that would be legal there
    double seat_worth[MAX_PLAYERS]
    double standing[MAX_PLAYERS]


cdef inline float up_to(double value, double most) noexcept nogil:
    """Cut off at both ends."""
    return max(-most, min(most, value))


cdef void features(const State *s, const Rules *r, int seat, float *out) noexcept nogil:
    cdef Scene scene
    set_scene(s, r, &scene)
    see_from_seat(s, r, seat, &scene, out)


cdef void features_of_all(const State *s, const Rules *r, float *out) noexcept nogil:
    cdef Scene scene
    cdef int seat
    set_scene(s, r, &scene)
    for seat in range(r.seats):
        see_from_seat(s, r, seat, &scene, out + seat * N_FEATURES)


cdef void set_scene(const State *s, const Rules *r, Scene *scene) noexcept nogil:
    cdef uint64_t armed[KINGDOMS]
    cdef int seat, k, i
    memset(scene.table, 0, sizeof(scene.table))
    see_time(s, r, scene.table)
    if s.phase == KINGDOM_PHASE:
        see_moves(s, r, scene.table)
    scene.best_set = 0
    for i in range(SETS):
        scene.best_set = max(scene.best_set, set_worth(s, r, i))
    find_armies(s, armed)
    for k in range(KINGDOMS):
        scene.front[k] = front_of(s, r, k, armed)
        look_at_throne(
            s, r, &r.weights[0], k, scene.front[k], armed, &scene.thrones[k])
    see_kingdoms(s, r, scene)
    for seat in range(r.seats):
        scene.glory[seat] = total_glory(s, r, seat)
    memset(scene.numbers, 0, sizeof(scene.numbers))
    for seat in range(r.seats):
        see_side(s, r, scene, seat, scene.numbers[seat])


cdef void see_from_seat(
    const State *s, const Rules *r, int seat, const Scene *scene, float *out
) noexcept nogil:
    cdef Outlook o
    cdef Weighed w
    look_around(s, r, seat, &o)
    weigh(s, r, &o, scene, &w)
    memcpy(out, scene.table, sizeof(scene.table))
    see_hand(s, r, &o, scene, out)
    if s.use:
        see_card(s, r, &o, out)
    if s.challenge:
        see_succession(s, r, &o, &w, out)
    if s.battle:
        see_battle(s, r, &o, out)
    out[SEE_GLORY_COMES] = s.glory_left / 3.0 if s.glory_to == seat + 1 else 0
    out[SEE_GLORY_GOES] = s.glory_left / 3.0 if s.glory_from == seat + 1 else 0
    place_kingdoms(s, r, &o, scene, &w, out)
    place_sides(r, &o, scene, &w, out + AT_SIDES)


# --- the whole table ---

cdef void weigh(
    const State *s, const Rules *r, const Outlook *o, const Scene *scene, Weighed *w
) noexcept nogil:
    """As `evaluate` does it, but from what the seat may see, and without settling anything."""
    cdef const double *weights = &r.weights[0]
    cdef int seat, k
    fill_claims(s, r, o.seat, w.claims)
    fill_hand(s, r, o.seat, w.in_hand)
    for seat in range(r.seats):
        w.seat_worth[seat] = scene.glory[seat] + weights[W_TILE] * popcount64(s.tiles[seat])
        if seat == o.seat:
            w.seat_worth[seat] += hand_worth(s, r, weights, seat)
        else:
            w.seat_worth[seat] += s.hand_count[seat] * (
                weights[W_CARD] + weights[W_INFLUENCE] * USUAL_INFLUENCE / 2)
    for k in range(KINGDOMS):
        share_throne(
            r, weights, s.ruler[k] - 1, &scene.thrones[k], &w.claims[k], w.seat_worth)
    softmax(w.seat_worth, r.seats, weights[W_SPREAD], w.standing)


cdef void fill_hand(const State *s, const Rules *r, int seat, int *in_hand) noexcept nogil:
    cdef int kind, k
    for k in range(KINGDOMS):
        in_hand[k] = 0
    for kind in range(UNREST_CARD):
        if s.hand[seat][kind]:
            for k in range(KINGDOMS):
                if is_legal_influence(r, kind, k):
                    in_hand[k] += s.hand[seat][kind] * r.value[kind]


cdef void see_time(const State *s, const Rules *r, float *out) noexcept nogil:
    cdef int last = r.last_turn if r.last_turn else r.turn_cap
    cdef int tiles = popcount64(s.display) + popcount64(s.bag), left = last - s.turn
    out[SEE_PLAYERS + r.seats - 3] = 1
    out[SEE_NEGOTIATION + r.negotiation] = 1
    out[SEE_TURN] = s.turn / 40.0
    out[SEE_TIME_LEFT] = up_to(left / 60.0, 1)
    out[SEE_LAST_TURNS] = 1.0 / max(1, left)
    out[SEE_TILES_LEFT] = tiles / 15.0
    out[SEE_DISPLAY] = popcount64(s.display) / 5.0
    out[SEE_FEW_TILES] = tiles <= 1
    out[SEE_FEW_TILES + 1] = tiles <= 2
    out[SEE_FEW_TILES + 2] = tiles <= 4
    out[SEE_TIE] = s.tie
    if KINGDOM_PHASE <= s.phase <= NEGOTIATION_PHASE:
        out[SEE_PHASE + s.phase - KINGDOM_PHASE] = 1
    out[SEE_ACTING] = s.acting / 6.0
    out[SEE_STAGE + stage_of(s.step)] = 1
    if s.dice_for:
        out[SEE_DICE + s.dice_for - 1] = 1


cdef void see_hand(
    const State *s, const Rules *r, const Outlook *o, const Scene *scene, float *out
) noexcept nogil:
    cdef const uint8_t *hand = s.hand[o.seat]
    cdef int cards = 0, influence = 0, kind
    for kind in range(UNREST_CARD):
        if hand[kind]:
            cards += hand[kind]
            influence += hand[kind] * r.value[kind]
    out[SEE_HAND] = cards / 4.0
    for kind in range(UNREST_CARD, KINDS):
        out[SEE_HAND + 1 + kind - UNREST_CARD] = hand[kind] / 3.0
    out[SEE_HAND_INFLUENCE] = influence / 20.0
    out[SEE_CAN_FOIL] = hand[INTRIGUE_CARD] > 0
    out[SEE_HAND_FULL] = max(0, s.hand_count[o.seat] - r.hand_size) / 4.0
    out[SEE_BEST_SET] = scene.best_set / 3


# --- what is under way ---

cdef void see_card(const State *s, const Rules *r, const Outlook *o, float *out) noexcept nogil:
    """Only who plays a card face down knows it."""
    cdef int player = active_seat(s, r), i
    out[SEE_USE + s.use - 1] = 1
    out[SEE_USE_BY_ME] = player == o.seat
    out[SEE_USE_ON_ME] = o.relation[s.target] == MINE
    out[SEE_FOILS] = s.foils
    if s.use == USE_UNREST:
        out[SEE_REVOLT_NEXT] = s.ruler[s.target] > 0 and (
            s.unrest[s.target] + 1 >= stability(s, r, s.target))
    if s.use == USE_INFLUENCE and player == o.seat and s.card:
        out[SEE_MY_CARD_LEGAL] = is_legal_here(r, s.card - 1, s.target)
    if s.use == USE_DIPLOMACY:
        for i in range(2):
            if s.gainers[i]:
                out[SEE_GAINS_ME] += o.relation[s.gainers[i] - 1] == MINE
            if s.regions[i]:
                out[SEE_COSTS_ME] += own_region(s, o, s.regions[i] - 1)


cdef bint own_region(const State *s, const Outlook *o, int region) noexcept nogil:
    cdef int k
    for k in range(KINGDOMS):
        if s.holds[k] >> region & 1:
            return o.relation[k] == MINE
    return False


cdef void see_succession(
    const State *s, const Rules *r, const Outlook *o, const Weighed *w, float *out
) noexcept nogil:
    """Peaceful: influence face up. Otherwise cards face down, the own ones known."""
    cdef int seat = o.seat, kingdom = s.throne, mine = s.influence[seat], best = 0, rest = 0, other
    cdef int shown, kind
    cdef double against = 0
    out[SEE_CHALLENGE + s.challenge - PEACEFUL] = 1
    if s.ruler[kingdom] == seat + 1:
        mine += throne_bonus(s, r, kingdom)
    if s.challenge == VIOLENT:
        mine = cards_before(s, r, seat)
    elif s.challenge == CHAOTIC:
        mine = s.committed[seat]
    for other in range(r.seats):
        if other != seat:
            shown = s.influence[other]
            if s.challenge == VIOLENT:
                shown = cards_before(s, r, other)
            elif s.challenge == CHAOTIC:
                shown = s.committed[other]
            elif s.ruler[kingdom] == other + 1:
                shown += throne_bonus(s, r, kingdom)
            best = max(best, shown)
            rest = max(rest, s.height[other][kingdom] - s.committed[other])
    against = 20.0 if s.challenge == PEACEFUL else 4.0
    out[SEE_MY_TOTAL] = mine / against
    out[SEE_MY_REST] = w.claims[kingdom].influence[seat] / 20.0
    out[SEE_BEST_TOTAL] = best / against
    out[SEE_BEST_REST] = rest / 4.0
    out[SEE_WINNING] = (mine > best) - (mine < best)
    if s.height[seat][kingdom] > s.committed[seat]:
        kind = s.mat[stack_top(s, seat, kingdom) - s.committed[seat]]
        out[SEE_TOP_CARD + (0 if is_legal_here(r, kind, kingdom) else 1)] = 1


cdef void see_battle(const State *s, const Rules *r, const Outlook *o, float *out) noexcept nogil:
    cdef int attackers = strength(s, ATTACKERS), defenders = strength(s, DEFENDERS), k
    cdef double odds = win_chance(r, attackers, defenders)
    out[SEE_BATTLE] = 1
    out[SEE_ASSAULT] = s.assault
    for k in range(KINGDOMS):
        if o.relation[k] == MINE:
            if s.attackers >> k & 1:
                out[SEE_ATTACKING] = 1
            if s.defenders >> k & 1:
                out[SEE_DEFENDING] = 1
            out[SEE_MY_LOSSES] += s.lost[k] / 5.0
    out[SEE_LEADING] = s.leader[0] == o.seat + 1 or s.leader[1] == o.seat + 1
    out[SEE_ATTACKERS] = up_to(attackers / 8.0, 3)
    out[SEE_DEFENDERS] = up_to(defenders / 8.0, 3)
    out[SEE_ODDS] = odds
    if out[SEE_ATTACKING] > 0:
        out[SEE_MY_ODDS] = 2 * odds - 1
    elif out[SEE_DEFENDING] > 0:
        out[SEE_MY_ODDS] = 1 - 2 * odds
    if s.assault:
        out[SEE_PRIZE] = prize(s, r, s.place) / 6
    out[SEE_RANSOM] = up_to(s.ransom / 5.0, 3)


cdef void see_moves(const State *s, const Rules *r, float *out) noexcept nogil:
    cdef int kingdom, to = s.to_place, leaving
    out[SEE_REDUCTIONS] = up_to(s.reductions / 4.0, 2)
    if s.acting >= KINGDOMS or s.stage != MOVE_STAGE:
        return
    kingdom = s.order[s.acting]
    if s.played[kingdom] != EXPANSION + 1:
        return
    out[SEE_CAN_MOVE] = up_to(
        (total(s.armies[kingdom], PLACES) - total(s.moved, PLACES)) / 8.0, 2)
    if s.moving == ARMIES_LEAVE or s.moving == ARMIES_GO:
        leaving = s.armies[kingdom][s.from_place] - s.moved[s.from_place]
        out[SEE_LEAVING] = up_to(leaving / 8.0, 2)
        if s.moving == ARMIES_GO and to < FIRST_SEA:
            out[SEE_MOVE_ODDS] = win_chance(
                r, leaving + s.armies[kingdom][to], defence(s, r, kingdom, to))


# --- kingdoms ---

cdef void see_kingdoms(const State *s, const Rules *r, Scene *scene) noexcept nogil:
    """What everybody sees of each kingdom."""
    cdef int open_to = permitting(s, r, MAY_INFLUENCE), place, k
    memset(scene.kings, 0, sizeof(scene.kings))
    for place in range(KINGDOMS):
        k = s.order[place]
        see_kingdom(s, r, scene, k, scene.kings[k])
        scene.kings[k][KING_ORDER] = order_of(s, place)
        scene.kings[k][KING_OPEN] = open_to >> k & 1


cdef void place_kingdoms(
    const State *s, const Rules *r, const Outlook *o, const Scene *scene, const Weighed *w,
    float *out
) noexcept nogil:
    """Each kingdom in its slot, with what the seat sees in it."""
    cdef int question = kingdom_in_question(s), place, k
    cdef float *king
    cdef float *focus = out + AT_FOCUS
    for place in range(KINGDOMS):
        k = s.order[place]
        king = out + AT_KINGDOMS + o.slot[k] * KING_END
        memcpy(king, scene.kings[k], sizeof(scene.kings[k]))
        see_relation(s, o, w, k, king)
        see_claims(s, r, o, &w.claims[k], k, scene.thrones[k].bonus, king)
    if question != NO_KINGDOM:
        king = out + AT_KINGDOMS + o.slot[question] * KING_END
        memcpy(focus + FOCUS_SAME, king, KING_END * sizeof(float))
        see_closely(s, r, question, focus)


cdef inline void see_relation(
    const State *s, const Outlook *o, const Weighed *w, int k, float *king
) noexcept nogil:
    cdef int relation = o.relation[k]
    king[KING_MINE] = relation == MINE
    king[KING_FRIEND] = relation == A_FRIEND
    king[KING_LEADER] = s.ruler[k] == o.leader + 1
    king[KING_IN_HAND] = w.in_hand[k] / 20.0


cdef inline float order_of(const State *s, int place) noexcept nogil:
    """In the kingdom phase only those that have not acted count."""
    if s.phase != KINGDOM_PHASE:
        return place / 6.0
    return (place - s.acting) / 6.0 if place >= s.acting else 1


cdef void see_kingdom(
    const State *s, const Rules *r, const Scene *scene, int k, float *king
) noexcept nogil:
    cdef int crowns = s.crowns[k], firm = stability(s, r, k)
    king[KING_CHAOS] = s.ruler[k] == 0
    king[KING_CROWNS] = min(crowns, 2 * PURSE) / <float>PURSE
    king[KING_INCOME] = income(s, r, k) / 20.0
    king[KING_DEVELOPED] = total(s.level[k], INSTITUTIONS) / 15.0
    king[KING_DEVELOPS] = s.in_hand[k][DEVELOPMENT] > 0 and affordable(s, r, k) != 0
    king[KING_ACTIONS] = total(&s.in_hand[k][TAXATION], EXPANSION + 1 - TAXATION) / 6.0
    king[KING_UNREST] = up_to(<double>s.unrest[k] / max(1, firm), 1.5)
    king[KING_REVOLT] = s.ruler[k] > 0 and s.unrest[k] + 1 >= firm
    king[KING_REGIONS] = popcount64(s.holds[k]) / 10.0
    king[KING_FLAGS_LEFT] = min(<int>s.flags_left[k], 4) / 4.0
    king[KING_ARMIES] = up_to(total(s.armies[k], PLACES) / 10.0, 2)
    king[KING_FRONT] = up_to(scene.front[k] / 3, 3)
    king[KING_THREAT] = up_to(scene.thrones[k].threat / 3, 3)
    king[KING_WORTH] = scene.thrones[k].all / 10


cdef void see_claims(
    const State *s, const Rules *r, const Outlook *o, const Claims *claims, int k, int bonus,
    float *king
) noexcept nogil:
    """Face-down cards on the kingdom: the own ones by what they are, the others by number."""
    cdef int seat = o.seat, own = claims.influence[seat], most = most_cards(s, r, seat, k)
    cdef int rival = 0, other, cards = 0
    for other in range(r.seats):
        if other != seat:
            cards += s.height[other][k]
            rival = max(rival, claims.influence[other] + (
                bonus if s.ruler[k] == other + 1 else 0))
    if o.relation[k] == MINE:
        own += bonus
    king[KING_MY_CARDS] = claims.cards[seat] / 4.0
    king[KING_MY_BLUFFS] = (s.height[seat][k] - claims.cards[seat]) / 4.0
    king[KING_MY_INFLUENCE] = claims.influence[seat] / 20.0
    king[KING_CARDS] = cards / 6.0
    king[KING_MOST_CARDS] = most / 4.0
    king[KING_LEAD] = lead(own - rival)


cdef void see_closely(const State *s, const Rules *r, int k, float *focus) noexcept nogil:
    """What matters while the kingdom acts, or is the target."""
    cdef int payable = affordable(s, r, k), i
    for i in range(CARD_TYPES):
        focus[FOCUS_HAND + i] = s.in_hand[k][i] / 2.0
    for i in range(INSTITUTIONS):
        focus[FOCUS_LEVEL + i] = s.level[k][i] / 3.0
        focus[FOCUS_CAN_PAY + i] = payable >> i & 1
    focus[FOCUS_STABILITY] = stability(s, r, k) / 8.0
    focus[FOCUS_SPARE] = up_to(max(0, s.crowns[k] - PURSE) / 60.0, 2)
    focus[FOCUS_BONUS] = throne_bonus(s, r, k) / 6.0
    focus[FOCUS_CATHEDRALS] = popcount64(s.holds[k] & r.of_type[CATHEDRAL]) / 3.0
    focus[FOCUS_FLEETS] = total(s.fleets[k], SEAS) / 4.0
    for i in range(SEAS):
        focus[FOCUS_SEAS] += (s.sea_owner[i] == k + 1) / 3.0
    focus[FOCUS_SIEGES] = popcount64(s.sieges[k]) / 2.0
    focus[FOCUS_NO_FLAGS] = s.flags_left[k] == 0


# --- seats ---

cdef void place_sides(
    const Rules *r, const Outlook *o, const Scene *scene, const Weighed *w, float *out
) noexcept nogil:
    cdef int side, seat
    cdef float *of_side
    for side in range(r.seats):
        seat = seat_of_side(r, o.seat, side)
        of_side = out + side * SIDE_END
        memcpy(of_side, scene.numbers[seat], sizeof(scene.numbers[seat]))
        of_side[SIDE_WORTH] = w.seat_worth[seat] / 40
        of_side[SIDE_STANDING] = w.standing[seat]


cdef void see_realm(const State *s, const Scene *scene, int seat, float *out) noexcept nogil:
    """What the kingdoms of a seat have, by numbers that have been worked out already."""
    cdef int k
    for k in range(KINGDOMS):
        out[SIDE_CARDS] += s.height[seat][k] / 10.0
        if s.ruler[k] == seat + 1:
            out[SIDE_KINGDOMS] += 1 / 3.0
            out[SIDE_CROWNS] += up_to(s.crowns[k] / 40.0, 2)
            out[SIDE_INCOME] += scene.kings[k][KING_INCOME] / 2
            out[SIDE_ARMIES] += scene.kings[k][KING_ARMIES]
    out[SIDE_NO_KINGDOM] = out[SIDE_KINGDOMS] == 0


cdef void see_side(
    const State *s, const Rules *r, const Scene *scene, int seat, float *out
) noexcept nogil:
    """What everybody sees of a seat."""
    cdef int best = 0, ahead = 0, other
    for other in range(r.seats):
        if other != seat:
            best = max(best, scene.glory[other])
            ahead += scene.glory[other] > scene.glory[seat]
    out[SIDE_PLAYS] = 1
    out[SIDE_TO_MOVE] = s.head.player == seat
    out[SIDE_FIRST] = s.first == seat
    out[SIDE_DONE] = s.phase >= DYNASTY_PHASE and (
        (seat - s.first + r.seats) % r.seats < s.acting)
    out[SIDE_TOKENS] = up_to(s.glory[seat] / 4.0, 3)
    out[SIDE_TILE_NEXT] = s.glory[seat] == 4 and s.display != 0
    out[SIDE_GLORY] = scene.glory[seat] / 30.0
    out[SIDE_LEAD] = up_to((scene.glory[seat] - best) / 10.0, 2)
    out[SIDE_RANK] = <double>ahead / (r.seats - 1)
    out[SIDE_TILES] = popcount64(s.tiles[seat]) / 5.0
    out[SIDE_HAND] = s.hand_count[seat] / 6.0
    if s.challenge == PEACEFUL:
        out[SIDE_SHOWN] = s.influence[seat] / 20.0
    elif s.challenge == VIOLENT:
        out[SIDE_SHOWN] = cards_before(s, r, seat) / 4.0
    elif s.challenge == CHAOTIC:
        out[SIDE_SHOWN] = s.committed[seat] / 4.0
    see_realm(s, scene, seat, out)
