"""What `check` asks of a state or view; the words of each chapter have the sentences.

First what can be seen, then what each phase keeps of what is under way, and last whether the
rules, gone on with, would ask just what is pending. A view is filled with one of its worlds
for that.
"""
from libc.stdint cimport int32_t
from libc.string cimport memcmp, memcpy

from eminence.cython_ext.core cimport Rng, seed_rng
from eminence.cython_ext.game cimport CHANCE, FULL, OVER, Problem, refuse
from eminence.engines.blood_of_kings.board cimport has_tile, total_glory
from eminence.engines.blood_of_kings.dynasty.card_checks cimport check_cards, check_views
from eminence.engines.blood_of_kings.dynasty.chapter cimport check_dynasty_phase
from eminence.engines.blood_of_kings.flow cimport list_actions, resume
from eminence.engines.blood_of_kings.glory cimport payers
from eminence.engines.blood_of_kings.kingdom.board_checks cimport check_board
from eminence.engines.blood_of_kings.kingdom.checks cimport check_kingdom
from eminence.engines.blood_of_kings.knowledge cimport deal_world
from eminence.engines.blood_of_kings.negotiation.checks cimport check_negotiation
from eminence.engines.blood_of_kings.setup cimport choices_to_make
from eminence.engines.blood_of_kings.state cimport (
    ASK_TROUPE, BAD_DEAL, BAD_EARNED, BAD_GLORY, BAD_STEP, BAD_TIME, CHOOSING, CLAIM_ONE, DEAL,
    DICE, DYNASTY_PHASE, ENDED, FOR_ATTRITION, FOR_FOIL, FOR_NOTHING, KINGDOM_PHASE, LEADER_ROLL,
    NEGOTIATION_PHASE, NOTHING, N_STEPS, OK, PICK_KINGDOM, SETTING_UP, STEAL, State,
)
from eminence.engines.blood_of_kings.succession.checks cimport check_succession
from eminence.engines.blood_of_kings.tables cimport (
    FAMOUS_TROUPE, KINGDOMS, MAX_ACTIONS, MAX_PLAYERS, N_SOURCES, SETS, TO_OTHERS, Rules,
)
from eminence.engines.blood_of_kings.war.chapter cimport check_war


# --- time ---

cdef int most_acting(const State *s, const Rules *r) noexcept nogil:
    """How many can have finished in this phase while something is pending."""
    if s.phase == CHOOSING:
        return choices_to_make(r) - 1
    if s.phase == DYNASTY_PHASE or s.phase == NEGOTIATION_PHASE:
        return r.seats - 1
    return 0 if s.phase == SETTING_UP else KINGDOMS - 1


cdef bint is_event(int step) noexcept nogil:
    return NOTHING < step < PICK_KINGDOM


cdef bint tie_fits(const State *s, const Rules *r) noexcept nogil:
    """With an agreed last turn there is one after that turn, and none before."""
    return r.last_turn == 0 or (s.tie == 1) == (s.turn >= r.last_turn)


cdef int check_time(const State *s, const Rules *r, Problem *why) noexcept nogil:
    cdef int player = s.head.player
    cdef bint over = s.phase == ENDED, dynastic = FOR_ATTRITION <= s.dice_for <= FOR_FOIL
    if s.phase > ENDED or s.step >= N_STEPS or over != (s.step == NOTHING) or (
        over != (player == OVER) or player >= r.seats
    ):
        return refuse(why, BAD_TIME, s.phase, s.step)
    if not over and is_event(s.step) != (player == CHANCE):
        return refuse(why, BAD_TIME, s.phase, s.step)
    if s.head.capped > over or s.turn != r.turn_cap and (s.head.capped or s.turn > r.turn_cap):
        return refuse(why, BAD_TIME, s.phase, s.step)
    if s.turn == r.turn_cap and not s.head.capped or s.turn and s.phase < KINGDOM_PHASE:
        return refuse(why, BAD_TIME, s.phase, s.step)
    if s.first >= r.seats or s.acting > most_acting(s, r):
        return refuse(why, BAD_TIME, s.phase, s.step)
    if s.tie > 1 or (s.tied_at and not s.tie) or not tie_fits(s, r):
        return refuse(why, BAD_TIME, s.phase, s.step)
    if (s.step == DICE) != (s.dice_for != FOR_NOTHING) or s.dice_for > FOR_FOIL or (
        s.dice_for and s.phase != (DYNASTY_PHASE if dynastic else KINGDOM_PHASE)
    ):
        return refuse(why, BAD_TIME, s.phase, s.step)
    if s.cathedral_due > 1 or (
        s.cathedral_due and s.phase != KINGDOM_PHASE and s.phase != ENDED
    ):
        return refuse(why, BAD_TIME, s.phase, s.step)
    return check_beginning(s, r, why)


