"""What `check` asks of a state or view; the words of each chapter have the sentences.

First comes what lies on the table, then what each phase keeps of unfinished things. Last, the
rules continue from the state and must ask exactly what is pending. A view is first filled with
one of its worlds.
"""
from libc.stdint cimport int32_t
from libc.string cimport memcmp, memcpy

from eminence.cython_ext.core cimport Rng, seed_rng
from eminence.cython_ext.game cimport CHANCE, FULL, OVER, Problem, refuse
from eminence.engines.blood_of_kings.board cimport able_to_pay, has_tile, ruled_by, total_glory
from eminence.engines.blood_of_kings.dynasty.card_checks cimport check_cards, check_views
from eminence.engines.blood_of_kings.dynasty.checks cimport check_dynasty
from eminence.engines.blood_of_kings.flow cimport actions, resume
from eminence.engines.blood_of_kings.kingdom.board_checks cimport check_board
from eminence.engines.blood_of_kings.kingdom.checks cimport check_kingdom
from eminence.engines.blood_of_kings.knowledge cimport imagine
from eminence.engines.blood_of_kings.negotiation.checks cimport check_negotiation
from eminence.engines.blood_of_kings.setup cimport choices_to_make
from eminence.engines.blood_of_kings.state cimport (
    ASK_TROUPE, BAD_DEAL, BAD_EARNED, BAD_GLORY, BAD_STEP, BAD_TIME, CHOOSING, CLAIM_ONE, DEAL,
    DICE, DYNASTY_PHASE, ENDED, FOR_ATTRITION, FOR_FOIL, FOR_NOTHING, KINGDOM_PHASE, LEADER_ROLL,
    NEGOTIATION_PHASE, NOTHING, N_STEPS, OK, PICK_KINGDOM, SETTING_UP, STEAL, State,
)
from eminence.engines.blood_of_kings.succession.checks cimport check_succession
from eminence.engines.blood_of_kings.tables cimport (
    ALL_KINGDOMS, FAMOUS_TROUPE, KINGDOMS, MAX_ACTIONS, MAX_PLAYERS, N_SOURCES, SETS, TO_OTHERS,
    Rules,
)
from eminence.engines.blood_of_kings.war.chapter cimport check_war
from eminence.engines.kit.bits cimport popcount64
from eminence.engines.kit.counts cimport total


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


cdef bint time_fits(const State *s, const Rules *r) noexcept nogil:
    """Phase, step, player and turn go together."""
    cdef int player = s.head.player
    cdef bint over = s.phase == ENDED
    return (
        s.phase <= ENDED and s.step < N_STEPS and s.first < r.seats and player < r.seats
        and over == (s.step == NOTHING) and over == (player == OVER)
        and is_event(s.step) == (player == CHANCE) and s.acting <= most_acting(s, r)
        and s.turn <= r.turn_cap and s.head.capped == (s.turn == r.turn_cap)
        and s.head.capped <= over and (s.turn == 0 or s.phase >= KINGDOM_PHASE)
        and s.cathedral_due <= (over or s.phase == KINGDOM_PHASE)
    )


cdef bint tie_fits(const State *s, const Rules *r) noexcept nogil:
    """With an agreed last turn there is a tie after that turn, and none before."""
    return s.tie <= 1 and (s.tie or s.tied_at == 0) and (
        r.last_turn == 0 or s.tie == (s.turn >= r.last_turn))


cdef bint dice_fit(const State *s) noexcept nogil:
    """The dice are for something that this phase rolls for."""
    cdef int phase = DYNASTY_PHASE if s.dice_for >= FOR_ATTRITION else KINGDOM_PHASE
    return (s.step == DICE) == (s.dice_for != FOR_NOTHING) and s.dice_for <= FOR_FOIL and (
        s.dice_for == FOR_NOTHING or s.phase == phase)


cdef bint beginning_fits(const State *s, const Rules *r) noexcept nogil:
    """Before the first turn: who has chosen, and what has been dealt."""
    cdef int ruled = ALL_KINGDOMS & ~ruled_by(s, -1)
    if s.phase == SETTING_UP:
        return ruled == 0 and s.stage <= r.seats + 1
    return s.phase != CHOOSING or (popcount64(ruled) == s.acting and s.stage == 0)


