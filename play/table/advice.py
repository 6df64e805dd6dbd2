"""Hints at a table: what to play and why, shown while it is being found out."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from eminence import solver
from eminence.play.ctrl_c import on_ctrl_c
from eminence.play.table.screen import Screen
from eminence.play.table.typed_input import hint_wish
from eminence.search.beliefs.record import Record

#: moves that the numbers list
ROWS = 5
#: what a hint has at the least
LEAST_SECONDS = 0.05

Advice = solver.Analysis | solver.Solved


def advise(seen: Callable[[], Record], argument: str, screen: Screen) -> Advice:
    """Ask the adviser as `hint` with this argument does; Ctrl-C ends it with what it has found.

    `seen` tells what the person has seen; in a long game that takes a part of the time.
    """
    begun = monotonic()
    seconds, has_numbers = hint_wish(argument)
    record = seen()
    seconds = max(LEAST_SECONDS, seconds - (monotonic() - begun))
    solution = solver.quick_solution(record.last)
    advice = solution or _estimate(record, seconds, has_numbers, screen)
    screen.show(f"\n{advice_text(advice, has_numbers)}\n")
    return advice


def _estimate(record: Record, seconds: float, has_numbers: bool, screen: Screen) -> solver.Analysis:
    limit = solver.Limit(seconds=seconds)
    growing = solver.stream(record.last, limit, turn=True, record=record)
    with screen.changing() as update, on_ctrl_c(growing.cancel):
        for advice in growing:
            update(advice_text(advice, has_numbers))
    return growing.finish()


def advice_text(advice: Advice, has_numbers: bool) -> str:
    """The words of a hint, and its numbers if they are wanted."""
    return f"{advice.in_words()}\n\n{advice.summary(ROWS)}" if has_numbers else advice.in_words()
