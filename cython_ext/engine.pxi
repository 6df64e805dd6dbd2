# Included at the end of each engine's rules.pyx, so that its rules inline into the
# playout loop and its table is filled in one place. The including module defines the
# functions of `Ops` under their own names.
from libc.stdint cimport int32_t
from libc.string cimport memset

from eminence.cython_ext.core cimport CHECK as _CHECK, Rng as _Rng, below as _below
from eminence.cython_ext.game cimport (
    CHANCE as _CHANCE, Ops as _Ops, OVER as _OVER, Return as _Return, player_of as _player_of,
)


cdef int playout(
    void *s, const void *rules, _Rng *rng, int limit, _Return *out
) noexcept nogil:
    cdef int32_t options[MAX_ACTIONS]
    cdef int decisions = 0, player = _player_of(s)
    while player != _OVER:
        if player == _CHANCE:
            apply(s, rules, roll(s, rules, rng), NULL)
        elif decisions == limit:
            return decisions
        else:
            apply(s, rules, options[_below(rng, actions(s, rules, options))], NULL)
            decisions += 1
        _CHECK(check(s, rules, NULL) == 0)
        player = _player_of(s)
    returns(s, rules, out)
    return decisions


cdef void fill_functions(_Ops *ops) noexcept nogil:
    memset(ops, 0, sizeof(_Ops))
    ops.max_actions = MAX_ACTIONS
    ops.start = start
    ops.actions = actions
    ops.apply = apply
    ops.event = event
    ops.outcomes = outcomes
    ops.roll = roll
    ops.returns = returns
    ops.hidden = hidden
    ops.conceal = conceal
    ops.check = check
    ops.imagine = imagine
    ops.evaluate = evaluate
    ops.priors = priors
    ops.sources = sources
    ops.facts = facts
    ops.playout = playout
