"""How a game has ended: ranks, win shares and points, a line per seat."""

from __future__ import annotations

from collections.abc import Sequence

from eminence.cython_ext.text_tables import number, text_table
from eminence.engines import Return, State, View


def result_text(
    final: State | View, returns: Sequence[Return], players: Sequence[str], decisions: int
) -> str:
    """One line per seat, the winner first, with the points by source where a game has them."""
    points = final.sources()
    kinds = [*final.game.words.sources]
    rows = [["rank", "seat", "player", "win", "score", *kinds]]
    for seat in sorted(range(len(players)), key=lambda s: returns[s].rank):
        end = returns[seat]
        rows.append(
            [
                number(end.rank),
                str(seat),
                players[seat],
                number(end.win),
                number(end.score),
                *(number(points[seat][kind]) for kind in kinds),
            ]
        )
    ended = " (stopped by the turn cap)" if final.capped else ""
    right = (0, 1, *range(3, len(rows[0])))
    return f"{text_table(rows, right)}\n{decisions} decisions{ended}"
