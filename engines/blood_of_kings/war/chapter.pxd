"""What the rest of the game asks of war; see chapter.pyx."""
from libc.stdint cimport int32_t

from eminence.cython_ext.game cimport Problem
from eminence.engines.blood_of_kings.state cimport State
from eminence.engines.blood_of_kings.tables cimport Rules


cdef struct Assault:
    int attackers
    int armies                      # that defend
    int levies
    bint archers                    # Deadly Archers shoot at the attackers


cdef void resume_fight(State *s, const Rules *r) noexcept nogil
cdef void resume_card_of_war(State *s, const Rules *r) noexcept nogil
cdef int list_war(const State *s, const Rules *r, int32_t *out) noexcept nogil
cdef void decide_war(State *s, const Rules *r, int step, int seat, int action) noexcept nogil
cdef void roll_in_war(
    State *s, const Rules *r, int dice_for, int coloured, int white
) noexcept nogil
cdef int possible_leaders(const State *s) noexcept nogil
cdef void name_leader(State *s, int seat) noexcept nogil
cdef Assault weigh_assault(const State *s, const Rules *r, int region) noexcept nogil
cdef int rolls_that_take(const State *s, const Rules *r, int region) noexcept nogil
cdef int check_war(const State *s, const Rules *r, Problem *why) noexcept nogil
