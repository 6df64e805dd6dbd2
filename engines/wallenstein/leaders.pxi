# Military leaders (L1 to L11). Included in rules.pyx.


cdef inline bint in_first_spring(const Wallenstein *s) noexcept nogil:
    return s.year == 0 and s.season == SPRING


# --- where they go ---

cdef inline int lead_actions(
    const Wallenstein *s, const WallensteinRules *r, int seat, int32_t *out
) noexcept nogil:
    """Another county of one's own; next to the old one with or without a statue (L5, L6)."""
    cdef int n, at = s.general[seat] - 1
    if at < 0:
        return list_bits64(s.owned[seat], LEAD_TO, out)
    n = list_bits64(s.owned[seat] & ~bit(at), LEAD_TO, out)
    return n + list_bits64(s.owned[seat] & r.neighbours[at], LEAD_PLAINLY, out + n)


cdef bint ask_for_leader(Wallenstein *s, const WallensteinRules *r, int phase) noexcept nogil:
    """Whether the seat at this position must say where its leader goes; one way needs no word."""
    cdef int32_t options[MAX_ACTIONS]
    cdef int seat = performer(s), n = lead_actions(s, r, seat, options)
    if n > 1:
        s.phase = phase
        s.head.player = seat
        return True
    if n:
        send_leader(s, r, seat, options[0])
    return False


cdef void send_leader(
    Wallenstein *s, const WallensteinRules *r, int seat, int action
) noexcept nogil:
    """He leaves a statue behind if he goes to a neighbour, and captures those he finds."""
    cdef int at = s.general[seat] - 1, county, other
    if action >= LEAD_PLAINLY:
        county = action - LEAD_PLAINLY
    else:
        county = action - LEAD_TO
        if at >= 0 and r.neighbours[at] >> county & 1:
            s.statues[at] += 1
            s.honoured[seat] |= bit(at)
    s.general[seat] = county + 1
    for other in range(r.seats):
        if other != seat and s.honoured[other] >> county & 1:
            s.honoured[other] ^= bit(county)
            s.trophies[seat] += s.statues[county]
            s.statues[county] = 0


cdef void lead(Wallenstein *s, const WallensteinRules *r, int action, Seen *seen) noexcept nogil:
    cdef int phase = s.phase
    send_leader(s, r, performer(s), action)
    s.turn += 1
    if phase == LEAD:
        move_leaders(s, r)
    elif s.season == WINTER:
        return_leaders(s, r)
    else:
        place_leaders(s, r, seen)


# --- when they go: up to the next question, in player order ---

cdef bint next_leader(
    Wallenstein *s, const WallensteinRules *r, int phase
) noexcept nogil:
    """Whether somebody is asked: who has a leader on the board to move, or off it to place."""
    while s.turn < POSITIONS:
        if s.leader[s.turn] and (s.general[performer(s)] > 0) == (phase == LEAD) and (
            ask_for_leader(s, r, phase)
        ):
            return True
        s.turn += 1
    s.turn = 0
    return False


cdef void place_leaders(Wallenstein *s, const WallensteinRules *r, Seen *seen) noexcept nogil:
    """In the first spring, unless they were placed in the draft (L2, L3)."""
    if r.leaders and in_first_spring(s) and next_leader(s, r, STATION):
        return
    grant_benefits(s, r, seen)


cdef void move_leaders(Wallenstein *s, const WallensteinRules *r) noexcept nogil:
    """After the tenth action all that are on the board (L5)."""
    if r.leaders and next_leader(s, r, LEAD):
        return
    end_round(s, r)


cdef void return_leaders(Wallenstein *s, const WallensteinRules *r) noexcept nogil:
    """After the revolts of the first winter those that have fled; the second has no end (L9)."""
    if r.leaders and s.year == 0 and next_leader(s, r, STATION):
        return
    score(s, r)
    end_year(s, r)


# --- points ---

cdef void score_statues(Wallenstein *s, const WallensteinRules *r) noexcept nogil:
    """At the end of the game (L10)."""
    cdef int seat
    for seat in range(r.seats):
        s.points[seat][FROM_STATUES] = r.statue_points * statue_count(s, seat)
        s.points[seat][FROM_TROPHIES] = r.trophy_points * s.trophies[seat]
