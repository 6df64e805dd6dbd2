"""The rules of Wallenstein; their parts are in files of their own and inlined here.

Clause numbers (R..) are those of RULES.md.
"""
from libc.stdint cimport int32_t, uint64_t, uint8_t

from eminence.cython_ext.core cimport Rng, unit
from eminence.cython_ext.game cimport (
    BY_CHANCE, CHANCE, TO_ALL, FeaturesOfAllFunction, Ops, RewindFunction, Seen, Table, show,
)
from eminence.engines.kit.bits cimport list_bits64, list_evenly, pick_bit64
from eminence.engines.wallenstein.actions cimport (
    amount_actions, answer_marker, finish_action, lay_marker, march, move, move_actions,
    move_leaders, perform,
)
from eminence.engines.wallenstein.board cimport bit, performer, plans_lie, statue_count
from eminence.engines.wallenstein.checks cimport check
from eminence.engines.wallenstein.combat cimport (
    end_throw, fall_chances, fall_out, settle_attack, settle_revolt,
)
from eminence.engines.wallenstein.court.favors cimport (
    choose_favor, favor_actions, lay_favor, use_actions, use_favor,
)
from eminence.engines.wallenstein.draft.drafting cimport (
    begin_draft, group_actions, pick, pick_actions, picker, place_group, receive_card,
)
from eminence.engines.wallenstein.guidance cimport evaluate, priors
from eminence.engines.wallenstein.knowledge cimport (
    closed_at_most, conceal, facts, hidden, imagine, rewind,
)
from eminence.engines.wallenstein.leaders.generals cimport lead_actions, send_leader
from eminence.engines.wallenstein.leaders.regions cimport benefit_actions, take_benefit
from eminence.engines.wallenstein.plans.auction cimport (
    ask_for_position, choose_event, highest_bidders, place_leaders, position_actions, take_position,
)
from eminence.engines.wallenstein.plans.planning cimport plan, plan_actions
from eminence.engines.wallenstein.rounds cimport (
    free_tiles, lay_action, lay_first_actions, lay_tile, reveal_event_card, unseen_actions,
)
from eminence.engines.wallenstein.setup cimport end_setup, fill_tower, line_up
from eminence.engines.wallenstein.sight.features cimport N_FEATURES, features, features_of_all
from eminence.engines.wallenstein.sight.traits cimport MAX_TRAITS, TRAIT_END, traits
from eminence.engines.wallenstein.state cimport (
    ALL_BOXES, AMOUNT, ARMIES, ATTACK, BENEFIT, BENEFITS, BOXES, CALM, CHOOSE, COLOURS, COUNTIES,
    COURT_BOXES, DRAW, ENDED, EVENTS, EVENT_ACTION, EVENT_CARD, EVENT_COUNTY, EVENT_FAVOR,
    EVENT_REVOLT, EVENT_ROUND, EVENT_TIE, EVENT_TILE, EVENT_TOWER, FAVOR, FAVORS, FAVOR_CARD,
    FILLING, FROM_BENEFITS, FROM_FAVORS, FROM_STATUES, FROM_TROPHIES, GROUPS, IMMUNE_A, IMMUNE_B,
    IMMUNE_BOTH, LEAD, MAX_ACTIONS, MAX_CUBES, MAX_THROWN, MOST_PLAN_STEPS,
    MOST_POINTS, MOVE, NEW_EVENT, N_SOURCES, N_WEIGHTS, PARRY, PARRY_MARKER, PEASANTS, PICK, PLACE,
    PLAN, REVEAL, REVOLT_CARD, REVOLT_FIRST, ROUND_EVENT, ROW, STATION, TAKE_BENEFIT, TAKE_MARKER,
    TAKE_POSITION, TIE, TILE, TOWER, USE_FAVOR, WINTER, WINTER_REVOLT, WINTER_SOURCES, Rules, State,
)
from eminence.engines.wallenstein.winter cimport (
    draw_revolts, next_revolt, return_leaders, returns, suffer_revolt,
)


