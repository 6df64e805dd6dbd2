"""Levies: who defends a region that has no armies (R36)."""
from eminence.engines.blood_of_kings.board cimport ruler_has
from eminence.engines.blood_of_kings.state cimport State
from eminence.engines.blood_of_kings.tables cimport (
    CASTLE, MIGHTY_CASTLES, MILITARY, SIEGE_ENGINES, Rules,
)


cdef inline int fortification(
    const State *s, const Rules *r, int region, int kingdom
) noexcept nogil:
    """Levies that the kingdom in control adds."""
    cdef int bonus = r.fortification[kingdom][s.level[kingdom][MILITARY]]
    if ruler_has(s, kingdom, MIGHTY_CASTLES) and (
        r.type[region] == CASTLE or not r.mighty_castles_only
    ):
        bonus += r.mighty_castles
    return bonus


cdef inline int levies_against(
    const State *s, const Rules *r, int region, int holder, int attacker
) noexcept nogil:
    """`holder` is the kingdom in control, or -1. Siege Engines leave at least one (R24.25)."""
    cdef int levies = r.levies[r.type[region]], least = r.engines_least_levies
    if holder >= 0:
        levies += fortification(s, r, region, holder)
    if s.flags[attacker] >> region & 1:
        levies -= r.levies_own_flag
    if levies > least and ruler_has(s, attacker, SIEGE_ENGINES):
        levies = max(levies - r.engines_levies, least)
    return max(levies, 0)
