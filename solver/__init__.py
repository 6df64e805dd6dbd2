"""The adviser: analysis and hints, how sure they are and why; exact answers where there are.

>>> import engines, solver
>>> state = engines.load("tic_tac_toe").root()
>>> for move in ("x(0,0)", "o(1,0)", "x(0,1)", "o(1,1)"):
...     state.apply(state.parse(move))
>>> advice = solver.analyse(state.view(0), solver.Limit(iterations=4000))
>>> advice.best.text, advice.verdict.kind
('x(0,2)', 'best')
>>> solver.solve(state.view(0)).values
(1.0, 0.0)
>>> round(solver.cfr(engines.load("kuhn_poker"), 1000, "plus").value, 4)
-0.0556
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
from solver.solving import Solved, SolvedMove, solve, solved
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
    "Solved",
    "SolvedMove",
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
    "solve",
    "solved",
    "stream",
    "uniform_policy",
]
