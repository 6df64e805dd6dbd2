"""The rules of Wallenstein; clause numbers (R..) are those of RULES.md.

The parts of a game follow each other in files of their own, all compiled into this module.
"""
import numpy as np

from libc.math cimport exp
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from cython_ext.core cimport Rng, below, lowest_bit, popcount32, unit
from cython_ext.game cimport (
    BY_CHANCE, CHANCE, FULL, OVER, TO_ALL, UNIFORM, Ops, Problem, Return, Seen, Table, new_table,
    rank_seats, refuse, seat_bit, show,
)
from engines.bits cimport list_bits64, lowest_bit64, nth_bit64, popcount64
from engines.wallenstein.board cimport (
    MOST_GRAIN, MOST_POINTS, MOST_THALERS,
    action_now, all_owned, armies_of, attack_bonus, bit, can_build, defence_bonus, effect_now,
    gained, grain_of, is_county, led, neutral_defence, opened_boxes, order_set, origin, owner_of,
    performer, points_now, price, reach, regions_held, sites_left, statue_count, tax_of, tile_of,
    total_points,
)
from engines.wallenstein.guidance cimport evaluate, priors
from engines.wallenstein.tower cimport fall_chances
from engines.wallenstein.worth cimport N_WEIGHTS, bid_gain, card_worth

cdef enum:
    MAX_THALERS = 1 << 16   # above what anybody can have

include "setup.pxi"
include "planning.pxi"
include "auction.pxi"
include "leaders.pxi"
include "regions.pxi"
include "court.pxi"
include "actions.pxi"
include "combat.pxi"
include "winter.pxi"
include "knowledge.pxi"
include "checks.pxi"
include "checks_plans.pxi"
include "checks_turn.pxi"
include "checks_court.pxi"
include "checks_leaders.pxi"


# --- decisions ---

cdef int actions(const void *state, const void *rules, int32_t *out) noexcept nogil:
    s = <const Wallenstein *>state
    r = <const WallensteinRules *>rules
    if s.phase == PLAN:
        return plan_actions(s, r, out)
    if s.phase == MOVE:
        return move_actions(s, r, out)
    if s.phase == AMOUNT:
        return amount_actions(s, out)
    if s.phase == PARRY:
        out[0] = TAKE_MARKER
        out[1] = PARRY_MARKER
        return 2
    if s.phase == CHOOSE:
        return position_actions(s, out)
    if s.phase == FAVOR:
        return favor_actions(s, r, out)
    if s.phase == USE_FAVOR:
        return use_actions(s, r, out)
    if s.phase == PICK:
        return pick_actions(s, out)
    if s.phase == PLACE:
        return group_actions(s, r, s.head.player, out)
    if s.phase == STATION or s.phase == LEAD:
        return lead_actions(s, r, s.head.player, out)
    if s.phase == BENEFIT:
        return benefit_actions(s, r, s.head.player, out)
    return list_bits64(s.revolting, REVOLT_FIRST, out)


cdef void apply(void *state, const void *rules, int action, Seen *seen) noexcept nogil:
    s = <Wallenstein *>state
    r = <const WallensteinRules *>rules
    if s.phase == PLAN:
        plan(s, r, action, seen)
        return
    if s.head.player == CHANCE:
        show(seen, TO_ALL | BY_CHANCE, action)
        happen(s, r, action, seen)
        return
    show(seen, TO_ALL, action)
    if s.phase == MOVE:
        move(s, r, action, seen)
    elif s.phase == AMOUNT:
        march(s, r, action - ARMIES, seen)
    elif s.phase == PARRY:
        answer_marker(s, r, action, seen)
    elif s.phase == CHOOSE:
        take_position(s, r, action - TAKE_POSITION, seen)
    elif s.phase == FAVOR:
        choose_favor(s, r, action, seen)
    elif s.phase == USE_FAVOR:
        use_favor(s, r, action, seen)
    elif s.phase == PICK:
        pick(s, r, action, seen)
    elif s.phase == PLACE:
        place_group(s, r, action)
    elif s.phase == STATION or s.phase == LEAD:
        lead(s, r, action, seen)
    elif s.phase == BENEFIT:
        take_benefit(s, r, action - TAKE_BENEFIT, seen)
    else:
        suffer_revolt(s, r, action - REVOLT_FIRST, seen)


# --- chance ---

