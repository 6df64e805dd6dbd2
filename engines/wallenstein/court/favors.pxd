"""Emperor's Court: courtiers and favors (C1 to C14)."""
from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.string cimport memset

from eminence.cython_ext.game cimport TO_ALL, Seen, show
from eminence.engines.kit.bits cimport list_bits64, lowest_bit64, take_bit64
from eminence.engines.wallenstein.actions cimport perform, put_building
from eminence.engines.wallenstein.board cimport (
    all_owned, ask, bit, can_build, fill_tray, gained, is_county,
)
from eminence.engines.wallenstein.state cimport (
    CALM, CANCEL_EVENT, CONVERT_1, CONVERT_3, EVENT_REMOVED, FAVOR, FILL_TRAY, FREE_ARMIES,
    FREE_PALACE, FREE_POST, FROM_FAVORS, GIVE_GRAIN, GIVE_POINTS, GIVE_THALERS, IMMUNE_A,
    IMMUNE_BOTH, KEEP_EVENT, MOST_GRAIN, MOST_POINTS, MOST_THALERS, NOTHING, NO_FAVOR, PLAN,
    POSITIONS, REMOVE_EVENT, SPACES, TAKE_FAVOR, TOWER_CARD, USE_FAVOR, USE_ON, Rules, State,
)


# --- favor cards in the audience hall (C4) ---

cdef inline void lay_favor(State *s, int card) noexcept nogil:
    """The higher the number, the dearer the space; three cards a round."""
    cdef int i = SPACES - 1
    s.favor_deck ^= 1 << (card - 1)
    while i > 0 and s.favors[i - 1] < card:
        s.favors[i] = s.favors[i - 1]
        i -= 1
    s.favors[i] = card
    if s.favors[SPACES - 1]:
        ask(s, PLAN, 0)


# --- courtiers (C6, C8) ---

cdef inline void open_court(State *s, const Rules *r, Seen *seen) noexcept nogil:
    """The boxes of the extra board in player order, then favors; without the Court, the actions."""
    cdef int place, box
    if not r.court:
        perform(s, r, seen)
        return
    for place in range(POSITIONS):
        if s.leader[place]:
            for box in range(CONVERT_3, CONVERT_1 + 1):
                convert(s, r, s.leader[place] - 1, box, seen)
    next_petitioner(s, r, seen)


cdef inline void convert(State *s, const Rules *r, int seat, int box, Seen *seen) noexcept nogil:
    """Armies of a county or the tray become courtiers: as many as the box asks for, or none."""
    cdef int card = s.box[seat][box], n = r.armies[box]
    if card == NOTHING:
        return
    show(seen, TO_ALL, card)
    if is_county(card):
        s.closed[seat] &= ~bit(card - 1)
    if s.entrance[seat] + n > r.courtiers:
        return
    if is_county(card) and s.armies[card - 1] > n:
        s.armies[card - 1] -= n
    elif card == TOWER_CARD and s.tray[seat] >= n:
        s.tray[seat] -= n
    else:
        return
    s.supply[seat] += n
    s.entrance[seat] += n


# --- favors (C9 to C11) ---

cdef inline int first_petitioner(const State *s) noexcept nogil:
    """The seat with the most courtiers in the entrance hall, first in player order; -1: none."""
    cdef int best = -1, most = 0, place, there
    for place in range(POSITIONS):
        there = s.entrance[s.leader[place] - 1] if s.leader[place] else 0
        if there > most:
            best = s.leader[place] - 1
            most = there
    return best


cdef inline int affordable(const State *s, const Rules *r, int seat) noexcept nogil:
    """Mask of the spaces whose card the seat's courtiers in the audience hall can pay."""
    cdef int mask = 0, i
    for i in range(SPACES):
        if s.favors[i] and s.audience[seat] >= r.space_cost[i]:
            mask |= 1 << i
    return mask


cdef inline void next_petitioner(State *s, const Rules *r, Seen *seen) noexcept nogil:
    """A seat that cannot pay for any card left is skipped: everybody sees that."""
    cdef int seat
    while s.favors[0] | s.favors[1] | s.favors[2]:
        seat = first_petitioner(s)
        if seat < 0:
            break
        s.audience[seat] = s.entrance[seat]
        s.entrance[seat] = 0
        if affordable(s, r, seat):
            ask(s, FAVOR, seat)
            return
    close_court(s, r, seen)


cdef inline void close_court(State *s, const Rules *r, Seen *seen) noexcept nogil:
    """Courtiers go back to the entrance hall; cards that are left leave the game."""
    cdef int seat
    for seat in range(r.seats):
        s.entrance[seat] += s.audience[seat]
        s.audience[seat] = 0
    memset(s.favors, 0, sizeof(s.favors))
    perform(s, r, seen)


