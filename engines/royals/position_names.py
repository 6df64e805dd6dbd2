"""What the entries of a Royals position file are called, and what the rules imply for them."""

from __future__ import annotations

from collections.abc import Sequence

from engines.royals.data import Board
from engines.royals.phases import DRAWING, SETUP

PUBLIC = "public"
ONLOOKER = "onlooker"
PLACES = ("first", "second")
LEVELS = ("higher", "lower")


class PositionNames:
    """The names of one loaded game."""

    def __init__(self, board: Board, players: int) -> None:
        self.on = board
        self.players = players
        self.cities = tuple(city.name for city in board.cities)
        self.houses = tuple(f"{points} points" for points in board.house_bonus)
        self.country_markers = tuple(
            f"{c} {level}" for c in board.countries for level in LEVELS
        )
        self.period_markers = tuple(
            f"{period} {country} {place}"
            for period in board.periods
            for country in board.countries
            for place in PLACES
        )

    def kinds(self, step: str) -> Sequence[str]:
        """The kinds of card that are given in a step."""
        return self.on.pair_names if step.endswith("Intrigue cards") else self.on.countries

    def title_counts(self, held: int) -> list[int]:
        counts = [0] * len(self.on.titles)
        for index, place in enumerate(self.on.positions):
            counts[place.title] += int(held) >> index & 1
        return counts

    def usual_draws(self, step: str, seat: int, number: int, intrigue: bool) -> int:
        """Country cards drawn at that step, where it follows from the rules (R5, R6)."""
        if step in (*DRAWING, SETUP):
            return 0
        return self.draws(seat, number, intrigue)

    def draws(self, seat: int, number: int, intrigue: bool) -> int:
        if number == 1:
            return self.on.first_turn[seat]
        return 1 if intrigue else self.on.draw
