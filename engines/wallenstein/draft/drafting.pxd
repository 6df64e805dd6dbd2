"""The draft: seats take a county each in turn and place a group of armies there (R5)."""
from libc.stdint cimport int32_t, uint8_t
from libc.string cimport memmove, memset

from eminence.cython_ext.core cimport popcount32
from eminence.cython_ext.game cimport CHANCE
from eminence.engines.kit.bits cimport list_bits64, popcount64
from eminence.engines.wallenstein.board cimport ask
from eminence.engines.wallenstein.setup cimport fill_tower, settle_county
from eminence.engines.wallenstein.state cimport (
    DRAW, FROM_DECK, GROUP, GROUPS, GROUP_LED, PICK, PLACE, SWAP, TAKE_CARD, Rules, State,
)


cdef inline void begin_draft(State *s, const Rules *r) noexcept nogil:
    cdef int seat
    for seat in range(r.seats):
        s.groups[seat] = (1 << r.n_groups) - 1
    s.deck = r.in_play
    ask(s, DRAW, CHANCE)


cdef inline int picker(const State *s, const Rules *r) noexcept nogil:
    """Whose turn it is in the draft: seats take a county each in turn."""
    cdef int seat
    for seat in range(1, r.seats):
        if popcount64(s.owned[seat]) < popcount64(s.owned[0]):
            return seat
    return 0


cdef inline void draw_card(State *s, const Rules *r) noexcept nogil:
    """The top card: drawn by chance if part of the deck is unknown, else a known card."""
    cdef int county = s.bottom[0] - 1
    ask(s, DRAW, CHANCE)
    if s.deck:
        return
    s.bottom_size -= 1
    memmove(s.bottom, s.bottom + 1, s.bottom_size)
    s.bottom[s.bottom_size] = 0
    receive_card(s, r, county)


cdef inline void receive_card(State *s, const Rules *r, int county) noexcept nogil:
    """A card from the deck fills the display, or goes to the seat that took the top card."""
    if s.display[0] == 0:
        s.display[0] = county + 1
    elif s.display[1] == 0:
        s.display[1] = county + 1
    else:
        s.picked = county + 1
    if s.display[1] == 0:
        draw_card(s, r)
    elif s.picked:
        ask_for_group(s, r)
    else:
        ask(s, PICK, picker(s, r))


cdef inline int pick_actions(const State *s, int32_t *out) noexcept nogil:
    """A seat that sees the same two cards as at its last choice may ask for others."""
    cdef int n = 1, low = min(s.display[0], s.display[1]), high = max(s.display[0], s.display[1])
    cdef const uint8_t *before = s.before[s.head.player]
    out[0] = FROM_DECK
    if not s.swapped and before[0] == low and before[1] == high:
        out[1] = SWAP
        n = 2
    out[n] = TAKE_CARD + low - 1
    out[n + 1] = TAKE_CARD + high - 1
    return n + 2


cdef inline void pick(State *s, const Rules *r, int action) noexcept nogil:
    cdef int seat = s.head.player, slot
    if action == SWAP:
        s.swapped = 1
        for slot in range(2):
            s.bottom[s.bottom_size] = s.display[slot]
            s.bottom_size += 1
            s.display[slot] = 0
        draw_card(s, r)
        return
    s.before[seat][0] = min(s.display[0], s.display[1])
    s.before[seat][1] = max(s.display[0], s.display[1])
    s.swapped = 0
    if action != FROM_DECK:
        s.picked = action - TAKE_CARD + 1
        s.display[s.display[1] == s.picked] = 0
    draw_card(s, r)


cdef inline int group_actions(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    """One action for each size left; groups of one size are alike. A leader may join (L3)."""
    cdef int seat = s.head.player, sizes = 0, i, n = 0
    for i in range(r.n_groups):
        if s.groups[seat] >> i & 1:
            sizes |= 1 << r.group[i]
    if s.general[seat] or not r.leaders:
        return list_bits64(sizes, GROUP, out)
    if popcount32(s.groups[seat]) > 1:
        n = list_bits64(sizes, GROUP, out)
    return n + list_bits64(sizes, GROUP_LED, out + n)


cdef inline void ask_for_group(State *s, const Rules *r) noexcept nogil:
    cdef int32_t options[2 * GROUPS]
    ask(s, PLACE, picker(s, r))
    if group_actions(s, r, options) == 1:
        place_group(s, r, options[0])


cdef inline void place_group(State *s, const Rules *r, int action) noexcept nogil:
    cdef int seat = s.head.player, armies = action - GROUP, i
    if action >= GROUP_LED:
        armies = action - GROUP_LED
        s.general[seat] = s.picked
    for i in range(r.n_groups):
        if s.groups[seat] >> i & 1 and r.group[i] == armies:
            s.groups[seat] ^= 1 << i
            break
    settle_county(s, seat, s.picked - 1, armies)
    s.picked = 0
    seat = picker(s, r)
    if s.groups[seat]:
        ask(s, PICK, seat)
    else:
        # The other cards go face down beside the board; nothing of the draft matters now.
        s.deck = 0
        s.bottom_size = 0
        memset(s.bottom, 0, sizeof(s.bottom))
        memset(s.display, 0, sizeof(s.display))
        memset(s.before, 0, sizeof(s.before))
        fill_tower(s, r)
