"""The dynasty card being played: by whom, on which targets, and how far it has got."""
from eminence.engines.blood_of_kings.state cimport PLAYING, State
from eminence.engines.blood_of_kings.tables cimport KINGDOMS, Rules


cdef inline int permitting(const State *s, const Rules *r, int type_) noexcept nogil:
    """Mask of the kingdoms whose card of this turn permits a type of dynasty card (R16.2)."""
    cdef int mask = 0, k
    for k in range(KINGDOMS):
        if s.played[k] and r.permits[s.played[k] - 1] & type_:
            mask |= 1 << k
    return mask & ~s.shielded


cdef inline void begin_card(State *s, int use, int target, int stage) noexcept nogil:
    s.use = use
    s.target = target
    s.stage = stage


cdef inline void end_card(State *s) noexcept nogil:
    """The next card may be played."""
    s.card = s.use = s.target = s.second = s.refused = s.tokens = s.placed = 0
    s.regions[0] = s.regions[1] = s.gainers[0] = s.gainers[1] = 0
    s.whom = s.polled = s.foils = s.foiler = s.cursor = 0
    s.stage = PLAYING
