"""What a sensible Royals player looks at; see guidance.pyx."""
from libc.stdint cimport int32_t


# The agent's weights, in the order of `guidance.WEIGHTS` and data/guidance.toml.
cdef enum:
    PERIOD_NOW = 0
    PERIOD_LATER
    TITLE
    COUNTRY_PROGRESS
    HOUSE_PROGRESS
    CARD
    SET
    INTRIGUE
    SPREAD
    CLAIM_AT_ALL
    CLAIM_INFLUENCE
    CLAIM_TITLE
    CLAIM_CITY
    CLAIM_NEW_CITY
    CLAIM_CARD
    CLAIM_OUSTING
    NEUTRAL
    POINT
    DRAWING
    DRAW_SAME
    DRAW_THIRD_INTRIGUE
    GIVE
    GIVE_LEFT
    N_WEIGHTS

cdef void evaluate(
    const void *state, const void *rules, const double *weights, double *out
) noexcept nogil
cdef void priors(
    const void *state, const void *rules, const double *weights,
    const int32_t *actions, int n, double *out
) noexcept nogil
