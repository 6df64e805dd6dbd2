"""The stages that Preparations and Expansion go through, and what they leave behind: nothing."""
from libc.string cimport memset

from eminence.engines.blood_of_kings.state cimport STANDING, State


cdef inline void stand_still(State *s) noexcept nogil:
    """Nothing is under way within the stage."""
    s.moving = STANDING
    s.from_place = s.to_place = 0
    s.carrying = s.loader = 0
    s.fought = s.rivals = 0
    memset(s.aboard, 0, sizeof(s.aboard))


cdef inline void begin_stage(State *s, int stage) noexcept nogil:
    stand_still(s)
    s.settled = 0
    s.settled_seas = 0
    s.stage = stage
