# Winter: grain, revolts, scoring, the end (R37 to R42). Included in rules.pyx.


cdef void begin_winter(Wallenstein *s, const WallensteinRules *r) noexcept nogil:
    """The last open event card says how much grain everybody loses (R37)."""
    cdef int loss = r.grain_loss[lowest_bit(s.open_events)], seat
    for seat in range(r.seats):
        s.grain[seat] -= min(<int>s.grain[seat], loss)
    s.turn = 0
    supply_counties(s, r, NULL)


cdef void supply_counties(Wallenstein *s, const WallensteinRules *r, Seen *seen) noexcept nogil:
    """In the player order of fall; who lacks grain suffers revolts (R38)."""
    cdef int counties, missing
    while s.turn < POSITIONS:
        if s.leader[s.turn]:
            counties = popcount64(s.owned[performer(s)])
            missing = counties - s.grain[performer(s)]
            if missing > 0:
                s.due = min(r.revolts[missing], counties)
                s.extra = r.extra[missing]
                draw_revolts(s, r, seen)
                return
        s.turn += 1
    s.turn = 0
    return_leaders(s, r)


cdef void draw_revolts(Wallenstein *s, const WallensteinRules *r, Seen *seen) noexcept nogil:
    """One event for each card; none if all that are left must be drawn."""
    cdef uint64_t hand = s.owned[performer(s)] & ~s.revolting
    if s.due == popcount64(hand):
        s.revolting |= hand
        s.due = 0
    if s.due:
        s.phase = REVOLT_CARD
        s.head.player = CHANCE
    else:
        next_revolt(s, r, seen)


cdef void next_revolt(Wallenstein *s, const WallensteinRules *r, Seen *seen) noexcept nogil:
    """The owner says which comes first; the last one needs no word (R39)."""
    if s.revolting == 0:
        s.extra = 0
        s.turn += 1
        supply_counties(s, r, seen)
    elif s.revolting & (s.revolting - 1):
        s.phase = REVOLT_ORDER
        s.head.player = performer(s)
    else:
        suffer_revolt(s, r, lowest_bit64(s.revolting), seen)


cdef void suffer_revolt(
    Wallenstein *s, const WallensteinRules *r, int county, Seen *seen
) noexcept nogil:
    s.revolting ^= bit(county)
    begin_revolt(s, r, performer(s), county, s.extra, WINTER_REVOLT, seen)


# --- scoring ---

cdef void score(Wallenstein *s, const WallensteinRules *r) noexcept nogil:
    cdef int won[MAX_PLAYERS][WINTER_SOURCES]
    cdef int seat, i
    points_now(s, r, won)
    for seat in range(r.seats):
        for i in range(WINTER_SOURCES):
            s.points[seat][i] = gained(s.points[seat][i], won[seat][i], MOST_POINTS)


cdef void end_year(Wallenstein *s, const WallensteinRules *r) noexcept nogil:
    """Markers, grain and event cards are cleared away; after the second year all is over (R41)."""
    s.turn = 0
    s.open_events = 0
    memset(s.markers, 0, sizeof(s.markers))
    memset(s.grain, 0, sizeof(s.grain))
    memset(s.leader, 0, sizeof(s.leader))
    memset(s.region_card, 0, sizeof(s.region_card))
    if s.year == 1:
        score_statues(s, r)
        s.phase = ENDED
        s.head.player = OVER
    else:
        s.year = 1
        s.season = SPRING
        begin_year(s)


cdef void returns(const void *state, const void *rules, Return *out) noexcept nogil:
    """Victory points, then Thalers (R42)."""
    s = <const Wallenstein *>state
    r = <const WallensteinRules *>rules
    cdef double strength[MAX_PLAYERS]
    cdef int seat
    for seat in range(r.seats):
        out[seat].score = total_points(s, seat)
        strength[seat] = out[seat].score * MAX_THALERS + s.thalers[seat]
    rank_seats(strength, r.seats, out)
