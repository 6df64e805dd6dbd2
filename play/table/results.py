"""How a game has ended: a sentence, then ranks, win shares and points, a line per seat."""

from __future__ import annotations

from collections.abc import Sequence

from eminence.cython_ext.text_tables import number, text_table
from eminence.engines import PUBLIC, Return, State, View
from eminence.engines.kit.telling import Reader, capital


def result_text(
    final: State | View,
    returns: Sequence[Return],
    players: Sequence[str],
    decisions: int,
    reader: int = PUBLIC,
) -> str:
    """Who won and why, then one line per seat, the winner first, with its points by source.

    reader: the seat that is called "you".
    """
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
    sentence = Ending(returns, points, reader).text()
    return f"{sentence}\n\n{text_table(rows, right)}\n{decisions} decisions{ended}"


class Ending:
    """The end of a game in sentences."""

    def __init__(
        self, returns: Sequence[Return], sources: Sequence[dict[str, float]], reader: int
    ) -> None:
        self.returns = returns
        self.sources = sources
        self.reader = Reader(reader)
        best = max(end.win for end in returns)
        self.order = sorted(range(len(returns)), key=lambda seat: returns[seat].rank)
        self.winners = [seat for seat in self.order if returns[seat].win == best]
        self.others = [seat for seat in self.order if seat not in self.winners]

    def text(self) -> str:
        """Who won, by what, and what made the difference to the next."""
        if not self.others:
            return self._tied()
        parts = [self._won(), self._why(), self._own_place()]
        return " ".join(part for part in parts if part)

    def _tied(self) -> str:
        if not self._has_points:
            return "It is a draw."
        each = self._points_of(self.winners[0])
        if any(self._points_of(seat) != each for seat in self.winners):
            return f"{capital(self.reader.names(self.winners))} share the win."
        return (
            f"{capital(self.reader.names(self.winners))} share the win with {_points(each)} each."
        )

    def _won(self) -> str:
        first, second = self.winners[0], self.others[0]
        if len(self.winners) > 1:
            won = f"{capital(self.reader.names(self.winners))} share the win"
        else:
            won = self.reader.does(first, "win")
        if not self._has_points:
            return f"{won}."
        each = " each" if len(self.winners) > 1 else ""
        has = f"{self.reader.name(second)} {self.reader.verb(second, 'have')}"
        mine, theirs = self._points_of(first), self._points_of(second)
        return f"{won} with {_points(mine)}{each}; {has} {number(theirs)}."

    def _why(self) -> str:
        """Where the first was furthest ahead of the next, or that a tie-break decided."""
        first, second = self.winners[0], self.others[0]
        if not self._has_points:
            return ""
        if self._points_of(first) == self._points_of(second):
            return "The tie-break decided."
        ahead = {
            kind: points - self.sources[second][kind]
            for kind, points in self.sources[first].items()
        }
        kind = max(ahead, key=lambda each: ahead[each], default="")
        if len(ahead) < 2 or ahead[kind] <= 0:
            return ""
        mine, theirs = (number(self.sources[seat][kind]) for seat in (first, second))
        return f"{capital(kind)} made the difference: {mine} against {theirs}."

    def _own_place(self) -> str:
        """Where the reader came in, unless that was said."""
        seat = self.reader.seat
        if seat not in self.others[1:]:
            return ""
        place = sum(end.rank < self.returns[seat].rank for end in self.returns) + 1
        mine = f" with {_points(self._points_of(seat))}" if self._has_points else ""
        return f"You come in place {place}{mine}."

    # --- points ---

    @property
    def _has_points(self) -> bool:
        """Do points say more than who won?"""
        return any(self.sources) or any(abs(end.score) > 1 for end in self.returns)

    def _points_of(self, seat: int) -> float:
        points = self.sources[seat]
        return sum(points.values()) if points else self.returns[seat].score


def _points(n: float) -> str:
    return f"{number(n)} point{'' if n == 1 else 's'}"
