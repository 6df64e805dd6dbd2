"""The rules of Bruges; clause numbers (R..) are those of RULES.md.

The parts lie in files of their own and are inlined here: `drawing`, `threats`, `plays` (the six
actions of a card), `effects` (the stack machine), `turns`, `steps`, `scoring`, `knowledge` and
`checks`. A decision or event changes the state and the stack; `proceed` then goes on to the next
one.
"""
from libc.stdint cimport int32_t
from libc.string cimport memcpy

from eminence.cython_ext.core cimport Rng, below
from eminence.cython_ext.game cimport (
    BY_CHANCE, CHANCE, TO_ALL, FeaturesOfAllFunction, Ops, Problem, Return, Seen, SettleFunction,
    Table, rank_seats, seat_bit, show,
)
from eminence.engines.kit.bits cimport popcount64
from eminence.engines.bruges.board cimport put, top_of
from eminence.engines.bruges.checks cimport (
    check_cards, check_homes, check_majorities, check_people, check_piles, check_places,
    check_round, check_statues, check_table,
)
from eminence.engines.bruges.drawing cimport (
    list_faces, list_tops, look_at, roll_face, roll_top, untopped_pile,
)
from eminence.engines.bruges.features cimport (
    MAX_TRAITS, N_FEATURES, TRAIT_END, features, features_of_all, traits,
)
from eminence.engines.bruges.guidance cimport evaluate, priors, settle
from eminence.engines.bruges.insight cimport topic_of
from eminence.engines.bruges.knowledge cimport conceal, imagine
from eminence.engines.bruges.scoring cimport points_by_source, points_of
from eminence.engines.bruges.effects.checks cimport check_frames, check_step
from eminence.engines.bruges.state cimport (
    ACTIVATE, ACTIVATED, CARD_IDS, COLOURS, EVENT_CARD, EVENT_DIE, EVENT_TOP, HOUSE, IMMUNE,
    INFINITY, LAUREL, LOOK, MAX_ACTIONS, MAX_PLAYERS, MODIFIER, MOST, NOTHING, N_SOURCES, N_WEIGHTS,
    ON_EVENT, PER_COLOUR, PICK_BELOW, PICK_CARD, PILES, ROLL, SEAT, TURN_UP, WORKER, Modifier,
    Rules, State, Trigger,
)
from eminence.engines.bruges.steps cimport actions, decide
from eminence.engines.bruges.turns cimport proceed

cdef enum:
    FACES = 6


cdef void start(State *s, const Rules *r) noexcept nogil:
    cdef int seat, c, p
    memcpy(s.pool, r.cards, sizeof(s.pool))
    for p in range(PILES):
        s.pile_size[p] = r.pile_size[p]
    for seat in range(r.seats):
        s.points[seat] = r.first_points
        s.guilders[seat] = r.first_guilders
        for c in range(COLOURS):
            s.workers[seat][c] = r.first_workers
    proceed(s, r, NULL)


# --- decisions ---

cdef void apply(State *s, const Rules *r, int action, Seen *seen) noexcept nogil:
    cdef int step = s.step
    s.step = NOTHING
    if s.head.player == CHANCE:
        take_outcome(s, step, action, seen)
    else:
        # Everybody sees a choice, but for the card that becomes a house or lies below a person.
        if step != PICK_CARD and step != PICK_BELOW:
            show(seen, TO_ALL, action)
        decide(s, r, step, s.head.player, action, seen)
    proceed(s, r, seen)


# --- chance ---

cdef int event(const State *s, const Rules *r, int *seat) noexcept nogil:
    seat[0] = -1
    if s.step == TURN_UP:
        return EVENT_TOP
    if s.step == ROLL:
        return EVENT_DIE
    seat[0] = top_of(s)[SEAT]
    return EVENT_CARD


cdef int outcomes(const State *s, const Rules *r, int32_t *out, double *p) noexcept nogil:
    cdef int face
    if s.step == TURN_UP:
        return list_tops(s, out, p)
    if s.step == LOOK:
        return list_faces(s, out, p)
    for face in range(FACES):
        out[face] = face + 1
        p[face] = 1.0 / FACES
    return FACES


cdef int roll(const State *s, const Rules *r, Rng *rng) noexcept nogil:
    if s.step == TURN_UP:
        return roll_top(s, rng)
    if s.step == LOOK:
        return roll_face(s, rng)
    return 1 + below(rng, FACES)


cdef inline void take_outcome(State *s, int step, int outcome, Seen *seen) noexcept nogil:
    """Everybody sees backs and dice; only who drew a card sees its face (R33)."""
    if step == LOOK:
        show(seen, seat_bit(top_of(s)[SEAT]) | BY_CHANCE, outcome)
        look_at(s, outcome)
        return
    show(seen, TO_ALL | BY_CHANCE, outcome)
    if step == TURN_UP:
        s.top[untopped_pile(s)] = outcome + 1
    else:
        s.dice[s.rolled] = outcome
        s.rolled += 1


# --- the end ---

cdef void returns(const State *s, const Rules *r, Return *out) noexcept nogil:
    """Points, then guilders (R32)."""
    cdef double strength[MAX_PLAYERS]
    cdef int seat, points
    for seat in range(r.seats):
        points = points_of(s, r, seat)
        out[seat].score = points
        strength[seat] = points * (MOST + 1.0) + s.guilders[seat]
    rank_seats(strength, r.seats, out)


# --- knowledge ---

