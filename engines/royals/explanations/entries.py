"""What a player of Royals can look up by name, and the signs of the board.

Everything is made from the numbers of the loaded game; `chapters.py` has the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from eminence.cython_ext.words import Entry
from eminence.engines.kit.options import listed
from eminence.engines.kit.wording import plural
from eminence.engines.royals import state
from eminence.engines.royals.names import CITY_BONUS, COUNTRY_BONUS, NOBLE_HOUSE, ORDINALS, PHASES
from eminence.engines.royals.numbers import Board
from eminence.engines.royals.state import Phase

# Terms that are the same in every game.
DISPLAY, PILE, INTRIGUE_PILE, DISCARDS = "Display", "Pile", "Intrigue pile", "Discards"
POSITION, INFLUENCE, CUBE, OUSTED = "Position", "Influence", "Cube", "Ousted cube"
WILD = "Wild cards"


class Names(NamedTuple):
    """The names of entries, in the order of the lists in `Board`."""

    cities: tuple[str, ...]
    titles: tuple[str, ...]
    countries: tuple[str, ...]
    country_cards: tuple[str, ...]
    intrigue_cards: tuple[str, ...]
    periods: tuple[str, ...]


def entry_names(board: Board) -> Names:
    """Names of entries; cards are told apart from their countries."""
    return Names(
        cities=tuple(city.name for city in board.cities),
        titles=board.titles,
        countries=board.countries,
        country_cards=tuple(f"{country} card" for country in board.countries),
        intrigue_cards=tuple(f"{pair} Intrigue" for pair in board.pair_names),
        periods=board.periods,
    )


def entries(board: Board) -> list[Entry]:
    """All that has a name, kind by kind."""
    names = entry_names(board)
    listed_kinds: list[tuple[str, Sequence[str], Callable[[Board, int], str]]] = [
        ("country", names.countries, country_text),
        ("city", names.cities, city_text),
        ("title", names.titles, title_text),
        ("country card", names.country_cards, country_card_text),
        ("intrigue card", names.intrigue_cards, intrigue_card_text),
        ("period", names.periods, period_text),
    ]
    found = [
        Entry(name, kind, text(board, i))
        for kind, kind_names, text in listed_kinds
        for i, name in enumerate(kind_names)
    ]
    found += [Entry(name, "bonus", text) for name, text in _bonuses(board).items()]
    found += [Entry(name, "step", text) for name, text in _steps(board).items()]
    return [*found, *(Entry(name, "term", text) for name, text in _terms(board).items())]


# --- places and titles ---


def country_text(board: Board, country: int) -> str:
    cities = [city.name for city in board.cities if city.country == country]
    periods = [
        f"{first} and {second} in {period}"
        for period, (first, second) in _points_in(board, country)
    ]
    higher, lower = board.country_bonus[country]
    return (
        f"Its {len(cities)} cities are {listed(cities, 'and')}. "
        f"The first player with a cube in each of them gets the {COUNTRY_BONUS} of {higher} "
        f"points, the second one {lower}. Most and second most influence bring "
        f"{listed(periods, 'and')}."
    )


def _points_in(board: Board, country: int) -> Iterator[tuple[str, tuple[int, int]]]:
    """The points of a country, by period."""
    for period, points in zip(board.periods, board.period_points, strict=True):
        yield period, points[country]


def city_text(board: Board, city: int) -> str:
    name, country, bonus = board.cities[city]
    of = board.countries[country]
    places = [
        f"{board.titles[place.title]} ({plural(board.cost[place.title], f'{of} card')}, "
        f"influence {place.influence})"
        for place in board.positions
        if place.city == city
    ]
    word = "Its position is" if len(places) == 1 else "Its positions are"
    return (
        f"A city in {of}. The first to occupy a position in {name} gets its {CITY_BONUS} of "
        f"{plural(bonus, 'point')}. {word} {listed(places, 'and')}."
    )


def title_text(board: Board, title: int) -> str:
    points, half = board.title_points[title]
    places = [
        f"{board.cities[place.city].name} ({place.influence})"
        for place in board.positions
        if place.title == title
    ]
    needed = board.king_intrigue if title == state.KING else 1
    where = f"It exists in {listed(places, 'and')}; the number is its influence. " if places else ""
    return (
        f"It costs {plural(board.cost[title], 'Country card')} of the city's country and, if "
        f"another player holds it, {plural(needed, 'Intrigue card')} of that country. {where}"
        f"At the end of the game the most cubes on this title bring {points} points; two tied "
        f"players get {half} each, three or more get nothing."
    )


# --- cards ---


def country_card_text(board: Board, country: int) -> str:
    name = board.countries[country]
    return (
        f"There are {board.deck[country]} of them among the {sum(board.deck)} Country cards of "
        f"this game. They pay for positions in the cities of {name}. For a position elsewhere, "
        f"{board.wild} cards that do not match stand in for one that you lack."
    )


def intrigue_card_text(board: Board, pair: int) -> str:
    one, other = (board.countries[country] for country in board.pairs[pair])
    return (
        f"There are {board.intrigue_deck[pair]} of them among the {sum(board.intrigue_deck)} "
        f"Intrigue cards. One of them helps to take over a position in {one} or {other}. "
        f"Elsewhere {board.intrigue_wild} Intrigue cards that do not match stand in for one that "
        f"you lack."
    )


# --- periods and bonuses ---


def period_text(board: Board, period: int) -> str:
    points = [
        f"{country} {most} and {second}"
        for country, (most, second) in zip(
            board.countries, board.period_points[period], strict=True
        )
    ]
    last = period == len(board.periods) - 1
    first = "the round is played out and " if last else ""
    return (
        f"The {ORDINALS[period]} of {len(board.periods)} periods. Most and second most "
        f"influence bring points: {', '.join(points)}. When it ends, {first}it is scored."
    )


def _bonuses(board: Board) -> dict[str, str]:
    cities = sorted(city.bonus for city in board.cities)
    markers = [
        f"{country} {higher} and {lower}"
        for country, (higher, lower) in zip(board.countries, board.country_bonus, strict=True)
    ]
    houses = listed(board.house_bonus, "and")
    return {
        CITY_BONUS: f"One marker for each city, worth {cities[0]} to {cities[-1]} points. It goes "
        "at once to the first player who occupies any position of the city.",
        COUNTRY_BONUS: f"Two markers for each country: {', '.join(markers)}. Who has a cube in "
        "every city of the country, ousted cubes included, gets the higher one that is left, at "
        "once and only once in each country.",
        NOBLE_HOUSE: f"{_markers(len(board.house_bonus))} of {houses} points. Who has a cube on "
        f"each of the {len(board.titles)} titles gets the highest one that is left, at once and "
        "only once.",
    }


def _markers(count: int) -> str:
    return "One marker" if count == 1 else f"{count} markers"


# --- steps and terms ---


def _steps(board: Board) -> dict[str, str]:
    """The steps of a turn, as the first line of the board calls them."""
    texts = {
        Phase.DRAW: f"Your turn begins with it: {board.draw} Country cards, or 1 Intrigue card "
        "and 1 Country card. In the first turn each seat has its own number of Country cards, and "
        "nobody draws an Intrigue card.",
        Phase.PLAY: "After the draw you may claim and take over positions, as often as you can "
        "pay, and then end the turn.",
        Phase.PAY_INTRIGUE: "You have begun a take-over and choose the Intrigue cards for it, kind "
        "by kind in a fixed order.",
        Phase.PAY_COUNTRY: "You lack Country cards of the right country and choose the cards of "
        f"other countries that stand in, {board.wild} for each missing one.",
        Phase.DISCARD_COUNTRY: f"You hold more than {board.hand_limit} Country cards at the end "
        "of your turn and choose which to discard.",
        Phase.DISCARD_INTRIGUE: f"You hold more than {board.intrigue_limit} Intrigue cards at "
        "the end of your turn and choose which to discard.",
    }
    return {PHASES[phase]: text for phase, text in texts.items()}


def _terms(board: Board) -> dict[str, str]:
    return {
        POSITION: f"The place of one noble in a city, such as {board.position_names[0]}. One cube "
        f"can hold it. There are {len(board.positions)} in {len(board.cities)} cities.",
        INFLUENCE: "Each position has influence for the player who holds it. When a period is "
        "scored, the two players with the most influence in a country get points; ousted cubes "
        "have none.",
        CUBE: "It marks your nobles. Each position that you occupy takes 2: one for the position, "
        "one for its title. They never come back; with fewer than 2 left you can occupy nothing. "
        f"At the start {cubes_at_start(board)}.",
        OUSTED: "A cube whose position was taken over. It stays beside its city for the rest of "
        f"the game. It has no influence, but it counts for the {COUNTRY_BONUS}, and its twin "
        "stays on the title.",
        DISPLAY: f"The {board.display} open Country cards. Whoever draws may take them; they are "
        "replaced only at the end of the turn.",
        PILE: f"The face-down Country cards: {sum(board.deck)} before the display is laid out.",
        INTRIGUE_PILE: "The face-down Intrigue cards. When the last one is drawn, the discarded "
        "ones are shuffled into a new pile at once.",
        DISCARDS: "Cards that were played or discarded, open to everybody. They become the new "
        "pile when it runs out.",
        WILD: f"Any {board.wild} Country cards that do not match stand in for one that you lack, "
        f"and any {board.intrigue_wild} such Intrigue cards for an Intrigue card. You must play "
        "all that match first.",
    }


def cubes_at_start(board: Board) -> str:
    """Such as `each seat has 36`."""
    if len(set(board.cubes)) == 1:
        return f"each seat has {board.cubes[0]}"
    return listed([f"seat {seat} has {count}" for seat, count in enumerate(board.cubes)], "and")


# --- the signs of the board ---


def legend(board: Board) -> dict[str, str]:
    """Signs and short forms of the board, the map and the moves."""
    place, city = board.positions[0], board.cities[board.positions[0].city]
    title, country = board.titles[place.title], board.countries[city.country]
    higher, lower = board.country_bonus[city.country]
    first, second = board.period_points[0][city.country]
    pair = board.pair_names[0]
    return {
        f"{city.name} {city.bonus}": f"a city and its {CITY_BONUS}, which nobody has yet",
        f"{city.name} {city.bonus} seat 1": f"seat 1 has the {CITY_BONUS}",
        f"{title}({place.influence})": f"a position and its influence of {place.influence}",
        "-": "nobody holds the position",
        "seat 1": "behind a position: who holds it; behind points: who has that marker",
        "ousted 0:2 1:1": "ousted cubes beside the city: 2 of seat 0, 1 of seat 1",
        f"bonus {higher}, {lower}": f"the higher and the lower {COUNTRY_BONUS}",
        f"{NOBLE_HOUSE}: {', '.join(map(str, board.house_bonus))}": "its markers",
        f"{board.periods[0]}: {first}, {second}": "a period: points for most and second most "
        "influence",
        "out": "nobody won the marker: it left the game",
        "influence": "on the map: what each seat has in the country; who is ahead comes first",
        "title, cards, points": "a title, what it costs, what the most cubes bring at the end",
        "columns of seats": "how many cubes each seat has on the title",
        "pile, discards": "cards face down, and open cards that were played",
        "cubes": "what a seat has left in its supply",
        "?": "a card in a hand that you do not know",
        pair: "an Intrigue card that counts for either country",
        f"1 {country} + {board.wild} others": f"{board.wild} Country cards of other countries "
        "stand in for a missing one",
        f"{board.intrigue_wild} other Intrigue": "Intrigue cards that stand in for a missing one",
    }
