"""The rules of Royals, both editions; clause numbers (R..) are those of RULES.md.

The parts are in files of their own and inlined here: `turns` (draws, the ends of turns and
periods), `payments`, `steps`, `scoring`, `knowledge`, `worlds`, `follows` (what a position file
may leave out), and `checks` with `board_checks` and `turn_checks`.
"""
import numpy as np

from libc.stdint cimport int32_t, uint32_t, uint8_t

from eminence.cython_ext.core cimport Rng
from eminence.cython_ext.defaults cimport nothing_hidden as hidden
from eminence.cython_ext.game cimport (
    BY_CHANCE, CHANCE, TO_ALL, EssenceFunction, FeaturesOfAllFunction, Ops, Return, Seen, Table,
    rank_seats, seat_bit, show,
)
from eminence.engines.kit.counts cimport list_kinds, pick_kind, total
from eminence.engines.royals.board cimport cards_to_draw, price_of
from eminence.engines.royals.checks cimport check
from eminence.engines.royals.follows cimport complete
from eminence.engines.royals.guidance cimport evaluate, priors
from eminence.engines.royals.knowledge cimport conceal
from eminence.engines.royals.payments cimport begin_payment, give
from eminence.engines.royals.scoring cimport count_points, points_by_source, wins_tie
from eminence.engines.royals.sight.features cimport N_FEATURES, features, features_of_all
from eminence.engines.royals.sight.traits cimport MAX_TRAITS, TRAIT_END, traits
from eminence.engines.royals.state cimport (
    COUNTRIES, DRAW, DRAW_COUNTRY, DRAW_INTRIGUE, END_TURN, EVENT_COUNTRY, EVENT_DISPLAY,
    EVENT_INTRIGUE, INTRIGUE_WILDS, KING, MAX_ACTIONS, MAX_HAND, MAX_PLAYERS, MAX_POSITIONS,
    N_SOURCES, N_WEIGHTS, PAIRS, PERIODS, PLAY, REFILL, SETUP, TAKE_OVER, WILDS, Rules, State,
)
from eminence.engines.royals.steps cimport actions
from eminence.engines.royals.turns cimport (
    begin_turn, discard_excess, draw, essence, finish_turn, receive, reshuffle, reveal,
)
from eminence.engines.royals.worlds cimport imagine


cdef void start(State *s, const Rules *r) noexcept nogil:
    cdef int seat, k
    s.head.player = CHANCE
    s.phase = SETUP
    for seat in range(r.seats):
        s.supply[seat] = r.cubes[seat]
    for k in range(COUNTRIES):
        s.pile[k] = r.deck[k]
    for k in range(PAIRS):
        s.intrigue_pile[k] = r.intrigue_deck[k]
    s.pile_size = total(s.pile, COUNTRIES)
    s.intrigue_pile_size = total(s.intrigue_pile, PAIRS)


# --- playing ---

cdef void apply(State *s, const Rules *r, int action, Seen *seen) noexcept nogil:
    if s.phase == DRAW_COUNTRY or s.phase == DRAW_INTRIGUE:
        show(seen, seat_bit(s.seat) | BY_CHANCE, action)
        receive(s, r, action)
        return
    if s.phase == SETUP or s.phase == REFILL:
        show(seen, TO_ALL | BY_CHANCE, action)
        reveal(s, r, action)
        refill(s, r)
        return
    show(seen, TO_ALL, action)
    if s.phase == DRAW:
        draw(s, r, action)
        return
    if s.phase == PLAY:
        if action == END_TURN:
            discard_excess(s, r)
        else:
            begin_payment(s, r, action, seen)
    else:
        give(s, r, action)
    if s.phase == REFILL:
        refill(s, r)


cdef void refill(State *s, const Rules *r) noexcept nogil:
    """Ask chance for the next display card, or go on if the display is full.

    Not inlined: it ends a turn, and `apply` is called much more often than that.
    """
    if total(s.display, COUNTRIES) < r.display_size:
        if s.pile_size == 0:
            s.period_ending = 1
            reshuffle(s, r)
        s.head.player = CHANCE
    elif s.phase == SETUP:
        begin_turn(s, 0)
    else:
        finish_turn(s, r)


# --- chance ---

cdef int event(const State *s, const Rules *r, int *seat) noexcept nogil:
    seat[0] = s.seat
    if s.phase == DRAW_COUNTRY:
        return EVENT_COUNTRY
    if s.phase == DRAW_INTRIGUE:
        return EVENT_INTRIGUE
    seat[0] = -1
    return EVENT_DISPLAY


cdef int outcomes(const State *s, const Rules *r, int32_t *out, double *p) noexcept nogil:
    if s.phase == DRAW_INTRIGUE:
        return list_kinds(s.intrigue_pile, PAIRS, s.intrigue_pile_size, out, p)
    return list_kinds(s.pile, COUNTRIES, s.pile_size, out, p)


cdef int roll(const State *s, const Rules *r, Rng *rng) noexcept nogil:
    if s.phase == DRAW_INTRIGUE:
        return pick_kind(s.intrigue_pile, s.intrigue_pile_size, rng)
    return pick_kind(s.pile, s.pile_size, rng)


# --- the end ---

