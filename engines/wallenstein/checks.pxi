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
    return code


cdef inline bint is_draft(int phase) noexcept nogil:
    return phase == DRAW or phase == PICK or phase == PLACE


cdef inline bint acting(const Wallenstein *s) noexcept nogil:
    """Whether the ten actions are being performed."""
    return s.phase == MOVE or s.phase == AMOUNT or s.phase == REVEAL or (
        s.phase == TOWER and (s.battle == ATTACK or s.battle == REVOLT))


cdef inline bint wintry(const Wallenstein *s) noexcept nogil:
    return s.phase == REVOLT_CARD or s.phase == REVOLT_ORDER or (
        s.phase == TOWER and s.battle == WINTER_REVOLT)


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
    for seat in range(r.seats):
        for i in range(N_SOURCES):
            if s.points[seat][i] and s.year == 0:
                return refuse(why, BAD_TIME)
    return OK


# --- the board ---

cdef inline uint64_t all_owned(const Wallenstein *s, const WallensteinRules *r) noexcept nogil:
    cdef uint64_t owned = 0
    cdef int seat
    for seat in range(r.seats):
        owned |= s.owned[seat]
    return owned


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
    cdef bint chosen = s.phase == TIE or s.phase == CHOOSE or acting(s)
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
    elif TILE <= s.phase <= CHOOSE:
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
    if PLAN <= s.phase <= CHOOSE or acting(s):
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
    if acting(s) or wintry(s):
        if placed != r.seats:
            return False
        return s.phase == REVEAL or s.leader[s.turn] > 0
    return placed == 0


# --- the plans ---

cdef int check_plans(const Wallenstein *s, const WallensteinRules *r, Problem *why) noexcept nogil:
    cdef int seat, code
    for seat in range(r.seats):
        if s.phase == PLAN:
            code = check_unfinished(s, seat, why)
        elif plans_lie(s):
            code = check_finished(s, seat, why)
        else:
            code = check_no_plan(s, seat, why)
        if code != OK:
            return code
    return OK


cdef int check_no_plan(const Wallenstein *s, int seat, Problem *why) noexcept nogil:
    cdef int i
    if s.planned[seat] or s.bid[seat] or s.closed[seat]:
        return refuse(why, BAD_PLAN, seat)
    for i in range(BOXES):
        if s.box[seat][i]:
            return refuse(why, BAD_PLAN, seat)
    return OK


cdef int check_unfinished(const Wallenstein *s, int seat, Problem *why) noexcept nogil:
    """A plan being made: own cards, each once; in a view the viewer's only."""
    cdef uint64_t hand = s.owned[seat]
    cdef int i, card, money = MONEY_CARDS, decided = s.planned[seat]
    if s.closed[seat]:
        return refuse(why, BAD_CLOSED, seat)
    if s.head.view_of != FULL and s.head.view_of != seat and decided:
        return refuse(why, BAD_PLAN, seat)
    # One seat decides at a time; the others have finished or not begun.
    if seat != s.head.player and 0 < decided < PLAN_STEPS:
        return refuse(why, BAD_PLAN, seat)
    card = s.bid[seat]
    if card == FACE_DOWN or (decided == 0 and card) or not (
        take_from(&hand, &money, card) and can_pay(s, seat)
    ):
        return refuse(why, BAD_BID, seat)
    for i in range(BOXES):
        card = s.box[seat][i]
        if (card and i + 1 >= decided) or card > MONEY or not take_from(&hand, &money, card):
            return refuse(why, BAD_BOX, seat, i)
    return OK


cdef inline bint can_pay(const Wallenstein *s, int seat) noexcept nogil:
    return s.bid[seat] < MONEY or s.bid[seat] - MONEY <= s.thalers[seat]


cdef inline bint take_from(uint64_t *hand, int *money, int card) noexcept nogil:
    """Take a card out of a hand; False if it is not there."""
    if is_county(card):
        if not hand[0] >> (card - 1) & 1:
            return False
        hand[0] ^= bit(card - 1)
    elif card:
        money[0] -= 1
    return money[0] >= 0


cdef int check_finished(const Wallenstein *s, int seat, Problem *why) noexcept nogil:
    """A plan that lies on the mat: open cards are public, the others come from `closed`."""
    cdef uint64_t closed = s.closed[seat], seen = s.owned[seat] & ~s.closed[seat]
    cdef int i, card, money = MONEY_CARDS, opened = opened_boxes(s, seat), unknown = 0
    cdef bint others = s.head.view_of != FULL and s.head.view_of != seat
    if s.closed[seat] & ~s.owned[seat]:
        return refuse(why, BAD_CLOSED, seat)
    if s.planned[seat]:
        return refuse(why, BAD_PLAN, seat)
    card = s.bid[seat]
    if s.phase == ROUND_EVENT:
        if (card == FACE_DOWN) != (others and card != NOTHING):
            return refuse(why, BAD_BID, seat)
        if card == FACE_DOWN:
            unknown = 1
        elif not take_from(&closed, &money, card) or not can_pay(s, seat):
            return refuse(why, BAD_BID, seat)
    elif card == FACE_DOWN or not take_from(&seen, &money, card):
        return refuse(why, BAD_BID, seat)
    for i in range(BOXES):
        card = s.box[seat][i]
        if card == NOTHING:
            continue
        if opened >> i & 1:
            if card > MONEY or not take_from(&seen, &money, card):
                return refuse(why, BAD_BOX, seat, i)
        elif others:
            if card != FACE_DOWN:
                return refuse(why, BAD_BOX, seat, i)
            unknown += 1
        elif card > MONEY or not take_from(&closed, &money, card):
            return refuse(why, BAD_BOX, seat, i)
    if unknown > popcount64(closed) + money:
        return refuse(why, BAD_PLAN, seat)
    return OK


