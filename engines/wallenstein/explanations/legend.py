"""Signs and short forms of the board, the map and the moves."""

from __future__ import annotations

from eminence.engines.wallenstein.board_text import (
    HERE,
    NEUTRAL,
    OPEN_SITE,
    REVOLT_SIGN,
    SIGNS,
    UNKNOWN,
)
from eminence.engines.wallenstein.explanations.agreed import Agreed
from eminence.engines.wallenstein.leaders.words import LEADER_SIGN
from eminence.engines.wallenstein.names import ACTIONS, DICE_TOWER_CARD, MONEY_CARD
from eminence.engines.wallenstein.numbers import Board


def legend(board: Board, agreed: Agreed) -> dict[str, str]:
    """The signs of one loaded game and what each means."""
    return {**_county_signs(agreed), **_map_signs(board), **_lines(board, agreed), **_plans(agreed)}


def _county_signs(agreed: Agreed) -> dict[str, str]:
    buildings = {sign: f"a {ACTIONS[kind]} stands in the county" for kind, sign in enumerate(SIGNS)}
    leaders = {
        LEADER_SIGN: "the leader of the county's owner is there",
        "s1, 2s1": "a statue of seat 1, two statues of seat 1",
    }
    return {
        "2:4": "behind a county: seat 2 holds it with 4 armies",
        NEUTRAL: "behind a county: it is neutral, nobody holds it",
        **buildings,
        OPEN_SITE: "an open building site",
        REVOLT_SIGN: "a revolt marker; two of them: two markers",
        **(leaders if agreed.leaders else {}),
    }


def _map_signs(board: Board) -> dict[str, str]:
    kind = "palaces"
    return {
        "tax, grain": "on the map: what collecting taxes or grain brings there",
        "next to": "on the map: beginnings of the names of its neighbours; card finds them",
        f"{kind} 0:2 1:1": f"on the map: seat 0 has 2 {kind} in the region, seat 1 has 1",
    }


def _lines(board: Board, agreed: Agreed) -> dict[str, str]:
    court = {
        "favors": "the favor cards on display, and how many courtiers each costs",
        "entrance, audience": "courtiers in the entrance hall and in the audience hall",
        "kept": "favor cards that a seat has in use",
    }
    draft = {
        "display, deck": "county cards that lie open; cards in the deck, and known ones under it",
        "taken": "the county card that was just taken",
    }
    return {
        "actions": "action cards that lie open, in their order",
        HERE: "behind an action: it is performed now, or first in the round",
        "tiles": "positions of the player order with their bonus tiles, and who took them",
        "event": "the event card of this round",
        "events": "event cards for the rounds to come and for winter",
        "(winter 5)": "behind an event: as the last card of the year it costs everybody 5 grain",
        "tower, tray": "cubes inside the dice tower, and in its tray",
        "fresh": "cubes that are being thrown in and have not fallen yet",
        "odds": "how the attacks that you are asked about would end",
        **(draft if agreed.draft else {}),
        **(court if agreed.court else {}),
    }


def _plans(agreed: Agreed) -> dict[str, str]:
    tower = {"orders: tower": f"a {DICE_TOWER_CARD}"}
    return {
        "orders": "the plan of a seat: each place and the card in it",
        f"orders: {UNKNOWN}": "a card that lies face down",
        "orders: money": f"a {MONEY_CARD}: no action",
        "orders: bid 2": "2 Thalers were bid",
        f"orders: {NEUTRAL}": "an empty place",
        **(tower if agreed.court else {}),
        "62 % won, 9 % neutral": "conquered, becomes neutral; else the owner keeps the county",
        "3 of 18 Thalers": "behind a card of a plan: what the action costs, and what you have",
        "winter +1, most in ... +3": "points of a building each winter: its own, for the majority",
        "4 can go; won: ... 92 %": "armies that may leave; the chance to conquer that neighbour",
        "kept 80 %": "the chance that you keep the county when its peasants revolt",
    }
