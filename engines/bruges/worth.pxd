"""What things are worth in points, by the agent's weights; for guidance alone."""

from eminence.engines.bruges.board cimport canal_price, recruit_price, step_price
from eminence.engines.bruges.effects.counting cimport amount_of, canal_times, does_something
from eminence.engines.bruges.state cimport (
    ARROW, CANAL_TOKEN, COLOURS, DRAW_CARDS, EACH_COLOUR, FROM_PILE, GIVE_GUILDERS, GUILDERS_GAIN,
    HOUSE_CARD, LAUREL, PLAYING, PLAY_CARD, RECRUIT_PERSON, REPUTATION_STEPS, SECTIONS, SPACES,
    STEAL_GUILDERS, STEAL_WORKERS, TRADE_GOODS, UNTHREAT_MARKERS, VP, WORKER, WORKERS_GAIN,
    W_ACTION, W_CANAL, W_CARD, W_ENGINE, W_EXPECTED, W_GUILDER, W_HARM, W_HOME, W_LASTING,
    W_MAJORITY, W_PROMISE, W_PURSE, W_THREAT, W_THREAT_PAIR, W_WORKER, Clause, Rules, State,
)
from eminence.engines.bruges.turns cimport standing_in


cdef inline double rounds_left(const State *s, const Rules *r) noexcept nogil:
    """The unplayed share of this round, and the rounds after it."""
    cdef double now = 1
    if s.phase == PLAYING:
        now = 1 - <double>s.cycle / r.cards_per_round
    if s.last_round:
        return now
    if s.extra_in:
        return now + 1
    return now + (s.pile_size[0] + s.pile_size[1]) / (
        (r.cards_per_round + 0.5) * r.seats)


cdef inline double purse_worth(const double *w, int guilders) noexcept nogil:
    """Guilders beyond what one can spend soon are worth a quarter."""
    return w[W_GUILDER] * (0.75 * min(<double>guilders, w[W_PURSE]) + 0.25 * guilders)


cdef inline double workers_worth(const double *w, int workers) noexcept nogil:
    """Workers of one colour: from the third on they are worth half."""
    return w[W_WORKER] * (0.5 * min(workers, 2) + 0.5 * workers)


cdef inline double step_worth(
    const State *s, const Rules *r, const double *w, int seat, int steps
) noexcept nogil:
    """Points of so many steps of reputation, and the majority they help to win."""
    cdef int at = s.reputation[seat]
    steps = min(steps, r.steps - at)
    return r.step_points[at + steps] - r.step_points[at] + 0.1 * w[W_MAJORITY] * steps


cdef inline double canal_worth(
    const State *s, const Rules *r, const double *w, int seat, int section
) noexcept nogil:
    """Points of the next token of a section, and of progress towards the next prize."""
    cdef int built = s.canal[seat][section]
    cdef double worth = 0.1 * w[W_MAJORITY]
    if built + 1 == r.canal_space:
        worth += r.canal_points
    elif built < r.canal_space:
        worth += w[W_CANAL] * r.canal_points * (built + 1) / r.canal_space
    if s.statue[seat][section] == 0 and s.statues_taken < r.statues:
        if built + 1 == SPACES:
            worth += r.statue_value[s.statues_taken]
        else:
            worth += w[W_CANAL] * r.statue_value[s.statues_taken] * (built + 1) / (3.0 * SPACES)
    return worth


cdef inline double lead_worth(
    const State *s, const Rules *r, const double *w, int seat, int majority, int more
) noexcept nogil:
    """A majority marker not won yet: likely for a sole leader, less so for those who tie.

    more: what the seat is about to add to its standing.
    """
    cdef int value = standing_in(s, seat, majority) + more, tied = 1, other, theirs
    if value == 0 or s.majority[seat] >> majority & 1:
        return 0
    for other in range(r.seats):
        if other != seat:
            theirs = standing_in(s, other, majority)
            if theirs > value:
                return 0
            tied += theirs == value
    return w[W_MAJORITY] * r.majority_points / (tied * tied)


cdef inline double lead_gain(
    const State *s, const Rules *r, const double *w, int seat, int majority
) noexcept nogil:
    """What one more person, canal token or step does for the majority."""
    return lead_worth(s, r, w, seat, majority, 1) - lead_worth(s, r, w, seat, majority, 0)


cdef inline double threat_worth(const Rules *r, const double *w, int markers) noexcept nogil:
    """What markers of one colour threaten, as a loss."""
    if markers == 0:
        return 0
    if markers + 1 < r.circle:
        return w[W_THREAT]
    return w[W_THREAT_PAIR]


