"""What a network sees: a position from the side of one seat, and each move in small ids.

A person is known by its qualities, not by its name: price, kind, what it is about, and what it
would bring now. So a network serves any data folder.
"""
from libc.stdint cimport int16_t, int32_t, uint64_t
from libc.string cimport memset

from eminence.engines.bruges.board cimport (
    best_option, canal_price, colour_of, dice_price, hand_total, lowest_card, modifier,
    recruit_price, seat_after, step_price, total,
)
from eminence.engines.bruges.guidance cimport score
from eminence.engines.bruges.insight cimport (
    N_INCOMES, Estate, fill_units, tell_estate, tell_margins, tell_pending, threatened,
)
from eminence.engines.bruges.state cimport (
    ACTIVATE, ADVANCE, CANAL_LEFT, CARD, CHOOSE_PILE, COLOUR, COLOURS, DISCARD, DRAWING, EXTRA,
    EXTRA_CANAL, EXTRA_PLAY, EXTRA_RECRUIT, FROM_CANALS, FROM_LAURELS, GIVE_WORKER, GUILDERS, HOUSE,
    HOUSE_PAYMENT, LOSE_BUILDING, LOSE_CANAL, LOSE_HOUSE, LOSE_PERSON, MAX_ACTIONS, MAX_PLAYERS,
    MORE_GUILDERS, MORE_WORKERS, MOST_CANALS, MOST_PEOPLE, MOST_REPUTATION, NO, N_MAJORITIES,
    N_WEIGHTS, ORDER, PAY_WORKER, PICK_BELOW, PICK_CARD, PICK_DOWN, PICK_HOUSE, PILE, PLAYING,
    PLAY_DRAWN, RECRUIT, RETURN_THREAT, SECTION, SECTIONS, SPACES, TAKE_WORKER, TRADE, TURN,
    UNTHREAT, USE, VICTIM, WARD, WORKER, WORKERS, YES, Rules, State,
)
from eminence.engines.bruges.turns cimport standing_in
from eminence.engines.bruges.worth cimport (
    activation_worth, recruit_gain, rounds_left, service_worth,
)


# --- features ---

cdef void features(const State *s, const Rules *r, int seat, float *out) noexcept nogil:
    """What `seat` may know: of the others' cards only the colours, and of piles the backs."""
    cdef Estate estates[MAX_PLAYERS]
    cdef double w[N_WEIGHTS]
    cdef double rounds = rounds_left(s, r)
    cdef int side, other
    fill_units(w)
    memset(estates, 0, sizeof(estates))
    for other in range(r.seats):
        tell_estate(s, r, w, other, rounds, &estates[other])
    tell_margins(s, r, w, estates)
    tell_pending(s, r, w, rounds, estates)
    see_clock(s, r, rounds, out)
    see_table(s, r, seat, out)
    see_own(s, r, seat, &estates[seat], out)
    see_hand(s, r, w, seat, rounds, out)
    for side in range(r.seats):
        other = seat_after(r, seat, side)
        see_side(s, r, other, estates, &out[SEE_SIDES + side * SIDE_END])


cdef inline float up_to(double value, double most) noexcept nogil:
    """Scaled so that `most` and all beyond it is 1."""
    return <float>(min(value, most) / most)


cdef inline float between(double value, double most) noexcept nogil:
    """Scaled so that `most` is 1; never beyond 2 on either side."""
    return <float>max(-2.0, min(2.0, value / most))


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


cdef inline void see_table(const State *s, const Rules *r, int seat, float *out) noexcept nogil:
    cdef int c, p, price = dice_price(s, r)
    for c in range(COLOURS):
        out[SEE_DICE + c] = <float>(s.dice[c] / 6.0)
    out[SEE_STEP_PRICE] = between(step_price(s, r, seat, price), 6)
    out[SEE_NO_STEP] = s.rolled == COLOURS and price == 0
    for p in range(EXTRA):
        if s.top[p]:
            out[SEE_TOPS + s.top[p] - 1] += 0.5
    if s.statues_taken < r.statues:
        out[SEE_STATUE] = between(r.statue_value[s.statues_taken], 7)


