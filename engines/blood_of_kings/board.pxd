"""Questions about the table that all parts of the rules ask; inlined into each.

Sets of regions are masks of 64 bits, sets of kingdoms and of seats masks of 8. Clause numbers
(R.., Q..) are those of RULES.md.
"""
from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memcpy, memmove

from eminence.cython_ext.core cimport CHECK
from eminence.cython_ext.game cimport CHANCE
from eminence.engines.blood_of_kings.state cimport NO, State
from eminence.engines.blood_of_kings.tables cimport (
    CAPITOL, CASTLE, CATHEDRAL, DIVINE_RIGHT, ECONOMIC, GLORIOUS_CAPITOL, HEAVENLY_CATHEDRALS,
    KINGDOMS, LEGAL, MERCHANT_LEAGUE, MILITARY, MOST, PLACES, REGIONS, RELIGIOUS, SEAS, STRAITS,
    TOWN, TREASURE_FLEET, Rules,
)
from eminence.engines.kit.bits cimport list_bits64, popcount64
from eminence.engines.kit.counts cimport total

cdef enum:
    EIGHT = 8


# --- asking ---

cdef inline void ask(State *s, int seat, int step) noexcept nogil:
    s.head.player = seat
    s.step = step


cdef inline void happen(State *s, int step) noexcept nogil:
    s.head.player = CHANCE
    s.step = step


cdef inline int list_choices(
    uint64_t mask, int base, bint may_decline, int32_t *out
) noexcept nogil:
    """List each member of the set plus `base`; NO comes first if declining is allowed."""
    out[0] = NO
    return may_decline + list_bits64(mask, base, out + may_decline)


# --- seats ---

cdef inline int seat_after(const Rules *r, int seat, int steps) noexcept nogil:
    """The seat so many steps clockwise; at most one round."""
    seat += steps
    if seat >= r.seats:
        seat -= r.seats
    return seat


cdef inline int active_seat(const State *s, const Rules *r) noexcept nogil:
    """The seat that plays dynasty cards, or talks: in player order (R16.1)."""
    return seat_after(r, s.first, s.acting)


cdef inline bint has_tile(const State *s, int seat, int tile) noexcept nogil:
    return s.tiles[seat] >> tile & 1


cdef inline bint ruler_has(const State *s, int kingdom, int tile) noexcept nogil:
    """Whether the kingdom's ruler, if there is one, has the achievement."""
    return s.ruler[kingdom] and s.tiles[s.ruler[kingdom] - 1] >> tile & 1


cdef inline int ruled_by(const State *s, int seat) noexcept nogil:
    """Mask of the kingdoms that a seat rules; for -1 those that nobody rules."""
    cdef int mask = 0, k
    for k in range(KINGDOMS):
        mask |= (s.ruler[k] == seat + 1) << k
    return mask


cdef inline int able_to_pay(const State *s, int seat, int crowns) noexcept nogil:
    """Mask of the kingdoms that a seat rules and that have at least so many Crowns."""
    cdef int mask = 0, k
    for k in range(KINGDOMS):
        mask |= (s.ruler[k] == seat + 1 and s.crowns[k] >= crowns) << k
    return mask


cdef inline int total_glory(const State *s, const Rules *r, int seat) noexcept nogil:
    return s.glory[seat] + r.glory_per_tile * popcount64(s.tiles[seat])


cdef inline void gain_crowns(State *s, int kingdom, int n) noexcept nogil:
    s.crowns[kingdom] = min(s.crowns[kingdom] + n, MOST)


# --- friends and enemies (R.. "Friendly", Q7) ---

cdef inline bint friendly(const State *s, int a, int b) noexcept nogil:
    """Same kingdom, same ruler, or an alliance token in one treasury or the other."""
    return a == b or (s.ruler[a] and s.ruler[a] == s.ruler[b]) or (
        s.alliance[a] == b + 1 or s.alliance[b] == a + 1)


cdef inline int friends_of(const State *s, int kingdom) noexcept nogil:
    """Mask of kingdoms, itself included."""
    cdef int mask = 0, k
    for k in range(KINGDOMS):
        mask |= friendly(s, kingdom, k) << k
    return mask


cdef inline uint64_t friendly_regions(const State *s, int kingdom) noexcept nogil:
    cdef uint64_t regions = 0
    cdef int k
    for k in range(KINGDOMS):
        if friendly(s, kingdom, k):
            regions |= s.holds[k]
    return regions


cdef inline int controller(const State *s, int region) noexcept nogil:
    """The kingdom whose flag is on top; -1: independent."""
    cdef int k
    for k in range(KINGDOMS):
        if s.holds[k] >> region & 1:
            return k
    return -1


cdef inline void send_back(State *s, int kingdom) noexcept nogil:
    """The kingdom's alliance token leaves the treasury it lay in, and shows its front again."""
    s.alliance[kingdom] = 0
    s.flipped &= ~(1 << kingdom)


# --- units ---

cdef inline int armies_of(const State *s, int kingdoms, int place) noexcept nogil:
    """Armies of a set of kingdoms in one place."""
    cdef int n = 0, k
    for k in range(KINGDOMS):
        if kingdoms >> k & 1:
            n += s.armies[k][place]
    return n


cdef inline int fleets_of(const State *s, int kingdoms, int sea) noexcept nogil:
    cdef int n = 0, k
    for k in range(KINGDOMS):
        if kingdoms >> k & 1:
            n += s.fleets[k][sea]
    return n


cdef inline int army_tokens_left(const State *s, const Rules *r, int kingdom) noexcept nogil:
    return r.army_tokens - total(s.armies[kingdom], PLACES)