cdef void start(State *s, const Rules *r) noexcept nogil:
    cdef int seat
    s.event_deck = (1 << EVENTS) - 1
    for seat in range(r.seats):
        s.supply[seat] = r.cubes
        s.thalers[seat] = r.thalers
    s.supply[PEASANTS] = r.peasants
    if r.court:
        s.favor_deck = (1 << FAVORS) - 1
    if r.draft:
        begin_draft(s, r)
    else:
        line_up(s, r)
        fill_tower(s, r)


# --- decisions ---

cdef int actions(const State *s, const Rules *r, int32_t *out) noexcept nogil:
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
        return group_actions(s, r, out)
    if s.phase == STATION or s.phase == LEAD:
        return lead_actions(s, r, out)
    if s.phase == BENEFIT:
        return benefit_actions(s, r, out)
    return list_bits64(s.revolting, REVOLT_FIRST, out)


cdef void apply(State *s, const Rules *r, int action, Seen *seen) noexcept nogil:
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
        pick(s, r, action)
    elif s.phase == PLACE:
        place_group(s, r, action)
    elif s.phase == STATION or s.phase == LEAD:
        lead(s, r, action, seen)
    elif s.phase == BENEFIT:
        take_benefit(s, r, action - TAKE_BENEFIT, seen)
    else:
        suffer_revolt(s, action - REVOLT_FIRST)


cdef void lead(State *s, const Rules *r, int action, Seen *seen) noexcept nogil:
    """A leader goes where his seat says; then comes the next leader, or what follows."""
    cdef int phase = s.phase
    send_leader(s, r, performer(s), action)
    s.turn += 1
    if phase == LEAD:
        move_leaders(s, r)
    elif s.season == WINTER:
        return_leaders(s, r)
    else:
        place_leaders(s, r, seen)


# --- chance ---

cdef int event(const State *s, const Rules *r, int *seat) noexcept nogil:
    seat[0] = -1
    if s.phase == TOWER and s.colour < PEASANTS:
        seat[0] = s.colour
    elif s.phase == REVOLT_CARD:
        seat[0] = performer(s)
    elif s.phase == DRAW and s.display[0] and s.display[1]:
        seat[0] = picker(s, r)
    return r.event_kind[s.phase]


cdef inline uint64_t draws(const State *s, const Rules *r) noexcept nogil:
    """The possible outcomes of every event but throws, all equally likely."""
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


cdef int outcomes(const State *s, const Rules *r, int32_t *out, double *p) noexcept nogil:
    cdef int n, i
    if s.phase == TOWER:
        n = 1 + s.fresh[s.colour] + s.tower[s.colour]
        fall_chances(
            s.fresh[s.colour], r.fresh_out, s.tower[s.colour], r.stuck_out[s.thrown], p)
        for i in range(n):
            out[i] = i
        return n
    return list_evenly(draws(s, r), out, p)


cdef int roll(const State *s, const Rules *r, Rng *rng) noexcept nogil:
    cdef int cubes = 0
    if s.phase != TOWER:
        return pick_bit64(draws(s, r), rng)
    for _ in range(s.fresh[s.colour]):
        cubes += unit(rng) < r.fresh_out
    for _ in range(s.tower[s.colour]):
        cubes += unit(rng) < r.stuck_out[s.thrown]
    return cubes


cdef void happen(State *s, const Rules *r, int outcome, Seen *seen) noexcept nogil:
    if s.phase == TOWER:
        fall_out(s, outcome)
        if s.colour == COLOURS:
            settle_throw(s, r, seen)
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
        draw_revolts(s, r)
    else:
        s.deck ^= bit(outcome)
        receive_card(s, r, outcome)


cdef void settle_throw(State *s, const Rules *r, Seen *seen) noexcept nogil:
    cdef int battle = end_throw(s), seat, county
    if battle == FILLING:
        end_setup(s, r)
    elif battle == ATTACK:
        settle_attack(s, r, seen)
        finish_action(s, r, seen)
    elif battle == WINTER_REVOLT:
        settle_revolt(s, seen)
        s.target = 0
        next_revolt(s, r)
    else:
        seat = performer(s)
        county = s.target - 1
        # An owner that keeps the county gets one more marker, or is asked about it.
        if not settle_revolt(s, seen) or lay_marker(s, r, seat, county):
            finish_action(s, r, seen)


