"""Notes on moves of the Negotiation phase: Alliances, Crowns, cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from eminence.engines.blood_of_kings.explanations.situation import Situation, crowns, joined
from eminence.engines.blood_of_kings.state import Action, Step
from eminence.engines.blood_of_kings.tables import KINGDOMS, UNKNOWN
from eminence.engines.kit.wording import plural

# --- Alliances ---


def _host(now: Situation, kingdom: int) -> int:
    return int(now.data["alliance"][kingdom]) - 1


def _turned(now: Situation, kingdom: int) -> str:
    """A token turned shows its other side."""
    back = int(now.data["flipped"]) >> kingdom & 1
    worth = now.on.trade[not back]
    return f"then worth {crowns(worth)} in trade to {now.name(_host(now, kingdom))}"


def _ended(now: Situation, kingdom: int) -> str:
    return f"ends its Alliance with {now.name(_host(now, kingdom))}"


def _alliance(now: Situation, number: int) -> str:
    """Both kingdoms become friends."""
    kingdom, host = divmod(number, KINGDOMS)
    ends = _ended(now, kingdom) if _host(now, kingdom) >= 0 else ""
    consent = "" if now.ruler(host) == now.mover else f"{now.ruler_word(host)} must agree"
    return joined(consent, _trade(now, kingdom, host), ends)


def _trade(now: Situation, kingdom: int, host: int) -> str:
    """What the token adds to the trade of its host: one token for each sea, the best first."""
    others = [k for k in range(KINGDOMS) if k != kingdom and _host(now, k) == host]
    gain = _worth(now, host, [*others, kingdom]) - _worth(now, host, others)
    if not gain:
        return f"no trade for {now.name(host)}"
    return f"{crowns(gain)} more in trade for {now.name(host)}"


def _worth(now: Situation, host: int, tokens: Sequence[int]) -> int:
    """What these tokens bring the host in one trade (R22.1)."""
    seas = sum(now.sea_owner(sea) == host for sea in range(len(now.on.seas)))
    flipped = int(now.data["flipped"])
    values = sorted((now.on.trade[flipped >> k & 1] for k in tokens), reverse=True)
    return sum(values[:seas])


def _accept(now: Situation, _: int) -> str:
    giver, host = int(now.data["giver"]) - 1, int(now.data["partner"]) - 1
    names = f"{now.name(giver)} of {now.ruler_word(giver)} and {now.name(host)}"
    return f"{names} become friendly; {_trade(now, giver, host)}"


def _no_talks(now: Situation, _: int) -> str:
    return "the turn ends"


def _talks(now: Situation, _: int) -> str:
    return "each seat may ally and give Crowns"


# --- Crowns ---


def _given_from(now: Situation, kingdom: int) -> str:
    held = int(now.data["crowns"][kingdom])
    return f"at most {held // now.on.transfer_share} of {crowns(held)}"


def _given_to(now: Situation, kingdom: int) -> str:
    return f"{now.ruler_owner(kingdom)}, has {plural(int(now.data['crowns'][kingdom]), 'Crown')}"


def _amount(now: Situation, n: int) -> str:
    giver = int(now.data["giver"]) - 1
    left = int(now.data["crowns"][giver]) - n
    return f"{now.name(giver)} keeps {plural(left, 'Crown')}"


# --- exchanges of cards ---


def _card(now: Situation, field: str) -> str:
    """A card that is offered or answered, as far as it is seen."""
    kind = int(now.data[field])
    if not kind:
        return "nothing"
    return "a card" if kind == UNKNOWN else now.on.card_names[kind - 1]


def _partner(now: Situation, seat: int) -> str:
    return f"{plural(int(now.data['hand_count'][seat]), 'card')} in hand"


def _offered(now: Situation, kind: int) -> str:
    partner = int(now.data["partner"]) - 1
    return f"you have {now.data['hand'][now.mover][kind]}; seat {partner} will see it"


def _answered(now: Situation, _: int) -> str:
    return f"for {_card(now, 'offered')}"


def _exchanged(now: Situation, _: int) -> str:
    return f"you give {_card(now, 'offered')} and get {_card(now, 'answered')}"


KNOWN: Mapping[tuple[int, int], Callable[[Situation, int], str]] = {
    (Step.FLIP_ALLIANCE, Action.TOKEN): _turned,
    (Step.HOLD_TALKS, Action.NO): _no_talks,
    (Step.HOLD_TALKS, Action.YES): _talks,
    (Step.RETURN_TOKEN, Action.TOKEN): _ended,
    (Step.ALLY, Action.TOKEN): _ended,
    (Step.ALLY, Action.ALLIANCE): _alliance,
    (Step.ALLY_CONSENT, Action.YES): _accept,
    (Step.TRANSFER_FROM, Action.KINGDOM): _given_from,
    (Step.TRANSFER_TO, Action.KINGDOM): _given_to,
    (Step.TRANSFER_AMOUNT, Action.COUNT): _amount,
    (Step.OFFER_TO, Action.SEAT): _partner,
    (Step.OFFER_CARD, Action.KIND): _offered,
    (Step.ANSWER_CARD, Action.KIND): _answered,
    (Step.ANSWER_CARD, Action.YES): _answered,
    (Step.CONFIRM_TRADE, Action.YES): _exchanged,
}