cdef inline int fleet_tokens_left(const State *s, const Rules *r, int kingdom) noexcept nogil:
    return r.fleet_tokens - total(s.fleets[kingdom], SEAS)


cdef inline int siege_tokens_left(const State *s, const Rules *r, int kingdom) noexcept nogil:
    return r.siege_tokens[kingdom][s.level[kingdom][MILITARY]] - popcount64(s.sieges[kingdom])


# --- the map ---

cdef inline uint64_t bit(int region) noexcept nogil:
    return <uint64_t>1 << region


cdef inline uint64_t regions_with_armies(const State *s, int kingdom) noexcept nogil:
    """Looks at eight one-byte counts at once, since most are 0."""
    cdef uint64_t found = 0, eight
    cdef int word, region
    for word in range(REGIONS / EIGHT):
        memcpy(&eight, &s.armies[kingdom][word * EIGHT], EIGHT)
        if eight:
            for region in range(word * EIGHT, (word + 1) * EIGHT):
                if s.armies[kingdom][region]:
                    found |= bit(region)
    return found


cdef inline uint64_t over_straits(
    const State *s, const Rules *r, int region, int kingdoms
) noexcept nogil:
    """Regions across a strait whose sea holds a fleet of one of the kingdoms."""
    cdef uint64_t across = 0
    cdef int i
    for i in range(STRAITS):
        if r.strait_from[i] == region or r.strait_to[i] == region:
            if fleets_of(s, kingdoms, r.strait_sea[i]):
                across |= bit(r.strait_from[i]) | bit(r.strait_to[i])
    return across & ~bit(region)


cdef inline bint adjacent(const State *s, const Rules *r, int a, int b) noexcept nogil:
    """For control and Diplomacy: a strait counts if its fleet is friendly to a controller (Q8)."""
    cdef int kingdoms = 0, holder
    if r.roads[a] >> b & 1:
        return True
    holder = controller(s, a)
    if holder >= 0:
        kingdoms = friends_of(s, holder)
    holder = controller(s, b)
    if holder >= 0:
        kingdoms |= friends_of(s, holder)
    return over_straits(s, r, a, kingdoms) >> b & 1


# --- values of a kingdom ---

cdef inline int stability(const State *s, const Rules *r, int kingdom) noexcept nogil:
    cdef int cathedrals = popcount64(s.holds[kingdom] & r.of_type[CATHEDRAL])
    cdef int sum = cathedrals + r.stability_bonus[kingdom][s.level[kingdom][RELIGIOUS]]
    if cathedrals and ruler_has(s, kingdom, HEAVENLY_CATHEDRALS):
        sum += r.heavenly_stability
    return sum


cdef inline int sea_income(const State *s, const Rules *r, int kingdom) noexcept nogil:
    cdef int sum = 0, sea, extra = 0
    if ruler_has(s, kingdom, TREASURE_FLEET):
        extra = r.treasure_fleet
    for sea in range(SEAS):
        if s.sea_owner[sea] == kingdom + 1:
            sum += r.sea_income[sea] + extra
    return sum * r.sea_multiplier[kingdom][s.level[kingdom][ECONOMIC]]


cdef inline int income(const State *s, const Rules *r, int kingdom) noexcept nogil:
    cdef int economy = s.level[kingdom][ECONOMIC]
    cdef uint64_t held = s.holds[kingdom]
    cdef int towns = popcount64(held & r.of_type[TOWN])
    cdef int sum = sea_income(s, r, kingdom) + towns * r.town_income[kingdom][economy]
    sum += popcount64(held & r.of_type[CAPITOL]) * r.capitol_income[kingdom][economy]
    sum += popcount64(held & r.of_type[CASTLE]) * r.castle_income[kingdom][economy]
    sum += popcount64(held & r.of_type[CATHEDRAL]) * (
        r.cathedral_income[kingdom][s.level[kingdom][RELIGIOUS]])
    if ruler_has(s, kingdom, GLORIOUS_CAPITOL):
        sum += r.glorious_capitol
    if ruler_has(s, kingdom, MERCHANT_LEAGUE):
        sum += towns * r.merchant_league
    return sum


cdef inline int throne_bonus(const State *s, const Rules *r, int kingdom) noexcept nogil:
    """What the kingdom adds to its ruler's influence in a succession."""
    cdef int bonus = r.influence_bonus[kingdom][s.level[kingdom][LEGAL]]
    return bonus + r.divine_right if ruler_has(s, kingdom, DIVINE_RIGHT) else bonus


# --- flags ---

cdef inline bint can_raise_flag(const State *s, int kingdom, int region) noexcept nogil:
    return s.flags[kingdom] >> region & 1 or s.flags_left[kingdom] > 0


cdef inline void raise_flag(State *s, int kingdom, int region) noexcept nogil:
    """The flag goes on top of all others; a flag once placed stays."""
    cdef int k
    if not s.flags[kingdom] >> region & 1:
        CHECK(s.flags_left[kingdom] > 0)
        s.flags_left[kingdom] -= 1
        s.flags[kingdom] |= bit(region)
    for k in range(KINGDOMS):
        s.holds[k] &= ~bit(region)
    s.holds[kingdom] |= bit(region)


# --- the tracks ---

cdef inline void move_to_position(State *s, int kingdom, int position) noexcept nogil:
    """The token is taken out and put in elsewhere; the others keep their order (Q17)."""
    cdef int at = 0
    while s.order[at] != kingdom:
        at += 1
    memmove(&s.order[at], &s.order[at + 1], KINGDOMS - 1 - at)
    memmove(&s.order[position + 1], &s.order[position], KINGDOMS - 1 - position)
    s.order[position] = kingdom
