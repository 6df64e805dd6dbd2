"""What a network sees: a position from the side of one seat, and each move in small ids.

A person is known by its qualities (price, kind, what it is about, and what it would bring now),
and by its row in the data, for what only its own text tells.
"""
from libc.stdint cimport int16_t, int32_t, uint64_t
from libc.string cimport memcpy, memset

from eminence.engines.bruges.board cimport (
    best_option, canal_price, dice_price, hand_total, lowest_card, modifier, recruit_price,
    seat_after, step_price, total,
)
from eminence.engines.bruges.guidance cimport score
from eminence.engines.bruges.insight cimport (
    N_INCOMES, Estate, fill_units, penalty_stake, price_class, tell_estate, tell_margins,
    tell_pending, threatened,
)
from eminence.engines.bruges.notes cimport Notes, behind_class, note, note_action
from eminence.engines.bruges.state cimport (
    ADVANCE, CHOOSE_PILE, COLOURS, DISCARD, DRAWING, ENDED, EXTRA, EXTRA_PLAY, EXTRA_RECRUIT,
    FROM_CANALS, FROM_LAURELS, GIVE_WORKER, HOUSE_PAYMENT, LOSE_CANAL, MAX_ACTIONS, MAX_PLAYERS,
    MORE_WORKERS, N_MAJORITIES, N_WEIGHTS, ORDER, PAY_WORKER, PICK_BELOW, PICK_CARD, PICK_DOWN,
    PICK_HOUSE, PLAYING, PLAY_DRAWN, SECTIONS, SPACES, TAKE_WORKER, TURN, WARD, Rules, State,
)
from eminence.engines.bruges.worth cimport recruit_gain, rounds_left

cdef enum:
    CLEAR_LEAD = 15         # points


# --- features ---

cdef struct Scene:
    # What is the same whoever looks.
    double w[N_WEIGHTS]
    double rounds
    Estate estates[MAX_PLAYERS]
    float table[SEE_WORKERS]
    float numbers[MAX_PLAYERS][SIDE_END]        # of each seat


cdef void features(const State *s, const Rules *r, int seat, float *out) noexcept nogil:
    """What `seat` may know: of the others' cards only the colours, and of piles the backs."""
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
    cdef Estate *estates = scene.estates
    cdef const double *w = scene.w
    cdef double rounds = rounds_left(s, r) if s.phase != ENDED else 0
    cdef int seat
    fill_units(scene.w)
    scene.rounds = rounds
    memset(scene.estates, 0, sizeof(scene.estates))
    for seat in range(r.seats):
        tell_estate(s, r, w, seat, rounds, &estates[seat])
    tell_margins(s, r, w, estates)
    tell_pending(s, r, w, rounds, estates)
    memset(scene.table, 0, sizeof(scene.table))
    see_clock(s, r, rounds, scene.table)
    see_table(s, r, scene.table)
    memset(scene.numbers, 0, sizeof(scene.numbers))
    for seat in range(r.seats):
        see_side(s, r, w, seat, estates, scene.numbers[seat])


cdef void see_from_seat(
    const State *s, const Rules *r, int seat, const Scene *scene, float *out
) noexcept nogil:
    cdef int side, other
    memcpy(out, scene.table, sizeof(scene.table))
    out[SEE_STEP_PRICE] = between(step_price(s, r, seat, dice_price(s, r)), 6)
    see_own(s, r, scene.w, seat, &scene.estates[seat], out)
    see_hand(s, r, scene.w, seat, scene.rounds, out)
    for side in range(r.seats):
        other = seat_after(r, seat, side)
        memcpy(&out[SEE_SIDES + side * SIDE_END], scene.numbers[other],
               sizeof(scene.numbers[other]))
    see_safety(scene.rounds, &out[SEE_SIDES], out)


cdef inline float up_to(double value, double most) noexcept nogil:
    """Scaled so that `most` and all beyond it is 1.

    Every `most` is a constant, so the compiler divides once and for all.
    """
    return <float>(min(value, most) * (1 / most))


