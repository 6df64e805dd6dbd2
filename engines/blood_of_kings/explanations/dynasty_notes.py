"""Notes on moves of the Dynasty phase: what a card does to whom, odds, what is foiled."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from eminence.engines.blood_of_kings import estimates
from eminence.engines.blood_of_kings.explanations.situation import (
    COLOURED_HIGHER,
    Situation,
    joined,
    percent,
)
from eminence.engines.blood_of_kings.state import Action, Step, Use
from eminence.engines.blood_of_kings.tables import FIRST_SEA, KINDS, KINGDOMS, Achievement, Permit
from eminence.engines.kit.options import listed
from eminence.engines.kit.wording import among, plural

# --- playing a card ---


def _influence(now: Situation, number: int) -> str:
    """What the card is worth there, and how many will lie there."""
    kingdom, kind = divmod(number, KINDS)
    height = int(now.data["height"][now.mover][kingdom]) + 1
    worth = f"worth {now.on.deck[kind].value}" if now.legal(kind, kingdom) else "a bluff"
    return f"{worth}; then {plural(height, 'card')} of yours there"


def _unrest(now: Situation, kingdom: int) -> str:
    return _stirred(now, kingdom, 1)


def _stirred(now: Situation, kingdom: int, more: int) -> str:
    return joined(
        f"unrest then {now.unrest_word(kingdom, more)}",
        "violent succession" if now.rebels(kingdom, more) else "",
    )


def _attrition(now: Situation, kingdom: int) -> str:
    """The white die helps the ruler, but not in Chaos, and not with Baggage Trains."""
    units = now.units_of(kingdom)
    if not units:
        return "no units there: no effect"
    safe = now.ruler(kingdom) < 0 or now.ruler_has(kingdom, Achievement.BAGGAGE_TRAINS)
    return joined(
        f"{percent(COLOURED_HIGHER)} you choose 1 of {plural(units, 'unit')}",
        "" if safe else f"{percent(COLOURED_HIGHER)} its ruler does",
    )


def _diplomacy(now: Situation, kingdom: int) -> str:
    return f"{percent(COLOURED_HIGHER)} for a castle or town near its armies, if a ruler agrees"


def _look(now: Situation, number: int) -> str:
    seat, kingdom = divmod(number, KINGDOMS)
    return plural(int(now.data["height"][seat][kingdom]), "card")


def _order_track(now: Situation, _: int) -> str:
    names = [now.name(k) for k in now.permitting(Permit.MAY_INTRIGUE)]
    return f"any of the tokens of {listed(names, 'and')}"


def _no_more_cards(now: Situation, _: int) -> str:
    over = int(now.data["hand_count"][now.mover]) - now.on.hand
    return f"first discard {over}, then pick a set" if over > 0 else "then pick a set"


# --- diplomacy ---


def _region_of(now: Situation, region: int) -> str:
    return now.ground(region)


def _last_region(now: Situation) -> int:
    """The region that is being arranged."""
    first, second = (int(region) for region in now.data["regions"])
    return (second or first) - 1


def _gainer(now: Situation, kingdom: int) -> str:
    consent = "" if now.ruler(kingdom) == now.mover else f"{now.ruler_word(kingdom)} must agree"
    return joined(consent, _chance_for(now, kingdom, _last_region(now)))


def _chance_for(now: Situation, kingdom: int, region: int) -> str:
    return f"{percent(COLOURED_HIGHER)} to gain it; {now.glory_for(kingdom, region)}"


def _forfeit(now: Situation, _: int) -> str:
    return "only the first region is tried for" if now.data["regions"][1] else "it is spent"


def _consent(now: Situation, _: int) -> str:
    """The last region named, and for which kingdom."""
    region = _last_region(now)
    gainer = int(now.data["gainers"][1 if now.data["regions"][1] else 0]) - 1
    where = now.place_name(region)
    return f"{where} for {now.name(gainer)}; {_chance_for(now, gainer, region)}"


def _refuse(now: Situation, _: int) -> str:
    return f"another kingdom may be offered {now.place_name(_last_region(now))}"


# --- foils ---


def under_way(now: Situation) -> str:
    """The Dynasty card that can be foiled, such as `unrest of seat 1 in France`."""
    data, on = now.data, now.on
    use, target = int(data["use"]), now.name(int(data["target"]))
    who = f"seat {now.active_seat}"
    if use == Use.USE_LOOK:
        whose = "your" if data["whom"] == now.mover else f"seat {data['whom']}'s"
        return f"the look of {who} at {whose} stack on {target}"
    if use == Use.USE_ORDER:
        names = among(on.kingdoms, int(data["tokens"]))
        return f"the move of {listed(names, 'and')} in the order by {who}"
    second = f" and {on.kingdoms[int(data['second']) - 1]}" if data["second"] else ""
    told = f"the {CARDS_CALLED[use]} of {who} {CARDS_WHERE[use]} {target}{second}"
    if use == Use.USE_DIPLOMACY:
        pairs = zip(data["regions"], data["gainers"], strict=True)
        gifts = [f"{on.region_names[r - 1]} to {on.kingdoms[g - 1]}" for r, g in pairs if r]
        told += f", {listed(gifts, 'and')}"
    return told


CARDS_CALLED = {
    Use.USE_INFLUENCE: "card",
    Use.USE_UNREST: "unrest",
    Use.USE_ATTRITION: "attrition",
    Use.USE_DIPLOMACY: "diplomacy",
}
CARDS_WHERE = {
    Use.USE_INFLUENCE: "face down on",
    Use.USE_UNREST: "in",
    Use.USE_ATTRITION: "on",
    Use.USE_DIPLOMACY: "with",
}


def _foil(now: Situation, _: int) -> str:
    chance = percent(estimates.foil_chance(now.position, now.mover))
    return f"{chance} against {under_way(now)}; spends the card"


def _no_foil(now: Situation, _: int) -> str:
    """What happens if nobody else foils it."""
    stirred = [(int(now.data["target"]), 1)] if now.data["use"] == Use.USE_UNREST else []
    if now.data["second"]:
        stirred.append((int(now.data["second"]) - 1, popular_unrest(now)))
    violent = [now.name(k) for k, more in stirred if now.rebels(k, more)]
    follows = f": violent succession in {listed(violent, 'and')}" if violent else ""
    return f"lets {under_way(now)} go on{follows}"


# --- what a card brings about ---


def _unit_lost(now: Situation, place: int) -> str:
    left = int(now.data["armies"][int(now.data["target"])][place]) - 1
    return f"{left} left there"


def _fleet_lost(now: Situation, sea: int) -> str:
    target = int(now.data["target"])
    left = int(now.data["fleets"][target][sea]) - 1
    aboard = int(now.data["armies"][target][FIRST_SEA + sea])
    return joined(f"{left} left there", f"{aboard} armies aboard" if aboard else "")


def _reorder(now: Situation, kind: int) -> str:
    return now.worth(kind, int(now.data["target"]))


def _token_taken(now: Situation, kingdom: int) -> str:
    return f"now number {_place_of(now, kingdom)}"


def _token_placed(now: Situation, position: int) -> str:
    """The tokens taken up are put back in the order of the kingdoms."""
    kingdom = among(range(KINGDOMS), int(now.data["tokens"]))[0]
    return f"the token of {now.name(kingdom)}, now number {_place_of(now, kingdom)}"


def _place_of(now: Situation, kingdom: int) -> int:
    return [int(k) for k in now.data["order"]].index(kingdom) + 1


def _stolen(now: Situation, seat: int) -> str:
    return f"one of {plural(int(now.data['hand_count'][seat]), 'card')}, at random"


def popular_unrest(now: Situation) -> int:
    return now.on.achievements[Achievement.POPULAR_SUPPORT].numbers["unrest"]


def _second_unrest(now: Situation, kingdom: int) -> str:
    return _stirred(now, kingdom, popular_unrest(now))


# --- the end of a turn ---


def _discarded(now: Situation, _: int) -> str:
    left = int(now.data["hand_count"][now.mover]) - 1
    over = left - now.on.hand
    if over >= 0:
        return f"{over} more to discard" if over else f"then you may keep all {left}"
    return f"not required; you keep {left}"


def _keep(now: Situation, _: int) -> str:
    return f"you keep {plural(int(now.data['hand_count'][now.mover]), 'card')}"


def _set_picked(now: Situation, number: int) -> str:
    """Who rules nothing fills up the hand."""
    held = int(now.data["hand_count"][now.mover]) + int(now.data["sets"][number].sum())
    rules = any(now.ruler(k) == now.mover for k in range(KINGDOMS))
    draws = 0 if rules else max(0, now.on.hand - held)
    return joined(
        f"then {plural(held, 'card')} in hand", f"{draws} more from the deck" if draws else ""
    )


def _exchanged(now: Situation, _: int) -> str:
    return "for the top card of the deck"


KNOWN: Mapping[tuple[int, int], Callable[[Situation, int], str]] = {
    (Step.DYNASTY, Action.INFLUENCE): _influence,
    (Step.DYNASTY, Action.UNREST): _unrest,
    (Step.DYNASTY, Action.ATTRITION): _attrition,
    (Step.DYNASTY, Action.DIPLOMACY): _diplomacy,
    (Step.DYNASTY, Action.LOOK): _look,
    (Step.DYNASTY, Action.ORDER_TRACK): _order_track,
    (Step.DYNASTY, Action.NO): _no_more_cards,
    (Step.DIPLOMACY_REGION, Action.PLACE): _region_of,
    (Step.SECOND_TARGET, Action.PLACE): _region_of,
    (Step.SECOND_TARGET, Action.KINGDOM): _second_unrest,
    (Step.DIPLOMACY_FOR, Action.KINGDOM): _gainer,
    (Step.DIPLOMACY_FOR, Action.NO): _forfeit,
    (Step.CONSENT, Action.YES): _consent,
    (Step.CONSENT, Action.NO): _refuse,
    (Step.FOIL, Action.YES): _foil,
    (Step.FOIL, Action.NO): _no_foil,
    (Step.LOSE_UNIT, Action.PLACE): _unit_lost,
    (Step.LOSE_UNIT, Action.FLEETS): _fleet_lost,
    (Step.REORDER, Action.KIND): _reorder,
    (Step.ORDER_TARGET, Action.KINGDOM): _token_taken,
    (Step.ORDER_PLACE, Action.POSITION): _token_placed,
    (Step.STEAL_FROM, Action.SEAT): _stolen,
    (Step.DISCARD, Action.KIND): _discarded,
    (Step.DISCARD, Action.NO): _keep,
    (Step.PICK_SET, Action.SET): _set_picked,
    (Step.EXCHANGE_PICK, Action.KIND): _exchanged,
}
