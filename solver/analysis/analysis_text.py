"""An analysis as text and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from eminence.solver.recommendation import chance
from eminence.solver.text_layout import headed, indented, laid_out, wrapped

if TYPE_CHECKING:
    from eminence.solver.analysis.analysis import Analysis, RankedMove
    from eminence.solver.analysis.reasons import Effect, Reasons

#: lines of each kind of reason
MOST = 6
#: why a move stands below one with a lower win share
TOO_FEW = "tried in too few worlds to compare"
UNSURE = "not surely better than the first move, the agent's choice"
OTHER_WORLDS = "tried in fewer worlds; where both were tried, the first move won more"
#: the mark beside its win share in that case
MARKS = {TOO_FEW: "*", UNSURE: "+", OTHER_WORLDS: "x"}
HEADS = ["", "visits", "win share", "behind", "rank", "score", "best in", "wins by seat"]
#: the head of the column that is there where a network judges
NETWORK = "network"


def to_text(analysis: Analysis, rows: int) -> str:
    """The words, the verdict, a table of the first moves, the line to expect, and the reasons."""
    return f"{analysis.in_words()}\n\n{summary(analysis, rows)}\n\n{why(analysis)}"


def summary(analysis: Analysis, rows: int) -> str:
    """The verdict and a table of the first moves."""
    shown = analysis.moves[:rows]
    more = len(analysis.moves) - rows
    return headed(analysis.verdict.text, _table(analysis, shown), more, notes_on(shown))


def mark_of(move: RankedMove) -> str:
    """The mark beside its win share; empty where none is needed."""
    return "" if move.why_below is None else MARKS[move.why_below]


def notes_on(moves: Sequence[RankedMove]) -> list[str]:
    """What the marks of these moves mean, a line each."""
    given = {move.why_below for move in moves}
    return [f"{mark} {why}" for why, mark in MARKS.items() if why in given]


def why(analysis: Analysis) -> str:
    """The line to expect, the reasons, what the network said, and how much was looked at."""
    parts = wrapped("Line: " + "; ".join(analysis.best.line))
    noted = [move for move in analysis.moves if move.leading and move.note]
    if noted:
        parts.append("")
        parts += [line for move in noted for line in wrapped(f"{move.text}: {move.note}")]
    if analysis.reasons is not None:
        parts += _reasons(analysis.reasons)
    if analysis.raw:
        parts += ["", *wrapped(_before_search(analysis))]
    parts += _beliefs(analysis)
    parts += ["", *wrapped(_footer(analysis))]
    return "\n".join(parts)


def _table(analysis: Analysis, moves: Sequence[RankedMove]) -> list[str]:
    # Marks have a column of their own, so that figures stand below each other.
    room = 2 * any(move.why_below for move in moves)
    rows = [HEADS, *(_figures(analysis, move, i, room) for i, move in enumerate(moves))]
    if _has_policy(analysis):
        column = [NETWORK, *(_percent(move.policy) for move in moves)]
        # First what came first: the search begins with the network's policy.
        rows = [[row[0], cell, *row[1:]] for row, cell in zip(rows, column, strict=True)]
    return laid_out([move.text for move in moves], rows)


def _figures(analysis: Analysis, move: RankedMove, place: int, room: int) -> list[str]:
    number = f"{place + 1}"
    if not move.values:
        return [number, f"{move.visits}", *"------"]
    own = move.values[analysis.view.seat]
    error = "" if move.error is None else f" ± {100 * move.error:.1f}"
    return [
        number,
        f"{move.visits}",
        f"{100 * own.win:.1f}{error} %{mark_of(move):>{room}}",
        _behind(move, place),
        f"{own.rank:.2f}",
        f"{own.score:.1f}",
        _percent(move.best_share),
        " ".join(f"{100 * value.win:.0f}" for value in move.values),
    ]


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.0f} %"


def _behind(move: RankedMove, place: int) -> str:
    """How far the move is behind, in percentage points; "-" if not known, empty for the best."""
    if move.behind is None:
        return "-" if place else ""
    return f"{100 * move.behind.low:.1f} to {100 * move.behind.high:.1f}"


def _reasons(reasons: Reasons) -> list[str]:
    lines: list[str] = []
    clear = sorted(
        (effect for effect in reasons.effects if effect.clear),
        key=lambda e: (-abs(e.difference), e.seat, e.source),
    )
    if clear:
        lines += ["", *wrapped(f"To expect until the end, rather than after {reasons.rival}:")]
        lines += [line for effect in clear[:MOST] for line in indented(_effect(effect))]
    if reasons.flips:
        lines += ["", *wrapped(f"Best, unless one of these is so; then {reasons.rival}:")]
        for flip in reasons.flips[:MOST]:
            lines += indented(
                f"{flip.text} ({100 * flip.share:.0f} % of the worlds; "
                f"{100 * flip.difference:.1f} percentage points better)"
            )
    return lines


def _effect(effect: Effect) -> str:
    return (
        f"seat {effect.seat}, {effect.source}: {effect.best:+.2f} rather than "
        f"{effect.rival:+.2f} ({effect.difference:+.2f} ± {effect.error:.2f})"
    )


def _has_policy(analysis: Analysis) -> bool:
    """Whether a network scored the moves: one that judges positions may leave moves to the game."""
    return any(move.policy is not None for move in analysis.moves)


def _before_search(analysis: Analysis) -> str:
    """What the network alone thinks of the position and of the moves."""
    own = _percent(analysis.raw[analysis.view.seat])
    words = f"Before any search the network gives you {own}."
    if len(analysis.moves) < 2 or not _has_policy(analysis):
        return words
    liked = max(analysis.moves, key=lambda move: move.policy or 0.0)
    return f"{words} Its first choice: {liked.text} ({_percent(liked.policy)})."


def _beliefs(analysis: Analysis) -> list[str]:
    """What the others may hold, each with its chance by play and by the view alone."""
    if not analysis.suspicions:
        return []
    lines = ["", "Going by how the others have played (by the cards alone):"]
    for told in analysis.suspicions:
        lines += indented(f"{told.text}: {chance(told.share)} ({chance(told.alike)})")
    return lines


def _footer(analysis: Analysis) -> str:
    drawn = ""
    if analysis.believed is not None:
        worth = f"{analysis.believed:.0f} different ones"
        drawn = f" The search drew worlds by how the others have played, worth {worth}."
    elif analysis.wanted_belief:
        drawn = " Nothing useful is known of how the others have played: all worlds were alike."
    return (
        f"{analysis.iterations} simulations by {analysis.agent}, {analysis.rollouts} rollouts "
        f"in {analysis.worlds} worlds, {analysis.seconds:.1f} s.{drawn}"
    )


def to_json(analysis: Analysis) -> str:
    """One line."""
    return json.dumps(to_dict(analysis))


def to_dict(analysis: Analysis) -> dict[str, Any]:
    """Plain values only."""
    verdict = analysis.verdict
    return {
        "game": analysis.view.game.name,
        "options": analysis.view.game.options,
        "seat": analysis.view.seat,
        "agent": analysis.agent,
        "verdict": {
            "kind": verdict.kind,
            "text": verdict.text,
            "moves": list(verdict.moves),
            "confidence": verdict.confidence,
        },
        "recommendation": analysis.recommendation.to_dict(),
        **({"raw": list(analysis.raw)} if analysis.raw else {}),
        **_known_by_play(analysis),
        "moves": [_move(move) for move in analysis.moves],
        "reasons": None if analysis.reasons is None else dict(_reason_items(analysis.reasons)),
        "iterations": analysis.iterations,
        "rollouts": analysis.rollouts,
        "worlds": analysis.worlds,
        "seconds": analysis.seconds,
    }


def _known_by_play(analysis: Analysis) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if analysis.believed is not None:
        found["believed"] = analysis.believed
    if analysis.suspicions:
        found["suspicions"] = [asdict(told) for told in analysis.suspicions]
    return found


def _move(move: RankedMove) -> dict[str, Any]:
    return {
        "action": move.action,
        "text": move.text,
        "visits": move.visits,
        **({} if move.policy is None else {"policy": move.policy}),
        "values": [value._asdict() for value in move.values],
        "error": move.error,
        "best_share": move.best_share,
        "worlds": move.worlds,
        "leading": move.leading,
        "behind": None if move.behind is None else move.behind._asdict(),
        "why_below": move.why_below,
        "note": move.note,
        "line": list(move.line),
    }


def _reason_items(reasons: Reasons) -> Iterator[tuple[str, Any]]:
    yield "best", reasons.best
    yield "rival", reasons.rival
    yield (
        "effects",
        [
            {
                "seat": effect.seat,
                "source": effect.source,
                "best": effect.best,
                "rival": effect.rival,
                "difference": effect.difference,
                "error": effect.error,
            }
            for effect in reasons.effects
        ],
    )
    yield (
        "flips",
        [
            {
                "fact": flip.fact,
                "text": flip.text,
                "at_least": flip.at_least,
                "bound": flip.bound,
                "share": flip.share,
                "difference": flip.difference,
                "low": flip.low,
                "high": flip.high,
            }
            for flip in reasons.flips
        ],
    )
