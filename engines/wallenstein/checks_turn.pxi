# Checks of the draft, and of what is pending. Included in rules.pyx.


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
    if s.phase == PARRY and not parry_fits(s, r, performer(s)):
        return refuse(why, BAD_QUESTION)
    return OK


cdef bint player_fits(const Wallenstein *s, const WallensteinRules *r) noexcept nogil:
    cdef int player = s.head.player, tied
    if s.phase == ENDED:
        return player == OVER
    if s.phase == PLAN:
        if s.head.view_of != FULL:
            return player == mover_in_view(s, r, s.head.view_of)
        return 0 <= player < r.seats and s.planned[player] < r.plan_steps
    if s.phase == PICK or s.phase == PLACE:
        return player == picker(s, r)
    if MOVE <= s.phase <= PARRY or s.phase == REVOLT_ORDER or (
        s.phase == STATION or s.phase == LEAD or s.phase == BENEFIT
    ):
        return player == performer(s)
    if s.phase == CHOOSE:
        tied = highest_bidders(s, r)
        return player >= 0 and tied >> player & 1
    if at_court(s):
        return 0 <= player < r.seats
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


cdef bint parry_fits(const Wallenstein *s, const WallensteinRules *r, int seat) noexcept nogil:
    """Somebody has collected in a county of their own, and has kept a card for the marker."""
    cdef int action = action_now(s)
    return (action == GRAIN or action == TAXES) and is_county(s.box[seat][action]) and (
        s.owned[seat] >> origin(s) & 1) and (s.kept[seat] & r.calming) > 0


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
