"""Stacks: what may be played."""
from libc.stdint cimport int32_t

from eminence.cython_ext.core cimport CHECK
from eminence.engines.kit.bits cimport list_bits64
from eminence.engines.kit.counts cimport kinds_in
from eminence.engines.stacks.state cimport (
    DO_CARD, DO_CHALLENGE, DO_DRAW, DO_FOIL, DO_PASS, DO_PEEK, DO_PLACE, DO_REORDER, DO_TAKE,
    FACE_UP, FOIL, HEIGHT, KINDS, MAX_ACTIONS, ORDER, PLAY, POLL, Rules, State, closed_slots,
    mover_of, pile_size,
)


cdef inline int actions(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    if s.phase == POLL:
        out[0] = DO_PASS
        out[1] = DO_FOIL
        return 2 if s.hand[s.head.player][FOIL] else 1
    if s.phase == PLAY:
        return list_bits64(kinds_in(s.hand[mover_of(s, r)], KINDS), DO_CARD, out)
    if s.phase == ORDER:
        return list_loose(s, out)
    return list_uses(s, r, out)


cdef inline int list_loose(const State *s, int32_t *out) noexcept nogil:
    """The kinds among the cards not yet put back; they lie sorted after the others."""
    cdef int slots[HEIGHT]
    cdef int closed = closed_slots(s, s.target, slots), n = 0, i, action
    for i in range(s.slot, closed):
        action = DO_CARD + s.card[s.target][slots[i]] - 1
        if n == 0 or out[n - 1] != action:
            out[n] = action
            n += 1
    return n


cdef inline int list_uses(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    cdef int mover = mover_of(s, r), n = 1, kind, stack, slot
    cdef int slots[HEIGHT]
    out[0] = DO_PASS
    if s.hand_size[mover] < r.hand_limit:
        if pile_size(s, r) > 0:
            out[n] = DO_DRAW
            n += 1
        n += list_bits64(kinds_in(s.row, KINDS), DO_TAKE, out + n)
    if s.hand_size[mover] > 0:
        for kind in range(FOIL):
            out[n] = DO_PLACE + kind
            n += 1
    for stack in range(r.seats):
        for slot in range(s.height[stack]):
            if not s.knows[stack][slot] >> mover & 1:
                out[n] = DO_PEEK + stack * HEIGHT + slot
                n += 1
    for stack in range(r.seats):
        if stack != mover and closed_slots(s, stack, slots) >= 2:
            out[n] = DO_REORDER + stack
            n += 1
    for stack in range(r.seats):
        if stack != mover:
            for slot in range(s.height[stack]):
                if not s.knows[stack][slot] & FACE_UP:
                    out[n] = DO_CHALLENGE + stack * HEIGHT + slot
                    n += 1
    CHECK(n <= MAX_ACTIONS)
    return n
