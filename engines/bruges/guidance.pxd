"""What a sensible Bruges player looks at; see guidance.pyx."""
from libc.stdint cimport int32_t


# The agent's weights, in the order of `guidance.WEIGHTS` and data/guidance.toml.
cdef enum:
    W_GUILDER = 0
    W_PURSE
    W_WORKER
    W_CARD
    W_PROMISE
    W_HOME
    W_ENGINE
    W_LASTING
    W_EXPECTED
    W_ACTION
    W_THREAT
    W_THREAT_PAIR
    W_CANAL
    W_MAJORITY
    W_HARM
    W_SPREAD
    N_WEIGHTS

cdef void evaluate(
    const void *state, const void *rules, const double *weights, double *out
) noexcept nogil
cdef void priors(
    const void *state, const void *rules, const double *weights,
    const int32_t *actions, int n, double *out
) noexcept nogil
