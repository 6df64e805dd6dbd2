"""Words for tests of the dynasty phase of Blood of Kings."""

from __future__ import annotations

from typing import Any

from kings_builder import C, Table, card, kingdom, numbers, place, play, sea, step_name

from eminence import engines


def turn(seat: int = 0, players: int = 6, **played: int) -> Table:
    """A table where the named kingdoms have played these cards; all tiles are in the game."""
    table = Table(players=players, achievements=30).set(first=seat)
    for name, type_ in played.items():
        table.played(name, type_)
    return table


# --- actions ---


def influence(of: str, name: str) -> int:
    return C.INFLUENCE + kingdom(of) * C.KINDS + card(name)


def unrest(of: str) -> int:
    return C.UNREST + kingdom(of)


def attrition(of: str) -> int:
    return C.ATTRITION + kingdom(of)


def diplomacy(of: str) -> int:
    return C.DIPLOMACY + kingdom(of)


def look(seat: int, of: str) -> int:
    return C.LOOK + seat * C.KINGDOMS + kingdom(of)


def for_kingdom(name: str) -> int:
    return C.KINGDOM + kingdom(name)


def at(name: str) -> int:
    return C.PLACE + place(name)


def fleet_at(name: str) -> int:
    return C.FLEETS + sea(name)


def kind(name: str) -> int:
    return C.KIND + card(name)


def end(state: engines.State) -> engines.State:
    """Play no more cards and keep the rest."""
    play(state, C.NO)
    while step_name(state) == "DISCARD":
        play(state, C.NO)
    return state


def unfoiled(state: engines.State) -> engines.State:
    """Nobody foils the card."""
    while step_name(state) == "FOIL":
        play(state, C.NO)
    return state


def use(state: engines.State, *ids: int) -> engines.State:
    """Play a card, say how it is used, and let nobody foil it."""
    return unfoiled(play(state, *ids))


# --- what lies where ---


def hand(state: Any, seat: int) -> list[str]:
    names = numbers().card_names
    return [names[i] for i, n in enumerate(state.data["hand"][seat]) for _ in range(n)]


def stack(state: Any, seat: int, of: str) -> list[str]:
    """Face-down cards from the bottom up; those that a viewer cannot see are "?"."""
    heights = [int(n) for row in state.data["height"] for n in row]
    i = seat * C.KINGDOMS + kingdom(of)
    start = sum(heights[:i])
    cards = state.data["mat"][start : start + heights[i]]
    return ["?" if k == C.UNKNOWN else numbers().card_names[k] for k in cards]


def discards(state: Any) -> list[str]:
    names = numbers().card_names
    return [names[i] for i, n in enumerate(state.data["discards"]) for _ in range(n)]


def unrest_of(state: Any, name: str) -> int:
    return int(state.data["unrest"][kingdom(name)])


def armies(state: Any, of: str, where: str) -> int:
    return int(state.data["armies"][kingdom(of)][place(where)])


def fleets(state: Any, of: str, where: str) -> int:
    return int(state.data["fleets"][kingdom(of)][sea(where)])


def no_card_is_under_way(state: Any) -> bool:
    """Whether nothing is left of a card in the state's block of one."""
    single = (
        *("card", "use", "target", "second", "refused", "tokens", "placed", "whom"),
        *("polled", "foils", "foiler", "cursor"),
    )
    return not any(int(state.data[name]) for name in single) and not (
        state.data["regions"].any() or state.data["gainers"].any()
    )