cdef bint hidden(const State *s, const Rules *r) noexcept nogil:
    """Which of several cards of a colour becomes a house, or lies below a person."""
    return s.step == PICK_BELOW or (s.step == PICK_CARD and s.use == HOUSE)


cdef int check(const State *s, const Rules *r, Problem *why) noexcept nogil:
    # Each returns OK, which is 0, or the first contradiction that it finds.
    return (
        check_cards(s, r, why) or check_places(s, r, why) or check_homes(s, r, why)
        or check_people(s, r, why) or check_piles(s, r, why) or check_table(s, r, why)
        or check_statues(s, r, why) or check_majorities(s, r, why) or check_round(s, r, why)
        or check_frames(s, r, why) or check_step(s, r, why)
    )


# --- explanations ---

cdef void sources(const State *s, const Rules *r, double *out) noexcept nogil:
    cdef int parts[N_SOURCES]
    cdef int seat, i
    for seat in range(r.seats):
        points_by_source(s, r, seat, parts)
        for i in range(N_SOURCES):
            out[seat * N_SOURCES + i] = parts[i]


cdef void facts(const State *s, const Rules *r, int viewer, double *out) noexcept nogil:
    """Each other seat's hand by group."""
    cdef int seat, group, c
    for seat in range(r.seats):
        for group in range(r.groups):
            out[seat * r.groups + group] = 0
            if seat != viewer:
                for c in range(COLOURS):
                    out[seat * r.groups + group] += popcount64(
                        s.hand[seat][c] & r.group_cards[group][c])


include "../../cython_ext/engine.pxi"


# --- loading ---

cdef void fill_numbers(Rules *r, board):
    r.groups = len(board.groups)
    r.first_points = board.points
    r.first_guilders = board.guilders
    r.first_workers = board.workers
    r.hand_size = board.hand
    r.cards_per_round = board.cards_per_round
    r.threat_from = board.threat_from
    r.price_up_to = board.price_up_to
    r.workers_taken = board.workers_taken
    r.threat_points = board.threat_points
    r.threat_markers = board.threat_markers
    r.circle = board.circle
    r.points_lost = board.points_lost
    r.house_points = board.house_points
    r.majority_points = board.majority_points
    r.canal_space = board.canal_space
    r.canal_points = board.canal_points
    r.steps = len(board.step_points) - 1
    for i, value in enumerate(board.step_points):
        r.step_points[i] = value
    r.statues = len(board.statues)
    for i, value in enumerate(board.statues):
        r.statue_value[i] = value
    r.pile_size = board.pile_sizes
    r.penalty = board.penalties
    for house, sections in enumerate(board.canals):
        for side, spaces in enumerate(sections):
            for i, space in enumerate(spaces):
                r.canal_colour[house][side][i] = space.colour
                r.canal_cost[house][side][i] = space.cost


cdef void fill_cards(Rules *r, board):
    for row, card in enumerate(board.cards):
        put(r.cards, card.id)
        put(r.group_cards[card.group], card.id)
        r.row[card.id] = row
        r.card_at[row] = card.id
        r.price[card.id] = card.price
        r.worth[card.id] = card.points
        r.activation[card.id] = card.activation
        r.activation_colour[card.id] = card.activation_colour
        r.topic[card.id] = topic_of(card.clauses[0].verb)
        if card.activation == LAUREL:
            put(r.laurels, card.id)
        activated = [clause for clause in card.clauses if clause.scope == ACTIVATED]
        if activated:
            r.effect[card.id] = r.clauses + 1
            if card.activation == WORKER or card.activation == INFINITY:
                put(r.active, card.id)
            add_clauses(r, card.id, activated)
        for clause in card.clauses:
            if clause.scope == MODIFIER:
                add_modifier(r, card.id, clause)
            elif clause.scope >= ON_EVENT:
                add_trigger(r, card.id, clause)


cdef void add_clauses(Rules *r, int card, clauses):
    for i, clause in enumerate(clauses):
        r.clause[r.clauses] = {**clause._asdict(), "last": i + 1 == len(clauses)}
        r.clause_card[r.clauses] = card
        r.clauses += 1


cdef void add_modifier(Rules *r, int card, clause):
    cdef int verb = clause.verb
    option = clause.colour if verb == IMMUNE else clause.option
    r.modifier[verb][r.n_modifiers[verb]] = Modifier(card, clause.amount, option)
    r.n_modifiers[verb] += 1


cdef void add_trigger(Rules *r, int card, clause):
    cdef int on = clause.scope - ON_EVENT
    r.trigger[on][r.n_triggers[on]] = Trigger(card, r.clauses)
    r.n_triggers[on] += 1
    add_clauses(r, card, [clause])


def table(board, int players) -> Table:
    """The game table for one board; `data.read` has checked every number."""
    cdef Ops ops
    cdef Rules rules
    begin_table(&ops, &rules)
    rules.seats = players
    fill_numbers(&rules, board)
    fill_cards(&rules, board)
    rules.deepest = board.deepest
    ops.play_size = sizeof(State) - sizeof((<State *>NULL).shown)
    ops.max_outcomes = PER_COLOUR
    ops.max_plies = board.most_decisions
    ops.n_weights = N_WEIGHTS
    ops.n_sources = N_SOURCES
    ops.n_facts = players * rules.groups
    ops.n_features = N_FEATURES
    ops.n_traits = TRAIT_END
    ops.max_traits = MAX_TRAITS
    ops.n_actions = ACTIVATE + CARD_IDS
    ops.settle = <SettleFunction>settle
    ops.features_of_all = <FeaturesOfAllFunction>features_of_all
    return finish_table(&ops, &rules)
