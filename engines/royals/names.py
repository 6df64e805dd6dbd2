"""What phases, events, sources and other numbers of the state are called."""

from __future__ import annotations

from collections.abc import Sequence

from eminence.engines.kit.options import listed
from eminence.engines.kit.wording import among, seat_names
from eminence.engines.royals import state
from eminence.engines.royals.numbers import Board
from eminence.engines.royals.state import EventKind, Phase

PHASES: dict[int, str] = {
    Phase.SETUP: "setup",
    Phase.DRAW: "draw",
    Phase.DRAW_COUNTRY: "draw Country card",
    Phase.DRAW_INTRIGUE: "draw Intrigue card",
    Phase.PLAY: "play",
    Phase.PAY_INTRIGUE: "pay Intrigue cards",
    Phase.PAY_COUNTRY: "pay Country cards",
    Phase.DISCARD_COUNTRY: "discard Country cards",
    Phase.DISCARD_INTRIGUE: "discard Intrigue cards",
    Phase.REFILL: "refill",
    Phase.ENDED: "over",
}
DRAWING = (Phase.DRAW, Phase.DRAW_COUNTRY, Phase.DRAW_INTRIGUE)
PAYING = (Phase.PAY_INTRIGUE, Phase.PAY_COUNTRY)
DISCARDING = (Phase.DISCARD_COUNTRY, Phase.DISCARD_INTRIGUE)
GIVING: tuple[int, ...] = (*PAYING, *DISCARDING)
#: the members of `GIVING` in which Intrigue cards are given
GIVING_INTRIGUE = (Phase.PAY_INTRIGUE, Phase.DISCARD_INTRIGUE)
EVENTS: dict[int, str] = {
    EventKind.EVENT_DISPLAY: "display",
    EventKind.EVENT_COUNTRY: "Country card",
    EventKind.EVENT_INTRIGUE: "Intrigue card",
}
#: the markers that are won at once
CITY_BONUS, COUNTRY_BONUS, NOBLE_HOUSE = "City bonus", "Country bonus", "Noble House"
SOURCES: dict[int, str] = {
    state.CITY_POINTS: "City bonuses",
    state.COUNTRY_POINTS: "Country bonuses",
    state.HOUSE_POINTS: NOBLE_HOUSE,
    state.PERIOD_POINTS: "Periods",
    state.TITLE_POINTS: "Titles",
}
LEVELS = ("higher", "lower")
ORDINALS = ("first", "second", "third", "fourth", "fifth")
PLACES = ORDINALS[:2]
VIEWERS = (*seat_names(state.MAX_PLAYERS), "onlooker")
OWNERS = ("nobody", *seat_names(state.MAX_PLAYERS))


class BoardNames:
    """The names of one loaded game."""

    def __init__(self, board: Board) -> None:
        self.on = board
        self.cities = tuple(city.name for city in board.cities)
        self.houses = tuple(f"{points} points" for points in board.house_bonus)
        self.country_markers = tuple(
            f"{country} {level}" for country in board.countries for level in LEVELS
        )
        self.period_markers = tuple(
            f"{period} {country} {place}"
            for period in board.periods
            for country in board.countries
            for place in PLACES
        )

    def kinds(self) -> dict[str, Sequence[str]]:
        """Names for the numbers in sentences, by what they count."""
        on = self.on
        return {
            "country": on.countries,
            "pair": on.pair_names,
            "title": on.titles,
            "titles": _sets(on.titles),
            "city": self.cities,
            "position": on.position_names,
            "period": on.periods,
            "phase": [PHASES[phase] for phase in Phase],
            "viewer": VIEWERS,
            "owner": OWNERS,
            "who_has": [
                f"seats {seats} have" if " and " in seats else f"seat {seats} has"
                for seats in _sets([str(seat) for seat in range(len(on.cubes))])
            ],
            "country_marker": self.country_markers,
            "house": self.houses,
            "period_marker": self.period_markers,
        }


def _sets(names: Sequence[str]) -> list[str]:
    """A name for each set of things, by its mask, such as `Baron and King`."""
    masks = range(1, 1 << len(names))
    return ["none", *(listed(among(names, mask), "and") for mask in masks)]
