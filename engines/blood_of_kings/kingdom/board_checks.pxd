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
    ALL_KINGDOMS, CAPITOL, CARD_TYPES, CATHEDRAL, COUNCIL, INSTITUTIONS, KINGDOMS, LEGAL, LEVELS,
    MILITARY, MOST, MOST_UNREST, PLACES, REGIONS, SEAS, SUCCESSION, TILES, Rules,
)
from eminence.engines.kit.bits cimport lowest_bit64, popcount64
from eminence.engines.kit.counts cimport total


# --- tiles ---

cdef inline int check_tiles(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """Each tile of the game is in one place; the display is full as long as there are any."""
    cdef uint64_t found = s.bag | s.display
    cdef int seat, n = popcount64(s.bag) + popcount64(s.display)
    for seat in range(r.seats):
        found |= s.tiles[seat]
        n += popcount64(s.tiles[seat])
    if found >> TILES or popcount64(found) != n or n > r.tiles_in_game or (
        r.chosen_tiles and found != r.chosen_tiles or popcount64(s.display) > r.display
        or n < r.tiles_in_game and (s.phase != SETTING_UP or s.display)
    ):
        return refuse(why, BAD_TILES, n, r.tiles_in_game)
    return OK


# --- kingdoms ---

cdef inline int check_order(const State *s, Problem *why) noexcept nogil:
    cdef int found = 0, i
    for i in range(KINGDOMS):
        if s.order[i] < KINGDOMS:
            found |= 1 << s.order[i]
    return OK if found == ALL_KINGDOMS else refuse(why, BAD_ORDER)


cdef inline int check_ruler(const State *s, const Rules *r, int k, Problem *why) noexcept nogil:
    """A kingdom in chaos has no alliances (R29.2), and no Crowns before the first turn."""
    cdef int i, host = s.alliance[k]
    if s.ruler[k] > r.seats or s.crowns[k] > MOST or s.unrest[k] > MOST_UNREST:
        return refuse(why, BAD_RULER, k)
    if host > KINGDOMS or host == k + 1 or (
        host and (s.ruler[host - 1] == 0 or s.ruler[k] == 0)
    ):
        return refuse(why, BAD_ALLIANCE, k)
    if s.ruler[k] == 0 and s.crowns[k] and s.phase < KINGDOM_PHASE:
        return refuse(why, BAD_CROWNS, k)
    if (s.flipped >> k & 1) and host == 0:
        return refuse(why, BAD_TOKEN_SIDE, k)
    for i in range(INSTITUTIONS):
        if s.level[k][i] >= LEVELS:
            return refuse(why, BAD_RULER, k)
    return OK


cdef inline int cards_of(const State *s, const Rules *r, int kingdom, int card) noexcept nogil:
    """How many such cards the kingdom has: from the start, and by its institutions."""
    cdef int n = r.first_cards[kingdom][card], i, level
    for i in range(INSTITUTIONS):
        for level in range(1, s.level[kingdom][i] + 1):
            n += r.grant[kingdom][i][level] == card + 1
    return n


cdef inline int check_own_cards(const State *s, const Rules *r, int k, Problem *why) noexcept nogil:
    cdef int card, n
    for card in range(CARD_TYPES):
        n = cards_of(s, r, k, card)
        if s.in_hand[k][card] + s.on_mat[k][card] != n:
            return refuse(why, BAD_KINGDOM_CARDS, k, card, n)
    return OK


cdef inline int check_played(const State *s, Problem *why) noexcept nogil:
    """Only kingdoms that have acted have a card; a Succession on the stack was played this turn."""
    cdef int i, k, most = KINGDOMS
    if s.phase == ENDED:
        return OK
    if s.phase == KINGDOM_PHASE:
        most = s.acting + 1
    elif s.phase < KINGDOM_PHASE:
        most = 0
    for i in range(KINGDOMS):
        k = s.order[i]
        if s.played[k] > (CARD_TYPES if i < most else 0) or (
            s.on_mat[k][SUCCESSION] and s.played[k] != SUCCESSION + 1
            or s.shielded >> k & 1 and s.played[k] != COUNCIL + 1
        ):
            return refuse(why, BAD_PLAYED, k)
    return OK


# --- the map ---

cdef inline int flags_of(const State *s, const Rules *r, int kingdom) noexcept nogil:
    """How many flags the kingdom has: from the start, and by its Legal institution."""
    cdef int n = r.flags_at_start, level
    for level in range(1, s.level[kingdom][LEGAL] + 1):
        n += r.flags_gained[kingdom][level]
    return n


cdef inline int check_flags(const State *s, const Rules *r, int k, Problem *why) noexcept nogil:
    """Flags stay where they were put (R37.3); a capitol carries only its own."""
    cdef int n = s.flags_left[k] + popcount64(s.flags[k]), sea
    cdef uint64_t capitols = r.of_type[CAPITOL] & ~bit(r.capitol[k])
    cdef uint64_t unflagged = s.holds[k] & ~s.flags[k]
    for sea in range(SEAS):
        n += s.sea_flags[sea] >> k & 1
    if n != flags_of(s, r, k) or s.flags[k] & (capitols | ~r.all_regions) or (
        r.first_regions[k] & ~s.flags[k]
    ):
        return refuse(why, BAD_FLAGS, k, n, flags_of(s, r, k))
    if unflagged or not s.holds[k] >> r.capitol[k] & 1:
        return refuse(why, BAD_HOLDER, lowest_bit64(unflagged | bit(r.capitol[k])))
    return OK


cdef inline int check_holders(const State *s, Problem *why) noexcept nogil:
    """Wherever there is a flag, exactly one kingdom has control."""
    cdef uint64_t held = 0, flags = 0, twice = 0
    cdef int k, sea, mask, owner
    for k in range(KINGDOMS):
        twice |= held & s.holds[k]
        held |= s.holds[k]
        flags |= s.flags[k]
    if twice | (flags ^ held):
        return refuse(why, BAD_HOLDER, lowest_bit64(twice | (flags ^ held)))
    for sea in range(SEAS):
        mask = s.sea_flags[sea]
        owner = s.sea_owner[sea]
        if mask >> KINGDOMS or owner > KINGDOMS or (owner > 0) != (mask > 0) or (
            owner and not mask >> (owner - 1) & 1
        ):
            return refuse(why, BAD_SEA, sea)
    return OK


cdef inline int check_units(const State *s, const Rules *r, int k, Problem *why) noexcept nogil:
    """No more units than tokens, none beyond the last region; siege tokens only where allowed."""
    cdef int armies = total(s.armies[k], PLACES), fleets = total(s.fleets[k], SEAS), i
    for i in range(r.n_regions, REGIONS):
        if s.armies[k][i]:
            return refuse(why, BAD_ARMIES, k, s.armies[k][i], 0)
    if armies > r.army_tokens:
        return refuse(why, BAD_ARMIES, k, armies, r.army_tokens)
    if fleets > r.fleet_tokens:
        return refuse(why, BAD_FLEETS, k, fleets, r.fleet_tokens)
    if s.sieges[k] & (~r.all_regions | r.of_type[CATHEDRAL] | s.holds[k]) or (
        popcount64(s.sieges[k]) > r.siege_tokens[k][s.level[k][MILITARY]]
    ):
        return refuse(why, BAD_SIEGE, k)
    return OK


cdef inline int check_board(const State *s, const Rules *r, Problem *why) noexcept nogil:
    cdef int code = check_tiles(s, r, why) or check_order(s, why), k
    for k in range(KINGDOMS):
        code = code or check_ruler(s, r, k, why) or check_own_cards(s, r, k, why) or (
            check_flags(s, r, k, why) or check_units(s, r, k, why))
    return code or check_holders(s, why) or check_played(s, why)
