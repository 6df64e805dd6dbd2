"""What the shapes of a picture are called, and which of them belong to each move."""

from __future__ import annotations

from collections.abc import Iterator

from eminence.engines.kit.wording import Blocks
from eminence.engines.royals import state
from eminence.engines.royals.explanations.entries import entry_names
from eminence.engines.royals.picture.glimpse import Glimpse
from eminence.engines.royals.rules import price

PILE, INTRIGUE_PILE = "pile", "intrigue pile"


def city(name: str) -> str:
    return f"city {name}"


def place(name: str) -> str:
    """A position, such as `place Dijon Baron`."""
    return f"place {name}"


def open_card(country: str, number: int) -> str:
    """The display's first, second, ... card of a country, from 0 on."""
    return f"display {country} {number + 1}"


def held(kind: str) -> str:
    """All cards of a kind in the viewer's hand, even if there are none."""
    return f"hand {kind}"


def held_card(kind: str, number: int) -> str:
    """The first, second, ... of them, from 0 on."""
    return f"hand {kind} {number + 1}"


def moves(glimpse: Glimpse) -> dict[int, tuple[str, ...]]:
    """The shapes that belong to each legal move; ending a turn has none."""
    view = glimpse.view
    if view.over or view.player != view.seat:
        return {}
    found = {action: _shapes(glimpse, action) for action in view.actions()}
    return {action: shapes for action, shapes in found.items() if shapes}


_BLOCKS = Blocks(
    dict.fromkeys(
        (
            state.FROM_PILE,
            state.INTRIGUE_CARD,
            state.FROM_DISPLAY,
            state.END_TURN,
            state.GIVE_COUNTRY,
            state.GIVE_INTRIGUE,
            state.CLAIM,
            state.TAKE_OVER,
        ),
        "",
    )
)


def _shapes(glimpse: Glimpse, action: int) -> tuple[str, ...]:
    block, number = _BLOCKS.find(action)
    on = glimpse.on
    if block == state.FROM_PILE:
        return (PILE,)
    if block == state.INTRIGUE_CARD:
        return (INTRIGUE_PILE,)
    if block == state.FROM_DISPLAY:
        country = on.countries[number]
        return tuple(open_card(country, n) for n in range(int(glimpse.data["display"][number])))
    if block == state.GIVE_COUNTRY:
        kind, amount = divmod(number, state.COUNTRY_AMOUNTS)
        return _given(on.countries[kind], amount)
    if block == state.GIVE_INTRIGUE:
        kind, amount = divmod(number, state.INTRIGUE_AMOUNTS)
        return _given(entry_names(on).intrigue_cards[kind], amount)
    if block in (state.CLAIM, state.TAKE_OVER):
        return _occupied(glimpse, action)
    return ()


def _given(kind: str, amount: int) -> tuple[str, ...]:
    """So many cards; none of a kind is the kind itself."""
    return tuple(held_card(kind, number) for number in range(amount)) or (held(kind),)


def _occupied(glimpse: Glimpse, action: int) -> tuple[str, ...]:
    """The position, its city, and the cards of the hand that match."""
    on, paid = glimpse.on, price(glimpse.view.game.table, action)
    index = paid["position"]
    country = glimpse.board.country_of(index)
    cards = (held_card(on.countries[country], n) for n in range(paid["cards"]))
    name = on.cities[on.positions[index].city].name
    intrigue = _matching(glimpse, country, paid["intrigue"])
    return place(on.position_names[index]), city(name), *cards, *intrigue


def _matching(glimpse: Glimpse, country: int, needed: int) -> Iterator[str]:
    """Intrigue cards of the hand that show a country, of each kind at most as many as needed."""
    names = entry_names(glimpse.on).intrigue_cards
    held_cards = glimpse.data["intrigue"][glimpse.view.seat]
    for pair, countries in enumerate(glimpse.on.pairs):
        if country in countries:
            for number in range(min(needed, int(held_cards[pair]))):
                yield held_card(names[pair], number)
