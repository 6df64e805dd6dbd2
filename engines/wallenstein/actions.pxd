"""The ten actions of a round, and its end (R19 to R28)."""
from libc.stdint cimport int32_t, uint32_t
from libc.string cimport memset

from eminence.cython_ext.core cimport lowest_bit
from eminence.cython_ext.game cimport CHANCE, TO_ALL, Seen, show
from eminence.engines.kit.bits cimport list_bits64
from eminence.engines.wallenstein.board cimport (
    action_now, armies_of, ask, bit, can_build, effect_now, gained, grain_of, led, origin,
    performer, price, reach, tax_of, tile_of,
)
from eminence.engines.wallenstein.combat cimport begin_attack, begin_revolt
from eminence.engines.wallenstein.leaders.generals cimport next_leader
from eminence.engines.wallenstein.rounds cimport lay_action, unseen_actions
from eminence.engines.wallenstein.state cimport (
    AMOUNT, ARMIES, BOXES, DEPLOY_1, DEPLOY_5, GRAIN, LEAD, MONEY, MOST_GRAIN, MOST_THALERS, MOVE,
    MOVE_TO, NOTHING, PARRY, PARRY_MARKER, POSITIONS, POST, POST_CALMS, REVEAL, REVOLT, ROW, STAY,
    TAXES, TILE_DEPLOY, TOWER_CARD, WINTER, Rules, State,
)
from eminence.engines.wallenstein.winter cimport begin_winter


cdef inline void finish_action(State *s, const Rules *r, Seen *seen) noexcept nogil:
    """After an answer or a fight: the next seat performs the action."""
    s.target = 0
    s.turn += 1
    perform(s, r, seen)


cdef inline void perform(State *s, const Rules *r, Seen *seen) noexcept nogil:
    """Action by action, each seat in player order, up to the next question or event (R19)."""
    while True:
        while s.turn < POSITIONS:
            if s.leader[s.turn] and not act(s, r, seen):
                return
            s.turn += 1
        s.turn = 0
        s.step += 1
        if s.step == BOXES:
            move_leaders(s, r)
            return
        if turn_up_action(s):
            return


cdef inline bint turn_up_action(State *s) noexcept nogil:
    """Whether chance turns up the next card. The last card is not an event: all know it (R20)."""
    cdef int left = unseen_actions(s)
    if left & (left - 1):
        ask(s, REVEAL, CHANCE)
        return True
    if left:
        lay_action(s, lowest_bit(left))
    return False


cdef inline bint act(State *s, const Rules *r, Seen *seen) noexcept nogil:
    """Turn up the card and do what it says; False if somebody is asked or a battle begins."""
    cdef int seat = performer(s), action = action_now(s)
    cdef int card = s.box[seat][action], county = card - 1, amount
    if card == NOTHING:
        return True
    show(seen, TO_ALL, card)
    if card == MONEY or card == TOWER_CARD:
        return True
    s.closed[seat] &= ~bit(county)
    if action <= POST:
        build(s, r, seat, action, county)
        return True
    if action == GRAIN:
        amount = grain_of(s, r, county, tile_of(s, seat)) + led(s, r, seat, GRAIN, county)
        s.grain[seat] = gained(s.grain[seat], amount, MOST_GRAIN)
        return stay_calm(s, r, seat, county)
    if action == TAXES:
        amount = tax_of(s, r, county, tile_of(s, seat)) + led(s, r, seat, TAXES, county)
        s.thalers[seat] = gained(s.thalers[seat], amount, MOST_THALERS)
        return stay_calm(s, r, seat, county)
    if action <= DEPLOY_1 and not deploy(s, r, seat, action, county):
        return True
    if action >= DEPLOY_1 and s.armies[county] > 1 and reach(s, r, seat, action, county):
        ask(s, MOVE, seat)
        return False
    return True


cdef inline void build(State *s, const Rules *r, int seat, int kind, int county) noexcept nogil:
    cdef int thalers = price(s, r, seat, kind, county)
    if s.thalers[seat] < thalers or not can_build(s, r, kind, county):
        return
    s.thalers[seat] -= thalers
    put_building(s, r, kind, county)


