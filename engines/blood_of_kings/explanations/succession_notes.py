"""Notes on moves in successions: what a card is worth, who is ahead, who would rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from eminence.engines.blood_of_kings.explanations.situation import Situation, joined
from eminence.engines.blood_of_kings.state import Action, Challenge, Step
from eminence.engines.blood_of_kings.tables import Achievement
from eminence.engines.kit.options import listed
from eminence.engines.kit.wording import plural


def _throne(now: Situation) -> int:
    return int(now.data["throne"])


def _cards_left(now: Situation, seat: int) -> list[int]:
    """Cards of a seat's stack on the kingdom that lie neither face up nor before anybody."""
    stack = now.stack(seat, _throne(now))
    return stack[: len(stack) - int(now.data["committed"][seat])]


# --- peaceful successions: who is ahead ---


def _marriage(now: Situation) -> int:
    return now.on.achievements[Achievement.STRATEGIC_MARRIAGE].numbers["influence"]


def total(now: Situation, seat: int, more: int = 0) -> int:
    """Influence of a seat in a peaceful succession, with `more` from cards to come (R26.6)."""
    shown = int(now.data["influence"][seat]) + more
    if seat == now.ruler(_throne(now)):
        return max(0, shown + now.bonus(_throne(now)))
    return shown + (_marriage(now) if now.has_tile(seat, Achievement.STRATEGIC_MARRIAGE) else 0)


def _rivals(now: Situation, seat: int) -> dict[int, int]:
    """Totals of the other seats that challenge or rule."""
    challengers = int(now.data["revealed"]) | int(now.data["declared"])
    ruler = now.ruler(_throne(now))
    return {
        other: total(now, other)
        for other in range(now.seats)
        if other != seat and (other == ruler or challengers >> other & 1)
    }


def _against(now: Situation, seat: int) -> str:
    """Such as `seat 2 has 9`: the best of the others, and all who share it."""
    rivals = _rivals(now, seat)
    if not rivals:
        return "nobody else challenges"
    best = max(rivals.values())
    ahead = [f"seat {other}" for other, n in rivals.items() if n == best]
    return f"{listed(ahead, 'and')} {'has' if len(ahead) == 1 else 'have'} {best}"


def _turn_up(now: Situation, _: int) -> str:
    """The next card, which its owner may look at, and the totals after it."""
    seat = now.mover
    kind = _cards_left(now, seat)[-1]
    value = now.on.deck[kind].value if now.legal(kind, _throne(now)) else 0
    return joined(
        f"{now.on.card_names[kind]}, {now.worth(kind, _throne(now))}",
        f"then you have {total(now, seat, value)}, {_against(now, seat)}",
    )


def _stop_turning_up(now: Situation, _: int) -> str:
    """The ruler answers last, so that the throne is decided; others may still be asked."""
    seat = now.mover
    challengers = int(now.data["revealed"]) | int(now.data["declared"])
    if seat == now.ruler(_throne(now)):
        return _decided(now)
    if not challengers >> seat & 1:
        return "you do not challenge"
    return f"you have {total(now, seat)}, {_against(now, seat)}"


def _decided(now: Situation) -> str:
    """Who rules if the ruler adds nothing more."""
    seat = now.mover
    totals = {**_rivals(now, seat), seat: total(now, seat)}
    best = max(totals.values())
    ahead = [other for other, n in totals.items() if n == best]
    kingdom = now.name(_throne(now))
    outcome = f"a tie at {best}: {kingdom} falls into Chaos"
    if len(ahead) == 1:
        outcome = f"you keep {kingdom}" if ahead == [seat] else f"you lose {kingdom}"
    return f"you have {totals[seat]}, {_against(now, seat)}: {outcome}"


def _declare(now: Situation, _: int) -> str:
    """By a tile; what it counts depends on the tile and the kind of succession."""
    if now.has_tile(now.mover, Achievement.STRATEGIC_MARRIAGE):
        return f"{_marriage(now)} influence by Strategic Marriage, to take {_kingdom(now)}"
    cards = now.on.achievements[Achievement.LOYAL_BARONS].numbers["cards"]
    return f"{plural(cards, 'card')} of value 0 by Loyal Barons, to take {_kingdom(now)}"


def _kingdom(now: Situation) -> str:
    return now.name(_throne(now))


# --- calling ---


def _called(now: Situation, seat: int) -> str:
    cards = len(_cards_left(now, seat))
    committed = int(now.data["committed"][seat])
    return joined(
        f"{plural(cards, 'card')} on {_kingdom(now)}",
        f"{committed} committed already" if committed else "",
    )


# --- cards face down ---


def _commit(now: Situation, before: int) -> str:
    """Violent: the number of legal cards before a seat decides, then their values."""
    kind = _cards_left(now, now.mover)[-1]
    if not now.legal(kind, _throne(now)):
        return f"{now.on.card_names[kind]}, a bluff: it will count nothing"
    whom = "you" if before == now.mover else f"seat {before}"
    return f"{now.on.card_names[kind]}: one card of {now.on.deck[kind].value} for {whom}"


def _commit_no_more(now: Situation, _: int) -> str:
    violent = now.data["challenge"] == Challenge.VIOLENT
    added = int(now.data["added"])
    if violent and now.mover == now.ruler(_throne(now)):
        if added:
            return "the others are called again"
        return f"all cards are turned up: the most legal ones win {_kingdom(now)}"
    return f"you have put down {plural(added, 'card')}" if added else ""


def _commit_several(now: Situation, n: int) -> str:
    """Chaotic: the top cards at once, the highest total takes the kingdom."""
    kinds = _cards_left(now, now.mover)[-n:]
    legal = [kind for kind in kinds if now.legal(kind, _throne(now))]
    worth = sum(now.on.deck[kind].value for kind in legal)
    if now.has_tile(now.mover, Achievement.STRATEGIC_MARRIAGE):
        worth += _marriage(now)
    bluffs = len(kinds) - len(legal)
    return joined(
        f"{worth} influence for {_kingdom(now)}", plural(bluffs, "bluff") if bluffs else ""
    )


def _commit_nothing(now: Situation, _: int) -> str:
    return f"you do not try for {_kingdom(now)}"


KNOWN: Mapping[tuple[int, int], Callable[[Situation, int], str]] = {
    (Step.CALL, Action.SEAT): _called,
    (Step.REVEAL, Action.YES): _turn_up,
    (Step.REVEAL, Action.NO): _stop_turning_up,
    (Step.REVEAL, Action.DECLARE): _declare,
    (Step.COMMIT, Action.SEAT): _commit,
    (Step.COMMIT, Action.NO): _commit_no_more,
    (Step.COMMIT, Action.DECLARE): _declare,
    (Step.COMMIT_COUNT, Action.COUNT): _commit_several,
    (Step.COMMIT_COUNT, Action.NO): _commit_nothing,
    (Step.COMMIT_COUNT, Action.DECLARE): _declare,
}
