"""The numbers of two expansions: region cards and military leaders."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from eminence.cython_ext.errors import BadData
from eminence.engines.kit.tables import Entry, read_csv, read_toml
from eminence.engines.kit.wording import by_number
from eminence.engines.wallenstein import state
from eminence.engines.wallenstein.names import ACTIONS

CARDS_FILE = "region_cards.csv"
LEADERS_FILE = "leaders.toml"
#: what a region card can bring
BENEFITS: tuple[str, ...] = by_number(
    {
        state.BENEFIT_THALERS: "thalers",
        state.BENEFIT_GRAIN: "grain",
        state.BENEFIT_ARMIES: "armies",
        state.BENEFIT_POINTS: "points",
    }
)
CARD_COLUMNS: tuple[str, ...] = ("card", *BENEFITS, "source")
MOST_BENEFIT = 12
#: the actions that a leader helps with
LED = ACTIONS[: state.DEPLOY_1 + 1]
TABLES = {
    "region_cards": ["regions_needed"],
    "leader": list(LED),
    "statues": ["tokens", "points", "trophy_points"],
}


@dataclass(frozen=True)
class RegionCards:
    """What a player needs, and what each card of a deck brings, the top one first."""

    regions: int
    benefits: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Leaders:
    """What a leader does for each action of `LED`, and what statues are worth."""

    led: tuple[int, ...]
    statue_points: int
    trophy_points: int


def read_region_cards(folder: Path) -> RegionCards:
    """What the cards bring, and to whom."""
    rows = read_csv(folder, CARDS_FILE, CARD_COLUMNS)
    if len(rows) != state.REGION_CARDS:
        raise BadData(f"{CARDS_FILE}: {len(rows)} rows, expected {state.REGION_CARDS}")
    for place, row in enumerate(rows, 1):
        if row.number("card") != place:
            raise row.fail("card", f"{row.number('card')}: the cards go from 1 up")
    benefits = tuple(
        tuple(row.number(benefit, 0, MOST_BENEFIT) for benefit in BENEFITS) for row in rows
    )
    if any(benefits[0]):
        raise rows[0].fail("card", "the card that lies on top at the start brings nothing")
    needed = _tables(folder)["region_cards"].number("regions_needed", 1, state.REGIONS)
    return RegionCards(needed, benefits)


def read_leaders(folder: Path, cost: tuple[int, ...]) -> Leaders:
    """The leaders of a game with these prices of actions."""
    tables = _tables(folder)
    statues = tables["statues"]
    led = tuple(tables["leader"].number(action, 0, 9) for action in LED)
    for action, less, price in zip(LED[: state.BUILDINGS], led, cost, strict=False):
        if less > price:
            raise tables["leader"].fail(action, f"{less} less than the price of {price}")
    # A leader leaves one statue a round at most, so that tokens never run out.
    rounds = state.YEARS * state.ROUNDS
    if statues.number("tokens") < rounds:
        raise statues.fail("tokens", f"a game can need {rounds}")
    return Leaders(led, statues.number("points", 0, 9), statues.number("trophy_points", 0, 9))


def _tables(folder: Path) -> dict[str, Entry]:
    entry = read_toml(folder, LEADERS_FILE).need(TABLES)
    return {name: entry.table(name).need_sourced(keys) for name, keys in TABLES.items()}
