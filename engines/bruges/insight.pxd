"""What a position means beyond what is counted on the table; for features and traits alone."""
from libc.stdint cimport uint16_t, uint64_t

from eminence.engines.bruges.board cimport hand_total, has, is_immune, lowest_card, total
from eminence.engines.bruges.effects.clauses cimport clause_of
from eminence.engines.bruges.scoring cimport laurel_points, points_by_source
from eminence.engines.bruges.state cimport (
    ABOUT_CANALS, ABOUT_CARDS, ABOUT_GUILDERS, ABOUT_OTHERS, ABOUT_PLAYS, ABOUT_POINTS,
    ABOUT_PRICES, ABOUT_REPUTATION, ABOUT_THREATS, ABOUT_WORKERS, ARROW, CANAL_DISCOUNT,
    CANAL_TOKEN, COLOURS, DO_CLAUSES, DO_DRAW, DO_SUFFER, DRAW_CARDS, ENDED, GUILDERS_GAIN,
    HOUSE_CARD, HOUSE_PAYMENT, IMMUNE, LAUREL, LEFT, LOSE_ALL_GUILDERS, LOSE_ALL_WORKERS,
    LOSE_ONE_PERSON, LOSE_POINTS, MORE_GUILDERS, MORE_HAND, MORE_UNTHREAT, MORE_WORKERS,
    N_MAJORITIES, N_SOURCES, PLAY_CARD, RECRUIT_DISCOUNT, RECRUIT_PERSON, REPUTATION_STEPS, SEAT,
    SECTIONS, SPACES, STEP_DISCOUNT, TASK, TRADE_GOODS, UNTHREAT_MARKERS, VP, WORKER, WORKERS_GAIN,
    W_ACTION, W_CANAL, W_CARD, W_ENGINE, W_EXPECTED, W_GUILDER, W_HARM, W_HOME, W_LASTING,
    W_MAJORITY, W_PROMISE, W_PURSE, W_SPREAD, W_THREAT, W_THREAT_PAIR, W_WORKER, Clause, Rules,
    State,
)
from eminence.engines.bruges.threats cimport circles
from eminence.engines.bruges.turns cimport standing_in
from eminence.engines.bruges.worth cimport (
    clause_worth, person_worth, purse_worth, threat_worth, workers_worth,
)

cdef enum:
    # What a seat's people bring in a round, by topic; the other topics share the last number.
    INCOME_POINTS
    INCOME_GUILDERS
    INCOME_WORKERS
    INCOME_OTHER
    N_INCOMES


cdef struct Estate:
    # What one seat has, in points, as everybody can see it
    int parts[N_SOURCES]
    int points                      # if the game ended now
    double worth                    # the same, and what its things are likely to bring
    double income[N_INCOMES]        # of one round
    double ready                    # what people not used in this round would still bring
    int lasting                     # people that improve an action or wait for an event
    double cheapest                 # what the least of its people is worth
    double pending                  # what effects under way are about to bring
    int held[N_MAJORITIES]
    int margin[N_MAJORITIES]        # over the best other seat


cdef inline void fill_units(double *w) noexcept nogil:
    """What things count in features.

    They look like the agent's weights, which anybody may tune; these must stay as they are, since
    a trained network knows its inputs in these units alone.
    """
    w[W_GUILDER] = 0.35
    w[W_PURSE] = 10
    w[W_WORKER] = 0.4
    w[W_CARD] = 0.36
    w[W_PROMISE] = 0.3
    w[W_HOME] = 0.8
    w[W_ENGINE] = 0.15
    w[W_LASTING] = 0.12
    w[W_EXPECTED] = 0.4
    w[W_ACTION] = 0.9
    w[W_THREAT] = 0.12
    w[W_THREAT_PAIR] = 0.4
    w[W_CANAL] = 0.48
    w[W_MAJORITY] = 0.4
    w[W_HARM] = 0.06
    w[W_SPREAD] = 8