cdef int check_beginning(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """Before the first turn: who has chosen, and what has been dealt."""
    cdef int ruled = 0, k
    for k in range(KINGDOMS):
        ruled += s.ruler[k] > 0
    if s.phase == SETTING_UP and (ruled or s.stage > r.seats + 1):
        return refuse(why, BAD_TIME, s.phase, s.step)
    if s.phase == CHOOSING and (ruled != s.acting or s.stage):
        return refuse(why, BAD_TIME, s.phase, s.step)
    return OK


# --- glory and cards on their way ---

cdef int check_glory(const State *s, const Rules *r, Problem *why) noexcept nogil:
    cdef int to = s.glory_to, most = max(
        r.capitol_glory, r.region_glory, r.development_glory, r.ransom_glory)
    if s.glory_left == 0:
        if to | s.glory_from | s.glory_source | s.glory_stage:
            return refuse(why, BAD_GLORY, 0)
        return OK
    if to > r.seats or s.glory_from > r.seats or s.glory_source >= N_SOURCES or (
        s.glory_stage > ASK_TROUPE or s.glory_left > most or s.phase < KINGDOM_PHASE
    ):
        return refuse(why, BAD_GLORY, s.glory_left)
    if s.glory_stage == CLAIM_ONE and (to == 0 or not (s.display or s.bag)):
        return refuse(why, BAD_GLORY, s.glory_left)
    if s.glory_stage == ASK_TROUPE and (
        to == 0 or not has_tile(s, to - 1, FAMOUS_TROUPE) or payers(s, r, to - 1) == 0
    ):
        return refuse(why, BAD_GLORY, s.glory_left)
    return OK


cdef int check_earned(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """Each seat has the glory that came from somewhere and went to nobody."""
    cdef int seat, source, earned, there
    for seat in range(r.seats):
        there = total_glory(s, r, seat)
        if s.glory_stage == CLAIM_ONE and s.glory_to == seat + 1:
            there += r.glory_per_tile
        earned = -<int>s.earned[seat][TO_OTHERS]
        for source in range(TO_OTHERS):
            earned += s.earned[seat][source]
        # The counts are bytes, and a very long game may come round.
        if (earned - there) & 255:
            return refuse(why, BAD_EARNED, seat, earned, there)
    return OK


cdef int check_deal(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """To the sets, in order, or to a hand."""
    if (s.deal_left > 0) != (s.step == DEAL):
        return refuse(why, BAD_DEAL, s.deal_left)
    if s.deal_left == 0:
        return refuse(why, BAD_DEAL, 0) if s.deal_to | s.deal_at else OK
    if s.deal_to == MAX_PLAYERS:
        if s.deal_at + s.deal_left != SETS:
            return refuse(why, BAD_DEAL, s.deal_left)
    elif s.deal_to >= r.seats or s.deal_at or s.deal_left > r.hand_size:
        return refuse(why, BAD_DEAL, s.deal_left)
    return OK


# --- what is pending ---

cdef bint follows_at_once(int step) noexcept nogil:
    """Events that a decision leads to directly; the phase itself has checked them."""
    return step == DICE or step == STEAL or step == LEADER_ROLL


cdef bint is_pending(const State *s, const Rules *r) noexcept nogil:
    """Whether the rules ask just this, and leave the rest as it is."""
    cdef int32_t options[MAX_ACTIONS]
    cdef State next
    if not follows_at_once(s.step):
        memcpy(&next, s, sizeof(State))
        next.step = NOTHING
        resume(&next, r, NULL)
        if memcmp(&next, s, sizeof(State)) != 0:
            return False
    return s.head.player == CHANCE or list_actions(s, r, options) > 0


cdef int check_pending(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """A view is filled with one of its worlds, of which everybody must have a view as well.

    Copies that a search plays on keep no facts, so nobody could have a view of them.
    """
    cdef State world
    cdef Rng rng
    cdef int code = OK
    cdef bint fits = True
    memcpy(&world, s, sizeof(State))
    if s.head.view_of != FULL:
        seed_rng(&rng, 1)
        deal_world(&world, r, &rng)
        world.head.view_of = FULL
    if not s.head.lean:
        code = check_views(&world, r, why)
    if code == OK and s.phase != ENDED:
        fits = is_pending(&world, r)
    return code if fits else refuse(why, BAD_STEP, s.step, s.head.player)


cdef int check_all(const State *s, const Rules *r, Problem *why) noexcept nogil:
    cdef int code = check_time(s, r, why)
    if code == OK:
        code = check_board(s, r, why)
    if code == OK:
        code = check_glory(s, r, why)
    if code == OK:
        code = check_earned(s, r, why)
    if code == OK:
        code = check_deal(s, r, why)
    if code == OK:
        code = check_cards(s, r, why)
    if code == OK:
        code = check_kingdom(s, r, why)
    if code == OK:
        code = check_war(s, r, why)
    if code == OK:
        code = check_succession(s, r, why)
    if code == OK:
        code = check_dynasty_phase(s, r, why)
    if code == OK:
        code = check_negotiation(s, r, why)
    if code == OK:
        code = check_pending(s, r, why)
    return code
