# Does a state or view make sense? Included in rules.pyx. Each refusal has its sentence in
# text.py, in the order of these codes.

cdef enum:
    OK = 0
    BAD_COUNTIES            # seat: owned
    BAD_ARMIES              # county
    BAD_MARKERS             # county
    BAD_BUILDINGS           # county
    BAD_TILES               # kind, found, there are
    BAD_CUBES               # colour, found, there are
    BAD_EVENTS              # open, in the deck
    BAD_ROW                 # cards
    BAD_BONUS               # tiles
    BAD_ORDER               # nothing
    BAD_TIME                # nothing
    BAD_PLAN                # seat
    BAD_BOX                 # seat, box
    BAD_BID                 # seat
    BAD_CLOSED              # seat
    BAD_BATTLE              # nothing
    BAD_REVOLTS             # nothing
    BAD_DRAFT               # nothing
    BAD_MOVE                # nothing
    BAD_PLAYER              # nothing
    BAD_COURTIERS           # seat
    BAD_FAVORS              # on display, in the deck
    BAD_KEPT                # seat
    BAD_REGION_CARD         # seat
    BAD_LEADER              # seat
    BAD_QUESTION            # nothing
    BAD_STATUES             # nothing


cdef int check(const void *state, const void *rules, Problem *why) noexcept nogil:
    s = <const Wallenstein *>state
    r = <const WallensteinRules *>rules
    cdef int code = check_time(s, r, why)
    if code == OK:
        code = check_board(s, r, why)
    if code == OK:
        code = check_cubes(s, r, why)
    if code == OK:
        code = check_round(s, r, why)
    if code == OK:
        code = check_plans(s, r, why)
    if code == OK:
        code = check_draft(s, r, why)
    if code == OK:
        code = check_turn(s, r, why)
    if code == OK:
        code = check_court(s, r, why)
    if code == OK:
        code = check_leaders(s, r, why)
    return code


cdef inline bint is_draft(int phase) noexcept nogil:
    return phase == DRAW or phase == PICK or phase == PLACE


cdef inline bint acting(const Wallenstein *s) noexcept nogil:
    """Whether the player order is set and the round goes on, but at the Court."""
    return order_set(s) and not at_court(s)


cdef inline bint at_court(const Wallenstein *s) noexcept nogil:
    return s.phase == FAVOR or s.phase == USE_FAVOR


cdef inline bint wintry(const Wallenstein *s) noexcept nogil:
    return s.phase == REVOLT_CARD or s.phase == REVOLT_ORDER or (
        s.phase == TOWER and s.battle == WINTER_REVOLT
        or s.phase == STATION and s.season == WINTER)


cdef inline bint before_the_game(const Wallenstein *s) noexcept nogil:
    return is_draft(s.phase) or (s.phase == TOWER and s.battle == FILLING)


cdef int check_time(const Wallenstein *s, const WallensteinRules *r, Problem *why) noexcept nogil:
    """Year, season, step and turn fit the phase."""
    cdef int seat, i
    cdef bint later = s.phase == ENDED or wintry(s)
    if (s.season == WINTER) != later or (s.phase == ENDED and s.year == 0):
        return refuse(why, BAD_TIME)
    if before_the_game(s) and (s.year or s.season):
        return refuse(why, BAD_TIME)
    if s.phase == NEW_EVENT and s.season != SPRING:
        return refuse(why, BAD_TIME)
    if is_draft(s.phase) and not r.draft:
        return refuse(why, BAD_TIME)
    if (s.phase == TOWER) != (s.battle != NO_BATTLE):
        return refuse(why, BAD_BATTLE)
    if s.step > 0 and not acting(s) or s.turn > 0 and not (acting(s) or wintry(s)):
        return refuse(why, BAD_TIME)
    if s.phase == REVEAL and (s.step == 0 or s.turn > 0):
        return refuse(why, BAD_TIME)
    if (s.step == BOXES) != (s.phase == LEAD) or s.step and s.phase <= BENEFIT and s.phase != TOWER:
        return refuse(why, BAD_TIME)
    for seat in range(r.seats):
        for i in range(WINTER_SOURCES):
            if s.points[seat][i] and s.year == 0:
                return refuse(why, BAD_TIME)
    return OK


# --- the board ---

