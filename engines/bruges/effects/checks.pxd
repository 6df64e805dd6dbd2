"""What `check` asks of the stack of effects and of the step that is pending."""
from libc.stdint cimport int32_t, uint16_t

from eminence.cython_ext.game cimport CHANCE, OVER, Problem, refuse
from eminence.engines.bruges.board cimport (
    cards_left, colours_in, hand_total, has, has_several, house_payment, is_immune, modifier,
    seat_after, top_of, total,
)
from eminence.engines.bruges.effects.counting cimport (
    can_give, canal_options, canal_times, does_something, markers_of, victims,
)
from eminence.engines.bruges.drawing cimport may_stop, untopped_pile
from eminence.engines.bruges.effects.choices cimport givable_colours
from eminence.engines.bruges.plays cimport usable_colours
from eminence.engines.bruges.state cimport (
    ACTIVATED, ADVANCE, ANY_COLOUR, ANY_WORKER, AT, BAD_FRAMES, BAD_PLAYER, BAD_STEP, CANAL_TOKEN,
    CHOOSE_PILE, CHOOSE_VICTIM, COLOURS, DISCARD, DO_CLAUSES, DO_DRAW, DO_EVENT, DO_SUFFER, DRAWING,
    DRAW_CARDS, ENDED, EXTRA_CANAL, EXTRA_HOUSE, EXTRA_PLAY, EXTRA_RECRUIT, EXTRA_STEP, FRAMES,
    FRAME_SIZE, FROM_HAND, FROM_ONE, FROM_PILE, GIVE_WORKER, HOUSE, HOUSE_CARD, LEFT, LOOK,
    LOSE_BUILDING, LOSE_CANAL, LOSE_HOUSE, LOSE_ONE_BUILDING, LOSE_ONE_PERSON, LOSE_PERSON, LOW,
    MAX_ACTIONS, MODIFIER, MORE_HAND, MOST_CHOICES, NOTHING, N_EVENTS, N_USES, OK, OPP_CANAL,
    OPP_CARDS, OPP_HOUSE, OPP_THREAT, ORDER, PAY_WORKER, PER_COLOUR, PICK_BELOW, PICK_CARD,
    PICK_DOWN, PICK_HOUSE, PLAYING, PLAY_CARD, PLAY_DRAWN, RECRUIT_PERSON, REPUTATION,
    REPUTATION_STEPS, ROLL, ROLLING, SEAT, SETTING_UP, SOURCE, STAGE, STEAL_GUILDERS, STEAL_WORKERS,
    TAKE_WORKER, TASK, TRADE, TRADE_GOODS, TURN, TURN_UP, UNTHREAT, UNTHREAT_MARKERS, WHO,
    WORKERS_GAIN, Clause, Rules, State,
)
from eminence.engines.bruges.threats cimport circles, list_losses
from eminence.engines.bruges.turns cimport can_advance, has_turn

# --- frames ---

cdef inline bint refills(const State *s, const Rules *r, const uint16_t *f) noexcept nogil:
    """Phase 1: cards held, drawn and still to draw make a hand, or fewer once somebody stopped."""
    cdef int cards = hand_total(s, s.seat) + total(s.blind) + f[LEFT]
    cdef int most = r.hand_size + modifier(s, r, s.seat, MORE_HAND)
    return cards == most or (f[LEFT] == 0 and r.hand_size <= cards < most)


cdef inline bint draws_below(
    const State *s, const Rules *r, const uint16_t *f, const uint16_t *below
) noexcept nogil:
    """Whether the frame below, or phase 1 itself, waits for this draw."""
    cdef const Clause *clause
    if f[LEFT] > MOST_CHOICES or f[STAGE] > 1 or (
        f[STAGE] and f[LEFT] + total(s.blind) != 1
    ):
        return False
    if below == NULL:
        return s.phase == DRAWING and f[SEAT] == s.seat and f[STAGE] == 0 and refills(s, r, f)
    if below[TASK] != DO_CLAUSES or below[SEAT] != f[SEAT] or below[STAGE] != 1:
        return False
    clause = &r.clause[below[AT]]
    if f[STAGE]:
        return (clause.verb == PLAY_CARD or clause.verb == HOUSE_CARD) and (
            clause.option == FROM_PILE)
    return clause.verb == DRAW_CARDS