cdef inline void see_own(
    const State *s, const Rules *r, int seat, const Estate *e, float *out
) noexcept nogil:
    cdef int c, section, i, built
    for c in range(COLOURS):
        out[SEE_WORKERS + c] = up_to(s.workers[seat][c], 4)
        out[SEE_ONE_MARKER + c] = s.threat[seat][c] > 0
        out[SEE_PAIR + c] = s.threat[seat][c] + 1 >= r.circle
        out[SEE_STAKE + c] = between(e.stake[c], 5)
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
    for i in range(5):
        out[SEE_PURSE + i] = s.guilders[seat] >= 3 * (i + 1)


cdef inline int price_class(int price) noexcept nogil:
    """Free, and then in steps of 3 guilders."""
    return min((price + 2) / 3, 4)


cdef inline void see_hand(
    const State *s, const Rules *r, const double *w, int seat, double rounds, float *out
) noexcept nogil:
    """The own cards: how many of each sort, and what the best of them would bring."""
    cdef double best = 0, second = 0, promise = 0, now = 0, gain, most, least
    cdef int c, card, price, missing = 0, payable = 0, points = 0
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
    const State *s, const Rules *r, int seat, const Estate *estates, float *out
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
    out[SIDE_LEAD] = between(e.points - points, 15)
    out[SIDE_WORTH] = between(e.worth + e.pending, 50)
    out[SIDE_WORTH_LEAD] = between(e.worth + e.pending - worth, 15)
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
    out[SIDE_THREATENED] = between(threatened(s, r, seat, e), 6)
    for i in range(N_INCOMES):
        out[SIDE_INCOME + i] = between(e.income[i], 3)
    out[SIDE_READY] = between(e.ready, 4)
    out[SIDE_LASTING] = between(e.lasting, 3)


# --- traits ---

cdef struct Notes:
    # The traits of one action so far
    int16_t *at
    int n


cdef inline void note(Notes *notes, int trait) noexcept nogil:
    if notes.n < MAX_TRAITS:
        notes.at[notes.n] = trait
        notes.n += 1


cdef void traits(
    const State *s, const Rules *r, const int32_t *actions, int n, int16_t *out
) noexcept nogil:
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


cdef inline int behind_class(double points) noexcept nogil:
    if points < 0.01:
        return 0
    if points < 0.5:
        return 1
    if points < 1:
        return 2
    return min(7, 3 + <int>(points / 1.5))


cdef inline int gain_class(double points) noexcept nogil:
    """Points in eight classes."""
    if points < -0.5:
        return 0
    if points < 0.5:
        return 1
    if points < 1.25:
        return 2
    if points < 2:
        return 3
    if points < 3:
        return 4
    if points < 4.5:
        return 5
    return 6 + (points >= 7)


cdef inline int money_class(int guilders) noexcept nogil:
    """None, up to 2, 5, 8 and more guilders."""
    return min((guilders + 3) / 3, 4) if guilders else 0


cdef inline void note_action(
    const State *s, const Rules *r, const double *w, const Estate *own, int action,
    double rounds, Notes *notes
) noexcept nogil:
    cdef int seat = s.head.player
    if action >= ACTIVATE:
        note_activation(s, r, w, seat, action - ACTIVATE, notes)
    elif action >= RECRUIT:
        note_recruit(s, r, w, seat, action - RECRUIT, rounds, notes)
    elif action >= CARD:
        note_card(s, r, w, seat, action - CARD, rounds, notes)
    elif action >= USE:
        note_use(s, r, w, own, (action - USE) / 8, (action - USE) % 8, rounds, notes)
    elif action >= VICTIM:
        note_victim(s, r, seat, action - VICTIM, notes)
    elif action >= SECTION:
        note_section(s, r, seat, action - SECTION, notes)
    elif action >= COLOUR:
        note_colour(s, r, own, seat, action - COLOUR, notes)
    elif action == NO:
        note(notes, TRAIT_NO + s.step)
    elif action == YES:
        note_yes(s, r, seat, notes)
    else:
        note_pile(s, r, seat, action - PILE, notes)


