# Emperor's Court: courtiers and favors (R46 to R60). Included in rules.pyx.


cdef void greet_courtiers(Wallenstein *s, const WallensteinRules *r) noexcept nogil:
    """When the tower is filled, a courtier for each army that falls out."""
    cdef int seat
    for seat in range(r.seats):
        s.entrance[seat] = min(<int>s.tray[seat], r.courtiers)


cdef void begin_court(Wallenstein *s, const WallensteinRules *r, Seen *seen) noexcept nogil:
    """In player order the boxes of the extra board, then the favors."""
    cdef int place, box
    for place in range(POSITIONS):
        if s.leader[place]:
            for box in range(CONVERT_3, CONVERT_1 + 1):
                convert(s, r, s.leader[place] - 1, box, seen)
    begin_actions(s, r, seen)


cdef void convert(
    Wallenstein *s, const WallensteinRules *r, int seat, int box, Seen *seen
) noexcept nogil:
    """Armies of a county or of the tray become courtiers, all that the box asks for or none."""
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