cdef void returns(const State *s, const Rules *r, Return *out) noexcept nogil:
    cdef double beaten[MAX_PLAYERS]
    cdef int points[MAX_PLAYERS]
    cdef int seat, other
    count_points(s, r, points)
    for seat in range(r.seats):
        out[seat].score = points[seat]
        beaten[seat] = 0
        for other in range(r.seats):
            if points[seat] > points[other] or (
                points[seat] == points[other] and other != seat and wins_tie(s, r, seat, other)
            ):
                beaten[seat] += 1
    rank_seats(beaten, r.seats, out)


# --- explanations ---

cdef void sources(const State *s, const Rules *r, double *out) noexcept nogil:
    cdef int parts[MAX_PLAYERS * N_SOURCES]
    cdef int i
    points_by_source(s, r, parts)
    for i in range(r.seats * N_SOURCES):
        out[i] = parts[i]


cdef void facts(const State *s, const Rules *r, int viewer, double *out) noexcept nogil:
    """Each other seat's Country cards by country, then its Intrigue cards by pair."""
    cdef int seat, k
    cdef double *intrigue = out + r.seats * COUNTRIES
    for seat in range(r.seats):
        for k in range(COUNTRIES):
            out[seat * COUNTRIES + k] = s.hand[seat][k] if seat != viewer else 0
        for k in range(PAIRS):
            intrigue[seat * PAIRS + k] = s.intrigue[seat][k] if seat != viewer else 0


include "../../cython_ext/engine.pxi"


# --- loading ---

cdef void fill_board(Rules *r, board):
    r.cost = board.cost
    for i, points in enumerate(board.title_points):
        r.title_points[i], r.title_half[i] = points
    r.cities = len(board.cities)
    for i, city in enumerate(board.cities):
        r.city_country[i] = city.country
        r.city_bonus[i] = city.bonus
    r.positions = len(board.positions)
    for i, position in enumerate(board.positions):
        r.position_city[i] = position.city
        r.position_title[i] = position.title
        r.position_country[i] = board.cities[position.city].country
        r.influence[i] = position.influence
    r.country_bonus = board.country_bonus
    r.period_points = board.period_points
    r.house_markers = len(board.house_bonus)
    for i, value in enumerate(board.house_bonus):
        r.house_bonus[i] = value


cdef void fill_numbers(Rules *r, board):
    r.display_size = board.display
    r.hand_limit = board.hand_limit
    r.intrigue_limit = board.intrigue_limit
    r.draw = board.draw
    r.wild = board.wild
    r.intrigue_wild = board.intrigue_wild
    r.king_intrigue = board.king_intrigue
    r.ends_on_empty_pile = board.ends_on_empty_pile
    r.all_markers_break_ties = board.all_markers_break_ties
    for i in range(r.seats):
        r.first_turn[i] = board.first_turn[i]
        r.cubes[i] = board.cubes[i]
    r.deck = board.deck
    r.intrigue_deck = board.intrigue_deck
    for i, countries in enumerate(board.pairs):
        for country in countries:
            r.pairs_of[country] |= 1 << i


cdef void prepare_masks(Rules *r) noexcept:
    """Masks of cities and positions, so that legal moves need no loop over the board."""
    cdef int p, n, title, country
    cdef uint32_t bit
    for p in range(r.cities):
        r.country_cities[r.city_country[p]] |= <uint32_t>1 << p
    for p in range(r.positions):
        bit = <uint32_t>1 << p
        title = r.position_title[p]
        country = r.position_country[p]
        r.country_positions[country] |= bit
        r.city_positions[r.position_city[p]] |= bit
        r.title_positions[title] |= bit
        if title == KING:
            r.king_positions |= bit
        for n in range(r.cost[title], MAX_HAND + 1):
            r.up_to[country][n] |= bit


def table(board, int players) -> Table:
    """The game table for one board; `numbers.read` has checked every number."""
    cdef Ops ops
    cdef Rules rules
    begin_table(&ops, &rules)
    ops.essence = <EssenceFunction>essence
    ops.features_of_all = <FeaturesOfAllFunction>features_of_all
    rules.seats = players
    fill_board(&rules, board)
    fill_numbers(&rules, board)
    prepare_masks(&rules)
    ops.play_size = sizeof(State) - sizeof((<State *>NULL).known)
    ops.max_outcomes = PAIRS
    # Every turn takes a card off the pile, three times through; a turn has a few draws,
    # discards and the end, and no more than three cards' worth of claims on average.
    ops.max_plies = 36 * (PERIODS * sum(board.deck) + 2 * players)
    ops.n_weights = N_WEIGHTS
    ops.n_sources = N_SOURCES
    ops.n_facts = players * (COUNTRIES + PAIRS)
    ops.n_features = N_FEATURES
    ops.n_traits = TRAIT_END
    ops.max_traits = MAX_TRAITS
    ops.n_actions = TAKE_OVER + MAX_POSITIONS * WILDS * INTRIGUE_WILDS
    return finish_table(&ops, &rules)


# --- entry points: what Python asks of the rules ---

def price(Table table, int action):
    """What an action that occupies a position gives for it, as `Price` has it."""
    return price_of(<const Rules *>table.rules, action)


def draws_left(Table table, const uint8_t[::1] state) -> int:
    """Country cards that are still to be drawn in the turn of a state, given as its bytes."""
    s = <const State *>&state[0]
    return cards_to_draw(s, <const Rules *>table.rules) - s.drawn


def fill_in(Table table, record, int said):
    """Fill in what follows from the rest of a position; `said`: what is not to be changed."""
    cdef uint8_t[::1] state = record.reshape(1).view(np.uint8)
    complete(<State *>&state[0], <const Rules *>table.rules, said)
