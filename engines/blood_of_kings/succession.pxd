"""Peaceful, violent and chaotic successions."""
from libc.stdint cimport int32_t

from cython_ext.game cimport Seen
from engines.blood_of_kings.rules cimport BloodOfKings, BloodOfKingsRules

cdef enum:                  # BloodOfKings.challenge
    NO_CHALLENGE
    PEACEFUL
    VIOLENT
    CHAOTIC


cdef inline void begin_challenge(
    BloodOfKings *s, const BloodOfKingsRules *r, int kind, int kingdom
) noexcept nogil:
    s.challenge = kind
    s.throne = kingdom


cdef inline void resume_succession(
    BloodOfKings *s, const BloodOfKingsRules *r, Seen *seen
) noexcept nogil:
    s.challenge = NO_CHALLENGE
    s.throne = 0


cdef inline int list_succession(
    const BloodOfKings *s, const BloodOfKingsRules *r, int32_t *out
) noexcept nogil:
    return 0


cdef inline void decide_succession(
    BloodOfKings *s, const BloodOfKingsRules *r, int step, int seat, int action, Seen *seen
) noexcept nogil:
    pass
