"""Sieges: rolling for them before the moves, and placing tokens after the assaults."""
from libc.stdint cimport int32_t, uint64_t

from eminence.engines.blood_of_kings.board cimport (
    ask, bit, controller, friends_of, happen, ruler_has, siege_tokens_left,
)
from eminence.engines.blood_of_kings.kingdom.realm cimport conquer, conquer_capitol
from eminence.engines.blood_of_kings.state cimport (
    DICE, FOR_SIEGE, NO, PLACE, PLACE_SIEGE, SIEGE_ROLL, SIEGE_ROLLED, SIEGE_SOURCE, TOKEN_MOVES,
    State,
)
from eminence.engines.blood_of_kings.tables cimport (
    CAPITOL, CATHEDRAL, FULL_GRANARIES, KINGDOMS, NOWHERE, SIEGE_ENGINES, Rules,
)
from eminence.engines.blood_of_kings.war.forces cimport active, regions_of, regions_with_armies
from eminence.engines.blood_of_kings.war.stages cimport stand_still
from eminence.engines.kit.bits cimport list_bits64, lowest_bit64


cdef inline void lift_siege(State *s, int region) noexcept nogil:
    """The active kingdom takes its token back (R36.6)."""
    s.sieges[active(s)] &= ~bit(region)


# --- rolling (R36.2 to R36.7) ---

cdef inline uint64_t open_sieges(const State *s, const Rules *r) noexcept nogil:
    """Not rolled for yet; of ports only those with an own fleet in their sea (Q29)."""
    cdef int kingdom = active(s), region
    cdef uint64_t left = s.sieges[kingdom] & ~s.settled, found = 0
    while left:
        region = lowest_bit64(left)
        if r.port[region] == NOWHERE or s.fleets[kingdom][r.port[region]]:
            found |= left & -left
        left &= left - 1
    return found


cdef inline int besieged_kingdoms(const State *s, int region) noexcept nogil:
    """Whose armies there are under the active kingdom's siege: friends of the region (Q27).

    Friends of the besieger are under no enemy's siege.
    """
    cdef int holder = controller(s, region)
    if holder < 0:
        return 0
    return friends_of(s, holder) & ~friends_of(s, active(s))


cdef inline int siege_bonus(const State *s, const Rules *r, int region) noexcept nogil:
    """Added to the coloured die: armies above the capacity, and a flag of the besieger."""
    cdef int holder = controller(s, region), inside = besieged_kingdoms(s, region), k
    cdef int crowd = -r.capacity[r.type[region]], bonus = 0
    for k in range(KINGDOMS):
        if inside >> k & 1:
            crowd += s.armies[k][region]
    if crowd > 0 and not ruler_has(s, holder, FULL_GRANARIES):
        bonus = crowd
    if s.flags[active(s)] >> region & 1 and r.type[region] != CAPITOL:
        bonus += r.siege_own_flag
    return bonus


cdef inline void surrender_region(State *s, const Rules *r, int region) noexcept nogil:
    """The garrison is gone and the siege over, flag or not (Q28)."""
    cdef int kingdom = active(s), inside = besieged_kingdoms(s, region), k
    for k in range(KINGDOMS):
        if inside >> k & 1:
            s.armies[k][region] = 0
    s.sieges[kingdom] &= ~bit(region)
    if r.type[region] == CAPITOL:
        conquer_capitol(s, r, kingdom, region)
    else:
        conquer(s, r, kingdom, region)


cdef inline bint siege_succeeds(
    const State *s, const Rules *r, int region, int coloured, int white
) noexcept nogil:
    coloured += siege_bonus(s, r, region)
    return coloured > white or (coloured == white and ruler_has(s, active(s), SIEGE_ENGINES))


cdef inline void roll_siege(State *s, const Rules *r, int coloured, int white) noexcept nogil:
    cdef int region = s.from_place
    cdef bint taken = siege_succeeds(s, r, region, coloured, white)
    s.settled |= bit(region)
    stand_still(s)
    if taken:
        surrender_region(s, r, region)


cdef inline bint resume_sieges(State *s, const Rules *r) noexcept nogil:
    """False: no siege is left to roll for."""
    if s.moving == SIEGE_ROLLED:
        s.dice_for = FOR_SIEGE
        happen(s, DICE)
    elif open_sieges(s, r):
        ask(s, s.ruler[active(s)] - 1, SIEGE_ROLL)
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
    """Those on the map that were not placed by this card."""
    return s.sieges[active(s)] & ~s.settled


cdef inline uint64_t can_besiege(const State *s, const Rules *r) noexcept nogil:
    """Enemy regions with own armies, if there is a token; never cathedrals (Q24)."""
    cdef int kingdom = active(s)
    if siege_tokens_left(s, r, kingdom) <= 0 and not movable_tokens(s):
        return 0
    return regions_with_armies(s, kingdom) & ~(
        regions_of(s, friends_of(s, kingdom)) | s.sieges[kingdom] | r.of_type[CATHEDRAL])


cdef inline void move_token(State *s, int source) noexcept nogil:
    cdef int to = s.to_place
    s.sieges[active(s)] &= ~bit(source)
    s.sieges[active(s)] |= bit(to)
    s.settled |= bit(to)
    stand_still(s)


cdef inline bint resume_besieging(State *s, const Rules *r) noexcept nogil:
    """False: there is nothing more to besiege, or no token."""
    cdef uint64_t sources
    if s.moving == TOKEN_MOVES:
        sources = movable_tokens(s)
        if sources & (sources - 1):
            ask(s, s.ruler[active(s)] - 1, SIEGE_SOURCE)
        else:
            move_token(s, lowest_bit64(sources))
    elif can_besiege(s, r):
        ask(s, s.ruler[active(s)] - 1, PLACE_SIEGE)
    else:
        return False
    return True


cdef inline void besiege(State *s, const Rules *r, int region) noexcept nogil:
    """A token of the treasury is taken before one on the map."""
    if siege_tokens_left(s, r, active(s)) > 0:
        s.sieges[active(s)] |= bit(region)
        s.settled |= bit(region)
    else:
        s.moving = TOKEN_MOVES
        s.to_place = region


cdef inline int list_sieges(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    if s.step == SIEGE_SOURCE:
        return list_bits64(movable_tokens(s), PLACE, out)
    out[0] = NO
    if s.step == SIEGE_ROLL:
        return 1 + list_bits64(open_sieges(s, r), PLACE, out + 1)
    return 1 + list_bits64(can_besiege(s, r), PLACE, out + 1)