# --- explanations ---

cdef inline int source_count(const Rules *r) noexcept nogil:
    return N_SOURCES if r.court or r.regions or r.leaders else WINTER_SOURCES


cdef void sources(const State *s, const Rules *r, double *out) noexcept nogil:
    cdef int seat, i, n = source_count(r)
    for seat in range(r.seats):
        for i in range(n):
            out[seat * n + i] = s.points[seat][i]


include "../../cython_ext/engine.pxi"


# --- from the data folder to the rules' tables ---

EVENT_KINDS = {
    DRAW: EVENT_COUNTY, TOWER: EVENT_TOWER, NEW_EVENT: EVENT_CARD, ROW: EVENT_ACTION,
    TILE: EVENT_TILE, FAVOR_CARD: EVENT_FAVOR, ROUND_EVENT: EVENT_ROUND, TIE: EVENT_TIE,
    REVEAL: EVENT_ACTION, REVOLT_CARD: EVENT_REVOLT,
}


cdef void fill_counties(Rules *r, board):
    for i, county in enumerate(board.counties):
        r.region[i] = county.region
        r.tax[i] = county.tax
        r.grain[i] = county.grain
        r.sites[i] = county.sites
        if county.in_play:
            r.in_play |= bit(i)
            r.region_counties[county.region] |= bit(i)
    for a, b in board.borders:
        if r.in_play >> <int>a & 1 and r.in_play >> <int>b & 1:
            r.neighbours[a] |= bit(b)
            r.neighbours[b] |= bit(a)
    for seat, lineup in enumerate(board.lineups):
        for county, armies in lineup:
            r.lineup[seat] |= bit(county)
            r.lineup_armies[county] = armies


cdef void fill_cards(Rules *r, board):
    for i, event in enumerate(board.events):
        r.effect[i] = event.effect
        r.amount[i] = event.amount
        r.lesser[i] = event.lesser
        r.grain_loss[i] = event.grain_loss
    for missing in range(1, COUNTIES + 1):
        for least, revolts, extra in board.chart:
            if missing >= least:
                r.revolts[missing] = revolts
                r.extra[missing] = extra
    r.open_actions = board.open_actions
    r.events_a_year = board.events_a_year
    r.cost = (*board.cost, *[0] * COURT_BOXES)
    r.armies = (*board.armies, *board.court.convert)
    r.bonus = board.bonus


cdef void fill_court(Rules *r, court):
    r.courtiers = court.courtiers
    r.space_cost = court.spaces
    for i, favor in enumerate(court.favors):
        r.favor_effect[i] = favor.effect
        r.favor_amount[i] = favor.amount
        if favor.effect in (IMMUNE_A, IMMUNE_BOTH):
            r.shields[0] |= 1 << i
        if favor.effect in (IMMUNE_B, IMMUNE_BOTH):
            r.shields[1] |= 1 << i
        if favor.effect == CALM:
            r.calming |= 1 << i


cdef void fill_leaders(Rules *r, cards, leaders):
    r.regions_needed = cards.regions
    r.benefit = cards.benefits
    for i, amount in enumerate(leaders.led):
        r.led[i] = amount
    r.statue_points = leaders.statue_points
    r.trophy_points = leaders.trophy_points


cdef void fill_numbers(Rules *r, board):
    r.thalers = board.thalers
    r.cubes = board.cubes
    r.peasants = board.peasants
    r.n_groups = len(board.groups)
    for i, armies in enumerate(board.groups):
        r.group[i] = armies
    r.buildings = board.buildings
    r.majority = board.majority
    r.neutral_peasants = board.neutral_peasants
    r.county_points = board.county_points
    r.building_points = board.building_points
    r.tie_loss = board.tie_loss
    r.fill = board.fill
    r.fill_peasants = board.fill_peasants


