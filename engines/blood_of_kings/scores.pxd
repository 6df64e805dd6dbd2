"""Cheap scores of the moves at each step, from what the mover may see."""
from libc.stdint cimport int32_t

from engines.blood_of_kings.rules cimport (
    CALL, CLAIM_TILE, DYNASTY, FLIP_ALLIANCE, RAISE, BloodOfKings, BloodOfKingsRules,
)
from engines.blood_of_kings.scores_dynasty cimport score_dynasty
from engines.blood_of_kings.scores_kingdom cimport score_glory, score_kingdom
from engines.blood_of_kings.scores_succession cimport score_succession
from engines.blood_of_kings.scores_talks cimport score_talks
from engines.blood_of_kings.scores_war cimport score_war


cdef inline double score_one(
    const BloodOfKings *s, const BloodOfKingsRules *r, const double *w, int action
) noexcept nogil:
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


cdef inline void score(
    const BloodOfKings *s, const BloodOfKingsRules *r, const double *w, const int32_t *actions,
    int n, double *out
) noexcept nogil:
    cdef int i
    for i in range(n):
        out[i] = min(1.0, max(0.0, score_one(s, r, w, actions[i])))