cdef inline bint clause_waits(
    const Rules *r, const uint16_t *f, const uint16_t *above
) noexcept nogil:
    """Whether a clause that is not asking anything can be resumed as it stands."""
    cdef const Clause *clause = &r.clause[f[AT]]
    cdef int verb = clause.verb
    if f[STAGE] == 0:
        return f[LEFT] == 0 and f[LOW] == 0 and f[WHO] == 0
    if f[STAGE] != 1 or f[LOW]:
        return False
    if verb == OPP_THREAT:
        return 1 <= f[WHO] < r.seats and f[LEFT] <= clause.amount
    if verb == CANAL_TOKEN:
        return f[WHO] == 0 and f[LEFT] <= clause.amount
    return above != NULL and above[TASK] == DO_DRAW and f[LEFT] == 0 and f[WHO] == 0


cdef inline bint clause_frame_fits(
    const State *s, const Rules *r, const uint16_t *f
) noexcept nogil:
    """The clause is that of a person in play; activations belong to the turn's seat."""
    cdef int card
    if f[AT] >= r.clauses or r.clause[f[AT]].scope == MODIFIER:
        return False
    card = r.clause_card[f[AT]]
    if f[SOURCE] != card + 1 or not has(s.people[f[SEAT]], card):
        return False
    if r.clause[f[AT]].scope == ACTIVATED and (s.phase != PLAYING or f[SEAT] != s.seat):
        return False
    return f[LEFT] <= MOST_CHOICES and f[LOW] < COLOURS and f[WHO] < r.seats and f[STAGE] <= 2


cdef inline bint event_frame_fits(const Rules *r, const uint16_t *f) noexcept nogil:
    return f[AT] < N_EVENTS and 1 <= f[LEFT] <= MOST_CHOICES and (
        f[WHO] <= r.n_triggers[f[AT]] and f[LOW] == 0 and f[STAGE] == 0
        and f[SOURCE] <= COLOURS * PER_COLOUR)


cdef inline bint suffer_frame_fits(
    const State *s, const Rules *r, const uint16_t *f, bint at_top
) noexcept nogil:
    if f[AT] or f[LEFT] or f[LOW] or f[WHO] or f[SOURCE] or f[STAGE] > COLOURS:
        return False
    return f[STAGE] == 0 or (at_top and s.threat[f[SEAT]][f[STAGE] - 1] >= r.circle)


cdef inline bint asks_clause(int step) noexcept nogil:
    return step >= TAKE_WORKER or step == LOSE_HOUSE or step == LOSE_CANAL


cdef inline bint frame_fits(const State *s, const Rules *r, int i) noexcept nogil:
    cdef const uint16_t *f = s.frame[i]
    cdef const uint16_t *below = NULL
    cdef const uint16_t *above = NULL
    if i > 0:
        below = s.frame[i - 1]
    if i + 1 < s.depth:
        above = s.frame[i + 1]
    if f[SEAT] >= r.seats:
        return False
    if f[TASK] == DO_DRAW:
        return above == NULL and f[AT] == 0 and f[LOW] == 0 and f[WHO] == 0 and (
            f[SOURCE] == 0 and draws_below(s, r, f, below))
    if f[TASK] == DO_EVENT:
        return event_frame_fits(r, f)
    if f[TASK] == DO_SUFFER:
        return suffer_frame_fits(s, r, f, above == NULL)
    if f[TASK] != DO_CLAUSES or not clause_frame_fits(s, r, f):
        return False
    if above == NULL and (asks_clause(s.step) or (s.step == PICK_DOWN and f[STAGE])):
        return True
    return clause_waits(r, f, above)


cdef inline int check_frames(const State *s, const Rules *r, Problem *why) noexcept nogil:
    cdef int i, k
    if s.depth > r.deepest:
        return refuse(why, BAD_FRAMES, s.depth)
    # Check where the clauses point before other frames look at them.
    for i in range(s.depth):
        if s.frame[i][TASK] == DO_CLAUSES and s.frame[i][AT] >= r.clauses:
            return refuse(why, BAD_FRAMES, i)
    for i in range(s.depth):
        if not frame_fits(s, r, i):
            return refuse(why, BAD_FRAMES, i)
    for i in range(s.depth, FRAMES):
        for k in range(FRAME_SIZE):
            if s.frame[i][k]:
                return refuse(why, BAD_FRAMES, i)
    if s.depth and (
        s.phase == SETTING_UP or s.phase == ROLLING or s.phase == ENDED
        or (s.phase != PLAYING and s.begun == 0)
    ):
        return refuse(why, BAD_FRAMES, 0)
    if (s.depth == 0 or top_of(s)[TASK] != DO_DRAW) and total(s.blind):
        return refuse(why, BAD_FRAMES, 0)
    return OK


