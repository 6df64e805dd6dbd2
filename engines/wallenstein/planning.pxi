# A round up to the auction: cards, tiles, secret plans (R9 to R15). Included in rules.pyx.


cdef void begin_year(Wallenstein *s) noexcept nogil:
    """Four event cards are turned up, one event each (R8, R41)."""
    s.phase = NEW_EVENT
    s.head.player = CHANCE


cdef void reveal_event_card(Wallenstein *s, const WallensteinRules *r, int card) noexcept nogil:
    s.event_deck ^= 1 << card
    s.open_events |= 1 << card
    if popcount32(s.open_events) == r.events_a_year:
        begin_round(s)


cdef inline void begin_round(Wallenstein *s) noexcept nogil:
    s.phase = ROW
    s.head.player = CHANCE


cdef inline int unseen_actions(const Wallenstein *s) noexcept nogil:
    """Mask of the action cards that do not lie open."""
    cdef int mask = (1 << BOXES) - 1, i
    for i in range(s.row_size):
        mask ^= 1 << (s.row[i] - 1)
    return mask


cdef inline void lay_action(Wallenstein *s, int action) noexcept nogil:
    s.row[s.row_size] = action + 1
    s.row_size += 1


cdef void lay_first_actions(Wallenstein *s, const WallensteinRules *r, int action) noexcept nogil:
    lay_action(s, action)
    if s.row_size == r.open_actions:
        s.phase = TILE


cdef inline int free_tiles(const Wallenstein *s) noexcept nogil:
    cdef int mask = (1 << POSITIONS) - 1, i
    for i in range(POSITIONS):
        if s.tile[i]:
            mask ^= 1 << (s.tile[i] - 1)
    return mask


cdef void lay_tile(Wallenstein *s, const WallensteinRules *r, int tile) noexcept nogil:
    """The last tile is no event: everybody can see which it is."""
    cdef int i = 0, left
    while s.tile[i]:
        i += 1
    s.tile[i] = tile + 1
    left = free_tiles(s)
    if left & (left - 1) == 0:
        s.tile[i + 1] = lowest_bit(left) + 1
        if r.court:
            s.phase = FAVOR_CARD
        else:
            begin_planning(s)


cdef inline void begin_planning(Wallenstein *s) noexcept nogil:
    s.phase = PLAN
    s.head.player = 0


# --- plans ---

cdef inline int cards_left(
    const Wallenstein *s, const WallensteinRules *r, int seat, uint64_t *counties, int *money,
    int *tower
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


cdef inline int plan_actions(
    const Wallenstein *s, const WallensteinRules *r, int32_t *out
) noexcept nogil:
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


cdef inline int first_without_plan(
    const Wallenstein *s, const WallensteinRules *r
) noexcept nogil:
    """The lowest seat whose plan is not finished; their number if all are."""
    cdef int seat
    for seat in range(r.seats):
        if s.planned[seat] < r.plan_steps:
            return seat
    return r.seats


cdef inline void plan(
    Wallenstein *s, const WallensteinRules *r, int card, Seen *seen
) noexcept nogil:
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


cdef void end_planning(Wallenstein *s, const WallensteinRules *r, Seen *seen) noexcept nogil:
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
