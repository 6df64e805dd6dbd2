"""Who rules what: conquest, change of rulers, chaos, and what follows for units and sieges."""
from libc.stdint cimport uint64_t
from libc.string cimport memset

from eminence.engines.blood_of_kings.board cimport (
    bit, can_raise_flag, controller, fleets_of, friendly, friends_of, raise_flag, send_back,
)
from eminence.engines.blood_of_kings.glory cimport move_glory
from eminence.engines.blood_of_kings.state cimport KINGDOM_PHASE, State
from eminence.engines.blood_of_kings.tables cimport (
    CAPITOL, CATHEDRAL, FIRST_SEA, FROM_CAPITOLS, FROM_CATHEDRALS, FROM_CONQUEST, KINGDOMS, SEAS,
    Rules,
)
from eminence.engines.kit.bits cimport lowest_bit64


cdef inline void lift_sieges(State *s, int kingdom) noexcept nogil:
    """A siege ends without an army there, or when its region has become friendly (Q30)."""
    cdef uint64_t left = s.sieges[kingdom]
    cdef int region, holder
    while left:
        region = lowest_bit64(left)
        left &= left - 1
        holder = controller(s, region)
        if s.armies[kingdom][region] == 0 or (holder >= 0 and friendly(s, kingdom, holder)):
            s.sieges[kingdom] &= ~bit(region)


cdef inline void tidy_map(State *s, const Rules *r) noexcept nogil:
    """After units, friends or flags have changed: sieges end, armies without fleets drown (Q11)."""
    cdef int k, sea
    for k in range(KINGDOMS):
        if s.sieges[k]:
            lift_sieges(s, k)
        for sea in range(SEAS):
            if s.armies[k][FIRST_SEA + sea] and not fleets_of(s, friends_of(s, k), sea):
                s.armies[k][FIRST_SEA + sea] = 0


cdef inline void release_troops(State *s, const Rules *r, int kingdom) noexcept nogil:
    """All units of the kingdom leave the map."""
    memset(s.armies[kingdom], 0, sizeof(s.armies[kingdom]))
    memset(s.fleets[kingdom], 0, sizeof(s.fleets[kingdom]))
    tidy_map(s, r)


cdef inline void put_on_stack(State *s, int kingdom, int card) noexcept nogil:
    """A kingdom card is played from the hand; one that lies on the stack already stays (Q43)."""
    if s.in_hand[kingdom][card]:
        s.in_hand[kingdom][card] -= 1
        s.on_mat[kingdom][card] += 1
    s.played[kingdom] = card + 1


cdef inline void lower_unrest(State *s, int kingdom, int by) noexcept nogil:
    s.unrest[kingdom] = max(0, s.unrest[kingdom] - by)


cdef inline void crown(State *s, const Rules *r, int kingdom, int seat) noexcept nogil:
    """The kingdom with all it has goes to its new ruler."""
    s.ruler[kingdom] = seat + 1
    tidy_map(s, r)


cdef inline void into_chaos(State *s, const Rules *r, int kingdom) noexcept nogil:
    """Nobody rules; the treasury is lost and all its alliances end."""
    cdef int k
    s.ruler[kingdom] = 0
    s.crowns[kingdom] = 0
    send_back(s, kingdom)
    for k in range(KINGDOMS):
        if s.alliance[k] == kingdom + 1:
            send_back(s, k)
    tidy_map(s, r)


cdef inline void conquer(State *s, const Rules *r, int kingdom, int region) noexcept nogil:
    """A castle, town or cathedral changes hands if a flag can be raised; one Glory (Q28)."""
    cdef int loser = controller(s, region)
    cdef bint cathedral = r.type[region] == CATHEDRAL
    if not can_raise_flag(s, kingdom, region):
        return
    raise_flag(s, kingdom, region)
    s.cathedral_due = s.phase == KINGDOM_PHASE
    tidy_map(s, r)
    move_glory(
        s, s.ruler[kingdom] - 1, s.ruler[loser] - 1 if loser >= 0 else -1, r.region_glory,
        FROM_CATHEDRALS if cathedral else FROM_CONQUEST)


cdef inline void conquer_capitol(State *s, const Rules *r, int kingdom, int region) noexcept nogil:
    """No flag is raised: the whole kingdom gets the conqueror's ruler (Q38)."""
    cdef int loser = controller(s, region)
    cdef int victim = s.ruler[loser] - 1
    release_troops(s, r, loser)
    crown(s, r, loser, s.ruler[kingdom] - 1)
    s.cathedral_due = 1
    move_glory(s, s.ruler[kingdom] - 1, victim, r.capitol_glory, FROM_CAPITOLS)


cdef inline void take_region(State *s, const Rules *r, int kingdom, int region) noexcept nogil:
    """By assault or siege; the siege ends even where no flag can be raised (Q28)."""
    s.sieges[kingdom] &= ~bit(region)
    if r.type[region] == CAPITOL:
        conquer_capitol(s, r, kingdom, region)
    else:
        conquer(s, r, kingdom, region)