cdef inline int favor_actions(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    cdef int n = 1, i, mask = affordable(s, r, s.head.player)
    out[0] = NO_FAVOR
    for i in range(SPACES - 1, -1, -1):
        if mask >> i & 1:
            out[n] = TAKE_FAVOR + s.favors[i]
            n += 1
    return n


cdef inline void choose_favor(State *s, const Rules *r, int action, Seen *seen) noexcept nogil:
    cdef int seat = s.head.player, card = action - TAKE_FAVOR, i
    for i in range(SPACES):
        if card and s.favors[i] == card:
            s.audience[seat] -= r.space_cost[i]
            s.favors[i] = 0
    if card == 0 or grant(s, r, seat, card):
        next_petitioner(s, r, seen)


# --- what a favor does (C12, C13) ---

cdef inline bint grant(State *s, const Rules *r, int seat, int card) noexcept nogil:
    """Apply a card as far as possible; False if its owner is asked how."""
    cdef int effect = r.favor_effect[card - 1], n = r.favor_amount[card - 1]
    if effect == GIVE_THALERS:
        s.thalers[seat] = gained(s.thalers[seat], n, MOST_THALERS)
    elif effect == GIVE_GRAIN:
        s.grain[seat] = gained(s.grain[seat], n, MOST_GRAIN)
    elif effect == GIVE_POINTS:
        s.points[seat][FROM_FAVORS] = gained(s.points[seat][FROM_FAVORS], n, MOST_POINTS)
    elif effect == FILL_TRAY:
        fill_tray(s, seat, n)
    elif IMMUNE_A <= effect <= IMMUNE_BOTH:
        s.kept[seat] |= <uint32_t>1 << (card - 1)
    else:
        return grant_somewhere(s, r, seat, card)
    return True


cdef inline bint grant_somewhere(State *s, const Rules *r, int seat, int card) noexcept nogil:
    """Ask where or whether to use the card, unless there is only one answer."""
    cdef uint64_t counties = usable_counties(s, r, seat, card)
    cdef int effect = r.favor_effect[card - 1]
    if effect == CANCEL_EVENT and s.event == EVENT_REMOVED:
        return True
    if effect == CANCEL_EVENT or counties & (counties - 1):
        s.used = card
        ask(s, USE_FAVOR, seat)
        return False
    if counties:
        use_on(s, r, seat, card, lowest_bit64(counties))
    elif effect == CALM:
        s.kept[seat] |= <uint32_t>1 << (card - 1)
    return True


cdef inline uint64_t usable_counties(
    const State *s, const Rules *r, int seat, int card
) noexcept nogil:
    """Where a card can be used: to remove a marker, to put up a building, to deploy armies."""
    cdef int effect = r.favor_effect[card - 1], county
    cdef uint64_t left = s.owned[seat], counties = 0
    if effect == FREE_ARMIES:
        if s.supply[seat] == 0 or r.favor_amount[card - 1] == 0:
            return 0
        return r.in_play & ~(all_owned(s, r) & ~left)
    while left:
        county = take_bit64(&left)
        if effect == CALM and s.markers[county] or FREE_PALACE <= effect <= FREE_POST and (
            can_build(s, r, effect - FREE_PALACE, county)
        ):
            counties |= bit(county)
    return counties


cdef inline int use_actions(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    if r.favor_effect[s.used - 1] == CANCEL_EVENT:
        out[0] = KEEP_EVENT
        out[1] = REMOVE_EVENT
        return 2
    return list_bits64(usable_counties(s, r, s.head.player, s.used), USE_ON, out)


cdef inline void use_favor(State *s, const Rules *r, int action, Seen *seen) noexcept nogil:
    cdef int card = s.used
    s.used = 0
    if action == REMOVE_EVENT:
        s.event = EVENT_REMOVED
    elif action != KEEP_EVENT:
        use_on(s, r, s.head.player, card, action - USE_ON)
    next_petitioner(s, r, seen)


cdef inline void use_on(State *s, const Rules *r, int seat, int card, int county) noexcept nogil:
    cdef int effect = r.favor_effect[card - 1], n = r.favor_amount[card - 1]
    if effect == CALM:
        s.markers[county] -= min(n, <int>s.markers[county])
    elif effect == FREE_ARMIES:
        n = min(n, <int>s.supply[seat])
        s.supply[seat] -= n
        s.armies[county] += n
        s.owned[seat] |= bit(county)
    else:
        put_building(s, r, effect - FREE_PALACE, county)
