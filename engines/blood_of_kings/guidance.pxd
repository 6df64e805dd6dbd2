"""What a sensible player of Blood of Kings looks at; see guidance.pyx."""
from libc.stdint cimport int32_t

# The agent's weights, in the order of `guidance.WEIGHTS` and data/guidance.toml.
cdef enum:
    W_TILE = 0
    W_THRONE
    W_INCOME
    W_CROWN
    W_CROWN_SPARE
    W_FLAG
    W_ARMY
    W_ARMY_SPARE
    W_FLEET
    W_FRONT
    W_THREAT
    W_SIEGE
    W_UNREST
    W_CLAIM
    W_REBELLION
    W_CARD
    W_INFLUENCE
    W_ACTION
    W_SPREAD
    N_WEIGHTS

cdef void evaluate(
    const void *state, const void *rules, const double *weights, double *out
) noexcept nogil
cdef void priors(
    const void *state, const void *rules, const double *weights,
    const int32_t *actions, int n, double *out
) noexcept nogil
