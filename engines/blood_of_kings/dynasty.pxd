"""The dynasty phase: in player order, each plays dynasty cards and picks up a set."""
from libc.stdint cimport int32_t

from cython_ext.game cimport Seen
from engines.blood_of_kings.rules cimport (
    DYNASTY, INFLUENCE, NEGOTIATION_PHASE, REORDER, UNREST, BloodOfKings, BloodOfKingsRules,
)


cdef inline void resume_dynasty(
    BloodOfKings *s, const BloodOfKingsRules *r, Seen *seen
) noexcept nogil:
    s.acting = 0
    s.stage = 0
    s.phase = NEGOTIATION_PHASE


cdef inline bint is_secret_play(int step, int action) noexcept nogil:
    """Choices that not everybody sees; `decide_dynasty` shows what of them is open."""
    return step == REORDER or (step == DYNASTY and INFLUENCE <= action < UNREST)


cdef inline int list_dynasty(
    const BloodOfKings *s, const BloodOfKingsRules *r, int32_t *out
) noexcept nogil:
    return 0


cdef inline void decide_dynasty(
    BloodOfKings *s, const BloodOfKingsRules *r, int step, int seat, int action, Seen *seen
) noexcept nogil:
    pass


cdef inline void roll_dynasty(
    BloodOfKings *s, const BloodOfKingsRules *r, int dice_for, int coloured, int white
) noexcept nogil:
    """Attrition, diplomacy and foils."""
    pass


cdef inline void take_stolen(BloodOfKings *s, int kind, Seen *seen) noexcept nogil:
    """Secret Allies: the card leaves the victim's hand (`helped`) for the active seat's."""
    pass