# --- the pending step ---

cdef inline int check_step(const State *s, const Rules *r, Problem *why) noexcept nogil:
    cdef int player = s.head.player, step = s.step
    if s.phase == ENDED:
        if player != OVER or step != NOTHING or not s.last_round:
            return refuse(why, BAD_PLAYER)
    elif step == TURN_UP or step == LOOK or step == ROLL:
        if player != CHANCE:
            return refuse(why, BAD_PLAYER)
    elif not 0 <= player < r.seats:
        return refuse(why, BAD_PLAYER)
    if (s.use_card > 0) != (step == PICK_HOUSE or step == PICK_BELOW) or (
        s.use and step != PICK_CARD and step != PAY_WORKER
    ) or (
        s.use_colour and step != PICK_CARD and step != PAY_WORKER and step != PICK_BELOW
        and step != PICK_DOWN
    ):
        return refuse(why, BAD_STEP)
    if s.phase == ENDED:
        return OK
    # Only drawing leaves a pile without a top, and only until it is turned up.
    if ((s.phase == SETTING_UP or s.phase == ROLLING) and s.begun) or (
        untopped_pile(s) >= 0 and step != TURN_UP
    ) or not step_fits(s, r):
        return refuse(why, BAD_STEP)
    return OK


cdef inline bint step_fits(const State *s, const Rules *r) noexcept nogil:
    cdef int step = s.step
    if step <= ADVANCE or step == TURN:
        return flow_fits(s, r)
    if PICK_CARD <= step <= PAY_WORKER:
        return s.phase == PLAYING and s.head.player == s.seat and play_fits(s, r)
    if s.depth == 0:
        return False
    if step <= PICK_DOWN:
        return loss_fits(s, r, top_of(s))
    return top_of(s)[TASK] == DO_CLAUSES and clause_step_fits(s, r, top_of(s))


cdef inline bint flow_fits(const State *s, const Rules *r) noexcept nogil:
    """Drawing, dice, buying a step, and the turn itself."""
    cdef int step = s.step
    cdef bint drawing = s.depth > 0 and top_of(s)[TASK] == DO_DRAW
    if step == TURN_UP:
        return untopped_pile(s) >= 0 and (drawing or s.phase == SETTING_UP)
    if step == LOOK:
        return drawing and total(s.blind) and (top_of(s)[LEFT] == 0 or not cards_left(s))
    if step == CHOOSE_PILE:
        return drawing and top_of(s)[SEAT] == s.head.player and top_of(s)[LEFT] > 0 and (
            (s.pile_size[0] > 0 and s.pile_size[1] > 0)
            or (cards_left(s) and may_stop(s, r)))
    if s.depth > 0:
        return False
    if step == ROLL:
        return s.phase == ROLLING and s.rolled < COLOURS
    if s.head.player != s.seat:
        return False
    if step == ADVANCE:
        return s.phase == REPUTATION and s.begun == 1 and can_advance(s, r)
    return step == TURN and s.phase == PLAYING and has_turn(s, r)


cdef inline bint play_fits(const State *s, const Rules *r) noexcept nogil:
    """A card action under way can be finished."""
    if s.use >= N_USES or s.use_colour >= COLOURS:
        return False
    if s.step == PICK_HOUSE:
        return has_several(colours_in(s.empty[s.seat]))
    if s.step == PICK_BELOW:
        return s.empty[s.seat][s.use_colour] > 1
    if s.step == PAY_WORKER:
        return s.use == HOUSE and house_payment(s, r, s.seat) == ANY_WORKER and has_several(
            colours_in(s.workers[s.seat])
        ) and (s.aside_colour > 0 or s.hand_count[s.seat][s.use_colour] > 0)
    return s.hand_count[s.seat][s.use_colour] > 1 and (
        s.use == HOUSE or usable_colours(s, r, s.use, 1 << s.use_colour) != 0)


