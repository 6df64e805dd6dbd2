"""Glory: gaining it, taking it from others, achievement tiles.

Glory moves one at a time. If a victim lacks a token, it gives up a tile for tokens; the fifth
token of a gainer becomes a tile.
"""
from libc.stdint cimport int32_t, uint32_t

from eminence.engines.blood_of_kings.board cimport able_to_pay, ask, list_choices, total_glory
from eminence.engines.blood_of_kings.state cimport (
    ASK_TROUPE, CLAIM_ONE, CLAIM_TILE, GIVE_ONE, GIVE_TILE, KINGDOM, NO, TAKE_ONE, TILE, TROUPE,
    State,
)
from eminence.engines.blood_of_kings.tables cimport FAMOUS_TROUPE, FROM_TROUPE, TO_OTHERS, Rules
from eminence.engines.kit.bits cimport list_bits64, lowest_bit64, popcount64


cdef inline void move_glory(State *s, int to, int victim, int n, int source) noexcept nogil:
    """Begin moving glory: `to` and `victim` are seats, or -1 for the pool."""
    if n == 0:
        return
    s.glory_left = n
    s.glory_to = to + 1
    s.glory_from = victim + 1
    s.glory_source = source
    s.glory_stage = TAKE_ONE


cdef inline void end_glory(State *s) noexcept nogil:
    s.glory_left = s.glory_to = s.glory_from = s.glory_source = s.glory_stage = 0


cdef inline void count_one(State *s) noexcept nogil:
    s.glory_left -= 1
    s.glory_stage = TAKE_ONE
    if s.glory_left == 0:
        end_glory(s)


cdef inline bint somebody_broke_the_tie(const State *s, const Rules *r) noexcept nogil:
    """After a tied end the first total above the tied one wins at once (Q56)."""
    cdef int seat
    for seat in range(r.seats):
        if total_glory(s, r, seat) > s.tied_at:
            return True
    return False


cdef inline void break_tile(State *s, const Rules *r, int seat, int tile) noexcept nogil:
    """A tile goes back into the bag for its worth in tokens; the Famous Troupe takes one along."""
    s.tiles[seat] &= ~(<uint32_t>1 << tile)
    s.bag |= <uint32_t>1 << tile
    s.glory[seat] += r.glory_per_tile
    if tile == FAMOUS_TROUPE:
        s.glory[seat] -= r.troupe_glory
        s.earned[seat][TO_OTHERS] += r.troupe_glory


cdef inline void take_one(State *s, const Rules *r) noexcept nogil:
    cdef int victim = s.glory_from - 1
    if s.glory_from == s.glory_to:
        end_glory(s)        # from oneself: nothing moves (Q39)
    elif victim < 0:
        s.glory_stage = GIVE_ONE
    elif s.glory[victim]:
        s.glory[victim] -= 1
        s.earned[victim][TO_OTHERS] += 1
        s.glory_stage = GIVE_ONE
    elif popcount64(s.tiles[victim]) == 1:
        break_tile(s, r, victim, lowest_bit64(s.tiles[victim]))
    elif s.tiles[victim]:
        ask(s, victim, GIVE_TILE)
    elif s.glory_to == 0:
        end_glory(s)        # nothing to lose (Q32)
    else:
        s.glory_stage = GIVE_ONE


cdef inline void give_one(State *s, const Rules *r) noexcept nogil:
    cdef int seat = s.glory_to - 1
    if seat < 0:
        count_one(s)
        return
    s.earned[seat][s.glory_source] += 1
    if s.glory[seat] + 1 >= r.glory_per_tile and s.display:
        s.glory[seat] -= r.glory_per_tile - 1
        s.glory_stage = CLAIM_ONE
    else:
        s.glory[seat] += 1
        count_one(s)


cdef inline void claim(State *s, const Rules *r, int seat, int tile) noexcept nogil:
    s.display &= ~(<uint32_t>1 << tile)
    s.tiles[seat] |= <uint32_t>1 << tile
    if tile == FAMOUS_TROUPE and able_to_pay(s, seat, r.troupe_cost):
        s.glory_stage = ASK_TROUPE
    else:
        count_one(s)


cdef inline void resume_glory(State *s, const Rules *r) noexcept nogil:
    if s.glory_stage == TAKE_ONE:
        take_one(s, r)
    elif s.glory_stage == GIVE_ONE:
        give_one(s, r)
    elif s.glory_stage == ASK_TROUPE:
        ask(s, s.glory_to - 1, TROUPE)
    elif popcount64(s.display) == 1:
        claim(s, r, s.glory_to - 1, lowest_bit64(s.display))
    else:
        ask(s, s.glory_to - 1, CLAIM_TILE)


cdef inline bint tile_is_due(const State *s, const Rules *r) noexcept nogil:
    """The display is filled up at once (Q50)."""
    return s.bag and popcount64(s.display) < r.display


cdef inline int list_glory(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    cdef int seat = s.head.player
    if s.step == TROUPE:
        return list_choices(able_to_pay(s, seat, r.troupe_cost), KINGDOM, True, out)
    return list_bits64(s.display if s.step == CLAIM_TILE else s.tiles[seat], TILE, out)


cdef inline void decide_glory(
    State *s, const Rules *r, int step, int seat, int action
) noexcept nogil:
    if step == CLAIM_TILE:
        claim(s, r, seat, action - TILE)
    elif step == GIVE_TILE:
        break_tile(s, r, seat, action - TILE)
    else:
        if action != NO:
            s.crowns[action - KINGDOM] -= r.troupe_cost
            s.glory[seat] += r.troupe_glory
            s.earned[seat][FROM_TROUPE] += r.troupe_glory
        count_one(s)