cdef inline int topic_of(int verb) noexcept nogil:
    """What a clause with this verb is about."""
    if verb == VP:
        return ABOUT_POINTS
    if verb == GUILDERS_GAIN or verb == MORE_GUILDERS:
        return ABOUT_GUILDERS
    if verb == WORKERS_GAIN or verb == MORE_WORKERS:
        return ABOUT_WORKERS
    if verb == DRAW_CARDS or verb == MORE_HAND:
        return ABOUT_CARDS
    if verb == PLAY_CARD or verb == HOUSE_CARD or verb == RECRUIT_PERSON:
        return ABOUT_PLAYS
    if verb == REPUTATION_STEPS or verb == STEP_DISCOUNT:
        return ABOUT_REPUTATION
    if verb == CANAL_TOKEN or verb == CANAL_DISCOUNT:
        return ABOUT_CANALS
    if verb == UNTHREAT_MARKERS or verb == MORE_UNTHREAT or verb == IMMUNE:
        return ABOUT_THREATS
    if verb == TRADE_GOODS or verb == RECRUIT_DISCOUNT or verb == HOUSE_PAYMENT:
        return ABOUT_PRICES
    return ABOUT_OTHERS


cdef inline int price_class(int price) noexcept nogil:
    """Free, and then in steps of 3 guilders."""
    return min((price + 2) / 3, 4)


# --- people in play ---

cdef inline double activation_income(
    const State *s, const Rules *r, const double *w, int seat, int card, double *income
) noexcept nogil:
    """One activation, added up by topic; returns what it brings in all, less the worker."""
    cdef const Clause *clause = &r.clause[r.effect[card] - 1]
    cdef double sum = 0, worth
    cdef int topic
    while True:
        # A die condition is met in one round of three.
        worth = clause_worth(s, r, w, seat, clause) * (1.0 if clause.die == 0 else 0.33)
        sum += worth
        topic = topic_of(clause.verb)
        income[topic if topic < INCOME_OTHER else INCOME_OTHER] += worth
        if clause.last:
            break
        clause += 1
    if r.activation[card] == WORKER:
        sum -= w[W_WORKER]
    return max(0.0, sum)


cdef inline double person_service(
    const State *s, const Rules *r, const double *w, int seat, int card, double rounds, Estate *e
) noexcept nogil:
    """What a person in play still does; notes its income, and whether it is ready."""
    cdef int kind = r.activation[card]
    cdef double worth
    if kind == LAUREL:
        return laurel_points(s, r, seat, card)
    if kind == ARROW:
        return 0
    if r.effect[card] == 0:
        e.lasting += 1
        return w[W_LASTING] * rounds
    worth = activation_income(s, r, w, seat, card, e.income)
    if not has(s.used, card) and (
        kind != WORKER or s.workers[seat][r.activation_colour[card]] > 0
    ):
        e.ready += worth
    return w[W_ENGINE] * rounds * worth


cdef inline double tell_people(
    const State *s, const Rules *r, const double *w, int seat, double rounds, Estate *e
) noexcept nogil:
    """All people of a seat; returns what they will bring beyond the points they count now."""
    cdef double sum = 0, service
    cdef int c, card
    cdef uint64_t left
    e.cheapest = 0
    for c in range(COLOURS):
        left = s.people[seat][c]
        while left:
            card = lowest_card(left, c)
            left &= left - 1
            service = person_service(s, r, w, seat, card, rounds, e)
            if r.activation[card] != LAUREL:
                sum += service
            service += r.worth[card]
            if e.cheapest == 0 or service < e.cheapest:
                e.cheapest = service
    return sum


# --- threats ---

cdef inline double building_stake(
    const State *s, const Rules *r, const double *w, int seat, double cheapest
) noexcept nogil:
    """The cheapest house or canal token."""
    cdef double least = r.house_points + cheapest
    cdef int section, built
    if total(s.houses[seat]) + s.canal[seat][0] + s.canal[seat][1] == 0:
        return 0
    if total(s.houses[seat]) == 0:
        least = r.canal_points
    if total(s.empty[seat]):
        least = r.house_points + w[W_HOME]
    for section in range(SECTIONS):
        built = s.canal[seat][section]
        if built == r.canal_space:
            least = min(least, <double>r.canal_points)
        elif built:
            least = min(least, 0.5 * built)
    return least


cdef inline double penalty_stake(
    const State *s, const Rules *r, const double *w, int seat, int colour, const Estate *e
) noexcept nogil:
    """What the penalty of that colour would take from the seat now."""
    cdef int kind = r.penalty[colour], c
    cdef double sum = 0
    if is_immune(s, r, seat, colour):
        return 0
    if kind == LOSE_ALL_WORKERS:
        for c in range(COLOURS):
            sum += workers_worth(w, s.workers[seat][c])
        return sum
    if kind == LOSE_ALL_GUILDERS:
        return purse_worth(w, s.guilders[seat])
    if kind == LOSE_POINTS:
        return min(r.points_lost, <int>s.points[seat])
    if kind == LOSE_ONE_PERSON:
        return e.cheapest
    return building_stake(s, r, w, seat, e.cheapest)


