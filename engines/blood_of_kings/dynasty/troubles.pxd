"""Unrest and attrition."""
from libc.stdint cimport int32_t

from eminence.engines.blood_of_kings.board cimport (
    active_seat, ask, happen, regions_with_armies, ruler_has, stability,
)
from eminence.engines.blood_of_kings.dynasty.plays cimport end_card
from eminence.engines.blood_of_kings.kingdom.realm cimport tidy_map
from eminence.engines.blood_of_kings.state cimport (
    DICE, FLEETS, FOR_ATTRITION, LOSE_UNIT, LOSING, PLACE, VIOLENT, State,
)
from eminence.engines.blood_of_kings.succession.calls cimport begin_challenge
from eminence.engines.blood_of_kings.tables cimport (
    BAGGAGE_TRAINS, FIRST_SEA, MOST_UNREST, PLACES, SEAS, Rules,
)
from eminence.engines.kit.bits cimport list_bits64


# --- unrest ---

cdef inline void stir(State *s, const Rules *r, int kingdom, int unrest) noexcept nogil:
    """At or above stability the ruler, if there is one, is challenged at once (Q10, Q44)."""
    s.unrest[kingdom] = min(s.unrest[kingdom] + unrest, MOST_UNREST)
    if s.ruler[kingdom] and s.unrest[kingdom] >= stability(s, r, kingdom):
        begin_challenge(s, r, VIOLENT, kingdom)


cdef inline void resolve_unrest(State *s, const Rules *r) noexcept nogil:
    """The second kingdom's turn comes after everything that follows in the first."""
    cdef int kingdom = s.target, unrest = r.popular_unrest if s.cursor else 1
    if s.second:
        s.target = s.second - 1
        s.second = 0
        s.cursor = 1
    else:
        end_card(s)
    stir(s, r, kingdom, unrest)


# --- attrition ---

cdef inline int list_units(const State *s, int kingdom, int32_t *out) noexcept nogil:
    """One army or fleet of each place."""
    cdef int n = list_bits64(regions_with_armies(s, kingdom), PLACE, out), sea
    for sea in range(SEAS):
        if s.armies[kingdom][FIRST_SEA + sea]:
            out[n] = PLACE + FIRST_SEA + sea
            n += 1
    for sea in range(SEAS):
        if s.fleets[kingdom][sea]:
            out[n] = FLEETS + sea
            n += 1
    return n


cdef inline void resolve_attrition(State *s, const Rules *r) noexcept nogil:
    """Without units there is nothing to roll for (Q47)."""
    cdef int32_t units[PLACES + SEAS]
    if list_units(s, s.target, units):
        s.dice_for = FOR_ATTRITION
        happen(s, DICE)
    else:
        end_card(s)


cdef inline void roll_attrition(State *s, const Rules *r, int coloured, int white) noexcept nogil:
    """Sets who chooses the unit; if the coloured die is lower, Baggage Trains save it."""
    if coloured > white:
        s.whom = active_seat(s, r)
        s.stage = LOSING
    elif white > coloured and s.ruler[s.target] and not ruler_has(s, s.target, BAGGAGE_TRAINS):
        s.whom = s.ruler[s.target] - 1
        s.stage = LOSING
    else:
        end_card(s)


cdef inline void lose_unit(State *s, const Rules *r, int action) noexcept nogil:
    if action >= FLEETS:
        s.fleets[s.target][action - FLEETS] -= 1
    else:
        s.armies[s.target][action - PLACE] -= 1
    end_card(s)
    tidy_map(s, r)


cdef inline void resume_losing(State *s, const Rules *r) noexcept nogil:
    cdef int32_t units[PLACES + SEAS]
    if list_units(s, s.target, units) == 1:
        lose_unit(s, r, units[0])
    else:
        ask(s, s.whom, LOSE_UNIT)
