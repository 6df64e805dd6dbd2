"""The recommendation of an exact answer: what to play, and why in plain sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

from eminence.cython_ext.results import Return
from eminence.solver.recommendation import Recommendation, amount, named, points, quoted
from eminence.solver.text_layout import listed, sentence, wrapped

if TYPE_CHECKING:
    from eminence.solver.exact.solution import Solved, SolvedMove

#: what the answer rests on
SOLVED = "Solved: every line was played to its end, and nothing that is hidden can matter any more."


def recommend(solved: Solved) -> Recommendation:
    """What to play, and why; somebody must be to move."""
    kind, others, claim = _claim(solved)
    best = solved.ranked[0]
    return Recommendation.of(kind, (best.text, *others), claim, _why(solved, best))


def rest_of_turn(solved: Solved) -> list[str]:
    """What the mover does after its first move, until another seat or chance is next."""
    seat = solved.position.player
    mine = takewhile(lambda told: told[0] == seat, solved.ranked[0].line.told)
    rest = [text.partition(": ")[2] for _, text in mine][1:]
    return wrapped(f"Then: {'; '.join(rest)}.") if rest else []


def _claim(solved: Solved) -> tuple[str, list[str], str]:
    """The kind of the recommendation, the moves it names, and what it says of the first."""
    moves, win = solved.ranked, solved.ends[solved.position.player].win
    tied = [move.text for move in moves if move.action in solved.equals][1:]
    like = [move.text for move in moves if move.action in solved.alike][1:]
    if len(moves) == 1:
        return "only", [], "It is your only move."
    if win > 0.999 and tied:
        return "won", tied, f"You win with {_any(solved, tied)}."
    if win < 0.001:
        return "lost", tied, "You cannot win any more, if the others play as well as they can."
    if like:
        return "equal", like, f"{listed(['It', *named(like)])} are equal."
    if win > 0.999:
        return "best", [], "It wins, and no other move does."
    if tied:
        return "best", tied, f"It is best of {len(tied) + 1} moves that win as much."
    return "best", [], f"It is clearly best of {_all(moves)}."


def _all(moves: Sequence[SolvedMove]) -> str:
    return "both moves" if len(moves) == 2 else f"all {len(moves)} moves"


def _any(solved: Solved, tied: list[str]) -> str:
    """The moves that win as much as the best."""
    if len(tied) + 1 == len(solved.moves):
        return "either move" if len(tied) == 1 else "any move"
    return f"any of these: {listed(['it', *named(tied)])}"


def _why(solved: Solved, best: SolvedMove) -> Iterator[str]:
    yield SOLVED
    yield _place_and_points(solved)
    note = solved.position.game.words.note(solved.position, best.action)
    yield sentence(note) if note else ""


def _place_and_points(solved: Solved) -> str:
    """What the seat ends with, and what it would end with after the next move."""
    seat, moves = solved.position.player, solved.ranked
    has_points = bool(solved.position.game.words.sources)
    mine = _end(moves[0].ends, seat, has_points)
    if len(moves) == 1:
        return f"It leads to {mine}."
    second = _end(moves[1].ends, seat, has_points)
    rival = quoted(moves[1].text)
    if mine == second:
        return f"It leads to {mine}, and so does {rival}."
    return f"It leads to {mine}, {rival} to {second}."


def _end(ends: tuple[Return, ...], seat: int, has_points: bool) -> str:
    """Win share, place and points: of these what the game has."""
    own = ends[seat]
    parts = [f"{100 * own.win:.0f} % of the win"]
    if len(ends) > 2:
        parts.append(f"place {amount(own.rank)}")
    if has_points:
        parts.append(points(own.score))
    return listed(parts)