cdef void fill_tower_chances(Rules *r, board, str tower):
    """The chance that a cube inside falls out, by the number of cubes thrown in."""
    cdef int thrown
    r.fresh_out = board.fresh_out[tower]
    for thrown in range(MAX_THROWN + 1):
        r.stuck_out[thrown] = board.stuck_out
        if tower == "density":
            r.stuck_out[thrown] = 1 - (1 - <double>board.loosened) ** thrown


def table(board, int players, str setup, str tower, expansions, weights) -> Table:
    """The game table for one board; `data.read` has checked every number."""
    cdef Ops ops
    cdef Rules rules
    begin_table(&ops, &rules)
    ops.rewind = <RewindFunction>rewind
    ops.features_of_all = <FeaturesOfAllFunction>features_of_all
    rules.seats = players
    rules.draft = setup == "draft"
    rules.court = "court" in expansions
    rules.regions = "regions" in expansions
    rules.leaders = "leaders" in expansions
    rules.boxes = ALL_BOXES if rules.court else BOXES
    rules.plan_steps = 1 + rules.boxes
    for phase, kind in EVENT_KINDS.items():
        rules.event_kind[<int>phase] = kind
    fill_numbers(&rules, board)
    fill_counties(&rules, board)
    fill_cards(&rules, board)
    fill_court(&rules, board.court)
    fill_leaders(&rules, board.region_cards, board.leaders)
    fill_tower_chances(&rules, board, tower)
    rules.weights = weights
    ops.max_outcomes = max(MAX_CUBES + 1, COUNTIES)
    # For each seat: three decisions for each group; in each of six rounds its plan, its
    # position, a benefit, its favor and how to use it, where and how many armies go in three
    # actions, two revolt markers, and its leader's move; the leader placed in spring and after
    # a winter; the revolts of two winters.
    ops.max_plies = players * (
        3 * GROUPS + 6 * (MOST_PLAN_STEPS + 1 + 1 + 2 + 3 * 2 + 2 + 1) + 2 + 2 * COUNTIES)
    ops.n_weights = N_WEIGHTS
    ops.n_sources = source_count(&rules)
    ops.n_facts = players * rules.boxes
    ops.n_features = N_FEATURES
    ops.n_traits = TRAIT_END
    ops.max_traits = MAX_TRAITS
    ops.n_actions = TAKE_BENEFIT + BENEFITS
    return finish_table(&ops, &rules)


# --- for position files: what follows from a state that `check` has not seen yet ---

cdef const State *state_in(const uint8_t[::1] data) except NULL:
    if <size_t>data.shape[0] != sizeof(State):
        raise ValueError("no state of this game")
    return <const State *>&data[0]


def face_down(Table table not None, const uint8_t[::1] state) -> list[int]:
    """For each seat the counties whose cards may lie face down on its mat, as a mask.

    This holds if the seat has won no county in this round: those cards lie in no box (R44).
    """
    s = state_in(state)
    r = <const Rules *>table.rules
    # With fewer open cards than steps the boxes tell nothing.
    if not plans_lie(s) or s.row_size < s.step + (
        MOVE <= s.phase <= PARRY or s.phase == TOWER
    ):
        return [0] * r.seats
    return [closed_at_most(s, r, seat) for seat in range(r.seats)]


def points_by_source(
    Table table not None, const uint8_t[::1] state, int seat, int total
) -> list[int]:
    """A seat's points, spread over sources that can have brought them; last, what is left."""
    s = state_in(state)
    r = <const Rules *>table.rules
    most = [MOST_POINTS if s.year else 0] * WINTER_SOURCES + [0] * (N_SOURCES - WINTER_SOURCES)
    most[FROM_FAVORS] = MOST_POINTS if r.court else 0
    most[FROM_BENEFITS] = MOST_POINTS if r.regions else 0
    if s.phase == ENDED:
        most[FROM_STATUES] = r.statue_points * statue_count(s, seat)
        most[FROM_TROPHIES] = r.trophy_points * s.trophies[seat]
    points = [0] * N_SOURCES
    # Statues and trophies come first: they have brought all that they are worth.
    for source in reversed(range(N_SOURCES)):
        points[source] = min(total, most[source])
        total -= points[source]
    return [*points, total]
