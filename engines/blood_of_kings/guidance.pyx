"""What a sensible player of Blood of Kings looks at: the standing of each seat, and move scores.

Everything is counted in Glory: what a seat has, what its kingdoms are worth to it, and how safe
its thrones are. The weights are the agent's; their defaults and what each means are in
data/guidance.toml.
"""
from libc.stdint cimport int32_t

from engines.bits cimport popcount64
from engines.blood_of_kings.board cimport ruler_has, total_glory
from engines.blood_of_kings.flow cimport decide, list_actions, proceed
from engines.blood_of_kings.rules cimport (
    DIVINE_RIGHT, DYNASTY, HOLD_TALKS, KINGDOMS, LEGAL, MAX_ACTIONS, MAX_PLAYERS, NOTHING,
    PICK_KINGDOM, PICK_SET, PLAY_CARD, BloodOfKings, BloodOfKingsRules,
)
from engines.blood_of_kings.scores cimport score
from engines.blood_of_kings.worth cimport (
    hand_worth, kingdom_worth, stack_value, threat_to, unrest_risk,
)
from engines.standing cimport softmax

WEIGHTS = (
    "tile", "throne", "income", "crown", "crown_spare", "flag", "army", "army_spare", "fleet",
    "front", "threat", "siege", "unrest", "claim", "rebellion", "card", "influence", "action",
    "spread",
)

cdef enum:
    MOST_ANSWERS = 40       # questions of one card that evaluate answers itself
    CLEAR_LEAD = 8          # influence that makes a throne nearly safe


# --- standing ---

cdef void evaluate(
    const void *state, const void *rules, const double *weights, double *out
) noexcept nogil:
    """Softmax of the Glory each seat has and can expect."""
    cdef BloodOfKings settled
    r = <const BloodOfKingsRules *>rules
    cdef double worth[MAX_PLAYERS]
    cdef int seat, k
    settled = (<const BloodOfKings *>state)[0]
    settled.head.lean = 1
    settle(&settled, r, weights)
    for seat in range(r.seats):
        worth[seat] = total_glory(&settled, r, seat) + hand_worth(&settled, r, weights, seat)
        worth[seat] += weights[W_TILE] * popcount64(settled.tiles[seat])
    for k in range(KINGDOMS):
        share_throne(&settled, r, weights, k, worth)
    softmax(worth, r.seats, weights[W_SPREAD], out)


cdef bint is_quiet(int step) noexcept nogil:
    """Steps at which nothing of an earlier decision is left to be carried out."""
    return step == PLAY_CARD or step == DYNASTY or step == PICK_KINGDOM or step == PICK_SET or (
        step == HOLD_TALKS)


cdef void settle(BloodOfKings *s, const BloodOfKingsRules *r, const double *w) noexcept nogil:
    """Answer the questions of a card under way as the priors say.

    A card half played is worth what it is about to do. Dice and draws are left alone: what
    they bring is chance.
    """
    cdef int32_t options[MAX_ACTIONS]
    cdef double scores[MAX_ACTIONS]
    cdef int answers = 0, n, i, best, step
    while s.head.player >= 0 and answers < MOST_ANSWERS and not is_quiet(s.step):
        step = s.step
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


cdef void share_throne(
    const BloodOfKings *s, const BloodOfKingsRules *r, const double *w, int kingdom,
    double *worth
) noexcept nogil:
    """A kingdom is worth something to its ruler, less what challengers are about to take."""
    cdef double all = kingdom_worth(s, r, w, kingdom), danger
    cdef int ruler = s.ruler[kingdom] - 1, best = -1, second = 0, cards = 0, most = 0
    cdef int seat, sum, own = 0, own_cards = 0
    for seat in range(r.seats):
        sum = stack_value(s, r, seat, kingdom, &cards)
        if seat == ruler:
            own = sum + r.influence_bonus[kingdom][s.level[kingdom][LEGAL]]
            if ruler_has(s, kingdom, DIVINE_RIGHT):
                own += r.divine_right
            own_cards = cards
        elif best < 0 or sum > most:
            second = most
            most = sum
            best = seat
        else:
            second = max(second, sum)
    if ruler < 0:
        if most > 0:
            worth[best] += w[W_CLAIM] * all * (0.5 + 0.5 * lead(most - second))
        return
    danger = 0
    if most > 0:
        danger = w[W_CLAIM] * (0.5 + 0.5 * lead(most - max(own, 0))) * 0.5
        worth[best] += danger * all
    danger += w[W_UNREST] * unrest_risk(s, r, kingdom) * (
        1.0 if most > 0 else w[W_REBELLION]) / (1 + own_cards)
    worth[ruler] += all * (1 - min(danger, 1.0)) - w[W_THREAT] * threat_to(s, r, kingdom)


cdef double lead(int margin) noexcept nogil:
    """-1 to 1: how far ahead a claim is."""
    return max(-1.0, min(1.0, <double>margin / CLEAR_LEAD))


# --- moves ---

cdef void priors(
    const void *state, const void *rules, const double *weights,
    const int32_t *actions, int n, double *out
) noexcept nogil:
    score(<const BloodOfKings *>state, <const BloodOfKingsRules *>rules, weights, actions, n, out)