cdef inline void put_building(State *s, const Rules *r, int kind, int county) noexcept nogil:
    s.built[kind] |= bit(county)
    if kind == POST and effect_now(s, r) == POST_CALMS:
        s.markers[county] -= min(<int>s.markers[county], r.amount[s.event - 1])


cdef inline bint stay_calm(State *s, const Rules *r, int seat, int county) noexcept nogil:
    """After collecting: the first marker, or a revolt where there is one already (R22)."""
    if s.markers[county] == 0:
        return lay_marker(s, r, seat, county)
    begin_revolt(s, seat, county, 0, REVOLT)
    return False


cdef inline bint lay_marker(State *s, const Rules *r, int seat, int county) noexcept nogil:
    """A revolt marker; False if the seat has kept a favor and is asked about it (C12.4)."""
    if s.kept[seat] & r.calming:
        s.target = 0
        ask(s, PARRY, seat)
        return False
    s.markers[county] += 1
    return True


cdef inline void answer_marker(State *s, const Rules *r, int action, Seen *seen) noexcept nogil:
    cdef int seat = s.head.player
    cdef uint32_t parries = s.kept[seat] & r.calming
    if action == PARRY_MARKER:
        s.kept[seat] ^= parries & -parries
    else:
        s.markers[origin(s)] += 1
    finish_action(s, r, seen)


cdef inline bint deploy(State *s, const Rules *r, int seat, int action, int county) noexcept nogil:
    """Pay and place armies; False if that is not possible in full (R19, R23)."""
    cdef int armies = armies_of(s, r, action)
    if s.thalers[seat] < r.cost[action] or s.supply[seat] < armies:
        return False
    if action == DEPLOY_5 and tile_of(s, seat) == TILE_DEPLOY:
        armies = max(armies, min(r.bonus[TILE_DEPLOY], <int>s.supply[seat]))
    armies = min(armies + led(s, r, seat, action, county), <int>s.supply[seat])
    s.thalers[seat] -= r.cost[action]
    s.supply[seat] -= armies
    s.armies[county] += armies
    return True


# --- moving ---

cdef inline int move_actions(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    out[0] = STAY
    return 1 + list_bits64(
        reach(s, r, s.head.player, action_now(s), origin(s)), MOVE_TO, out + 1)


cdef inline int amount_actions(const State *s, int32_t *out) noexcept nogil:
    """One army at least stays behind (R24)."""
    cdef int n
    for n in range(1, s.armies[origin(s)]):
        out[n - 1] = ARMIES + n
    return s.armies[origin(s)] - 1


cdef inline void move(State *s, const Rules *r, int action, Seen *seen) noexcept nogil:
    if action == STAY:
        finish_action(s, r, seen)
        return
    s.target = action - MOVE_TO + 1
    if s.armies[origin(s)] == 2:
        march(s, r, 1, seen)
    else:
        s.phase = AMOUNT


cdef inline void march(State *s, const Rules *r, int n, Seen *seen) noexcept nogil:
    cdef int seat = s.head.player, target = s.target - 1
    s.armies[origin(s)] -= n
    if s.owned[seat] >> target & 1:
        s.armies[target] += n
        finish_action(s, r, seen)
    else:
        begin_attack(s, r, seat, target, n)


# --- the end of a round ---

cdef inline void move_leaders(State *s, const Rules *r) noexcept nogil:
    """After the tenth action all leaders on the board move (L5)."""
    if r.leaders and next_leader(s, r, LEAD):
        return
    end_round(s, r)


cdef inline void end_round(State *s, const Rules *r) noexcept nogil:
    """Cards and tiles are taken back; the player order stays for winter (R28)."""
    cdef int seat
    s.step = 0
    s.row_size = 0
    memset(s.row, 0, sizeof(s.row))
    memset(s.tile, 0, sizeof(s.tile))
    memset(s.bid, 0, sizeof(s.bid))
    memset(s.box, 0, sizeof(s.box))
    memset(s.closed, 0, sizeof(s.closed))
    s.event = 0
    for seat in range(r.seats):
        s.kept[seat] &= r.calming
    s.season += 1
    if s.season == WINTER:
        begin_winter(s, r)
    else:
        memset(s.leader, 0, sizeof(s.leader))
        ask(s, ROW, CHANCE)