cdef inline float between(double value, double most) noexcept nogil:
    """Scaled so that `most` is 1; never beyond 2 on either side."""
    return <float>max(-2.0, min(2.0, value * (1 / most)))


cdef inline int question(const State *s) noexcept nogil:
    """The step in twelve classes; chance, which asks nobody, is the first."""
    cdef int step = s.step
    if step < CHOOSE_PILE:
        return 0
    if step == TURN:
        return 2 + s.begun
    if step == PICK_CARD:
        return 4
    if step == PICK_HOUSE or step == PICK_BELOW or step == PICK_DOWN:
        return 5
    if step == PAY_WORKER or step == TAKE_WORKER or step == GIVE_WORKER:
        return 6
    if ORDER <= step <= LOSE_CANAL:
        return 7
    if step == DISCARD:
        return 8
    if step == EXTRA_PLAY or step == PLAY_DRAWN or step == EXTRA_RECRUIT:
        return 9
    if step == CHOOSE_PILE:
        return 1
    return 10 if step == ADVANCE else 11


cdef inline void see_clock(
    const State *s, const Rules *r, double rounds, float *out
) noexcept nogil:
    out[SEE_PLAYERS + r.seats - 2] = 1
    if DRAWING <= s.phase <= PLAYING:
        out[SEE_PHASE + s.phase - DRAWING] = 1
    out[SEE_ASKED + question(s)] = 1
    if s.step == PICK_CARD or s.step == PAY_WORKER:
        out[SEE_USE + s.use] = 1
    out[SEE_ROUND] = between(s.round, 10)
    out[SEE_ROUNDS_LEFT] = between(rounds, 8)
    out[SEE_LAST_ROUNDS_LEFT] = up_to(rounds, 2)
    out[SEE_LAST_ROUND] = s.last_round
    out[SEE_EXTRA_IN] = s.extra_in
    out[SEE_CYCLE] = <float>s.cycle / r.cards_per_round
    if not s.extra_in:
        out[SEE_PILE] = between(min(s.pile_size[0], s.pile_size[1]), 40)
        out[SEE_PILES] = between(s.pile_size[0] + s.pile_size[1], 100)


cdef inline void see_table(const State *s, const Rules *r, float *out) noexcept nogil:
    cdef int c, p
    for c in range(COLOURS):
        out[SEE_DICE + c] = <float>(s.dice[c] / 6.0)
    out[SEE_NO_STEP] = s.rolled == COLOURS and dice_price(s, r) == 0
    for p in range(EXTRA):
        if s.top[p]:
            out[SEE_TOPS + s.top[p] - 1] += 0.5
    if s.statues_taken < r.statues:
        out[SEE_STATUE] = between(r.statue_value[s.statues_taken], 7)


cdef inline void see_own(
    const State *s, const Rules *r, const double *w, int seat, const Estate *e, float *out
) noexcept nogil:
    cdef int c, section, i, built
    cdef uint64_t left
    for c in range(COLOURS):
        out[SEE_WORKERS + c] = up_to(s.workers[seat][c], 4)
        if s.threat[seat][c]:
            out[SEE_ONE_MARKER + c] = 1
            out[SEE_PAIR + c] = s.threat[seat][c] + 1 >= r.circle
            out[SEE_RISK + c] = between(penalty_stake(s, r, w, seat, c, e), 5) * (
                1 if s.threat[seat][c] + 1 >= r.circle else 0.33)
    for section in range(SECTIONS):
        built = s.canal[seat][section]
        if built < SPACES:
            out[SEE_CANAL_CARD + section] = (
                s.hand_count[seat][r.canal_colour[seat][section][built]] > 0)
            out[SEE_CANAL_PAID + section] = (
                canal_price(s, r, seat, section, 1) <= s.guilders[seat])
    # From MORE_WORKERS to STEP_DISCOUNT an amount, then ways to pay for houses, and a ward.
    for i in range(HOUSE_PAYMENT - MORE_WORKERS):
        out[SEE_MODIFIERS + i] = between(modifier(s, r, seat, MORE_WORKERS + i), 2)
    out[SEE_MODIFIERS + 7] = between(best_option(s, r, seat, HOUSE_PAYMENT), 3)
    out[SEE_MODIFIERS + 8] = best_option(s, r, seat, WARD) > 0
    for i in range(N_MAJORITIES):
        out[SEE_LEADS + i] = e.margin[i] > 0
    for c in range(COLOURS):
        left = s.people[seat][c]
        while left:
            out[SEE_OWN_PERSON + r.row[lowest_card(left, c)]] = 1
            left &= left - 1
    for i in range(5):
        out[SEE_PURSE + i] = s.guilders[seat] >= 3 * (i + 1)


