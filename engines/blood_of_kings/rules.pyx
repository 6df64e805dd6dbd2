"""The rules of Blood of Kings; clause numbers (R.., Q..) are those of RULES.md.

The parts lie in files of their own and are inlined here. A decision or event changes the
state; `flow.proceed` then goes on to the next one.
"""
import numpy as np

from libc.stdint cimport int32_t, uint32_t
from libc.string cimport memset

from cython_ext.core cimport Rng, below
from cython_ext.game cimport (
    BY_CHANCE, CHANCE, FULL, TO_ALL, Ops, Problem, Return, Seen, Table, new_table,
    rank_seats, show,
)
from engines.bits cimport list_bits, nth_bit, popcount64
from engines.blood_of_kings.board cimport bit, total_glory
from engines.blood_of_kings.checks cimport check_all
from engines.blood_of_kings.clashes cimport roll_clash
from engines.blood_of_kings.dealing cimport list_deck, roll_deck, take_dealt
from engines.blood_of_kings.dynasty cimport is_secret_play, roll_dynasty
from engines.blood_of_kings.exchanges cimport hides_offer, is_secret_offer
from engines.blood_of_kings.flow cimport decide, list_actions, proceed
from engines.blood_of_kings.guidance cimport N_WEIGHTS, evaluate, priors
from engines.blood_of_kings.intrigue cimport take_stolen
from engines.blood_of_kings.knowledge cimport deal_world, hide
from engines.blood_of_kings.leaders cimport roll_leaders, take_leader
from engines.blood_of_kings.odds cimport fill_odds
from engines.blood_of_kings.setup cimport take_first_player
from engines.blood_of_kings.sieges cimport roll_siege

cdef enum:
    N_FACTS_PER_SEAT = 5    # cards in hand: influence, unrest, attrition, diplomacy, intrigue
    MOST_PLIES_A_TURN = 5000


cdef void start(void *state, const void *rules) noexcept nogil:
    s = <BloodOfKings *>state
    r = <const BloodOfKingsRules *>rules
    cdef int seat, k, i
    memset(s, 0, sizeof(BloodOfKings))
    s.head.view_of = FULL
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

cdef int actions(const void *state, const void *rules, int32_t *out) noexcept nogil:
    return list_actions(<const BloodOfKings *>state, <const BloodOfKingsRules *>rules, out)


cdef void apply(void *state, const void *rules, int action, Seen *seen) noexcept nogil:
    s = <BloodOfKings *>state
    r = <const BloodOfKingsRules *>rules
    cdef int step = s.step
    s.step = NOTHING
    if s.head.player == CHANCE:
        take_outcome(s, r, step, action, seen)
    else:
        if not (is_secret_play(step, action) or is_secret_offer(step)):
            show(seen, TO_ALL, action)
        decide(s, r, step, s.head.player, action, seen)
    proceed(s, r, seen)


# --- chance ---

cdef int event(const void *state, const void *rules, int *seat) noexcept nogil:
    s = <const BloodOfKings *>state
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


cdef inline uint32_t candidates(
    const BloodOfKings *s, const BloodOfKingsRules *r
) noexcept nogil:
    """Events whose outcomes are equally likely: the outcomes as a set."""
    if s.step == POOL_TILE:
        return ((<uint32_t>1 << TILES) - 1) & ~s.bag
    if s.step == SHOW_TILE:
        return s.bag
    if s.step == FIRST_PLAYER:
        return (1 << r.seats) - 1
    return roll_leaders(s)


cdef int outcomes(const void *state, const void *rules, int32_t *out, double *p) noexcept nogil:
    s = <const BloodOfKings *>state
    r = <const BloodOfKingsRules *>rules
    cdef int n = 0, i
    if s.step == DEAL:
        return list_deck(s, out, p)
    if s.step == STEAL:
        for i in range(KINDS):
            if s.hand[s.whom][i]:
                out[n] = i
                p[n] = <double>s.hand[s.whom][i] / s.hand_count[s.whom]
                n += 1
        return n
    if s.step == DICE:
        n = DIE * DIE
        for i in range(n):
            out[i] = i
    else:
        n = list_bits(candidates(s, r), out)
    for i in range(n):
        p[i] = 1.0 / n
    return n


cdef int roll(const void *state, const void *rules, Rng *rng) noexcept nogil:
    s = <const BloodOfKings *>state
    r = <const BloodOfKingsRules *>rules
    cdef uint32_t among
    cdef int left, kind = 0
    if s.step == DEAL:
        return roll_deck(s, rng)
    if s.step == DICE:
        return below(rng, DIE * DIE)
    if s.step == STEAL:
        left = below(rng, s.hand_count[s.whom])
        while left >= s.hand[s.whom][kind]:
            left -= s.hand[s.whom][kind]
            kind += 1
        return kind
    among = candidates(s, r)
    return nth_bit(among, below(rng, popcount64(among)))


