"""The adviser: analysis and hints, with how sure they are and why.

>>> import engines, solver
>>> state = engines.load("tic_tac_toe").root()
>>> for move in ("x(0,0)", "o(1,0)", "x(0,1)", "o(1,1)"):
...     state.apply(state.parse(move))
>>> advice = solver.analyse(state.view(0), solver.Limit(iterations=4000))
>>> advice.best.text, advice.verdict.kind
('x(0,2)', 'best')
"""

from __future__ import annotations

from solver.analysis import Analysis, Limit, RankedMove, Stream, all_but, analyse, stream
from solver.confidence import Lead, Verdict
from solver.equilibrium import (
    Learned,
    Reply,
    best_response,
    cfr,
    exploitability,
    nash_conv,
    seat_values,
)
from solver.policy import (
    Policy,
    combine,
    load_policy,
    policy_of,
    random_policy,
    uniform_policy,
)
from solver.reasons import Effect, Flip, Reasons
from solver.tree import Tree

__all__ = [
    "Analysis",
    "Effect",
    "Flip",
    "Lead",
    "Learned",
    "Limit",
    "Policy",
    "RankedMove",
    "Reasons",
    "Reply",
    "Stream",
    "Tree",
    "Verdict",
    "all_but",
    "analyse",
    "best_response",
    "cfr",
    "combine",
    "exploitability",
    "load_policy",
    "nash_conv",
    "policy_of",
    "random_policy",
    "seat_values",
    "stream",
    "uniform_policy",
]
