"""How strong the bots are: specifications by level, the game's own or those for any game."""

from __future__ import annotations

from eminence import engines
from eminence.engines.kit.options import LEVELS, listed

DEFAULT_LEVEL = "medium"
#: for games that have none of their own
ANY_GAME = {
    "easy": "ismcts:iterations=10",
    "medium": "ismcts:iterations=200",
    "hard": "ismcts:iterations=10000",
    "expert": "ismcts:iterations=40000",
}
#: plays by the policy that a solved game brings along
SOLVED = "cfr"


def levels_of(game: engines.Game) -> dict[str, str]:
    """The specification of every level, the easiest first.

    A beginner's opponent does not use what a network has learned. A game brings its solution
    along for our numbers only: with others its expert searches.
    """
    levels = dict(game.levels or ANY_GAME)
    if levels["expert"] == SOLVED and game.policy is None:
        levels["expert"] = ANY_GAME["expert"]
    if game.network is None or "network=" in levels["easy"]:
        return levels
    easy = levels["easy"]
    return {**levels, "easy": f"{easy}{',' if ':' in easy else ':'}network=none"}


def bot_of(game: engines.Game, level: str) -> str:
    """The specification of a level's bot."""
    if level not in LEVELS:
        raise engines.BadOption(f"unknown level {level!r}: choose {listed(LEVELS)}")
    return levels_of(game)[level]
