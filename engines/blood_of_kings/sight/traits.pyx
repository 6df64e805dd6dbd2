"""What each move is, in traits: verb, target, what it brings."""
from libc.stdint cimport int16_t, int32_t

from eminence.engines.blood_of_kings.guidance cimport priors
from eminence.engines.blood_of_kings.kingdom.worth cimport armies_on_map
from eminence.engines.blood_of_kings.sight.card_traits cimport (
    name_cards, name_face_down, name_kind, name_leaves, name_set, name_top, name_total,
)
from eminence.engines.blood_of_kings.sight.classes cimport (
    Traits, add, class4, count_class, share_class,
)
from eminence.engines.blood_of_kings.sight.outlook cimport (
    RELATIONS, Outlook, kingdom_in_question, look_around,
)
from eminence.engines.blood_of_kings.sight.realm_traits cimport (
    name_card, name_institution, name_kingdom, name_purse, name_revolt, name_seat, name_stack,
)
from eminence.engines.blood_of_kings.sight.stages cimport stage_of
from eminence.engines.blood_of_kings.sight.war_traits cimport (
    name_armies, name_fight, name_march, name_owner, name_place,
)
from eminence.engines.blood_of_kings.state cimport (
    ADMINISTER, ALLIANCE, ASSAULT, ATTRITION, BATTLE_AGAINST, BATTLE_NEXT, CARD_TYPE, CASUALTY,
    COMMIT, COMMIT_COUNT, CONSENT, COUNT, DECLARE, DIPLOMACY, DIPLOMACY_FOR, FLEETS, FOIL,
    INFLUENCE, INSTITUTION, KIND, KINGDOM, LIFT, LOOK, LOSE_UNIT, MOVE_COUNT, MOVE_FROM, MOVE_TO,
    NO, ORDER_TARGET, ORDER_TRACK, PICK_KINGDOM, PLACE, PLACE_SIEGE, POSITION, RAISE, RAISE_ARMY,
    RAISE_FLEET, RANSOM, RANSOM_TO, RETREAT, RETREAT_TO, REVEAL, SEAT, SECOND_TARGET, SET,
    SIEGE_ROLL, SIEGE_SOURCE, TILE, TOKEN, TRANSFER_TO, UNREST, USE_UNREST, WITHDRAW, YES, State,
)
from eminence.engines.blood_of_kings.tables cimport FIRST_SEA, KINDS, KINGDOMS, MAX_ACTIONS, Rules


cdef void traits(
    const State *s, const Rules *r, const int32_t *actions, int n, int16_t *out
) noexcept nogil:
    cdef double scores[MAX_ACTIONS]
    cdef Outlook o
    cdef Traits t
    cdef double best = 0
    cdef int most = 0, i
    look_around(s, r, s.head.player, &o)
    priors(s, r, r.weights, actions, n, scores)
    for i in range(n):
        best = max(best, scores[i])
        if COUNT <= actions[i] < SEAT:
            most = max(most, actions[i] - COUNT)
    for i in range(n):
        t.at = out + i * MAX_TRAITS
        t.n = 0
        name_verb(s, &t, actions[i])
        add(&t, (TRAIT_BEST_SCORE if scores[i] >= best else TRAIT_SCORE) + <int>(10 * scores[i]))
        name_what(s, r, &o, &t, actions[i], most)


cdef void name_verb(const State *s, Traits *t, int action) noexcept nogil:
    if action == NO:
        add(t, TRAIT_NO + stage_of(s.step))
    else:
        add(t, TRAIT_DO + s.step - PICK_KINGDOM)


