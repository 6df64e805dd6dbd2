"""What the players agreed on before the game: its options."""

from __future__ import annotations

from typing import NamedTuple


class Agreed(NamedTuple):
    """The options of one loaded game.

    tower: which model of the dice tower.
    expansions: those in play.
    """

    players: int
    draft: bool
    tower: str
    expansions: tuple[str, ...]

    @property
    def court(self) -> bool:
        return "court" in self.expansions

    @property
    def regions(self) -> bool:
        return "regions" in self.expansions

    @property
    def leaders(self) -> bool:
        return "leaders" in self.expansions

    @property
    def parts(self) -> tuple[str, ...]:
        """What is in play beside the game with printed line-ups."""
        return (*self.expansions, *(["draft"] if self.draft else []))