cdef inline void see_hand(
    const State *s, const Rules *r, const double *w, int seat, double rounds, float *out
) noexcept nogil:
    """The own cards: how many of each sort, and what the best of them would bring."""
    cdef double best = 0, second = 0, promise = 0, now = 0, gain, most, least
    cdef int c, card, price, missing = 0, payable = 0, points = 0, money = 0, die = 0
    cdef bint lodging = total(s.empty[seat]) > 0
    cdef uint64_t left
    for c in range(COLOURS):
        left = s.hand[seat][c]
        if left == 0:
            continue
        most = -100
        least = 100
        while left:
            card = lowest_card(left, c)
            left &= left - 1
            out[SEE_HAND_PERSON + r.row[card]] = 1
            out[SEE_PRICES + price_class(r.price[card])] += 0.5
            out[SEE_KINDS + r.activation[card]] += 0.5
            out[SEE_TOPICS + r.topic[card]] += 0.5
            points += r.worth[card]
            price = recruit_price(s, r, seat, card, 0)
            gain = recruit_gain(s, r, w, seat, card, 0, rounds)
            most = max(most, gain)
            least = min(least, gain)
            promise += max(gain, 0.0)
            if price <= s.guilders[seat]:
                payable += 1
                if lodging:
                    now = max(now, gain)
            if gain > best:
                second = best
                best = gain
                missing = price - s.guilders[seat]
            elif gain > second:
                second = gain
        money += s.hand_count[seat][c] * s.dice[c]
        die = max(die, <int>s.dice[c])
        out[SEE_HAND + c] = up_to(s.hand_count[seat][c], 3)
        out[SEE_BEST_CARD + c] = between(most, 6)
        out[SEE_WORST_CARD + c] = between(least, 6)
    out[SEE_BEST] = between(best, 6)
    out[SEE_SECOND] = between(second, 6)
    out[SEE_PROMISE] = between(promise, 15)
    out[SEE_NOW] = between(now, 6)
    out[SEE_MISSING] = up_to(max(missing, 0), 6)
    out[SEE_CAN_RECRUIT] = between(payable, 4)
    out[SEE_HAND_POINTS] = between(points, 10)
    out[SEE_HAND_MONEY] = between(money, 20)
    out[SEE_BEST_DIE] = between(die, 6)
    if s.aside and s.seat == seat:
        out[SEE_ASIDE] = between(recruit_gain(s, r, w, seat, s.aside - 1, 0, rounds), 6)


cdef inline int turns_left(const State *s, const Rules *r, int seat) noexcept nogil:
    """Cards that the seat has still to play in this round."""
    cdef int order = (seat - s.start_seat + r.seats) % r.seats
    cdef int now = (s.seat - s.start_seat + r.seats) % r.seats
    if s.phase > PLAYING:
        return 0
    if s.phase < PLAYING:
        return r.cards_per_round
    if order < now or (order == now and s.begun == 1):
        return r.cards_per_round - s.cycle - 1
    return r.cards_per_round - s.cycle


