"""What `check` asks of the open table: tiles, kingdoms, flags, units."""
from libc.stdint cimport uint64_t

from eminence.cython_ext.game cimport Problem, refuse
from eminence.engines.blood_of_kings.board cimport bit
from eminence.engines.blood_of_kings.state cimport (
    BAD_ALLIANCE, BAD_ARMIES, BAD_CROWNS, BAD_FLAGS, BAD_FLEETS, BAD_HOLDER, BAD_KINGDOM_CARDS,
    BAD_ORDER, BAD_PLAYED, BAD_RULER, BAD_SEA, BAD_SIEGE, BAD_TILES, BAD_TOKEN_SIDE, ENDED,
    KINGDOM_PHASE, OK, SETTING_UP, State,
)
from eminence.engines.blood_of_kings.tables cimport (
    CAPITOL, CARD_TYPES, CATHEDRAL, COUNCIL, INSTITUTIONS, KINGDOMS, LEGAL, LEVELS, MILITARY, MOST,
    MOST_UNREST, PLACES, REGIONS, SEAS, SUCCESSION, TILES, Rules,
)
from eminence.engines.kit.bits cimport lowest_bit64, popcount64


# --- tiles ---

cdef inline int check_tiles(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """Each tile of the game is in one place; the display is full as long as there are any."""
    cdef uint64_t found = s.bag | s.display
    cdef int seat, n = popcount64(s.bag) + popcount64(s.display)
    for seat in range(r.seats):
        found |= s.tiles[seat]
        n += popcount64(s.tiles[seat])
    if found >> TILES or popcount64(found) != n or n > r.tiles_in_game or (
        r.chosen_tiles and found != r.chosen_tiles
    ):
        return refuse(why, BAD_TILES, n, r.tiles_in_game)
    if n < r.tiles_in_game and (s.phase != SETTING_UP or s.display):
        return refuse(why, BAD_TILES, n, r.tiles_in_game)
    if popcount64(s.display) > r.display:
        return refuse(why, BAD_TILES, n, r.tiles_in_game)
    return OK


# --- kingdoms ---

cdef inline int check_order(const State *s, Problem *why) noexcept nogil:
    cdef int found = 0, i
    for i in range(KINGDOMS):
        if s.order[i] >= KINGDOMS:
            return refuse(why, BAD_ORDER)
        found |= 1 << s.order[i]
    if found != (1 << KINGDOMS) - 1:
        return refuse(why, BAD_ORDER)
    return OK


cdef inline int check_ruler(
    const State *s, const Rules *r, int kingdom, Problem *why
) noexcept nogil:
    """A kingdom in chaos has no alliances (R29.2), and no Crowns before the first turn."""
    cdef int i, host = s.alliance[kingdom]
    if s.ruler[kingdom] > r.seats or s.crowns[kingdom] > MOST or s.unrest[kingdom] > MOST_UNREST:
        return refuse(why, BAD_RULER, kingdom)
    if host > KINGDOMS or host == kingdom + 1 or (
        host and (s.ruler[host - 1] == 0 or s.ruler[kingdom] == 0)
    ):
        return refuse(why, BAD_ALLIANCE, kingdom)
    if s.ruler[kingdom] == 0 and s.crowns[kingdom] and s.phase < KINGDOM_PHASE:
        return refuse(why, BAD_CROWNS, kingdom)
    if (s.flipped >> kingdom & 1) and host == 0:
        return refuse(why, BAD_TOKEN_SIDE, kingdom)
    for i in range(INSTITUTIONS):
        if s.level[kingdom][i] >= LEVELS:
            return refuse(why, BAD_RULER, kingdom)
    return OK


cdef inline int cards_of(const State *s, const Rules *r, int kingdom, int card) noexcept nogil:
    """That the kingdom has: at the start, and by its institutions."""
    cdef int n = r.first_cards[kingdom][card], i, level
    for i in range(INSTITUTIONS):
        for level in range(1, s.level[kingdom][i] + 1):
            n += r.grant[kingdom][i][level] == card + 1
    return n


cdef inline int check_kingdom_cards(
    const State *s, const Rules *r, int kingdom, Problem *why
) noexcept nogil:
    cdef int card, n
    for card in range(CARD_TYPES):
        n = cards_of(s, r, kingdom, card)
        if s.in_hand[kingdom][card] + s.on_mat[kingdom][card] != n:
            return refuse(why, BAD_KINGDOM_CARDS, kingdom, card, n)
    return OK


cdef inline int check_played(const State *s, Problem *why) noexcept nogil:
    """Only kingdoms that have acted have a card; a Succession on the stack is of this turn."""
    cdef int i, k, most = KINGDOMS
    if s.phase == ENDED:
        return OK
    if s.phase == KINGDOM_PHASE:
        most = s.acting + 1
    elif s.phase < KINGDOM_PHASE:
        most = 0
    for i in range(KINGDOMS):
        k = s.order[i]
        if s.played[k] > (CARD_TYPES if i < most else 0):
            return refuse(why, BAD_PLAYED, k)
        if s.on_mat[k][SUCCESSION] and s.played[k] != SUCCESSION + 1:
            return refuse(why, BAD_PLAYED, k)
        if s.shielded >> k & 1 and s.played[k] != COUNCIL + 1:
            return refuse(why, BAD_PLAYED, k)
    return OK


# --- the map ---

cdef inline int flags_of(const State *s, const Rules *r, int kingdom) noexcept nogil:
    """That the kingdom has: at the start, and by its Legal institution."""
    cdef int n = r.flags_at_start, level
    for level in range(1, s.level[kingdom][LEGAL] + 1):
        n += r.flags_gained[kingdom][level]
    return n


cdef inline int check_flags(
    const State *s, const Rules *r, int kingdom, Problem *why
) noexcept nogil:
    """Flags stay where they were put (R37.3); a capitol carries only its own."""
    cdef int n = s.flags_left[kingdom] + popcount64(s.flags[kingdom]), sea
    cdef uint64_t capitols = r.of_type[CAPITOL] & ~bit(r.capitol[kingdom])
    for sea in range(SEAS):
        n += s.sea_flags[sea] >> kingdom & 1
    if n != flags_of(s, r, kingdom) or s.flags[kingdom] & (capitols | ~r.all_regions) or (
        r.first_regions[kingdom] & ~s.flags[kingdom]
    ):
        return refuse(why, BAD_FLAGS, kingdom, n, flags_of(s, r, kingdom))
    if s.holds[kingdom] & ~s.flags[kingdom] or not (
        s.holds[kingdom] >> r.capitol[kingdom] & 1
    ):
        return refuse(why, BAD_HOLDER, lowest_bit64(
            (s.holds[kingdom] & ~s.flags[kingdom]) | bit(r.capitol[kingdom])))
    return OK


cdef inline int check_holders(const State *s, Problem *why) noexcept nogil:
    """Where there is a flag one kingdom has control."""
    cdef uint64_t held = 0, flags = 0, twice = 0
    cdef int k, sea, mask
    for k in range(KINGDOMS):
        twice |= held & s.holds[k]
        held |= s.holds[k]
        flags |= s.flags[k]
    if twice | (flags ^ held):
        return refuse(why, BAD_HOLDER, lowest_bit64(twice | (flags ^ held)))
    for sea in range(SEAS):
        mask = s.sea_flags[sea]
        if mask >> KINGDOMS or s.sea_owner[sea] > KINGDOMS or (s.sea_owner[sea] > 0) != (
            mask > 0
        ) or (s.sea_owner[sea] and not mask >> (s.sea_owner[sea] - 1) & 1):
            return refuse(why, BAD_SEA, sea)
    return OK


cdef inline int check_units(
    const State *s, const Rules *r, int kingdom, Problem *why
) noexcept nogil:
    """No more than tokens; nobody beyond the last region; siege tokens where they may lie."""
    cdef int armies = 0, fleets = 0, i
    for i in range(PLACES):
        if s.armies[kingdom][i] and r.n_regions <= i < REGIONS:
            return refuse(why, BAD_ARMIES, kingdom, s.armies[kingdom][i], 0)
        armies += s.armies[kingdom][i]
    for i in range(SEAS):
        fleets += s.fleets[kingdom][i]
    if armies > r.army_tokens:
        return refuse(why, BAD_ARMIES, kingdom, armies, r.army_tokens)
    if fleets > r.fleet_tokens:
        return refuse(why, BAD_FLEETS, kingdom, fleets, r.fleet_tokens)
    if s.sieges[kingdom] & (~r.all_regions | r.of_type[CATHEDRAL] | s.holds[kingdom]) or (
        popcount64(s.sieges[kingdom]) > r.siege_tokens[kingdom][s.level[kingdom][MILITARY]]
    ):
        return refuse(why, BAD_SIEGE, kingdom)
    return OK


cdef inline int check_board(const State *s, const Rules *r, Problem *why) noexcept nogil:
    cdef int code = check_tiles(s, r, why), k
    if code == OK:
        code = check_order(s, why)
    for k in range(KINGDOMS):
        if code == OK:
            code = check_ruler(s, r, k, why)
        if code == OK:
            code = check_kingdom_cards(s, r, k, why)
        if code == OK:
            code = check_flags(s, r, k, why)
        if code == OK:
            code = check_units(s, r, k, why)
    if code == OK:
        code = check_holders(s, why)
    if code == OK:
        code = check_played(s, why)
    return code
