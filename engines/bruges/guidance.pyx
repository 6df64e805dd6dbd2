"""What a sensible Bruges player looks at: the standing of each seat, and cheap move scores.

Everything is counted in points: those that would be scored if the game ended now, and what
money, workers, cards and people are likely to bring in the rounds that are left. The weights
are the agent's; their defaults and what each means are in data/guidance.toml.
"""
from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memcpy

from eminence.engines.bruges.board cimport (
    canal_price, dice_price, hand_total, has, lowest_card, modifier, step_price, top_of, total,
)
from eminence.engines.bruges.state cimport (
    ACTIVATE, ADVANCE, AT, CANAL_LEFT, CARD, CHOOSE_PILE, COLOUR, COLOURS, DISCARD, ENDED,
    EXTRA_CANAL, EXTRA_STEP, GIVE_WORKER, GUILDERS, HOUSE, LOSE_HOUSE, LOSE_PERSON, MAX_ACTIONS,
    MAX_PLAYERS, MORE_GUILDERS, MORE_UNTHREAT, MORE_WORKERS, MOST_CANALS, MOST_PEOPLE,
    MOST_REPUTATION, NO, NOTHING, N_MAJORITIES, N_WEIGHTS, ORDER, PAY_WORKER, PICK_BELOW, PICK_CARD,
    PICK_DOWN, PLAYING, RECRUIT, RETURN_THREAT, SECTION, SECTIONS, SPACES, TAKE_WORKER, TRADE, TURN,
    UNTHREAT, USE, VICTIM, WORKERS, W_ACTION, W_CANAL, W_CARD, W_GUILDER, W_HOME, W_PURSE, W_SPREAD,
    W_WORKER, Rules, State,
)
from eminence.engines.bruges.scoring cimport points_of
from eminence.engines.bruges.steps cimport actions as list_actions, decide
from eminence.engines.bruges.turns cimport proceed
from eminence.engines.bruges.worth cimport (
    activation_worth, canal_worth, clause_worth, keep_worth, lead_gain, lead_worth, purse_worth,
    recruit_gain, rounds_left, service_worth, step_worth, threat_worth, workers_worth,
)
from eminence.engines.kit.standing cimport softmax

cdef enum:
    MOST_ANSWERS = 24       # decisions of one effect that evaluate answers itself


# --- standing ---

cdef void evaluate(const State *s, const Rules *r, const double *w, double *out) noexcept nogil:
    """Softmax of the points each seat has and can expect."""
    cdef State settled
    cdef double worth[MAX_PLAYERS]
    cdef double rounds
    cdef int seat
    settled = s[0]
    settle(&settled, r, w)
    rounds = rounds_left(&settled, r)
    for seat in range(r.seats):
        worth[seat] = seat_worth(&settled, r, w, seat, rounds) + promised_majorities(
            &settled, r, w, seat)
    softmax(worth, r.seats, w[W_SPREAD], out)


cdef void settle(State *s, const Rules *r, const double *w) noexcept nogil:
    """Answer the questions of an unfinished action or effect as the priors say.

    A person activated or a card half played is worth what it is about to do. Draws stay open: they
    are chance.
    """
    cdef int32_t options[MAX_ACTIONS]
    cdef double scores[MAX_ACTIONS]
    cdef int answers = 0, n, i, best, step
    while s.head.player >= 0 and answers < MOST_ANSWERS:
        step = s.step
        if step == TURN or step == ADVANCE or step == CHOOSE_PILE:
            return
        n = list_actions(s, r, options)
        score(s, r, w, options, n, scores)
        best = 0
        for i in range(1, n):
            if scores[i] > scores[best]:
                best = i
        s.step = NOTHING
        decide(s, r, step, s.head.player, options[best], NULL)
        proceed(s, r, NULL)
        answers += 1


