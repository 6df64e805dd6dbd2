"""The recommendation of an analysis: what to play, and why in plain sentences.

Everything here is said from what the analysis has found, and from what the game says of a move
in the view that was analysed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from eminence.cython_ext.results import Return
from eminence.solver.analysis.confidence import EQUAL_WITHIN
from eminence.solver.analysis.rollout_statistics import decided, what_counts
from eminence.solver.recommendation import Recommendation, amount, chance, named, points, quoted
from eminence.solver.text_layout import listed, sentence

if TYPE_CHECKING:
    from eminence.solver.analysis.analysis import Analysis, RankedMove
    from eminence.solver.analysis.reasons import Effect, Flip, Reasons
    from eminence.solver.analysis.suspicions import Suspicion

#: a lead of less than this share of the win is slight
SLIGHT = 0.02
#: who has so much more of the win than any other is ahead
AHEAD = 0.05
#: the fewest points worth telling, and how many sources of the own seat are told
LEAST_POINTS, MOST_SOURCES = 0.25, 3


def recommend(analysis: Analysis) -> Recommendation:
    """What to play, and why."""
    kind, others, claim = _claim(analysis)
    reasons = _of_the_end(analysis) if kind in ("won", "lost") else _of_the_game(analysis)
    return Recommendation.of(kind, (analysis.best.text, *others), claim, reasons)


# --- what the first line says of the move ---


def _claim(analysis: Analysis) -> tuple[str, list[str], str]:
    """The kind of the recommendation, the moves it names, and what it says of the first."""
    if len(analysis.moves) == 1:
        is_forced = len(analysis.view.actions()) == 1
        return "only", [], "It is your only move." if is_forced else "No other was looked at."
    if not analysis.best.values:
        return "open", [], "There was no time to compare it with other moves."
    if analysis.sample is None:
        return "open", [], "The moves have hardly been compared yet."
    return _claim_of_all(analysis) or _claim_of_verdict(analysis)


def _claim_of_all(analysis: Analysis) -> tuple[str, list[str], str] | None:
    """Where all that was examined wins, or nothing does; None: the choice matters."""
    seat, leaders = analysis.view.seat, _leaders(analysis)
    kind = decided(analysis.view.game, [move.values[seat].win for move in leaders])
    if not kind:
        return None
    claim = "You win with" if kind == "won" else "You can hardly win any more with"
    return kind, [move.text for move in leaders[1:]], f"{claim} {_any(analysis)}."


def _claim_of_verdict(analysis: Analysis) -> tuple[str, list[str], str]:
    verdict = analysis.verdict
    others = list(verdict.moves[1:])
    if verdict.kind == "equal":
        return "equal", others, f"{listed(['It', *named(others)])} are equal."
    if verdict.kind == "open":
        return _claim_so_far(analysis, others[0])
    second = analysis.moves[1]
    if second.behind is None or second.behind.mean >= SLIGHT:
        return "best", [], f"It is clearly best of {_examined(analysis)}."
    claim = f"It is slightly ahead of {quoted(second.text)}, best of {_examined(analysis)}."
    return "ahead", [second.text], claim


def _claim_so_far(analysis: Analysis, rival: str) -> tuple[str, list[str], str]:
    """What can be said before the moves are separated."""
    behind = next(move.behind for move in analysis.moves if move.text == rival)
    lead = 0.0 if behind is None else behind.mean
    if lead >= EQUAL_WITHIN:
        slightly = "slightly ahead" if lead < AHEAD else "ahead"
        return "ahead", [rival], f"It is {slightly} of {quoted(rival)}, but not for sure."
    if lead > -SLIGHT:
        return "equal", [rival], f"It and {quoted(rival)} are equal, as far as can be told."
    claim = f"{quoted(rival)} may be better: so far it won more of the games that were played out."
    return "equal", [rival], claim


def _leaders(analysis: Analysis) -> list[RankedMove]:
    return [move for move in analysis.moves if move.leading and move.values]


def _examined(analysis: Analysis) -> str:
    """What the recommendation covers."""
    legal, examined = len(analysis.view.actions()), len(_leaders(analysis))
    if examined < legal:
        return f"the {examined} moves examined"
    return "both moves" if legal == 2 else f"all {legal} moves"


def _any(analysis: Analysis) -> str:
    examined = _examined(analysis)
    if examined == "both moves":
        return "either move"
    return "any move" if examined.startswith("all") else f"any of {examined}"


# --- why ---


def _of_the_game(analysis: Analysis) -> Iterator[str]:
    """What the move brings, what would change the choice, its odds, and where you stand."""
    reasons, seat = analysis.reasons, analysis.view.seat
    if reasons is not None:
        yield _effects(reasons, seat)
        yield _flip(reasons.flips[0], reasons.rival) if reasons.flips else ""
    yield _suspicion(analysis.suspicions[0]) if analysis.suspicions else ""
    yield _note(analysis.best)
    yield _standing(analysis)


def _of_the_end(analysis: Analysis) -> Iterator[str]:
    """In a lost or won game place and points are left to play for."""
    yield _place_and_points(analysis)
    if analysis.reasons is not None:
        yield _effects(analysis.reasons, analysis.view.seat)
    yield _note(analysis.best)
    yield _standing(analysis)


def _note(move: RankedMove) -> str:
    return sentence(move.note) if move.note else ""


def _effects(reasons: Reasons, seat: int) -> str:
    """The points that the move brings and its rival does not."""
    clear = sorted(
        (e for e in reasons.effects if e.clear and abs(e.difference) >= LEAST_POINTS),
        key=lambda e: (-abs(e.difference), e.seat, e.source),
    )
    own = [effect for effect in clear if effect.seat == seat][:MOST_SOURCES]
    others = [effect for effect in clear if effect.seat != seat][:1]
    told = [f"you can expect {_gains(own)}"] if own else []
    told += [f"seat {effect.seat} can expect {_gains([effect])}" for effect in others]
    return f"Compared with {quoted(reasons.rival)} {', and '.join(told)}." if told else ""


def _gains(effects: list[Effect]) -> str:
    """Such as `3 more points from Titles, but 1 fewer from Periods`."""
    more: list[str] = []
    fewer: list[str] = []
    for effect in sorted(effects, key=lambda effect: effect.difference < 0):
        size, is_first = abs(effect.difference), not more and not fewer
        word, kind = ("more", more) if effect.difference > 0 else ("fewer", fewer)
        many = points(size, f"{word} point") if is_first else f"{amount(size)} {word}"
        kind.append(f"{many} from {effect.source}")
    return ", but ".join(listed(kind) for kind in (more, fewer) if kind)


def _flip(flip: Flip, rival: str) -> str:
    return f"Unless {_fact(flip)} ({chance(flip.share)}): then {quoted(rival)} is better."


def _suspicion(told: Suspicion) -> str:
    return (
        f"Going by how the others have played, {_fact(told)} with a chance of "
        f"{chance(told.share)}; by the cards alone it would be {chance(told.alike)}."
    )


def _fact(told: Flip | Suspicion) -> str:
    """A hidden fact as a sentence: `seat 1 has 3 or more France cards`."""
    who, has_owner, what = told.fact.partition(": ")
    if not has_owner:
        return f"there are {_number(told, told.fact)}"
    if what.startswith("a "):
        return f"{who} has {what if told.at_least else f'no {what[2:]}'}"
    return f"{who} has {_number(told, what)}"


def _number(told: Flip | Suspicion, what: str) -> str:
    if told.at_least:
        return f"{told.bound:g} or more {what}"
    return f"at most {told.bound:g} {what}" if told.bound else f"no {what}"


def _standing(analysis: Analysis) -> str:
    """Where the seat stands if it plays the move."""
    values, seat = analysis.best.values, analysis.view.seat
    if not values:
        return ""
    if what_counts(analysis.view.game) == "score":
        return _chips(values[seat].score)
    own = values[seat].win
    rival = max((s for s in range(len(values)) if s != seat), key=lambda s: values[s].win)
    lead = own - values[rival].win
    where = "It is close" if abs(lead) < AHEAD else f"You are {'ahead' if lead > 0 else 'behind'}"
    return f"{where}: {chance(own)} to win, seat {rival} {chance(values[rival].win)}."


def _chips(score: float) -> str:
    said = amount(abs(score))
    if said == "0":
        return "You can expect to come out even."
    return f"You can expect to {'win' if score > 0 else 'lose'} {points(abs(score), 'chip')}."


def _place_and_points(analysis: Analysis) -> str:
    """What the seat can still get, and what it would get after the next move."""
    seat, has_points = analysis.view.seat, bool(analysis.view.game.words.sources)
    first, second = (_end(move.values, seat, has_points) for move in _leaders(analysis)[:2])
    rival = quoted(analysis.moves[1].text)
    if not first:
        return ""
    if first == second:
        return f"You can expect {first}, and the same after {rival}."
    return f"You can expect {first}, after {rival} {second}."


def _end(values: tuple[Return, ...], seat: int, has_points: bool) -> str:
    """Place and points, as far as the game has them and they are not won or lost as one."""
    place = f"place {amount(values[seat].rank)}" if len(values) > 2 else ""
    score = points(values[seat].score) if has_points else ""
    return " and ".join(part for part in (place, score) if part)
