"""The end of a player's dynasty turn: discards, a set, the Council of Lords, cards drawn (R21)."""
from libc.stdint cimport int32_t
from libc.string cimport memcpy, memset

from engines.bits cimport list_bits64, lowest_bit64
from engines.blood_of_kings.board cimport ask, has_tile, ruled_by
from engines.blood_of_kings.cards cimport discard_from_hand, take_openly
from engines.blood_of_kings.dealing cimport deal_hand
from engines.blood_of_kings.plays cimport (
    DRAWING, EXCHANGING, PICKING, PLAYING, active_seat,
)
from engines.blood_of_kings.rules cimport (
    COUNCIL_OF_LORDS, DISCARD, EXCHANGE_PICK, KIND, KINDS, NEGOTIATION_PHASE, NO, PICK_SET, SET,
    SETS, BloodOfKings, BloodOfKingsRules,
)


# --- discarding ---

cdef inline void resume_discarding(BloodOfKings *s, const BloodOfKingsRules *r) noexcept nogil:
    cdef int seat = active_seat(s, r)
    if s.hand_count[seat]:
        ask(s, seat, DISCARD)
    else:
        s.stage = PICKING
        s.cursor = 0


cdef inline int list_discards(
    const BloodOfKings *s, const BloodOfKingsRules *r, int32_t *out
) noexcept nogil:
    """In the order of the kinds, so that each choice of discards is made in one way.

    A kind may be next only if with it and those above it the hand can come down to its size.
    """
    cdef int excess = s.hand_count[s.head.player] - r.hand_size, kinds = 0, cards = 0
    cdef int n = 0, kind
    if excess <= 0:
        out[0] = NO
        n = 1
    for kind in range(KINDS - 1, s.cursor - 1, -1):
        cards += s.hand[s.head.player][kind]
        if s.hand[s.head.player][kind] and cards >= excess:
            kinds |= 1 << kind
    return n + list_bits64(kinds, KIND, out + n)


cdef inline void decide_discard(BloodOfKings *s, int seat, int action) noexcept nogil:
    if action == NO:
        s.stage = PICKING
        s.cursor = 0
    else:
        discard_from_hand(s, seat, action - KIND)
        s.cursor = action - KIND


# --- a set ---

cdef inline int filled_sets(const BloodOfKings *s) noexcept nogil:
    cdef int mask = 0, i, kind, any_
    for i in range(SETS):
        any_ = 0
        for kind in range(KINDS):
            any_ |= s.sets[i][kind]
        mask |= (any_ != 0) << i
    return mask


cdef inline void pick_set(BloodOfKings *s, int seat, int i) noexcept nogil:
    cdef int kind, n
    s.stage = DRAWING
    if has_tile(s, seat, COUNCIL_OF_LORDS):
        memcpy(s.picked, s.sets[i], sizeof(s.picked))
        s.stage = EXCHANGING
    for kind in range(KINDS):
        for n in range(s.sets[i][kind]):
            take_openly(s, seat, kind)
    memset(s.sets[i], 0, sizeof(s.sets[i]))


cdef inline void resume_picking(BloodOfKings *s, const BloodOfKingsRules *r) noexcept nogil:
    """No set has cards only if deck and discards ran out (Q49)."""
    cdef int sets = filled_sets(s)
    if sets == 0:
        s.stage = DRAWING
    elif sets & (sets - 1):
        ask(s, active_seat(s, r), PICK_SET)
    else:
        pick_set(s, active_seat(s, r), lowest_bit64(sets))


cdef inline int list_sets(const BloodOfKings *s, int32_t *out) noexcept nogil:
    return list_bits64(filled_sets(s), SET, out)


cdef inline int list_picked(const BloodOfKings *s, int32_t *out) noexcept nogil:
    cdef int n = 1, kind
    out[0] = NO
    for kind in range(KINDS):
        if s.picked[kind]:
            out[n] = KIND + kind
            n += 1
    return n


cdef inline void decide_exchange(BloodOfKings *s, int seat, int action) noexcept nogil:
    """Before the draw of those without a kingdom, so that this one still fills the hand."""
    memset(s.picked, 0, sizeof(s.picked))
    s.stage = DRAWING
    if action != NO:
        discard_from_hand(s, seat, action - KIND)
        deal_hand(s, seat, 1)


# --- drawing, and the next player ---

cdef inline void draw_without_kingdom(
    BloodOfKings *s, const BloodOfKingsRules *r
) noexcept nogil:
    cdef int seat = active_seat(s, r)
    if ruled_by(s, seat) == 0 and s.hand_count[seat] < r.hand_size:
        deal_hand(s, seat, r.hand_size - s.hand_count[seat])


cdef inline void end_dynasty_turn(BloodOfKings *s, const BloodOfKingsRules *r) noexcept nogil:
    draw_without_kingdom(s, r)
    s.stage = PLAYING
    s.acting += 1
    if s.acting == r.seats:
        s.acting = 0
        s.phase = NEGOTIATION_PHASE
