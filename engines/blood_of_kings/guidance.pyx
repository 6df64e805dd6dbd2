"""What a sensible player of Blood of Kings looks at."""
from libc.stdint cimport int32_t

from engines.blood_of_kings.board cimport total_glory
from engines.blood_of_kings.rules cimport MAX_PLAYERS, BloodOfKings, BloodOfKingsRules
from engines.standing cimport softmax

WEIGHTS = ("spread",)


cdef void evaluate(
    const void *state, const void *rules, const double *weights, double *out
) noexcept nogil:
    r = <const BloodOfKingsRules *>rules
    cdef double worth[MAX_PLAYERS]
    cdef int seat
    for seat in range(r.seats):
        worth[seat] = total_glory(<const BloodOfKings *>state, r, seat)
    softmax(worth, r.seats, weights[0], out)


cdef void priors(
    const void *state, const void *rules, const double *weights, const int32_t *actions, int n,
    double *out
) noexcept nogil:
    cdef int i
    for i in range(n):
        out[i] = 0.5