# --- the draft ---

cdef int check_draft(const Wallenstein *s, const WallensteinRules *r, Problem *why) noexcept nogil:
    if is_draft(s.phase):
        if not draft_fits(s, r):
            return refuse(why, BAD_DRAFT)
        return OK
    return check_no_draft(s, why)


cdef int check_no_draft(const Wallenstein *s, Problem *why) noexcept nogil:
    cdef int seat, i, found = s.display[0] | s.display[1] | s.swapped | s.picked | s.bottom_size
    for seat in range(MAX_PLAYERS):
        found |= s.before[seat][0] | s.before[seat][1] | s.groups[seat]
    for i in range(COUNTIES):
        found |= s.bottom[i]
    return refuse(why, BAD_DRAFT) if found or s.deck else OK


cdef bint draft_fits(const Wallenstein *s, const WallensteinRules *r) noexcept nogil:
    """Every county card is somewhere, and seats have taken cards in turn."""
    cdef uint64_t cards = s.deck | all_owned(s, r)
    cdef int seat, i, left, place = picker(s, r), taken = popcount64(s.owned[r.seats - 1])
    if s.deck & (all_owned(s, r) | ~r.in_play):
        return False
    for i in range(COUNTIES):
        if (s.bottom[i] > 0) != (i < s.bottom_size) or not add_card(&cards, s.bottom[i], r):
            return False
    if not (
        add_card(&cards, s.display[0], r) and add_card(&cards, s.display[1], r)
        and add_card(&cards, s.picked, r) and cards == r.in_play
    ):
        return False
    for seat in range(r.seats):
        left = 0
        for i in range(r.n_groups):
            if not s.groups[seat] >> i & 1:
                continue
            left += r.group[i]
            # Of equal groups the first is placed first.
            if i + 1 < r.n_groups and r.group[i] == r.group[i + 1] and not (
                s.groups[seat] >> (i + 1) & 1
            ):
                return False
        if s.groups[seat] >> r.n_groups or s.supply[seat] < left + r.fill:
            return False
        if popcount64(s.owned[seat]) != taken + (seat < place):
            return False
        if popcount32(s.groups[seat]) + popcount64(s.owned[seat]) != r.n_groups:
            return False
        if s.before[seat][0] >= s.before[seat][1] and s.before[seat][1]:
            return False
    return draft_step_fits(s, place)


cdef inline bint add_card(uint64_t *cards, int card, const WallensteinRules *r) noexcept nogil:
    """Add a county card to those found, if it is one; False if it was there or is not in play."""
    if card == 0:
        return True
    if cards[0] >> (card - 1) & 1 or not r.in_play >> (card - 1) & 1:
        return False
    cards[0] |= bit(card - 1)
    return True


cdef bint draft_step_fits(const Wallenstein *s, int place) noexcept nogil:
    cdef bint full = s.display[0] > 0 and s.display[1] > 0
    if s.groups[place] == 0:
        return False
    if s.phase == DRAW:
        if s.display[0] == 0 and s.display[1] == 0 and s.picked:
            return False
        return s.deck > 0 and not (full and s.picked)
    return full and (s.picked > 0) == (s.phase == PLACE)


# --- whose turn, and what is pending ---

cdef int check_turn(const Wallenstein *s, const WallensteinRules *r, Problem *why) noexcept nogil:
    if not player_fits(s, r):
        return refuse(why, BAD_PLAYER)
    if not throw_fits(s):
        return refuse(why, BAD_BATTLE)
    if not revolts_fit(s):
        return refuse(why, BAD_REVOLTS)
    if not move_fits(s, r):
        return refuse(why, BAD_MOVE)
    return OK


cdef bint player_fits(const Wallenstein *s, const WallensteinRules *r) noexcept nogil:
    cdef int player = s.head.player, tied
    if s.phase == ENDED:
        return player == OVER
    if s.phase == PLAN:
        if s.head.view_of != FULL:
            return player == mover_in_view(s, s.head.view_of)
        return 0 <= player < r.seats and s.planned[player] < PLAN_STEPS
    if s.phase == PICK or s.phase == PLACE:
        return player == picker(s, r)
    if s.phase == MOVE or s.phase == AMOUNT or s.phase == REVOLT_ORDER:
        return player == performer(s)
    if s.phase == CHOOSE:
        tied = highest_bidders(s, r)
        return player >= 0 and tied >> player & 1
    if s.phase == TIE:
        tied = highest_bidders(s, r)
        return player == CHANCE and tied & (tied - 1)
    return player == CHANCE


cdef bint throw_fits(const Wallenstein *s) noexcept nogil:
    """Colours before the current one have fallen, the others are still in hand."""
    cdef int colour, fresh = 0, settled = 0
    for colour in range(COLOURS):
        fresh += s.fresh[colour]
        if s.phase != TOWER:
            continue
        if colour < s.colour:
            settled += s.tower[colour] + s.tray[colour]
            if s.fresh[colour]:
                return False
        elif s.tray[colour]:
            return False
    if s.phase != TOWER:
        return fresh == 0 and s.colour == 0 and s.thrown == 0
    if s.colour >= COLOURS or s.fresh[s.colour] + s.tower[s.colour] == 0:
        return False
    return 0 < s.thrown and fresh <= s.thrown <= fresh + settled


cdef bint revolts_fit(const Wallenstein *s) noexcept nogil:
    cdef uint64_t hand
    if not wintry(s):
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


cdef bint move_fits(const Wallenstein *s, const WallensteinRules *r) noexcept nogil:
    """What is done in which county, by the card in the box."""
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
