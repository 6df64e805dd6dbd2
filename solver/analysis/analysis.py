"""An analysis: the moves of a view, ranked, with how sure that is and why."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from eminence.cython_ext.game import View
from eminence.cython_ext.results import Return
from eminence.search.api import Move
from eminence.solver.analysis import analysis_text
from eminence.solver.analysis.advice_words import recommend
from eminence.solver.analysis.confidence import Lead, Verdict
from eminence.solver.analysis.reasons import Reasons, explain
from eminence.solver.analysis.rollout_statistics import Sample
from eminence.solver.analysis.suspicions import Suspicion
from eminence.solver.analysis.turn import Step, Turn
from eminence.solver.recommendation import Recommendation


@dataclass(frozen=True)
class RankedMove:
    """What is known of one move."""

    action: int
    text: str
    visits: int
    """Simulations of the search that tried it."""
    values: tuple[Return, ...]
    """Per seat the win share, rank and score to expect, by rollouts; empty before the first."""
    error: float | None
    """Standard error of the mover's win share."""
    best_share: float | None
    """Share of the worlds in which it did best; equals share a world. Leading moves are compared
    with each other, where all were tried; other moves with all moves, in the first worlds."""
    worlds: int
    """Worlds in which it was played out."""
    leading: bool
    """Was it compared with the other leading moves?"""
    behind: Lead | None
    """How much more the best move wins, in the same worlds; None for the best move itself, and if
    the two were not compared."""
    why_below: str | None
    """Why it stands below a move with a lower win share; None where it does not."""
    policy: float | None
    """Its share of the network's policy, before any search; None where no network judges."""
    searched: Move = field(repr=False, compare=False)

    @property
    def note(self) -> str:
        """What else the game says about the move, such as the odds of a battle."""
        view = self.searched.view
        return view.game.words.note(view, self.action)

    @cached_property
    def line(self) -> tuple[str, ...]:
        """The move and the expected replies, in one world that fits the view."""
        return self.searched.line or (f"seat {self.searched.view.seat}: {self.text}",)


@dataclass(frozen=True)
class Analysis:
    """An answer: what to play, how sure that is, and why."""

    view: View = field(repr=False)
    agent: str
    moves: tuple[RankedMove, ...]
    """The one to play first, then the other leading ones, then the rest, each by win share."""
    verdict: Verdict
    iterations: int
    """Simulations of the search."""
    worlds: int
    """Worlds that moves were played out in."""
    rollouts: int
    raw: tuple[float, ...]
    """Every seat's win share by the network alone, before any search; empty without one."""
    seconds: float = field(compare=False)
    sample: Sample | None = field(repr=False, compare=False)
    turn: Turn | None = None
    """What the seat would do after the first move; None where nobody asked for it."""
    believed: float | None = None
    """How many worlds the belief was worth that the search drew from; None: all worlds that fit
    the view were alike."""
    wanted_belief: bool = False
    """Did the agent ask for one? Without a record it has none."""
    suspicions: tuple[Suspicion, ...] = ()
    """What the others may hold, going by how they have played; empty without a record."""

    @property
    def best(self) -> RankedMove:
        """The move to play."""
        return self.moves[0]

    @cached_property
    def reasons(self) -> Reasons | None:
        """The best move against its rival; None before both were compared."""
        if self.sample is None or len(self.moves) < 2 or not self.moves[1].leading:
            return None
        best, rival = self.moves[:2]
        words = self.view.game.words
        texts = (best.text, rival.text)
        return explain(self.sample, best.action, rival.action, texts, words.sources, words.facts)

    @cached_property
    def recommendation(self) -> Recommendation:
        """What to play, and why in plain sentences."""
        return recommend(self)

    def in_words(self) -> str:
        """The recommendation and the rest of the turn, without the numbers."""
        lines = [self.recommendation.text]
        if self.turn is not None:
            lines += self.turn.lines(Step(self.best.text, self.best.note))
        return "\n".join(lines)

    def to_text(self, rows: int = 10) -> str:
        """All there is: `in_words`, the `summary` and the `why`."""
        return analysis_text.to_text(self, rows)

    def summary(self, rows: int = 10) -> str:
        """The numbers: the verdict and the table."""
        return analysis_text.summary(self, rows)

    def why(self) -> str:
        """The line to expect and the reasons, with their numbers."""
        return analysis_text.why(self)

    def to_dict(self) -> dict[str, Any]:
        """Everything, as plain JSON values."""
        return analysis_text.to_dict(self)

    def to_json(self) -> str:
        """Everything, as one line of JSON."""
        return analysis_text.to_json(self)

    def to_png(self, rows: int = 10) -> bytes:
        """The win shares of the first moves as a bar chart."""
        # Imported here, because the drawing library takes longer to load than most hints take.
        from eminence.solver.bar_chart import MoveBar, draw

        seat = self.view.seat
        bars = [
            MoveBar(
                move.text,
                move.values[seat].win,
                move.error or 0.0,
                move.leading or self.sample is None,
                analysis_text.mark_of(move),
            )
            for move in self.moves[:rows]
            if move.values
        ]
        title = self.recommendation.sentences[0]
        return draw(title, seat, bars, analysis_text.notes_on(self.moves[:rows]))

    def __str__(self) -> str:
        return self.to_text()
