"""Secret plans: everybody at the same time (R13 to R15)."""
from libc.stdint cimport int32_t, uint64_t

from eminence.cython_ext.game cimport CHANCE, TO_ALL, Seen, seat_bit, show
from eminence.engines.kit.bits cimport list_bits64, popcount64
from eminence.engines.wallenstein.board cimport bit, is_county
from eminence.engines.wallenstein.state cimport (
    MONEY, MONEY_CARDS, NOTHING, ROUND_EVENT, TOWER_CARD, TOWER_CARDS, Rules, State,
)


cdef inline int cards_left(
    const State *s, const Rules *r, int seat, uint64_t *counties, int *money, int *tower
) noexcept nogil:
    """The county, money and dice tower cards that the seat still has in hand."""
    cdef int i, card = s.bid[seat]
    counties[0] = s.owned[seat]
    money[0] = MONEY_CARDS
    tower[0] = TOWER_CARDS if r.court else 0
    if is_county(card):
        counties[0] ^= bit(card - 1)
    elif card == TOWER_CARD:
        tower[0] -= 1
    elif card >= MONEY:
        money[0] -= 1
    for i in range(<int>s.planned[seat] - 1):
        card = s.box[seat][i]
        if is_county(card):
            counties[0] ^= bit(card - 1)
        elif card == MONEY:
            money[0] -= 1
        elif card == TOWER_CARD:
            tower[0] -= 1
    return popcount64(counties[0]) + money[0] + tower[0]


cdef inline int plan_actions(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    """A box stays empty only if there are too few cards for all that are left (R13)."""
    cdef int seat = s.head.player, n = 0, money, tower, value
    cdef uint64_t counties
    cdef int cards = cards_left(s, r, seat, &counties, &money, &tower)
    if cards < r.plan_steps - s.planned[seat]:
        out[0] = NOTHING
        n = 1
    n += list_bits64(counties, 1, out + n)
    if s.planned[seat] == 0:
        # A bid must be paid (R14).
        for value in range(min(MONEY_CARDS, <int>s.thalers[seat] + 1)):
            out[n] = MONEY + value
            n += 1
    elif money:
        out[n] = MONEY
        n += 1
    if tower:
        out[n] = TOWER_CARD
        n += 1
    return n


cdef inline int first_without_plan(const State *s, const Rules *r) noexcept nogil:
    """The lowest seat whose plan is not finished; their number if all are."""
    cdef int seat
    for seat in range(r.seats):
        if s.planned[seat] < r.plan_steps:
            return seat
    return r.seats


cdef inline void plan(State *s, const Rules *r, int card, Seen *seen) noexcept nogil:
    cdef int seat = s.head.player, place = s.planned[seat]
    if place == 0:
        s.bid[seat] = card
    else:
        s.box[seat][place - 1] = card
    show(seen, seat_bit(seat), card)
    s.planned[seat] = place + 1
    if place + 1 < r.plan_steps:
        return
    seat = first_without_plan(s, r)
    if seat < r.seats:
        s.head.player = seat
    else:
        end_planning(s, r, seen)


cdef inline void end_planning(State *s, const Rules *r, Seen *seen) noexcept nogil:
    """Everybody sees which boxes are covered, not by what (R13)."""
    cdef int seat, i
    cdef uint64_t covered
    for seat in range(r.seats):
        covered = s.bid[seat] != NOTHING
        for i in range(r.boxes):
            covered = covered << 1 | (s.box[seat][i] != NOTHING)
        show(seen, TO_ALL, covered)
        s.planned[seat] = 0
        s.closed[seat] = s.owned[seat]
    s.phase = ROUND_EVENT
    s.head.player = CHANCE