cdef inline double seat_worth(
    const State *s, const Rules *r, const double *w, int seat, double rounds
) noexcept nogil:
    """Points now, and what the seat's things bring while there is time for it."""
    cdef double sum = points_of(s, r, seat), later = 0, time = min(rounds, 1.0)
    cdef int c, section
    cdef uint64_t left
    if s.phase == ENDED:
        return sum
    later += purse_worth(w, s.guilders[seat])
    later += w[W_HOME] * min(total(s.empty[seat]), 2) + w[W_CARD] * hand_total(s, seat)
    for section in range(SECTIONS):
        if s.canal[seat][section] < SPACES:
            later += w[W_CANAL] * s.canal[seat][section] * 0.5
    for c in range(COLOURS):
        later += workers_worth(w, s.workers[seat][c])
        sum -= threat_worth(r, w, s.threat[seat][c]) * time
        left = s.hand[seat][c]
        while left:
            later += keep_worth(s, r, w, seat, lowest_card(left, c), rounds)
            left &= left - 1
        left = s.people[seat][c] & ~r.laurels[c]
        while left:
            sum += service_left(s, r, w, seat, lowest_card(left, c), rounds)
            left &= left - 1
    return sum + later * time


cdef inline double service_left(
    const State *s, const Rules *r, const double *w, int seat, int card, double rounds
) noexcept nogil:
    """One activation in this round unless it was used, and one in each later round."""
    if s.phase == PLAYING:
        rounds = <int>rounds + 1 if rounds > <int>rounds else rounds
        if has(s.used, card):
            rounds -= 1
    return service_worth(s, r, w, seat, card, rounds)


cdef inline double promised_majorities(
    const State *s, const Rules *r, const double *w, int seat
) noexcept nogil:
    cdef double sum = 0
    cdef int majority
    if s.phase == ENDED:
        return 0
    for majority in range(N_MAJORITIES):
        sum += lead_worth(s, r, w, seat, majority, 0)
    return sum


# --- cheap scores ---

cdef void priors(
    const State *s, const Rules *r, const double *w, const int32_t *actions, int n, double *out
) noexcept nogil:
    cdef int i
    score(s, r, w, actions, n, out)
    for i in range(n):
        out[i] = min(1.0, max(0.0, 0.4 + 0.06 * out[i]))


cdef void score(
    const State *s, const Rules *r, const double *w, const int32_t *actions, int n, double *out
) noexcept nogil:
    """Rough points that each action gains over doing nothing."""
    cdef double now[N_WEIGHTS]
    cdef double rounds = rounds_left(s, r)
    cdef int i
    memcpy(now, w, sizeof(now))
    for i in range(W_GUILDER, W_HOME + 1):
        # What must be spent to score is worth little in the last turns.
        if i != W_PURSE:
            now[i] *= min(rounds, 1.0)
    for i in range(n):
        out[i] = action_gain(s, r, now, actions[i], rounds)


cdef inline double action_gain(
    const State *s, const Rules *r, const double *w, int action, double rounds
) noexcept nogil:
    cdef int seat = s.head.player
    if action >= ACTIVATE:
        # Now is better than later in the turn, as long as it is worth anything.
        return activation_worth(s, r, w, seat, action - ACTIVATE, True) + 3 * w[W_ACTION]
    if action >= RECRUIT:
        return recruit_gain(s, r, w, seat, action - RECRUIT, 0, rounds) - keep_worth(
            s, r, w, seat, action - RECRUIT, rounds) + lead_gain(s, r, w, seat, MOST_PEOPLE)
    if action >= CARD:
        return card_gain(s, r, w, seat, action - CARD, rounds)
    if action >= USE:
        return use_gain(s, r, w, seat, (action - USE) / 8, (action - USE) % 8)
    if action >= VICTIM:
        return s.guilders[action - VICTIM]
    if action >= SECTION:
        return section_gain(s, r, w, seat, action - SECTION)
    if action >= COLOUR:
        return colour_gain(s, r, w, seat, action - COLOUR)
    if action == NO:
        return 0
    return yes_gain(s, r, w, seat)