cdef int check_board(const Wallenstein *s, const WallensteinRules *r, Problem *why) noexcept nogil:
    cdef uint64_t taken = 0
    cdef int seat, county, kind, found, fighting = -1
    cdef bint held
    if s.phase == TOWER:
        fighting = s.target - 1
    for seat in range(r.seats):
        if s.owned[seat] & (taken | ~r.in_play):
            return refuse(why, BAD_COUNTIES, seat)
        taken |= s.owned[seat]
    for county in range(COUNTIES):
        # Armies that fight for a county are in the tower.
        held = taken >> county & 1
        if (s.armies[county] > 0) != (held and county != fighting):
            return refuse(why, BAD_ARMIES, county)
        if s.markers[county] and not held:
            return refuse(why, BAD_MARKERS, county)
        if sites_left(s, r, county) < 0:
            return refuse(why, BAD_BUILDINGS, county)
    for kind in range(BUILDINGS):
        if s.built[kind] & ~taken:
            return refuse(why, BAD_BUILDINGS, lowest_bit64(s.built[kind] & ~taken))
        found = popcount64(s.built[kind])
        if found > r.buildings[kind]:
            return refuse(why, BAD_TILES, kind, found, r.buildings[kind])
    return OK


cdef int check_cubes(const Wallenstein *s, const WallensteinRules *r, Problem *why) noexcept nogil:
    """Every cube is somewhere, exactly once."""
    cdef int colour, found, expected
    cdef uint64_t left
    for colour in range(COLOURS):
        found = s.supply[colour] + s.tower[colour] + s.tray[colour] + s.fresh[colour]
        expected = 0
        if colour == PEASANTS:
            expected = r.peasants
        elif colour < r.seats:
            expected = r.cubes
            left = s.owned[colour]
            while left:
                found += s.armies[lowest_bit64(left)]
                left &= left - 1
        if found != expected:
            return refuse(why, BAD_CUBES, colour, found, expected)
    return OK


# --- the round ---

cdef int check_round(const Wallenstein *s, const WallensteinRules *r, Problem *why) noexcept nogil:
    if not events_fit(s, r):
        return refuse(why, BAD_EVENTS, popcount32(s.open_events), popcount32(s.event_deck))
    if not row_fits(s, r):
        return refuse(why, BAD_ROW, s.row_size)
    if not tiles_fit(s):
        return refuse(why, BAD_BONUS)
    if not order_fits(s, r):
        return refuse(why, BAD_ORDER)
    return OK


cdef bint events_fit(const Wallenstein *s, const WallensteinRules *r) noexcept nogil:
    """Four a year, one less after each round; what is gone is gone."""
    cdef int up = popcount32(s.open_events), drawn
    cdef bint chosen = s.phase == TIE or s.phase == CHOOSE or order_set(s)
    if s.open_events & s.event_deck or (s.event > 0) != chosen:
        return False
    if chosen and (s.open_events | s.event_deck) >> (s.event - 1) & 1:
        return False
    drawn = r.events_a_year * (s.year + 1)
    if before_the_game(s):
        drawn = up
    elif s.phase == NEW_EVENT:
        if up >= r.events_a_year:
            return False
        drawn += up - r.events_a_year
    elif s.phase == ENDED:
        if up:
            return False
    elif up != r.events_a_year - s.season - chosen:
        return False
    if before_the_game(s) and up:
        return False
    return popcount32(s.event_deck) == EVENTS - drawn


cdef bint row_fits(const Wallenstein *s, const WallensteinRules *r) noexcept nogil:
    """The open action cards: each once, as many as at this step."""
    cdef int i, mask = 0, expected = 0
    if s.phase == ROW:
        expected = s.row_size
        if expected >= r.open_actions:
            return False
    elif acting(s):
        expected = min(BOXES, r.open_actions + s.step)
        if s.phase == REVEAL:
            expected = r.open_actions + s.step - 1
            if expected > BOXES - 2:
                return False
    elif TILE <= s.phase <= CHOOSE or at_court(s):
        expected = r.open_actions
    if s.row_size != expected:
        return False
    for i in range(BOXES):
        if (s.row[i] > 0) != (i < s.row_size):
            return False
        if s.row[i]:
            if mask >> s.row[i] & 1:
                return False
            mask |= 1 << s.row[i]
    return True


cdef bint tiles_fit(const Wallenstein *s) noexcept nogil:
    cdef int i, mask = 0, laid = 0
    for i in range(POSITIONS):
        if s.tile[i] == 0:
            continue
        if laid < i or mask >> s.tile[i] & 1:
            return False
        mask |= 1 << s.tile[i]
        laid += 1
    if s.phase == TILE:
        return laid < POSITIONS - 1
    if FAVOR_CARD <= s.phase <= CHOOSE or order_set(s):
        return laid == POSITIONS
    return laid == 0


cdef bint order_fits(const Wallenstein *s, const WallensteinRules *r) noexcept nogil:
    """Each seat has one position once all have chosen."""
    cdef int i, mask = 0, placed = 0
    for i in range(POSITIONS):
        if s.leader[i]:
            if mask >> s.leader[i] & 1:
                return False
            mask |= 1 << s.leader[i]
            placed += 1
    if s.phase == TIE or s.phase == CHOOSE:
        return placed < r.seats
    if order_set(s) or wintry(s):
        if placed != r.seats:
            return False
        return s.phase == REVEAL or at_court(s) or s.leader[s.turn] > 0
    return placed == 0
