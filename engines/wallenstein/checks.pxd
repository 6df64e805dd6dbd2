"""Does a state or view make sense? Words for each refusal are in words.py."""
from libc.stdint cimport uint64_t, uint8_t

from eminence.cython_ext.core cimport popcount32
from eminence.cython_ext.game cimport CHANCE, FULL, OVER, Problem, refuse
from eminence.engines.kit.bits cimport popcount64, take_bit64
from eminence.engines.kit.counts cimport total
from eminence.engines.wallenstein.board cimport (
    acting, action_now, at_court, before_the_game, is_county, is_draft, order_set, origin, owner_of,
    performer, reach, sites_left, wintry,
)
from eminence.engines.wallenstein.court.checks cimport check_court
from eminence.engines.wallenstein.draft.checks cimport check_draft
from eminence.engines.wallenstein.draft.drafting cimport picker
from eminence.engines.wallenstein.knowledge cimport mover_in_view
from eminence.engines.wallenstein.leaders.checks cimport check_leaders
from eminence.engines.wallenstein.plans.auction cimport highest_bidders
from eminence.engines.wallenstein.plans.checks cimport check_plans
from eminence.engines.wallenstein.state cimport (
    AMOUNT, ATTACK, BAD_BATTLE, BAD_BONUS, BAD_BUILDINGS, BAD_COUNTIES, BAD_CUBES, BAD_EVENTS,
    BAD_MARKERS, BAD_MOVE, BAD_ORDER, BAD_PLAYER, BAD_QUESTION, BAD_REVOLTS, BAD_ROW, BAD_TILES,
    BAD_TIME, BENEFIT, BOXES, BUILDINGS, CHOOSE, COLOURS, COMBAT_A, COUNTIES, DEPLOY_1, ENDED,
    EVENTS, FAVOR_CARD, GRAIN, LEAD, MOVE, NEW_EVENT, NO_ARMIES, NO_BATTLE, OK, PARRY, PEASANTS,
    PICK, PLACE, PLAN, POSITIONS, REVEAL, REVOLT, REVOLT_CARD, REVOLT_ORDER, ROW, SPRING, STATION,
    STRAY_ARMIES, TAXES, TIE, TILE, TOWER, WINTER, WINTER_REVOLT, WINTER_SOURCES, Rules, State,
)


cdef inline int check(const State *s, const Rules *r, Problem *why) noexcept nogil:
    return (
        check_time(s, r, why) or check_board(s, r, why) or check_cubes(s, r, why)
        or check_round(s, r, why) or check_plans(s, r, why) or check_draft(s, r, why)
        or check_turn(s, r, why) or check_court(s, r, why) or check_leaders(s, r, why)
    )


