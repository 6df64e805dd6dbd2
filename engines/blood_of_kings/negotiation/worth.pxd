"""Scores of what is negotiated: careful by default."""
from eminence.engines.blood_of_kings.state cimport (
    ALLIANCE, ALLY, HOLD_TALKS, NO, TRANSFER_FROM, State,
)
from eminence.engines.blood_of_kings.tables cimport KINGDOMS, Rules


cdef inline double score_talks(
    const State *s, const Rules *r, const double *w, int action
) noexcept nogil:
    cdef int own, host
    if s.step == HOLD_TALKS:
        return 0.5
    if s.step == TRANSFER_FROM:
        return 0.8 if action == NO else 0.2
    if s.step == ALLY:
        if action < ALLIANCE:
            return 0.4
        own = (action - ALLIANCE) / KINGDOMS
        host = (action - ALLIANCE) % KINGDOMS
        return 0.5 if s.ruler[own] == s.ruler[host] else 0.3
    return 0.5 if action == NO else 0.4
