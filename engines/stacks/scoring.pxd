"""Stacks: points."""
from eminence.engines.stacks.state cimport FACE_UP, Rules, State


cdef inline int stack_points(const State *s, const Rules *r, int stack) noexcept nogil:
    """At the end: honest cards count a little more, caught bluffs nothing (R14)."""
    cdef int points = 0, slot, claim
    for slot in range(s.height[stack]):
        claim = s.claims[stack][slot]
        if s.card[stack][slot] == claim:
            points += r.value[claim - 1] + r.bonus
        elif not s.knows[stack][slot] & FACE_UP:
            points += r.value[claim - 1]
    return points
