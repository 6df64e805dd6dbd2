"""The adviser: analysis and hints, how sure they are and why; exact answers where they exist.

>>> from eminence import engines, solver
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

from eminence.solver.analysis.analysis import Analysis, RankedMove
from eminence.solver.analysis.analysis_stream import Limit, Stream, all_but, analyse, stream
from eminence.solver.analysis.confidence import Lead, Verdict
from eminence.solver.analysis.reasons import Effect, Flip, Reasons
from eminence.solver.analysis.turn import Step, Turn
from eminence.solver.equilibria.equilibrium import (
    Learned,
    Reply,
    best_response,
    cfr,
    exploitability,
    nash_conv,
    seat_values,
)
from eminence.solver.equilibria.policy import (
    Policy,
    combine,
    load_policy,
    policy_of,
    random_policy,
    uniform_policy,
)
from eminence.solver.equilibria.tree import Tree
from eminence.solver.exact.solution import Solved, SolvedMove, quick_solution, solve, solved
from eminence.solver.recommendation import Recommendation

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
    "Recommendation",
    "Reply",
    "Solved",
    "SolvedMove",
    "Step",
    "Stream",
    "Tree",
    "Turn",
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
    "quick_solution",
    "random_policy",
    "seat_values",
    "solve",
    "solved",
    "stream",
    "uniform_policy",
]
