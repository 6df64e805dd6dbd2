# Included in each engine's rules.pyx behind its rules. So the rules inline into the playout loop,
# and the table of every game is made in one place. The including module has the structs `State`,
# which begins with a `Head`, and `Rules`, which has `seats`; the number MAX_ACTIONS; and the
# functions of `Ops` under their own names, for these structs.
import numpy as _np

from libc.stdint cimport int32_t as _int32_t
from libc.string cimport memset as _memset

from eminence.cython_ext.core cimport CHECK as _CHECK, Rng as _Rng, below as _below
from eminence.cython_ext.game cimport (
    CHANCE as _CHANCE, FULL as _FULL, OVER as _OVER, ActionsFunction, ApplyFunction, CheckFunction,
    ConcealFunction, EvaluateFunction, EventFunction, FactsFunction, FeaturesFunction,
    HiddenFunction, ImagineFunction, Ops as _Ops, OutcomesFunction, PlayoutFunction, PriorsFunction,
    Return as _Return, ReturnsFunction, RollFunction, SourcesFunction, Table as _Table,
    TraitsFunction, new_table as _new_table,
)


cdef void start_blank(void *state, const void *rules) noexcept nogil:
    """`start` on a state that holds nothing."""
    s = <State *>state
    _memset(s, 0, sizeof(State))
    s.head.view_of = _FULL
    start(s, <const Rules *>rules)


cdef int playout(State *s, const Rules *r, _Rng *rng, int limit, _Return *out) noexcept nogil:
    cdef _int32_t options[MAX_ACTIONS]
    cdef int decisions = 0
    while s.head.player != _OVER:
        if s.head.player == _CHANCE:
            apply(s, r, roll(s, r, rng), NULL)
        elif decisions == limit:
            return decisions
        else:
            apply(s, r, options[_below(rng, actions(s, r, options))], NULL)
            decisions += 1
        _CHECK(check(s, r, NULL) == 0)
    returns(s, r, out)
    return decisions


cdef void begin_table(_Ops *ops, Rules *rules) noexcept nogil:
    """Empty rules, and the functions. A pointer to a struct is passed like any other pointer."""
    _memset(rules, 0, sizeof(Rules))
    _memset(ops, 0, sizeof(_Ops))
    ops.max_actions = MAX_ACTIONS
    ops.start = start_blank
    ops.actions = <ActionsFunction>actions
    ops.apply = <ApplyFunction>apply
    ops.event = <EventFunction>event
    ops.outcomes = <OutcomesFunction>outcomes
    ops.roll = <RollFunction>roll
    ops.returns = <ReturnsFunction>returns
    ops.hidden = <HiddenFunction>hidden
    ops.conceal = <ConcealFunction>conceal
    ops.check = <CheckFunction>check
    ops.imagine = <ImagineFunction>imagine
    ops.evaluate = <EvaluateFunction>evaluate
    ops.priors = <PriorsFunction>priors
    ops.features = <FeaturesFunction>features
    ops.traits = <TraitsFunction>traits
    ops.sources = <SourcesFunction>sources
    ops.facts = <FactsFunction>facts
    ops.playout = <PlayoutFunction>playout


cdef _Table finish_table(_Ops *ops, const Rules *rules, size_t rules_size=sizeof(Rules)):
    """The table, with the sizes that follow from the structs; it keeps a copy of the rules."""
    cdef State blank
    _memset(&blank, 0, sizeof(State))
    ops.seats = rules.seats
    ops.max_outcomes = max(ops.max_outcomes, 1)
    ops.state_size = sizeof(State)
    if ops.play_size == 0:
        ops.play_size = ops.state_size
    return _new_table(ops, rules, rules_size, _np.asarray(<const State[:1]>&blank).dtype)