cdef inline double use_gain(
    const State *s, const Rules *r, const double *w, int seat, int use, int colour
) noexcept nogil:
    """One of the five actions that are the same on every card."""
    cdef int n
    if use == WORKERS:
        n = r.workers_taken + modifier(s, r, seat, MORE_WORKERS)
        return workers_worth(w, s.workers[seat][colour] + n) - workers_worth(
            w, s.workers[seat][colour])
    if use == GUILDERS:
        n = s.dice[colour] + modifier(s, r, seat, MORE_GUILDERS)
        return purse_worth(w, s.guilders[seat] + n) - purse_worth(w, s.guilders[seat])
    if use == RETURN_THREAT:
        return r.threat_points + modifier(s, r, seat, MORE_UNTHREAT) + threat_worth(
            r, w, s.threat[seat][colour]) - threat_worth(r, w, s.threat[seat][colour] - 1)
    if use == HOUSE:
        return r.house_points - w[W_WORKER] + (w[W_HOME] if total(s.empty[seat]) < 2 else 0.0)
    return canal_worth(s, r, w, seat, use - CANAL_LEFT) + lead_gain(
        s, r, w, seat, MOST_CANALS) - w[W_GUILDER] * canal_price(
            s, r, seat, use - CANAL_LEFT, 1)


cdef inline double card_gain(
    const State *s, const Rules *r, const double *w, int seat, int card, double rounds
) noexcept nogil:
    """Give up what is worth least."""
    if s.step == PICK_DOWN or s.step == PICK_BELOW:
        return 0
    if s.step == PICK_CARD or s.step == DISCARD:
        return -keep_worth(s, r, w, seat, card, rounds)
    if s.step == LOSE_PERSON:
        return -r.worth[card] - service_worth(s, r, w, seat, card, rounds)
    # The house of a person: the person comes back to the hand.
    return -r.house_points - r.worth[card] - service_worth(
        s, r, w, seat, card, rounds) + keep_worth(s, r, w, seat, card, rounds)


cdef inline double section_gain(
    const State *s, const Rules *r, const double *w, int seat, int section
) noexcept nogil:
    cdef int built = s.canal[seat][section]
    if s.step == EXTRA_CANAL:
        return canal_worth(s, r, w, seat, section)
    if built == r.canal_space:
        return -r.canal_points
    return -0.5 * built


cdef inline double colour_gain(
    const State *s, const Rules *r, const double *w, int seat, int colour
) noexcept nogil:
    """Workers: take the colour that is missing, give the one with many."""
    cdef int step = s.step
    if step == TAKE_WORKER:
        return w[W_WORKER] * (2 if s.workers[seat][colour] == 0 else 1) + (
            0.1 * s.hand_count[seat][colour])
    if step == GIVE_WORKER or step == PAY_WORKER:
        return 0.1 * s.workers[seat][colour]
    if step == TRADE:
        return clause_worth(s, r, w, seat, &r.clause[top_of(s)[AT]])
    if step == UNTHREAT:
        return r.threat_points + threat_worth(r, w, s.threat[seat][colour])
    if ORDER < step <= LOSE_HOUSE:
        return -r.house_points - w[W_HOME]
    return 0


cdef inline double yes_gain(
    const State *s, const Rules *r, const double *w, int seat
) noexcept nogil:
    """A step of reputation, a trade, or a card; all piles are alike."""
    if s.step == ADVANCE:
        return step_worth(s, r, w, seat, 1) + lead_gain(
            s, r, w, seat, MOST_REPUTATION) - w[W_GUILDER] * step_price(
                s, r, seat, dice_price(s, r))
    if s.step == TRADE or s.step == EXTRA_STEP:
        return clause_worth(s, r, w, seat, &r.clause[top_of(s)[AT]])
    return w[W_CARD]