cdef void name_what(
    const State *s, const Rules *r, const Outlook *o, Traits *t, int action, int most
) noexcept nogil:
    """By the block that the move is in."""
    if action < COUNT:
        name_answer(s, r, o, t, action)
    elif action < SEAT:
        name_count(s, r, o, t, action - COUNT, most)
    elif action < INSTITUTION:
        name_whom(s, r, o, t, action)
    elif action < SET:
        name_reign(s, r, o, t, action)
    elif action < POSITION:
        name_set(s, r, o, t, action - SET)
    elif action < KIND:
        add(t, TRAIT_POSITION + action - POSITION)
    elif action < TILE:
        name_kind(s, r, o, t, action - KIND)
    elif action < PLACE:
        add(t, TRAIT_TILE + action - TILE)
    elif action < INFLUENCE:
        name_where(s, r, o, t, action)
    elif action < TOKEN:
        name_play(s, r, o, t, action)
    elif action < ALLIANCE:
        name_kingdom(o, t, AIM_TOKEN, action - TOKEN)
    else:
        name_kingdom(o, t, AIM_ALLIANCE, (action - ALLIANCE) % KINGDOMS)
        add(t, TRAIT_HOST + o.slot[(action - ALLIANCE) / KINGDOMS])


# --- answers and numbers ---

cdef void name_answer(
    const State *s, const Rules *r, const Outlook *o, Traits *t, int action
) noexcept nogil:
    """What is asked about is among the features; so only what tells answers apart is named."""
    if action == DECLARE:
        add(t, TRAIT_DECLARE)
    if s.step == REVEAL:
        name_total(s, r, o, t, action == YES)
        name_top(s, r, o, t)
    elif s.step == COMMIT:
        name_cards(s, r, o, t, o.seat, 0)
        name_top(s, r, o, t)
    elif s.step == RETREAT or s.step == RANSOM:
        name_fight(s, r, t)
    elif s.step == FOIL and action == YES:
        add(t, TRAIT_AIM + AIM_FOIL * RELATIONS + o.relation[s.target])
        add(t, TRAIT_FOILED + s.use - 1)
        if s.use == USE_UNREST:
            name_revolt(s, r, o, t, s.target)
    elif s.step == CONSENT and action == YES:
        name_owner(s, o, t, FOR_A_FLAG, (s.regions[1] if s.regions[1] else s.regions[0]) - 1)


cdef void name_count(
    const State *s, const Rules *r, const Outlook *o, Traits *t, int count, int most
) noexcept nogil:
    add(t, TRAIT_COUNT + count_class(count))
    add(t, TRAIT_SHARE + share_class(count, most))
    if s.step == MOVE_COUNT:
        name_march(s, r, t, s.order[s.acting], count)
    elif s.step == WITHDRAW or s.step == RETREAT:
        name_fight(s, r, t)
    elif s.step == COMMIT_COUNT:
        name_total(s, r, o, t, count)
    elif s.partner:
        name_kingdom(o, t, AIM_GIFT, s.partner - 1)


# --- seats and kingdoms ---

cdef void name_whom(
    const State *s, const Rules *r, const Outlook *o, Traits *t, int action
) noexcept nogil:
    cdef int seat = action - SEAT
    if action >= KINGDOM:
        name_kingdom(o, t, aim_of(s), action - KINGDOM)
        name_named(s, r, o, t, action - KINGDOM)
        return
    name_seat(r, o, t, TRAIT_VICTIM if s.step == ADMINISTER else TRAIT_RIVAL, seat)
    if s.step == ADMINISTER:
        name_stack(s, t, seat, s.order[s.acting])
    elif s.challenge:
        name_stack(s, t, seat, s.throne)
        if s.ruler[s.throne] == seat + 1:
            add(t, TRAIT_BEFORE_RULER)
        if s.step == COMMIT:
            name_cards(s, r, o, t, seat, 1)
            name_top(s, r, o, t)


cdef int aim_of(const State *s) noexcept nogil:
    """What a kingdom is named for at this step."""
    if s.step == SECOND_TARGET:
        return AIM_UNREST
    if s.step == ORDER_TARGET:
        return AIM_ORDER
    if s.step == BATTLE_AGAINST or s.step == CASUALTY:
        return AIM_HARM
    if s.step == DIPLOMACY_FOR:
        return AIM_BENEFIT
    if s.step == TRANSFER_TO or s.step == RANSOM_TO:
        return AIM_GIFT
    return AIM_OTHER