cdef inline void note_lead(
    const State *s, const Rules *r, int seat, int majority, Notes *notes
) noexcept nogil:
    """Whether one more ties for a majority that is not won yet, or leads it alone."""
    cdef int mine = standing_in(s, seat, majority) + 1, best = 0, other
    if s.majority[seat] >> majority & 1:
        return
    for other in range(r.seats):
        if other != seat:
            best = max(best, standing_in(s, other, majority))
    if mine == best:
        note(notes, TRAIT_LEAD + 2 * majority)
    elif mine == best + 1:
        note(notes, TRAIT_LEAD + 2 * majority + 1)


cdef inline void note_person(
    const Rules *r, int card, Notes *notes
) noexcept nogil:
    note(notes, TRAIT_PRICE + price_class(r.price[card]))
    note(notes, TRAIT_TOPIC + r.topic[card])


cdef inline void note_activation(
    const State *s, const Rules *r, const double *w, int seat, int card, Notes *notes
) noexcept nogil:
    cdef int kind = r.activation[card], payer = r.activation_colour[card]
    note(notes, TRAIT_ACTIVATE + kind)
    note_person(r, card, notes)
    note(notes, TRAIT_GAIN + gain_class(activation_worth(s, r, w, seat, card, True)))
    if kind == WORKER:
        note(notes, TRAIT_GIVE + payer)
        note(notes, TRAIT_GIVE_FROM + min(<int>s.workers[seat][payer], 4) - 1)


cdef inline void note_recruit(
    const State *s, const Rules *r, const double *w, int seat, int card, double rounds,
    Notes *notes
) noexcept nogil:
    cdef int left = s.guilders[seat] - recruit_price(s, r, seat, card, 0)
    note(notes, TRAIT_RECRUIT + r.activation[card])
    note_person(r, card, notes)
    note(notes, TRAIT_GAIN + gain_class(recruit_gain(s, r, w, seat, card, 0, rounds)))
    # An effect may make the person cheaper.
    note(notes, TRAIT_LEFT + money_class(max(0, left)))
    note(notes, TRAIT_EMPTY + min(total(s.empty[seat]), 3))
    note_lead(s, r, seat, MOST_PEOPLE, notes)


cdef inline void note_card(
    const State *s, const Rules *r, const double *w, int seat, int card, double rounds,
    Notes *notes
) noexcept nogil:
    """A card that is given up: one of the hand, a person, or one that lies face down."""
    cdef int step = s.step
    note(notes, TRAIT_ANSWER + step)
    if step == LOSE_PERSON or step == LOSE_BUILDING or step == LOSE_HOUSE:
        if step != LOSE_PERSON:
            note(notes, TRAIT_LOSE + 2)
        note(notes, TRAIT_GIVE_UP + gain_class(
            r.worth[card] + service_worth(s, r, w, seat, card, rounds)))
    else:
        note(notes, TRAIT_GIVE_UP + gain_class(recruit_gain(s, r, w, seat, card, 0, rounds)))
    if step == DISCARD:
        note(notes, TRAIT_SPEND + colour_of(card))
    note_person(r, card, notes)


cdef inline double least_gain(
    const State *s, const Rules *r, const double *w, int seat, int colour, double rounds
) noexcept nogil:
    """What the least of the own cards of a colour would bring: it can be the one given up."""
    cdef double least = 100
    cdef uint64_t left = s.hand[seat][colour]
    if s.aside_colour:
        return recruit_gain(s, r, w, seat, s.aside - 1, 0, rounds)
    while left:
        least = min(least, recruit_gain(s, r, w, seat, lowest_card(left, colour), 0, rounds))
        left &= left - 1
    return least


cdef inline void note_use(
    const State *s, const Rules *r, const double *w, const Estate *own, int use, int colour,
    double rounds, Notes *notes
) noexcept nogil:
    cdef int seat = s.head.player, section = use - CANAL_LEFT
    note(notes, TRAIT_USE + use)
    note(notes, TRAIT_SPEND + colour)
    note(notes, TRAIT_GIVE_UP + gain_class(least_gain(s, r, w, seat, colour, rounds)))
    if use == WORKERS:
        note_taken(s, seat, colour, notes)
    elif use == GUILDERS:
        note(notes, TRAIT_MONEY + min(8, s.dice[colour] + modifier(s, r, seat, MORE_GUILDERS)))
        note(notes, TRAIT_LEFT + money_class(s.guilders[seat]))
    elif use == RETURN_THREAT:
        note_marker(s, own, seat, colour, notes)
    elif use == HOUSE:
        note(notes, TRAIT_HOUSE + colour)
        note(notes, TRAIT_EMPTY + min(total(s.empty[seat]), 3))
        note(notes, TRAIT_GIVE_FROM + min(max(<int>s.workers[seat][colour], 1), 4) - 1)
    else:
        note(notes, TRAIT_SPACE + s.canal[seat][section])
        note(notes, TRAIT_LEFT + money_class(
            s.guilders[seat] - canal_price(s, r, seat, section, 1)))
        note_lead(s, r, seat, MOST_CANALS, notes)