cdef inline int check_time(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """Year, season, step and turn fit the phase."""
    cdef int seat
    if (s.season == WINTER) != (s.phase == ENDED or wintry(s)) or s.phase == ENDED and s.year == 0:
        return refuse(why, BAD_TIME)
    if before_the_game(s) and (s.year or s.season) or s.phase == NEW_EVENT and s.season != SPRING:
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
        if s.year == 0 and total(s.points[seat], WINTER_SOURCES):
            return refuse(why, BAD_TIME)
    return OK


# --- the board ---

cdef inline int check_board(const State *s, const Rules *r, Problem *why) noexcept nogil:
    cdef uint64_t taken = 0, built
    cdef int seat, county, kind, found, fighting = s.target - 1 if s.phase == TOWER else -1
    cdef bint held
    for seat in range(r.seats):
        if s.owned[seat] & (taken | ~r.in_play):
            return refuse(why, BAD_COUNTIES, seat)
        taken |= s.owned[seat]
    for county in range(COUNTIES):
        held = taken >> county & 1
        # Armies that fight for a county are in the tower.
        if s.armies[county] and (not held or county == fighting):
            return refuse(why, STRAY_ARMIES, county)
        if held and s.armies[county] == 0 and county != fighting:
            return refuse(why, NO_ARMIES, owner_of(s, r, county), county)
        if s.markers[county] and not held:
            return refuse(why, BAD_MARKERS, county)
    for kind in range(BUILDINGS):
        built = s.built[kind]
        while built:
            county = take_bit64(&built)
            if not taken >> county & 1 or sites_left(s, r, county) < 0:
                return refuse(why, BAD_BUILDINGS, kind, county)
        found = popcount64(s.built[kind])
        if found > r.buildings[kind]:
            return refuse(why, BAD_TILES, kind, found, r.buildings[kind])
    return OK


cdef inline int check_cubes(const State *s, const Rules *r, Problem *why) noexcept nogil:
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
                found += s.armies[take_bit64(&left)]
        if found != expected:
            return refuse(why, BAD_CUBES, colour, found, expected)
    return OK


# --- the round ---

cdef inline int check_round(const State *s, const Rules *r, Problem *why) noexcept nogil:
    if not events_fit(s, r):
        return refuse(why, BAD_EVENTS, popcount32(s.open_events), popcount32(s.event_deck))
    if not row_fits(s, r):
        return refuse(why, BAD_ROW, s.row_size)
    if not tiles_fit(s):
        return refuse(why, BAD_BONUS)
    if not order_fits(s, r):
        return refuse(why, BAD_ORDER)
    return OK


cdef inline bint events_fit(const State *s, const Rules *r) noexcept nogil:
    """Four a year, one fewer after each round; a card that is gone does not come back."""
    cdef int up = popcount32(s.open_events), drawn
    cdef bint chosen = s.phase == TIE or s.phase == CHOOSE or order_set(s)
    if s.open_events & s.event_deck or (s.event > 0) != chosen:
        return False
    if chosen and (s.open_events | s.event_deck) >> (s.event - 1) & 1:
        return False
    drawn = r.events_a_year * (s.year + 1)
    if before_the_game(s):
        return up == 0 and popcount32(s.event_deck) == EVENTS
    if s.phase == NEW_EVENT:
        if up >= r.events_a_year:
            return False
        drawn += up - r.events_a_year
    elif up != (0 if s.phase == ENDED else r.events_a_year - s.season - chosen):
        return False
    return popcount32(s.event_deck) == EVENTS - drawn


cdef inline int laid(const uint8_t *cards, int places) noexcept nogil:
    """How many cards lie on the first places; -1 if there is a gap or a card lies twice."""
    cdef int i, mask = 0, n = 0
    for i in range(places):
        if cards[i]:
            if n < i or mask >> cards[i] & 1:
                return -1
            mask |= 1 << cards[i]
            n += 1
    return n


cdef inline bint row_fits(const State *s, const Rules *r) noexcept nogil:
    """The open action cards: each once, and as many as this step needs."""
    cdef int expected = 0
    if s.phase == ROW:
        expected = min(<int>s.row_size, r.open_actions - 1)
    elif s.phase == REVEAL:
        expected = r.open_actions + s.step - 1
        if expected > BOXES - 2:
            return False
    elif acting(s):
        expected = min(BOXES, r.open_actions + s.step)
    elif TILE <= s.phase <= CHOOSE or at_court(s):
        expected = r.open_actions
    return s.row_size == expected and laid(s.row, BOXES) == expected


cdef inline bint tiles_fit(const State *s) noexcept nogil:
    cdef int tiles = laid(s.tile, POSITIONS)
    if s.phase == TILE:
        return 0 <= tiles < POSITIONS - 1
    return tiles == (POSITIONS if FAVOR_CARD <= s.phase <= CHOOSE or order_set(s) else 0)


cdef inline bint order_fits(const State *s, const Rules *r) noexcept nogil:
    """Each seat has one position once all have chosen."""
    cdef int i, mask = 0, placed = 0
    for i in range(POSITIONS):
        if s.leader[i]:
            mask |= 1 << s.leader[i]
            placed += 1
    if popcount32(mask) != placed:
        return False
    if s.phase == TIE or s.phase == CHOOSE:
        return placed < r.seats
    if order_set(s) or wintry(s):
        return placed == r.seats and (s.phase == REVEAL or at_court(s) or s.leader[s.turn] > 0)
    return placed == 0


# --- whose turn, and what is pending ---

cdef inline int check_turn(const State *s, const Rules *r, Problem *why) noexcept nogil:
    if not player_fits(s, r):
        return refuse(why, BAD_PLAYER)
    if not throw_fits(s):
        return refuse(why, BAD_BATTLE)
    if not revolts_fit(s):
        return refuse(why, BAD_REVOLTS)
    if not move_fits(s, r):
        return refuse(why, BAD_MOVE)
    if s.phase == PARRY and not parry_fits(s, r, performer(s)):
        return refuse(why, BAD_QUESTION)
    return OK


cdef inline bint player_fits(const State *s, const Rules *r) noexcept nogil:
    cdef int player = s.head.player, tied
    if s.phase == ENDED:
        return player == OVER
    if s.phase == PLAN:
        if s.head.view_of != FULL:
            return player == mover_in_view(s, r, s.head.view_of)
        return 0 <= player < r.seats and s.planned[player] < r.plan_steps
    if s.phase == PICK or s.phase == PLACE:
        return player == picker(s, r)
    if at_court(s):
        return 0 <= player < r.seats
    if STATION <= s.phase <= PARRY or s.phase == REVOLT_ORDER or s.phase == LEAD:
        return player == performer(s)
    tied = highest_bidders(s, r)
    if s.phase == CHOOSE:
        return player >= 0 and tied >> player & 1
    return player == CHANCE and (s.phase != TIE or tied & (tied - 1))


cdef inline bint throw_fits(const State *s) noexcept nogil:
    """Colours before the current one have fallen, the others are still in hand."""
    cdef int colour, fresh = total(s.fresh, COLOURS), settled = 0
    if s.phase != TOWER:
        return fresh == 0 and s.colour == 0 and s.thrown == 0
    for colour in range(COLOURS):
        if colour < s.colour:
            settled += s.tower[colour] + s.tray[colour]
            if s.fresh[colour]:
                return False
        elif s.tray[colour]:
            return False
    if s.colour >= COLOURS or s.fresh[s.colour] + s.tower[s.colour] == 0:
        return False
    return 0 < s.thrown and fresh <= s.thrown <= fresh + settled


cdef inline bint revolts_fit(const State *s) noexcept nogil:
    cdef uint64_t hand
    if not wintry(s) or s.phase == STATION:
        return s.revolting == 0 and s.due == 0 and s.extra == 0
    hand = s.owned[performer(s)]
    if s.revolting & ~hand:
        return False
    if s.phase == REVOLT_CARD:
        return 0 < s.due < popcount64(hand & ~s.revolting)
    if s.due:
        return False
    if s.phase == REVOLT_ORDER:
        return popcount64(s.revolting) > 1
    return s.target > 0 and not s.revolting >> (s.target - 1) & 1


cdef inline bint parry_fits(const State *s, const Rules *r, int seat) noexcept nogil:
    """The seat has collected in a county of its own, and has kept a card against the marker."""
    cdef int action = action_now(s)
    return (action == GRAIN or action == TAXES) and is_county(s.box[seat][action]) and (
        s.owned[seat] >> origin(s) & 1) and (s.kept[seat] & r.calming) > 0


cdef inline bint move_fits(const State *s, const Rules *r) noexcept nogil:
    """The action and its county fit the card in the box."""
    cdef int seat, action, county, target = s.target - 1
    cdef bint moving = s.phase == MOVE or s.phase == AMOUNT
    if s.phase == TOWER and s.battle == WINTER_REVOLT:
        return target >= 0 and s.owned[performer(s)] >> target & 1
    if not moving and s.battle != ATTACK and s.battle != REVOLT:
        return s.target == 0
    seat = performer(s)
    action = action_now(s)
    if not is_county(s.box[seat][action]):
        return False
    county = origin(s)
    if s.battle == REVOLT:
        return target == county and (action == GRAIN or action == TAXES)
    if action < DEPLOY_1 or (s.phase == MOVE) != (s.target == 0):
        return False
    if s.phase == MOVE:
        return s.armies[county] > 1 and reach(s, r, seat, action, county) > 0
    if not reach(s, r, seat, action, county) >> target & 1:
        return False
    if s.battle == ATTACK:
        return action >= COMBAT_A and not s.owned[seat] >> target & 1
    return s.armies[county] > 2
