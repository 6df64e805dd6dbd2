"""Scores of challenges for a throne: commit what can win, keep what cannot."""
from eminence.engines.blood_of_kings.board cimport throne_bonus
from eminence.engines.blood_of_kings.state cimport (
    CALL, COMMIT, COMMIT_COUNT, COUNT, DECLARE, NO, SEAT, State,
)
from eminence.engines.blood_of_kings.tables cimport LEGAL, Rules
from eminence.engines.blood_of_kings.worth cimport stack_value

cdef enum:
    USUAL_CARD = 4          # influence that a face-down card is worth on average


cdef inline int rival_strength(const State *s, const Rules *r, int seat) noexcept nogil:
    """What must be beaten: face-up totals, and the heights of the stacks still to come."""
    cdef int best = 0, ruler = s.ruler[s.throne] - 1, other, sum
    for other in range(r.seats):
        if other != seat:
            sum = s.influence[other]
            if other == ruler or ruler < 0:
                sum += USUAL_CARD * s.height[other][s.throne]
            if other == ruler:
                sum += r.influence_bonus[s.throne][s.level[s.throne][LEGAL]]
            best = max(best, sum)
    return best


cdef inline double score_succession(
    const State *s, const Rules *r, const double *w, int action
) noexcept nogil:
    cdef int seat = s.head.player, cards = 0, shown, own, against
    cdef bint rules = s.ruler[s.throne] == seat + 1
    if s.step == CALL:
        return 0.5
    shown = s.influence[seat] + (throne_bonus(s, r, s.throne) if rules else 0)
    own = shown + stack_value(s, r, seat, s.throne, &cards)
    against = rival_strength(s, r, seat)
    if s.step == COMMIT_COUNT:
        return 0.2 + 0.05 * min(12, action - COUNT) if own > against else (
            0.6 - 0.05 * min(10, action - COUNT))
    if action == NO:
        return 0.5
    if action == DECLARE:
        return 0.55
    if s.step == COMMIT:
        if action == SEAT + seat:
            return 0.6 if cards > 1 or rules else 0.4
        return 0.1
    # The ruler stops once ahead; a challenger goes on while it can still win.
    if rules and shown > against:
        return 0.3
    return 0.65 if own > against else 0.25