cdef inline void note_taken(const State *s, int seat, int colour, Notes *notes) noexcept nogil:
    note(notes, TRAIT_TAKE + colour)
    note(notes, TRAIT_TAKE_TO + min(<int>s.workers[seat][colour], 3))


cdef inline void note_marker(
    const State *s, const Estate *own, int seat, int colour, Notes *notes
) noexcept nogil:
    note(notes, TRAIT_MARKER + colour)
    note(notes, TRAIT_MARKERS + min(max(<int>s.threat[seat][colour], 1), 3) - 1)
    note(notes, TRAIT_STAKE + min(<int>own.stake[colour], 5))


cdef inline void note_victim(
    const State *s, const Rules *r, int seat, int victim, Notes *notes
) noexcept nogil:
    note(notes, TRAIT_ANSWER + s.step)
    note(notes, TRAIT_VICTIM + (victim - seat + r.seats) % r.seats - 1)
    note(notes, TRAIT_VICTIM_RANK + (s.points[victim] > s.points[seat]))


cdef inline void note_section(
    const State *s, const Rules *r, int seat, int section, Notes *notes
) noexcept nogil:
    cdef int built = s.canal[seat][section]
    note(notes, TRAIT_ANSWER + s.step)
    if s.step == EXTRA_CANAL:
        note(notes, TRAIT_USE + CANAL_LEFT + section)
        note(notes, TRAIT_SPACE + built)
        note_lead(s, r, seat, MOST_CANALS, notes)
    else:
        note(notes, TRAIT_LOSE + 1)
        note(notes, TRAIT_SPACE + built - 1)


cdef inline void note_colour(
    const State *s, const Rules *r, const Estate *own, int seat, int colour, Notes *notes
) noexcept nogil:
    cdef int step = s.step
    note(notes, TRAIT_ANSWER + step)
    if step == TAKE_WORKER:
        note_taken(s, seat, colour, notes)
    elif step == GIVE_WORKER or step == PAY_WORKER or step == TRADE:
        note(notes, TRAIT_GIVE + colour)
        note(notes, TRAIT_GIVE_FROM + min(<int>s.workers[seat][colour], 4) - 1)
    elif step == ORDER or step == UNTHREAT:
        note_marker(s, own, seat, colour, notes)
    else:
        note(notes, TRAIT_HOUSE + colour)
        note(notes, TRAIT_EMPTY + min(<int>s.empty[seat][colour], 3))
        if step != PICK_HOUSE:
            note(notes, TRAIT_LOSE)


cdef inline void note_yes(const State *s, const Rules *r, int seat, Notes *notes) noexcept nogil:
    note(notes, TRAIT_ANSWER + s.step)
    if s.step == TRADE:
        return
    if s.step == ADVANCE:
        note(notes, TRAIT_LEFT + money_class(
            s.guilders[seat] - step_price(s, r, seat, dice_price(s, r))))
    note_lead(s, r, seat, MOST_REPUTATION, notes)


cdef inline void note_pile(
    const State *s, const Rules *r, int seat, int pile, Notes *notes
) noexcept nogil:
    """The back of the card, how many such the seat has, and whether the pile is near its end."""
    cdef int colour = s.top[pile] - 1, size = s.pile_size[pile]
    note(notes, TRAIT_ANSWER + s.step)
    note(notes, TRAIT_BACK + colour)
    note(notes, TRAIT_BACK_IN_HAND + min(3, s.hand_count[seat][colour] + s.blind[colour]))
    if not s.extra_in and size <= 8:
        note(notes, TRAIT_PILE_LEFT + (size > 1) + (size > 4))
