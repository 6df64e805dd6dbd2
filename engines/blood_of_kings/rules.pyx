"""The rules of Blood of Kings; clause numbers (R.., Q..) are those of RULES.md.

The parts are in files of their own. `flow.apply` carries out a decision or event and goes on to
the next one; the other functions of the table are here or named in the cimports.
"""
from libc.stdint cimport int32_t, uint32_t
from libc.string cimport memcpy, memset

from eminence.cython_ext.core cimport Rng, below
from eminence.cython_ext.game cimport (
    FeaturesOfAllFunction, Ops, Return, SettleFunction, Table, rank_seats,
)
from eminence.engines.blood_of_kings.board cimport total_glory
from eminence.engines.blood_of_kings.checks cimport check
from eminence.engines.blood_of_kings.dynasty.plays cimport permitting
from eminence.engines.blood_of_kings.flow cimport actions, apply, proceed
from eminence.engines.blood_of_kings.guidance cimport evaluate, priors, settle
from eminence.engines.blood_of_kings.knowledge cimport conceal, imagine
from eminence.engines.blood_of_kings.sight.features cimport (
    N_FEATURES, features, features_of_all,
)
from eminence.engines.blood_of_kings.sight.traits cimport MAX_TRAITS, TRAIT_END, traits
from eminence.engines.blood_of_kings.state cimport (
    ALLIANCE, ANSWER_CARD, DEAL, DICE, DYNASTY, EVENT_TILE, FIRST_PLAYER, OFFER_CARD, POOL_TILE,
    REORDER, SHOW_TILE, STEAL, State,
)
from eminence.engines.blood_of_kings.tables cimport (
    DIE, FROM_START, KINDS, KINGDOMS, MAX_ACTIONS, MAX_PLAYERS, MAY_INFLUENCE, N_SOURCES, N_WEIGHTS,
    TILES, TO_OTHERS, UNREST_CARD, Rules, fill_tables,
)
from eminence.engines.blood_of_kings.war.chapter cimport possible_leaders
from eminence.engines.blood_of_kings.war.odds cimport fill_odds
from eminence.engines.kit.bits cimport list_bits, nth_bit, popcount64
from eminence.engines.kit.counts cimport kinds_in, list_kinds, pick_kind

cdef enum:
    N_FACTS_PER_SEAT = 5    # cards in hand: influence, unrest, attrition, diplomacy, intrigue
    MOST_PLIES_A_TURN = 5000


cdef void start(State *s, const Rules *r) noexcept nogil:
    cdef int seat, k
    s.bag = r.chosen_tiles
    s.deck_size = r.deck_size
    memcpy(s.deck, r.copies, sizeof(s.deck))
    memcpy(s.in_hand, r.first_cards, sizeof(s.in_hand))
    for seat in range(r.seats):
        s.glory[seat] = s.earned[seat][FROM_START] = r.starting_glory
    for k in range(KINGDOMS):
        s.order[k] = k
        s.holds[k] = s.flags[k] = r.first_regions[k]
        s.flags_left[k] = r.flags_at_start - popcount64(r.first_regions[k])
    proceed(s, r, NULL)


# --- chance ---

cdef int event(const State *s, const Rules *r, int *seat) noexcept nogil:
    """Events have the order of their steps; the two steps of tiles are one event."""
    seat[0] = s.deal_to if s.step == DEAL and s.deal_to < MAX_PLAYERS else -1
    return EVENT_TILE + max(0, s.step - SHOW_TILE)


cdef inline uint32_t candidates(const State *s, const Rules *r) noexcept nogil:
    """Events whose outcomes are equally likely: the outcomes as a set."""
    if s.step == POOL_TILE:
        return ((<uint32_t>1 << TILES) - 1) & ~s.bag
    if s.step == SHOW_TILE:
        return s.bag
    if s.step == FIRST_PLAYER:
        return (1 << r.seats) - 1
    return possible_leaders(s)