cdef inline void take_outcome(
    BloodOfKings *s, const BloodOfKingsRules *r, int step, int outcome, Seen *seen
) noexcept nogil:
    """Cards dealt and stolen are shown where they go; everything else is open."""
    if step == DEAL:
        take_dealt(s, outcome, seen)
        return
    if step == STEAL:
        take_stolen(s, r, outcome, seen)
        return
    show(seen, TO_ALL | BY_CHANCE, outcome)
    if step == POOL_TILE:
        s.bag |= <uint32_t>1 << outcome
    elif step == SHOW_TILE:
        s.bag &= ~(<uint32_t>1 << outcome)
        s.display |= <uint32_t>1 << outcome
    elif step == FIRST_PLAYER:
        take_first_player(s, outcome)
    elif step == LEADER_ROLL:
        take_leader(s, outcome)
    else:
        take_dice(s, r, 1 + outcome / DIE, 1 + outcome % DIE)


cdef inline void take_dice(
    BloodOfKings *s, const BloodOfKingsRules *r, int coloured, int white
) noexcept nogil:
    cdef int dice_for = s.dice_for
    s.dice_for = FOR_NOTHING
    if dice_for == FOR_SIEGE:
        roll_siege(s, r, coloured, white)
    elif dice_for == FOR_CLASH:
        roll_clash(s, r, coloured, white)
    else:
        roll_dynasty(s, r, dice_for, coloured, white)


# --- the end ---

cdef void returns(const void *state, const void *rules, Return *out) noexcept nogil:
    r = <const BloodOfKingsRules *>rules
    cdef double strength[MAX_PLAYERS]
    cdef int seat
    for seat in range(r.seats):
        strength[seat] = total_glory(<const BloodOfKings *>state, r, seat)
        out[seat].score = strength[seat]
    rank_seats(strength, r.seats, out)


# --- knowledge ---

cdef bint hidden(const void *state, const void *rules) noexcept nogil:
    """Face-down plays of which two go to the same kingdom, reordering, and cards offered."""
    s = <const BloodOfKings *>state
    cdef int32_t options[MAX_ACTIONS]
    cdef int n, i
    if is_secret_offer(s.step):
        return hides_offer(s)
    if s.step == REORDER or s.step == DYNASTY:
        n = list_actions(s, <const BloodOfKingsRules *>rules, options)
        if s.step != DYNASTY:
            return n > 1
        for i in range(1, n):
            if INFLUENCE <= options[i - 1] and options[i] < UNREST:
                if (options[i] - INFLUENCE) / KINDS == (options[i - 1] - INFLUENCE) / KINDS:
                    return True
    return False


cdef void conceal(void *state, const void *rules, int viewer) noexcept nogil:
    s = <BloodOfKings *>state
    hide(s, <const BloodOfKingsRules *>rules, viewer)
    s.head.view_of = viewer


cdef void imagine(void *state, const void *rules, Rng *rng, int mode) noexcept nogil:
    """Hidden cards are uniform in both modes: a bluff is as likely as any other card."""
    s = <BloodOfKings *>state
    deal_world(s, <const BloodOfKingsRules *>rules, rng)
    s.head.view_of = FULL


cdef int check(const void *state, const void *rules, Problem *why) noexcept nogil:
    return check_all(<const BloodOfKings *>state, <const BloodOfKingsRules *>rules, why)


# --- explanations ---

cdef void sources(const void *state, const void *rules, double *out) noexcept nogil:
    s = <const BloodOfKings *>state
    r = <const BloodOfKingsRules *>rules
    cdef int seat, i
    for seat in range(r.seats):
        for i in range(N_SOURCES):
            out[seat * N_SOURCES + i] = s.earned[seat][i]
        out[seat * N_SOURCES + TO_OTHERS] = -<int>s.earned[seat][TO_OTHERS]


cdef void facts(const void *state, const void *rules, int viewer, double *out) noexcept nogil:
    """Each other seat's hand by type of card."""
    s = <const BloodOfKings *>state
    r = <const BloodOfKingsRules *>rules
    cdef int seat, kind
    cdef double *row
    for seat in range(r.seats):
        row = out + seat * N_FACTS_PER_SEAT
        memset(row, 0, N_FACTS_PER_SEAT * sizeof(double))
        if seat != viewer:
            for kind in range(KINDS):
                row[max(0, kind - UNREST_CARD + 1)] += s.hand[seat][kind]


include "../../cython_ext/engine.pxi"
include "loading.pxi"