cdef int check_time(const State *s, const Rules *r, Problem *why) noexcept nogil:
    if time_fits(s, r) and tie_fits(s, r) and dice_fit(s) and beginning_fits(s, r):
        return OK
    return refuse(why, BAD_TIME, s.phase, s.step)


# --- glory and cards on their way ---

cdef bint glory_fits(const State *s, const Rules *r) noexcept nogil:
    cdef int to = s.glory_to, stage = s.glory_stage
    cdef int most = max(r.capitol_glory, r.region_glory, r.development_glory, r.ransom_glory)
    if s.glory_left == 0:
        return (to | s.glory_from | s.glory_source | stage) == 0
    if to > r.seats or s.glory_from > r.seats or s.glory_source >= N_SOURCES or (
        stage > ASK_TROUPE or s.glory_left > most or s.phase < KINGDOM_PHASE
    ):
        return False
    if stage == CLAIM_ONE:
        return to and (s.display | s.bag) != 0
    return stage != ASK_TROUPE or (
        to and has_tile(s, to - 1, FAMOUS_TROUPE) and able_to_pay(s, to - 1, r.troupe_cost) != 0)


cdef int check_earned(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """Each seat has the glory it gained, less what it lost."""
    cdef int seat, earned, there
    for seat in range(r.seats):
        there = total_glory(s, r, seat)
        if s.glory_stage == CLAIM_ONE and s.glory_to == seat + 1:
            there += r.glory_per_tile
        earned = total(s.earned[seat], TO_OTHERS) - <int>s.earned[seat][TO_OTHERS]
        # The counts are bytes, and may wrap around in a very long game.
        if (earned - there) & 255:
            return refuse(why, BAD_EARNED, seat, earned, there)
    return OK


cdef bint deal_fits(const State *s, const Rules *r) noexcept nogil:
    """The deal goes to the sets, in order, or to a hand."""
    if (s.deal_left > 0) != (s.step == DEAL):
        return False
    if s.deal_left == 0:
        return (s.deal_to | s.deal_at) == 0
    if s.deal_to == MAX_PLAYERS:
        return s.deal_at + s.deal_left == SETS
    return s.deal_to < r.seats and s.deal_at == 0 and s.deal_left <= r.hand_size


cdef int check_on_the_way(const State *s, const Rules *r, Problem *why) noexcept nogil:
    if not glory_fits(s, r):
        return refuse(why, BAD_GLORY, s.glory_left)
    return check_earned(s, r, why) or (
        OK if deal_fits(s, r) else refuse(why, BAD_DEAL, s.deal_left))


# --- what is pending ---

cdef bint is_pending(const State *s, const Rules *r) noexcept nogil:
    """Whether the rules ask exactly this, and leave the rest unchanged.

    Some events follow a decision directly; their phase has checked them.
    """
    cdef int32_t options[MAX_ACTIONS]
    cdef State next
    if s.step != DICE and s.step != STEAL and s.step != LEADER_ROLL:
        memcpy(&next, s, sizeof(State))
        next.step = NOTHING
        resume(&next, r, NULL)
        if memcmp(&next, s, sizeof(State)) != 0:
            return False
    return s.head.player == CHANCE or actions(s, r, options) > 0


cdef int check_pending(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """A view is filled with one of its worlds; every seat must have a valid view of that world.

    Copies that a search plays on keep no facts, so no seat could have a view of them.
    """
    cdef State world
    cdef Rng rng
    cdef int code = OK
    memcpy(&world, s, sizeof(State))
    if s.head.view_of != FULL:
        seed_rng(&rng, 1)
        imagine(&world, r, &rng, 0)
    if not s.head.lean:
        code = check_views(&world, r, why)
    if code == OK and s.phase != ENDED and not is_pending(&world, r):
        code = refuse(why, BAD_STEP, s.step, s.head.player)
    return code


cdef int check(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """Each check may rely on those before it."""
    return (
        check_time(s, r, why) or check_board(s, r, why) or check_on_the_way(s, r, why)
        or check_cards(s, r, why) or check_kingdom(s, r, why) or check_war(s, r, why)
        or check_succession(s, r, why) or check_dynasty(s, r, why)
        or check_negotiation(s, r, why) or check_pending(s, r, why)
    )
