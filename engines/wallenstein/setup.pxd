"""Setting up: line-ups or the draft, then the tower (R1 to R8)."""
from libc.stdint cimport uint64_t

from eminence.cython_ext.game cimport CHANCE
from eminence.engines.kit.bits cimport take_bit64
from eminence.engines.wallenstein.board cimport ask, bit
from eminence.engines.wallenstein.combat cimport end_throw, engage, take_back, throw_cubes
from eminence.engines.wallenstein.state cimport COLOURS, FILLING, NEW_EVENT, PEASANTS, Rules, State


cdef inline void line_up(State *s, const Rules *r) noexcept nogil:
    """The printed counties of each seat (R6)."""
    cdef uint64_t left
    cdef int seat, county
    for seat in range(r.seats):
        left = r.lineup[seat]
        while left:
            county = take_bit64(&left)
            settle_county(s, seat, county, r.lineup_armies[county])


cdef inline void settle_county(State *s, int seat, int county, int armies) noexcept nogil:
    s.owned[seat] |= bit(county)
    s.armies[county] = armies
    s.supply[seat] -= armies


cdef inline void fill_tower(State *s, const Rules *r) noexcept nogil:
    """All cubes at the same time; those that fall out go back (R7)."""
    cdef int seat
    for seat in range(r.seats):
        engage(s, seat, r.fill)
    engage(s, PEASANTS, r.fill_peasants)
    s.battle = FILLING
    throw_cubes(s)
    if s.colour == COLOURS:
        # There were no cubes to drop.
        end_throw(s)
        end_setup(s, r)


cdef inline void end_setup(State *s, const Rules *r) noexcept nogil:
    """The tower is filled: what fell out goes back, and the first year begins."""
    cdef int colour
    for colour in range(COLOURS):
        if r.court and colour < PEASANTS:
            # A courtier for each army that fell out (C2).
            s.entrance[colour] = min(<int>s.tray[colour], r.courtiers)
        take_back(s, colour)
    ask(s, NEW_EVENT, CHANCE)
