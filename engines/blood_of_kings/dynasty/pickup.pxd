"""The end of a player's dynasty turn: discards, a set, the Council of Lords, cards drawn (R21)."""
from libc.stdint cimport int32_t

from eminence.engines.blood_of_kings.board cimport (
    active_seat, ask, has_tile, list_choices, ruled_by,
)
from eminence.engines.blood_of_kings.dynasty.cards cimport discard_from_hand, take_openly
from eminence.engines.blood_of_kings.dynasty.dealing cimport deal_hand
from eminence.engines.blood_of_kings.state cimport (
    DISCARD, DRAWING, EXCHANGING, KIND, NEGOTIATION_PHASE, NO, PICKING, PICK_SET, PLAYING, State,
)
from eminence.engines.blood_of_kings.tables cimport COUNCIL_OF_LORDS, KINDS, SETS, Rules
from eminence.engines.kit.bits cimport lowest_bit64
from eminence.engines.kit.counts cimport kinds_in, total


# --- discarding ---

cdef inline void resume_discarding(State *s, const Rules *r) noexcept nogil:
    cdef int seat = active_seat(s, r)
    if s.hand_count[seat]:
        ask(s, seat, DISCARD)
    else:
        end_discarding(s)


cdef inline void end_discarding(State *s) noexcept nogil:
    s.stage = PICKING
    s.cursor = 0


cdef inline int list_discards(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    """Any card while the hand is too large; then ascending, so each set has one sequence only."""
    cdef int seat = s.head.player, kinds = kinds_in(s.hand[seat], KINDS) >> s.cursor
    return list_choices(kinds, KIND + s.cursor, s.hand_count[seat] <= r.hand_size, out)


cdef inline void decide_discard(State *s, const Rules *r, int seat, int action) noexcept nogil:
    if action == NO:
        end_discarding(s)
        return
    if s.hand_count[seat] <= r.hand_size:
        s.cursor = action - KIND
    discard_from_hand(s, seat, action - KIND)


# --- a set ---

cdef inline int filled_sets(const State *s) noexcept nogil:
    cdef int mask = 0, i
    for i in range(SETS):
        mask |= (total(s.sets[i], KINDS) > 0) << i
    return mask


cdef inline void take_set(State *s, int seat, int i) noexcept nogil:
    cdef int kind
    for kind in range(KINDS):
        while s.sets[i][kind]:
            s.sets[i][kind] -= 1
            take_openly(s, seat, kind)
    s.stage = DRAWING


cdef inline void pick_set(State *s, int seat, int i) noexcept nogil:
    """With the Council of Lords the cards stay where they are until one may be exchanged."""
    if has_tile(s, seat, COUNCIL_OF_LORDS):
        s.cursor = i
        s.stage = EXCHANGING
    else:
        take_set(s, seat, i)


cdef inline void resume_picking(State *s, const Rules *r) noexcept nogil:
    """All sets are empty only if deck and discards ran out (Q49)."""
    cdef int sets = filled_sets(s)
    if sets == 0:
        s.stage = DRAWING
    elif sets & (sets - 1):
        ask(s, active_seat(s, r), PICK_SET)
    else:
        pick_set(s, active_seat(s, r), lowest_bit64(sets))


cdef inline void decide_exchange(State *s, int seat, int action) noexcept nogil:
    """This comes before a seat without a kingdom draws, which then fills the hand."""
    if action != NO:
        s.sets[s.cursor][action - KIND] -= 1
        s.discards[action - KIND] += 1
        deal_hand(s, seat, 1)
    take_set(s, seat, s.cursor)
    s.cursor = 0


# --- drawing, and the next player ---

cdef inline void end_dynasty_turn(State *s, const Rules *r) noexcept nogil:
    """A seat that rules no kingdom fills up its hand."""
    cdef int seat = active_seat(s, r), missing = r.hand_size - s.hand_count[seat]
    if missing > 0 and ruled_by(s, seat) == 0:
        deal_hand(s, seat, missing)
    s.stage = PLAYING
    s.acting += 1
    if s.acting == r.seats:
        s.acting = 0
        s.phase = NEGOTIATION_PHASE
