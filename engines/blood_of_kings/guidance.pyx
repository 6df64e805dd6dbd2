"""What a sensible player of Blood of Kings looks at: the standing of each seat, and move scores.

Everything is counted in Glory: what a seat has, what its kingdoms are worth to it, and how safe
its thrones are. The weights are the agent's; their defaults and what each means are in
data/guidance.toml.
"""
from libc.stdint cimport int32_t, uint64_t

from eminence.engines.blood_of_kings.board cimport total_glory
from eminence.engines.blood_of_kings.dynasty.worth cimport score_dynasty
from eminence.engines.blood_of_kings.flow cimport actions, apply
from eminence.engines.blood_of_kings.kingdom.worth cimport score_glory, score_kingdom
from eminence.engines.blood_of_kings.negotiation.worth cimport score_talks
from eminence.engines.blood_of_kings.state cimport (
    CALL, CLAIM_TILE, DYNASTY, FLIP_ALLIANCE, HOLD_TALKS, PICK_KINGDOM, PICK_SET, PLAY_CARD, RAISE,
    State,
)
from eminence.engines.blood_of_kings.succession.worth cimport score_succession
from eminence.engines.blood_of_kings.tables cimport (
    KINGDOMS, MAX_ACTIONS, MAX_PLAYERS, W_SPREAD, W_TILE, Rules,
)
from eminence.engines.blood_of_kings.war.worth cimport score_war
from eminence.engines.blood_of_kings.worth cimport (
    Claims, Throne, find_armies, front_of, hand_worth, look_at_throne, share_throne, stack_value,
)
from eminence.engines.kit.bits cimport popcount64
from eminence.engines.kit.standing cimport softmax

cdef enum:
    MOST_ANSWERS = 40       # questions of one card that evaluate answers itself


# --- standing ---

cdef void evaluate(const State *s, const Rules *r, const double *w, double *out) noexcept nogil:
    """Softmax of the Glory each seat has and can expect."""
    cdef State settled
    cdef double worth[MAX_PLAYERS]
    cdef uint64_t armed[KINGDOMS]
    cdef int seat, k
    settled = s[0]
    settled.head.lean = 1
    settle(&settled, r, w)
    for seat in range(r.seats):
        worth[seat] = total_glory(&settled, r, seat) + hand_worth(&settled, r, w, seat)
        worth[seat] += w[W_TILE] * popcount64(settled.tiles[seat])
    find_armies(&settled, armed)
    for k in range(KINGDOMS):
        add_throne(&settled, r, w, k, armed, worth)
    softmax(worth, r.seats, w[W_SPREAD], out)


cdef bint is_quiet(int step) noexcept nogil:
    """Steps at which no earlier decision is still being carried out."""
    return step == PLAY_CARD or step == DYNASTY or step == PICK_KINGDOM or step == PICK_SET or (
        step == HOLD_TALKS)


cdef void settle(State *s, const Rules *r, const double *w) noexcept nogil:
    """Answer the questions of an unfinished card as the priors say; dice and draws stay open."""
    cdef int32_t options[MAX_ACTIONS]
    cdef double scores[MAX_ACTIONS]
    cdef int answers = 0, n, i, best
    while s.head.player >= 0 and answers < MOST_ANSWERS and not is_quiet(s.step):
        n = actions(s, r, options)
        priors(s, r, w, options, n, scores)
        best = 0
        for i in range(1, n):
            if scores[i] > scores[best]:
                best = i
        apply(s, r, options[best], NULL)
        answers += 1


cdef void add_throne(
    const State *s, const Rules *r, const double *w, int kingdom, const uint64_t *armed,
    double *worth
) noexcept nogil:
    """What the kingdom is worth to its ruler and to challengers, by the cards that lie there."""
    cdef Claims claims
    cdef Throne throne
    cdef int seat
    for seat in range(r.seats):
        claims.influence[seat] = stack_value(s, r, seat, kingdom, &claims.cards[seat])
    look_at_throne(s, r, w, kingdom, front_of(s, r, kingdom, armed), armed, &throne)
    share_throne(r, w, s.ruler[kingdom] - 1, &throne, &claims, worth)


# --- moves ---

cdef double score_one(const State *s, const Rules *r, const double *w, int action) noexcept nogil:
    cdef int step = s.step
    if step >= FLIP_ALLIANCE:
        return score_talks(s, r, w, action)
    if step >= DYNASTY:
        return score_dynasty(s, r, w, action)
    if step >= CALL:
        return score_succession(s, r, w, action)
    if step >= CLAIM_TILE:
        return score_glory(s, r, w, action)
    if step >= RAISE:
        return score_war(s, r, w, action)
    return score_kingdom(s, r, w, action)


cdef void priors(
    const State *s, const Rules *r, const double *w, const int32_t *options, int n, double *out
) noexcept nogil:
    """Cheap scores of the moves at each step, from what the mover may see."""
    cdef int i
    for i in range(n):
        out[i] = min(1.0, max(0.0, score_one(s, r, w, options[i])))