cdef inline bint loss_fits(const State *s, const Rules *r, const uint16_t *f) noexcept nogil:
    """A penalty or an opponent's effect makes the player lose something of their choice."""
    cdef int32_t options[MAX_ACTIONS]
    cdef int player = s.head.player, step = s.step, colour
    cdef bint building
    if f[TASK] == DO_SUFFER:
        if f[SEAT] != player:
            return False
        if step == ORDER:
            return f[STAGE] == 0 and has_several(circles(s, r, player))
        if f[STAGE] == 0:
            return False
        colour = f[STAGE] - 1
        building = r.penalty[colour] == LOSE_ONE_BUILDING
        if step == PICK_DOWN:
            return building and s.empty[player][s.use_colour] > 0
        if is_immune(s, r, player, colour):
            return False
        if not (step == LOSE_BUILDING and building) and not (
            step == LOSE_PERSON and r.penalty[colour] == LOSE_ONE_PERSON
        ):
            return False
    elif f[TASK] != DO_CLAUSES or f[STAGE] != 1 or f[LOW] or not 1 <= f[WHO] < r.seats:
        return False
    elif player != seat_after(r, f[SEAT], f[WHO]) or f[LEFT] > r.clause[f[AT]].amount:
        return False
    elif step == PICK_DOWN:
        return r.clause[f[AT]].verb == OPP_HOUSE and s.empty[player][s.use_colour] > 0
    elif not (step == LOSE_HOUSE and r.clause[f[AT]].verb == OPP_HOUSE) and not (
        step == LOSE_CANAL and r.clause[f[AT]].verb == OPP_CANAL
    ):
        return False
    return list_losses(s, player, step, options) > 1


cdef inline bint clause_step_fits(const State *s, const Rules *r, const uint16_t *f) noexcept nogil:
    """The clause on top asks this, of this player, and there is an answer."""
    cdef const Clause *clause = &r.clause[f[AT]]
    cdef int player = s.head.player, step = s.step, verb = clause.verb, seat = f[SEAT]
    cdef bint counting = f[STAGE] == 1 and 1 <= f[LEFT] <= MOST_CHOICES and f[WHO] == 0
    cdef bint fresh = f[STAGE] == 0 and f[LEFT] == 0 and f[LOW] == 0 and f[WHO] == 0
    if step == GIVE_WORKER or (step == DISCARD and verb == OPP_CARDS):
        return victim_fits(s, r, f, clause)
    if player != seat:
        return False
    if step == DISCARD:
        return verb == DRAW_CARDS and f[STAGE] == 2 and f[WHO] == 0 and (
            1 <= f[LEFT] <= clause.extra and givable_colours(s.hand_count[seat], f) != 0)
    if step == TAKE_WORKER:
        return verb == WORKERS_GAIN and clause.colour == ANY_COLOUR and counting
    if step == UNTHREAT:
        return verb == UNTHREAT_MARKERS and counting and f[LEFT] <= clause.amount and (
            markers_of(s, seat, clause, f[LOW]) != 0)
    if step == TRADE:
        return verb == TRADE_GOODS and counting and f[LEFT] <= clause.amount and (
            can_give(s, seat, clause, f[LOW]))
    if step == CHOOSE_VICTIM:
        return (verb == STEAL_GUILDERS or verb == STEAL_WORKERS) and (
            clause.option == FROM_ONE and f[STAGE] == 2 and f[LEFT] == 0 and f[WHO] == 0
            and f[LOW] == 0 and has_several(victims(s, r, seat, verb)))
    if step == EXTRA_CANAL:
        return verb == CANAL_TOKEN and counting and f[LEFT] <= clause.amount and (
            f[LOW] == 0 and canal_options(s, r, seat, canal_times(clause)) != 0)
    if step == PLAY_DRAWN:
        return verb == PLAY_CARD and clause.option == FROM_PILE and f[STAGE] == 1 and (
            f[LEFT] == 0 and f[LOW] == 0 and f[WHO] == 0 and s.aside_colour > 0)
    if not fresh or not does_something(s, r, seat, clause):
        return False
    if step == EXTRA_PLAY:
        return verb == PLAY_CARD and clause.option == FROM_HAND
    if step == EXTRA_HOUSE:
        return verb == HOUSE_CARD and clause.option == FROM_HAND
    if step == EXTRA_STEP:
        return verb == REPUTATION_STEPS and clause.price > 0
    return step == EXTRA_RECRUIT and verb == RECRUIT_PERSON


cdef inline bint victim_fits(
    const State *s, const Rules *r, const uint16_t *f, const Clause *clause
) noexcept nogil:
    cdef int victim = s.head.player
    if not 1 <= f[WHO] < r.seats or victim != seat_after(r, f[SEAT], f[WHO]) or (
        not 1 <= f[LEFT] <= clause.amount
    ):
        return False
    if s.step == DISCARD:
        return f[STAGE] == 1 and givable_colours(s.hand_count[victim], f) != 0
    return clause.verb == STEAL_WORKERS and f[STAGE] == 1 + (clause.option == FROM_ONE) and (
        f[LEFT] < total(s.workers[victim]) and givable_colours(s.workers[victim], f) != 0)
