"""The rules of Blood of Kings; clause numbers (R.., Q..) are those of RULES.md.

The parts lie in files of their own and are inlined here. A decision or event changes the
state; `flow.proceed` then goes on to the next one.
"""
from libc.stdint cimport int32_t, uint32_t
from libc.string cimport memset

from eminence.cython_ext.core cimport Rng, below
from eminence.cython_ext.game cimport (
    CHANCE, FULL, TO_ALL, Ops, Problem, Return, Seen, Table, rank_seats, show,
)
from eminence.engines.blood_of_kings.board cimport total_glory
from eminence.engines.blood_of_kings.checks cimport check_all
from eminence.engines.blood_of_kings.flow cimport decide, list_actions, proceed, take_outcome
from eminence.engines.blood_of_kings.guidance cimport evaluate, priors
from eminence.engines.blood_of_kings.knowledge cimport (
    deal_world, hide, hides_offer, is_secret_offer, is_secret_play,
)
from eminence.engines.blood_of_kings.state cimport (
    DEAL, DICE, DYNASTY, EVENT_CARD, EVENT_DICE, EVENT_FIRST, EVENT_LEADER, EVENT_STEAL, EVENT_TILE,
    FIRST_PLAYER, INFLUENCE, LEADER_ROLL, NOTHING, POOL_TILE, REORDER, SHOW_TILE, STEAL, UNREST,
    State,
)
from eminence.engines.blood_of_kings.tables cimport (
    CARD_TYPES, DIE, FROM_START, KINDS, KINGDOMS, MAX_ACTIONS, MAX_PLAYERS, N_SOURCES, N_WEIGHTS,
    TILES, TO_OTHERS, UNREST_CARD, Rules, fill_tables,
)
from eminence.engines.blood_of_kings.war.chapter cimport possible_leaders
from eminence.engines.blood_of_kings.war.odds cimport fill_odds
from eminence.engines.kit.bits cimport list_bits, nth_bit, popcount64
from eminence.engines.kit.counts cimport list_kinds, pick_kind

cdef enum:
    N_FACTS_PER_SEAT = 5    # cards in hand: influence, unrest, attrition, diplomacy, intrigue
    MOST_PLIES_A_TURN = 5000


cdef void start(State *s, const Rules *r) noexcept nogil:
    cdef int seat, k, i
    s.bag = r.chosen_tiles
    s.deck_size = r.deck_size
    for i in range(KINDS):
        s.deck[i] = r.copies[i]
    for seat in range(r.seats):
        s.glory[seat] = r.starting_glory
        s.earned[seat][FROM_START] = r.starting_glory
    for k in range(KINGDOMS):
        s.order[k] = r.order[k]
        s.holds[k] = s.flags[k] = r.first_regions[k]
        s.flags_left[k] = r.flags_at_start - popcount64(r.first_regions[k])
        for i in range(CARD_TYPES):
            s.in_hand[k][i] = r.first_cards[k][i]
    proceed(s, r, NULL)


# --- decisions ---

cdef int actions(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    return list_actions(s, r, out)


cdef void apply(State *s, const Rules *r, int action, Seen *seen) noexcept nogil:
    cdef int step = s.step
    s.step = NOTHING
    if s.head.player == CHANCE:
        take_outcome(s, r, step, action, seen)
    else:
        if not (is_secret_play(step, action) or is_secret_offer(step)):
            show(seen, TO_ALL, action)
        decide(s, r, step, s.head.player, action, seen)


# --- chance ---

cdef int event(const State *s, const Rules *r, int *seat) noexcept nogil:
    seat[0] = -1
    if s.step == POOL_TILE or s.step == SHOW_TILE:
        return EVENT_TILE
    if s.step == DEAL:
        if s.deal_to < MAX_PLAYERS:
            seat[0] = s.deal_to
        return EVENT_CARD
    if s.step == FIRST_PLAYER:
        return EVENT_FIRST
    if s.step == DICE:
        return EVENT_DICE
    if s.step == LEADER_ROLL:
        return EVENT_LEADER
    return EVENT_STEAL


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
    """Face-down plays of which two go to the same kingdom, reordering, and cards offered."""
    cdef int32_t options[MAX_ACTIONS]
    cdef int n, i
    if is_secret_offer(s.step):
        return hides_offer(s)
    if s.step == REORDER or s.step == DYNASTY:
        n = list_actions(s, r, options)
        if s.step != DYNASTY:
            return n > 1
        for i in range(1, n):
            if INFLUENCE <= options[i - 1] and options[i] < UNREST:
                if (options[i] - INFLUENCE) / KINDS == (options[i - 1] - INFLUENCE) / KINDS:
                    return True
    return False


cdef void conceal(State *s, const Rules *r, int viewer) noexcept nogil:
    hide(s, r, viewer)
    s.head.view_of = viewer


cdef void imagine(State *s, const Rules *r, Rng *rng, int mode) noexcept nogil:
    """Hidden cards are uniform in both modes: a bluff is as likely as any other card."""
    deal_world(s, r, rng)
    s.head.view_of = FULL


cdef int check(const State *s, const Rules *r, Problem *why) noexcept nogil:
    return check_all(s, r, why)


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
    for i, weight in enumerate(weights):
        rules.weights[i] = weight
    ops.play_size = <size_t>&(<State *>NULL).known
    ops.max_outcomes = DIE * DIE
    ops.max_plies = turn_cap * MOST_PLIES_A_TURN
    ops.n_weights = N_WEIGHTS
    ops.n_sources = N_SOURCES
    ops.n_facts = players * N_FACTS_PER_SEAT
    return finish_table(&ops, &rules)


include "../../cython_ext/engine.pxi"
