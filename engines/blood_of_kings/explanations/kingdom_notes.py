"""Notes on moves of the Kingdom phase, but for war, and on glory and tiles."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from eminence.engines.blood_of_kings import estimates, tables
from eminence.engines.blood_of_kings.explanations.situation import Situation, crowns, joined
from eminence.engines.blood_of_kings.explanations.tile_entries import short_text
from eminence.engines.blood_of_kings.kingdom.numbers import NO_CARD
from eminence.engines.blood_of_kings.names import CARDS, DYNASTY
from eminence.engines.blood_of_kings.state import Action, KingdomStage, Step
from eminence.engines.blood_of_kings.tables import LEVELS, Achievement
from eminence.engines.kit.wording import among, plural

# --- choosing a kingdom ---


def _claimed(now: Situation, kingdom: int) -> str:
    return joined(
        f"{crowns(estimates.income_of(now.position, kingdom))} at once",
        f"stability {estimates.stability_of(now.position, kingdom)}",
        f"{plural(int(now.data['flags_left'][kingdom]), 'flag')} left",
    )


# --- playing a card ---


def _card(now: Situation, card: int) -> str:
    """The kingdom first: a seat may rule several."""
    permits = ", ".join(among(DYNASTY, now.on.permits[card])) or "nothing"
    effect = CARD_EFFECTS[card](now, now.active)
    return f"{now.name(now.active)}: {joined(effect, f'permits {permits}')}"


def _succession(now: Situation, kingdom: int) -> str:
    units = now.units_of(kingdom)
    back = int(now.data["on_mat"][kingdom].sum()) + 1
    return joined(
        "others may challenge",
        f"{plural(units, 'unit')} off the map" if units else "",
        f"{plural(back, 'card')} back in hand",
    )


def _council(now: Situation, kingdom: int) -> str:
    if not now.data["on_mat"][kingdom].any():
        return "no card to take back"
    price = estimates.council_price_of(now.position, kingdom)
    if price > now.data["crowns"][kingdom]:
        return f"no effect: a card back costs {now.cost(kingdom, price)}"
    return f"a card back for {now.cost(kingdom, price)}" if price else "a card back, free"


def _taxation(now: Situation, kingdom: int) -> str:
    """With Grand Tourneys the unrest falls too."""
    calm = ""
    if now.ruler_has(kingdom, Achievement.GRAND_TOURNEYS) and now.data["unrest"][kingdom]:
        by = now.on.achievements[Achievement.GRAND_TOURNEYS].numbers["unrest"]
        calm = f"unrest then {max(0, int(now.data['unrest'][kingdom]) - by)}"
    return joined(f"income {estimates.income_of(now.position, kingdom)}", calm)


def _development(now: Situation, kingdom: int) -> str:
    prices = [
        estimates.development_price_of(now.position, kingdom, institution)
        for institution in range(tables.INSTITUTIONS)
        if now.level(kingdom, institution) + 1 < LEVELS
    ]
    if not prices:
        return "no effect: all is developed"
    if min(prices) > now.data["crowns"][kingdom]:
        return f"no effect: the cheapest costs {now.cost(kingdom, min(prices))}"
    return f"from {now.cost(kingdom, min(prices))}; {now.on.development_glory} glory"


def _administration(now: Situation, kingdom: int) -> str:
    """Cards of others can be turned up, so it may serve without unrest too."""
    heights = [int(n) for n in now.data["height"][:, kingdom]]
    others = sum(n for seat, n in enumerate(heights) if seat != now.ruler(kingdom))
    return joined(
        f"unrest {now.unrest_word(kingdom)}",
        f"{plural(others, 'card')} of others" if others else "",
        f"from {now.cost(kingdom, estimates.reduction_price_of(now.position, kingdom))}",
    )


def _preparations(now: Situation, kingdom: int) -> str:
    return f"units at {now.cost(kingdom, now.on.unit_price)} each"


def _expansion(now: Situation, kingdom: int) -> str:
    units = now.units_of(kingdom)
    return f"{plural(units, 'unit')} to move" if units else "no unit to move"


CARD_EFFECTS: Mapping[int, Callable[[Situation, int], str]] = {
    tables.SUCCESSION: _succession,
    tables.COUNCIL: _council,
    tables.TAXATION: _taxation,
    tables.DEVELOPMENT: _development,
    tables.ADMINISTRATION: _administration,
    tables.PREPARATIONS: _preparations,
    tables.EXPANSION: _expansion,
}


def _lifted(now: Situation, region: int) -> str:
    return "the siege token is free again"


# --- cathedrals ---


def _flag_raised(now: Situation, region: int) -> str:
    kingdom = now.active
    income = now.on.mats[kingdom].cathedral[now.level(kingdom, tables.RELIGIOUS)]
    return joined(
        now.glory_for(kingdom, region),
        f"income {income} more",
        f"stability {_stability_gain(now, kingdom)} more",
        now.flag_price(now.has_flag(kingdom, region), kingdom),
    )


def _stability_gain(now: Situation, kingdom: int) -> int:
    """One more cathedral; the first brings the Heavenly Cathedrals too."""
    heavenly = now.ruler_has(kingdom, Achievement.HEAVENLY_CATHEDRALS)
    if not heavenly or now.held_of_type(kingdom, tables.CATHEDRAL):
        return 1
    return 1 + now.on.achievements[Achievement.HEAVENLY_CATHEDRALS].numbers["stability"]


def _no_flag(now: Situation, _: int) -> str:
    last = now.data["stage"] == KingdomStage.LEAVE
    return "not again in this action" if last else "offered again later in this action"


# --- cards of peace ---


def _taken_back(now: Situation, card: int) -> str:
    return now.cost(now.active, estimates.council_price_of(now.position, now.active))


def _developed(now: Situation, institution: int) -> str:
    kingdom = now.active
    price = estimates.development_price_of(now.position, kingdom, institution)
    return joined(
        now.cost(kingdom, price),
        f"{now.on.development_glory} glory",
        *level_gains(now, kingdom, institution),
    )


def level_gains(now: Situation, kingdom: int, institution: int) -> list[str]:
    """What the next level brings besides glory, such as `income 3 more`."""
    mat, level = now.on.mats[kingdom], now.level(kingdom, institution)

    def more(values: tuple[int, ...]) -> int:
        return values[level + 1] - values[level]

    incomes = now.incomes_by_level(kingdom, institution)
    income = sum(more(values) * times for values, times in incomes)
    gains = {"income": income}
    tokens = {"flag": 0, "siege token": 0}
    if institution == tables.LEGAL:
        gains["bonus in successions"] = more(mat.influence)
        tokens["flag"] = mat.flags[level + 1]
    elif institution == tables.MILITARY:
        gains["levies"] = more(mat.fortification)
        tokens["siege token"] = mat.siege[level + 1]
    elif institution == tables.RELIGIOUS:
        gains["stability"] = more(mat.stability)
    granted = mat.grants[institution][level + 1]
    return [
        *(f"{what} {n} more" for what, n in gains.items() if n),
        *(plural(n, what) for what, n in tokens.items() if n),
        *([f"a card for {CARDS[granted]}"] if granted != NO_CARD else []),
    ]


def _calmed(now: Situation, _: int) -> str:
    """The price of a reduction, and the unrest it leaves."""
    price = now.cost(now.active, estimates.reduction_price_of(now.position, now.active))
    return f"{price}; unrest then {now.unrest_word(now.active, -1)}"


def _turned_up(now: Situation, seat: int) -> str:
    price = now.cost(now.active, estimates.reduction_price_of(now.position, now.active))
    height = int(now.data["height"][seat][now.active])
    return f"{price}, nothing for a bluff; {plural(height, 'card')} there"


# --- glory and tiles ---


def _tile_claimed(now: Situation, tile: int) -> str:
    return short_text(now.on, tile)


def _tile_given(now: Situation, tile: int) -> str:
    return f"{now.on.glory_per_tile} tokens for it; you lose: {short_text(now.on, tile)}"


def _troupe(now: Situation, kingdom: int) -> str:
    numbers = now.on.achievements[Achievement.FAMOUS_TROUPE].numbers
    return f"{now.cost(kingdom, numbers['cost'])}; {numbers['glory']} glory"


KNOWN: Mapping[tuple[int, int], Callable[[Situation, int], str]] = {
    (Step.PICK_KINGDOM, Action.KINGDOM): _claimed,
    (Step.PLAY_CARD, Action.CARD_TYPE): _card,
    (Step.PLAY_CARD, Action.LIFT): _lifted,
    (Step.MOVE_FROM, Action.LIFT): _lifted,
    (Step.CATHEDRAL_FLAG, Action.PLACE): _flag_raised,
    (Step.CATHEDRAL_FLAG, Action.NO): _no_flag,
    (Step.TAKE_BACK, Action.CARD_TYPE): _taken_back,
    (Step.DEVELOP, Action.INSTITUTION): _developed,
    (Step.ADMINISTER, Action.YES): _calmed,
    (Step.ADMINISTER, Action.SEAT): _turned_up,
    (Step.CLAIM_TILE, Action.TILE): _tile_claimed,
    (Step.GIVE_TILE, Action.TILE): _tile_given,
    (Step.TROUPE, Action.KINGDOM): _troupe,
}
