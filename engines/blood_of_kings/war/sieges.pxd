"""Sieges: rolling for them before the moves, and placing tokens after the assaults."""
from libc.stdint cimport uint64_t

from eminence.engines.blood_of_kings.board cimport (
    armies_of, bit, controller, friends_of, happen, ruler_has, siege_tokens_left,
)
from eminence.engines.blood_of_kings.kingdom.realm cimport take_region
from eminence.engines.blood_of_kings.state cimport (
    DICE, FOR_SIEGE, NO, PLACE, PLACE_SIEGE, SIEGE_ROLL, SIEGE_ROLLED, SIEGE_SOURCE, TOKEN_MOVES,
    State,
)
from eminence.engines.blood_of_kings.tables cimport (
    CAPITOL, FULL_GRANARIES, KINGDOMS, SEAS, SIEGE_ENGINES, Rules,
)
from eminence.engines.blood_of_kings.war.conquests cimport hostile_ground
from eminence.engines.blood_of_kings.war.forces cimport (
    active, active_friends, ask_active, stand_still,
)
from eminence.engines.kit.bits cimport lowest_bit64


# --- rolling (R36.2 to R36.7) ---

cdef inline uint64_t open_sieges(const State *s, const Rules *r) noexcept nogil:
    """Sieges not rolled for yet; in ports only with an own fleet in their sea (Q29)."""
    cdef uint64_t found = s.sieges[active(s)] & ~s.settled
    cdef int sea
    for sea in range(SEAS):
        if s.fleets[active(s)][sea] == 0:
            found &= ~r.ports[sea]
    return found


cdef inline int besieged_kingdoms(const State *s, int region) noexcept nogil:
    """Whose armies there are besieged by the active kingdom: friends of the region (Q27).

    Friends of the besieger are not besieged by an enemy.
    """
    cdef int holder = controller(s, region)
    return friends_of(s, holder) & ~active_friends(s) if holder >= 0 else 0


cdef inline int siege_bonus(const State *s, const Rules *r, int region) noexcept nogil:
    """Added to the coloured die: armies above the capacity, and a flag of the besieger."""
    cdef int crowd = armies_of(s, besieged_kingdoms(s, region), region)
    cdef int bonus = max(0, crowd - r.capacity[r.type[region]])
    if bonus and ruler_has(s, controller(s, region), FULL_GRANARIES):
        bonus = 0
    if s.flags[active(s)] >> region & 1 and r.type[region] != CAPITOL:
        bonus += r.siege_own_flag
    return bonus


cdef inline bint siege_succeeds(
    const State *s, const Rules *r, int region, int coloured, int white
) noexcept nogil:
    coloured += siege_bonus(s, r, region)
    return coloured > white or (coloured == white and ruler_has(s, active(s), SIEGE_ENGINES))


cdef inline void roll_siege(State *s, const Rules *r, int coloured, int white) noexcept nogil:
    """The garrison of a region that surrenders is gone."""
    cdef int region = s.from_place, inside = besieged_kingdoms(s, region), k
    s.settled |= bit(region)
    stand_still(s)
    if siege_succeeds(s, r, region, coloured, white):
        for k in range(KINGDOMS):
            if inside >> k & 1:
                s.armies[k][region] = 0
        take_region(s, r, active(s), region)


cdef inline bint resume_sieges(State *s, const Rules *r) noexcept nogil:
    """False: no siege is left to roll for."""
    if s.moving == SIEGE_ROLLED:
        s.dice_for = FOR_SIEGE
        happen(s, DICE)
    elif open_sieges(s, r):
        ask_active(s, SIEGE_ROLL)
    else:
        return False
    return True


cdef inline void decide_siege_roll(State *s, int action) noexcept nogil:
    if action == NO:
        s.settled |= s.sieges[active(s)]
    else:
        s.moving = SIEGE_ROLLED
        s.from_place = action - PLACE


# --- laying siege (R36.1, Q23) ---

cdef inline uint64_t movable_tokens(const State *s) noexcept nogil:
    """Siege tokens on the map that were not placed by this card."""
    return s.sieges[active(s)] & ~s.settled


cdef inline uint64_t can_besiege(const State *s, const Rules *r) noexcept nogil:
    """Regions to besiege, while there is a token."""
    if siege_tokens_left(s, r, active(s)) <= 0 and not movable_tokens(s):
        return 0
    return hostile_ground(s, r) & ~s.sieges[active(s)]


cdef inline void lay_siege(State *s, int region) noexcept nogil:
    s.sieges[active(s)] |= bit(region)
    s.settled |= bit(region)


cdef inline void move_token(State *s, int source) noexcept nogil:
    s.sieges[active(s)] &= ~bit(source)
    lay_siege(s, s.to_place)
    stand_still(s)


cdef inline bint resume_besieging(State *s, const Rules *r) noexcept nogil:
    """False: there is nothing more to besiege, or no token."""
    cdef uint64_t sources = movable_tokens(s)
    if s.moving == TOKEN_MOVES:
        if sources & (sources - 1):
            ask_active(s, SIEGE_SOURCE)
        else:
            move_token(s, lowest_bit64(sources))
    elif can_besiege(s, r):
        ask_active(s, PLACE_SIEGE)
    else:
        return False
    return True


cdef inline void besiege(State *s, const Rules *r, int region) noexcept nogil:
    """A token from the treasury is used before one on the map."""
    if siege_tokens_left(s, r, active(s)) > 0:
        lay_siege(s, region)
    else:
        s.moving = TOKEN_MOVES
        s.to_place = region