cdef int outcomes(const State *s, const Rules *r, int32_t *out, double *p) noexcept nogil:
    cdef int n = 0, i
    if s.step == DEAL:
        return list_kinds(s.deck, KINDS, s.deck_size, out, p)
    if s.step == STEAL:
        return list_kinds(s.hand[s.whom], KINDS, s.hand_count[s.whom], out, p)
    if s.step == DICE:
        n = DIE * DIE
        for i in range(n):
            out[i] = i
    else:
        n = list_bits(candidates(s, r), out)
    for i in range(n):
        p[i] = 1.0 / n
    return n


cdef int roll(const State *s, const Rules *r, Rng *rng) noexcept nogil:
    cdef uint32_t among
    if s.step == DEAL:
        return pick_kind(s.deck, s.deck_size, rng)
    if s.step == DICE:
        return below(rng, DIE * DIE)
    if s.step == STEAL:
        return pick_kind(s.hand[s.whom], s.hand_count[s.whom], rng)
    among = candidates(s, r)
    return nth_bit(among, below(rng, popcount64(among)))


# --- the end ---

cdef void returns(const State *s, const Rules *r, Return *out) noexcept nogil:
    cdef double strength[MAX_PLAYERS]
    cdef int seat
    for seat in range(r.seats):
        strength[seat] = total_glory(s, r, seat)
        out[seat].score = strength[seat]
    rank_seats(strength, r.seats, out)


# --- knowledge ---

cdef bint hidden(const State *s, const Rules *r) noexcept nogil:
    """Reordering, and face-down plays and offers with several kinds of card to choose from."""
    cdef int32_t options[MAX_ACTIONS]
    if s.step == REORDER:
        return actions(s, r, options) > 1
    if s.step == OFFER_CARD or s.step == ANSWER_CARD or (
        s.step == DYNASTY and permitting(s, r, MAY_INFLUENCE)
    ):
        return popcount64(kinds_in(s.hand[s.head.player], KINDS)) > 1
    return False


# --- explanations ---

cdef void sources(const State *s, const Rules *r, double *out) noexcept nogil:
    cdef int seat, i
    for seat in range(r.seats):
        for i in range(N_SOURCES):
            out[seat * N_SOURCES + i] = s.earned[seat][i]
        out[seat * N_SOURCES + TO_OTHERS] = -<int>s.earned[seat][TO_OTHERS]


cdef void facts(const State *s, const Rules *r, int viewer, double *out) noexcept nogil:
    """Each other seat's hand by type of card."""
    cdef int seat, kind
    cdef double *row
    for seat in range(r.seats):
        row = out + seat * N_FACTS_PER_SEAT
        memset(row, 0, N_FACTS_PER_SEAT * sizeof(double))
        if seat != viewer:
            for kind in range(KINDS):
                row[max(0, kind - UNREST_CARD + 1)] += s.hand[seat][kind]


# --- loading ---

def table(
    board, int players, int tiles_in_game, tiles, int negotiation, int turn_cap, int last_turn,
    weights
) -> Table:
    """The table for one board and its options; `tiles`: those of the game, empty for random."""
    cdef Ops ops
    cdef Rules rules
    begin_table(&ops, &rules)
    rules.seats = players
    rules.negotiation = negotiation
    rules.turn_cap = turn_cap
    rules.last_turn = last_turn
    rules.tiles_in_game = tiles_in_game
    for tile in range(TILES) if tiles_in_game == TILES else tiles:
        rules.chosen_tiles |= <uint32_t>1 << <int>tile
    fill_tables(&rules, board)
    fill_odds(&rules)
    rules.weights = weights
    ops.play_size = <size_t>&(<State *>NULL).known
    ops.max_outcomes = DIE * DIE
    ops.max_plies = turn_cap * MOST_PLIES_A_TURN
    ops.n_weights = N_WEIGHTS
    ops.n_sources = N_SOURCES
    ops.n_facts = players * N_FACTS_PER_SEAT
    ops.n_features = N_FEATURES
    ops.n_traits = TRAIT_END
    ops.max_traits = MAX_TRAITS
    ops.n_actions = ALLIANCE + KINGDOMS * KINGDOMS
    ops.settle = <SettleFunction>settle
    ops.features_of_all = <FeaturesOfAllFunction>features_of_all
    return finish_table(&ops, &rules)


include "../../cython_ext/engine.pxi"
