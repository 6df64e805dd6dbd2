"""What a sensible Wallenstein player looks at; see guidance.pyx."""
from libc.stdint cimport int32_t

from engines.wallenstein.rules cimport Wallenstein, WallensteinRules


# The agent's weights, in the order of `guidance.WEIGHTS` and data/guidance.toml.
cdef enum:
    SCORING_NEXT = 0
    SCORING_LATER
    THALER
    THALER_SPARE
    ARMY
    ARMY_SPARE
    GRAIN_UNIT
    SHORTAGE
    THREAT
    SITE
    UNREST
    BID
    FIGHT
    ATTACK_LOSS
    SPREAD
    N_WEIGHTS

cdef void evaluate(
    const void *state, const void *rules, const double *weights, double *out
) noexcept nogil
cdef void priors(
    const void *state, const void *rules, const double *weights,
    const int32_t *actions, int n, double *out
) noexcept nogil
cdef double card_worth(
    const Wallenstein *s, const WallensteinRules *r, const double *w, int seat, int box, int card
) noexcept nogil