cdef int event(const void *state, const void *rules, int *seat) noexcept nogil:
    s = <const Wallenstein *>state
    r = <const WallensteinRules *>rules
    seat[0] = -1
    if s.phase == TOWER:
        if s.colour < PEASANTS:
            seat[0] = s.colour
        return EVENT_TOWER
    if s.phase == REVOLT_CARD:
        seat[0] = performer(s)
        return EVENT_REVOLT
    if s.phase == DRAW:
        if s.display[0] and s.display[1]:
            seat[0] = picker(s, r)
        return EVENT_COUNTY
    if s.phase == NEW_EVENT:
        return EVENT_CARD
    if s.phase == TILE:
        return EVENT_TILE
    if s.phase == FAVOR_CARD:
        return EVENT_FAVOR
    if s.phase == ROUND_EVENT:
        return EVENT_ROUND
    if s.phase == TIE:
        return EVENT_TIE
    return EVENT_ACTION


cdef inline uint64_t draws(const Wallenstein *s, const WallensteinRules *r) noexcept nogil:
    """An event that is no throw: the set of what may come, each as likely as the other."""
    if s.phase == ROW or s.phase == REVEAL:
        return unseen_actions(s)
    if s.phase == TILE:
        return free_tiles(s)
    if s.phase == FAVOR_CARD:
        return s.favor_deck
    if s.phase == TIE:
        return highest_bidders(s, r)
    if s.phase == NEW_EVENT:
        return s.event_deck
    if s.phase == ROUND_EVENT:
        return s.open_events
    if s.phase == REVOLT_CARD:
        return s.owned[performer(s)] & ~s.revolting
    return s.deck


cdef int outcomes(const void *state, const void *rules, int32_t *out, double *p) noexcept nogil:
    s = <const Wallenstein *>state
    r = <const WallensteinRules *>rules
    cdef int n, i
    if s.phase == TOWER:
        n = 1 + s.fresh[s.colour] + s.tower[s.colour]
        fall_chances(
            s.fresh[s.colour], r.fresh_out, s.tower[s.colour], r.stuck_out[s.thrown], p)
        for i in range(n):
            out[i] = i
        return n
    n = list_bits64(draws(s, r), 0, out)
    for i in range(n):
        p[i] = 1.0 / n
    return n


cdef int roll(const void *state, const void *rules, Rng *rng) noexcept nogil:
    s = <const Wallenstein *>state
    r = <const WallensteinRules *>rules
    cdef int cubes = 0
    cdef uint64_t mask
    if s.phase == TOWER:
        for _ in range(s.fresh[s.colour]):
            cubes += unit(rng) < r.fresh_out
        for _ in range(s.tower[s.colour]):
            cubes += unit(rng) < r.stuck_out[s.thrown]
        return cubes
    mask = draws(s, r)
    return nth_bit64(mask, below(rng, popcount64(mask)))


cdef void happen(
    Wallenstein *s, const WallensteinRules *r, int outcome, Seen *seen
) noexcept nogil:
    if s.phase == TOWER:
        fall_out(s, r, outcome, seen)
    elif s.phase == ROW:
        lay_first_actions(s, r, outcome)
    elif s.phase == TILE:
        lay_tile(s, r, outcome)
    elif s.phase == FAVOR_CARD:
        lay_favor(s, outcome + 1)
    elif s.phase == ROUND_EVENT:
        choose_event(s, r, outcome, seen)
    elif s.phase == TIE:
        ask_for_position(s, r, outcome, seen)
    elif s.phase == REVEAL:
        lay_action(s, outcome)
        perform(s, r, seen)
    elif s.phase == NEW_EVENT:
        reveal_event_card(s, r, outcome)
    elif s.phase == REVOLT_CARD:
        s.revolting |= bit(outcome)
        s.due -= 1
        draw_revolts(s, r, seen)
    else:
        s.deck ^= bit(outcome)
        receive_card(s, r, outcome, seen)


# --- explanations ---

cdef inline int source_count(const WallensteinRules *r) noexcept nogil:
    return N_SOURCES if r.court or r.regions or r.leaders else WINTER_SOURCES


cdef void sources(const void *state, const void *rules, double *out) noexcept nogil:
    s = <const Wallenstein *>state
    r = <const WallensteinRules *>rules
    cdef int seat, i, n = source_count(r)
    for seat in range(r.seats):
        for i in range(n):
            out[seat * n + i] = s.points[seat][i]


include "../../cython_ext/engine.pxi"
include "loading.pxi"
