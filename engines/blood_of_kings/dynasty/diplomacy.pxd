"""Diplomacy: which regions, for whom, with whose consent, and what the dice bring (R19)."""
from libc.stdint cimport uint64_t

from eminence.engines.blood_of_kings.board cimport (
    active_seat, adjacent, ask, bit, can_raise_flag, controller, happen, has_tile,
    regions_with_armies,
)
from eminence.engines.blood_of_kings.dynasty.plays cimport end_card
from eminence.engines.blood_of_kings.kingdom.realm cimport conquer
from eminence.engines.blood_of_kings.state cimport (
    CONSENT, CONSENTING, DICE, DIPLOMACY_FOR, DIPLOMACY_REGION, FOR_DIPLOMACY, NAMING_SECOND,
    OFFERING, POLLING, YES, State,
)
from eminence.engines.blood_of_kings.tables cimport (
    CASTLE, FIRST_SEA, KINGDOMS, PERSUASIVE_DIPLOMATS, SEAS, STRAITS, TOWN, Rules,
)
from eminence.engines.kit.bits cimport lowest_bit64


# --- what is eligible ---

cdef inline uint64_t threatened(const State *s, const Rules *r, int target) noexcept nogil:
    """Castles and towns of others with an army of the target in or next to them (Q6)."""
    cdef uint64_t stands = regions_with_armies(s, target), left = stands, near = stands, ends
    cdef int i
    while left:
        near |= r.roads[lowest_bit64(left)]
        left &= left - 1
    for i in range(STRAITS):
        ends = bit(r.strait_from[i]) | bit(r.strait_to[i])
        if stands & ends and adjacent(s, r, r.strait_from[i], r.strait_to[i]):
            near |= ends
    for i in range(SEAS):
        if s.armies[target][FIRST_SEA + i]:
            near |= r.ports[i]
    return near & (r.of_type[CASTLE] | r.of_type[TOWN]) & ~s.holds[target]


cdef inline int possible_gainers(const State *s, int region) noexcept nogil:
    """Mask of the kingdoms that could get it: with a ruler, a flag, and no garrison in the way."""
    cdef int holder = controller(s, region), mask = 0, k
    cdef bint defended = holder >= 0 and s.armies[holder][region]
    for k in range(KINGDOMS):
        if k != holder and s.ruler[k] and can_raise_flag(s, k, region):
            if not defended or s.flags[k] >> region & 1:
                mask |= 1 << k
    return mask


cdef inline bint still_possible(const State *s, const Rules *r) noexcept nogil:
    """Whether the next region can still go to the kingdom it was promised to."""
    cdef int region = s.regions[0] - 1
    return threatened(s, r, s.target) >> region & 1 and (
        possible_gainers(s, region) >> (s.gainers[0] - 1) & 1)


cdef inline uint64_t eligible_regions(const State *s, const Rules *r, int target) noexcept nogil:
    """The region that the card is already used for is left out."""
    cdef uint64_t left = threatened(s, r, target), found = 0
    if s.regions[0]:
        left &= ~bit(s.regions[0] - 1)
    while left:
        if possible_gainers(s, lowest_bit64(left)):
            found |= left & -left
        left &= left - 1
    return found


# --- naming and asking ---

cdef inline int last_region(const State *s) noexcept nogil:
    """0 or 1: which of the two regions is being arranged."""
    return s.regions[1] != 0


cdef inline int offerable(const State *s) noexcept nogil:
    return possible_gainers(s, s.regions[last_region(s)] - 1) & ~s.refused


cdef inline void name_region(State *s, int region) noexcept nogil:
    s.regions[s.regions[0] != 0] = region + 1
    s.stage = OFFERING


cdef inline void resume_naming_region(State *s, const Rules *r) noexcept nogil:
    cdef uint64_t regions = eligible_regions(s, r, s.target)
    if regions & (regions - 1):
        ask(s, active_seat(s, r), DIPLOMACY_REGION)
    else:
        name_region(s, lowest_bit64(regions))


cdef inline void offer_to(State *s, int kingdom) noexcept nogil:
    s.gainers[last_region(s)] = kingdom + 1
    s.stage = CONSENTING


cdef inline void forfeit(State *s) noexcept nogil:
    """Nobody took it: the card is lost, or only its use for a second region."""
    if last_region(s) == 0:
        end_card(s)
    else:
        s.regions[1] = s.refused = 0
        s.stage = POLLING


cdef inline void resume_offering(State *s, const Rules *r) noexcept nogil:
    """After a refusal another kingdom may be asked (R19.6)."""
    cdef int kingdoms = offerable(s)
    if kingdoms == 0:
        forfeit(s)
    elif s.refused == 0 and kingdoms & (kingdoms - 1) == 0:
        offer_to(s, lowest_bit64(kingdoms))
    else:
        ask(s, active_seat(s, r), DIPLOMACY_FOR)


cdef inline void agree(State *s, const Rules *r) noexcept nogil:
    """The card's use is now settled, and foils can follow."""
    s.refused = 0
    s.stage = POLLING
    if last_region(s) == 0 and has_tile(s, active_seat(s, r), PERSUASIVE_DIPLOMATS):
        if eligible_regions(s, r, s.target):
            s.stage = NAMING_SECOND


cdef inline void resume_consent(State *s, const Rules *r) noexcept nogil:
    cdef int ruler = s.ruler[s.gainers[last_region(s)] - 1] - 1
    if ruler == active_seat(s, r):
        agree(s, r)
    else:
        ask(s, ruler, CONSENT)


cdef inline void decide_consent(State *s, const Rules *r, int action) noexcept nogil:
    cdef int i = last_region(s)
    if action == YES:
        agree(s, r)
    else:
        s.refused |= 1 << (s.gainers[i] - 1)
        s.gainers[i] = 0
        s.stage = OFFERING


# --- the outcome ---

cdef inline void next_region(State *s) noexcept nogil:
    s.regions[0] = s.regions[1]
    s.gainers[0] = s.gainers[1]
    s.regions[1] = s.gainers[1] = 0
    if s.regions[0] == 0:
        end_card(s)


cdef inline void resolve_diplomacy(State *s, const Rules *r) noexcept nogil:
    """The first region may have taken the last flag, so that the second is impossible."""
    if still_possible(s, r):
        s.dice_for = FOR_DIPLOMACY
        happen(s, DICE)
    else:
        next_region(s)


cdef inline void roll_diplomacy(State *s, const Rules *r, int coloured, int white) noexcept nogil:
    """Armies of the kingdom that loses the region are gone (R19.8)."""
    cdef int region = s.regions[0] - 1, gainer = s.gainers[0] - 1
    cdef int holder = controller(s, region)
    next_region(s)
    if coloured > white:
        if holder >= 0:
            s.armies[holder][region] = 0
        conquer(s, r, gainer, region)
