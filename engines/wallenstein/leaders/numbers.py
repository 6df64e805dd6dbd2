"""The numbers of two expansions: region cards and military leaders."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from pathlib import Path

from eminence.engines.kit.sheets import Sheet, Toml, declared, number
from eminence.engines.kit.wording import by_number
from eminence.engines.wallenstein import state
from eminence.engines.wallenstein.names import ACTIONS

#: what a region card can bring
BENEFITS: tuple[str, ...] = by_number(
    {
        state.BENEFIT_THALERS: "thalers",
        state.BENEFIT_GRAIN: "grain",
        state.BENEFIT_ARMIES: "armies",
        state.BENEFIT_POINTS: "points",
    }
)
MOST_BENEFIT = 12
#: the actions that a leader helps with
LED = ACTIONS[: state.DEPLOY_1 + 1]

REGION_CARDS: Sheet = Sheet("region_cards.csv", "card", " ".join(BENEFITS), state.REGION_CARDS)
LEADERS: Toml = Toml("leaders.toml")


@dataclass(frozen=True, kw_only=True)
class RegionCards:
    """What a player needs, and what each card of a deck brings, the top one first."""

    regions: int = LEADERS.number("region_cards.regions_needed", 1, state.REGIONS)
    benefits: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, kw_only=True)
class Leaders:
    """What a leader does for each action of `LED`, and what statues are worth."""

    led: tuple[int, ...] = LEADERS.each("leader", LED, 0, 9)
    statues: int = LEADERS.number("statues.tokens")
    statue_points: int = LEADERS.number("statues.points", 0, 9)
    trophy_points: int = LEADERS.number("statues.trophy_points", 0, 9)


def read_region_cards(folder: Path) -> RegionCards:
    """What the cards bring, and to whom."""
    values, _ = declared(folder, RegionCards)
    readers = dict.fromkeys(BENEFITS, number(0, MOST_BENEFIT))
    rows = REGION_CARDS.read(folder, {"card": count(1)}, **readers)
    benefits = tuple(row.cells[1:] for row in rows)
    if any(benefits[0]):
        raise rows[0].fail("card", "the card that lies on top at the start brings nothing")
    return RegionCards(**values, benefits=benefits)


def read_leaders(folder: Path, cost: tuple[int, ...]) -> Leaders:
    """The leaders of a game with these prices of actions."""
    values, tables = declared(folder, Leaders)
    leaders = Leaders(**values)
    for action, less, price in zip(LED[: state.BUILDINGS], leaders.led, cost, strict=False):
        if less > price:
            raise tables["leader"].fail(action, f"{less} less than the price of {price}")
    # A leader leaves at most one statue a round, so tokens never run out.
    rounds = state.YEARS * state.ROUNDS
    if leaders.statues < rounds:
        raise tables["statues"].fail("tokens", f"a game can need {rounds}")
    return leaders
