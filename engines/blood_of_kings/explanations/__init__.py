"""What a player can look up: the rules, all that has a name, the map, how things stand."""

from __future__ import annotations

from typing import NamedTuple

from eminence.engines.blood_of_kings.tables import Negotiation


class Agreed(NamedTuple):
    """What the players agreed on: the options of the game.

    achievements: how many tiles are in the game.
    tiles: those that are in it, or may be drawn for it.
    last_turn: 0 if the tiles end the game.
    """

    players: int
    achievements: int
    tiles: tuple[int, ...]
    negotiation: int
    turn_cap: int
    last_turn: int

    @property
    def alliances(self) -> bool:
        return self.negotiation == Negotiation.NEGOTIATE_ALL

    @property
    def transfers(self) -> bool:
        return self.negotiation != Negotiation.NEGOTIATE_NOTHING