cdef void name_named(
    const State *s, const Rules *r, const Outlook *o, Traits *t, int kingdom
) noexcept nogil:
    """More about a kingdom that was named, where it matters."""
    if s.step == SECOND_TARGET:
        name_revolt(s, r, o, t, kingdom)
    elif s.step == BATTLE_AGAINST:
        name_armies(s, t, kingdom, s.from_place)
    else:
        name_purse(s, t, kingdom)


# --- kingdom cards and institutions ---

cdef void name_reign(
    const State *s, const Rules *r, const Outlook *o, Traits *t, int action
) noexcept nogil:
    cdef int kingdom = s.order[s.acting]
    if action < CARD_TYPE:
        name_institution(s, r, t, kingdom, action - INSTITUTION)
    else:
        name_card(s, r, o, t, kingdom, action - CARD_TYPE)
    add(t, TRAIT_SLOT + o.slot[kingdom])


# --- places ---

cdef void name_where(
    const State *s, const Rules *r, const Outlook *o, Traits *t, int action
) noexcept nogil:
    cdef int kingdom = kingdom_in_question(s), purpose = purpose_of(s), place
    if action < FLEETS:
        place = action - PLACE
    elif action < LIFT:
        place = FIRST_SEA + action - FLEETS
        add(t, TRAIT_FLEET)
    elif action < RAISE_ARMY:
        place = action - LIFT
        add(t, TRAIT_LIFT)
    elif action < RAISE_FLEET:
        place = action - RAISE_ARMY
    else:
        place = action - RAISE_FLEET
        add(t, TRAIT_FLEET)
    name_place(s, r, o, t, kingdom, purpose, place)


cdef int purpose_of(const State *s) noexcept nogil:
    """What a place is named for at this step."""
    if s.step == RAISE:
        return FOR_RAISING
    if s.step == MOVE_FROM or s.step == SIEGE_SOURCE:
        return FOR_LEAVING
    if s.step == MOVE_TO or s.step == RETREAT_TO:
        return FOR_ENTERING
    if s.step == BATTLE_NEXT:
        return FOR_FIGHTING
    if s.step == ASSAULT:
        return FOR_ASSAULT
    if s.step == SIEGE_ROLL or s.step == PLACE_SIEGE:
        return FOR_BESIEGING
    if s.step == LOSE_UNIT:
        return FOR_LOSING
    return FOR_A_FLAG


# --- dynasty cards ---

cdef void name_play(
    const State *s, const Rules *r, const Outlook *o, Traits *t, int action
) noexcept nogil:
    cdef int kingdom
    if action < UNREST:
        kingdom = (action - INFLUENCE) / KINDS
        name_kingdom(o, t, AIM_INFLUENCE, kingdom)
        name_face_down(s, r, o, t, kingdom, (action - INFLUENCE) % KINDS)
        return
    if action < ATTRITION:
        name_kingdom(o, t, AIM_UNREST, action - UNREST)
        name_revolt(s, r, o, t, action - UNREST)
    elif action < DIPLOMACY:
        name_kingdom(o, t, AIM_ATTRITION, action - ATTRITION)
        add(t, TRAIT_TROOPS + class4(armies_on_map(s, action - ATTRITION), 1, 3, 6))
    elif action < LOOK:
        name_kingdom(o, t, AIM_DIPLOMACY, action - DIPLOMACY)
    elif action < ORDER_TRACK:
        kingdom = (action - LOOK) % KINGDOMS
        name_kingdom(o, t, AIM_LOOK, kingdom)
        name_seat(r, o, t, TRAIT_VICTIM, (action - LOOK) / KINGDOMS)
        name_stack(s, t, (action - LOOK) / KINGDOMS, kingdom)
    else:
        add(t, TRAIT_AIM + AIM_ORDER * RELATIONS)
    name_leaves(s, o, t)