cdef inline double clause_worth(
    const State *s, const Rules *r, const double *w, int seat, const Clause *clause
) noexcept nogil:
    """Points that the clause is worth to the seat as things stand."""
    cdef int verb = clause.verb, n = clause.amount
    cdef double others = r.seats - 1, price
    if verb == VP:
        return amount_of(s, r, seat, clause)
    if verb == GUILDERS_GAIN:
        return w[W_GUILDER] * amount_of(s, r, seat, clause)
    if verb == WORKERS_GAIN:
        return w[W_WORKER] * amount_of(s, r, seat, clause) * (
            COLOURS if clause.colour == EACH_COLOUR else 1)
    if verb == DRAW_CARDS:
        return w[W_CARD] * (n - 0.7 * clause.extra)
    if verb == PLAY_CARD:
        return w[W_ACTION] + (w[W_CARD] if clause.option == FROM_PILE else 0)
    if verb == HOUSE_CARD:
        return r.house_points + w[W_HOME] - (0 if clause.option == FROM_PILE else w[W_CARD])
    if verb == REPUTATION_STEPS:
        price = w[W_GUILDER] * step_price(s, r, seat, clause.price)
        return max(0.0, step_worth(s, r, w, seat, n) - price)
    if verb == CANAL_TOKEN:
        return best_canal(s, r, w, seat, canal_times(clause))
    if verb == UNTHREAT_MARKERS:
        return r.threat_points + 0.5 * w[W_THREAT_PAIR]
    if verb == TRADE_GOODS:
        price = w[W_GUILDER] * clause.price
        if clause.option != GIVE_GUILDERS:
            price = w[W_WORKER]
        return max(0.0, (w[W_GUILDER] if clause.per_index else 1.0) * clause.extra - price)
    if verb == RECRUIT_PERSON:
        return w[W_ACTION] + w[W_GUILDER] * clause.price
    if verb == STEAL_GUILDERS:
        return (w[W_GUILDER] + w[W_HARM]) * n * (1 if clause.option else others)
    if verb == STEAL_WORKERS:
        return (w[W_WORKER] + w[W_HARM]) * n * (1 if clause.option else others)
    return 2 * w[W_HARM] * n


cdef inline double best_canal(
    const State *s, const Rules *r, const double *w, int seat, int times
) noexcept nogil:
    cdef double best = 0, gain
    cdef int section
    for section in range(SECTIONS):
        if s.canal[seat][section] < SPACES:
            gain = canal_worth(s, r, w, seat, section) - w[W_GUILDER] * canal_price(
                s, r, seat, section, times)
            best = max(best, gain)
    return best


cdef inline double effect_worth(
    const State *s, const Rules *r, const double *w, int seat, int card, bint now
) noexcept nogil:
    """All clauses of an activation; `now`: only those that do something at once."""
    cdef const Clause *clause = &r.clause[r.effect[card] - 1]
    cdef double sum = 0
    while True:
        if not now or does_something(s, r, seat, clause):
            # A die condition is met in one round of three.
            sum += clause_worth(s, r, w, seat, clause) * (
                1.0 if now or clause.die == 0 else 0.33)
        if clause.last:
            return sum
        clause += 1


cdef inline double activation_worth(
    const State *s, const Rules *r, const double *w, int seat, int card, bint now
) noexcept nogil:
    """One activation, less the worker that it takes."""
    cdef double worth = effect_worth(s, r, w, seat, card, now)
    if r.activation[card] == WORKER:
        worth -= w[W_WORKER]
    return worth


cdef inline double service_worth(
    const State *s, const Rules *r, const double *w, int seat, int card, double rounds
) noexcept nogil:
    """What a person still does for its owner once it is in play, beyond its points."""
    cdef int kind = r.activation[card]
    if kind == LAUREL or kind == ARROW:
        return 0
    if r.effect[card] == 0:
        return w[W_LASTING] * rounds
    return w[W_ENGINE] * rounds * max(0.0, activation_worth(s, r, w, seat, card, False))


cdef inline double person_worth(
    const State *s, const Rules *r, const double *w, int seat, int card, double rounds
) noexcept nogil:
    """A person in the hand if it were recruited now, before its price."""
    cdef double worth = r.worth[card]
    cdef int kind = r.activation[card]
    cdef const Clause *clause
    if kind == LAUREL:
        clause = &r.clause[r.effect[card] - 1]
        # What it counts will grow.
        return worth + amount_of(s, r, seat, clause) + w[W_EXPECTED] * clause.amount * (
            min(rounds, 3.0) / clause.each)
    if kind == ARROW:
        return worth + effect_worth(s, r, w, seat, card, True)
    return worth + service_worth(s, r, w, seat, card, rounds)


cdef inline double recruit_gain(
    const State *s, const Rules *r, const double *w, int seat, int card, int discount, double rounds
) noexcept nogil:
    """What recruiting the person brings, less its price and the house it fills."""
    return person_worth(s, r, w, seat, card, rounds) - w[W_HOME] - (
        w[W_GUILDER] * recruit_price(s, r, seat, card, discount))


cdef inline double keep_worth(
    const State *s, const Rules *r, const double *w, int seat, int card, double rounds
) noexcept nogil:
    """What this card in the hand is worth beyond the value of any card."""
    return w[W_PROMISE] * max(0.0, recruit_gain(s, r, w, seat, card, 0, rounds))
