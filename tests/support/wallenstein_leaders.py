"""Wallenstein positions with military leaders, for tests."""

from __future__ import annotations

from collections.abc import Sequence

from wallenstein_builder import Table, begin

from eminence import engines
from eminence.engines.wallenstein.state import Phase

#: Altmark borders on Anhalt, and Anhalt on Kursachsen; Baden is far away
HOME = ("Altmark", "Anhalt", "Baden")


def table(*counties: str, at: Sequence[str] = (), season: int = 1, year: int = 0) -> Table:
    """Seat 0 owns the counties; the leaders of the seats stand where `at` says."""
    built = Table(3, expansions=("leaders",)).at(year, season)
    for name in counties:
        built.county(0, name, 3)
    where = [*at, *["nothing"] * (3 - len(at))]
    built.fields["general"] = where
    return built


def leader(state: engines.Position, seat: int) -> str:
    """The county of a seat's leader."""
    at = int(state.data["general"][seat])
    return ("nothing", *state.game.words.on.names)[at]


def statues(state: engines.Position, seat: int) -> dict[str, int]:
    """A seat's statues by county."""
    mask = int(state.data["honoured"][seat])
    names = state.game.words.on.names
    return {n: int(state.data["statues"][i]) for i, n in enumerate(names) if mask >> i & 1}


def phase(state: engines.State) -> Phase:
    return Phase(state.data["phase"])


def pass_events(state: engines.State) -> None:
    """Turn up cards until somebody is asked or the round is over."""
    season = state.data["season"]
    while state.player == engines.CHANCE and state.data["season"] == season:
        state.apply(state.outcomes()[0][0])


def after_ten_actions(built: Table, positions: dict[int, int] | None = None) -> engines.State:
    """Nobody has orders: the leaders move next."""
    state = built.state()
    begin(state, positions=positions)
    pass_events(state)
    return state


def with_statues(built: Table, seat: int, *counties: str) -> Table:
    built.fields.setdefault("honoured", [[], [], []])[seat] = list(counties)
    built.fields.setdefault("statues", {}).update(dict.fromkeys(counties, 1))
    return built
