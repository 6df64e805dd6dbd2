"""The numbers of two expansions: region cards and military leaders."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cython_ext.errors import BadData
from engines.tables import Entry, read_csv, read_toml

CARDS_FILE = "region_cards.csv"
LEADERS_FILE = "leaders.toml"
#: what a region card can bring, in the order of the enum in rules.pxd
BENEFITS = ("thalers", "grain", "armies", "points")
CARD_COLUMNS = ("card", *BENEFITS, "source")
REGION_CARDS = 4
MOST_BENEFIT = 12
#: the actions that a leader helps with, in the order of the mat
LED = (
    *("palace", "church", "trading post", "grain", "taxes"),
    *("deploy 5", "deploy 3", "deploy 1"),
)
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


def read_region_cards(folder: Path, regions: int) -> RegionCards:
    """The region cards of a game with so many regions."""
    rows = read_csv(folder, CARDS_FILE, CARD_COLUMNS)
    if len(rows) != REGION_CARDS:
        raise BadData(f"{CARDS_FILE}: {len(rows)} rows, expected {REGION_CARDS}")
    for place, row in enumerate(rows, 1):
        if row.number("card") != place:
            raise row.fail("card", f"{row.number('card')}: the cards go from 1 up")
    benefits = tuple(
        tuple(row.number(benefit, 0, MOST_BENEFIT) for benefit in BENEFITS) for row in rows
    )
    if any(benefits[0]):
        raise rows[0].fail("card", "the card that lies on top at the start brings nothing")
    needed = _tables(folder)["region_cards"].number("regions_needed", 1, regions)
    return RegionCards(needed, benefits)


def read_leaders(folder: Path, cost: tuple[int, ...], rounds: int) -> Leaders:
    """The leaders of a game with these prices of actions and so many rounds."""
    tables = _tables(folder)
    statues = tables["statues"]
    led = tuple(tables["leader"].number(action, 0, 9) for action in LED)
    for action, less, price in zip(LED[:3], led, cost, strict=False):
        if less > price:
            raise tables["leader"].fail(action, f"{less} less than the price of {price}")
    # A leader leaves one statue a round at most, so that tokens never run out.
    if statues.number("tokens") < rounds:
        raise statues.fail("tokens", f"a game can need {rounds}")
    return Leaders(led, statues.number("points", 0, 9), statues.number("trophy_points", 0, 9))


def _tables(folder: Path) -> dict[str, Entry]:
    entry = read_toml(folder, LEADERS_FILE).need(TABLES)
    return {name: entry.table(name).need_sourced(keys) for name, keys in TABLES.items()}
