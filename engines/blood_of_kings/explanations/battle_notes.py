"""Notes on moves of battles and assaults: numbers, odds, ransom."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from eminence.engines.blood_of_kings import estimates
from eminence.engines.blood_of_kings.explanations.situation import (
    Situation,
    armies,
    crowns,
    joined,
    levies,
    percent,
)
from eminence.engines.blood_of_kings.state import Action, FightStage, Step
from eminence.engines.blood_of_kings.tables import ATTACKERS, DEFENDERS, FIRST_SEA, Achievement
from eminence.engines.kit.wording import plural

# --- before a fight ---


def _assault(now: Situation, region: int) -> str:
    """For a fight to the end; Deadly Archers and both sides' numbers are counted in."""
    attackers, inside, walls, chance = estimates.assault_on(now.position, region)
    against = levies(walls)
    if inside:
        against = f"{armies(inside)} and {against}"
    return f"{attackers} against {against}: {percent(chance)} won; {now.prize(region)}"


def _battle(now: Situation, region: int) -> str:
    """On land: all friends against all enemies there, fought to the end."""
    friends, enemies, chance = estimates.battle_in(now.position, region)
    return f"{friends} against {enemies}: {percent(chance)} won"


def _sea_battle(now: Situation, sea: int) -> str:
    """Armies aboard change the odds, so that only the fleets are told."""
    fleets = now.fleets_at(sea)
    enemies = sum(now.enemies_at(FIRST_SEA + sea).values())
    return f"{plural(sum(fleets.values()) - enemies, 'fleet')} against {enemies}"


def _rival(now: Situation, kingdom: int) -> str:
    place = int(now.data["from_place"])
    units = now.enemies_at(place)[kingdom]
    return plural(units, "fleet") if place >= FIRST_SEA else armies(units)


def _other_force(now: Situation, _: int) -> str:
    return "the others join in the second clash"


def _leader(now: Situation, _: int) -> str:
    return "decides for the whole side; if votes differ, dice do"


# --- in a fight ---


def _sides(now: Situation, fewer: int = 0) -> tuple[int, int]:
    """Units of the side that is asked, without those that leave, and of the other side."""
    side = int(now.data["side"])
    gone = fewer + sum(int(now.data["leaving"][k]) for k in now.side(side))
    return now.strength(side) - gone, now.strength(side ^ 1)


def _withdraw(now: Situation, n: int) -> str:
    """Who withdraws wholly has lost nothing (Q67)."""
    own, other = _sides(now, n)
    if not own:
        return "no battle any more, no ransom"
    return f"{own} against {other} remain"


def _casualty(now: Situation, kingdom: int) -> str:
    return f"it keeps {int(now.data['force'][kingdom]) - 1}"


def _retreat(now: Situation, n: int) -> str:
    if now.data["battle"] == FightStage.SAILING_ALONG:
        left = int(now.data["armies"][int(now.data["asked"])][int(now.data["place"])]) - n
        return f"{armies(left)} stay" if left else "all sail along"
    own, other = _sides(now, n)
    if not own:
        return joined("the battle is lost", _ransom_due(now))
    return f"{own} against {other} remain{_odds(now, own, other)}"


def _ransom_due(now: Situation) -> str:
    """What the side that is asked would have to pay; nothing at sea."""
    lost = sum(int(now.data["lost"][k]) for k in now.side(int(now.data["side"])))
    if not lost or int(now.data["place"]) >= FIRST_SEA:
        return ""
    return f"ransom {crowns(lost)}"


def _odds(now: Situation, own: int, other: int) -> str:
    """Such as `: 62 % won`, for a fight to the end on land."""
    if int(now.data["place"]) >= FIRST_SEA:
        return ""
    attacks = int(now.data["side"]) == ATTACKERS
    numbers = (own, other) if attacks else (other, own)
    chance = estimates.chance_of_fight(now.position.game, *numbers, *_first_to_lose(now))
    return f": {percent(chance if attacks else 1 - chance)} won"


def _first_to_lose(now: Situation) -> tuple[int, ...]:
    """The side that tiles make lose first, if they do; two of them cancel each other (Q58)."""
    archers = now.on.achievements[Achievement.DEADLY_ARCHERS].numbers["assaults"]
    assault = bool(now.data["assault"])
    shoot = (archers or not assault) and _side_has(now, DEFENDERS, Achievement.DEADLY_ARCHERS)
    ride = not assault and _side_has(now, ATTACKERS, Achievement.FLOWER_OF_CHIVALRY)
    if shoot == ride:
        return ()
    return (ATTACKERS,) if shoot else (DEFENDERS,)


def _side_has(now: Situation, side: int, tile: Achievement) -> bool:
    """Whether a ruler with units in the fight, or the lord of the region, has it."""
    kingdoms = [k for k in now.side(side) if now.data["force"][k]]
    if now.data["assault"] and side == DEFENDERS:
        kingdoms.append(now.holder(int(now.data["place"])))
    return any(now.ruler_has(k, tile) for k in kingdoms)


def _go_on(now: Situation, _: int) -> str:
    own, other = _sides(now)
    return f"{own} against {other}{_odds(now, own, other)}; {now.prize(int(now.data['place']))}"


def _call_off(now: Situation, _: int) -> str:
    return joined("the armies stay", _ransom_due(now))


def _refuge(now: Situation, place: int) -> str:
    if place >= FIRST_SEA:
        owner = now.sea_owner(place - FIRST_SEA)
        return f"held by {now.name(owner)}" if owner >= 0 else "held by nobody"
    return f"{now.holder_word(place)}; {_troops(now, place)}"


def _troops(now: Situation, region: int) -> str:
    there = now.armies_at(region)
    return f"armies there: {now.counts(there)}" if there else "no armies there"


# --- ransom ---


def _pay(now: Situation, _: int) -> str:
    return now.cost(int(now.data["asked"]), int(now.data["ransom"]))


def _pay_nothing(now: Situation, _: int) -> str:
    if not now.total_glory(now.mover):
        return "no penalty: you have no glory"
    return f"you lose {now.on.ransom_glory} glory"


def _paid_to(now: Situation, kingdom: int) -> str:
    return f"{now.ruler_owner(kingdom)}; {crowns(int(now.data['ransom']))} to give"


KNOWN: Mapping[tuple[int, int], Callable[[Situation, int], str]] = {
    (Step.ASSAULT, Action.PLACE): _assault,
    (Step.BATTLE_NEXT, Action.PLACE): _battle,
    (Step.BATTLE_NEXT, Action.FLEETS): _sea_battle,
    (Step.BATTLE_AGAINST, Action.KINGDOM): _rival,
    (Step.FIRST_FORCE, Action.YES): _other_force,
    (Step.FIRST_FORCE, Action.NO): _other_force,
    (Step.LEADER_VOTE, Action.SEAT): _leader,
    (Step.WITHDRAW, Action.COUNT): _withdraw,
    (Step.CASUALTY, Action.KINGDOM): _casualty,
    (Step.RETREAT, Action.COUNT): _retreat,
    (Step.RETREAT, Action.NO): _go_on,
    (Step.RETREAT, Action.YES): _call_off,
    (Step.RETREAT_TO, Action.PLACE): _refuge,
    (Step.RANSOM, Action.YES): _pay,
    (Step.RANSOM, Action.NO): _pay_nothing,
    (Step.RANSOM_TO, Action.KINGDOM): _paid_to,
}