cdef inline void see_side(
    const State *s, const Rules *r, const double *w, int seat, const Estate *estates, float *out
) noexcept nogil:
    """What everybody sees of a seat."""
    cdef const Estate *e = &estates[seat]
    cdef double points = -1000, worth = -1000
    cdef int other, i, c, empty = total(s.empty[seat])
    for other in range(r.seats):
        if other != seat:
            points = max(points, <double>estates[other].points)
            worth = max(worth, estates[other].worth + estates[other].pending)
    out[SIDE_PLAYS] = 1
    out[SIDE_TO_MOVE] = s.head.player == seat
    out[SIDE_STARTS] = s.start_seat == seat
    out[SIDE_TURNS] = <float>turns_left(s, r, seat) / r.cards_per_round
    out[SIDE_POINTS] = between(e.points, 50)
    out[SIDE_LEAD] = between(e.points - points, CLEAR_LEAD)
    out[SIDE_WORTH] = between(e.worth + e.pending, 50)
    out[SIDE_WORTH_LEAD] = between(e.worth + e.pending - worth, CLEAR_LEAD)
    out[SIDE_PENDING] = between(e.pending, 5)
    out[SIDE_LAURELS] = between(e.parts[FROM_LAURELS], 10)
    out[SIDE_FEW_GUILDERS] = up_to(s.guilders[seat], 6)
    out[SIDE_GUILDERS] = between(s.guilders[seat], 20)
    out[SIDE_WORKERS] = between(total(s.workers[seat]), 10)
    out[SIDE_HAND] = between(hand_total(s, seat), 5)
    out[SIDE_HOUSES] = between(total(s.houses[seat]), 10)
    out[SIDE_EMPTY] = empty > 0
    out[SIDE_SECOND_EMPTY] = between(max(0, empty - 1), 3)
    for i in range(SECTIONS):
        out[SIDE_CANAL + i] = <float>(s.canal[seat][i] / <double>SPACES)
    out[SIDE_CANAL_POINTS] = between(e.parts[FROM_CANALS], 10)
    out[SIDE_REPUTATION] = between(s.reputation[seat], 8)
    for i in range(N_MAJORITIES):
        out[SIDE_WON + i] = s.majority[seat] >> i & 1
        out[SIDE_MARGIN + i] = between(e.margin[i], 3)
    out[SIDE_MARKERS] = between(total(s.threat[seat]), 8)
    for c in range(COLOURS):
        out[SIDE_PAIRS] += 0.25 * (s.threat[seat][c] + 1 >= r.circle)
    out[SIDE_THREATENED] = between(threatened(s, r, w, seat, e), 6)
    for i in range(N_INCOMES):
        out[SIDE_INCOME + i] = between(e.income[i], 3)
    out[SIDE_READY] = between(e.ready, 4)
    out[SIDE_LASTING] = between(e.lasting, 3)


cdef inline void see_safety(double rounds, const float *own, float *out) noexcept nogil:
    """At the beginning a lead of many points says little, at the end a few points decide.

    A network would have to learn to divide for it.
    """
    cdef double scale = CLEAR_LEAD / (3 + 2 * rounds)
    out[SEE_SAFE_LEAD] = between(own[SIDE_LEAD] * scale, 1)
    out[SEE_SAFE_WORTH] = between(own[SIDE_WORTH_LEAD] * scale, 1)


# --- traits ---

cdef void traits(
    const State *s, const Rules *r, const int32_t *actions, int n, int16_t *out
) noexcept nogil:
    """How far a move lies behind the best one by rough points, then what it is and does."""
    cdef double w[N_WEIGHTS]
    cdef double scores[MAX_ACTIONS]
    cdef double rounds = rounds_left(s, r), best = -1000
    cdef Estate own
    cdef Notes notes
    cdef int i
    fill_units(w)
    memset(&own, 0, sizeof(own))
    tell_estate(s, r, w, s.head.player, rounds, &own)
    score(s, r, w, actions, n, scores)
    for i in range(n):
        best = max(best, scores[i])
    for i in range(n):
        notes.at = out + i * MAX_TRAITS
        notes.n = 0
        note(&notes, TRAIT_BEHIND + behind_class(best - scores[i]))
        note_action(s, r, w, &own, actions[i], rounds, &notes)