cdef inline double threatened(
    const State *s, const Rules *r, const double *w, int seat, const Estate *e
) noexcept nogil:
    """What the seat would lose if every colour that lacks one marker got it."""
    cdef double sum = 0
    cdef int c
    for c in range(COLOURS):
        if s.threat[seat][c] + 1 >= r.circle:
            sum += penalty_stake(s, r, w, seat, c, e)
    return sum


# --- what is under way ---

cdef inline double effect_left(
    const State *s, const Rules *r, const double *w, const uint16_t *f
) noexcept nogil:
    """The clauses that a frame has not finished."""
    cdef const Clause *clause = clause_of(r, f)
    cdef double sum = clause_worth(s, r, w, f[SEAT], clause)
    while not clause.last:
        clause += 1
        sum += clause_worth(s, r, w, f[SEAT], clause)
    return sum


cdef inline void tell_pending(
    const State *s, const Rules *r, const double *w, double rounds, Estate *estates
) noexcept nogil:
    """Effects, draws, penalties and the person that is moving in."""
    cdef const uint16_t *f
    cdef int i, c, due
    for i in range(s.depth):
        f = s.frame[i]
        if f[TASK] == DO_CLAUSES:
            estates[f[SEAT]].pending += effect_left(s, r, w, f)
        elif f[TASK] == DO_DRAW:
            estates[f[SEAT]].pending += w[W_CARD] * (f[LEFT] + total(s.blind))
        elif f[TASK] == DO_SUFFER:
            due = circles(s, r, f[SEAT])
            for c in range(COLOURS):
                if due >> c & 1:
                    estates[f[SEAT]].pending -= penalty_stake(
                        s, r, w, f[SEAT], c, &estates[f[SEAT]])
    if s.use_card:
        estates[s.seat].pending += person_worth(s, r, w, s.seat, s.use_card - 1, rounds)


# --- the whole estate ---

cdef inline double seat_things(
    const State *s, const Rules *r, const double *w, int seat
) noexcept nogil:
    """Money, workers, empty houses, cards and canals on the way, less what threatens."""
    cdef double sum = purse_worth(w, s.guilders[seat])
    cdef int c, section
    sum += w[W_HOME] * min(total(s.empty[seat]), 2) + w[W_CARD] * hand_total(s, seat)
    for section in range(SECTIONS):
        if s.canal[seat][section] < SPACES:
            sum += w[W_CANAL] * s.canal[seat][section] * 0.5
    for c in range(COLOURS):
        sum += workers_worth(w, s.workers[seat][c]) - threat_worth(r, w, s.threat[seat][c])
    return sum


cdef inline void tell_estate(
    const State *s, const Rules *r, const double *w, int seat, double rounds, Estate *e
) noexcept nogil:
    """`e` comes in zeroed."""
    cdef int i
    points_by_source(s, r, seat, e.parts)
    for i in range(N_SOURCES):
        e.points += e.parts[i]
    e.worth = e.points
    e.worth += tell_people(s, r, w, seat, rounds, e)
    if s.phase != ENDED:
        e.worth += seat_things(s, r, w, seat) * min(rounds, 1.0)
    for i in range(N_MAJORITIES):
        e.held[i] = standing_in(s, seat, i)


cdef inline void tell_margins(
    const State *s, const Rules *r, const double *w, Estate *estates
) noexcept nogil:
    """How far each seat leads in each majority, and what a lead promises."""
    cdef int majority, seat, held, best, second
    for majority in range(N_MAJORITIES):
        best = second = 0
        for seat in range(r.seats):
            held = estates[seat].held[majority]
            second = max(second, min(held, best))
            best = max(best, held)
        for seat in range(r.seats):
            held = estates[seat].held[majority]
            # The best seat leads over the second; if they tie, these are equal.
            estates[seat].margin[majority] = held - (second if held == best else best)
            if s.phase != ENDED and estates[seat].held[majority] > 0 and (
                not s.majority[seat] >> majority & 1
            ) and estates[seat].margin[majority] >= 0:
                estates[seat].worth += w[W_MAJORITY] * r.majority_points * (
                    1.0 if estates[seat].margin[majority] else 0.25)
